// Steps about where an action stands in its instance: what it follows, whether its branch leads there in time, what it
// waits for, and who sends it.

import { isHex } from '../../base/bytes.js';
import { type Issue, issue } from '../../base/issue.js';
import { isPaused, stopEndsMs } from '../../blueprint/disputes/disputes.js';
import {
  awaitedText,
  branchesTaken,
  isDoneElsewhere,
  mayStillCome,
  type OpenBranch,
  openBranch,
  openBranches,
  waitingRuns,
  waitsFor,
} from '../../blueprint/instance/branches.js';
import type { Plan, PlannedAction } from '../../blueprint/plan/planned.js';
import type { Dispute } from '../../blueprint/state/dispute.js';
import type { Instance } from '../../blueprint/state/instance.js';
import { MOVE_FACTS } from '../../blueprint/state/move-types.js';
import { waitingRun } from '../../flow/runs.js';
import { nextOf } from '../../instance/next.js';
import { LACKS_KEY, lacksKey } from '../../instance/people/able.js';
import { takingRefusal } from '../../instance/people/claims.js';
import { amountProblem, type Deputy, isDelegable, standingIn } from '../../instance/people/deputies.js';
import { type HeldNow, hasLeft, holderNow, holdersBeforeStart, holdersNow } from '../../instance/people/holders.js';
import { instanceBefore, instanceIdOf, isStart, rowsIn } from '../../instance/rows.js';
import type { ChainSubject } from '../../moves/parts/chain-subject.js';
import type { Subject } from '../../moves/parts/context.js';
import { NONE } from '../../moves/parts/none.js';
import { spentProblem } from '../../moves/parts/spent.js';
import { timeOf } from '../../moves/parts/times.js';
import { early, judgeTimer, overdue } from '../../moves/timer/judge.js';
import { isReplaced } from '../../register/people/participants.js';
import { standInProblem } from '../../transaction/acting.js';
import { isActing, isDoing, moveTypeOf } from '../../transaction/move-type.js';
import { statedVote } from '../../transaction/stated-vote.js';
import { isTimer } from '../../transaction/timer.js';

/** An instance without a name has an id of so many bytes, as hex. */
const HASH_BYTES = 32;
const PREVIOUS = '/header/previousTransactionId';
const ACTION = '/header/actionId';

/** VAL_CHAIN_001, which may heal: the previous transaction may still be on its way. */
export function previous({ tx, ctx }: ChainSubject): readonly Issue[] {
  const { header } = tx;
  if (isStart(header) || ctx.view.sealOf(header.previousTransactionId as string)) return NONE;
  return [issue('VAL_CHAIN_001', PREVIOUS, 'The previous transaction is not sealed on this register.')];
}

/**
 * VAL_BP_001 an instance opens with a starting action that waits for nothing, once, and no name of it is
 * one that follows from an opening; VAL_CHAIN_002 the previous transaction is of another instance; VAL_BP_VERSION_001
 * the pin is not the instance's; VAL_BP_011 the instance has ended; VAL_CHAIN_FORK the previous transaction has its
 * successor; VAL_BP_003 its decision does not lead here, or there are too many branches, or what a join waits for can
 * never come; VAL_BP_012 the branch was due before, or its timer ends the action; VAL_FLOW_010 it is done from a later
 * time on; VAL_FLOW_004 a timer that the state does not give; VAL_BP_017 it is paused, and this does not do the false
 * run again; VAL_BP_015 the role has made all the moves that it may make, and this one
 * does not end it.
 */
