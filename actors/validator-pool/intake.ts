// The way of a submission into the pool of one register, step by step: known here, room, signatures, rules, room in the
// pool, promise. Submissions that a restart left in the outbox come in by it as well. It contains no rule of validity.

import type { Issue } from '../../core/base/issue.js';
import { openingTime, sealingTime } from '../../core/base/time/opening-time.js';
import type { Transaction } from '../../core/model/transaction.js';
import type { Verdict } from '../../core/moves/parts/context.js';
import { isElsewhere, lifeAfter, lifeOf } from '../../core/pool/life.js';
import type { PoolLimits } from '../../core/pool/pool.js';
import { validate } from '../../core/validate/validate.js';
import type { OutboxEntry } from '../../storage/chain/outbox.js';
import type { SubmitOptions, SubmitOutcome } from '../ledger-port.js';
import type { Offers, PoolParts } from './offers.js';
import { isPatient } from './outbox-rows.js';
import { again, NO_SEAT, NODE_FULL, UNAVAILABLE } from './outcomes.js';
import type { PoolPorts } from './ports.js';
import { isParkedForTime, type Submitted } from './submissions.js';

export interface IntakeParts extends PoolParts {
  readonly offers: Pick<Offers, 'offer' | 'rejudge' | 'rejudgeStored' | 'waits'>;
  /** Promises that hold now. */
  limits(): PoolLimits;
}

export class Intake {
  private readonly ports: PoolPorts;
  private readonly parts: IntakeParts;

  constructor(parts: IntakeParts, ports: PoolPorts) {
    this.parts = parts;
    this.ports = ports;
  }

  async submit(tx: Transaction, options: SubmitOptions): Promise<SubmitOutcome> {
    const { submissions, policy, modes } = this.parts;
    const known = this.knownOutcome(tx.txId, options);
    if (known) return known;
    const full = this.whyFull(tx, options);
    if (full) return this.refusal([full]);
    const { from } = options;
    submissions.judge(from, 1);
    let signaturesOk: boolean;
    try {
      signaturesOk = await this.ports.verifier.verify(tx, from);
    } finally {
      // Also when the verifier fails: counted without end, it would keep the register from being idle again.
      submissions.judge(from, -1);
    }
    if (modes.isClosed) return { status: 'refused', issues: [UNAVAILABLE] };
    // Another request may have brought the same transaction while this one was verified.
    const twin = submissions.get(tx.txId);
    if (twin) return this.rejoin(twin, options);
    const verdict = this.judge(tx, signaturesOk, options.relayed);
    if (!verdict.ok && verdict.fault === 'reject') {
      const refusal = await policy.refusal(tx, verdict, { ports: this.ports, signaturesOk });
      return again(this.ports.place(tx.txId) ?? submissions.reject(tx, options, refusal));
    }
    return this.accept(tx, options, verdict);
  }

  /** The judgement of `submit` without accepting anything. */
  async check(tx: Transaction): Promise<readonly Issue[]> {
    const signaturesOk = await this.ports.verifier.verify(tx);
    return this.parts.policy.issuesFor(tx, this.judge(tx, signaturesOk));
  }

  /**
   * Takes what the outbox promised before a restart. Its signatures were verified before it was written; its rival may
   * be sealed since.
   */
  reload(txId: string, tx: Transaction, entry: OutboxEntry): void {
    const { submissions, rows, offers, modes } = this.parts;
    // The next opening reads the outbox again.
    if (modes.isClosed) return;
    const twin = submissions.get(txId);
    if (twin) twin.life = lifeAfter(twin.life, 'restore');
    // It was sent again and is sealed, or is about to be, by a batch that did not know of the row: no other part would
    // delete it.
    const isSealed = twin ? twin.life.ending === 'sealing' : this.ports.view().sealOf(txId) !== undefined;
    if (isSealed) rows.forget(txId);
    else if (twin) submissions.promise(twin);
    if (twin || isSealed) return;
    const submitted = submissions.add(tx, entry, { atMs: entry.acceptedAt });
    if (modes.mode === 'storing') offers.rejudgeStored(txId);
    else offers.offer(submitted);
    this.ports.work();
  }

