// The payload of an Issuance: its form.
import { isHex } from '../../base/bytes.js';
import { issue } from '../../base/issue.js';
import { isObject, type Json } from '../../base/json.js';
import { ISSUANCE_COPIES_MAX } from '../../base/limits/ledger/credentials.js';
import { fail, type Result } from '../../base/result.js';
import { GATE_ID } from '../../blueprint/definition/choices.js';
import type { Hash } from '../../model/register.js';
import { isTimestamp } from '../../transaction/structure.js';

/** How verifiers learn whether it is valid: by a list of the issuer, or by the ledger alone. */
const ISSUANCE_STATUSES = ['list', 'register'] as const;

/**
 * Payload of a transaction whose metadata.type is Issuance. It follows the run that it is about, and has no claim, no
 * key and no person.
 */
export interface Issuance {
  readonly type: 'issuance';
  readonly v: 1;
  /** The credential of the action. */
  readonly config: string;
  /** Of the tree over its copies (docs/hashes.md, section 14). */
  readonly root: Hash;
  readonly copies: number;
  readonly validFrom: string;
  readonly validUntil?: string;
  readonly status: (typeof ISSUANCE_STATUSES)[number];
  /** The Issuance in the place of which it comes. */
  readonly replaces?: Hash;
}

const MEMBERS = ['type', 'v', 'config', 'root', 'copies', 'validFrom', 'validUntil', 'status', 'replaces'];

/** VAL_SCHEMA_004 under `/payload` for what is not an Issuance. */
export function readIssuance(payload: Json): Result<Issuance> {
  const isOurs = isObject(payload) && payload.type === 'issuance' && payload.v === 1;
  if (!isOurs || Object.keys(payload).some((name) => !MEMBERS.includes(name)))
    return bad('', `An Issuance has the members ${MEMBERS.join(', ')}: type is issuance, v is 1.`);
  const { config, root, copies, validFrom, validUntil, status, replaces } = payload;
  if (typeof config !== 'string' || !GATE_ID.test(config)) return bad('/config', 'config is the id of a credential.');
  if (!isHex(root, 32)) return bad('/root', 'root is 64 lower-case hex digits.');
  if (!Number.isSafeInteger(copies) || (copies as number) < 1 || (copies as number) > ISSUANCE_COPIES_MAX)
    return bad('/copies', `copies is a number from 1 to ${ISSUANCE_COPIES_MAX}.`);
  if (!isTimestamp(validFrom)) return bad('/validFrom', 'validFrom is a time in UTC with milliseconds.');
  if (validUntil !== undefined && !(isTimestamp(validUntil) && (validUntil as string) > (validFrom as string)))
    return bad('/validUntil', 'validUntil is a time in UTC with milliseconds, later than validFrom.');
  if (!ISSUANCE_STATUSES.some((name) => name === status))
    return bad('/status', `status is one of ${ISSUANCE_STATUSES.join(', ')}.`);
  if (replaces !== undefined && !isHex(replaces, 32)) return bad('/replaces', 'replaces is the TxId of an Issuance.');
  return payload as unknown as Issuance;
}

function bad(path: string, message: string) {
  return fail(issue('VAL_SCHEMA_004', `/payload${path}`, message));
}
