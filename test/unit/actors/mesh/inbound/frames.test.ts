// Frames of peers against fakes of the parts: each goes to one part, and what no honest peer sends is told to the
// caller.
import { expect } from 'chai';
import { InboundFrames, type InboundFramesPorts } from '../../../../../actors/mesh/inbound/frames.js';
import { issue } from '../../../../../core/base/issue.js';
import { fail } from '../../../../../core/base/result.js';
import type { Frame } from '../../../../../core/mesh/frames.js';
import type { Peer } from '../../../../../core/mesh/types.js';
import type { Transaction } from '../../../../../core/model/transaction.js';

const REGISTER = 'ab'.repeat(16);
const PEER: Peer = { peerId: 'peer', orgId: 'org', consensusKey: '', standing: 'member', bootId: '' };
const tx = (registerId = REGISTER) => ({ txId: 'tx', header: { registerId } }) as Transaction;
const offer = (...transactions: Transaction[]): Frame => ({ type: 'offer', registerId: REGISTER, transactions });

function bench({ mayWrite = true, honest = true, failing = false } = {}) {
  const calls: string[] = [];
  const logged: unknown[] = [];
  const note = (name: string) => {
    calls.push(name);
    return honest;
  };
  const later = (name: string): Promise<never> => {
    calls.push(name);
    return failing ? Promise.reject(new Error(name)) : (Promise.resolve() as Promise<never>);
  };
  const ports: InboundFramesPorts = {
    log: { error: (about) => void logged.push(about) },
    ledger: { submit: (_, options) => later(`submit ${options.from}`) },
    files: { onOffered: () => void note('offered files') },
    access: {
      writable: () => (mayWrite ? ({} as never) : fail(issue('REGISTER_NOT_FOUND', '', 'There is no such register.'))),
    },
    consensus: { receive: (_, { type }) => note(`consensus ${type}`) },
    tipAnnouncer: {
      interest: () => note('interest'),
      onHeard: () => note('tip'),
      fork: () => void note('fork'),
    },
    antiEntropy: { onHeard: () => later('digest') },
    evidence: { onHeard: () => note('evidence') as true },
  };
  return { calls, logged, take: (frame: object) => new InboundFrames(ports).take(PEER, frame as Frame) };
}

describe('actors/mesh/inbound/frames', () => {
  const OF: readonly (readonly [object, string])[] = [
    [{ type: 'consensus' }, 'consensus consensus'],
    [{ type: 'want-body' }, 'consensus want-body'],
    [{ type: 'body' }, 'consensus body'],
    [{ type: 'want-docket' }, 'consensus want-docket'],
    [{ type: 'interest', on: false }, 'interest'],
    [{ type: 'head', head: {} }, 'tip'],
    [{ type: 'digest', buckets: [] }, 'digest'],
    [{ type: 'fork', proof: {} }, 'fork'],
    [{ type: 'evidence' }, 'evidence'],
  ];
  for (const [frame, part] of OF)
    it(`go to one part: ${part}`, () => {
      const { calls, take } = bench();
      expect(take(frame)).to.equal(true);
      expect(calls).to.deep.equal([part]);
    });

  it('of a kind that can be checked at once are refused where the part refuses them', () => {
    const refused = OF.map(([frame]) => bench({ honest: false }).take(frame));
    expect(refused).to.deep.equal([false, false, false, false, false, false, true, true, false]);
    // A peer may learn late that this node gave its register up.
    expect(bench({ honest: false }).take({ type: 'interest', on: true })).to.equal(true);
  });

  it('that offer submissions have their files expected before the first is submitted, in the turn of their organisation', () => {
    const { calls, take } = bench();
    expect(take(offer(tx(), tx()))).to.equal(true);
    expect(calls).to.deep.equal(['offered files', 'submit peer org', 'submit peer org']);
  });

  it('that offer something of another register are a lie, and nothing of them is submitted', () => {
    const { calls, take } = bench();
    expect(take(offer(tx(), tx('cd'.repeat(16))))).to.equal(false);
    expect(calls).to.be.empty;
  });

  it('that offer what the peer may not write are dropped without blame', () => {
    const { calls, take } = bench({ mayWrite: false });
    expect(take(offer(tx()))).to.equal(true);
    expect(calls).to.be.empty;
  });

  it('are taken although what they set off fails, which is logged', async () => {
    const { logged, take } = bench({ failing: true });
    expect([take(offer(tx())), take({ type: 'digest', buckets: [] })]).to.deep.equal([true, true]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(logged).to.have.length(2);
  });
});
