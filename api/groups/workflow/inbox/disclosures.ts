// The data that the actions of an instance disclosed to a wallet that the caller may use, one by one. Changes by later
// actions stand in the state of the instance.
import type { Static } from 'typebox';
import type { InstanceView } from '../../../../actors/workflow/instance/instance-types.js';
import { isObject, type JsonObject } from '../../../../core/base/json.js';
import { isFailure, type Result } from '../../../../core/base/result.js';
import { actionOf } from '../../../../core/blueprint/definition/conformance.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import type { Visible } from '../../../../core/reading/cells/visible.js';
import { isEncrypted } from '../../../../core/transaction/action-metadata.js';
import { instanceFor, readerOf } from '../../../access/instances.js';
import type { ApiCall } from '../../../define.js';
import type { Disclosures } from '../../../schemas/workflow/inbox.js';
import { suspectView } from '../../../views/actions.js';
import { isoTime } from '../../../views/transactions.js';
import { doneActions } from '../../../workflow/done-actions.js';
import type { WorkflowDeps } from '../deps.js';

export interface DisclosuresAsked {
  readonly instanceId: string;
  /** Of one action; of all without it. */
  readonly actionId?: string;
  readonly registerId?: string | undefined;
  readonly wallet?: string | undefined;
}

export async function listDisclosures(
  call: ApiCall<WorkflowDeps>,
  asked: DisclosuresAsked,
): Promise<Result<Static<typeof Disclosures>>> {
  const view = await instanceFor(call, asked.instanceId, asked.registerId);
  if (isFailure(view)) return view;
  const reader = await readerOf(call, view, asked.wallet);
  if (isFailure(reader)) return reader;
  const seen = await call.deps.workflow.visible(view.registerId, view.id, reader);
  if (isFailure(seen)) return seen;
  const all = (await doneActions(call, view)).flatMap(({ transaction, timestampMs }) => {
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

/** The fields that the wallet sees of an action; undefined where there is nothing for it. */
function dataOf({ txId, header, payload }: Transaction, seen: Visible): JsonObject | undefined {
  if (!isEncrypted(header)) return isObject(payload) ? seen.facts.get(txId) : undefined;
  const groups = seen.opened.get(txId) ?? [];
  return groups.length === 0 ? undefined : seen.facts.get(txId);
}

function titleOf({ definition }: InstanceView, actionId: string): string {
  return (definition && actionOf(definition, actionId)?.title) ?? `Action ${actionId}`;
}
