// The payload of a Challenge: its form.
import { issue } from '../../base/issue.js';
import { hasOnly, type Json } from '../../base/json.js';
import { ID_LENGTH_MAX } from '../../base/limits/ledger/transactions.js';
import { fail, type Result } from '../../base/result.js';
import { isGateId } from '../../blueprint/definition/choices.js';

/** Payload of a transaction whose metadata.type is Challenge; it follows the run that was not delivered. */
export interface Challenge {
  readonly type: 'challenge';
  readonly v: 1;
  /** The gate whose kept evidence was not given; absent where it is about the cells of the run. */
  readonly gate?: string;
  /** The role of the challenger that reads the run. */
  readonly role: string;
}

/** VAL_SCHEMA_004 under `/payload` for what is not a challenge. */
export function readChallenge(payload: Json): Result<Challenge> {
  if (!hasOnly(payload, ['type', 'v', 'role', 'gate']) || payload.type !== 'challenge' || payload.v !== 1)
    return fail(
      issue(
        'VAL_SCHEMA_004',
        '/payload',
        'A Challenge has the members type, which is challenge, v, which is 1, role, and of kept evidence gate.',
      ),
    );
  const { gate, role } = payload;
  if (gate !== undefined && !isGateId(gate))
    return fail(issue('VAL_SCHEMA_004', '/payload/gate', 'A Challenge of kept evidence names its gate.'));
  if (typeof role === 'string' && role.length > 0 && role.length <= ID_LENGTH_MAX)
    return payload as unknown as Challenge;
  return fail(issue('VAL_SCHEMA_004', '/payload/role', 'A Challenge names the role that reads the run.'));
}
