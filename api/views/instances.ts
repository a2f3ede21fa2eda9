// Instances and what moves them in the words of the answers. Shapes only.
import type { Static } from 'typebox';
import type { CancellationView } from '../../actors/workflow/instance/cancellation-view.js';
import type { DisputeView } from '../../actors/workflow/instance/dispute-view.js';
import type { InstanceView } from '../../actors/workflow/instance/instance-types.js';
import type { RunningTimer, StandingIn } from '../../actors/workflow/instance/timer-view.js';
import type { VotingView } from '../../actors/workflow/instance/voting.js';
import type { ActionOutcome, NextAction } from '../../actors/workflow/moves/action/ask.js';
import type { DeliveriesSent } from '../../actors/workflow/moves/delivery/ask.js';
import type { MoveOutcome } from '../../actors/workflow/moves/parts/ask.js';
import type { RejectionOutcome } from '../../actors/workflow/moves/rejection/ask.js';
import type { OperationStarted } from '../../actors/workflow/operations/operation-ports.js';
import type { Issue } from '../../core/base/issue.js';
import { CANCELLATION_CONSENT_MS } from '../../core/base/limits/ledger/disputes.js';
import { isFailure, type Result } from '../../core/base/result.js';
import { namesOf } from '../../core/blueprint/definition/texts.js';
import type { SealedRun } from '../../core/instance/deliveries/sealed-runs.js';
import type { Actor } from '../../core/instance/people/acting-now.js';
import type { InstanceOpening } from '../../storage/tables/workflow/instances.js';
import { type Reply, reply } from '../define.js';
import type { DeliveryResult } from '../schemas/workflow/delivery.js';
import type { FileView } from '../schemas/workflow/file.js';
import type { PendingActionView } from '../schemas/workflow/inbox.js';
import type { MoveResult } from '../schemas/workflow/moves.js';
import type {
  ActionAccepted,
  ActionResult,
  InstanceBody,
  InstanceNext,
  RejectResult,
} from '../schemas/workflow/workflow.js';
import { isoTime } from './transactions.js';

/** An action waits for its seal, because its caller and the next one go on from there. */
export const SEAL_WAIT_MS = 10_000;

export function instanceBody(
  view: InstanceView,
  metadata: Readonly<Record<string, string>> | undefined,
): Static<typeof InstanceBody> {
  const { createdAtMs, updatedAtMs, completedAtMs } = view;
  return {
    id: view.id,
    registerId: view.registerId,
    blueprintId: view.blueprintId,
    publicationTxId: view.publicationTxId,
    blueprintVersion: view.blueprintVersion,
    pinState: view.pinState,
    state: view.state,
    currentActionIds: [...view.currentActionIds],
    participantWallets: { ...view.participantWallets },
    ...(view.isStuck && { isStuck: true }),
    activeBranches: view.activeBranches.map(
      ({ deadlineMs, notBeforeMs, timer, also, voting, waitsFor, mayAct, ...branch }) => ({
        ...branch,
        ...endOf(deadlineMs, timer),
        ...(notBeforeMs !== undefined && { notBefore: isoTime(notBeforeMs) }),
        ...(voting && { voting: votingBody(voting) }),
        ...(also && { also: also.map(standInView) }),
        ...(waitsFor.length > 0 && { waitsFor: [...waitsFor] }),
        ...(mayAct && { mayAct: mayAct.map(actorView) }),
      }),
    ),
    ...(view.moves !== undefined && { moves: view.moves }),
    ...(view.confirmations.length > 0 && { confirmations: view.confirmations.map(confirmationView) }),
    ...(view.faults.length > 0 && { faults: view.faults.map(faultView) }),
    ...(view.dispute && { dispute: disputeBody(view.dispute) }),
    ...(view.disputedUntilMs !== undefined && { disputedUntil: isoTime(view.disputedUntilMs) }),
    ...(view.handovers.length > 0 && {
      handovers: view.handovers.map(({ role, to, untilMs }) => ({ role, to, until: isoTime(untilMs) })),
    }),
    ...(view.cancellation && { cancellation: cancellationBody(view.cancellation) }),
    ...(view.owed.length > 0 && { owed: view.owed.map((item) => ({ ...item, runs: [...item.runs] })) }),
    ...(view.sealed.length > 0 && {
      sealed: view.sealed.map((item) => ({ transactionId: item.txId, actionId: item.actionId, ...sealedBody(item) })),
    }),
    ...(view.challenges.length > 0 && {
      challenges: view.challenges.map(({ untilMs, run, ...item }) => ({
        ...{ ...item, runTransactionId: run, until: isoTime(untilMs) },
      })),
    }),
    ...(view.issuances.length > 0 && {
      issuances: view.issuances.map(({ run, ...item }) => ({ ...item, runTransactionId: run })),
    }),
    ...(view.missed.length > 0 && { missed: [...view.missed] }),
    firstTransactionId: view.firstTransactionId,
    lastTransactionId: view.lastTransactionId,
    completedActionCount: view.completedActionCount,
    createdAt: isoTime(createdAtMs),
    updatedAt: isoTime(updatedAtMs),
    ...(completedAtMs === undefined ? {} : { completedAt: isoTime(completedAtMs) }),
    ...(metadata === undefined ? {} : { metadata: { ...metadata } }),
  };
}

