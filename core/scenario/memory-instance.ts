// One instance of a definition in memory, judged and folded as a register does it, without keys: chain, branches,
// joins, deadlines, timers, senders and routes are those of the pipeline. A move that is refused changes nothing.
import { type Issue, isIssue, isIssues, issue } from '../base/issue.js';
import type { Json, JsonObject } from '../base/json.js';
import { actionOf } from '../blueprint/definition/conformance.js';
import type { Definition } from '../blueprint/definition/types.js';
import { type Executed, execute, execute2 } from '../blueprint/execution/execute.js';
import { branchesAt, type OpenBranch, type WaitingRun, waitingRuns, waitsFor } from '../blueprint/instance/branches.js';
import { isClosedAt, openingOf } from '../blueprint/instance/not-before.js';
import { type DueTimer, dueTimers } from '../blueprint/instance/open-timers.js';
import { lastInForceAt } from '../blueprint/instance/run-rows.js';
import { statementsOf } from '../blueprint/names/statements.js';
import type { Vote } from '../blueprint/plan/approval.js';
import { planOf } from '../blueprint/plan/plan.js';
import type { Apart, Plan, PlannedAction } from '../blueprint/plan/planned.js';
import { decision } from '../blueprint/plan/routes.js';
import { statedFor } from '../blueprint/plan/stated-dues.js';
import { type Reading, readingOf } from '../blueprint/schemas/schema-check.js';
import type { Instance } from '../blueprint/state/instance.js';
import type { Answer, MoveType } from '../blueprint/state/move.js';
import { STATE_KEY } from '../register/state-keys.js';
import type { StateChange, StateView } from '../register/types.js';
import { isEncrypted, statedRouting } from '../transaction/action-metadata.js';
import { rolesToCancelAs } from '../transaction/cancellation.js';
import { claimChanges, claimedIn, takenBy } from '../transaction/claims.js';
import { factsBefore, type SealedMove } from '../transaction/facts-before.js';
import { fourEyesProblem } from '../transaction/four-eyes.js';
import { holderChanges } from '../transaction/holder-changes.js';
import { changesOf, instanceAt, isStart, rowsIn, standsForIn } from '../transaction/kinds/action.js';
import { moveTypeOf } from '../transaction/move-type.js';
import { plannedFor, statedVote } from '../transaction/stated-vote.js';
import { isTimer, timerTransaction } from '../transaction/timer.js';
import type { Transaction } from '../transaction/types.js';
import { cancellation } from '../transaction/validate/cancellation.js';
import { chain, confirmed, join, previous, sender } from '../transaction/validate/chain.js';
import type { ChainSubject } from '../transaction/validate/chain-subject.js';
import { claims } from '../transaction/validate/claims.js';
import { confirmation } from '../transaction/validate/confirmation.js';
import { admission, againUntil, privateObjection } from '../transaction/validate/objection.js';
import { checkCancellation, checkConfirmation, checkRejection } from '../transaction/validate/rejection.js';
import { resolution } from '../transaction/validate/resolution.js';
import { due } from '../transaction/validate/timer.js';
import { ballot, voting } from '../transaction/validate/vote.js';
import { candidateWallet, type DeputiesByRole, deputyWallet, loneRecord, walletOf, withParties } from './parties.js';
import { remindedIn } from './reminding.js';

/** A move that a role makes at a time. */
export interface ScenarioMove {
  readonly type: MoveType;
  readonly actionId: number;
  readonly role: string;
  /** A candidate that acts in the role; the wallet of the role unless stated. */
  readonly candidate?: string | undefined;
  /** The participant that acts for the role by a delegation. */
  readonly deputy?: string | undefined;
  /** The transaction that it follows; undefined where it opens the instance. */
  readonly previous: string | undefined;
  readonly payload: JsonObject;
  /** Of a Vote. */
  readonly vote?: Vote;
  /** Of a Confirmation. */
  readonly answer?: Answer;
  /** Of an Objection: the resolver judges it, and the others do not read it. */
  readonly isPrivate?: boolean;
  readonly atMs: number;
}

const PUBLICATION = 'f'.repeat(64);
const INSTANCE = 'scenario';

export class MemoryInstance {
  readonly moves: SealedMove[] = [];
  readonly plan: Plan;
  private readonly definition: Definition;
  private readonly rows = new Map<string, JsonObject | undefined>();
  private readonly done = new Map<string, { readonly transaction: Transaction; readonly executed?: Executed }>();

