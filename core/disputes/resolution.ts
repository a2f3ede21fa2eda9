// The form of a Resolution: how a dispute shall end, in the word of the holder of one role. It judges nothing.
import { type Issue, issue } from '../base/issue.js';
import { hasOnly, type Json } from '../base/json.js';
import { ID_LENGTH_MAX } from '../base/limits.js';
import { OUTCOMES, type Outcome } from '../blueprint/disputes.js';

/** Payload of a transaction whose metadata.type is Resolution; it follows the objection. */
export interface ResolutionText {
  readonly type: 'resolution';
  readonly v: 1;
  readonly outcome: Outcome;
  /** The role for which its sender speaks. */
  readonly role: string;
}

/** VAL_SCHEMA_004 under `/payload` for what is no resolution. */
export function readResolution(payload: Json): ResolutionText | Issue {
  const bad = (path: string, message: string): Issue => issue('VAL_SCHEMA_004', `/payload${path}`, message);
  if (!hasOnly(payload, ['type', 'v', 'outcome', 'role']) || payload.type !== 'resolution' || payload.v !== 1)
    return bad('', 'A Resolution has the members type, which is resolution, v, which is 1, outcome and role.');
  const { outcome, role } = payload;
  if (!(OUTCOMES as readonly unknown[]).includes(outcome))
    return bad('/outcome', `The outcome of a dispute is one of ${OUTCOMES.join(', ')}.`);
  if (typeof role !== 'string' || role.length === 0 || role.length > ID_LENGTH_MAX)
    return bad('/role', 'A Resolution names the role for which its sender speaks.');
  return payload as unknown as ResolutionText;
}