export function actorView({ wallet, why, participantId, untilMs, max }: Actor) {
  return {
    ...{ walletAddress: wallet, why },
    ...(participantId !== undefined && { participantId }),
    ...(untilMs !== undefined && { until: isoTime(untilMs) }),
    ...(max && { max: { ...max } }),
  };
}

/** Until when an action can be done, and what its timer does then. */
export function endOf(
  deadlineMs: number | undefined,
  timer: RunningTimer | undefined,
): Pick<Static<typeof PendingActionView>, 'deadline' | 'timer'> {
  return {
    ...(deadlineMs === undefined ? {} : { deadline: isoTime(deadlineMs) }),
    ...(timer && { timer: timerView(timer) }),
  };
}

/** How the votes on an action stand. */
export function votingBody({ openRoles, votes, ...sums }: VotingView) {
  return {
    ...sums,
    openRoles: [...openRoles],
    votes: votes.map(({ txId, ...vote }) => ({ ...vote, transactionId: txId })),
  };
}

function standInView({ role, wallet, fromMs, timer, mayAct }: StandingIn) {
  return {
    ...{ role, ...(wallet !== undefined && { wallet }), from: isoTime(fromMs), timer },
    ...(mayAct && { mayAct: mayAct.map(actorView) }),
  };
}

function timerView({ id, dueMs, nextActionIds, data }: RunningTimer) {
  return { id, dueAt: isoTime(dueMs), nextActionIds: [...nextActionIds], ...(data && { data: { ...data } }) };
}

function cancellationBody({ by, until, consent, endedBy, askedMs, consents }: CancellationView) {
  return {
    by: [...by],
    until: [...until],
    ...(endedBy !== undefined && { endedBy }),
    ...(askedMs !== undefined && { askedAt: isoTime(askedMs) }),
    ...(consent && {
      consent: {
        need: consent.need,
        of: [...consent.of],
        given: consents.map(({ role, wallet, atMs }) => ({
          role,
          wallet,
          at: isoTime(atMs),
          until: isoTime(atMs + CANCELLATION_CONSENT_MS),
        })),
      },
    }),
  };
}

function confirmationView({ txId, actionId, missing, untilMs, otherwise }: InstanceView['confirmations'][number]) {
  return {
    transactionId: txId,
    actionId,
    missing: [...missing],
    until: isoTime(untilMs),
    ...(otherwise && { otherwise }),
  };
}

function faultView({ txId, wallet, ground, at, by, objectionTxId, resolved }: InstanceView['faults'][number]) {
  const end = resolved && { outcome: resolved.outcome, transactionId: resolved.by };
  const fault = { transactionId: txId, wallet, ground, at, objectedBy: by, objectionTransactionId: objectionTxId };
  return { ...fault, ...(end && { resolved: end }) };
}

