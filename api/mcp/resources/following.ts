// The topics of changes of resources, for callers that may read them: by the rights that hubs ask for too.
import { failIf, isFailure, type Result } from '../../../core/base/result.js';
import { instanceFor } from '../../access/instances.js';
import { visibleRegister } from '../../access/registers.js';
import { wholeAccountProblem } from '../../access/whole-account.js';
import type { ApiCall } from '../../define.js';
import type { ApiDeps } from '../../deps/deps.js';
import { inboxTopic, instanceTopic, registerTopic } from '../changes.js';

/** Ports by which the caller of a subscription is asked for its right. */
export type FollowDeps = Pick<
  ApiDeps,
  'clock' | 'commit' | 'audit' | 'wallets' | 'ledger' | 'chain' | 'workflow' | 'tenants'
>;

export type FollowCall = ApiCall<FollowDeps>;

export function followInbox(call: FollowCall): Result<string> {
  return failIf(wholeAccountProblem(call)) ?? inboxTopic(call.caller.platformUserId);
}

export async function followInstance(instanceId: string, call: FollowCall): Promise<Result<string>> {
  const view = await instanceFor(call, instanceId, undefined);
  return isFailure(view) ? view : instanceTopic(view.id);
}

export function followRegister(registerId: string, call: FollowCall): Result<string> {
  const record = visibleRegister(call, registerId);
  return isFailure(record) ? record : registerTopic(record.id);
}
