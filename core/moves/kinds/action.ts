// The transaction that does one step of a workflow instance, rejects one, or cancels the instance. The change that it
// makes is the fold of core/blueprint/instance/fold.ts; this file finds the instance that a transaction is about.
import { assert } from '../../base/assert.js';
import { hashHex } from '../../base/hash.js';
import { type Issue, issue } from '../../base/issue.js';
import type { JsonObject } from '../../base/json.js';
import type { Definition } from '../../blueprint/definition/types.js';
import { moved, opened, withRuns } from '../../blueprint/instance/fold.js';
import { foldRuns, type RunMove } from '../../blueprint/instance/run-rows.js';
import { weighed } from '../../blueprint/plan/approval.js';
import { CONFIRM_TIMER } from '../../blueprint/plan/confirm.js';
import { planOf } from '../../blueprint/plan/plan.js';
import type { Plan, RouteOutcome } from '../../blueprint/plan/planned.js';
import { statedDuesOf } from '../../blueprint/plan/stated-dues.js';
import type { PlannedTimer } from '../../blueprint/plan/timers.js';
import { type CastMove, openBallots } from '../../blueprint/state/ballots.js';
import type { Accused } from '../../blueprint/state/dispute.js';
import type { FlowInstance, Instance } from '../../blueprint/state/instance.js';
import type { Move } from '../../blueprint/state/move.js';
import type { RowOf, RunRow, RunVote } from '../../blueprint/state/run-row.js';
import type { Delivery } from '../../envelope/delivery/delivery-form.js';
import { causesAt } from '../../flow/causes.js';
import type { Flow } from '../../flow/runs.js';
import type { StateChange, StateView } from '../../model/register.js';
import type { Transaction, TransactionHeader } from '../../model/transaction.js';
import { STATE_KEY } from '../../register/state-keys.js';
import { standInIn } from '../../transaction/acting.js';
import { answerIn, checkActionMetadata, isEncrypted, outcomeOfHeader } from '../../transaction/action-metadata.js';
import { countsAsMove, isDoing, moveTypeOf } from '../../transaction/move-type.js';
import { plannedFor, statedVote } from '../../transaction/stated-vote.js';
import { challengeChanges } from '../deliveries/challenges.js';
import { deliveryChanges } from '../deliveries/deliveries.js';
import { claimChanges, claimedIn, takenBy } from '../people/claims.js';
import { isDelegable, standingIn } from '../people/deputies.js';
import { doerChanges } from '../people/four-eyes.js';
import { endsFull } from '../people/full.js';
import { handoverChanges } from '../people/handover.js';
import { holderChanges } from '../people/holder-changes.js';
import { accusedIn } from '../people/holders.js';
import { answeredIn, peopleBefore } from '../people/people-before.js';
import { decisionsOn, votesFor } from '../rules/ballots-undone.js';
import { lapsedIn, lapsedRows, rolesOf } from '../rules/cancellation.js';
import { resolvesIn, resolvingOf } from '../rules/resolutions.js';
import { challengeIn, objectionIn, resolutionIn } from '../rules/said.js';
import { settlingOf } from '../rules/settling.js';
import { duesNow, duesOf } from '../rules/stated-due.js';
import { timerChanges } from '../rules/timer-changes.js';
import { castOf } from '../rules/vote.js';
import { publishedDefinition } from './publication.js';
import type { KindRow } from './types.js';

