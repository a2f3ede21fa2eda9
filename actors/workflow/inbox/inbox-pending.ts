// The page of what waits for a wallet, from rows that are folded already. A fact that no move of the instance tells is
// asked here of the state as it is: that a time has come, a record ended, or a delegation began. It decides nothing.
import { INBOX_ASKED_MAX, INBOX_WALKED_MAX } from '../../../core/base/limits/node/inbox.js';
import { fail, isFailure } from '../../../core/base/result.js';
import type { Definition } from '../../../core/blueprint/definition/types.js';
import { isPausedAt } from '../../../core/blueprint/instance/branches.js';
import { planOf } from '../../../core/blueprint/plan/plan.js';
import type { Plan, PlannedAction } from '../../../core/blueprint/plan/planned.js';
import { openBallots } from '../../../core/blueprint/state/ballots.js';
import type { PartTold } from '../../../core/instance/deliveries/owed.js';
import { actorsNow, deputyActor, rolesTakenByVote } from '../../../core/instance/people/acting-now.js';
import { confirmingFor, type Deputy, standingIn } from '../../../core/instance/people/deputies.js';
import { holderNow, holdersNow } from '../../../core/instance/people/holders.js';
import type { StateView } from '../../../core/model/register.js';
import { challengeOf } from '../../../core/moves/challenge/challenges.js';
import { moveTypeOf } from '../../../core/transaction/move-type.js';
import type { InboxInstance, PendingEntry } from '../../../storage/tables/workflow/inbox.js';
import { definitionAt } from '../instance/definition-at.js';
import type { RegisterPlace } from '../instance/instance-record.js';
import { alsoActing, opensAtMs, runningTimers } from '../instance/timer-view.js';
import { votedProblem, votingAs, votingIn } from '../instance/voting.js';
import { askerOf, isConsentMissing } from './inbox-cancellations.js';
import { isToDeliver } from './inbox-deliveries.js';
import { isAskedNow } from './inbox-disputes.js';
import type { ListPorts } from './inbox-lists.js';
import type { PageWanted, PendingAction, PendingPage, PendingPlace } from './inbox-ports.js';
import { reminderCountAt } from './inbox-reminders.js';
import { branchParts } from './inbox-row.js';

type Wanted = PageWanted & { readonly at: RegisterPlace; readonly wallet: string };

/**
 * The items that wait for a wallet on a register, newest first, without those that are overdue. An action whose
 * definition this node has not is not an item: it cannot be done here. Neither is what the wallet cannot do any more.
 * Both are not counted on the page that they would be on; entries that may never wait for the wallet are looked at
 * before, and counted on none.
 */
export async function pendingPage(ports: ListPorts, { at, wallet, skip, top, after }: Wanted): Promise<PendingPage> {
  const nowMs = ports.clock.now();
  const entries = await ports.rows.pendingOf(wallet, at.reg, INBOX_WALKED_MAX);
  const open = entries.filter((entry) => isOpenAt(entry, nowMs));
  const itemsOf = (some: readonly PendingEntry[]) => pendingItems(ports, { at, wallet, nowMs }, some);
  const doubtful = open.filter(isDoubtful).slice(0, INBOX_ASKED_MAX);
  const byKey = new Map((await itemsOf(doubtful)).map((item, i) => [doubtful[i] as PendingEntry, item]));
  const listed = open.filter((entry) => !isDoubtful(entry) || byKey.get(entry) !== undefined);
  const behind = after === undefined ? listed.slice(skip) : listed.filter((entry) => isBehind(entry, after));
  const shown = behind.slice(0, top);
  const plain = shown.filter((entry) => !isDoubtful(entry));
  for (const [i, item] of (await itemsOf(plain)).entries()) byKey.set(plain[i] as PendingEntry, item);
  const items = shown.flatMap((entry) => byKey.get(entry) ?? []);
  const last = behind.length > top ? shown.at(-1) : undefined;
  return { items, total: listed.length - (shown.length - items.length), next: last && [last.sinceMs, last.branch] };
}

/** Older, in the order of the table, which compares the bytes of texts. */
function isBehind({ sinceMs, branch }: PendingEntry, [lastMs, last]: PendingPlace): boolean {
  return sinceMs === lastMs ? Buffer.compare(Buffer.from(branch), Buffer.from(last)) < 0 : sinceMs < lastMs;
}