export function chain(subject: ChainSubject): readonly Issue[] {
  const { tx, plan, planned } = subject;
  if (!plan || !planned) return NONE;
  const { header } = tx;
  const instance = instanceOf(subject);
  if (isStart(header)) {
    if (!planned.isStarting || planned.isJoin)
      return [issue('VAL_BP_001', PREVIOUS, 'Only a starting action follows nothing.')];
    if (isHex(header.instanceId, HASH_BYTES)) return [reservedIssue()];
    if (instance) return [issue('VAL_BP_001', '/header/instanceId', 'The instance has started already.')];
    return NONE;
  }
  if (!instance || instance.blueprintId !== header.blueprintId) return [foreign()];
  if (instance.publicationTxId !== header.publicationTxId)
    return [issue('VAL_BP_VERSION_001', '/header/publicationTxId', 'An instance keeps the pin that it started with.')];
  const way = MOVE_FACTS[moveTypeOf(header)].follows;
  if (way === 'instance') return cancellation(subject, instance);
  // A dispute does not keep the role with who is at fault.
  if (way === 'open') return isOpen(instance.state) ? NONE : [over(instance.state)];
  // The holder of a role reads, also when all is done.
  if (way === 'any') return NONE;
  const dispute = pausing(subject, instance);
  // A timer is not due before the pause is over: its own step says so, since that heals.
  if (dispute && !isTimer(header) && !isRedo(header, dispute)) return [pausedIssues(dispute)];
  if (way === 'run') return NONE;
  if (isTimer(header) && waitingAt(instance, header.previousTransactionId)) return judgeTimer(subject, instance, plan);
  const place = { instance, plan, planned };
  const branch = openBranch(instance, header.previousTransactionId as string, planned.action.id);
  if (!branch) return [closedIssues(subject, place)];
  return isTimer(header) ? judgeTimer(subject, instance, plan) : follows(subject, place, branch);
}

/** In a stop the action is done again when that was decided. */
function isRedo(header: Subject['tx']['header'], { objection, unproven, untilMs }: Dispute): boolean {
  return !unproven && untilMs !== undefined && isDoing(header) && header.previousTransactionId === objection;
}

/**
 * VAL_CONF_001, which may heal: the run that it follows waits for others to confirm it.
 */
export function checkConfirmed(subject: ChainSubject): readonly Issue[] {
  const { tx, planned } = subject;
  if (!planned || isStart(tx.header) || !isActing(tx.header)) return NONE;
  const instance = instanceOf(subject);
  const run = waitingAt(instance, tx.header.previousTransactionId);
  if (!run?.confirm.leads.includes(planned.action.id)) return NONE;
  const message = `The run that it follows counts when it is confirmed, by: ${run.confirm.missing.join(', ')}.`;
  return [issue('VAL_CONF_001', PREVIOUS, message)];
}

function waitingAt(instance: Instance | undefined, txId = ''): ReturnType<typeof waitingRun> {
  return instance ? waitingRun(instance.flow, txId) : undefined;
}

interface ActionPlace {
  readonly instance: Instance;
  readonly plan: Plan;
  readonly planned: PlannedAction;
}

function follows(
  subject: ChainSubject,
  { instance, plan, planned }: ActionPlace,
  branch: OpenBranch,
): readonly Issue[] {
  const { tx } = subject;
  const { action } = planned;
  const taken = branchesTaken(instance, plan, branch);
  const isLone = openBranches(instance).length === taken.count && waitingRuns(instance).length === 0;
  const spent = spentProblem(instance, plan, planned.sender.id);
  if (spent && !endsIt(tx, planned, isLone && nextOf(plan, tx.header).length === 0)) return [spent];
  const atMs = timeOf(subject);
  const late = overdue(subject, instance, plan);
  if (late.length > 0) return late;
  if (taken.here.some(({ dueMs }) => dueMs !== undefined && atMs > dueMs))
    return [issue('VAL_BP_012', PREVIOUS, 'The deadline of the branch has passed.')];
  if (isDoneElsewhere(instance, action.id))
    return [issue('VAL_BP_003', ACTION, 'Another branch of the instance did this action already.')];
  const missing = waitsFor(instance, plan, branch);
  if (missing.length > 0 && !mayStillCome(instance, missing, { plan, join: action.id }))
    return [issue('VAL_BP_003', ACTION, 'No open branch leads to what this action waits for.')];
  // A join that still waits is told by its own step: when it opens is known when the last of its branches is there.
  return missing.length > 0 ? NONE : early(subject, { instance, plan }, branch);
}

/** A terminal rejection, or an action that leads nowhere while no other branch is open. */
function endsIt({ header }: Subject['tx'], { action, confirm }: PlannedAction, isLast: boolean): boolean {
  const type = moveTypeOf(header);
  if (type === 'Rejection') return action.rejectionConfig?.isTerminal === true;
  return type === 'Action' && isLast && !confirm;
}

/** VAL_BP_013, which may heal: an action that this one waits for is not complete, and an open branch leads there. */
export function join(subject: ChainSubject): readonly Issue[] {
  const { tx, plan, planned } = subject;
  if (!plan || !planned?.isJoin || isStart(tx.header) || !isActing(tx.header)) return NONE;
  const instance = instanceOf(subject);
  const branch = instance && openBranch(instance, tx.header.previousTransactionId as string, planned.action.id);
  const missing = instance && branch ? waitsFor(instance, plan, branch) : [];
  if (!instance || missing.length === 0) return NONE;
  return [issue('VAL_BP_013', ACTION, awaitedText(instance, missing))];
}