export const action: KindRow = {
  kind: 'action',
  matches: () => true,
  check({ header }): Issue[] {
    const issues = checkActionMetadata(header);
    if (!isStart(header)) {
      if (header.instanceId === undefined)
        issues.push(
          issue('VAL_STRUCT_011', '/header/instanceId', 'An action that follows another names its instance.'),
        );
    } else if (moveTypeOf(header) !== 'Action')
      issues.push(
        issue(
          'VAL_STRUCT_011',
          '/header/previousTransactionId',
          'A rejection or cancellation names a transaction of its instance.',
        ),
      );
    return issues;
  },
  apply(tx, view, ground) {
    const { header } = tx;
    const definition = publishedDefinition(view, header.blueprintId, header.publicationTxId ?? '');
    assert(definition, 'the pin step passed');
    const changes = changesOf(tx, view, { definition, atMs: ground?.timestampMs ?? 0 });
    const atMs = ground?.timestampMs ?? 0;
    const of = { definition, instanceId: instanceIdOf(tx), isOpening: isStart(header), atMs };
    const type = moveTypeOf(header);
    if (type === 'Claim' || type === 'Release') {
      const planned = claimedIn(planOf(definition), header);
      assert(planned, 'the step of claims passed');
      const takes = takenBy(planOf(definition), header) !== undefined;
      const claim = { tx, planned, instanceId: of.instanceId, atMs: ground?.timestampMs ?? 0, takes };
      return { changes: [...changes, ...claimChanges(view, claim)] };
    }
    if (type === 'Handover') return { changes: [...changes, ...handed(tx, of, { view, ground })] };
    if (type === 'Challenge')
      return { changes: [...changes, ...challengeChanges({ tx, definition }, ground?.timestampMs ?? 0)] };
    if (type === 'Delivery') return { changes: [...changes, ...delivered(tx, view, ground)] };
    const standsFor = (): string | undefined => standsForIn(tx, { view, definition, atMs });
    return { changes: [...changes, ...holderChanges(tx, of, view), ...doerChanges({ tx, ...of, standsFor }, view)] };
  },
  leaves: (tx) => [STATE_KEY.instance(instanceIdOf(tx))],
};

/** The wallet of the holder for whom the sender acts by a delegation. */
export function standsForIn(
  tx: Transaction,
  of: { readonly view: Pick<StateView, 'state'>; readonly definition: Definition; readonly atMs: number },
): string | undefined {
  const { view, definition, atMs } = of;
  const { blueprintId, senderWallet: wallet } = tx.header;
  const planned = plannedFor(planOf(definition), tx.header);
  const instanceId = isStart(tx.header) ? undefined : instanceIdOf(tx);
  if (!planned || !isDelegable(tx.header)) return undefined;
  return standingIn(view, { definition, blueprintId, instanceId, atMs }, { planned, wallet })[0]?.standsFor;
}

function handed(
  tx: Transaction,
  of: { readonly definition: Definition; readonly instanceId: string },
  { view, ground }: { readonly view: StateView; readonly ground: { readonly timestampMs: number } | undefined },
): readonly StateChange[] {
  const instance = instanceBefore(view, tx);
  assert(instance?.language === 2, 'the step of hand-overs passed');
  return handoverChanges(view, { tx, ...of, instance, atMs: ground?.timestampMs ?? 0 });
}

function delivered(
  tx: Transaction,
  view: StateView,
  ground: { readonly timestampMs: number } | undefined,
): readonly StateChange[] {
  const instance = instanceBefore(view, tx);
  assert(instance?.language === 2, 'the step of deliveries passed');
  return deliveryChanges(view, { tx, instance, instanceId: instanceIdOf(tx) }, ground?.timestampMs ?? 0);
}

/** The rows that an action changes: its instance, and in language 2 runs. `atMs` is the time of its docket. */
export function changesOf(
  tx: Transaction,
  view: Pick<StateView, 'state' | 'transaction'>,
  { definition, atMs }: { readonly definition: Definition; readonly atMs: number },
): readonly StateChange[] {
  const before = isStart(tx.header) ? undefined : instanceBefore(view, tx);
  const accused = accusedIn(tx, planOf(definition), { rowOf: rowsIn(view), taken: before?.participants });
  const cast = castIn(tx, { definition, before, atMs }, view);
  const resolves = before?.language === 2 && resolvesIn(view, { tx, definition, instance: before, atMs });
  const lapsed = lapsedIn(view, { tx, definition, before });
  const after = instanceAfter(tx, { definition, before, atMs, accused, cast, resolves, lapsed });
  const { instance, rows } = withRows(tx, { definition, before, after, atMs, cast }, view);
  const instanceId = instanceIdOf(tx);
  const timers = timerChanges({ instanceId, before, after: instance }, planOf(definition));
  const told = lapsedRows(tx, { lapsed, before, atMs });
  return [stateChange(STATE_KEY.instance(instanceId), instance), ...rows, ...told, ...timers];
}

