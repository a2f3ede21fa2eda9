// The payload of a Claim or Release.
import { type Issue, issue } from '../../base/issue.js';
import { hasOnly, type Json } from '../../base/json.js';

/** VAL_SCHEMA_004 for a payload that is not that of a Claim or Release, which state nothing else. */
export function claimFormProblem(payload: Json, type: 'Claim' | 'Release'): Issue | undefined {
  const name = type.toLowerCase();
  if (hasOnly(payload, ['type', 'v']) && payload.type === name && payload.v === 1) return undefined;
  return issue('VAL_SCHEMA_004', '/payload', `A ${type} has the members type, which is ${name}, and v, which is 1.`);
}