/**
 * A cancellation names any sealed transaction of an instance that has not ended. A stop has no end, so it is cancelled
 * after the time in which others would be paused: else no party could leave where none decides.
 */
function cancellation(subject: ChainSubject, instance: Instance): readonly Issue[] {
  const { state } = instance;
  const { tx, ctx, definition } = subject;
  const before = ctx.view.transaction(tx.header.previousTransactionId as string);
  if (!before || instanceIdOf(before) !== instanceIdOf(tx)) return [foreign()];
  const dispute = pausing(subject, instance);
  const stopMs = dispute && definition && stopEndsMs(dispute, definition);
  const isLong = stopMs !== undefined && timeOf(subject) > stopMs;
  if (dispute && !isLong) return [pausedIssues(dispute)];
  return isOpen(state) ? NONE : [over(state)];
}

/** The dispute that pauses the instance at the time of the docket. */
function pausing(subject: ChainSubject, instance: Instance): Dispute | undefined {
  return isPaused(instance, timeOf(subject)) ? instance.dispute : undefined;
}

function isOpen(state: Instance['state']): boolean {
  return state === 'Active' || state === 'Disputed';
}

/** The instance before this transaction, read once a run. */
function instanceOf(subject: ChainSubject): Instance | undefined {
  if (subject.instance === undefined) subject.instance = instanceBefore(subject.ctx.view, subject.tx) ?? null;
  return subject.instance ?? undefined;
}

const LEADS_ELSEWHERE =
  'The previous transaction does not lead to this action: follow the one at which its branch stands (lastTransactionId of the branch).';

/** Why a sealed transaction that awaits no successor cannot be followed. */
function closedIssues({ tx, ctx }: ChainSubject, { instance: { state }, plan, planned }: ActionPlace): Issue {
  const before = ctx.view.transaction(tx.header.previousTransactionId as string);
  if (!before || instanceIdOf(before) !== instanceIdOf(tx)) return foreign();
  if (state === 'Rejected' || state === 'Cancelled') return over(state);
  const row = rowsIn(ctx.view)(before.txId);
  if (nextOf(plan, before.header, row).includes(planned.action.id)) return forkedIssue();
  return isOpen(state) ? issue('VAL_BP_003', ACTION, LEADS_ELSEWHERE) : over(state);
}

function pausedIssues({ action, objection, unproven, untilMs }: Dispute): Issue {
  if (untilMs === undefined) {
    const message = `The instance is stopped by ${objection}: nothing goes on before the dispute is resolved.`;
    return issue('VAL_BP_017', '/header/instanceId', message);
  }
  const until = new Date(untilMs).toISOString();
  const first = unproven ? `its resolver judges ${objection}` : `action ${action} is done again, after ${objection}`;
  const message = `The instance is disputed: ${first}. After ${until} everything else goes on.`;
  return issue('VAL_BP_017', '/header/instanceId', message);
}

/**
 * Ids of this form follow from openings that name none. Such an opening meets no instance, so it would erase one that
 * was opened under its id before, with all that others did there: the signer of both could take back what it likes.
 */
function reservedIssue(): Issue {
  const message = 'An opening without a name has an id of this form: give the instance another one, such as a UUID.';
  return issue('VAL_BP_001', '/header/instanceId', message);
}

function over(state: Instance['state']): Issue {
  return issue('VAL_BP_011', '/header/instanceId', `The instance has ended: it is ${state}.`);
}

function forkedIssue(): Issue {
  return issue('VAL_CHAIN_FORK', PREVIOUS, 'The branch of the previous transaction was taken already, or taken back.');
}

function foreign(): Issue {
  return issue('VAL_CHAIN_002', PREVIOUS, 'The previous transaction belongs to another instance.');
}

/**
 * VAL_BP_002: the wallet that the definition fixes for the role, or that took the open role first in this instance: the
 * primary wallet of its participant now.
 */
