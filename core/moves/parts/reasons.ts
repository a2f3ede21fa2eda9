// The members that payloads with a reason share.
import { type Issue, issue } from '../../base/issue.js';
import { REASON_MAX } from '../../base/limits/ledger/instances.js';

type Members = Readonly<Record<string, unknown>>;

/** VAL_SCHEMA_004 for a payload with other members. */
export function noOthers(payload: Members, allowed: readonly string[]): Issue[] {
  return Object.keys(payload).every((member) => allowed.includes(member))
    ? []
    : [payloadIssue('', 'The payload has a member that nothing reads.')];
}

/** True for a text of 1 to REASON_MAX characters. */
export function isReason(reason: unknown): boolean {
  return typeof reason === 'string' && reason.length > 0 && reason.length <= REASON_MAX;
}

/** VAL_SCHEMA_004 at a pointer into the payload. */
export function payloadIssue(path: string, message: string): Issue {
  return issue('VAL_SCHEMA_004', `/payload${path}`, message);
}
