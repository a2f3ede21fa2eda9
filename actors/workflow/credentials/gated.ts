// Asks the gate of credentials about an action at its place. It knows nothing of credentials: it only makes sure that
// no word but a clear yes lets an action pass.
import { type Issue, issue } from '../../../core/base/issue.js';
import { isFailure } from '../../../core/base/result.js';
import type { PlannedAction } from '../../../core/blueprint/plan/planned.js';
import type { Acting } from '../asks/acting.js';
import type { ActionAsk } from '../asks/actions.js';
import type { CredentialGate } from './credential-gate.js';

type At = Pick<ActionAsk, 'registerId' | 'blueprintId' | 'actionId' | 'credentialPresentations'> & {
  readonly instanceId: string;
  readonly publicationTxId: string;
  readonly by: Acting;
};

/** The issues of the gate; none where the action takes no credential, or those that are shown are admitted. */
export async function gateProblems(gate: CredentialGate, at: At, planned: PlannedAction): Promise<readonly Issue[]> {
  const requirements = planned.action.credentialRequirements ?? [];
  if (requirements.length === 0) return [];
  const { registerId, instanceId, blueprintId, publicationTxId, actionId } = at;
  const word = await gate.admit({
    ...{ requirements, registerId, instanceId, blueprintId, publicationTxId, actionId },
    presentations: at.credentialPresentations ?? [],
    participantId: planned.sender.id,
    sender: at.by.address,
  });
  if (!isFailure(word) && word.status === 'admitted') return [];
  // A list of nothing is no yes.
  return isFailure(word) && word.issues.length > 0
    ? word.issues
    : [issue('CREDENTIAL_REFUSED', '/credentialPresentations', 'The credentials are refused.')];
}
