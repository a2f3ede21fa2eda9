// Asks the gate of credentials about an action at its place. It knows nothing of credentials: it only makes sure that
// no word but a clear yes lets an action pass.
import { type Issue, issue } from '../../../core/base/issue.js';
import { isFailure } from '../../../core/base/result.js';
import type { PlannedAction } from '../../../core/blueprint/plan/planned.js';
import type { Acting } from '../encryption/acting.js';
import type { CredentialGate } from './credential-gate.js';
import type { CredentialPresentation } from './presentation.js';

interface At {
  readonly registerId: string;
  readonly instanceId: string;
  readonly blueprintId: string;
  readonly publicationTxId: string;
  readonly actionId: string;
  readonly by: Acting;
  readonly credentialPresentations?: readonly CredentialPresentation[] | undefined;
}

/** The issues of the gate; none where the action takes no credential, or those that are shown are admitted. */
export async function gateProblems(gate: CredentialGate, at: At, planned: PlannedAction): Promise<readonly Issue[]> {
  const requirements = planned.action.credentialRequirements ?? [];
  if (requirements.length === 0) return [];
  const { by, credentialPresentations: presentations = [], ...place } = at;
  const { registerId, instanceId, blueprintId, publicationTxId, actionId } = place;
  const word = await gate.admit({
    requirements,
    registerId,
    instanceId,
    blueprintId,
    publicationTxId,
    actionId,
    presentations,
    participantId: planned.sender.id,
    sender: by.address,
  });
  if (!isFailure(word) && word.status === 'admitted') return [];
  // A list of nothing is not a yes.
  return isFailure(word) && word.issues.length > 0
    ? word.issues
    : [issue('CREDENTIAL_REFUSED', '/credentialPresentations', 'The credentials are refused.')];
}
