// The questions of this node to its peers: each call with a deadline, the breaker of the peer before it and its outcome
// after it. Answers are bounded and decoded; whether they are true is for who asked.
import type { PeerBook } from '../../../actors/mesh/peers/peer-book.js';
import type { PeerNet } from '../../../actors/mesh/ports.js';
import { WALLET_HERE } from '../../../actors/wallet-asks/here.js';
import type { Issue } from '../../../core/base/issue.js';
import { DOCKET_BYTES_MAX } from '../../../core/base/limits/ledger/transactions.js';
import {
  OFFER_BYTES_MAX,
  OFFER_TRANSACTIONS_MAX,
  RANGES_MAX,
  SYNCS_MAX,
} from '../../../core/base/limits/node/replication.js';
import type { Clock } from '../../../core/base/ports.js';
import { TaskScheduler } from '../../../core/base/queues/task-scheduler.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import { transactionAsSealed } from '../../../core/kinds/as-sealed.js';
import type { RequestClass } from '../../../core/mesh/breaker.js';
import { RANGE_STREAMS_MAX } from '../../../core/mesh/budget.js';
import type { Advert, ChunkAsk, HeadClaim, SubmitAnswer, WalletAsk } from '../../../core/mesh/frames.js';
import type { NodeDescriptor } from '../../../core/mesh/types.js';
import type { Docket, SealedDocket } from '../../../core/model/register.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { decodeTransaction } from '../../../core/transaction/encode.js';
import {
  type ChunkAnswer,
  type ChunkGift,
  decodeChunkAnswer,
  encodeChunkAsk,
  encodeChunkGift,
} from '../../../proto/codec/file-chunk.js';
import { decodeDescriptors } from '../../../proto/codec/hello.js';
import {
  decodeGenesisAnswer,
  decodeSubmitAnswers,
  encodeGenesisAsk,
  encodeSubmitAsk,
} from '../../../proto/codec/submit.js';
import {
  decodeCatalogue,
  decodeHeads,
  encodeCatalogueAsk,
  encodeHeadsAsk,
  encodeRangeAsk,
  type HeadsAsk,
} from '../../../proto/codec/sync.js';
import { decodeWalletAnswer, encodeWalletAsk } from '../../../proto/codec/wallet-ask.js';
import { PeerMeshService } from '../../../proto/gen/peer/v1/peer.js';
import type { FrameMetrics } from '../links/frames.js';
import type { TransactionCache } from '../links/transaction-cache.js';
import type { CallMethod, PeerChannel } from '../transport/client.js';
import { type FailureReason, failureOf, peerFailure } from '../transport/failure.js';
import { type CallBackPorts, CallBacks } from './call-backs.js';
import { RangeParts, type ReadPart } from './range-parts.js';

/** `short`: the peer gave less of a range than it had claimed to have. */
type Outcome = 'ok' | 'short' | FailureReason;

/** Parts of a range that is fetched come outside of the frames of a link, and are counted as a kind of their own. */
export interface AskMetrics extends Pick<FrameMetrics, 'frame'> {
  onAsked(call: string, outcome: Outcome, seconds: number): void;
}

export interface AsksPorts extends Pick<CallBackPorts, 'tell'> {
  readonly clock: Clock;
  readonly book: Pick<PeerBook, 'mayAsk' | 'onRequested' | 'blame'>;
  readonly transactions: TransactionCache;
  readonly metrics: AskMetrics | null;
  /** Of the link that this node dialled, if it is up. */
  channel(peerId: string): PeerChannel | undefined;
  /**
   * The same for a peer that dialled this node first: it is dialled now. Undefined when that fails or takes too long.
   */
  reach(peerId: string): Promise<PeerChannel | undefined>;
}

interface Ask<T> {
  readonly klass: RequestClass;
  readonly method: CallMethod;
  readonly request: Uint8Array;
  readonly timeoutMs: number;
  readonly decode: (bytes: Buffer) => Result<T>;
}

/** An answer from memory, and one that may wait for a disk. */
const QUICK_MS = 5000;
const DURABLE_MS = 15_000;
/** The largest chunk of a file over a megabit a second, behind another one. */
const CHUNK_MS = 75_000;
/** A whole range, with the time that its consumer takes to verify and write it. */
const RANGE_MS = 120_000;
/** A range is asked for ahead of its turn where fewer of the same peer are under way. */
const RANGES_AHEAD_BELOW = 2;
/**
 * More registers than a node lists to a peer (1,000); one that sends pages without end is cut off, as all of them are
 * kept.
 */
