// Two ends of a link as they really encode and decode: a proposal crosses without the bodies that crossed before. It
// crosses all the same when frames are lost or overtake each other, and when caches are too small. It does so too when
// the other end lies or knows nothing of thin proposals.
import { expect } from 'chai';
import { compareBytes } from '../../../../../core/base/bytes.js';
import { isFailure } from '../../../../../core/base/result.js';
import type { Frame } from '../../../../../core/mesh/frames.js';
import type { Peer } from '../../../../../core/mesh/types.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { Frames } from '../../../../../node/network/links/frames.js';
import { TransactionCache } from '../../../../../node/network/links/transaction-cache.js';
import { decodeFrame, encodeFrame, encodeThin } from '../../../../../proto/codec/frame.js';
import { proposalOf } from '../../../../support/mesh/proposals.js';
import { straightLanes } from '../../../../support/mesh/straight-lanes.js';
import { QUIET } from '../../../../support/node/ledger-world.js';
import { aTransaction, REGISTER } from '../../../../support/register/a-chain.js';

const SIZES = { payloadBytes: 1000 };
const upTo = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => aTransaction({ ...SIZES, n: from + n }));
const offer = (transactions: readonly Transaction[]): Frame => ({ type: 'offer', registerId: REGISTER, transactions });

/** One node: what it put on the wire to each peer and was not passed on yet, and what its driver got. */
class End {
  readonly cache = new TransactionCache();
  readonly out: { readonly to: string; readonly bytes: Buffer }[] = [];
  readonly got: Frame[] = [];
  readonly blamed: string[] = [];
  readonly budget: [string, number][] = [];
  readonly dropped: string[] = [];
  readonly peer: Peer;
  readonly frames: Frames;
  isFull = false;
  affords = true;

  constructor(name: string, { isLinked = true, standing = 'member' as Peer['standing'] } = {}) {
    this.peer = { peerId: name, orgId: 'northwind', consensusKey: '', standing, bootId: 'first' };
    this.frames = new Frames({
      clock: { now: () => 1000, steady: () => 1000, setTimer: () => ({ cancel: () => undefined }) },
      log: QUIET,
      book: {
        takes: (_, budget, amount) => {
          this.budget.push([budget, amount]);
          return this.affords || budget !== 'offer-bytes';
        },
        takesRoundChange: () => true,
        blame: (_, offence) => void this.blamed.push(offence),
        onSeen: () => undefined,
      },
      transactions: this.cache,
      metrics: { frame: () => undefined, onDropped: (way, kind) => void this.dropped.push(`${way} ${kind}`) },
      ...straightLanes((to, bytes) => {
        if (!this.isFull) this.out.push({ to, bytes });
        return !this.isFull;
      }),
      ...{ isLinked: () => isLinked, queuedBytes: () => 0 },
      service: () => ({ frame: (_, frame) => void this.got.push(frame) }),
      takeDescriptor: () => true,
      onWanted: () => undefined,
    });
  }

  /** The frames on the wire to the other end; nothing is passed on. */
  get wire(): readonly string[] {
    return this.out.map(({ bytes }) => {
      const frame = decodeFrame(bytes);
      return isFailure(frame) ? frame.issue.code : frame.type;
    });
  }
}

/** Passes on everything that is on the way between the two, until nothing is. */
function settle(a: End, b: End): void {
  while (a.out.length + b.out.length > 0)
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const)
      for (const { bytes } of from.out.splice(0)) to.frames.onReceived(from.peer, Buffer.from(bytes));
}

function pair(): { readonly a: End; readonly b: End; send(from: End, frame: Frame): void } {
  const [a, b] = [new End('a'), new End('b')];
  return { a, b, send: (from, frame) => void from.frames.send((from === a ? b : a).peer.peerId, frame) };
}

