// The gates of an action before its seal: each that names a verifier has a signature of it over the root that is sealed
// then, and without one nothing is.
import { expect } from 'chai';
import type { MetGate } from '../../../../../actors/workflow/credentials/shown-gates.js';
import { type GateVerifiers, verifyGates } from '../../../../../actors/workflow/credentials/verified-gates.js';
import { fromBase64, toBase64 } from '../../../../../core/base/bytes.js';
import { type IssueCode, issue } from '../../../../../core/base/issue.js';
import type { JsonObject } from '../../../../../core/base/json.js';
import { fail, isFailure, type Result } from '../../../../../core/base/result.js';
import { planOf } from '../../../../../core/blueprint/plan/plan.js';
import { gatesOf } from '../../../../../core/credentials/gate/asked.js';
import { nonceOf, verifiedDigest } from '../../../../../core/credentials/gate/bytes.js';
import { gateMember } from '../../../../../core/credentials/gate/member.js';
import type { GateStatement } from '../../../../../core/credentials/gate/statement.js';
import { sign, verifySync } from '../../../../../core/crypto/signing/algorithms.js';
import { contentOf, encryptCells } from '../../../../../core/envelope/cells/encrypt.js';
import { placeOf } from '../../../../../core/envelope/cells/root.js';
import { dataRootOf, seedsOf } from '../../../../../core/envelope/cells/seeds.js';
import { layoutOf } from '../../../../../core/envelope/layout/layout.js';
import { verificationOf } from '../../../../../core/instance/runs/asked-verification.js';
import { judgeVerification } from '../../../../../core/instance/runs/verifying.js';
import { good } from '../../../../support/base/good.js';
import { placesOf } from '../../../../support/base/results.js';
import { CHALLENGE, partsOf } from '../../../../support/credentials/gate.js';
import { GatedLedger, type Requires, SEALED_MS } from '../../../../support/credentials/gated-ledger.js';
import { alice, bob, REGISTER_ID } from '../../../../support/register/ledger.js';

const VERIFIED: Requires = { verifiedBy: 'y', readers: ['x'] };

/** All that the stage of an action has when it asks. */
function stage(requires: Requires = VERIFIED) {
  const gated = new GatedLedger([requires]);
  const { definition, pin, ledger } = gated.at;
  const { action } = planOf(definition).actions.get('1')!;
  const [gate] = gatesOf(action);
  const run = {
    ...{ registerId: REGISTER_ID, instanceId: 'inst-1', actionId: '1', publicationTxId: pin },
    senderWallet: alice.address,
  };
  const layout = layoutOf(definition, action);
  const bare = { run, classes: good(contentOf(layout, { n: 1 }, [])).classes };
  const seeds = seedsOf(bare, new Uint8Array(32).fill(1));
  const bound = { place: placeOf(run), dataRoot: dataRootOf(bare, seeds) };
  const parts = partsOf('sd-jwt-vc', { nonce: nonceOf(bound, CHALLENGE, 'licence') });
  const evidence = gateMember(new Map([['licence', parts]]));
  const isPublic = gate!.isPublic;
  const data = (isPublic ? { n: 1 } : { n: 1, '@gate': evidence }) as JsonObject;
  const { address: walletAddress, algorithm, publicKey } = alice;
  const all = layout.classes.map((_, place) => place);
  const groups = [{ classes: all, recipients: [{ walletAddress, algorithm, publicKey }] }];
  const sealing = {
    ...{ run, groups, files: [], seeds, classes: good(contentOf(layout, data, [])).classes },
    ...(isPublic && { open: evidence }),
  };
  const statement = gated.statement() as unknown as GateStatement;
  const header = { ...run, blueprintId: 'loan' };
  const met: MetGate = {
    ...{ statement, parts },
    gate: { ...gate!, header, run: bound, nonce: '', verifier: requires.verifiedBy ? bob.address : undefined },
  };
  const asking = { reg: 7, blueprintId: 'loan', met: { met: [met], evidence, isPublic }, sealing };
  const chain = { view: () => ledger.view };
  const random = { bytes: (length: number) => Buffer.alloc(length, 3) };
  const ask = (verifiers?: GateVerifiers, more: object = {}) =>
    verifyGates({ chain, random, verifiers }, { ...asking, ...more });
  return { gated, ask, sealing, statement, met, asking };
}