const CATALOGUE_PAGES_MAX = 8;
/** Reasons that say nothing against the peer's health. */
const HEALTHY: ReadonlySet<Outcome> = new Set(['ok', 'refused']);

/**
 * Calls to one peer at once, and those that wait for their turn: without them a burst is refused at the other end,
 * although a moment later there would be room. At once fewer than the other end takes of a member (gate.ts), which
 * counts links and ranges too. Waiting calls are a second of calls at two milliseconds each, and far less memory than
 * what they would send.
 */
const CALLS = { atOnceKey: 32, waiting: { all: Number.POSITIVE_INFINITY, key: 512 } };
/** A caller that waits longer is better told to come back. */
const CALL_WAIT_MS = 5000;

export class Asks
  implements Pick<PeerNet, 'dockets' | 'heads' | 'adverts' | 'submit' | 'attest' | 'chunk' | 'askWallet'>
{
  readonly #ports: AsksPorts;
  readonly #ranges = new Map<string, number>();
  readonly #calls: TaskScheduler;
  readonly #callBacks: CallBacks;

  constructor(ports: AsksPorts) {
    this.#ports = ports;
    this.#callBacks = new CallBacks(ports);
    this.#calls = new TaskScheduler({ ...CALLS, wait: { clock: ports.clock, ms: CALL_WAIT_MS } });
  }

  async *dockets(...asked: Parameters<PeerNet['dockets']>): AsyncGenerator<SealedDocket, void> {
    const [peerId, range, { mode, isShort, onBytes, isAhead, stop } = {}] = asked;
    const channel = await this.#begin(peerId, 'dockets');
    if (stop?.aborted) return;
    this.#beginRange(peerId, isAhead === true);
    const sinceMs = this.#ports.clock.steady();
    let outcome: Outcome = 'ok';
    let isOver = true;
    try {
      let left = range.bytesMax + DOCKET_BYTES_MAX;
      const request = encodeRangeAsk({ ...range, isInPieces: true });
      const parts = new RangeParts(mode === 'certified' ? transactionAsSealed : decodeTransaction);
      for await (const bytes of channel.stream(PeerMeshService.streamDockets, request, { timeoutMs: RANGE_MS, stop })) {
        left -= bytes.length;
        this.#ports.metrics?.frame('in', 'range', bytes.length);
        onBytes?.(bytes.length);
        if (left < 0) throw this.#blameMalformed(peerId, 'oversize', 'more of a range than was asked');
        const part = parts.read(bytes);
        if (part === undefined) continue;
        const sealed = this.#readSealed(peerId, part);
        // A consumer that stops does so here.
        isOver = false;
        yield sealed;
        isOver = true;
      }
    } catch (error) {
      if (stop?.aborted) isOver = false;
      else {
        const failure = failureOf(peerId, error);
        outcome = failure.reason;
        throw failure;
      }
    } finally {
      this.#endRange(peerId);
      if (HEALTHY.has(outcome) && isShort?.(isOver)) outcome = 'short';
      this.#report(peerId, 'dockets', { call: PeerMeshService.streamDockets.path, outcome, sinceMs });
    }
  }

  heads(peerId: string, which: HeadsAsk): Promise<readonly HeadClaim[]> {
    return this.#ask(peerId, {
      klass: 'heads',
      method: PeerMeshService.getHeads,
      request: encodeHeadsAsk(which),
      timeoutMs: QUICK_MS,
      decode: (bytes) => decodeHeads(bytes, this.#ports.transactions.decode),
    });
  }

  async adverts(peerId: string): Promise<readonly Advert[]> {
    const all: Advert[] = [];
    let after: string | null = null;
    for (let page = 0; page < CATALOGUE_PAGES_MAX; page++) {
      const request = encodeCatalogueAsk(after);
      const method = PeerMeshService.listAdvertised;
      const answer: { readonly adverts: readonly Advert[]; readonly next: string | null } = await this.#ask(peerId, {
        ...{ klass: 'heads', method, request, timeoutMs: QUICK_MS, decode: decodeCatalogue },
      });
      all.push(...answer.adverts);
      after = answer.next;
      if (after === null) break;
    }
    return all;
  }

  async submit(
    peerId: string,
    ask: { readonly registerId: string; readonly transactions: readonly Transaction[]; readonly durable: boolean },
  ): Promise<readonly SubmitAnswer[]> {
    const answers: SubmitAnswer[] = [];
    for (const transactions of portions(ask.transactions)) {
      const method = PeerMeshService.submitTransactions;
      const request = encodeSubmitAsk({ ...ask, transactions });
      const decode = decodeSubmitAnswers;
      answers.push(...(await this.#ask(peerId, { klass: 'submit', method, request, timeoutMs: DURABLE_MS, decode })));
    }
    return answers;
  }

  async attest(peerId: string, genesis: Docket): Promise<Result<string>> {
    const answer = await this.#ask(peerId, {
      klass: 'submit',
      method: PeerMeshService.attestGenesis,
      request: encodeGenesisAsk(genesis),
      timeoutMs: DURABLE_MS,
      decode: decodeGenesisAnswer,
    });
    return answer.type === 'attested' ? answer.signature : fail(answer.issue);
  }

  async chunk(peerId: string, ask: ChunkAsk): Promise<Result<Uint8Array>> {
    const answer = (await this.#isCallable(peerId))
      ? await this.#ask(peerId, {
          klass: 'files',
          method: PeerMeshService.getFileChunk,
          request: encodeChunkAsk(ask),
          timeoutMs: CHUNK_MS,
          decode: decodeChunkAnswer,
        })
      : await this.#want(peerId, ask);
    return answer.type === 'chunk' ? answer.chunk : fail(answer.issue);
  }

  async askWallet(peerId: string, ask: WalletAsk): Promise<Result<Uint8Array>> {
    const answer = await this.#ask(peerId, {
      klass: 'wallets',
      method: PeerMeshService.askWallet,
      request: encodeWalletAsk(ask),
      timeoutMs: ask.subject === WALLET_HERE ? QUICK_MS : DURABLE_MS,
      decode: decodeWalletAnswer,
    });
    return answer.type === 'done' ? answer.done : fail(answer.issue);
  }

  /** Brings a chunk, or why there is none, to a peer that cannot call this node. */
  async give(peerId: string, gift: ChunkGift): Promise<void> {
    await this.#ask(peerId, {
      klass: 'files',
      method: PeerMeshService.giveFileChunk,
      request: encodeChunkGift(gift),
      timeoutMs: CHUNK_MS,
      decode: () => ({}),
    });
  }

  /** A peer brought what it was asked for; an answer that is not waited for any more is dropped. */
  onGift(peerId: string, gift: ChunkGift): void {
    this.#callBacks.takeGift(peerId, gift);
  }

  onUnlinked(peerId: string): void {
    this.#callBacks.onUnlinked(peerId);
  }

  async #isCallable(peerId: string): Promise<boolean> {
    if (this.#ports.channel(peerId)) return true;
    if (this.#callBacks.isSilent(peerId)) return false;
    if (await this.#ports.reach(peerId)) return true;
    this.#callBacks.note(peerId);
    return false;
  }

  #want(peerId: string, ask: ChunkAsk): Promise<ChunkAnswer> {
    if (!this.#ports.book.mayAsk(peerId, 'files'))
      return Promise.reject(peerFailure(peerId, 'refused', 'the peer failed lately and is let alone'));
    return this.#measure(peerId, { klass: 'files', call: 'WantChunk' }, () =>
      this.#callBacks.want(peerId, ask, CHUNK_MS),
    );
  }

  exchange(peerId: string): Promise<readonly NodeDescriptor[]> {
    const method = PeerMeshService.exchangePeers;
    const request = Buffer.alloc(0);
    return this.#ask(peerId, { klass: 'exchange', method, request, timeoutMs: QUICK_MS, decode: decodeDescriptors });
  }

  async #ask<T>(peerId: string, { klass, method, request, timeoutMs, decode }: Ask<T>): Promise<T> {
    const channel = await this.#begin(peerId, klass);
    const call = async () => {
      const answer = decode(await channel.unary(method, request, timeoutMs));
      if (isFailure<unknown>(answer)) throw this.#refuse(peerId, answer.issue);
      return answer;
    };
    return this.#calls.run(
      peerId,
      () => this.#measure(peerId, { klass, call: method.path }, call),
      () => Promise.reject(peerFailure(peerId, 'refused', 'too many calls of this peer wait already')),
    );
  }

  /** Runs it, and reports how it ended to the breaker of the peer. */
  async #measure<T>(
    peerId: string,
    { klass, call }: { readonly klass: RequestClass; readonly call: string },
    run: () => Promise<T>,
  ): Promise<T> {
    const sinceMs = this.#ports.clock.steady();
    try {
      const answer = await run();
      this.#report(peerId, klass, { call, outcome: 'ok', sinceMs });
      return answer;
    } catch (error) {
      const failure = failureOf(peerId, error);
      this.#report(peerId, klass, { call, outcome: failure.reason, sinceMs });
      throw failure;
    }
  }

  async #begin(peerId: string, klass: RequestClass): Promise<PeerChannel> {
    const channel = this.#ports.channel(peerId) ?? (await this.#ports.reach(peerId));
    if (!channel) throw peerFailure(peerId, 'not-connected', 'this node has no link that it dialled');
    if (!this.#ports.book.mayAsk(peerId, klass))
      throw peerFailure(peerId, 'refused', 'the peer failed lately and is let alone');
    return channel;
  }

  /** A range that is asked for ahead leaves room for those whose turn it is, of this peer and of all. */
  #beginRange(peerId: string, isAhead: boolean): void {
    const running = this.#ranges.get(peerId) ?? 0;
    if (running >= (isAhead ? RANGES_AHEAD_BELOW : RANGE_STREAMS_MAX))
      throw peerFailure(peerId, 'refused', 'enough ranges of this peer are under way');
    const ofAll = [...this.#ranges.values()].reduce((sum, count) => sum + count, 0);
    if (ofAll >= (isAhead ? RANGES_MAX - SYNCS_MAX : RANGES_MAX))
      throw peerFailure(peerId, 'refused', 'enough ranges are under way');
    this.#ranges.set(peerId, running + 1);
  }

  #readSealed(peerId: string, part: ReadPart): SealedDocket {
    if (isFailure(part)) throw this.#refuse(peerId, part.issue);
    if (part.type === 'refused') throw peerFailure(peerId, 'refused', part.issue.code);
    return part.sealed;
  }

  #refuse(peerId: string, issue: Issue): Error {
    return this.#blameMalformed(
      peerId,
      issue.code === 'FRAME_TOO_LARGE' ? 'oversize' : 'protocol',
      `${issue.code} ${issue.path}`,
    );
  }

  #blameMalformed(peerId: string, offence: 'oversize' | 'protocol', detail: string): Error {
    this.#ports.book.blame(peerId, offence, detail);
    return peerFailure(peerId, 'malformed', detail);
  }

  #endRange(peerId: string): void {
    const left = (this.#ranges.get(peerId) ?? 1) - 1;
    if (left === 0) this.#ranges.delete(peerId);
    else this.#ranges.set(peerId, left);
  }

  #report(
    peerId: string,
    klass: RequestClass,
    done: { readonly call: string; readonly outcome: Outcome; readonly sinceMs: number },
  ): void {
    const { book, clock, metrics } = this.#ports;
    const ms = clock.steady() - done.sinceMs;
    const { outcome } = done;
    book.onRequested(peerId, klass, { ok: HEALTHY.has(outcome), ms });
    if (outcome === 'late') book.blame(peerId, 'timeout', done.call);
    metrics?.onAsked(done.call.slice(done.call.lastIndexOf('/') + 1), outcome, ms / 1000);
  }
}

/** Transactions in the order given, as many to a call as a peer takes. */
function* portions(transactions: readonly Transaction[]): Generator<readonly Transaction[]> {
  let portion: Transaction[] = [];
  let bytes = 0;
  for (const tx of transactions) {
    const full = portion.length >= OFFER_TRANSACTIONS_MAX || bytes + tx.bytes.length > OFFER_BYTES_MAX;
    if (full && portion.length > 0) {
      yield portion;
      portion = [];
      bytes = 0;
    }
    portion.push(tx);
    bytes += tx.bytes.length;
  }
  if (portion.length > 0) yield portion;
}
