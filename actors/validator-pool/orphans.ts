// Which promised submissions follow a transaction that never came. Without an end each would keep its place in the outbox for ever, and its submitter waiting.
// It ends nothing by itself.
import { CLOCK_SKEW_MS, TRANSACTION_AGE_MAX_MS } from '../../core/base/limits.js';
import type { RegisterState, StateView } from '../../core/register/types.js';
import { validate } from '../../core/transaction/validate/index.js';
import type { BehindPorts } from './behind.js';
import { NEVER_CAME } from './outcomes.js';
import type { Submissions, Submitted } from './submissions.js';

/**
 * What a submission follows was made before it, so by then it is too old to be submitted anywhere (VAL_TIME_002), however far the clock of its sender ran
 * ahead. Only a node that promised it and was away since could still bring it, so nothing is refused: it is given up.
 */
export const FOLLOWED_COMES_MS = TRANSACTION_AGE_MAX_MS + CLOCK_SKEW_MS;

/** Members tell their heads when they link, and every minute: who heard most of them for so long knows what they sealed while this node was away. */
const HEARD_MS = 2 * 60 * 1000;

/** Given up in one sweep: each costs a judgement and a row, and others wait meanwhile. */
const ENDED_MAX = 1000;

export interface OrphanPorts extends BehindPorts {
  /** Sealed state as rules see it: queued seals included. */
  state(): RegisterState;
  view(): StateView;
  /** Most of the members are linked, so that one of them knows of whatever a quorum sealed. */
  hearsMost(): boolean;
  /** This node holds the only seat, with a key that may sign: nobody else decides. */
  alone(): boolean;
}

export class Orphans {
  private readonly submissions: Pick<Submissions, 'get' | 'values'>;
  private readonly ports: OrphanPorts;
  private hearsSinceMs: number | undefined;

  constructor(submissions: Pick<Submissions, 'get' | 'values'>, ports: OrphanPorts) {
    this.submissions = submissions;
    this.ports = ports;
  }

  /**
   * Those to give up now: what they follow is neither sealed here nor waits here, or is given up with them. None while this node may lack what is sealed. Call it
   * with every sweep; it costs a read for what the old ones follow, and a judgement for each that ends.
   */
  toEnd(nowMs: number): readonly Submitted[] {
    const knows = this.ports.alone() || this.ports.hearsMost();
    this.hearsSinceMs = knows ? (this.hearsSinceMs ?? nowMs) : undefined;
    if (this.hearsSinceMs === undefined || nowMs - this.hearsSinceMs < HEARD_MS) return [];
    const old = this.oldByPrevious(nowMs);
    // What a peer who is ahead has sealed may be just what is missing.
    if (old.size === 0 || this.ports.isBehind()) return [];
    const view = this.ports.view();
    const lost = [...old.keys()].filter((txId) => !this.submissions.get(txId) && !view.sealedAt(txId));
    const ended: Submitted[] = [];
    for (let txId = lost.pop(); txId !== undefined; txId = lost.pop())
      for (const entry of old.get(txId) ?? []) {
        if (ended.length >= ENDED_MAX) return ended;
        if (!this.isLost(entry, view)) continue;
        ended.push(entry);
        lost.push(entry.tx.txId);
      }
    return ended;
  }

  private oldByPrevious(nowMs: number): ReadonlyMap<string, readonly Submitted[]> {
    const old = new Map<string, Submitted[]>();
    for (const entry of this.submissions.values()) {
      const { tx, promised, sealing, ending, acceptedAtMs } = entry;
      const previous = tx.header.previousTransactionId;
      if (previous === undefined || !promised || sealing || ending || nowMs - acceptedAtMs < FOLLOWED_COMES_MS)
        continue;
      const siblings = old.get(previous);
      if (siblings) siblings.push(entry);
      else old.set(previous, [entry]);
    }
    return old;
  }

  /** What else is wrong with it has an end of its own. */
  private isLost({ tx }: Submitted, view: StateView): boolean {
    const verdict = validate(tx, { state: this.ports.state(), view, signaturesOk: true });
    return !verdict.ok && verdict.fault === 'retry' && verdict.issues.every(({ code }) => code === NEVER_CAME.code);
  }
}