/** Of a vote that the pipeline took: who cast it, and how it decides where it is sealed. */
function castIn(
  tx: Transaction,
  { definition, before, atMs }: Pick<Folding, 'definition' | 'before' | 'atMs'>,
  view: Pick<StateView, 'state' | 'transaction'>,
): CastMove | undefined {
  const stated = statedVote(tx.header);
  const approval = stated && planOf(definition).actions.get(tx.header.actionId)?.approval;
  if (!approval || before?.language !== 2) return undefined;
  const action = Number(tx.header.actionId);
  const of = {
    ...{ definition, approval: weighed(approval, before), action },
    ...{ instanceId: instanceIdOf(tx), instance: before, atMs },
  };
  return castOf(view, of, { ...stated, wallet: tx.header.senderWallet });
}

/**
 * The instance after a sealed action of it. `before` is the one that it follows, not read for an opening action: under
 * the id that follows from this one, another transaction is no part of its instance. `atMs` is that of its docket.
 */
export function instanceAfter(
  tx: Transaction,
  of: {
    readonly definition: Definition;
    readonly before: Instance | undefined;
    readonly atMs: number;
    /** For an Objection only: who sent the run. */
    readonly accused?: Accused | undefined;
    /** For a Vote only, as its row has it. */
    readonly cast?: CastMove | undefined;
    /** For a Resolution only: it ends the dispute, as its row says. */
    readonly resolves?: boolean;
    /** For a Cancellation only, as its row says. */
    readonly lapsed?: readonly string[] | undefined;
  },
): Instance {
  const { header } = tx;
  const plan = planOf(of.definition);
  const move = moveOf(tx, of);
  if (isStart(header)) {
    const { blueprintId, publicationTxId } = header;
    return opened({ blueprintId, publicationTxId: publicationTxId as string }, move, plan);
  }
  assert(of.before, 'the chain step passed');
  return moved(of.before, move, plan);
}

interface Folding {
  readonly definition: Definition;
  readonly before: Instance | undefined;
  readonly atMs: number;
  readonly cast: CastMove | undefined;
}

/** In language 2 with the rows of runs that the move changes (run-rows.ts). */
function withRows(
  tx: Transaction,
  of: Folding & { readonly after: Instance },
  view: Pick<StateView, 'state' | 'transaction'>,
): { readonly instance: Instance; readonly rows: readonly StateChange[] } {
  const { before, after, cast } = of;
  const move = after.language === 2 && runMoveOf(tx, planOf(of.definition), { before: flowOf(before), after });
  if (after.language !== 2 || !move) return { instance: after, rows: [] };
  const { definition, atMs } = of;
  const { blueprintId } = tx.header;
  const instanceId = instanceIdOf(tx);
  const people = peopleBefore(view, { tx, instanceId, definition, before, atMs });
  const vote = cast && voteRow(cast, { before, action: move.action });
  const due = duesOf(tx, definition);
  const place = { definition, blueprintId, instanceId, atMs };
  const answered = before && answeredIn(view, { tx, instance: before, ...place });
  const run = { atMs, vote, due, answered, ...(people && { people }), ...move };
  const sealed = rowsIn(view);
  const folded = foldRuns(flowOf(before), run, sealed);
  const rows = [...folded.rows].map(([txId, row]) => stateChange(STATE_KEY.run(txId), row));
  const rowOf: RowOf = (txId) => folded.rows.get(txId) ?? sealed(txId);
  // Also while all waits for a confirmation: a vote that is void is counted anew by the weights of its round.
  const dues = statedDuesOf(definition).length > 0 ? duesNow(definition, folded, rowOf) : undefined;
  return { instance: withRuns(after, { moves: folded.moves, runs: folded.runs, ...(dues && { dues }) }), rows };
}

/** Members in canonical order. */
function voteRow(
  { by, deputy, led, role, vote }: CastMove,
  { before, action }: { readonly before: Instance | undefined; readonly action: number },
): RunVote {
  const instance = flowOf(before);
  const round = openBallots(instance?.ballots, action)?.round ?? instance?.moves ?? 0;
  return { by, ...(deputy !== undefined && { deputy }), ...(led && { led }), role, round, vote };
}

