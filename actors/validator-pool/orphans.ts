// Which promised submissions nothing that is sealed will ever end: those that follow a transaction or state moves that
// never came; acts that take back a time which is right by now; actions whose rules read a time that is long past.
// Without an end each would keep its place in the outbox permanently, and its submitter waiting. It ends nothing by
// itself.

import type { Issue, IssueCode } from '../../core/base/issue.js';
import { DOCKET_BEHIND_MAX_MS } from '../../core/base/limits/ledger/clocks.js';
import { CLOCK_SKEW_MS, TRANSACTION_AGE_MAX_MS } from '../../core/base/limits/ledger/transactions.js';
import { kindOf } from '../../core/kinds/index.js';
import type { StateView } from '../../core/model/register.js';
import { isOwed } from '../../core/pool/life.js';
import { longSignedOn } from '../../core/validate/timing.js';
import { validate } from '../../core/validate/validate.js';
import { NEVER_CAME, NEVER_SEALED } from './outcomes.js';
import type { PoolPorts } from './ports.js';
import { readingAt, type Submissions, type Submitted } from './submissions.js';

/**
 * Refusals that may heal and that lack something sealed elsewhere, with the end of a submission that keeps one. The
 * others wait for a time, a party or a branch of the register itself, and go on waiting.
 */
const LACKS: ReadonlyMap<IssueCode, Issue> = new Map([NEVER_CAME, NEVER_SEALED].map((issue) => [issue.code, issue]));

/**
 * The predecessor of a submission, and the moves that it saw, were made before it. So by then they are too old to be
 * submitted anywhere (VAL_TIME_002), however far the clock of their sender ran ahead. Only a node that promised one and
 * was away since could still bring it, so nothing is refused: it is given up.
 */
export const FOLLOWED_COMES_MS = TRANSACTION_AGE_MAX_MS + CLOCK_SKEW_MS;

/**
 * Members tell their tips when they link, and every minute: who heard most of them for so long knows what they sealed
 * while this node was away.
 */
const HEARD_MS = 2 * 60 * 1000;

/** Given up in one sweep: each costs a judgement and a row, and others wait meanwhile. */
const ENDED_MAX = 1000;

export type OrphanPorts = Pick<PoolPorts, 'clock' | 'state' | 'view' | 'isBehind' | 'hearsMost' | 'alone'>;

export interface OrphanEnding {
  readonly entry: Submitted;
  readonly found: Issue;
}

export class Orphans {
  private readonly submissions: Pick<Submissions, 'get' | 'values'>;
  private readonly ports: OrphanPorts;
  /** By the steady clock. */
  private hearsSinceMs: number | undefined;

  constructor(submissions: Pick<Submissions, 'get' | 'values'>, ports: OrphanPorts) {
    this.submissions = submissions;
    this.ports = ports;
  }

  /**
   * The ones to give up now: what they follow is neither sealed here nor waits here, or is given up with them; they saw
   * more moves than are sealed; or no docket of now can hold them. None while this node may lack what is sealed. Call
   * it with every sweep; it costs a read for what the old ones follow. It costs a judgement for each act, each old one
   * that states what it saw, and each that ends.
   */
  toEnd(nowMs: number): readonly OrphanEnding[] {
    const knows = this.ports.alone() || this.ports.hearsMost();
    const steadyMs = this.ports.clock.steady();
    this.hearsSinceMs = knows ? (this.hearsSinceMs ?? steadyMs) : undefined;
    if (this.hearsSinceMs === undefined || steadyMs - this.hearsSinceMs < HEARD_MS) return [];
    const old = this.oldByPrevious(nowMs);
    const docketMs = nowMs - DOCKET_BEHIND_MAX_MS;
    const late = [...this.lateActs(docketMs), ...this.lateActions(docketMs)];
    // A docket that a peer who is ahead has sealed may hold just the missing one, or be of the future.
    if ((old.size === 0 && late.length === 0) || this.ports.isBehind()) return [];
    return [...late, ...this.lostEndings(old)].slice(0, ENDED_MAX);
  }

  private lostEndings(old: ReadonlyMap<string, readonly Submitted[]>): readonly OrphanEnding[] {
    const view = this.ports.view();
    // Of those behind a sealed transaction, only one that states how many moves it saw lacks anything.
    const lacking = [...old].flatMap(([previous, entries]) => {
      if (this.submissions.get(previous)) return [];
      return view.sealOf(previous) ? entries.filter(({ tx }) => readingAt(tx) !== undefined) : entries;
    });
    const ended: OrphanEnding[] = [];
    for (let entry = lacking.pop(); entry && ended.length < ENDED_MAX; entry = lacking.pop()) {
      const issue = this.lackOf(entry, view);
      if (!issue) continue;
      ended.push({ entry, found: issue });
      lacking.push(...(old.get(entry.tx.txId) ?? []));
    }
    return ended;
  }

  /**
   * Acts that sealed state allows right behind the tip, and no docket that a clock in order passes: they take back the
   * time of a tip that is of the past. The next tip may be of the future again, so that is not a last word; but a
   * sealed time, which ends what expired, never ends them.
   */
  private lateActs(docketMs: number): readonly OrphanEnding[] {
    const state = this.ports.state();
    if (docketMs <= state.timestampMs) return [];
    const ground = { state, view: this.ports.view(), signaturesOk: true };
    const late: OrphanEnding[] = [];
    for (const entry of this.submissions.values()) {
      const { tx, life } = entry;
      if (!isOwed(life) || kindOf(tx.header).kind !== 'governance') continue;
      const verdict = validate(tx, { ...ground, docketMs });
      const issue = verdict.ok ? undefined : verdict.issues[0];
      if (issue?.code === 'VAL_PERM_004' && validate(tx, ground).ok) late.push({ entry, found: issue });
    }
    return late;
  }

  /**
   * Actions that state a time of signing which no docket that a clock in order passes may be so far behind. In a
   * register in which nothing is sealed no sealed time says so, and their node calculates them anew.
   */
  private lateActions(docketMs: number): readonly OrphanEnding[] {
    const [state, view] = [this.ports.state(), this.ports.view()];
    const late: OrphanEnding[] = [];
    for (const entry of this.submissions.values()) {
      const { tx, life } = entry;
      if (!isOwed(life) || kindOf(tx.header).kind !== 'action') continue;
      const issue = longSignedOn({ state, view, docketMs, signaturesOk: true }, tx);
      if (issue) late.push({ entry, found: issue });
    }
    return late;
  }

  private oldByPrevious(nowMs: number): ReadonlyMap<string, readonly Submitted[]> {
    const old = new Map<string, Submitted[]>();
    for (const entry of this.submissions.values()) {
      const { tx, life, acceptedAtMs } = entry;
      const previous = tx.header.previousTransactionId;
      if (previous === undefined || !isOwed(life) || nowMs - acceptedAtMs < FOLLOWED_COMES_MS) continue;
      const siblings = old.get(previous);
      if (siblings) siblings.push(entry);
      else old.set(previous, [entry]);
    }
    return old;
  }

  /** The end of one that lacks something. A submission that is wrong for another reason has an end of its own. */
  private lackOf({ tx }: Submitted, view: StateView): Issue | undefined {
    const verdict = validate(tx, { state: this.ports.state(), view, signaturesOk: true });
    return verdict.ok || verdict.fault !== 'retry' ? undefined : LACKS.get(verdict.issues[0]?.code as IssueCode);
  }
}
