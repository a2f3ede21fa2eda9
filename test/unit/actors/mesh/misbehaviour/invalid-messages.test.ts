// The blame for a false signature or a wrong docket falls on the member that sent it about the height that is decided
// here. No blame falls on a member that merely lags, runs ahead, follows another roster or passes on what others had
// prepared.
import { expect } from 'chai';
import { InvalidMessages } from '../../../../../actors/mesh/misbehaviour/invalid-messages.js';
import { isFailure } from '../../../../../core/base/result.js';
import { voteDigest } from '../../../../../core/consensus/digest.js';
import type { Message, Proposal, Vote } from '../../../../../core/consensus/types.js';
import type { Frame } from '../../../../../core/mesh/frames.js';
import { bodyRootOf } from '../../../../../core/register/body-roots.js';
import { docketHash } from '../../../../../core/register/docket.js';
import { rosterHashOf } from '../../../../../core/register/roster.js';
import { transactionOf } from '../../../../../core/transaction/encode.js';
import { MeshWorld, peerOf } from '../../../../support/mesh/mesh-world.js';
import { REGISTER_ID } from '../../../../support/node/ledger-world.js';

const THREE = ['one', 'two', 'three'];
const HASH = 'ab'.repeat(32);
const FALSE = 'cd'.repeat(64);
/** Another signature of the same length. */
const turned = (base64: string) => `${base64.startsWith('A') ? 'B' : 'A'}${base64.slice(1)}`;

async function founded() {
  const mesh = await MeshWorld.of(...THREE);
  const pin = await mesh.found(THREE);
  await mesh.clock.advance(2000);
  const leader = THREE.find((name) => mesh.seat(name).validatorId === mesh.state('one').proposer)!;
  return { mesh, pin, leader };
}

const blames = (mesh: MeshWorld) => mesh.net.blames.map(({ peerId, offence }) => [peerId, offence]);

describe('false signatures of members', () => {
  async function heard(given: Partial<Vote>, from = 'two') {
    const mesh = await MeshWorld.of(...THREE);
    await mesh.found(THREE);
    await mesh.clock.advance(2000);
    const { genesisHash, roster, height } = mesh.state('one');
    const vote: Vote = {
      ...{ kind: 'COMMIT', registerId: REGISTER_ID, genesisHash, height: height + 1, round: 0, docketHash: HASH },
      ...{ rosterHash: rosterHashOf(roster), voter: mesh.seat('two').validatorId, approve: true, code: '' },
      ...{ signature: FALSE, ...given },
    };
    const message = { type: 'vote', vote } as const;
    mesh.node('one').driver.frame(mesh.node(from).net.self, { type: 'consensus', registerId: REGISTER_ID, message });
    await mesh.clock.advance(50);
    const found = blames(mesh);
    await mesh.stop();
    return found;
  }

  it('cost their sender points', async () => {
    expect(await heard({})).to.deep.equal([[peerOf('two'), 'invalid-signature']]);
  });

  it('cost nothing of another height, roster, genesis or sender', async () => {
    for (const other of [{ height: 1 }, { height: 3 }, { height: 9 }, { rosterHash: HASH }, { genesisHash: HASH }])
      expect([other, await heard(other)]).to.deep.equal([other, []]);
    expect(await heard({}, 'three')).to.deep.equal([]);
  });
});

