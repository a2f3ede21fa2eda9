// An instance of a definition in memory, judged and folded as a register does it, without keys: chain, branches, joins,
// deadlines, timers, senders and routes are those of the pipeline. A move that is refused changes nothing.
import { issue } from '../base/issue.js';
import type { Json, JsonObject } from '../base/json.js';
import { fail, isFailure, type Result } from '../base/result.js';
import type { Definition } from '../blueprint/definition/types.js';
import { type Executed, execute } from '../blueprint/execution/execute.js';
import {
  branchesAt,
  type OpenBranch,
  openBranches,
  type WaitingRun,
  waitingRuns,
  waitsFor,
} from '../blueprint/instance/branches.js';
import { isClosedAt, openingOf } from '../blueprint/instance/not-before.js';
import { type DueTimer, dueTimers, escalations } from '../blueprint/instance/open-timers.js';
import { lastInForceAt, runsInForceAt } from '../blueprint/instance/run-rows.js';
import type { RunFacts } from '../blueprint/logic/facts.js';
import type { Plan, PlannedAction } from '../blueprint/plan/planned.js';
import { decision } from '../blueprint/plan/routes.js';
import { LAST_MS } from '../blueprint/plan/timers.js';
import { readingOf } from '../blueprint/schemas/schema-check.js';
import type { Instance } from '../blueprint/state/instance.js';
import { holdersNow } from '../instance/people/holders.js';
import { rowsIn } from '../instance/rows.js';
import { withClaims } from '../instance/runs/claims.js';
import { factsBefore, type SealedMove } from '../instance/runs/facts-before.js';
import type { Transaction } from '../model/transaction.js';
import { STATE_KEY } from '../register/state-keys.js';
import { planFor } from '../transaction/stated-vote.js';
import { timerTransaction } from '../transaction/timer.js';
import { formIssues, refusals } from './judging.js';
import { MemoryRegister, PUBLICATION } from './memory-register.js';
import { metadataOf, type ScenarioMove, transactionOf } from './move.js';
import { type Cast, INSTANCE, withParties } from './parties.js';
import { listReminders } from './reminding.js';
import { showingProblem } from './showing.js';

export class MemoryInstance {
  private readonly register: MemoryRegister;
  private passedMs = 0;

  /** The definition has passed `checkBlueprint`. */
  constructor(definition: Definition, cast?: Cast) {
    const parties = withParties(definition, cast);
    this.register = new MemoryRegister(parties.definition, parties.rows);
  }

  get moves(): readonly SealedMove[] {
    return this.register.moves;
  }

  /** Undefined before the first move. */
  get row(): Instance | undefined {
    return this.register.row;
  }

  private get plan(): Plan {
    return this.register.plan;
  }

  /** The data that is recorded, or why the move is refused. Rejections and cancellations record nothing. */
  take(move: ScenarioMove): Result<Executed | 'recorded'> {
    const { register } = this;
    const planned = planFor(this.plan, { actionId: String(move.actionId), metadata: metadataOf(move) });
    if (!planned) return fail(issue('VAL_SCHEMA_003', '/actionId', 'The definition has no such action.'));
    const { signers } = move;
    const at = { written: planned, signers, atMs: move.atMs };
    // As on a register, where a move stands comes first: what it holds is read on the runs that it follows.
    const misplaced = refusals(register, transactionOf(register, move, undefined), at);
    if (misplaced.length > 0) return fail(misplaced);
    const isRun = move.type === 'Action' || move.type === 'Vote';
    const unshown = isRun && move.shows !== undefined && showingProblem(planned.action, move.shows);
    if (unshown) return fail(unshown);
    const run = isRun ? this.execute(move, planned) : undefined;
    if (isFailure(run)) return run;
    const misformed = isRun ? [] : formIssues(move, planned, readingOf(register.definition));
    if (misformed.length > 0) return fail(misformed);
    const transaction = transactionOf(register, move, run);
    // Once more, because the decision counts: an instance has so many branches at the most.
    const refused = refusals(register, transaction, at);
    if (refused.length > 0) return fail(refused);
    register.record({ transaction, ...(run && { executed: run }), signers, shows: move.shows }, move.atMs);
    return run ? { ...run, ...this.decision(transaction) } : 'recorded';
  }

  /** How a vote decided, by the route that is taken then. */
  private decision({ txId, header }: Transaction): Partial<Executed> {
    const { vote } = rowsIn(this.register.view)(txId) ?? {};
    const outcome = vote?.led && this.plan.actions.get(header.actionId)?.approval?.outcomes[vote.led];
    if (!outcome?.route) return {};
    return { decision: decision({ id: Number(header.actionId) }, outcome.route, outcome) };
  }

  /**
   * Time passes until a move at `atMs` is judged: what is due before fires, each in a docket right after its due time.
   * Ids of the timers that fired and that reminded, in their order; an instance has so many moves at the most.
   */
  pass(atMs: number): { readonly fired: readonly string[]; readonly reminded: readonly string[] } {
    const fired: string[] = [];
    const reminded: string[] = [];
    const remind = (untilMs: number): void => {
      if (this.row) reminded.push(...listReminders(this.row, this.plan, { fromMs: this.passedMs, untilMs }));
      this.passedMs = untilMs;
    };
    for (let due = this.firstDue(); due && due.dueMs < atMs; due = this.firstDue()) {
      const instance = {
        registerId: INSTANCE,
        instanceId: INSTANCE,
        blueprintId: INSTANCE,
        publicationTxId: PUBLICATION,
      };
      remind(due.dueMs + 1);
      const transaction: Transaction = { ...timerTransaction(instance, due), txId: this.register.nextId() };
      this.register.record({ transaction }, due.dueMs + 1);
      fired.push(due.timer.id);
    }
    remind(atMs);
    return { fired, reminded };
  }