/** By its times alone. */
export function isOpenAt(entry: PendingEntry, nowMs: number): boolean {
  const isInTime = entry.dueMs === undefined || nowMs <= entry.dueMs;
  return isInTime && (entry.fromMs === undefined || nowMs > entry.fromMs) && !isPausedAt(entry, nowMs);
}

/** The items of entries of a wallet on a register, in their order; undefined where one does not wait. */
export async function pendingItems(
  ports: ListPorts,
  { at, wallet, nowMs }: { readonly at: RegisterPlace; readonly wallet: string; readonly nowMs: number },
  entries: readonly PendingEntry[],
): Promise<readonly (PendingAction | undefined)[]> {
  const ids = entries.map(({ instanceId }) => instanceId);
  const rows = ids.length === 0 ? [] : await ports.rows.instances(at.reg, ids);
  return entries.map((entry, i) => {
    const row = rows[i];
    return row && pendingAction(ports, at, { entry, row, wallet, nowMs });
  });
}

/** It waits for the wallet at some times, or never. */
export function isDoubtful({ again, beside }: PendingEntry): boolean {
  return again === true || beside === true;
}

interface Waiting {
  readonly entry: PendingEntry;
  readonly row: InboxInstance;
  readonly wallet: string;
  readonly nowMs: number;
}

/** A listed item, and the state that says whether it still waits. */
interface Asking extends Waiting {
  readonly view: StateView;
  readonly definition: Definition;
  readonly plan: Plan;
  readonly planned: PlannedAction;
  readonly parts: ReturnType<typeof branchParts>;
}

function pendingAction({ chain }: ListPorts, { reg }: RegisterPlace, of: Waiting): PendingAction | undefined {
  const { entry, row, wallet } = of;
  const { branch } = entry;
  // Done between the two reads.
  if (!row.pending.some((item) => item.branch === branch && (item.wallet ?? wallet) === wallet)) return undefined;
  const { blueprintId, publicationTxId } = row.instance;
  const view = chain.view(reg);
  const definition = definitionAt(view, { blueprintId, publicationTxId });
  const parts = branchParts(branch);
  const plan = definition && planOf(definition);
  const planned = plan?.actions.get(parts.actionId);
  if (!definition || !plan || !planned) return undefined;
  const asking: Asking = { ...of, view, definition, plan, planned, parts };
  if (parts.delivers) return deliveryTask(asking, parts.delivers);
  if (parts.objects) return objectionTask(asking, parts.objects);
  if (parts.cancels !== undefined) return consentTask(asking, parts.cancels);
  if (parts.resolves !== undefined) return resolutionTask(asking, parts.resolves);
  if (parts.confirms !== undefined) return confirmationTask(asking, parts.confirms);
  if (parts.votesAgain !== undefined) return againTask(asking, parts.votesAgain);
  return planned.approval ? voteTask(asking) : actionTask(asking);
}

/** The members that every item has; of what is about a run or an objection too. */
function itemOf({ entry, row, definition, planned, parts }: Asking): PendingAction {
  const { branch: branchId, instanceId, sinceMs } = entry;
  const { blueprintId, publicationTxId } = row.instance;
  const { firstTransactionId, lastTransactionId, transactionCount } = row;
  const { action } = planned;
  return {
    role: action.sender,
    ...{ instanceId, blueprintId, publicationTxId, definition, action, sinceMs, branchId },
    ...{ previousTransactionId: parts.txId, firstTransactionId, lastTransactionId, transactionCount },
  };
}

/** A challenge has a term, in which the run has to be delivered. */
function deliveryTask(asking: Asking, delivers: PartTold): PendingAction | undefined {
  const { view, definition, entry, nowMs: atMs, parts } = asking;
  const { instanceId } = entry;
  if (!isToDeliver(view, { definition, instanceId, txId: parts.txId, atMs }, delivers)) return undefined;
  const asked = challengeOf(view, parts.txId, delivers);
  const isOpen = asked !== undefined && asked.answeredBy === undefined;
  return {
    ...itemOf(asking),
    delivers: { ...delivers, isChallenged: isOpen },
    ...(isOpen && { dueMs: asked.untilMs }),
  };
}

/**
 * A challenge that was in vain, for the wallet that made it: until the fault is proven. It is listed behind the term.
 */