describe('wrong dockets of members', () => {
  /** Every proposal of the node goes out with another docket, signed. */
  async function lied(change: (mesh: MeshWorld, proposal: Proposal) => Proposal['docket']) {
    const { mesh, pin, leader } = await founded();
    const { keys } = mesh.node(leader);
    mesh.net.alter = (from, _to, frame): Frame => {
      if (from !== peerOf(leader) || frame.type !== 'consensus' || frame.message.type !== 'proposal') return frame;
      const { proposal } = frame.message;
      const docket = change(mesh, proposal);
      const { signature: _old, ...vote } = { ...proposal.prepare, docketHash: docket.hash };
      const prepare = { ...vote, signature: keys.current.sign(voteDigest(vote)) };
      return { ...frame, message: { type: 'proposal', proposal: { ...proposal, docket, prepare } } };
    };
    await mesh.submit(leader, mesh.action(leader, pin, 1));
    await mesh.clock.advance(300);
    const found = mesh.net.blames.map(({ peerId, offence }) => `${offence} ${peerId === peerOf(leader)}`);
    await mesh.stop();
    return found;
  }

  it('cost their proposer points at each member, once', async () => {
    const found = await lied((_mesh, { docket }) => {
      const header = { ...docket.header, stateHash: HASH };
      return { ...docket, header, hash: docketHash(header) };
    });
    expect(found).to.deep.equal(['protocol true', 'protocol true']);
  });

  it('cost more with transactions that no wallet signed', async () => {
    const found = await lied((_mesh, { docket }) => {
      const transactions = docket.transactions.map((tx) => {
        const signatures = tx.signatures.map((one) => ({ ...one, signatureValue: turned(one.signatureValue) }));
        const forged = transactionOf({ ...tx.header, transactionId: tx.txId, payload: tx.payload, signatures });
        return !isFailure(forged) ? forged : tx;
      });
      const header = { ...docket.header, bodyRoot: bodyRootOf(transactions) };
      expect(header.bodyRoot).to.not.equal(docket.header.bodyRoot);
      return { ...docket, transactions, header, hash: docketHash(header) };
    });
    expect(found).to.deep.equal(['invalid-signature true', 'invalid-signature true']);
  });

  it('cost their proposer points when the body is not the one that the header commits to', async () => {
    const found = await lied((_mesh, { docket }) => ({ ...docket, transactions: [] }));
    expect(new Set(found)).to.deep.equal(new Set(['protocol true']));
  });

  it('cost their proposer points when they name another history', async () => {
    const found = await lied((_mesh, { docket }) => {
      const header = { ...docket.header, historyRoot: HASH };
      return { ...docket, header, hash: docketHash(header) };
    });
    expect(found).to.deep.equal(['protocol true', 'protocol true']);
  });

  it('cost nothing for who passes on a torn proposal of another, or answers for another height', () => {
    const blamed: string[] = [];
    const falsehoods = new InvalidMessages({
      ledger: { register: () => ({ genesisHash: HASH }) as never, state: () => ({ height: 3 }) as never },
      rosters: { rosterHash: () => HASH },
      net: () => ({ blame: (peerId, offence) => void blamed.push(`${peerId} ${offence}`) }),
    });
    const prepare = { voter: 'a', registerId: 'r', genesisHash: HASH, rosterHash: HASH, height: 4, round: 1 } as Vote;
    const heard = (from: string, given: Partial<Vote>, code: 'DOCKET_ROOT_MISMATCH' | 'CERTIFICATE_INVALID') => {
      const message = { type: 'proposal', proposal: { prepare: { ...prepare, ...given } } } as Message;
      falsehoods.onRefused('r', from, { envelope: { message, from }, problem: { code, path: '', message: '' } });
    };
    heard('b', {}, 'DOCKET_ROOT_MISMATCH');
    heard('b', {}, 'CERTIFICATE_INVALID');
    heard('a', { height: 5 }, 'CERTIFICATE_INVALID');
    heard('a', { rosterHash: 'other' }, 'CERTIFICATE_INVALID');
    expect(blamed).to.deep.equal([]);
    heard('a', { height: 5 }, 'DOCKET_ROOT_MISMATCH');
    heard('a', {}, 'CERTIFICATE_INVALID');
    expect(blamed).to.deep.equal(['a protocol', 'a protocol']);
  });

  it('cost nothing where the clock is what refuses them', async () => {
    const found = await lied((_mesh, { docket }) => {
      const header = { ...docket.header, timestampMs: docket.header.timestampMs + 3_600_000 };
      return { ...docket, header, hash: docketHash(header) };
    });
    expect(found).to.deep.equal([]);
  });

  it('cost nothing for who proposes what others had prepared, and no second time for who built them', () => {
    const blamed: string[] = [];
    const falsehoods = new InvalidMessages({
      ledger: { register: () => undefined, state: () => ({}) as never },
      rosters: { rosterHash: () => HASH },
      net: () => ({ blame: (peerId, offence) => void blamed.push(`${peerId} ${offence}`) }),
    });
    const prepare = { voter: 'a', height: 4, round: 1, docketHash: HASH } as Vote;
    const docket = { hash: HASH, header: { proposer: 'a' } };
    const own = { docket, prepare, prepared: null, round: 1, justification: [] };
    const said = (proposal: unknown) => ({ message: { type: 'proposal', proposal } as Message, from: 'a' });
    const refused: Vote = { ...prepare, voter: 'b', approve: false, code: 'VAL_SIG_002' };
    falsehoods.onSigned('r', 'A', said({ ...own, prepared: {} }));
    falsehoods.onSigned('r', 'A', said({ ...own, docket: { hash: HASH, header: { proposer: 'c' } } }));
    falsehoods.onVoted('r', refused);
    expect(blamed).to.deep.equal([]);
    falsehoods.onSigned('r', 'A', said(own));
    falsehoods.onVoted('r', { ...refused, code: 'DOCKET_TIME_INVALID' });
    falsehoods.onVoted('r', { ...refused, code: '', approve: true });
    expect(blamed).to.deep.equal([]);
    falsehoods.onVoted('r', refused);
    falsehoods.onVoted('r', refused);
    expect(blamed).to.deep.equal(['A invalid-signature']);
  });
});
