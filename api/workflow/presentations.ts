// The credentials that a submission shows, on their way from the body to the gate. It judges none of them: it only
// keeps them within their bounds.
import type { Static } from 'typebox';
import type { CredentialPresentation } from '../../actors/workflow/credentials/presentation.js';
import { type Issue, issue } from '../../core/base/issue.js';
import { canonical } from '../../core/base/json.js';
import { PRESENTATION_CLAIMS_BYTES_MAX } from '../../core/base/limits/ledger/credentials.js';
import type { InstanceActionBody } from '../schemas/workflow/workflow.js';

type Shown = Static<typeof InstanceActionBody>['credentialPresentations'];

/**
 * BODY_INVALID where the claims of all presentations are more than an operation may keep; every other bound is in the
 * schema of the body.
 */
export function claimsProblem(shown: Shown): Issue | undefined {
  if (!shown || canonical(shown.map(({ disclosedClaims }) => disclosedClaims)).length <= PRESENTATION_CLAIMS_BYTES_MAX)
    return undefined;
  const max = `${PRESENTATION_CLAIMS_BYTES_MAX / 1024} KiB`;
  return issue(
    'BODY_INVALID',
    '/credentialPresentations',
    `The claims of all credentials together stay within ${max}.`,
  );
}

/** The member of an ask; none where nothing is shown. */
export function presentationMember(shown: Shown): {
  readonly credentialPresentations?: readonly CredentialPresentation[];
} {
  return shown === undefined ? {} : { credentialPresentations: shown as readonly CredentialPresentation[] };
}