  private passedMs = 0;
  private readonly view: StateView = {
    state: (key) => this.rows.get(key),
    sealedAt: (txId) => (this.done.has(txId) ? { height: 1, index: 0 } : undefined),
    transaction: (txId) => this.done.get(txId)?.transaction,
    docketAt: () => undefined,
  };

  /** The definition has passed `checkBlueprint`. */
  constructor(definition: Definition, deputies?: DeputiesByRole) {
    const parties = withParties(definition, deputies);
    this.definition = parties.definition;
    for (const [key, row] of parties.rows) this.rows.set(key, row);
    this.plan = planOf(this.definition);
  }

  /** Undefined before the first move. */
  get row(): Instance | undefined {
    return instanceAt(this.view, INSTANCE);
  }

  /** What is recorded, or why it is refused. Rejections and cancellations record nothing. */
  take(move: ScenarioMove): Executed | 'recorded' | readonly Issue[] {
    const planned = plannedFor(this.plan, { actionId: String(move.actionId), metadata: metadataOf(move) });
    if (!planned) return [issue('VAL_SCHEMA_003', '/actionId', 'The definition has no such action.')];
    // As on a register, where a move stands comes first: what it holds is read on the runs that it follows.
    const misplaced = this.judge(this.transactionOf(move, undefined), planned, move.atMs);
    if (misplaced.length > 0) return misplaced;
    const executed =
      move.type === 'Action' || move.type === 'Vote'
        ? this.execute(move, planned)
        : formIssues(move, planned, readingOf(this.definition));
    if (isIssues(executed) && executed.length > 0) return executed;
    const run = isIssues(executed) ? undefined : executed;
    const transaction = this.transactionOf(move, run);
    // Once more, because the decision counts: an instance has so many branches at the most.
    const refused = this.judge(transaction, planned, move.atMs);
    if (refused.length > 0) return refused;
    this.record({ transaction, ...(run && { executed: run }) }, move.atMs);
    return run ? { ...run, ...this.decided(transaction) } : 'recorded';
  }

