// The data that the actions of an instance disclosed to a wallet that the caller may use, one by one. Changes by later
// actions stand in the state of the instance.
import type { Static } from 'typebox';
import { isAfter } from '../../../actors/workflow/instance/instance-record.js';
import type { InstanceView } from '../../../actors/workflow/instance/instance-types.js';
import { isDoneBy } from '../../../actors/workflow/instance/timer-view.js';
import { isObject, type JsonObject } from '../../../core/base/json.js';
import { INSTANCE_READ_MAX } from '../../../core/base/limits/ledger/disputes.js';
import { isFailure, type Result } from '../../../core/base/result.js';
import { planOf } from '../../../core/blueprint/plan/plan.js';
import type { Visible } from '../../../core/disclosure/visible.js';
import { isEncrypted } from '../../../core/transaction/form/action-metadata.js';
import { instanceIdOf } from '../../../core/transaction/kinds/action.js';
import { kindOf } from '../../../core/transaction/kinds/index.js';
import type { Transaction } from '../../../core/transaction/types.js';
import type { SealedTransaction } from '../../../storage/chain/chain-read.js';
import { instanceFor, readerOf } from '../../access/instances.js';
import type { ApiCall } from '../../define.js';
import type { Disclosures } from '../../schemas/workflow/inbox.js';
import { suspectView } from '../../views/actions.js';
import { isoTime } from '../../views/transactions.js';
import type { InboxDeps } from './deps.js';

export interface DisclosuresAsked {
  readonly instanceId: string;
  /** Of one action; of all without it. */
  readonly actionId?: string;
  readonly registerId?: string | undefined;
  readonly wallet?: string | undefined;
}

export async function disclosedTo(
  call: ApiCall<InboxDeps>,
  asked: DisclosuresAsked,
): Promise<Result<Static<typeof Disclosures>>> {
  const view = await instanceFor(call, asked.instanceId, asked.registerId);
  if (isFailure(view)) return view;
  const reader = await readerOf(call, view, asked.wallet);
  if (isFailure(reader)) return reader;
  const seen = await call.deps.workflow.visible(view.registerId, view.id, reader);
  if (isFailure(seen)) return seen;
  const all = (await actionsOf(call, view)).flatMap(({ transaction, timestampMs }) => {
    const data = dataOf(transaction, seen);
    return data ? [{ transaction, timestampMs, data }] : [];
  });
  const shown = all.filter(
    ({ transaction }) => (asked.actionId ?? transaction.header.actionId) === transaction.header.actionId,
  );
  const takesPart = [...Object.values(view.participantWallets), view.opener].includes(reader.address);
  return {
    instanceId: view.id,
    actionId: asked.actionId ?? null,
    registerId: view.registerId,
    recipientResolved: takesPart || all.some(({ transaction }) => isEncrypted(transaction.header)),
    disclosures: shown.map(({ transaction: { txId, header }, timestampMs, data }) => ({
      actionId: header.actionId,
      actionTitle: titleOf(view, header.actionId),
      transactionHash: txId,
      disclosedAt: isoTime(timestampMs),
      data,
    })),
    suspect: suspectView(seen.suspect.filter(({ actionId }) => (asked.actionId ?? actionId) === actionId)),
    disclosedFields: [...new Set(shown.flatMap(({ data }) => Object.keys(data)))].sort(),
  };
}

/** The actions that were done, in ledger order. An opening one that names no instance is not in the index of names. */
async function actionsOf({ deps }: ApiCall<InboxDeps>, view: InstanceView): Promise<readonly SealedTransaction[]> {
  const record = deps.ledger.register(view.registerId);
  if (!record) return [];
  const page = { skip: 0, top: INSTANCE_READ_MAX };
  const { items } = await deps.chain.byInstance(record.reg, view.id, page);
  const plan = view.definition && planOf(view.definition);
  const own = items.filter(
    ({ transaction: tx }) =>
      kindOf(tx.header).kind === 'action' && instanceIdOf(tx) === view.id && isDoneBy(tx.header, plan),
  );
  const isNamed = own.some(({ transaction }) => transaction.txId === view.firstTransactionId);
  const opening = isNamed ? undefined : deps.chain.transaction(record.reg, view.firstTransactionId);
  return opening ? [opening, ...own.filter((one) => isAfter(one, opening))] : own;
}

/** The fields that the wallet sees of an action; undefined where there is nothing for it. */
function dataOf({ txId, header, payload }: Transaction, seen: Visible): JsonObject | undefined {
  if (!isEncrypted(header)) return isObject(payload) ? seen.facts.get(txId) : undefined;
  const groups = seen.opened.get(txId) ?? [];
  return groups.length === 0 ? undefined : seen.facts.get(txId);
}

function titleOf({ definition }: InstanceView, actionId: string): string {
  return definition?.actions.find(({ id }) => String(id) === actionId)?.title ?? `Action ${actionId}`;
}
