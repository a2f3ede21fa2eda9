// The way of a submission to the pool of its register, which is opened for it; to the outbox alone while the register
// is closed for repair. It goes once more where an old tip refused it and the node has caught up since. It judges
// nothing.
import { isFailure } from '../../core/base/result.js';
import { filesOf } from '../../core/envelope/envelope.js';
import { isAct } from '../../core/kinds/governance.js';
import type { Transaction } from '../../core/model/transaction.js';
import { isDamage } from '../../storage/engine/fault.js';
import type { Ledger, SubmitOptions, SubmitOutcome } from '../ledger-port.js';
import type { RegisterRecords } from '../register-records.js';
import { ReplicaDriver } from '../register-replica/driver.js';
import type { Traces } from '../traces.js';
import { again, LEFT, UNAVAILABLE } from '../validator-pool/outcomes.js';
import { BEHIND } from '../validator-pool/refusal-policy.js';
import { ClosedSubmissions } from './closed-submissions.js';
import type { LedgerCounts } from './counts.js';
import type { LedgerOptions, LedgerPorts } from './ports.js';
import { ReadWait } from './read-wait.js';
import type { Receipts } from './receipts.js';
import type { Registry } from './registry.js';
import { TipWait } from './tip-wait.js';

export interface SubmissionParts {
  readonly registry: Registry;
  readonly records: RegisterRecords;
  readonly receipts: Receipts;
  readonly counts: LedgerCounts;
}

export class LedgerSubmissions {
  readonly closed: ClosedSubmissions;
  readonly tips: TipWait;
  readonly reads: ReadWait;
  private readonly registry: Registry;
  private readonly records: RegisterRecords;
  private readonly counts: LedgerCounts;
  private readonly receipts: Receipts;
  private readonly ports: Pick<LedgerPorts, 'isLeft' | 'stored' | 'claimFiles' | 'announcements' | 'log'>;

  constructor(ports: LedgerPorts, options: Pick<LedgerOptions, 'poolLimits'>, parts: SubmissionParts) {
    const { registry, records, receipts, counts } = parts;
    this.registry = registry;
    this.records = records;
    this.counts = counts;
    this.receipts = receipts;
    this.ports = ports;
    this.tips = new TipWait(ports);
    const isDeciding = (id: string) => this.isDeciding(id);
    this.reads = new ReadWait({ ...ports, isDeciding, mayLack: (record) => records.mayLack(record) }, this.tips);
    this.closed = new ClosedSubmissions({
      ...ports,
      record: (id) => records.get(id),
      driver: (id) => registry.peek(id)?.driver,
      activate: (id) => registry.activate(id),
      place: (reg, txId) => receipts.place(reg, txId),
      limits: () => options.poolLimits(),
    });
  }

  /**
   * Its files are kept first, so that no crash comes between an action that is accepted and what it needs. The bodies
   * of what a peer brings are looked for once it is sealed.
   */
  readonly submit = (tx: Transaction, options: SubmitOptions, isKept = false): Promise<SubmitOutcome> => {
    const { claimFiles, announcements, log } = this.ports;
    if (!isKept && !options.relayed && claimFiles && filesOf(tx).length > 0)
      return claimFiles(tx).then(() => this.submit(tx, options, true));
    // Noted before anything can be told of it.
    const forget = options.trace === undefined ? undefined : announcements.traces.note(tx.txId, options.trace);
    if (log.isDebug?.()) log.debug(comingOf(tx, options, announcements.traces), 'A transaction came.');
    // A submission that another node brought is counted there.
    if (!options.relayed) this.counts.submitted++;
    const over = this.overQuota(tx, options);
    if (over) return forgetRefused(Promise.resolve(this.countOutcome(over, options)), forget);
    const outcome = this.isLeft(tx) ? Promise.resolve(LEFT_OUT) : this.poolSubmission(tx, options);
    // A node that goes on offering it need not have it kept.
    if (options.relayed && !options.durable) return forgetRefused(outcome, forget);
    const facts = outcome.then((first) =>
      // A peer that brings it does not wait: it is told, and asks another one.
      options.relayed || !saysBehind(first)
        ? this.tellOutcome(first, tx, options)
        : this.atTip(first, tx, options).then((result) => this.tellOutcome(result, tx, options)),
    );
    return forgetRefused(facts, forget);
  };

  /**
   * A lone validator decides alone, and no other node has its docket before. Of the others only what was proposed
   * in the round that runs, or what this seat voted for itself, and only while rounds go on: one vote that a member
   * made up of any round must not keep reads back until the next docket.
   */
  private isDeciding(registerId: string): boolean {
    const driver = this.registry.peek(registerId)?.driver;
    const view = driver?.docket.driver?.consensus;
    if (!driver || !view || driver.state().roster.validators.length === 1) return false;
    const isVoted = view.votes.some(({ decision, validatorId }) => decision === 'Approve' && validatorId === view.self);
    return view.busy && (view.docketHash !== null || isVoted);
  }

  /** A register that is closed has no docket to build. */
  readonly expect: Ledger['expect'] = (registerId) =>
    this.registry.peek(registerId)?.driver?.expect() ?? (() => undefined);

