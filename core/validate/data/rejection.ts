// The payloads of what is no data of an action: the reasons of rejections, cancellations and refusals to confirm. They
// are judged where they are readable.
import { type Issue, issue } from '../../base/issue.js';
import { isObject, type Json } from '../../base/json.js';
import { FIELD_ERRORS_MAX, REASON_MAX } from '../../base/limits/ledger/instances.js';
import { SCHEMA_STEPS_MAX } from '../../base/limits/ledger/work.js';
import type { RejectionConfig } from '../../blueprint/definition/types.js';
import type { SchemaReading } from '../../blueprint/schemas/schema-check.js';
import { judge } from '../../schema/judge.js';
import { NONE } from '../parts/form.js';
import type { Found } from '../parts/memo.js';

type Members = Readonly<Record<string, unknown>>;

/**
 * VAL_SCHEMA_004 for a payload that is not {type: 'rejection', reason, fieldErrors?}: `reason` may be absent where the
 * definition does not require one, and other members are allowed where it has a schema for the rejection, which the
 * whole payload satisfies in the steps of an action. The schema is read as those of the definition are.
 */
export function checkRejection(payload: Json, config: RejectionConfig, reading: SchemaReading): Found {
  if (!isObject(payload)) return { issues: [bad('', 'The payload of a rejection is an object.')], steps: 0 };
  const { type, reason, fieldErrors } = payload;
  const schema = config.rejectionSchema ?? undefined;
  const issues = schema === undefined ? noOthers(payload, ['type', 'reason', 'fieldErrors']) : [];
  if (type !== 'rejection') issues.push(bad('/type', 'The type of the payload is rejection.'));
  if (reason === undefined ? config.requireReason !== false : !isReason(reason))
    issues.push(bad('/reason', `A rejection has a reason of 1 to ${REASON_MAX} characters.`));
  if (fieldErrors !== undefined && !isFieldErrors(fieldErrors))
    issues.push(bad('/fieldErrors', `fieldErrors gives at most ${FIELD_ERRORS_MAX} fields a text each.`));
  if (issues.length > 0 || schema === undefined) return { issues, steps: 0 };
  const { failures, endedAt, steps } = judge({ schema, ...reading }, payload as Json, { steps: SCHEMA_STEPS_MAX });
  const [broken] = failures;
  if (endedAt !== undefined)
    issues.push(bad(endedAt, `The payload takes more than ${SCHEMA_STEPS_MAX} steps to check: send less.`));
  else if (broken) issues.push(bad(broken.path, `The payload breaks the schema of the rejection: ${broken.message}.`));
  return { issues: issues.length > 0 ? issues : NONE, steps };
}

/** VAL_SCHEMA_004 for a payload that is not {type: 'cancellation', reason?}. */
export function checkCancellation(payload: Json): readonly Issue[] {
  if (!isObject(payload)) return [bad('', 'The payload of a cancellation is an object.')];
  const issues = noOthers(payload, ['type', 'reason']);
  if (payload.type !== 'cancellation') issues.push(bad('/type', 'The type of the payload is cancellation.'));
  if (payload.reason !== undefined && !isReason(payload.reason))
    issues.push(bad('/reason', `A reason has 1 to ${REASON_MAX} characters.`));
  return issues;
}

/** VAL_SCHEMA_004 for a payload that is not {type: 'confirmation'}, with a reason where it refuses. */
export function checkConfirmation(payload: Json, { isAccepted }: { readonly isAccepted: boolean }): readonly Issue[] {
  if (!isObject(payload)) return [bad('', 'The payload of a confirmation is an object.')];
  const issues = noOthers(payload, isAccepted ? ['type'] : ['type', 'reason']);
  if (payload.type !== 'confirmation') issues.push(bad('/type', 'The type of the payload is confirmation.'));
  if (!isAccepted && !isReason(payload.reason))
    issues.push(bad('/reason', `Who does not confirm a run gives a reason of 1 to ${REASON_MAX} characters.`));
  return issues;
}

function noOthers(payload: Members, allowed: readonly string[]): Issue[] {
  return Object.keys(payload).every((member) => allowed.includes(member))
    ? []
    : [bad('', 'The payload has a member that nothing reads.')];
}

function isReason(reason: unknown): boolean {
  return typeof reason === 'string' && reason.length > 0 && reason.length <= REASON_MAX;
}

function isFieldErrors(errors: unknown): boolean {
  return isObject(errors) && Object.keys(errors).length <= FIELD_ERRORS_MAX && Object.values(errors).every(isReason);
}

function bad(path: string, message: string): Issue {
  return issue('VAL_SCHEMA_004', `/payload${path}`, message);
}