function flowOf(instance: Instance | undefined): FlowInstance | undefined {
  return instance?.language === 2 ? instance : undefined;
}

function stateChange(key: string, value: Instance | RunRow): StateChange {
  return { key, value: value as unknown as JsonObject };
}

/** The rows of runs that a view has. */
export function rowsIn(view: Pick<StateView, 'state'>): RowOf {
  return (txId) => view.state(STATE_KEY.run(txId)) as unknown as RunRow | undefined;
}

/**
 * The effect of a sealed move of language 2 on the runs of its instance; undefined for one that ends it otherwise than
 * by an action. `before` is undefined for an opening action.
 */
export function runMoveOf(
  { txId, header }: Transaction,
  plan: Plan,
  { before, after }: { readonly before: FlowInstance | undefined; readonly after: FlowInstance },
): Omit<RunMove, 'atMs' | 'vote' | 'due' | 'answered' | 'people'> | undefined {
  if (!countsAsMove(header)) return undefined;
  const type = moveTypeOf(header);
  const isAction = isDoing(header) || type === 'Timer';
  const settling = before && settlingOf(header, plan, before);
  if (settling) return { txId, action: Number(header.actionId), causes: [], ...settling };
  if (type === 'Resolution') return before && resolvingOf({ txId, header }, { before, after });
  if (type === 'Objection' && isEncrypted(header))
    return { txId, action: Number(header.actionId), kind: 'back', causes: [], undoes: [] };
  if (type === 'Objection') {
    const run = header.previousTransactionId as string;
    const undoesAfter = decisionsOn(run, before, after);
    return { txId, action: Number(header.actionId), kind: 'back', causes: [], undoes: [run], undoesAfter };
  }
  if (!isAction && after.state !== 'Active') return undefined;
  const action = Number(header.actionId);
  const token = { txId: header.previousTransactionId as string, target: action };
  const kind = isAction
    ? isRun(plan, header)
      ? kindOfRun(plan, header)
      : 'reject'
    : after.flow[txId]?.kind === 'reject'
      ? 'reject'
      : 'back';
  // A loop by a route takes nothing back: what it leaves behind stays in force.
  const gone = before && !isAction ? goneFrom(before.flow, after.flow) : [];
  const undoes = [...gone, ...votesFor(gone, before), ...votedBefore(header, before)];
  const planned = plan.actions.get(header.actionId);
  const as = planned && standInIn(planned, header)?.sender.id;
  const causes = before ? causesAt(before.flow, plan.net(), token) : [];
  return { txId, action, kind, causes, undoes, ...(as !== undefined && { as }) };
}

/** The vote that a role says again: one of both is in force. */
function votedBefore(header: TransactionHeader, before: FlowInstance | undefined): readonly string[] {
  const stated = statedVote(header);
  const own = stated && openBallots(before?.ballots, Number(header.actionId))?.votes;
  return own && Object.hasOwn(own, stated.role) ? [own[stated.role]?.txId as string] : [];
}

/** An action that others confirm is in force later; what a timer states is so at once. */
function kindOfRun(plan: Plan, header: TransactionHeader): 'act' | 'waits' {
  return moveTypeOf(header) === 'Action' && plan.actions.get(header.actionId)?.confirm ? 'waits' : 'act';
}

/** Runs that are live no more, without those that only gave tokens again. */
function goneFrom(before: Flow, after: Flow): readonly string[] {
  return Object.keys(before).filter((txId) => !Object.hasOwn(after, txId) && before[txId]?.kind !== 'back');
}