function disputeBody({ txId, objectionTxId, sinceMs, untilMs, cancelFromMs, parties, ...more }: DisputeView) {
  return {
    ...{ ...more, transactionId: txId, objectionTransactionId: objectionTxId, since: isoTime(sinceMs) },
    ...(untilMs !== undefined && { until: isoTime(untilMs) }),
    ...(cancelFromMs !== undefined && { cancelFrom: isoTime(cancelFromMs) }),
    parties: parties.map((party) => ({ ...party })),
  };
}

interface OpenedFacts {
  /** Of its publication among those of the blueprint. */
  readonly ordinal: number;
  /** Actions that may begin it. */
  readonly starts: readonly number[];
  /** Wallets by role. */
  readonly holders: Readonly<Record<string, string>>;
}

/** An instance that was opened and has done nothing. */
export function openedBody(
  opening: InstanceOpening,
  { ordinal, starts, holders }: OpenedFacts,
): Static<typeof InstanceBody> {
  const openedAt = isoTime(opening.openedAtMs);
  return {
    id: opening.instanceId,
    registerId: opening.registerId,
    blueprintId: opening.blueprintId,
    publicationTxId: opening.publicationTxId,
    blueprintVersion: ordinal,
    pinState: 'pinned',
    state: 'Active',
    currentActionIds: [...starts],
    participantWallets: { ...holders },
    activeBranches: [],
    completedActionCount: 0,
    createdAt: openedAt,
    updatedAt: openedAt,
    ...(opening.metadata === undefined ? {} : { metadata: { ...opening.metadata } }),
  };
}

export function nextActionsBody(view: InstanceView, languages: readonly string[]): Static<typeof InstanceNext> {
  const { definition } = view;
  const current = view.activeBranches.filter(({ currentActionId }) => view.currentActionIds.includes(currentActionId));
  return {
    instanceId: view.id,
    state: view.state,
    isComplete: view.completedAtMs !== undefined,
    nextActions: current.map(({ id, currentActionId, lastTransactionId, deadlineMs, timer, also }) => {
      const action = definition?.actions.find((item) => item.id === currentActionId);
      const names = definition && namesOf(definition, action, languages);
      return {
        actionId: currentActionId,
        title: names?.title ?? `Action ${currentActionId}`,
        description: names?.description ?? '',
        participantId: action?.sender ?? '',
        branchId: id,
        previousTransactionId: lastTransactionId,
        ...endOf(deadlineMs, timer),
        ...(also && { also: also.map(standInView) }),
      };
    }),
  };
}

type FileShown = Static<typeof FileView>;
type Moved = Static<typeof ActionResult>;
type Accepted = Static<typeof ActionAccepted>;
type Rejected = Static<typeof RejectResult>;
type MovedOn = Static<typeof MoveResult>;

/** 200 when all of it is sealed, 202 when some is accepted and not sealed yet. */
export function deliveredAnswer(
  instanceId: string,
  made: Result<DeliveriesSent>,
): Result<Static<typeof DeliveryResult> | Reply<202, Static<typeof DeliveryResult>>> {
  if (isFailure(made)) return made.mapIssues(bodyPath);
  const deliveries = made.sent.map(({ runs, ...item }) => ({ ...item, runs: [...runs] }));
  const refused = made.refused.map(({ runs, issues, ...to }) => ({
    ...{ ...to, runs: [...runs] },
    errors: issues.map(bodyPath).map(({ code, path, message }) => ({ code, path, message })),
  }));
  const body = {
    ...{ instanceId, deliveries },
    ...(refused.length > 0 && { refused }),
    ...(made.left > 0 && { more: made.left }),
  };
  return deliveries.every(({ status }) => status === 'sealed') ? body : reply(202, body);
}

