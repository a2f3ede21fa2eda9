// The payload of a Cancellation.
import type { Issue } from '../../base/issue.js';
import { isObject, type Json } from '../../base/json.js';
import { REASON_MAX } from '../../base/limits/ledger/instances.js';
import { isReason, noOthers, payloadIssue } from '../parts/reasons.js';

/** VAL_SCHEMA_004 for a payload that is not {type: 'cancellation', reason?}. */
export function checkCancellation(payload: Json): readonly Issue[] {
  if (!isObject(payload)) return [payloadIssue('', 'The payload of a cancellation is an object.')];
  const issues = noOthers(payload, ['type', 'reason']);
  if (payload.type !== 'cancellation') issues.push(payloadIssue('/type', 'The type of the payload is cancellation.'));
  if (payload.reason !== undefined && !isReason(payload.reason))
    issues.push(payloadIssue('/reason', `A reason has 1 to ${REASON_MAX} characters.`));
  return issues;
}