function moveOf(tx: Transaction, of: Parameters<typeof instanceAfter>[1]): Move {
  const { definition, atMs, accused, cast, resolves = false, lapsed } = of;
  const { txId, header } = tx;
  const plan = planOf(definition);
  const planned = plannedFor(plan, header);
  assert(planned, 'the pin step passed');
  const type = moveTypeOf(header);
  const outcome = type === 'Action' ? outcomeOfHeader(planned, header) : outcomeOfVote(plan, header, cast);
  const { senderWallet, previousTransactionId } = header;
  return {
    txId,
    type,
    planned,
    senderWallet,
    previousTransactionId,
    outcome,
    ...(type === 'Vote' && { vote: cast }),
    ...(type === 'Objection' && { ...objectionIn(tx, definition), accused }),
    ...(type === 'Resolution' && { resolution: { ...resolutionIn(tx, definition), decides: resolves } }),
    ...(type === 'Cancellation' && { roles: rolesOf(header), lapsed, full: endsFull(header) }),
    ...(type === 'Delivery' && { deliveredTo: (tx.payload as unknown as Pick<Delivery, 'role'>).role }),
    ...(type === 'Claim' && { takes: takenBy(plan, header) }),
    ...(type === 'Challenge' && { challenge: challengeIn(tx, definition) }),
    timer: type === 'Timer' ? timerOf(plan, header) : undefined,
    answer: type === 'Confirmation' ? answerIn(header.metadata) : undefined,
    atMs,
  };
}

function outcomeOfVote(
  plan: Plan,
  { actionId }: TransactionHeader,
  cast: CastMove | undefined,
): RouteOutcome | undefined {
  return cast?.led && plan.actions.get(actionId)?.approval?.outcomes[cast.led];
}

/** The timer that a sealed transaction of one names. */
function timerOf(plan: Plan, { actionId, metadata }: TransactionHeader): PlannedTimer | undefined {
  const planned = plan.actions.get(actionId);
  if (metadata?.timer === CONFIRM_TIMER) return planned?.confirm?.timer;
  return planned?.timers.find(({ id }) => id === metadata?.timer);
}

/** True for a move that states data of its action: its party's, a vote, or a timer's with data. */
export function isRun(plan: Plan, header: TransactionHeader): boolean {
  return isDoing(header) || (moveTypeOf(header) === 'Timer' && timerOf(plan, header)?.data !== undefined);
}

/**
 * Ids of the actions that may follow a sealed action transaction, taken or not: what it decided, or where its rejection
 * leads. `row` is that of a vote, which says whether it decided.
 */
export function nextOf(plan: Plan, header: TransactionHeader, row?: Pick<RunRow, 'vote'>): readonly number[] {
  const planned = plan.actions.get(header.actionId);
  if (!planned) return [];
  const type = moveTypeOf(header);
  if (type === 'Action') return outcomeOfHeader(planned, header)?.route?.nextActionIds ?? [];
  if (type === 'Timer') return timerOf(plan, header)?.next ?? [];
  if (type === 'Vote') return outcomeOfVote(plan, header, row?.vote)?.route?.nextActionIds ?? [];
  if (type === 'Confirmation') return answerIn(header.metadata)?.accept === false ? [planned.action.id] : [];
  const config = planned.action.rejectionConfig;
  return type === 'Rejection' && config && config.isTerminal !== true ? [config.targetActionId] : [];
}

/** True for an action that opens an instance: it follows nothing, or the publication itself (reference-facts 1.3). */
export function isStart(header: TransactionHeader): boolean {
  return header.previousTransactionId === undefined || header.previousTransactionId === header.publicationTxId;
}

/** The instance that an action names, or for an opening action without a name the id that follows from its TxId. */
export function instanceIdOf(tx: Transaction): string {
  const { instanceId, registerId, blueprintId } = tx.header;
  return instanceId ?? hashHex('instance', registerId, blueprintId, tx.txId);
}

/**
 * The instance that an action meets. One that opens an instance without naming it meets none: the id follows from its
 * own TxId, which is not sealed yet, so nothing needs to be read.
 */
export function instanceBefore(view: Pick<StateView, 'state'>, tx: Transaction): Instance | undefined {
  if (tx.header.instanceId === undefined && isStart(tx.header)) return undefined;
  return instanceAt(view, instanceIdOf(tx));
}

export function instanceAt(view: Pick<StateView, 'state'>, instanceId: string): Instance | undefined {
  return view.state(STATE_KEY.instance(instanceId)) as unknown as Instance | undefined;
}