  /** As the rows of the state name them, the first one. */
  private firstDue(): DueTimer | undefined {
    const nameOf = ({ dueMs, txId, action }: DueTimer): string => STATE_KEY.due(dueMs, txId, action);
    return [...dueTimers(this.row, this.plan)].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))[0];
  }

  /** Ids of the actions that an open branch leads to: those that may be done now, and those that wait for others. */
  open(): { readonly enabled: readonly number[]; readonly waiting: readonly number[] } {
    const { plan, row } = this;
    const branches = row ? branchesAt(row, this.passedMs) : [];
    const idsOf = (isWaiting: boolean): readonly number[] => {
      const ids = branches.filter(
        (branch) => row && isWaitingAt(row, { plan, branch: branch, atMs: this.passedMs }) === isWaiting,
      );
      return [...new Set(ids.map(({ actionId }) => actionId))].sort((a, b) => a - b);
    };
    return { enabled: idsOf(false), waiting: idsOf(true) };
  }

  /** As if a role had made all the moves that it may make here; false in an instance that has no such bound. */
  spend(role: string): boolean {
    return this.register.spend(role);
  }

  /** The wallet that acts in a role: that of its holder, or of who would take it. */
  walletOf(role: string): string {
    return this.register.holderOf(role) || this.register.walletOf(role);
  }

  /** The holder of a role; undefined for an open one that was not taken. */
  holderOf(role: string): string | undefined {
    return this.register.holderOf(role);
  }

  /** The wallet that opened the instance, by its newest key. */
  get opener(): string | undefined {
    return holdersNow(this.register.view, INSTANCE).opener ?? this.row?.opener;
  }

  /** The newest run of the action that is in force. */
  newestRun(actionId: number): string | undefined {
    return this.row ? lastInForceAt(this.row, actionId, rowsIn(this.register.view))?.txId : undefined;
  }

  /** The newest run of the action that waits for confirmation. */
  waitingFor(actionId: number): WaitingRun | undefined {
    return this.row && waitingRuns(this.row).findLast((item) => item.actionId === actionId);
  }

  /** The runs in force as rules of the role read them, in the order of the ledger. */
  runsSeenBy(role: string): readonly RunFacts[] {
    const { row, view } = this.register;
    const inForce = row ? runsInForceAt(row, Object.keys(row.runs), rowsIn(view)) : [];
    return inForce.map(({ txId, action, vote }) => ({ txId, action, data: this.factsOf(role, txId), vote }));
  }

  /** Roles beside its own that may do an action by now, because its time passed. */
  alsoFor(actionId: number): readonly string[] {
    const due = escalations(this.row, this.plan).filter(
      ({ action, dueMs }) => action === actionId && dueMs < this.passedMs,
    );
    return due.map(({ role }) => role);
  }

  /** When time alone changes what may be done, the next time: a timer fires, an action opens, or others may do it. */
  nextChange(): number | undefined {
    const { plan, row, passedMs } = this;
    if (!row) return undefined;
    const times = [
      ...dueTimers(row, plan).map(({ dueMs }) => dueMs),
      ...escalations(row, plan).map(({ dueMs }) => dueMs),
      ...openBranches(row).flatMap((branch) => openingOf(row, plan, branch)?.afterMs ?? []),
    ].filter((ms) => ms >= passedMs && ms < LAST_MS);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** The data of the run that a role is shown. */
  seenData(role: string, txId: string): JsonObject {
    return this.register.seenData(role, txId, this.passedMs);
  }

  /** The same with the claims that its gates show the role, as rules read them. */
  private factsOf(role: string, txId: string): JsonObject {
    return withClaims(this.seenData(role, txId), this.register.seenClaims(role, txId));
  }

  private execute(
    { actionId, payload, role, previous: txId, atMs }: ScenarioMove,
    { action }: PlannedAction,
  ): Result<Executed> {
    const { definition, moves, plan, row, view } = this.register;
    const run = { definition, actionId: String(actionId), payload: payload as Json };
    const branch = { txId: txId as string, actionId: action.id };
    const seenData = (id: string): JsonObject => this.factsOf(role, id);
    const facts =
      row && txId !== undefined
        ? factsBefore({ plan, instance: row, moves, branch, seenData: seenData, rowOf: rowsIn(view) })
        : { runs: [], time: {} };
    const signed = new Date(atMs).toISOString();
    return execute({ ...run, facts: { ...facts, time: { ...facts.time, signed } } });
  }
}

/** For others, or for the time from which on it may be done. */
function isWaitingAt(
  row: Instance,
  { plan, branch, atMs }: { readonly plan: Plan; readonly branch: OpenBranch; readonly atMs: number },
): boolean {
  return waitsFor(row, plan, branch).length > 0 || isClosedAt(openingOf(row, plan, branch), atMs);
}
