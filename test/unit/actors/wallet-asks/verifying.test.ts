// Verifying for a wallet of this node: what holds is signed once it is recorded, and what does not is refused with its
// ground. A docket that is on its way is waited for.
import { expect } from 'chai';
import { announcementHub } from '../../../../actors/announcements.js';
import { gateVerifier, type VerifiedFact } from '../../../../actors/wallet-asks/verifying.js';
import { utf8 } from '../../../../core/base/bytes.js';
import { isFailure, type Result } from '../../../../core/base/result.js';
import { verifiedDigest } from '../../../../core/credentials/gate/bytes.js';
import { verifySync } from '../../../../core/crypto/signing/algorithms.js';
import { placeOf } from '../../../../core/envelope/cells/root.js';
import { verificationText } from '../../../../core/instance/runs/asked-verification.js';
import { codesOf } from '../../../support/base/results.js';
import { VirtualClock } from '../../../support/base/virtual-clock.js';
import { askedGate } from '../../../support/credentials/asked-gate.js';
import { GatedLedger, SEALED_MS } from '../../../support/credentials/gated-ledger.js';
import { STRANGER } from '../../../support/credentials/shown.js';
import { QUIET } from '../../../support/node/ledger-world.js';
import { BOBS, BOBS_KEYS } from '../../../support/node/wallet-nodes.js';
import { bob, REGISTER_ID } from '../../../support/register/ledger.js';

function world() {
  const gated = new GatedLedger([{ verifiedBy: 'y', readers: ['x'] }]);
  const { state, view } = gated.at.ledger;
  const clock = new VirtualClock(SEALED_MS - 60_000);
  const announcements = announcementHub(QUIET);
  const facts: VerifiedFact[] = [];
  const at = { height: state.height, isRecorded: true };
  const answer = gateVerifier({
    ...{ clock, announcements, keystore: BOBS_KEYS },
    chain: { view: () => view, head: () => ({ height: at.height }) as never },
    async onJudged(fact) {
      if (!at.isRecorded) throw new Error('the disk is full');
      facts.push(fact);
    },
  });
  const question = { registerId: REGISTER_ID, reg: 7, wallet: BOBS, address: bob.address, peerId: 'peer' };
  return { gated, clock, announcements, facts, at, ask: (text: Uint8Array) => answer({ ...question, text }) };
}

describe('actors/wallet-asks/verifying', () => {
  it('signs what holds, and tells of it', async () => {
    const { gated, ask, facts } = world();
    const { asked, root } = askedGate(gated);
    const signature = (await ask(verificationText(asked))) as Uint8Array;
    const digest = verifiedDigest({ place: placeOf(asked.run), root }, asked.statement);
    expect(verifySync(bob.algorithm, bob.publicKey, digest, signature)).to.equal(true);
    expect(facts.map(({ problem, peerId, wallet }) => [problem, peerId, wallet])).to.deep.equal([
      [undefined, 'peer', BOBS],
    ]);
  });

  it('signs nothing that it could not record', async () => {
    const { gated, ask, at } = world();
    at.isRecorded = false;
    const error = await ask(verificationText(askedGate(gated).asked)).catch((thrown: Error) => thrown);
    expect(error).to.be.instanceOf(Error);
  });

  it('refuses what does not hold, and tells of that too', async () => {
    const { gated, ask, facts } = world();
    const { asked } = askedGate(gated, { showing: { key: STRANGER } });
    expect(codesOf(await ask(verificationText(asked)))).to.deep.equal(['CREDENTIAL_REFUSED']);
    expect(facts.map(({ problem }) => problem?.code)).to.deep.equal(['CREDENTIAL_REFUSED']);
    expect(JSON.stringify(facts.map(({ problem }) => problem))).to.not.contain('L-17');
  });

  it('refuses another form', async () => {
    const { ask, facts } = world();
    expect(codesOf(await ask(utf8('{}')))).to.deep.equal(['BODY_INVALID']);
    expect(facts).to.deep.equal([]);
  });

  it('waits for a docket that is on its way, and not for ever', async () => {
    const { gated, ask, at, announcements, clock } = world();
    const text = verificationText(askedGate(gated).asked);
    at.height -= 1;
    const coming = ask(text);
    at.height += 1;
    announcements.announce({ type: 'docket-sealed', registerId: REGISTER_ID, height: at.height } as never);
    expect(isFailure((await coming) as Result<unknown>)).to.equal(false);
    at.height -= 1;
    const late = ask(text);
    clock.advance(60_000);
    expect(codesOf(await late)).to.deep.equal(['NODE_UNAVAILABLE']);
    at.height -= 100;
    expect(codesOf(await ask(text))).to.deep.equal(['NODE_UNAVAILABLE']);
  });
});
