// The payload of a Delivery: its form. For named runs it has the classes that a role reads, sealed to the wallet that
// holds the role now. It opens nothing, and judges neither sender nor receiver.
import { isHex } from '../base/bytes.js';
import { DELIVERY_RUNS_MAX } from '../base/dispute-limits.js';
import { type Issue, issue } from '../base/issue.js';
import type { Json } from '../base/json.js';
import { ID_LENGTH_MAX } from '../base/limits.js';
import type { CarryingWallet, EnvelopeContext } from '../disclosure/envelope.js';
import { type EnvelopeForm, formProblem } from '../disclosure/envelope-form.js';
import type { Group2 } from './envelope.js';

/** Payload of a transaction whose metadata.type is Delivery. Members in canonical order. */
export interface Delivery {
  /** One, sealed at the place of `deliveryContext`. */
  readonly groups: readonly [Group2];
  /** The role that reads them. */
  readonly role: string;
  /** TxIds, each once. */
  readonly runs: readonly string[];
  readonly type: 'delivery';
  readonly v: 1;
  /** The receiver, with a carrier of its own. */
  readonly wallets: readonly [CarryingWallet];
}

const FORM: EnvelopeForm = {
  v: 1,
  members: ['groups', 'role', 'runs', 'type', 'v', 'wallets'],
  membersText: 'A Delivery has the members type, which is delivery, v, which is 1, role, runs, wallets and groups.',
  group: ['groupId', 'alg', 'nonce', 'ciphertext', 'keys'],
  groupText: 'A group has the members groupId, alg, nonce, ciphertext and keys.',
};

/** VAL_SCHEMA_004, for the parts of the envelope VAL_SCHEMA_006, under `/payload`. */
export function readDelivery(payload: Json): Delivery | Issue {
  const bad = (path: string, message: string): Issue => issue('VAL_SCHEMA_004', `/payload${path}`, message);
  const problem = formProblem(payload, FORM);
  if (problem) return { ...problem, path: `/payload${problem.path}` };
  const { files, groups, role, runs, type, wallets } = payload as Readonly<Record<string, Json>>;
  if (type !== 'delivery' || files !== undefined) return bad('', FORM.membersText);
  if (typeof role !== 'string' || role.length === 0 || role.length > ID_LENGTH_MAX)
    return bad('/role', 'A Delivery names the role that reads it.');
  const isList = Array.isArray(runs) && runs.length >= 1 && runs.length <= DELIVERY_RUNS_MAX;
  if (!isList || !runs.every((txId) => isHex(txId, 32)) || new Set(runs).size !== runs.length)
    return bad('/runs', `A Delivery is of 1 to ${DELIVERY_RUNS_MAX} runs, each named once by its TxId.`);
  const [wallet, ...others] = wallets as unknown as readonly object[];
  if (others.length > 0 || !wallet || !('carrier' in wallet))
    return bad('/wallets', 'A Delivery is for one wallet, with a carrier of its own.');
  if ((groups as readonly Json[]).length !== 1) return bad('/groups', 'A Delivery has one group.');
  return payload as unknown as Delivery;
}

/** Where it is sealed: such a group opens in no action. */
export function deliveryContext(registerId: string, instanceId: string): EnvelopeContext {
  return { registerId, instanceId, actionId: 'delivery' };
}
