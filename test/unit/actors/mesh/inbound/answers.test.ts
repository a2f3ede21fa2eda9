// Answers to peers against fakes of the ledger and the parts: what is refused, in which order, and how much at most.
import { expect } from 'chai';
import { PeerAnswers, type PeerAnswersPorts } from '../../../../../actors/mesh/inbound/answers.js';
import { issue } from '../../../../../core/base/issue.js';
import { HEADS_MAX } from '../../../../../core/base/limits/node/replication.js';
import { fail } from '../../../../../core/base/result.js';
import type { Peer } from '../../../../../core/mesh/types.js';
import type { SealedDocket } from '../../../../../core/model/register.js';
import type { Transaction } from '../../../../../core/model/transaction.js';

const REGISTER = 'ab'.repeat(16);
const PEER: Peer = { peerId: 'peer', orgId: 'org', consensusKey: '', standing: 'member', bootId: '' };
const FORBIDDEN = issue('FORBIDDEN', '', 'A guest may only read.');
const PARTED = issue('VAL_CHAIN_004', '/docket/header/prevHash', 'The docket follows another docket.');
const tx = (txId: string, registerId = REGISTER) => ({ txId, header: { registerId } }) as Transaction;
const sealed = (height: number) => ({ docket: { header: { registerId: REGISTER, height } } }) as SealedDocket;

interface Given {
  readonly mayWrite?: boolean;
  readonly adopted?: Awaited<ReturnType<PeerAnswersPorts['ledger']['adopt']>>;
  /** Of the register here; null where it is not open. */
  readonly height?: number | null;
  readonly outcome?: object;
}

function bench({ mayWrite = true, adopted = 'sealed', height = 7, outcome = { status: 'pending' } }: Given = {}) {
  const calls: string[] = [];
  const state = () => (height === null ? fail(issue('REGISTER_OFFLINE', '', 'It is closed.')) : { height });
  const ports = {
    ledger: {
      register: (id: string) => ({ id }),
      state,
      submit: async ({ txId }: Transaction, { durable = false }) => {
        calls.push(`submit ${txId}${durable ? ' durably' : ''}`);
        return outcome;
      },
      adopt: async () => {
        calls.push('adopt');
        return adopted;
      },
    },
    files: { onOffered: () => void calls.push('offered files') },
    access: { writable: () => (mayWrite ? {} : fail(FORBIDDEN)) },
    tipAnnouncer: {
      claimFor: async ({ id }: { readonly id: string }) => (id.startsWith('hidden') ? undefined : { registerId: id }),
    },
    antiEntropy: { bucket: () => Array.from({ length: HEADS_MAX + 5 }, (_, i) => ({ id: `r${i}` })) },
    replication: { hint: (_: string, peerId: string, at: number) => void calls.push(`hint ${peerId} ${at}`) },
    told: { onParted: (_: string, peerId: string, at: number) => void calls.push(`parted ${peerId} ${at}`) },
  };
  return { calls, answers: new PeerAnswers(ports as unknown as PeerAnswersPorts) };
}

describe('actors/mesh/inbound/answers', () => {
  it('submit nothing for a peer that may not write, and expect no file of it', async () => {
    const { calls, answers } = bench({ mayWrite: false });
    const ask = { registerId: REGISTER, transactions: [tx('a'), tx('b')], durable: false };
    const told = await answers.submit(PEER, ask);
    expect(told.map(({ txId, status }) => [txId, status])).to.deep.equal([
      ['a', 'refused'],
      ['b', 'refused'],
    ]);
    expect(calls).to.be.empty;
  });

  it('refuse of a list only what is of another register', async () => {
    const { calls, answers } = bench();
    const ask = { registerId: REGISTER, transactions: [tx('a', 'cd'.repeat(16)), tx('b')], durable: true };
    const told = await answers.submit(PEER, ask);
    expect(told.map(({ status }) => status)).to.deep.equal(['refused', 'accepted']);
    expect(calls).to.deep.equal(['offered files', 'submit b durably']);
  });

  it('say of a sealed submission where it is, and of a refused one why', async () => {
    const ask = { registerId: REGISTER, transactions: [tx('a')], durable: false };
    const [there] = await bench({ outcome: { status: 'sealed', height: 3, index: 1 } }).answers.submit(PEER, ask);
    expect(there).to.deep.equal({ txId: 'a', status: 'sealed', height: 3, index: 1 });
    const [refused] = await bench({ outcome: { status: 'refused', issues: [PARTED] } }).answers.submit(PEER, ask);
    expect(refused).to.deep.equal({ txId: 'a', status: 'refused', issue: PARTED });
  });

  it('tell no more heads than a frame may have, and none that the peer may not know of', async () => {
    const { answers } = bench();
    expect(await answers.heads(PEER, { bucket: 1 })).to.have.length(HEADS_MAX);
    const registerIds = [...Array.from({ length: HEADS_MAX }, (_, i) => (i % 2 ? `r${i}` : `hidden${i}`)), 'late'];
    const told = await answers.heads(PEER, { registerIds });
    expect(told.map(({ registerId }) => registerId)).to.deep.equal(registerIds.filter((id) => /^r\d/.test(id)));
  });

  it('judge a decided docket only where the peer may write and nothing lacks below it', async () => {
    const guest = bench({ mayWrite: false });
    expect(await guest.answers.validateDocket(PEER, sealed(8))).to.deep.equal({
      status: 'invalid',
      height: 0,
      issues: [FORBIDDEN],
    });
    const behind = bench();
    expect(await behind.answers.validateDocket(PEER, sealed(9))).to.include({ status: 'behind', height: 7 });
    expect([guest.calls, behind.calls]).to.deep.equal([[], ['hint peer 9']]);
    const closed = bench({ height: null });
    expect(await closed.answers.validateDocket(PEER, sealed(1))).to.include({ status: 'sealed', height: 0 });
  });

  it('turn to the peer that brought a docket of another branch, once it was judged', async () => {
    const { calls, answers } = bench({ adopted: fail(PARTED) });
    expect(await answers.validateDocket(PEER, sealed(8))).to.deep.equal({
      status: 'invalid',
      height: 7,
      issues: [PARTED],
    });
    expect(calls).to.deep.equal(['adopt', 'parted peer 7']);
    const other = bench({ adopted: fail(issue('CERTIFICATE_INVALID', '', 'A signature is not of its voter.')) });
    await other.answers.validateDocket(PEER, sealed(8));
    expect(other.calls).to.deep.equal(['adopt']);
  });
});
