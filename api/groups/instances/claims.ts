// A party reserves a role of an instance, or gives it back: a move without data, signed by a wallet that the caller may
// use. Whether it may is decided by the rules of the ledger.
import type { InstanceView } from '../../../actors/workflow/instance/instance-types.js';
import type { Json } from '../../../core/base/json.js';
import type { Call } from '../../define.js';
import type { ApiDeps } from '../../deps.js';
import { fairKey } from '../../fair-key.js';
import { signedByWallet } from '../transactions/signed.js';
import { isoTime } from '../transactions/view.js';
import { bodyPaths, movedAnswer, SEAL_WAIT_MS } from './view.js';

export interface ClaimAsk {
  readonly type: 'Claim' | 'Release';
  /** An action of the role. */
  readonly actionId: string;
  readonly senderWallet: string;
  /** Unless stated the role that sends the action. */
  readonly role?: string | undefined;
}

/** Signs and submits it behind the newest transaction of the instance. */
export async function claimed(
  call: Call<ApiDeps>,
  view: InstanceView,
  { type, actionId, role, senderWallet }: ClaimAsk,
) {
  const { deps } = call;
  const tx = await signedByWallet(call, {
    registerId: view.registerId,
    blueprintId: view.blueprintId,
    actionId,
    instanceId: view.id,
    publicationTxId: view.publicationTxId,
    previousTransactionId: view.lastTransactionId,
    senderWallet,
    createdAt: isoTime(deps.clock.now()),
    metadata: { type, ...(role !== undefined && { role }) },
    payload: { type: type.toLowerCase(), v: 1 } as Json,
  });
  if (!('txId' in tx)) return bodyPaths(tx);
  const waitMs = call.waitMs || SEAL_WAIT_MS;
  const outcome = await deps.ledger.submit(tx, { priority: 'Normal', waitMs, from: fairKey(call) });
  if (outcome.status === 'refused') return bodyPaths(outcome.issues);
  const made = { transactionId: tx.txId, instanceId: view.id, status: outcome.status };
  return movedAnswer({ ...made, nextActions: [], calculations: {}, isComplete: false }, deps.clock.now());
}