describe('thin proposals between two ends of a link', () => {
  it('leave out what was offered, and arrive as they are', () => {
    const { a, b, send } = pair();
    const transactions = upTo(50);
    const proposal = proposalOf(transactions);
    send(a, offer(transactions));
    settle(a, b);
    send(a, proposal);
    expect(a.out[0]!.bytes.length).to.be.below(50 * 34 + 2000);
    settle(a, b);
    expect(b.got).to.deep.equal([offer(transactions), proposal]);
    expect([b.blamed, b.dropped]).to.deep.equal([[], []]);
    const bytes = transactions.reduce((sum, tx) => sum + tx.bytes.length, 0);
    expect(b.budget.at(-1)).to.deep.equal(['offer-bytes', bytes]);
  });

  it('are known by both ends until the link breaks', () => {
    const { a, b, send } = pair();
    const [sent, other] = upTo(2) as [Transaction, Transaction];
    send(a, offer([sent]));
    settle(a, b);
    const got = (b.got[0] as Extract<Frame, { type: 'offer' }>).transactions[0] as Transaction;
    expect([a.frames.hasPassed('b', sent), b.frames.hasPassed('a', got)]).to.deep.equal([true, true]);
    expect([a.frames.hasPassed('b', other), a.frames.hasPassed('c', sent)]).to.deep.equal([false, false]);
    a.frames.onLost('b');
    expect(a.frames.hasPassed('b', sent)).to.equal(false);
  });

  it('and whole ones are charged by their bytes before they are decoded, and so is every frame that may carry a docket', () => {
    const { a, b } = pair();
    const transactions = upTo(50);
    const proposal = proposalOf(transactions);
    const { docket } = proposal.message.proposal;
    for (const frame of [proposal, { type: 'body', registerId: REGISTER, docket }] as const) {
      const bytes = Buffer.from(encodeFrame(frame));
      b.affords = true;
      b.budget.length = 0;
      b.frames.onReceived(a.peer, bytes);
      expect(b.budget).to.deep.equal([
        ['votes', 1],
        ['offer-bytes', bytes.length],
      ]);
      b.affords = false;
      const got = b.got.length;
      // It would be blamed if it was decoded.
      b.frames.onReceived(a.peer, Buffer.concat([bytes, Buffer.alloc(1000, 255)]));
      expect([b.got.length, b.blamed]).to.deep.equal([got, []]);
      expect(b.dropped.at(-1)).to.equal('in any');
    }
    b.budget.length = 0;
    b.frames.onReceived(a.peer, Buffer.from(encodeFrame({ type: 'want-docket', registerId: REGISTER, height: 1 })));
    expect(b.budget, 'what is small counts as one frame').to.deep.equal([['votes', 1]]);
  });

  it('leave out what the other end offered, also when only that end reads them', () => {
    const { a, b, send } = pair();
    const [own, theirs] = [upTo(5), upTo(5, 100)];
    send(b, offer(theirs));
    send(a, offer(own));
    settle(a, b);
    // The builder takes what it was given: these objects.
    const received = (a.got[0] as Extract<Frame, { type: 'offer' }>).transactions;
    send(a, proposalOf([...own, ...received]));
    expect(a.out[0]!.bytes.length).to.be.below(10 * 34 + 2000);
    settle(a, b);
    expect(b.got.at(-1)).to.deep.equal(proposalOf([...own, ...theirs]));
  });

  it('carry the bodies that did not pass over this link', () => {
    const { a, b, send } = pair();
    const [known, other] = [upTo(5), upTo(5, 100)];
    send(a, offer(known));
    send(a, proposalOf([...known, ...other]));
    expect(a.wire).to.deep.equal(['offer', 'thin']);
    expect(a.out[1]!.bytes.length).to.be.within(5 * 1000, 7 * 1000 + 4000);
    settle(a, b);
    expect(b.got[1]).to.deep.equal(proposalOf([...known, ...other]));
    send(a, proposalOf(upTo(3, 200)));
    expect(a.wire).to.deep.equal(['consensus']);
  });

  it('are encoded once for all that have everything', () => {
    const { a, b } = pair();
    const transactions = upTo(5);
    const proposal = proposalOf(transactions);
    for (const to of ['b', 'c', 'd']) a.frames.send(to, offer(transactions));
    for (const to of ['b', 'c', 'd', 'e']) a.frames.send(to, proposal);
    const [one, two, three, four] = a.out.slice(3).map(({ bytes }) => bytes);
    expect([one === two, two === three, a.wire.slice(3)]).to.deep.equal([
      true,
      true,
      ['thin', 'thin', 'thin', 'consensus'],
    ]);
    b.frames.onReceived(a.peer, four!);
    expect(b.got).to.deep.equal([proposal]);
  });

  it('go as a whole when the offer was lost, and so do the next ones', () => {
    const { a, b, send } = pair();
    const [transactions, more] = [upTo(5), upTo(5, 50)];
    send(a, offer(transactions));
    send(a, offer(more));
    a.out.length = 0;
    const proposal = proposalOf(transactions);
    send(a, proposal);
    b.frames.onReceived(a.peer, a.out.splice(0)[0]!.bytes);
    expect([b.wire, b.got]).to.deep.equal([['again'], []]);
    a.frames.onReceived(b.peer, b.out.splice(0)[0]!.bytes);
    expect(a.wire).to.deep.equal(['consensus']);
    settle(a, b);
    expect(b.got).to.deep.equal([proposal]);
    send(a, proposalOf(more));
    expect(a.wire).to.deep.equal(['consensus']);
    settle(a, b);
    send(a, offer(upTo(2, 90)));
    expect([a.blamed, b.blamed]).to.deep.equal([[], []]);
  });

  it('arrive when they overtake the offer', () => {
    const { a, b, send } = pair();
    const transactions = upTo(5);
    send(a, offer(transactions));
    send(a, proposalOf(transactions));
    a.out.reverse();
    settle(a, b);
    expect(b.got).to.deep.equal([offer(transactions), proposalOf(transactions)]);
  });

  it('arrive when the other end has forgotten the bodies', () => {
    const { a, b, send } = pair();
    const transactions = upTo(5);
    send(a, offer(transactions));
    settle(a, b);
    // From other links: more than the cache holds.
    for (let n = 0; n < 24; n++) b.cache.decode(aTransaction({ n, payloadBytes: 3 << 20 }).bytes);
    send(a, proposalOf(transactions));
    expect(a.wire).to.deep.equal(['thin']);
    settle(a, b);
    expect(b.got[1]).to.deep.equal(proposalOf(transactions));
  });

  it('go as a whole over a link that is new, or of which a stream broke', () => {
    const { a, b, send } = pair();
    const transactions = upTo(5);
    for (const end of ['onLost', 'forget'] as const) {
      send(a, offer(transactions));
      a.frames[end](b.peer.peerId);
      send(a, proposalOf(transactions));
      expect(a.wire).to.deep.equal(['offer', 'consensus']);
      a.out.length = 0;
    }
  });

  it('keep nothing of a peer that is not linked', () => {
    const a = new End('a', { isLinked: false });
    a.frames.send('b', offer(upTo(5)));
    a.frames.send('b', proposalOf(upTo(5)));
    const transactions = upTo(3, 20);
    a.frames.onReceived(new End('b').peer, Buffer.from(encodeFrame(offer(transactions))));
    a.frames.send('b', proposalOf((a.got[0] as Extract<Frame, { type: 'offer' }>).transactions));
    expect(a.wire).to.deep.equal(['offer', 'consensus', 'consensus']);
  });

  it('go as a whole when consensus sends them again', () => {
    const { a, b, send } = pair();
    const transactions = upTo(5);
    send(a, offer(transactions));
    for (let n = 0; n < 3; n++) send(a, proposalOf(transactions));
    send(a, proposalOf(transactions, 1));
    expect(a.wire).to.deep.equal(['offer', 'thin', 'consensus', 'consensus', 'thin']);
    settle(a, b);
    expect(b.got).to.have.length(5);
  });

  it('are handed out once, and a peer that asks on is dropped and in the end blamed', () => {
    const { a, b, send } = pair();
    const transactions = upTo(5);
    send(a, offer(transactions));
    send(a, proposalOf(transactions));
    const thin = decodeFrame(a.out.splice(0)[1]!.bytes);
    if (isFailure(thin) || thin.type !== 'thin') return expect.fail('not thin');
    const again = Buffer.from(encodeFrame({ type: 'again', id: thin.id }));
    a.frames.onReceived(b.peer, again);
    expect(a.wire).to.deep.equal(['consensus']);
    for (let n = 0; n < 1000; n++) a.frames.onReceived(b.peer, again);
    expect(a.wire).to.deep.equal(['consensus']);
    expect([a.dropped.length, a.dropped[0], a.blamed]).to.deep.equal([1000, 'in again', ['flood']]);
  });

  it('of a liar cost one question each, are never delivered, and are blamed when they are a flood', () => {
    const { a, b } = pair();
    const proposal = proposalOf(upTo(5));
    for (let id = 1; id <= 3; id++)
      b.frames.onReceived(a.peer, Buffer.from(encodeThin(proposal, { id, has: () => true })!));
    expect([b.wire, b.got]).to.deep.equal([['again', 'again', 'again'], []]);
    settle(a, b);
    for (let id = 4; id <= 1000; id++)
      b.frames.onReceived(a.peer, Buffer.from(encodeThin(proposal, { id, has: () => true }) ?? []));
    expect([b.got, b.blamed]).to.deep.equal([[], ['flood']]);
  });

  it('that name more than a docket holds are an offence', () => {
    const { a, b } = pair();
    const large = aTransaction({ n: 1, payloadBytes: 3 << 20 });
    b.cache.decode(large.bytes);
    const bytes = encodeThin(proposalOf([large, large, large, large]), { id: 1, has: () => true })!;
    b.frames.onReceived(a.peer, Buffer.from(bytes));
    expect([b.blamed, b.got]).to.deep.equal([['oversize'], []]);
  });

  it('are dropped above the budget of their bodies', () => {
    const { a, b, send } = pair();
    const transactions = upTo(5);
    send(a, offer(transactions));
    settle(a, b);
    b.affords = false;
    send(a, proposalOf(transactions));
    settle(a, b);
    expect([b.got.length, b.dropped]).to.deep.equal([1, ['in thin']]);
  });

  it('are nothing that a guest may say', () => {
    const b = new End('b');
    const guest = new End('a', { standing: 'guest' });
    b.frames.onReceived(guest.peer, Buffer.from(encodeThin(proposalOf(upTo(1)), { id: 1, has: () => true })!));
    expect([b.out, b.got, b.dropped]).to.deep.equal([[], [], ['in large']]);
  });

  it('that did not leave are not handed out', () => {
    const { a, b, send } = pair();
    const transactions = upTo(5);
    send(a, offer(transactions));
    a.isFull = true;
    expect(a.frames.send(b.peer.peerId, proposalOf(transactions))).to.equal(false);
    a.isFull = false;
    a.out.length = 0;
    for (let id = 0; id < 5; id++) a.frames.onReceived(b.peer, Buffer.from(encodeFrame({ type: 'again', id })));
    expect([a.out, a.dropped[0]]).to.deep.equal([[], 'out proposal']);
    send(a, proposalOf(transactions));
    expect(a.wire).to.deep.equal(['thin']);
  });

  it('bring exactly the bytes that were signed for, whatever is in the cache', () => {
    const { a, b, send } = pair();
    const transactions = upTo(8);
    send(b, offer(upTo(8, 300)));
    send(a, offer([...transactions].reverse()));
    settle(a, b);
    send(a, proposalOf(transactions));
    settle(a, b);
    const found = b.got.at(-1);
    if (found?.type !== 'consensus' || found.message.type !== 'proposal') return expect.fail('no proposal');
    found.message.proposal.docket.transactions.forEach((tx, n) => {
      expect(compareBytes(tx.bytes, transactions[n]!.bytes)).to.equal(0);
    });
  });
});