  readonly check: Ledger['check'] = async (tx) => {
    const { registerId } = tx.header;
    const untilMs = this.tips.deadline();
    for (;;) {
      const driver = await this.registry.driver(registerId);
      const issues = isFailure(driver)
        ? driver.issues
        : await driver.pool.intake.check(tx).catch(orUnjudged(driver, [UNAVAILABLE]));
      if (!issues.includes(BEHIND) || !(await this.tips.whenCaughtUp(registerId, untilMs))) return issues;
    }
  };

  readonly pending: Ledger['pending'] = (registerId) =>
    this.registry.peek(registerId)?.driver?.pool.pending() ?? this.closed.pending(registerId);

  /** A transaction that is here already is told as ever: only then it is looked for. */
  private overQuota(tx: Transaction, { from }: SubmitOptions): SubmitOutcome | undefined {
    const problem =
      from === undefined ? undefined : this.ports.stored?.problem(from, { bytes: tx.bytes.length, isAct: isAct(tx) });
    if (!problem) return undefined;
    const known = this.takenOutcome(tx);
    return known ? again(known) : { status: 'refused', issues: [problem] };
  }

  /**
   * A transaction that no member would take from this node is not promised. A transaction that was promised or sealed
   * before is told as ever.
   */
  private isLeft({ txId, header: { registerId } }: Transaction): boolean {
    if (this.ports.isLeft?.(registerId) !== true) return false;
    const record = this.records.get(registerId);
    const known = record && this.receipts.of(record, txId)?.status;
    return record !== undefined && known !== 'sealed' && known !== 'pending';
  }

  private poolSubmission(tx: Transaction, options: SubmitOptions): Promise<SubmitOutcome> {
    const driver = this.registry.driver(tx.header.registerId);
    // Nearly always: an open register costs no turn of the event loop.
    if (driver instanceof ReplicaDriver)
      return driver.pool.intake.submit(tx, options).catch(orUnjudged(driver, NOT_JUDGED));
    return Promise.resolve(driver).then((opened) =>
      isFailure(opened)
        ? { status: 'refused', issues: [opened.issue] }
        : opened.pool.intake.submit(tx, options).catch(orUnjudged(opened, NOT_JUDGED)),
    );
  }

  /** A submission that an old tip refused is submitted again at the newer one, if that comes soon. */
  private async atTip(first: SubmitOutcome, tx: Transaction, options: SubmitOptions): Promise<SubmitOutcome> {
    const untilMs = this.tips.deadline();
    let result = first;
    while (saysBehind(result) && (await this.tips.whenCaughtUp(tx.header.registerId, untilMs)))
      result = await this.poolSubmission(tx, options);
    return result;
  }

  private tellOutcome(
    result: SubmitOutcome,
    tx: Transaction,
    options: SubmitOptions,
  ): SubmitOutcome | Promise<SubmitOutcome> {
    const known = result.status === 'refused' && result.definitive === false && this.takenOutcome(tx);
    if (known) return this.countOutcome(again(known), options);
    const why = result.status === 'refused' ? result.issues[0] : undefined;
    if (why?.code === 'NODE_UNAVAILABLE' && this.records.get(tx.header.registerId)?.damage !== undefined)
      return this.closed.submit(tx, options, why).then((kept) => this.countOutcome(kept, options));
    return this.countOutcome(result, options);
  }

  /**
   * Where what the clock refuses is sealed or promised here all the same: a register that was opened just now may not
   * have read its promises yet.
   */
  private takenOutcome({ txId, header }: Transaction): SubmitOutcome | undefined {
    const record = this.records.get(header.registerId);
    const receipt = record && this.receipts.of(record, txId);
    return receipt?.status === 'sealed' || receipt?.status === 'pending' ? receipt : undefined;
  }

  private countOutcome(outcome: SubmitOutcome, { relayed }: SubmitOptions): SubmitOutcome {
    return relayed ? outcome : this.counts.outcome(outcome);
  }
}

/**
 * A submission that cannot be judged, because rows are damaged that it is judged by, is not refused: the register is
 * repaired, and it can be sent again.
 */
function orUnjudged<T>(driver: ReplicaDriver, facts: T): (error: unknown) => T {
  return (error) => {
    if (!isDamage(error)) throw error;
    driver.pool.fail(error);
    return facts;
  };
}

/** Forgets the note of a refusal: else a flood of them would take the place of what is sealed later. */
function forgetRefused(facts: Promise<SubmitOutcome>, forget: (() => void) | undefined): Promise<SubmitOutcome> {
  if (forget === undefined) return facts;
  return facts.then((outcome) => {
    if (outcome.status === 'refused') forget();
    return outcome;
  });
}

/** For the log, at the level debug. */
function comingOf({ txId, header }: Transaction, { relayed, trace }: SubmitOptions, traces: Traces): object {
  const from = relayed ? 'peer' : trace === undefined ? 'node' : 'client';
  return { traceId: traces.of(txId), txId, registerId: header.registerId, from };
}

const NOT_JUDGED: SubmitOutcome = { status: 'refused', issues: [UNAVAILABLE] };

const LEFT_OUT: SubmitOutcome = { status: 'refused', issues: [LEFT] };

function saysBehind(outcome: SubmitOutcome): boolean {
  return outcome.status === 'refused' && outcome.issues.includes(BEHIND);
}
