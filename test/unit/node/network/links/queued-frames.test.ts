// A link that is slow: large content that still waits for it is not queued a second time, and is sent again as soon as
// it waits no longer.
import { expect } from 'chai';
import type { Frame } from '../../../../../core/mesh/frames.js';
import type { Certificate } from '../../../../../core/model/register.js';
import { Frames } from '../../../../../node/network/links/frames.js';
import { TransactionCache } from '../../../../../node/network/links/transaction-cache.js';
import { decodeFrame } from '../../../../../proto/codec/frame.js';
import { proposalOf } from '../../../../support/mesh/proposals.js';
import { QUIET } from '../../../../support/node/ledger-world.js';
import { aTransaction, REGISTER } from '../../../../support/register/a-chain.js';

const upTo = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => aTransaction({ payloadBytes: 500, n: from + n }));
const offer = (count: number, from = 0): Frame => ({
  type: 'offer',
  registerId: REGISTER,
  transactions: upTo(count, from),
});

class SlowLink {
  readonly #waiting: { readonly bytes: Buffer; readonly number: number }[] = [];
  readonly frames: Frames;
  isFull = false;
  private number = 0;

  constructor() {
    this.frames = new Frames({
      clock: { now: () => 1000, steady: () => 1000, setTimer: () => ({ cancel: () => undefined }) },
      log: QUIET,
      book: { takes: () => true, takesRoundChange: () => true, blame: () => undefined, onSeen: () => undefined },
      transactions: new TransactionCache(),
      metrics: null,
      send: () => true,
      bulk: {
        send: (_, { bytes }) => {
          if (this.isFull) return undefined;
          this.number += 1;
          this.#waiting.push({ bytes, number: this.number });
          return this.number;
        },
        isWaiting: (_, number) => this.#waiting.some((item) => item.number === number),
        ...{ onAnswered: () => undefined, forget: () => undefined },
      },
      ...{ isLinked: () => true, queuedBytes: () => 0 },
      service: () => ({ frame: () => undefined }),
      takeDescriptor: () => true,
      onWanted: () => undefined,
    });
  }

  send(...frames: readonly Frame[]): readonly boolean[] {
    return frames.map((frame) => this.frames.send('b', frame));
  }

  /** The oldest ones arrive. */
  drain(count = this.#waiting.length): void {
    this.#waiting.splice(0, count);
  }

  /** Frames that wait, oldest first. */
  get queue(): readonly Buffer[] {
    return this.#waiting.map(({ bytes }) => bytes);
  }

  /** Transactions of the offers that wait. */
  get offered(): readonly number[] {
    return this.queue.map((bytes) => {
      const frame = decodeFrame(bytes) as Frame;
      return frame.type === 'offer' ? frame.transactions.length : 0;
    });
  }
}

const transactions = upTo(20);
const proposal = proposalOf(transactions);
const { docket, parent } = proposal.message.proposal;
const LARGE: Readonly<Record<string, Frame>> = {
  proposal,
  body: { type: 'body', registerId: REGISTER, docket },
  decided: {
    type: 'consensus',
    registerId: REGISTER,
    message: { type: 'decided', certificate: parent as Certificate, docket },
  },
};

describe('frames that wait for a slow link', () => {
  for (const [kind, frame] of Object.entries(LARGE))
    it(`are not queued twice: a ${kind}`, () => {
      const link = new SlowLink();
      expect(link.send(frame, frame, { ...frame })).to.eql([true, true, true]);
      expect(link.queue).to.have.length(1);
      link.drain();
      link.send(frame);
      expect(link.queue, 'once it waits no longer').to.have.length(1);
    });

  it('are told apart by what they hold', () => {
    const link = new SlowLink();
    const other = proposalOf(upTo(20, 100));
    const again = { ...proposal.message.proposal, round: proposal.message.proposal.round + 1 };
    const later: Frame = { ...proposal, message: { ...proposal.message, proposal: again } };
    const elsewhere: Frame = {
      ...LARGE['body'],
      registerId: REGISTER.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
    } as Frame;
    link.send(proposal, other, later, LARGE['body'] as Frame, elsewhere);
    expect(link.queue).to.have.length(5);
  });

  it('are sent again when they have left, although others wait behind them', () => {
    const link = new SlowLink();
    link.send(proposal, offer(5), LARGE['body'] as Frame);
    link.drain(1);
    link.send(proposal);
    expect(link.queue).to.have.length(3);
    link.send(LARGE['body'] as Frame);
    expect(link.queue, 'the body still waits').to.have.length(3);
  });

  it('leave offers without what is offered and waits', () => {
    const link = new SlowLink();
    const [first, second] = [upTo(5), upTo(5, 5)];
    const all: Frame = { type: 'offer', registerId: REGISTER, transactions: [...first, ...second] };
    link.send({ type: 'offer', registerId: REGISTER, transactions: first }, all, all);
    expect(link.offered, 'the first, the rest, and no third').to.eql([5, 5]);
    link.drain(1);
    link.send(all);
    expect(link.offered, 'what left is offered again, the rest waits').to.eql([5, 5]);
    link.send(all);
    expect(link.offered, 'and it waits again').to.eql([5, 5]);
    link.drain();
    link.send(all);
    expect(link.offered).to.eql([10]);
  });

  it('are not counted as waiting where the queue took none of them', () => {
    const link = new SlowLink();
    link.send(offer(1, 50));
    link.isFull = true;
    expect(link.send(proposal, offer(3))).to.eql([false, false]);
    link.isFull = false;
    link.send(proposal, offer(3));
    expect(link.queue).to.have.length(3);
  });

  it('go again over another link', () => {
    const link = new SlowLink();
    const offered = offer(3);
    link.send(proposal, offered);
    link.frames.onLost('b');
    link.send(proposal, offered);
    expect(link.queue).to.have.length(4);
  });
});
