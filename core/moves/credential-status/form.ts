// The payload of a CredentialStatus: its form.
import { issue } from '../../base/issue.js';
import { hasOnly, type Json } from '../../base/json.js';
import { fail, type Result } from '../../base/result.js';
import { CREDENTIAL_STATUSES, type CredentialStatus } from '../../blueprint/definition/choices.js';

/** Payload of a transaction whose metadata.type is CredentialStatus; it follows the Issuance that it is about. */
export interface StatusChangeStated {
  readonly type: 'credential-status';
  readonly v: 1;
  readonly to: CredentialStatus;
}

/** VAL_SCHEMA_004 under `/payload` for what is not a change of status. */
export function readStatusChange(payload: Json): Result<StatusChangeStated> {
  const isOurs = hasOnly(payload, ['type', 'v', 'to']) && payload.type === 'credential-status' && payload.v === 1;
  if (isOurs && CREDENTIAL_STATUSES.some((name) => name === payload.to))
    return payload as unknown as StatusChangeStated;
  const message = `A CredentialStatus has the members type, which is credential-status, v, which is 1, and to, which is one of ${CREDENTIAL_STATUSES.join(', ')}.`;
  return fail(issue('VAL_SCHEMA_004', '/payload', message));
}
