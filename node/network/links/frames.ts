// Frames of the links: each is encoded once however many peers get it, and a proposal leaves without the bodies that
// the peer has. Frames that arrive are checked against the budget of their sender before and after they are decoded. It
// judges no content: a frame that passes is merely well-formed and affordable.
import type { PeerBook } from '../../../actors/mesh/peers/peer-book.js';
import type { PeerService } from '../../../actors/mesh/ports.js';
import { DOCKET_BYTES_MAX } from '../../../core/base/limits/ledger/transactions.js';
import type { Clock, Log } from '../../../core/base/ports.js';
import { type Failure, isFailure } from '../../../core/base/result.js';
import { SMALL_BYTES } from '../../../core/mesh/budget.js';
import type { ChunkAsk, Frame } from '../../../core/mesh/frames.js';
import type { NodeDescriptor, Peer } from '../../../core/mesh/types.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { decodeFrame, encodeFrame, encodeThin, type FramePiece, frameBytesMax } from '../../../proto/codec/frame.js';
import { BATCH_PART_BYTES_MAX } from '../../../proto/codec/limits.js';
import type { ProposalFrame, ThinFrame, Thinning } from '../../../proto/codec/thin.js';
import { asBuffer } from '../transport/client.js';
import type { BulkLanes } from './lanes.js';
import { Parcels } from './parcels.js';
import { FramePieces } from './pieces.js';
import { keyOfLarge, turnOf, withoutQueued } from './queued.js';
import { isBatch, isProposal, kindOf, OFFER_TAG, THIN_TAG } from './tags.js';
import { ThinLink } from './thin-link.js';
import type { TransactionCache } from './transaction-cache.js';

export interface FrameMetrics {
  /** `kind` is the type of a frame, or of the consensus message in it. */
  frame(direction: 'in' | 'out', kind: string, bytes: number): void;
  /** Lost on the way out (queue full or no link), or not taken in (budget or malformed). */
  onDropped(direction: 'in' | 'out', kind: string): void;
}

export interface FramesPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly book: Pick<PeerBook, 'takes' | 'takesRoundChange' | 'blame' | 'onSeen'>;
  readonly transactions: TransactionCache;
  readonly metrics: FrameMetrics | null;
  /** For small frames. False when the frame is lost: no link, or its queue is full. */
  send(peerId: string, bytes: Buffer): boolean;
  /** For large ones, which small ones do not wait for. */
  readonly bulk: BulkLanes;
  isLinked(peerId: string): boolean;
  /** Bytes of frames that wait for the peer: it is slow, or away and not yet known to be. */
  queuedBytes(peerId: string): number;
  /** The takers of the frames: the drivers of the mesh. */
  service(): Pick<PeerService, 'frame'>;
  /** The sender describes itself anew. False when what it says is not its own or does not hold. */
  takeDescriptor(from: Peer, descriptor: NodeDescriptor): boolean;
  /** The sender, which this node can call, wants a chunk of a file brought. */
  onWanted(from: Peer, ask: ChunkAsk): void;
}

/**
 * Frames that may be dropped within a second before that alone is an offence. No honest member comes near: its budget
 * is a multiple of what the bench sends. Its queue after a pause (QUEUE_FRAMES_MAX) holds what the budget of votes
 * takes at once. A liar has to be told by less than all that the machine decodes in a second, or a busy one would never
 * tell it.
 */
const FLOOD_DROPS = 1000;
/** Guests read only: what they say is small, and decoding what is large costs more than their budget counts. */
const GUEST_FRAME_BYTES_MAX = 32 * 1024;
/** How often a frame counts as a sign of life. */
const SEEN_MS = 10_000;
/** Stands for a frame that is not encoded because it would be lost. */
const NOTHING = Buffer.alloc(0);

interface Meter {
  sinceMs: number;
  drops: number;
  seenMs: number;
}

type OfLink = 'descriptor' | 'want-chunk' | 'mark' | 'piece';

/** A frame that a peer sends behind its hello. */
type InnerFrame = Exclude<Exclude<ReturnType<typeof decodeFrame>, Failure>, { type: 'hello' | 'probe' | 'batch' }>;

/** A proposal as it leaves without bodies. */
interface Thin {
  readonly id: number;
  readonly bytes: Buffer;
}

export class Frames {
  readonly #ports: FramesPorts;
  readonly #encoded = new WeakMap<Frame, Buffer>();
  readonly #meters = new Map<string, Meter>();
  /** Of linked peers. */
  readonly #thin = new Map<string, ThinLink>();
  /** An id for each proposal, and its bytes without any body, which many peers get alike. */
  readonly #bare = new WeakMap<Frame, Thin>();
  #thinId = 0;
  readonly #parcels: Parcels;
  readonly #pieces = new Map<string, FramePieces>();