function objectionTask(asking: Asking, objects: NonNullable<Asking['parts']['objects']>): PendingAction | undefined {
  const { view, definition, entry, wallet, nowMs: atMs, parts } = asking;
  const { instanceId } = entry;
  const isOpen = isToDeliver(view, { definition, instanceId, txId: parts.txId, atMs }, { ...objects, wallet });
  return isOpen ? { ...itemOf(asking), objects } : undefined;
}

function consentTask(asking: Asking, role: string): PendingAction | undefined {
  const { view, definition, row, entry, wallet, nowMs: atMs, parts } = asking;
  const of = { definition, instance: row.instance, held: holdersNow(view, entry.instanceId) };
  if (!isConsentMissing(view, of, { role, wallet, atMs })) return undefined;
  const cancels = { role, askedBy: askerOf(view, parts.txId, definition) };
  return { ...itemOf(asking), cancels, ...(entry.dueMs !== undefined && { dueMs: entry.dueMs }) };
}

function resolutionTask(asking: Asking, role: string): PendingAction | undefined {
  const { view, definition, row, entry, wallet } = asking;
  const { instance } = row;
  if (!isAskedNow(view, { definition, instanceId: entry.instanceId, instance }, { role, wallet })) return undefined;
  return { ...itemOf(asking), resolves: role, ...(entry.dueMs !== undefined && { dueMs: entry.dueMs }) };
}

function confirmationTask(asking: Asking, role: string): PendingAction | undefined {
  const { view, definition, row, entry, wallet, nowMs: atMs, parts } = asking;
  const { instanceId } = entry;
  const { instance } = row;
  const fixed = definition.participants.find(({ id }) => id === role);
  const holds = fixed !== undefined && holderNow(holdersNow(view, instanceId), fixed, instance.participants) === wallet;
  const place = { definition, blueprintId: instance.blueprintId, instanceId, atMs };
  const [deputy] = holds ? [] : confirmingFor(view, place, { role, wallet, run: view.transaction(parts.txId) });
  if (!holds && !deputy) return undefined;
  return {
    ...itemOf(asking),
    confirms: role,
    ...(entry.dueMs !== undefined && { dueMs: entry.dueMs }),
    ...(deputy && { standsIn: deputyActor(deputy) }),
  };
}

/**
 * An action that one role does. A wallet whose role is vacant, or that another one holds by now, cannot do it: it may
 * stand in for that role then, in another one whose time has come.
 */
function actionTask(asking: Asking): PendingAction | undefined {
  const { view, row, entry, planned, plan, nowMs } = asking;
  const first = taskAs(asking, entry.as);
  if (!entry.beside || first?.isOwn) return first?.item;
  const later = alsoActing(row.instance, plan, holdersNow(view, entry.instanceId)).get(planned.action.id) ?? [];
  const due = later.filter(({ role, fromMs }) => role !== entry.as && nowMs > fromMs);
  const tasks = due.map(({ role }) => taskAs(asking, role));
  return (tasks.find((task) => task?.isOwn) ?? first)?.item;
}

/** The action as its role does it, or the one that stands in; `isOwn` where the wallet may do it so now. */
function taskAs(
  asking: Asking,
  as: string | undefined,
): { readonly item: PendingAction; readonly isOwn: boolean } | undefined {
  const { view, definition, row, entry, wallet, nowMs: atMs, parts, planned } = asking;
  const { instanceId } = entry;
  const place = { definition, blueprintId: row.instance.blueprintId, instanceId, instance: row.instance, atMs };
  const actors = actorsNow(view, place, (as === undefined ? undefined : planned.standIns.get(as)) ?? planned);
  const own = actors?.find((actor) => actor.wallet === wallet);
  const claimedBy = actors?.find(({ why }) => why === 'claim');
  // A delegation has ended, or has not begun. An open role that is free again stays listed for its last claim.
  const isListed = actors === undefined || (entry.beside ? claimedBy !== undefined : parts.reminds !== undefined);
  if (!own && !isListed) return undefined;
  const item = {
    ...waitingItem(asking),
    ...(as !== undefined && { as }),
    ...(claimedBy && { claimedBy }),
    ...(own?.why === 'deputy' && { standsIn: own }),
  };
  return { item, isOwn: own !== undefined };
}