export function sender(subject: ChainSubject): readonly Issue[] {
  const { tx, planned, plan, ctx } = subject;
  if (!planned || isTimer(tx.header)) return NONE;
  const { senderWallet } = tx.header;
  const type = moveTypeOf(tx.header);
  // Steps of their own say which wallets may object, confirm, hand over, claim, deliver and challenge.
  if (MOVE_FACTS[type].ownSender) return NONE;
  const before = instanceOf(subject);
  const now = holdersFor(subject);
  if (isReplaced(ctx.view, senderWallet))
    return [issue('VAL_BP_002', '/header/senderWallet', 'Governance put another wallet in the place of this one.')];
  const written = plan?.actions.get(tx.header.actionId);
  const stranger = written && standInProblem(written, tx.header);
  if (stranger) return [stranger];
  if (isStart(tx.header) && planned.sender !== written?.sender && moveTypeOf(tx.header) !== 'Vote')
    return [issue('VAL_BP_002', '/header/metadata/as', 'No timer runs before an instance is opened.')];
  const principal = statedVote(tx.header)?.for;
  if (principal !== undefined) return votingFor(subject, planned, principal);
  const wallet = holderNow(now, planned.sender, before?.participants);
  if (wallet === undefined) return taking(subject, planned);
  if (wallet === senderWallet) return NONE;
  const instanceId = isStart(tx.header) ? undefined : instanceIdOf(tx);
  const isLeft = planned.candidacy !== undefined && wallet === '' && hasLeft(ctx.view, instanceId, planned.sender.id);
  if (isLeft && taking(subject, planned).length === 0) return NONE;
  const deputies = standingInFor(subject, planned);
  if (deputies.length > 0) {
    const beyond = amountProblem(deputies, tx, { ...planned, definition: subject.definition });
    return beyond ? [beyond] : NONE;
  }
  const message =
    wallet === ''
      ? `The role ${JSON.stringify(planned.sender.id)} is vacant: the record of its participant is not Active.`
      : "The signer's wallet is not the sender of this action.";
  return [issue('VAL_BP_002', '/header/senderWallet', message)];

  function holdersFor({ definition }: Pick<Subject, 'definition'>): HeldNow {
    const { view } = ctx;
    return isStart(tx.header) && definition ? holdersBeforeStart(view, definition) : holdersNow(view, instanceIdOf(tx));
  }
}

/**
 * VAL_BP_002 for a vote in the place of a participant that does not hold the role, or whose deputy the sender is not
 * now; VAL_FLOW_009.
 */
function votingFor(subject: ChainSubject, planned: PlannedAction, principal: string): readonly Issue[] {
  const deputies = standingInFor(subject, planned).filter(({ holder }) => holder === principal);
  if (deputies.length === 0)
    return [
      issue(
        'VAL_BP_002',
        '/header/metadata/for',
        `No delegation of the participant ${JSON.stringify(principal)}, as the holder of the role, lets the sender vote for it now.`,
      ),
    ];
  const beyond = amountProblem(deputies, subject.tx, { ...planned, definition: subject.definition });
  return beyond ? [beyond] : NONE;
}

/**
 * VAL_BP_002: a role with candidates is taken by one of them, and none while another one has reserved it.
 * The wallet can receive: others could seal nothing to it, and would have to.
 */
function taking(subject: ChainSubject, { sender: role, candidacy }: PlannedAction): readonly Issue[] {
  const { tx, ctx } = subject;
  if (lacksKey(ctx.view, tx.header.senderWallet))
    return [issue('VAL_BP_002', '/header/senderWallet', `The wallet ${LACKS_KEY}`)];
  const instanceId = isStart(tx.header) ? undefined : instanceIdOf(tx);
  const of = { role, candidacy, instanceId, wallet: tx.header.senderWallet, atMs: timeOf(subject) };
  const refused = takingRefusal(ctx.view, of);
  return refused === undefined ? NONE : [issue('VAL_BP_002', '/header/senderWallet', refused)];
}

/** The delegations by which the sender does the action for its holder, at the time of the docket. */
function standingInFor(
  { tx, ctx, definition }: Pick<ChainSubject, 'tx' | 'ctx' | 'definition'>,
  planned: PlannedAction,
): readonly Deputy[] {
  if (!definition || !isDelegable(tx.header)) return [];
  const { blueprintId, senderWallet: wallet } = tx.header;
  const instanceId = isStart(tx.header) ? undefined : instanceIdOf(tx);
  return standingIn(ctx.view, { definition, blueprintId, instanceId, atMs: timeOf({ ctx }) }, { planned, wallet });
}