/** A node that judges as it has to, and signs. */
function honest({ at }: GatedLedger): GateVerifiers {
  return {
    async ask({ text, registerId, wallet }): Promise<Result<Uint8Array>> {
      const { view, state } = at.ledger;
      const here = { view, height: state.height, nowMs: SEALED_MS - 60_000, registerId, wallet };
      const verdict = judgeVerification(verificationOf(text)!, here);
      return isFailure(verdict) ? verdict : sign(bob.algorithm, bob.privateKey, verdict.digest);
    },
  };
}

const answering = (answer: Result<Uint8Array>): GateVerifiers => ({ ask: async () => answer });

describe('actors/workflow/credentials/verified-gates', () => {
  for (const requires of [VERIFIED, { ...VERIFIED, evidence: 'public' as const }])
    it(`have a signature over the root that is sealed then (${requires.evidence ?? 'sealed'})`, async () => {
      const { gated, ask, sealing, statement } = stage(requires);
      const { statements, gateSeeds } = good(await ask(honest(gated)));
      const made = good(encryptCells({ ...sealing, ...(gateSeeds && { gateSeeds }), entropy: new Uint8Array(32) }));
      const [{ by, ...stated }] = statements as readonly [GateStatement];
      expect(stated).to.deep.equal(statement);
      expect(by).to.include({ wallet: bob.address, publicKey: toBase64(bob.publicKey), algorithm: bob.algorithm });
      const root = new Uint8Array(Buffer.from(made.root, 'base64url'));
      const open = (made['@gate'] as JsonObject | undefined)?.['licence'];
      const digest = verifiedDigest({ place: placeOf(sealing.run), root, open }, stated);
      expect(verifySync(bob.algorithm, bob.publicKey, digest, fromBase64(by!.signature)!)).to.equal(true);
      expect(gateSeeds?.length).to.equal(requires.evidence ? undefined : 1);
    });

  it('are stated as they are where nobody verifies them', async () => {
    const { ask, statement } = stage({});
    expect(await ask()).to.deep.equal({ statements: [statement] });
  });

  it('are not sealed without a good signature', async () => {
    const { ask } = stage();
    const refusals = async (verifiers?: GateVerifiers) => placesOf(await ask(verifiers));
    const other = answering(sign(alice.algorithm, alice.privateKey, new Uint8Array(32)));
    expect(await refusals(other)).to.deep.equal(['CREDENTIAL_REFUSED /gates/licence']);
    expect(await refusals()).to.deep.equal(['CREDENTIAL_REFUSED /gates/licence']);
    const away = (code: IssueCode) => answering(fail(issue(code, '/elsewhere', 'So it says.')));
    for (const code of ['CREDENTIAL_REFUSED', 'NODE_UNAVAILABLE', 'WALLET_NODE_AWAY'] as const)
      expect(await refusals(away(code))).to.deep.equal([`${code} /gates/licence`]);
    expect(await refusals(away('TOKEN_INVALID')), 'no code by which a client would log out').to.deep.equal([
      'WALLET_NODE_AWAY /gates/licence',
    ]);
  });

  it('are not asked of a wallet that holds the role no more, or has no active record', async () => {
    const { ask, met, asking } = stage();
    for (const verifier of [undefined, 'qr1other']) {
      const gate = { ...met.gate, verifier };
      const given = { met: { ...asking.met, met: [{ ...met, gate }] } };
      expect(placesOf(await ask(answering(new Uint8Array(64)), given))).to.deep.equal([
        'CREDENTIAL_REFUSED /gates/licence',
      ]);
    }
  });
});
