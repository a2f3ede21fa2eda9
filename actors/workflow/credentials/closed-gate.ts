// The gate of a node that can check no credentials: it refuses every action that takes one, whatever is shown, because
// a credential that cannot be checked does not count. It reads no presentation and keeps nothing.
import { issue } from '../../../core/base/issue.js';
import { fail } from '../../../core/base/result.js';
import type { CredentialGate } from './credential-gate.js';

export const closedGate: CredentialGate = {
  admit: async () =>
    fail(
      issue(
        'CREDENTIAL_REFUSED',
        '/credentialPresentations',
        'The action takes a credential, and this node cannot check credentials.',
      ),
    ),
};
