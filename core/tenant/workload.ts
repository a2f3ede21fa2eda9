// Which service a client certificate names (specification section 5.7). That the certificate is of a trusted authority
// and that its key is its holder's has been judged by TLS; here its names are read, by the rules of SPIFFE X.509 SVIDs
// (2 and 4.1): one URI, of this installation, on no authority.
import { issue } from '../base/issue.js';
import { fail, type Result } from '../base/result.js';

/** A client certificate whose chain was validated, as far as it is read. */
export interface ClientCertificate {
  /** The URIs of its alternative names, as they stand in it. */
  readonly uris: readonly string[];
  /** It may issue others. */
  readonly isAuthority: boolean;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
  /** SHA-256 of the certificate, 64 hex digits. */
  readonly fingerprint: string;
}

export interface WorkloadIdentity {
  readonly clientId: string;
  readonly uri: string;
}

/** Client ids have this form, which is also that of a segment of a SPIFFE path (SPIFFE-ID 2.2). */
const CLIENT_ID = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,128}$/;

export function workloadUri(installation: string, clientId: string): string {
  return `spiffe://${installation}/service/${clientId}`;
}

/**
 * The service that the certificate names, or WORKLOAD_IDENTITY_INVALID. A connection may outlive its certificate, so
 * the dates are asked at each call.
 */
export function workloadOf(
  { uris, isAuthority, notBeforeMs, notAfterMs }: ClientCertificate,
  { installation, nowMs }: { readonly installation: string; readonly nowMs: number },
): Result<WorkloadIdentity> {
  const [uri, ...others] = uris;
  if (uri === undefined || others.length > 0)
    return workloadIssue(`The client certificate has ${uris.length} URIs; that of a service has exactly one.`);
  if (isAuthority)
    return workloadIssue('The client certificate is that of an authority, and may not be used by a service.');
  if (nowMs < notBeforeMs || nowMs > notAfterMs)
    return workloadIssue('The client certificate is not valid at this time.');
  const prefix = workloadUri(installation, '');
  const clientId = uri.slice(prefix.length);
  if (!uri.startsWith(prefix) || !CLIENT_ID.test(clientId))
    return workloadIssue(`The URI of the client certificate is not ${prefix}{client id}.`);
  return { clientId, uri };
}

function workloadIssue(message: string) {
  return fail(issue('WORKLOAD_IDENTITY_INVALID', '', message));
}
