// A party reserves a role of an instance, or gives it back, over HTTP: from the body to the workflow of the node, and
// the answer.
import type { Acting } from '../../../../actors/workflow/asks/acting.js';
import type { RoleClaimAsk } from '../../../../actors/workflow/asks/moves.js';
import type { InstanceView } from '../../../../actors/workflow/instance/instance-types.js';
import { isFailure } from '../../../../core/base/result.js';
import type { ApiCall } from '../../../define.js';
import { bodyPath, movedAnswer, SEAL_WAIT_MS } from '../../../views/instances.js';
import type { WorkflowDeps } from '../deps.js';

export interface ClaimAsk extends Pick<RoleClaimAsk, 'type' | 'actionId' | 'role'> {
  readonly senderWallet: string;
}

export async function submitClaim(
  { deps, waitMs }: ApiCall<WorkflowDeps>,
  { registerId, id: instanceId }: InstanceView,
  { by, type, actionId, role }: ClaimAsk & { readonly by: Acting },
) {
  const ask = { registerId, instanceId, by, type, actionId, role, waitMs: waitMs || SEAL_WAIT_MS };
  const made = await deps.workflow.claim(ask);
  if (isFailure(made)) return made.mapIssues(bodyPath);
  return movedAnswer({ ...made, nextActions: [], calculations: {}, isComplete: false }, deps.clock.now());
}
