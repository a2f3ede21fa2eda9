// The payload of a Confirmation.
import type { Issue } from '../../base/issue.js';
import { isObject, type Json } from '../../base/json.js';
import { REASON_MAX } from '../../base/limits/ledger/instances.js';
import { isReason, noOthers, payloadIssue } from '../parts/reasons.js';

/** VAL_SCHEMA_004 for a payload that is not {type: 'confirmation'}, with a reason where it refuses. */
export function checkConfirmation(payload: Json, { isAccepted }: { readonly isAccepted: boolean }): readonly Issue[] {
  if (!isObject(payload)) return [payloadIssue('', 'The payload of a confirmation is an object.')];
  const issues = noOthers(payload, isAccepted ? ['type'] : ['type', 'reason']);
  if (payload.type !== 'confirmation') issues.push(payloadIssue('/type', 'The type of the payload is confirmation.'));
  if (!isAccepted && !isReason(payload.reason))
    issues.push(
      payloadIssue('/reason', `A wallet that does not confirm a run gives a reason of 1 to ${REASON_MAX} characters.`),
    );
  return issues;
}