  constructor(ports: FramesPorts) {
    this.#ports = ports;
    this.#parcels = new Parcels({
      clock: ports.clock,
      isBlocked: (peerId) => ports.queuedBytes(peerId) > 0,
      send: (peerId, parts) => this.#together(peerId, parts),
    });
  }

  /**
   * False when the frame is lost: too large for any peer, no link, or its queue is full. Large content that still waits
   * for the peer is not queued a second time: on a thin link repetitions would leave no room for what is new.
   */
  send(peerId: string, whole: Frame): boolean {
    const link = this.#ports.isLinked(peerId) ? this.#thinLink(peerId) : undefined;
    const frame = link ? withoutQueued(whole, link, (number) => this.#ports.bulk.isWaiting(peerId, number)) : whole;
    if (frame === undefined) return true;
    const thin = link && isProposal(frame) ? this.#thinFrame(link, frame) : undefined;
    const bytes = thin?.bytes ?? this.#encode(frame);
    const ok = bytes !== undefined && this.#leave(peerId, frame, bytes);
    if (!ok && thin) link?.take(thin.id);
    if (ok) this.#ports.metrics?.frame('out', kindOf(frame), bytes.length);
    else this.#ports.metrics?.onDropped('out', kindOf(frame));
    return ok;
  }

  /**
   * As `send`, together with other frames: for what a register that waits repeats. False also when too much waits for
   * the peer.
   */
  gather(peerId: string, frame: Frame): boolean {
    if (!this.#ports.isLinked(peerId) || frame.type !== 'consensus' || isProposal(frame))
      return this.send(peerId, frame);
    const bytes = this.#parcels.isFull(peerId) ? NOTHING : this.#encode(frame);
    if (bytes === undefined || bytes.length > BATCH_PART_BYTES_MAX) return this.send(peerId, frame);
    const ok = bytes !== NOTHING && this.#parcels.add(peerId, bytes);
    if (ok) this.#ports.metrics?.frame('out', kindOf(frame), bytes.length);
    else this.#ports.metrics?.onDropped('out', kindOf(frame));
    return ok;
  }

  #leave(peerId: string, frame: Frame, bytes: Buffer): boolean {
    const registerId = turnOf(frame);
    const link = this.#thin.get(peerId);
    if (registerId === undefined || !link) return this.#ports.send(peerId, bytes);
    const number = this.#ports.bulk.send(peerId, { registerId, bytes, isOffer: frame.type === 'offer' });
    if (number === undefined) return false;
    const key = keyOfLarge(frame);
    if (key !== undefined) link.onGiven(key, number);
    if (frame.type === 'offer') link.onPassed(frame.transactions, number);
    return true;
  }

  /** A frame alone leaves as itself. */
  #together(peerId: string, parts: readonly Buffer[]): boolean {
    const [first] = parts;
    if (first === undefined) return true;
    if (parts.length === 1) return this.#ports.send(peerId, first);
    const bytes = asBuffer(encodeFrame({ type: 'batch', frames: parts }));
    const ok = this.#ports.send(peerId, bytes);
    if (ok) this.#ports.metrics?.frame('out', 'batch', bytes.length);
    else this.#ports.metrics?.onDropped('out', 'batch');
    return ok;
  }

  /** The bytes of the frame, or undefined when no peer would accept its size. */
  #encode(frame: Frame): Buffer | undefined {
    const known = this.#encoded.get(frame);
    if (known) return known;
    const bytes = asBuffer(encodeFrame(frame));
    if (bytes.length > frameBytesMax(frame)) {
      this.#ports.log.warn(
        { type: frame.type, bytes: bytes.length },
        'A frame is too large for any peer and was not sent.',
      );
      return undefined;
    }
    this.#encoded.set(frame, bytes);
    if (frame.type === 'offer') for (const tx of frame.transactions) this.#ports.transactions.learn(tx);
    return bytes;
  }

  /** The transaction passed over the link of today, in either way. */
  hasPassed(peerId: string, tx: Transaction): boolean {
    return this.#thin.get(peerId)?.has(tx) === true;
  }

  /** The peer is not linked any more. */
  forget(peerId: string): void {
    this.#meters.delete(peerId);
    this.#parcels.forget(peerId);
    this.onLost(peerId);
  }

  /** Frames under way to the peer may be lost: it is not known to have anything. */
  onLost(peerId: string): void {
    this.#thin.delete(peerId);
    this.#pieces.delete(peerId);
    this.#ports.bulk.forget(peerId);
  }

  /**
   * A message of a link after its hello. The parts of a batch are taken and charged one by one, as if each had come
   * alone.
   */
  onReceived(from: Peer, bytes: Buffer, isPart = false): void {
    if (!isPart && isBatch(bytes)) {
      this.#batch(from, bytes);
      return;
    }
    const { peerId } = from;
    const meter = this.#meter(peerId);
    const frame = this.#decode(from, meter, bytes);
    // Pieces in pieces would be taken apart without end.
    if (isPart && frame?.type === 'piece') {
      this.#ports.metrics?.onDropped('in', 'malformed');
      this.#ports.book.blame(peerId, 'protocol', 'a piece in a piece');
      return;
    }
    if (frame === undefined || this.#isOfLink(from, meter, frame)) return;
    if (frame.type === 'again') {
      if (this.#again(peerId, frame.id)) this.#ports.metrics?.frame('in', frame.type, bytes.length);
      else this.#drop(peerId, meter, frame.type);
      return;
    }
    const whole = frame.type === 'thin' ? this.#whole(peerId, meter, frame) : frame;
    if (whole === 'asked') return;
    if (whole === undefined || !this.#affords(peerId, whole)) {
      this.#drop(peerId, meter, kindOf(whole ?? frame));
      return;
    }
    this.#ports.metrics?.frame('in', kindOf(whole), bytes.length);
    if (whole.type === 'offer' && this.#ports.isLinked(peerId)) this.#thinLink(peerId).onPassed(whole.transactions);
    // A frame that breaks a driver is a bug there; the other peers of this node must not pay for it.
    try {
      this.#ports.service().frame(from, whole);
    } catch (error) {
      this.#ports.log.error({ err: error, peerId, type: whole.type }, 'A frame could not be handled.');
    }
  }

  #batch(from: Peer, bytes: Buffer): void {
    const { peerId } = from;
    const meter = this.#meter(peerId);
    if (from.standing === 'guest' && bytes.length > GUEST_FRAME_BYTES_MAX) {
      this.#drop(peerId, meter, 'large');
      return;
    }
    const batch = decodeFrame(bytes);
    if (isFailure(batch) || batch.type !== 'batch') {
      this.onReceived(from, bytes, true);
      return;
    }
    this.#ports.metrics?.frame('in', 'batch', bytes.length);
    for (const part of batch.frames) this.onReceived(from, asBuffer(part), true);
  }

  /**
   * Undefined for what is over a budget, or no frame that a peer sends behind its hello: then it is counted, or blamed.
   */
  #decode(from: Peer, meter: Meter, bytes: Buffer): InnerFrame | undefined {
    const { book, metrics, transactions } = this.#ports;
    const { peerId } = from;
    if (from.standing === 'guest' && (bytes.length > GUEST_FRAME_BYTES_MAX || bytes[0] === THIN_TAG)) {
      this.#drop(peerId, meter, 'large');
      return undefined;
    }
    // Work before decoding is bounded by the number and, where it is large by nature, by the bytes of the frames.
    const isOffer = bytes[0] === OFFER_TAG;
    const isSmall = !isOffer && bytes.length <= SMALL_BYTES;
    const paid =
      (isOffer || book.takes(peerId, 'votes', 1)) && (isSmall || book.takes(peerId, 'offer-bytes', bytes.length));
    if (!paid) {
      this.#drop(peerId, meter, isOffer ? 'offer' : 'any');
      return undefined;
    }
    const frame = decodeFrame(bytes, transactions.decode, transactions.find);
    if (!isFailure(frame) && frame.type !== 'hello' && frame.type !== 'probe' && frame.type !== 'batch') return frame;
    metrics?.onDropped('in', 'malformed');
    const tooLarge = isFailure(frame) && frame.issue.code === 'FRAME_TOO_LARGE';
    const detail = isFailure(frame) ? `${frame.issue.code} ${frame.issue.path}` : `a ${frame.type} out of turn`;
    book.blame(peerId, tooLarge ? 'oversize' : 'protocol', detail);
    return undefined;
  }

  /** True for what the network itself takes: what the peer says of itself, and the chunks that it wants. */
  #isOfLink(from: Peer, meter: Meter, frame: InnerFrame): frame is Extract<InnerFrame, { type: OfLink }> {
    const { book } = this.#ports;
    const { peerId } = from;
    if (frame.type === 'descriptor') {
      if (!book.takes(peerId, 'hello', 1)) this.#drop(peerId, meter, frame.type);
      else if (!this.#ports.takeDescriptor(from, frame.descriptor))
        book.blame(peerId, 'protocol', 'a descriptor not its own');
      return true;
    }
    if (frame.type === 'piece') {
      this.#onPiece(from, meter, frame);
      return true;
    }
    if (frame.type === 'mark') {
      if (frame.isAnswer) this.#ports.bulk.onAnswered(peerId, frame.id);
      else this.#ports.send(peerId, asBuffer(encodeFrame({ ...frame, isAnswer: true })));
      return true;
    }
    if (frame.type !== 'want-chunk') return false;
    if (book.takes(peerId, 'heads', 1)) this.#ports.onWanted(from, frame.ask);
    else this.#drop(peerId, meter, frame.type);
    return true;
  }

  /** A guest has nothing to say that is that long. */
  #onPiece(from: Peer, meter: Meter, piece: FramePiece): void {
    const pieces = this.#pieces.get(from.peerId) ?? new FramePieces();
    const whole = from.standing === 'guest' ? 'lost' : pieces.take(piece);
    if (whole === 'more') this.#pieces.set(from.peerId, pieces);
    else if (whole === 'lost') this.#drop(from.peerId, meter, 'piece');
    else this.onReceived(from, whole, true);
  }

  /** The proposal without the bodies that the peer has; undefined where it goes as a whole. */
  #thinFrame(link: ThinLink, frame: ProposalFrame): Thin | undefined {
    const { transactions } = frame.message.proposal.docket;
    const known = transactions.reduce((sum, tx) => sum + (link.has(tx) ? 1 : 0), 0);
    const bytes = transactions.reduce((sum, tx) => sum + tx.bytes.length, 0);
    // Sent again, it was not answered: whatever the reason, nothing is left out a second time.
    if (known === 0 || bytes > DOCKET_BYTES_MAX || link.hasLeft(frame)) return undefined;
    const isBare = known === transactions.length;
    const has = isBare ? () => true : (tx: Transaction) => link.has(tx);
    const thin = (isBare ? this.#bare.get(frame) : undefined) ?? this.#encodeThin(frame, has);
    if (thin === undefined) return undefined;
    if (isBare) this.#bare.set(frame, thin);
    link.leaves(thin.id, frame, bytes);
    return thin;
  }

  #encodeThin(frame: ProposalFrame, has: Thinning['has']): Thin | undefined {
    this.#thinId = (this.#thinId + 1) >>> 0;
    const id = this.#thinId;
    const bytes = encodeThin(frame, { id, has });
    return bytes && { id, bytes: asBuffer(bytes) };
  }

  /**
   * The frame as it was before bodies were left out; 'asked' when one is not here and the peer was told; undefined over
   * its budget.
   */
  #whole(peerId: string, meter: Meter, thin: ThinFrame): Frame | 'asked' | undefined {
    const { book, metrics } = this.#ports;
    if (thin.frame) return book.takes(peerId, 'offer-bytes', thin.bytes) ? thin.frame : undefined;
    const again = asBuffer(encodeFrame({ type: 'again', id: thin.id }));
    this.#drop(peerId, meter, 'thin');
    if (this.#ports.send(peerId, again)) metrics?.frame('out', 'again', again.length);
    else metrics?.onDropped('out', 'again');
    return 'asked';
  }

  /** Sends the proposal as a whole, once. False when it was not sent without bodies, or long ago. */
  #again(peerId: string, id: number): boolean {
    const link = this.#thin.get(peerId);
    const frame = link?.take(id);
    if (!link || !frame) return false;
    link.doubt();
    this.send(peerId, frame);
    return true;
  }

  #thinLink(peerId: string): ThinLink {
    const link = this.#thin.get(peerId) ?? new ThinLink();
    this.#thin.set(peerId, link);
    return link;
  }

  #affords(peerId: string, frame: Frame): boolean {
    const { book } = this.#ports;
    if (frame.type === 'offer') return book.takes(peerId, 'offer-transactions', frame.transactions.length);
    if (frame.type === 'digest' || frame.type === 'fork' || frame.type === 'evidence')
      return book.takes(peerId, 'heads', 1);
    if (frame.type === 'consensus' && frame.message.type === 'round-change')
      return book.takesRoundChange(peerId, frame.registerId);
    return true;
  }

  #drop(peerId: string, meter: Meter, kind: string): void {
    this.#ports.metrics?.onDropped('in', kind);
    meter.drops += 1;
    if (meter.drops === FLOOD_DROPS)
      this.#ports.book.blame(peerId, 'flood', `${FLOOD_DROPS} frames over budget in a second`);
  }

  #meter(peerId: string): Meter {
    const nowMs = this.#ports.clock.steady();
    const meter = this.#meters.get(peerId) ?? { sinceMs: nowMs, drops: 0, seenMs: nowMs };
    this.#meters.set(peerId, meter);
    if (nowMs - meter.sinceMs >= 1000) {
      meter.sinceMs = nowMs;
      meter.drops = 0;
    }
    if (nowMs - meter.seenMs >= SEEN_MS) {
      meter.seenMs = nowMs;
      this.#ports.book.onSeen(peerId, {});
    }
    return meter;
  }
}
