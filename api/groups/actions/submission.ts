// The one way in which an action goes from a request to the workflow of the node, whether it names its place by the register or by the instance. What may be
// done is decided by the ledger's rules and never here.
import type { Static } from 'typebox';
import { isIssue } from '../../../core/base/issue.js';
import type { JsonObject } from '../../../core/base/json.js';
import type { Call } from '../../define.js';
import type { ApiDeps } from '../../deps.js';
import type { InstanceActionBody } from '../../schemas/workflow.js';
import { acting } from '../instances/find.js';
import { movedAnswer, SEAL_WAIT_MS } from '../instances/view.js';

/** Where an action goes; without an instance it opens one. */
export interface ActionPlace {
  readonly registerId: string;
  readonly blueprintId: string;
  readonly instanceId: string | undefined;
  /** The decimal spelling. */
  readonly actionId: string;
}

/** Does the action with a wallet that the caller may sign with: WALLET_ACCESS_DENIED, or the issues of the workflow. */
export async function submitTo(call: Call<ApiDeps>, place: ActionPlace, body: Static<typeof InstanceActionBody>) {
  const by = await acting(call, body.senderWallet, 'sign');
  if (isIssue(by)) return by;
  const { workflow, clock } = call.deps;
  const result = await workflow.submit({
    registerId: place.registerId,
    blueprintId: place.blueprintId,
    instanceId: place.instanceId,
    actionId: place.actionId,
    by,
    payload: body.payloadData as JsonObject,
    previousTransactionId: body.previousTransactionHash,
    externalRecipientKeys: body.externalRecipientKeys,
    waitMs: call.waitMs || SEAL_WAIT_MS,
  });
  return movedAnswer(result, clock.now());
}
