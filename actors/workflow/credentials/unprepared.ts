// Moves that pass no gate. A holder signs for one place and one content, so an action that takes a credential is
// prepared before anything is shown; a rejection is never shown any.
import { type Issue, issue } from '../../../core/base/issue.js';
import type { PlannedAction } from '../../../core/blueprint/plan/planned.js';
import { gatesOf } from '../../../core/credentials/gate/asked.js';

/** CREDENTIAL_REFUSED for an action that takes a credential. */
export function unpreparedProblem({ action }: PlannedAction): Issue | undefined {
  return gatesOf(action).length === 0
    ? undefined
    : refusalOf(
        'The action takes a credential, whose holder signs for it: prepare it first (POST /api/gates, or POST /api/instances/{instanceId}/gates).',
      );
}

/** CREDENTIAL_REFUSED for a rejection by which a wallet takes the open role of an action that takes a credential. */
export function unshownProblem({ action }: PlannedAction): Issue | undefined {
  return gatesOf(action).length === 0
    ? undefined
    : refusalOf('The rejection would take an open role that is taken with a credential, and a rejection shows none.');
}

function refusalOf(message: string): Issue {
  return issue('CREDENTIAL_REFUSED', '/credentialPresentations', message);
}
