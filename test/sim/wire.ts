// Bytes on the simulated wire: the frames of a link by the production Frames (thin proposals, budgets), and the calls
// with their answers by the production codecs. It judges nothing; what does not decode is the offence that it is in
// production.
import type { PeerService, RangeUse } from '../../actors/mesh/ports.js';
import { issue } from '../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { transactionAsSealed } from '../../core/kinds/as-sealed.js';
import { type Bucket, budgetOf, fullBucket, type PeerBudget, take } from '../../core/mesh/budget.js';
import type { Advert, DocketRange, Frame, HeadClaim, SubmitAnswer } from '../../core/mesh/frames.js';
import type { Offence, Peer } from '../../core/mesh/types.js';
import type { SealedDocket } from '../../core/model/register.js';
import type { Transaction } from '../../core/model/transaction.js';
import { decodeTransaction } from '../../core/transaction/encode.js';
import { Frames } from '../../node/network/links/frames.js';
import { TransactionCache } from '../../node/network/links/transaction-cache.js';
import {
  decodeSubmitAnswers,
  decodeSubmitAsk,
  encodeSubmitAnswers,
  encodeSubmitAsk,
} from '../../proto/codec/submit.js';
import {
  decodeCatalogue,
  decodeHeads,
  decodeHeadsAsk,
  decodeRangeAsk,
  decodeRangePart,
  encodeCatalogue,
  encodeCatalogueAsk,
  encodeHeads,
  encodeHeadsAsk,
  encodeRangeAsk,
  encodeRangePart,
  type HeadsAsk,
} from '../../proto/codec/sync.js';
import { QUIET } from '../support/node/ledger-world.js';
import type { NodeClock } from './clock.js';
import type { Call, Packet } from './packet.js';

export interface WirePorts {
  readonly clock: NodeClock;
  send(peerId: string, packet: Packet): boolean;
  isWaiting(peerId: string, number?: number): boolean;
  blamed(peerId: string, offence: Offence, detail: string): void;
}

export type SubmitQuestion = Parameters<PeerService['submit']>[1];

/** A frame that breaks a driver is logged on a node, and ends a run here. */
const LOUD: typeof QUIET = {
  ...QUIET,
  error: (fields) => {
    throw (fields as { readonly err?: unknown }).err;
  },
};

export class Wire {
  private readonly ports: WirePorts;
  private readonly frames: Frames;
  private readonly transactions = new TransactionCache();
  /** Of the large frame that left last. */
  private number = 0;
  private readonly buckets = new Map<string, Bucket>();
  private deliver: (from: Peer, frame: Frame) => void = () => undefined;

  constructor(ports: WirePorts) {
    this.ports = ports;
    const { clock, blamed, send, isWaiting } = ports;
    this.frames = new Frames({
      ...{ clock, log: LOUD, metrics: null, transactions: this.transactions },
      book: {
        takes: (peerId, budget, amount) => this.takes(peerId, budget, amount),
        takesRoundChange: (peerId, registerId) => this.takes(`${peerId} ${registerId}`, 'round-changes', 1),
        blame: blamed,
        onSeen: () => undefined,
      },
      send: (peerId, bytes) => send(peerId, { type: 'frame', bytes }),
      bulk: {
        send: (peerId, { registerId, bytes }) => {
          this.number += 1;
          const { number } = this;
          return send(peerId, { type: 'frame', bytes, large: { registerId, number } }) ? number : undefined;
        },
        isWaiting,
        // The network of the simulation knows its rate: it asks for no marks.
        ...{ onAnswered: () => undefined, forget: () => undefined },
      },
      isLinked: () => true,
      queuedBytes: (peerId) => (isWaiting(peerId) ? 1 : 0),
      service: () => ({ frame: this.deliver }),
      takeDescriptor: () => false,
      onWanted: () => undefined,
    });
  }

  send(peerId: string, frame: Frame, isPatient = false): boolean {
    return isPatient ? this.frames.gather(peerId, frame) : this.frames.send(peerId, frame);
  }

  passed(peerId: string, tx: Transaction): boolean {
    return this.frames.hasPassed(peerId, tx);
  }

  received(from: Peer, bytes: Uint8Array, service: PeerService): void {
    this.deliver = (peer, frame) => service.frame(peer, frame);
    this.frames.onReceived(from, copyOf(bytes));
  }

  /** The link broke and is there again: what was under way is lost. */
  lost(peerId: string): void {
    this.frames.onLost(peerId);
  }

  /** They are sealed here. */
  forget(transactions: readonly Transaction[]): void {
    this.transactions.forget(transactions);
  }

  takes(peerId: string, budget: PeerBudget, amount: number): boolean {
    const nowMs = this.ports.clock.now();
    const row = budgetOf(budget, 'member');
    const key = `${budget} ${peerId}`;
    const bucket = this.buckets.get(key) ?? fullBucket(row, nowMs);
    this.buckets.set(key, bucket);
    return take(bucket, row, { amount, nowMs });
  }

  /** A call of a peer against its budget, as the server of a node counts it. */
  affords(peerId: string, call: Call, bytes: number): boolean {
    return call === 'submit' ? this.takes(peerId, 'offer-bytes', bytes) : this.takes(peerId, 'heads', 1);
  }

  /** The message that came, or undefined where it is malformed, for which its sender is blamed. */
  read<T>(peerId: string, bytes: Uint8Array, decode: (bytes: Uint8Array) => Result<T>): T | undefined {
    const found = decode(copyOf(bytes));
    if (!isFailure(found)) return found;
    const { code, path } = found.issue;
    this.ports.blamed(peerId, code === 'FRAME_TOO_LARGE' ? 'oversize' : 'protocol', `${code} ${path}`);
    return undefined;
  }

  // ---- Questions and answers, each way.

  readonly range = {
    ask: (range: DocketRange) => encodeRangeAsk({ ...range, isInPieces: false }),
    asked: decodeRangeAsk,
    answer: (sealed: SealedDocket) => encodeRangePart({ type: 'sealed', sealed }),
    answered:
      (mode: RangeUse['mode']) =>
      (bytes: Uint8Array): Result<SealedDocket> => {
        const part = decodeRangePart(bytes, mode === 'certified' ? transactionAsSealed : decodeTransaction);
        if (isFailure(part)) return part;
        if (part.type === 'sealed') return part.sealed;
        return fail(part.type === 'refused' ? part.issue : issue('FRAME_INVALID', '/piece', 'No piece was asked for.'));
      },
  };

  readonly heads = {
    ask: (which: HeadsAsk) => encodeHeadsAsk(which),
    asked: decodeHeadsAsk,
    answer: (heads: readonly HeadClaim[]) => encodeHeads(heads),
    answered: (bytes: Uint8Array) => decodeHeads(bytes, this.transactions.decode),
  };

  readonly adverts = {
    ask: () => encodeCatalogueAsk(null),
    answer: (adverts: readonly Advert[]) => encodeCatalogue({ adverts, next: null }),
    answered: (bytes: Uint8Array): Result<readonly Advert[]> => {
      const page = decodeCatalogue(bytes);
      return isFailure(page) ? page : page.adverts;
    },
  };

  readonly submit = {
    ask: (ask: SubmitQuestion) => encodeSubmitAsk(ask),
    asked: (bytes: Uint8Array) => decodeSubmitAsk(bytes, this.transactions.decode),
    answer: (answers: readonly SubmitAnswer[]) => encodeSubmitAnswers(answers),
    answered: decodeSubmitAnswers,
  };
}

/**
 * One packet reaches two copies of a node, or one node twice: each reads its own bytes, and a decoder may keep them.
 */
function copyOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes);
}
