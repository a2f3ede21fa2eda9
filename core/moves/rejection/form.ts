// The payload of a Rejection.
import { isObject, type Json } from '../../base/json.js';
import { FIELD_ERRORS_MAX, REASON_MAX } from '../../base/limits/ledger/instances.js';
import { SCHEMA_STEPS_MAX } from '../../base/limits/ledger/work.js';
import type { RejectionConfig } from '../../blueprint/definition/types.js';
import type { SchemaReading } from '../../blueprint/schemas/schema-check.js';
import { judge } from '../../schema/judge.js';
import type { Found } from '../parts/memo.js';
import { NONE } from '../parts/none.js';
import { isReason, noOthers, payloadIssue } from '../parts/reasons.js';

/**
 * VAL_SCHEMA_004 for a payload that is not {type: 'rejection', reason, fieldErrors?}: `reason` may be absent where the
 * definition does not require one. Other members are allowed where it has a schema for the rejection, which the whole
 * payload satisfies in the steps of an action. The schema is read as those of the definition are.
 */
export function checkRejection(payload: Json, config: RejectionConfig, reading: SchemaReading): Found {
  if (!isObject(payload)) return { issues: [payloadIssue('', 'The payload of a rejection is an object.')], steps: 0 };
  const { type, reason, fieldErrors } = payload;
  const schema = config.rejectionSchema ?? undefined;
  const issues = schema === undefined ? noOthers(payload, ['type', 'reason', 'fieldErrors']) : [];
  if (type !== 'rejection') issues.push(payloadIssue('/type', 'The type of the payload is rejection.'));
  if (reason === undefined ? config.requireReason !== false : !isReason(reason))
    issues.push(payloadIssue('/reason', `A rejection has a reason of 1 to ${REASON_MAX} characters.`));
  if (fieldErrors !== undefined && !isFieldErrors(fieldErrors))
    issues.push(payloadIssue('/fieldErrors', `fieldErrors gives at most ${FIELD_ERRORS_MAX} fields a text each.`));
  if (issues.length > 0 || schema === undefined) return { issues, steps: 0 };
  const { failures, endedAt, steps } = judge({ schema, ...reading }, payload as Json, { steps: SCHEMA_STEPS_MAX });
  const [broken] = failures;
  if (endedAt !== undefined)
    issues.push(payloadIssue(endedAt, `The payload takes more than ${SCHEMA_STEPS_MAX} steps to check: send less.`));
  else if (broken)
    issues.push(payloadIssue(broken.path, `The payload breaks the schema of the rejection: ${broken.message}.`));
  return { issues: issues.length > 0 ? issues : NONE, steps };
}

function isFieldErrors(errors: unknown): boolean {
  return isObject(errors) && Object.keys(errors).length <= FIELD_ERRORS_MAX && Object.values(errors).every(isReason);
}