/** 200 when the move is sealed, 202 when it is accepted and not sealed yet. */
export function movedAnswer(
  result: Result<ActionOutcome>,
  nowMs: number,
  files: readonly FileShown[] = [],
): Result<Moved | Reply<202, Moved>> {
  if (isFailure(result)) return result.mapIssues(bodyPath);
  const { transactionId, instanceId, status, nextActions, decided, calculations, isComplete, repeated } = result;
  const body: Moved = {
    transactionId,
    transactionHash: transactionId,
    instanceId,
    status,
    nextActions: nextActions.map(nextView),
    ...(decided && { decided }),
    calculations: { ...calculations },
    isComplete,
    isAsync: false,
    ...(files.length === 0 ? {} : { files: [...files] }),
    ...(repeated === undefined ? {} : { repeated }),
    timestamp: isoTime(nowMs),
  };
  return status === 'sealed' ? body : reply(202, body);
}

/** As `movedAnswer`; 202 with the operation where it goes on in the background. */
export function submittedAnswer(
  result: Result<ActionOutcome | OperationStarted>,
  nowMs: number,
  files: readonly FileShown[],
): Result<Moved | Reply<202, Accepted>> {
  return !isFailure(result) && 'operationId' in result
    ? startedAnswer(result, nowMs, files)
    : movedAnswer(result, nowMs, files);
}

/**
 * Calculated fields are not told: an answer is kept for its Idempotency-Key, and a field that is not disclosed
 * yet is kept nowhere.
 */
function startedAnswer(
  { operationId, instanceId, nextActions }: OperationStarted,
  nowMs: number,
  files: readonly FileShown[],
) {
  const body: Accepted = {
    operationId,
    instanceId,
    status: 'encrypting',
    nextActions: nextActions.map(nextView),
    calculations: {},
    isComplete: false,
    isAsync: true,
    ...(files.length === 0 ? {} : { files: [...files] }),
    timestamp: isoTime(nowMs),
  };
  return reply(202, body, { location: `/api/operations/${operationId}` });
}

export function rejectedAnswer(
  result: Result<RejectionOutcome>,
  nowMs: number,
): Result<Rejected | Reply<202, Rejected>> {
  if (isFailure(result)) return result.mapIssues(bodyPath);
  const { transactionId, instanceId, status, target } = result;
  const body: Rejected = {
    transactionId,
    instanceId,
    status,
    ...(target === undefined ? {} : { targetAction: nextView(target) }),
    timestamp: isoTime(nowMs),
  };
  return status === 'sealed' ? body : reply(202, body);
}

/** 200 when the move is sealed, 202 when it is accepted and not sealed yet. */
export function moveAnswer(result: Result<MoveOutcome>, nowMs: number): Result<MovedOn | Reply<202, MovedOn>> {
  if (isFailure(result)) return result.mapIssues(bodyPath);
  const body: MovedOn = { ...result, timestamp: isoTime(nowMs) };
  return result.status === 'sealed' ? body : reply(202, body);
}

function nextView({ actionId, title, participantId, branchId, waitsFor }: NextAction) {
  return {
    actionId,
    actionTitle: title,
    participantId,
    ...(branchId === undefined ? {} : { branchId }),
    ...(waitsFor && { waitsFor: [...waitsFor] }),
  };
}

const MEMBER: Readonly<Record<string, string>> = {
  payload: 'payloadData',
  previousTransactionId: 'previousTransactionHash',
  registerId: 'registerAddress',
};

/** A pointer into the ask, or into the transaction that was made of it, as a pointer into the body. */
export function bodyPath(issue: Issue): Issue {
  const [, first = '', ...rest] = issue.path.replace(/^\/header(?=\/)/, '').split('/');
  return issue.path === '' ? issue : { ...issue, path: ['', MEMBER[first] ?? first, ...rest].join('/') };
}

/** Until when a run is sealed, for which roles, and how large it is. */
export function sealedBody({ roles, until, bytes }: SealedRun) {
  const opened = 'action' in until ? { untilActionId: String(until.action) } : { until: isoTime(until.afterMs) };
  return { roles: [...roles], ...opened, bytes };
}
