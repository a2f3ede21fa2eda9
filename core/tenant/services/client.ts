// Whether a service is the one that it names (specification 5.6 and 5.7): by its secret, by the certificate of its
// connection, or by both. An answer for a client that is not known, is not Active or has another secret. Pure.
import { equalBytes, fromHex } from '../../base/bytes.js';
import { issue } from '../../base/issue.js';
import { fail, isFailure, type Result } from '../../base/result.js';
import type { WorkloadIdentity } from '../workload.js';
import type { Principal } from './principal.js';

export interface ClientProof {
  readonly clientId: string;
  /** SHA-256 of the secret that came with the request, 64 hex digits; undefined without one. */
  readonly secretHash: string | undefined;
  /** The service that the certificate of the connection names; undefined without a certificate. */
  readonly workload: Result<WorkloadIdentity> | undefined;
  /** The setting ServiceAuth:DisableSharedSecrets. */
  readonly secretsDisabled: boolean;
}

/** Compared with in place of a secret that is missing: the hash of no known text. */
const NO_SECRET = '00'.repeat(32);

/** The principal that proved itself. Issues: SHARED_SECRETS_DISABLED, WORKLOAD_IDENTITY_INVALID, CLIENT_INVALID. */
export function provenClient(
  principal: Principal | undefined,
  { clientId, secretHash, workload, secretsDisabled }: ClientProof,
): Result<Principal> {
  if (secretHash !== undefined && secretsDisabled) return fail(SECRETS_DISABLED);
  // A certificate that names a service speaks for no other one, whatever secret comes with it.
  if (workload !== undefined && !isFailure(workload) && workload.clientId !== clientId) return fail(OTHER_SERVICE);
  if (secretHash === undefined) {
    if (workload === undefined) return fail(NO_PROOF);
    if (isFailure(workload)) return workload;
  }
  const isRight = secretHash === undefined || equalBytes(fromHex(secretHash), knownHash(principal));
  if (principal?.status !== 'Active' || principal.clientId !== clientId || !isRight) return fail(UNKNOWN);
  return principal;
}

function knownHash(principal: Principal | undefined): Uint8Array {
  return fromHex(principal?.secretHash ?? NO_SECRET);
}

export const SECRETS_DISABLED = issue(
  'SHARED_SECRETS_DISABLED',
  '',
  'Shared secrets are disabled here: a service proves itself by its certificate at the workload listener.',
);
const OTHER_SERVICE = issue(
  'WORKLOAD_IDENTITY_INVALID',
  '',
  'The client certificate names another service than client_id does.',
);
const NO_PROOF = issue('CLIENT_INVALID', '', 'Send client_secret, or call the workload listener with a certificate.');
const UNKNOWN = issue('CLIENT_INVALID', '', 'The client is not known, is not active, or has another secret.');
