// The form of a Resolution: how a dispute shall end, in the word of the holder of one role. It judges nothing.

import { type Issue, issue } from '../../base/issue.js';
import { hasOnly, type Json } from '../../base/json.js';
import { OBJECTION_PLACE_MAX } from '../../base/limits/ledger/disputes.js';
import { ID_LENGTH_MAX } from '../../base/limits/ledger/transactions.js';
import { fail, type Result } from '../../base/result.js';
import { type DisputeGround, type DisputeOutcome, GROUNDS, OUTCOMES } from '../../blueprint/state/dispute.js';
import { confirmingRole } from '../../instance/people/amounts.js';

/** Payload of a transaction whose metadata.type is Resolution; it follows the objection. */
export interface ResolutionText {
  readonly type: 'resolution';
  readonly v: 1;
  /** Of a dispute about a run that was proven false. */
  readonly outcome?: DisputeOutcome;
  /** Of a private objection: what the resolver found of it, with the ground and place where it is proven. */
  readonly proven?: boolean;
  readonly ground?: DisputeGround;
  readonly at?: string;
  /** The role for which its sender speaks. */
  readonly role: string;
}

const MEMBERS = ['type', 'v', 'outcome', 'role', 'proven', 'ground', 'at'];
/** The ledger alone proves what was not delivered. */
const PROVABLE: readonly unknown[] = GROUNDS.filter((ground) => ground !== 'undelivered');

/** VAL_SCHEMA_004 under `/payload` for what is not a resolution. */
export function readResolution(payload: Json): Result<ResolutionText> {
  const bad = (path: string, message: string): Issue => issue('VAL_SCHEMA_004', `/payload${path}`, message);
  if (!hasOnly(payload, MEMBERS) || payload.type !== 'resolution' || payload.v !== 1)
    return fail(
      bad('', 'A Resolution has the members type, which is resolution, v, which is 1, role, and outcome or proven.'),
    );
  const { outcome, role, proven, ground, at } = payload;
  if (proven !== undefined) {
    if (typeof proven !== 'boolean' || outcome !== undefined)
      return fail(bad('/proven', 'The finding about a private objection is true or false, without an outcome.'));
    const isSaid = PROVABLE.includes(ground) && typeof at === 'string' && at.length <= OBJECTION_PLACE_MAX;
    // It was sealed to who sent the run, and not to who is accused.
    if (confirmingRole({ ground, at }) !== undefined)
      return fail(bad('/at', 'To what a deputy confirmed is objected in public.'));
    if (proven ? !isSaid : ground !== undefined || at !== undefined)
      return fail(bad('/ground', 'A private objection that is proven has its ground and place, and no other has.'));
  } else if (ground !== undefined || at !== undefined) return fail(bad('/ground', 'A ground goes with proven.'));
  else if (!(OUTCOMES as readonly unknown[]).includes(outcome))
    return fail(bad('/outcome', `The outcome of a dispute is one of ${OUTCOMES.join(', ')}.`));
  if (typeof role !== 'string' || role.length === 0 || role.length > ID_LENGTH_MAX)
    return fail(bad('/role', 'A Resolution names the role for which its sender speaks.'));
  return payload as unknown as ResolutionText;
}