  /** How a vote decided, by the route that is taken then. */
  private decided({ txId, header }: Transaction): Partial<Executed> {
    const { vote } = rowsIn(this.view)(txId) ?? {};
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
      if (this.row) reminded.push(...remindedIn(this.row, this.plan, { fromMs: this.passedMs, untilMs }));
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
      // The newest branch is known by its TxId here.
      const transaction: Transaction = { ...timerTransaction(instance, due), txId: this.nextId() };
      this.record({ transaction }, due.dueMs + 1);
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

  private record(done: { readonly transaction: Transaction; readonly executed?: Executed }, atMs: number): void {
    const { transaction } = done;
    const changes = changesOf(transaction, this.view, { definition: this.definition, atMs });
    const of = { definition: this.definition, instanceId: INSTANCE, isOpening: isStart(transaction.header), atMs };
    const held = holderChanges(transaction, of, this.view);
    for (const { key, value } of [...changes, ...held, ...this.claimed(transaction, atMs)])
      this.rows.set(key, value ?? undefined);
    this.moves.push({ transaction, timestampMs: atMs });
    this.done.set(transaction.txId, done);
  }

  /** What a Claim or Release changes beside the instance. */
  private claimed(tx: Transaction, atMs: number): readonly StateChange[] {
    const planned = claimedIn(this.plan, tx.header);
    const type = moveTypeOf(tx.header);
    if (!planned || (type !== 'Claim' && type !== 'Release')) return [];
    const takes = takenBy(this.plan, tx.header) !== undefined;
    return claimChanges(this.view, { tx, planned, instanceId: INSTANCE, atMs, takes });
  }

  private nextId(): string {
    return String(this.moves.length + 1).padStart(64, '0');
  }

  /** Ids of the actions that an open branch leads to: those that may be done now, and those that wait for others. */
  open(): { readonly enabled: readonly number[]; readonly waiting: readonly number[] } {
    const { plan, row } = this;
    const branches = row ? branchesAt(row, this.passedMs) : [];
    const idsOf = (isWaiting: boolean): readonly number[] => {
      const ids = branches.filter(
        (one) => row && isWaitingAt(row, { plan, branch: one, atMs: this.passedMs }) === isWaiting,
      );
      return [...new Set(ids.map(({ actionId }) => actionId))].sort((a, b) => a - b);
    };
    return { enabled: idsOf(false), waiting: idsOf(true) };
  }

  /** The newest run of the action that is in force. */
  newestRun(actionId: number): string | undefined {
    return this.row?.language === 2 ? lastInForceAt(this.row, actionId, rowsIn(this.view))?.txId : undefined;
  }

  /** The newest run of the action that waits for confirmation. */
  waitingFor(actionId: number): WaitingRun | undefined {
    return this.row && waitingRuns(this.row).findLast((one) => one.actionId === actionId);
  }

  /** What a role is shown of the run. */
  seen(role: string, txId: string): JsonObject {
    const done = this.done.get(txId);
    // The definition says what a timer states, so that each role has it.
    if (done && isTimer(done.transaction.header)) return done.transaction.payload as JsonObject;
    // Who votes sees its vote; the others what is disclosed of it.
    if (done?.executed && statedVote(done.transaction.header)?.role === role) return done.executed.data;
    if (done?.executed && done.transaction.header.metadata?.as === role) return done.executed.data;
    const shown = done?.executed?.disclosures ?? [];
    return shown.find(({ participantId }) => participantId === role)?.data ?? {};
  }

  private execute(
    { actionId, payload, role, previous: txId, atMs }: ScenarioMove,
    { action }: PlannedAction,
  ): Executed | readonly Issue[] {
    const { definition, moves, plan, row } = this;
    const run = { definition, actionId: String(actionId), payload: payload as Json };
    if (plan.language === 1) return execute({ ...run, ...this.earlier(role) });
    const branch = { txId: txId as string, actionId: action.id };
    const seen = (id: string): JsonObject => this.seen(role, id);
    const facts =
      row && txId !== undefined
        ? factsBefore({ plan, instance: row, moves, branch, seen, rowOf: rowsIn(this.view) })
        : { runs: [], time: {} };
    const signed = new Date(atMs).toISOString();
    return execute2({ ...run, facts: { ...facts, time: { ...facts.time, signed } } });
  }

  /** Of language 1: what a role sees by name, the later value over the earlier one, and who stated it. */
  private earlier(role: string) {
    const fields = new Map<string, Json>();
    const by = new Map<string, string>();
    for (const { transaction } of this.moves) {
      const action = actionOf(this.definition, transaction.header.actionId);
      if (!action) continue;
      const { standingOf } = statementsOf(this.definition, action);
      for (const [name, value] of Object.entries(this.seen(role, transaction.txId))) {
        const before = by.get(name);
        // A member that no action declares stands over no value of another participant.
        if (before !== undefined && before !== action.sender && standingOf(name) === 'loose') continue;
        fields.set(name, value);
        by.set(name, action.sender);
      }
    }
    return { previous: Object.fromEntries(fields), statedBy: (name: string) => by.get(name) };
  }

  private judge(tx: Transaction, written: PlannedAction, docketMs: number): readonly Issue[] {
    const planned = plannedFor(this.plan, tx.header) ?? written;
    const ctx = { docketMs, view: this.view, state: { timestampMs: docketMs } };
    const subject: ChainSubject = { tx, definition: this.definition, plan: this.plan, planned, ctx };
    const { definition, plan, row: instance } = this;
    const steps = [
      () => voting({ tx, plan }),
      ...[previous, confirmed, chain, due, join, sender, cancellation, confirmation].map((step) => () => step(subject)),
      () => this.objected(subject, docketMs),
      () => resolution(subject),
      () => claims(subject),
      () => ballot({ tx, ctx, definition, plan, ...(instance && { instance }) }),
    ];
    for (const step of steps) {
      const issues = step();
      if (issues.length > 0) return issues;
    }
    const type = moveTypeOf(tx.header);
    if (type !== 'Action' && type !== 'Rejection') return [];
    const doing = {
      definition,
      planned: lone(planned),
      instanceId: INSTANCE,
      instance,
      standsFor: standsForIn(tx, { view: this.view, definition, atMs: docketMs }),
      isRejection: type === 'Rejection',
    };
    const problem = fourEyesProblem(this.view, { ...doing, wallet: tx.header.senderWallet });
    return problem ? [problem] : [];
  }

  /** Whether somebody may object to the run now: that it is false is taken for granted, or said by `judge`. */
  private objected(subject: ChainSubject, atMs: number): readonly Issue[] {
    const { definition, row: instance } = this;
    const { tx } = subject;
    if (moveTypeOf(tx.header) !== 'Objection' || instance?.language !== 2) return [];
    if (isEncrypted(tx.header)) return privateObjection(subject, definition);
    const txId = tx.header.previousTransactionId ?? '';
    const of = { row: rowsIn(this.view)(txId), run: this.view.transaction(txId), held: [], since: 0 };
    const untilMs = againUntil(subject, instance, definition);
    const problem = admission({ tx, instance, definition, atMs, ...of, untilMs });
    return problem ? [problem] : [];
  }

  /** The roles that a cancellation speaks for, where the definition says who cancels. */
  private rolesOf({ type, role, atMs }: ScenarioMove): { readonly roles?: readonly string[] } {
    const { definition, plan, row } = this;
    const terms = plan.cancellation;
    if (type !== 'Cancellation' || !terms || row?.language !== 2) return {};
    const of = { definition, terms, instance: row, held: { roles: {} }, wallet: walletOf(definition, role), atMs };
    const roles = rolesToCancelAs(this.view, of);
    return { roles: roles.length > 0 ? roles : [role] };
  }

  private standsIn({ type, actionId, role }: ScenarioMove): { readonly as?: string } {
    const isMove = type === 'Action' || type === 'Rejection';
    return isMove && this.plan.actions.get(String(actionId))?.standIns.has(role) ? { as: role } : {};
  }

  private senderOf({ role, candidate, deputy }: ScenarioMove): string {
    if (deputy !== undefined) return deputyWallet(deputy);
    return candidate === undefined ? walletOf(this.definition, role) : candidateWallet(candidate);
  }

  /** A role that votes on an action, or does nothing of it, reserves itself. */
  private claims({ type, actionId, role }: ScenarioMove): { readonly role?: string } {
    const isClaim = type === 'Claim' || type === 'Release';
    const { approval, quiet } = this.plan.actions.get(String(actionId)) ?? {};
    return isClaim && (approval?.voters.has(role) || quiet?.has(role)) ? { role } : {};
  }

  /** No signature and no bytes: nothing here asks for them. */
  private transactionOf(move: ScenarioMove, executed: Executed | undefined): Transaction {
    const { type, actionId, previous: previousTransactionId, atMs } = move;
    // Votes decide together, and each of them states nothing of that.
    const stated = type === 'Vote' ? undefined : executed?.decision;
    const planned = executed && this.plan.actions.get(String(actionId));
    const due = planned && statedFor(this.definition, planned.action, executed.data);
    const routing = stated && statedRouting(this.plan.language, stated, PUBLICATION);
    return {
      txId: this.nextId(),
      header: {
        registerId: INSTANCE,
        blueprintId: INSTANCE,
        actionId: String(actionId),
        instanceId: INSTANCE,
        publicationTxId: PUBLICATION,
        ...(previousTransactionId !== undefined && { previousTransactionId }),
        senderWallet: this.senderOf(move),
        payloadHash: '',
        createdAt: new Date(atMs).toISOString(),
        metadata: {
          ...metadataOf(move),
          ...this.rolesOf(move),
          ...this.standsIn(move),
          ...this.claims(move),
          ...(due && !isIssue(due) && { due }),
          ...(routing && { routing: routing as unknown as JsonObject }),
        },
      },
      payload: executed?.data ?? move.payload,
      signatures: [],
      bytes: new Uint8Array(0),
    };
  }
}

function metadataOf({ type, role, deputy, vote, answer, isPrivate }: ScenarioMove): JsonObject {
  if (isPrivate) return { type, role, contentEncoding: 'encrypted' };
  const cast = vote !== undefined && { role, vote, ...(deputy !== undefined && { for: loneRecord(role) }) };
  return { type, ...cast, ...(answer && { answer: { ...answer } }) };
}

/** For others, or for the time from which on it may be done. */
function isWaitingAt(
  row: Instance,
  { plan, branch, atMs }: { readonly plan: Plan; readonly branch: OpenBranch; readonly atMs: number },
): boolean {
  return waitsFor(row, plan, branch).length > 0 || isClosedAt(openingOf(row, plan, branch), atMs);
}

/** Roles are the parties of a scenario: no record names their organisations, which are not compared. */
function lone(planned: PlannedAction): PlannedAction {
  const alone = (all: readonly Apart[]): readonly Apart[] => all.map((one) => ({ ...one, byOrganisation: false }));
  return { ...planned, apart: alone(planned.apart), roleApart: alone(planned.roleApart) };
}

function formIssues(
  { type, payload, answer }: ScenarioMove,
  { action }: PlannedAction,
  reading: Reading,
): readonly Issue[] {
  if (type === 'Cancellation') return checkCancellation(payload);
  if (type === 'Confirmation') return checkConfirmation(payload, { isAccepted: answer?.accept === true });
  if (['Action', 'Vote', 'Objection', 'Resolution', 'Claim', 'Release'].includes(type)) return [];
  const config = action.rejectionConfig;
  if (config) return checkRejection(payload, config, reading).issues;
  return [issue('VAL_BP_014', '/header/actionId', 'The definition lets nobody reject this action.')];
}
