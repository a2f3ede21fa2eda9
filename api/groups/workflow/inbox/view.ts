// Items that wait for a wallet, in the words of the answer. Shapes only.
import type { Static } from 'typebox';
import type { SuspectRun } from '../../../../actors/workflow/checks/suspect-runs.js';
import type { PendingAction, WaitingKind } from '../../../../actors/workflow/inbox/inbox-ports.js';
import { canonical } from '../../../../core/base/json.js';
import { localize, namesOf } from '../../../../core/blueprint/definition/texts.js';
import { isPaused } from '../../../../core/blueprint/disputes/disputes.js';
import type { PendingActionView, SuspectRunView, WorkItemView } from '../../../schemas/workflow/inbox.js';
import { actorView, endOf, votingBody } from '../../../views/instances.js';
import { isoTime } from '../../../views/transactions.js';

/**
 * Characters of all schemas on a page: a hundred actions with schemas of half a megabyte are too long for an answer.
 */
const SCHEMAS_MAX = 1_048_576;

interface ShownFor {
  readonly wallet: string;
  readonly registerId: string;
  readonly suspectCount: number | undefined;
  readonly subject: string | undefined;
  readonly languages: readonly string[];
}

interface PageFor extends Omit<ShownFor, 'suspectCount' | 'subject'> {
  readonly suspects: readonly (number | undefined)[];
  readonly subjects: readonly (string | undefined)[];
}

export function pendingViews(
  items: readonly PendingAction[],
  { suspects, subjects, ...of }: PageFor,
): Static<typeof PendingActionView>[] {
  let room = SCHEMAS_MAX;
  return items.map((item, i) => {
    const dataSchema = canonical(item.action.dataSchemas ?? []);
    const fits = dataSchema.length <= room;
    if (fits) room -= dataSchema.length;
    return {
      ...pendingView(item, { ...of, suspectCount: suspects[i], subject: subjects[i] }),
      ...(fits && { dataSchema }),
    };
  });
}

/** An item among those of all wallets and registers. */
export function workItemView(
  item: PendingAction,
  { kind, ...of }: ShownFor & { readonly kind: WaitingKind },
): Static<typeof WorkItemView> {
  const view = pendingView(item, of);
  const { participants } = localize(item.definition, of.languages);
  const role = participants.find(({ id }) => id === view.participantId);
  return { ...view, kind, participantName: role?.name ?? view.participantId, ...(item.isSentBack && SENT_BACK) };
}

const SENT_BACK = { isSentBack: true };

function pendingView(
  { action, definition, sinceMs, dueMs, timer, role, voting, claimedBy, standsIn, ...pending }: PendingAction,
  { wallet, registerId, suspectCount, subject, languages }: ShownFor,
): Static<typeof PendingActionView> {
  const names = namesOf(definition, action, languages);
  return {
    instanceId: pending.instanceId,
    registerAddress: registerId,
    walletAddress: wallet,
    blueprintId: pending.blueprintId,
    publicationTxId: pending.publicationTxId,
    blueprintTitle: names.blueprint,
    ...(subject !== undefined && { subject }),
    actionId: String(action.id),
    title: names.title ?? `Action ${action.id}`,
    description: names.description,
    participantId: roleIn(pending) ?? role,
    ...(pending.as !== undefined && { standsInFor: action.sender }),
    branchId: pending.branchId,
    previousTransactionHash: pending.previousTransactionId,
    ...(pending.confirms !== undefined && { confirms: pending.confirms }),
    ...(pending.delivers && { delivers: { ...pending.delivers } }),
    ...(pending.objects && { objects: { ...pending.objects } }),
    ...(pending.reminds !== undefined && { reminds: role }),
    ...(pending.remindedTimes !== undefined && { remindedTimes: pending.remindedTimes }),
    ...(pending.resolves !== undefined && { resolves: pending.resolves }),
    ...(pending.cancels && { cancels: { ...pending.cancels } }),
    ...(pending.again && { again: { ...pending.again } }),
    isRejectable: isToDo(pending) && action.rejectionConfig !== undefined,
    since: isoTime(sinceMs),
    ...endOf(dueMs, timer),
    ...(pending.notBeforeMs !== undefined && { notBefore: isoTime(pending.notBeforeMs) }),
    ...(voting && { voting: votingBody(voting) }),
    ...(claimedBy && { claimedBy: actorView(claimedBy) }),
    ...(standsIn && { standsIn: actorView(standsIn) }),
    ...(suspectCount === undefined ? {} : { suspectCount }),
    details: `/api/actions/${wallet}/${registerId}/${pending.previousTransactionId}`,
  };
}

/** The role in which the wallet is asked for something beside the action. */
function roleIn({ confirms, resolves, objects, cancels, reminds, as }: Asked): string | undefined {
  return confirms ?? resolves ?? objects?.role ?? cancels?.role ?? reminds ?? as;
}

type Asked = Pick<
  PendingAction,
  'again' | 'as' | 'cancels' | 'confirms' | 'delivers' | 'objects' | 'reminds' | 'resolves'
>;

/** An action that is to be done, and not what else is asked of a wallet. */
function isToDo({ again, cancels, confirms, delivers, objects, reminds, resolves }: Asked): boolean {
  return [again, cancels, confirms, delivers, objects, reminds, resolves].every((item) => item === undefined);
}

export function suspectRunViews(
  runs: readonly SuspectRun[],
  { wallet, registerId, nowMs }: { readonly wallet: string; readonly registerId: string; readonly nowMs: number },
): Static<typeof SuspectRunView>[] {
  return runs.map(({ actionId, faults, proof, title = `Action ${actionId}`, ...run }) => {
    const isProvable = faults.some(({ ground }) => ground !== 'undelivered');
    const untilMs = proof ? proof.untilMs : run.objectUntilMs;
    const isInTime = nowMs > (proof?.fromMs ?? 0) && nowMs <= (untilMs ?? nowMs);
    const isOpen = (isProvable || proof !== undefined) && isInTime;
    const isDisputed = isPaused(run, nowMs);
    return {
      instanceId: run.instanceId,
      registerAddress: registerId,
      walletAddress: wallet,
      actionId: String(actionId),
      actionTitle: title,
      transactionHash: run.txId,
      senderWallet: run.sender,
      verdict: isProvable ? 'violated' : 'undelivered',
      faults: [...faults],
      sealedAt: isoTime(run.sealedMs),
      foundAt: isoTime(run.foundMs),
      ...(untilMs !== undefined && { objectUntil: isoTime(untilMs) }),
      canObject: isOpen && !isDisputed,
      ...(isOpen && isDisputed && { isDisputed }),
    };
  });
}