/** The facts of an item about the action that waits. */
function waitingItem(asking: Asking): PendingAction {
  const { row, entry, plan, nowMs, parts, planned } = asking;
  const { action } = planned;
  const timer = runningTimers(row.instance, plan).get(action.id);
  const notBeforeMs = opensAtMs(row.instance, plan, { txId: parts.txId, actionId: action.id, nowMs });
  return {
    ...itemOf(asking),
    ...(entry.dueMs !== undefined && { dueMs: entry.dueMs }),
    ...(notBeforeMs !== undefined && { notBeforeMs }),
    ...(timer && { timer }),
    ...(parts.reminds !== undefined && { reminds: parts.reminds }),
    ...(isSentBack(asking) && { isSentBack: true as const }),
    ...reminderCountAt(row, { txId: parts.txId, action: action.id, nowMs }),
  };
}

function isSentBack({ view, parts }: Asking): boolean {
  const previous = view.transaction(parts.txId);
  return previous !== undefined && moveTypeOf(previous.header) === 'Rejection';
}

/** A vote that the wallet casts: for its own role, or for the participant that it stands in for. */
function voteTask(asking: Asking): PendingAction | undefined {
  const { parts, planned, row, wallet, view, definition, entry, nowMs: atMs } = asking;
  const item = { ...waitingItem(asking), ...votingOf(asking) };
  if (parts.reminds !== undefined) return item;
  const { instance } = row;
  const { instanceId } = entry;
  const place = { definition, blueprintId: instance.blueprintId, instanceId, atMs };
  const takes = entry.beside ? rolesTakenByVote(view, { ...place, instance }, { ...planned, wallet }) : [];
  const [first] = takes.filter((role) => !isFailure(castAs(asking, { role, vote: 'yes' })));
  // A wallet that is a deputy too votes for its participant: which of both, it has to say.
  const as = castAs(asking, first === undefined ? undefined : { role: first, vote: 'yes' });
  const standsIn = (action: PlannedAction): boolean => standingIn(view, place, { planned: action, wallet }).length > 0;
  const mayDo =
    !entry.beside || [...(planned.approval?.voters.values() ?? [])].some((voter) => standsIn(voter.planned));
  if (isFailure(as)) return as.issue.code === 'BODY_INVALID' && mayDo ? item : undefined;
  // Listed for a role that it could take: it is reserved now, or held.
  if (entry.beside && first === undefined && !as.deputy) return undefined;
  const { deputy, vote } = as;
  return { ...item, role: vote?.role ?? planned.sender.id, ...(deputy && { standsIn: deputyActor(deputy) }) };
}

/** A vote that was cast, and that its role says again: the last one that was waited for left. */
function againTask(asking: Asking, role: string): PendingAction | undefined {
  const { row, planned } = asking;
  const ballots = row.instance.ballots;
  const cast = openBallots(ballots, planned.action.id)?.votes ?? {};
  const said = Object.hasOwn(cast, role) ? cast[role]?.vote : undefined;
  // The rule says whether it may be said again.
  const as = said && castAs(asking, { role, vote: said });
  if (!said || !as || isFailure(as)) return undefined;
  const { deputy } = as;
  const item = { ...waitingItem(asking), ...votingOf(asking), role, again: { role, vote: said } };
  return { ...item, ...(deputy && { standsIn: deputyActor(deputy) }) };
}

function votingOf({ view, entry, row, definition, plan, planned, nowMs: atMs }: Asking): Pick<PendingAction, 'voting'> {
  const of = { id: entry.instanceId, row: row.instance, definition, plan };
  const voting = votingIn(view, of, { action: planned.action.id, atMs });
  return voting ? { voting } : {};
}

/** How the wallet would vote; an issue where it cannot. */
function castAs(
  { view, entry, row, definition, plan, planned, wallet, nowMs: atMs }: Asking,
  vote: Parameters<typeof votingAs>[2]['vote'] = { vote: 'yes' },
) {
  const { instanceId } = entry;
  const held = holdersNow(view, instanceId);
  const place = { definition, blueprintId: row.instance.blueprintId, instanceId, atMs };
  const standsIn = (action: PlannedAction): readonly Deputy[] => standingIn(view, place, { planned: action, wallet });
  const as = votingAs(planned, { row: row.instance, held, standsIn }, { vote, sender: wallet });
  if (isFailure(as)) return as;
  if (!as.vote) return { ...as, deputy: undefined };
  const of = { id: instanceId, row: row.instance, definition, plan };
  const spent = votedProblem(view, of, { ...as.vote, wallet, action: planned.action.id, atMs });
  if (spent) return fail(spent);
  const deputy = as.vote.for === undefined ? undefined : standsIn(as.planned)[0];
  return { ...as, deputy };
}
