// How high each peer of a roster is, by its own word, and how old that word is. A member tells it with each message of
// consensus, and is asked where its word is old and somebody looks. It decides nothing: a peer may lie about itself.
import { LRUCache } from 'lru-cache';
import { SEEN_TIPS_MAX, TIPS_ASKED_MAX } from '../../../core/base/limits/node/replication.js';
import type { Clock } from '../../../core/base/ports.js';
import type { Message } from '../../../core/consensus/types.js';
import type { Frame } from '../../../core/mesh/frames.js';
import type { TipSeen } from '../mesh.js';
import type { Rosters } from '../peers/rosters.js';

/** A docket that was sealed here so long ago and is not there is a lag; so is a question without an answer. */
const LAG_MS = 2000;
/** Seals that come closer together are one step of the heights that are kept. */
const STEP_MS = 100;

export interface PeerTipsPorts {
  readonly clock: Pick<Clock, 'now' | 'steady'>;
  readonly rosters: Pick<Rosters, 'isSeated'>;
  /** When the tips of all registers that both hold were equal last, if that of this register has not moved since. */
  equalMs(registerId: string, peerId: string): number | undefined;
  /** Asks the peer for its tip; the answer comes as a head. */
  ask(registerId: string, peerId: string): void;
}

interface Told {
  height: number;
  /** By the steady clock. */
  ms: number;
  /** A question that waits, and the height that it is about. */
  asked?: { readonly ms: number; readonly height: number } | undefined;
  /** Up to here a peer has said, or not answered, that it lacks what is above its height. */
  checked?: number;
}

export class PeerTips {
  private readonly ports: PeerTipsPorts;
  private readonly told = new LRUCache<string, Told>({ max: SEEN_TIPS_MAX });
  /** Own heights of the last seconds, oldest first: one that is older than LAG_MS, and those behind it. */
  private readonly own = new LRUCache<string, Told[]>({ max: SEEN_TIPS_MAX });
  /** How often each peer was asked since a time. */
  private readonly asked = new Map<string, number>();
  private askedSinceMs = Number.NEGATIVE_INFINITY;

  constructor(ports: PeerTipsPorts) {
    this.ports = ports;
  }

  /** A frame that the peer was right to send. */
  onHeard(peerId: string, frame: Frame): void {
    const registerId = frame.type === 'head' ? frame.head.registerId : frame.type === 'consensus' && frame.registerId;
    const height =
      frame.type === 'head' ? frame.head.header.height : frame.type === 'consensus' && tipIn(frame.message);
    if (registerId === false || height === false || !this.ports.rosters.isSeated(registerId, peerId)) return;
    const ms = this.ports.clock.steady();
    const word = this.told.get(keyOf(registerId, peerId));
    if (word === undefined) this.told.set(keyOf(registerId, peerId), { height, ms });
    // A message may come late. A head that is lower is its word too: a node was put back to a backup.
    else if (height >= word.height || frame.type === 'head') {
      if (word.asked) word.checked = word.asked.height;
      Object.assign(word, { height, ms, asked: undefined });
    }
  }

  onSealed(registerId: string, height: number): void {
    const ms = this.ports.clock.steady();
    const kept = this.own.get(registerId) ?? [];
    const last = kept.at(-1);
    if (last !== undefined && ms - last.ms < STEP_MS) last.height = height;
    else kept.push({ height, ms });
    while (kept[1] !== undefined && ms - kept[1].ms >= LAG_MS) kept.shift();
    this.own.set(registerId, kept);
  }

  /** Undefined for a peer that has told nothing since this node started. `height` is that of the register here. */
  tipSeen(registerId: string, peerId: string, height: number): TipSeen | undefined {
    const { clock } = this.ports;
    const word = this.told.get(keyOf(registerId, peerId));
    const equalMs = this.ports.equalMs(registerId, peerId);
    const isEqual = equalMs !== undefined && (word === undefined || word.height === height || equalMs > word.ms);
    const newest = isEqual ? { height, ms: Math.max(equalMs, word?.height === height ? word.ms : equalMs) } : word;
    if (newest === undefined) return undefined;
    const settled = this.settledHeight(registerId, height);
    if (word !== undefined && settled > newest.height) this.check(word, settled, { registerId, peerId });
    const lag = Math.max(0, Math.min(settled, word?.checked ?? -1) - newest.height);
    return { height: newest.height, heardAtMs: clock.now() - (clock.steady() - newest.ms), lag };
  }

  /**
   * The last message of all may have been another's: a peer whose word is old is asked. It lags where it says so, or
   * says nothing.
   */
  private check(word: Told, settled: number, of: { readonly registerId: string; readonly peerId: string }): void {
    const ms = this.ports.clock.steady();
    const { asked, checked = -1 } = word;
    const isLate = asked !== undefined && ms - asked.ms >= LAG_MS;
    if (isLate) word.checked = asked.height;
    const isOld = asked === undefined && (checked < settled || ms - word.ms >= LAG_MS);
    if (!isLate && !isOld) return;
    word.asked = undefined;
    if (!this.mayAsk(of.peerId, ms)) return;
    word.asked = { ms, height: settled };
    this.ports.ask(of.registerId, of.peerId);
  }

  /** A look is at many registers, and anybody may look in a loop: what is not asked now is asked at a later look. */
  private mayAsk(peerId: string, ms: number): boolean {
    if (ms - this.askedSinceMs >= LAG_MS) {
      this.askedSinceMs = ms;
      this.asked.clear();
    }
    const count = this.asked.get(peerId) ?? 0;
    if (count >= TIPS_ASKED_MAX) return false;
    this.asked.set(peerId, count + 1);
    return true;
  }

  /** The height here two seconds ago. */
  private settledHeight(registerId: string, height: number): number {
    const before = this.ports.clock.steady() - LAG_MS;
    const kept = this.own.get(registerId);
    if (kept === undefined || (kept.at(-1) as Told).ms <= before) return height;
    const [oldest] = kept as [Told];
    // Dockets below the first step that is kept are older, or of before the start.
    return kept.findLast(({ ms }) => ms <= before)?.height ?? oldest.height - 1;
  }
}

function keyOf(registerId: string, peerId: string): string {
  return `${registerId}/${peerId}`;
}

/** The docket that the sender of a message has: one that it decided or committed to, else the one below. */
function tipIn(message: Message): number {
  switch (message.type) {
    case 'proposal':
      return message.proposal.docket.header.height - 1;
    case 'vote':
      return message.vote.kind === 'COMMIT' ? message.vote.height : message.vote.height - 1;
    case 'prepared':
      return message.certificate.height - 1;
    case 'round-change':
      return message.change.height - 1;
    case 'decided':
      return message.certificate.height;
  }
}