  private knownOutcome(txId: string, options: SubmitOptions): Promise<SubmitOutcome> | SubmitOutcome | undefined {
    const { pool, submissions, offers, modes } = this.parts;
    if (modes.isClosed) return { status: 'refused', issues: [UNAVAILABLE] };
    const idle = isParkedForTime(txId, pool, this.ports);
    if (idle) offers.rejudge(idle);
    const entry = submissions.get(txId);
    if (entry) return this.rejoin(entry, options);
    // The read is spared for what was never verified here: the pipeline finds what is sealed, one verification later.
    return this.ports.verifier.isSeen(txId) ? again(this.ports.place(txId)) : undefined;
  }

  /** Why nothing is spent on it, not even the verification of its signatures. */
  private whyFull(tx: Transaction, options: SubmitOptions): Issue | undefined {
    const { submissions, admission, modes } = this.parts;
    if (options.relayed && !options.durable && modes.mode === 'storing') return NO_SEAT;
    return (
      submissions.full(tx, options.from, this.parts.limits()) ?? admission.closedProblem({ tx, ...options }, modes.mode)
    );
  }

  /** Somebody brings what is here already. A submitter that wants it durable makes this node answer for it. */
  private rejoin(entry: Submitted, options: SubmitOptions): Promise<SubmitOutcome> {
    const { submissions, rows, modes } = this.parts;
    if (!options.relayed || options.durable) {
      const isNews = isElsewhere(entry.life);
      entry.life = lifeAfter(entry.life, 'adopt');
      // No seal may come that would be the promise: a peer brought it, and its parent may be missing.
      if (isNews || (modes.mode !== 'sealing' && !isPatient(options))) rows.promise(entry);
    }
    return again(submissions.wait(entry, options.waitMs));
  }

  private judge(tx: Transaction, signaturesOk: boolean, relayed = false): Verdict {
    const { ports } = this;
    const nowMs = ports.clock.now();
    const state = ports.state();
    // Asked for a Delivery alone, and for actions alone.
    const openMs = () => openingTime(ports.clock, state.timestampMs);
    const sealingMs = () => sealingTime(ports.clock, state.timestampMs);
    return validate(tx, { state, view: ports.view(), signaturesOk, nowMs, sealingMs, openMs, relayed });
  }

  private async accept(tx: Transaction, options: SubmitOptions, verdict: Verdict): Promise<SubmitOutcome> {
    const { submissions, rows, admission, offers, modes } = this.parts;
    const parent = verdict.ok ? undefined : tx.header.previousTransactionId;
    // A child whose parent waits in the pool follows it into the same docket; one whose parent is unknown is parked.
    const parked = parent !== undefined && !offers.waits(parent);
    const relayed = options.relayed === true && !options.durable;
    const promised = !relayed && (modes.mode !== 'sealing' || parked);
    if (promised && !this.ports.outbox.hasRoomFor(options.from)) return this.refusal([NODE_FULL]);
    if (modes.mode !== 'storing') {
      const problem = admission.enter({ tx, ...options }, parked);
      if (problem) return this.refusal([problem]);
    }
    const entry = submissions.add(tx, options, undefined);
    if (relayed) entry.life = lifeOf('elsewhere');
    if (!options.relayed) this.ports.metrics?.onSubmitted();
    const outcome = submissions.wait(entry, options.waitMs);
    if (promised) rows.promiseFor(entry, options);
    if (!parked) this.ports.work();
    this.ports.onAccepted(tx, options.relayed === true);
    return outcome;
  }

  /** A submission that was not accepted: nothing is kept of it but a count. */
  private refusal(issues: readonly Issue[]): SubmitOutcome {
    this.ports.metrics?.onRefused(issues[0]!.code);
    return { status: 'refused', issues };
  }
}
