// The payload of a Delivery: its form. For named runs it has the classes that a role reads, encrypted to the wallet
// that holds the role now. It opens nothing, and judges neither sender nor receiver.
import { fromBase64Url, isHex } from '../../base/bytes.js';
import { type Issue, issue } from '../../base/issue.js';
import { canonical, hasOnly, type Json } from '../../base/json.js';
import { DELIVERY_RUNS_MAX } from '../../base/limits/ledger/disputes.js';
import { ID_LENGTH_MAX } from '../../base/limits/ledger/transactions.js';
import { fail, type Result } from '../../base/result.js';
import { isGateId } from '../../blueprint/definition/choices.js';
import type { ExponentProof } from '../../crypto/encryption/known-exponent.js';
import { isShownWrap } from '../../crypto/encryption/shown-agreement.js';

import type { CarryingWallet, EnvelopeContext, Group } from '../envelope.js';
import { type EnvelopeForm, formProblem, lengthOf } from '../envelope-form.js';

/** Payload of a transaction whose metadata.type is Delivery. Members in canonical order. */
export interface Delivery {
  /** The gate whose kept evidence it gives, alone; absent of one that gives the cells that the role reads. */
  readonly gate?: string;
  /** A group, sealed at the place of `deliveryContext`. */
  readonly groups: readonly [Group];
  /** Of a provable one: its sender knows the secret of the carrier (core/envelope/delivery/provable.ts). */
  readonly proof?: ProofText;
  /** The role that reads them. */
  readonly role: string;
  /** TxIds, each once. */
  readonly runs: readonly string[];
  readonly type: 'delivery';
  readonly v: 1;
  /** The receiver, with a carrier of its own. */
  readonly wallets: readonly [CarryingWallet];
}

/** A proof of a known exponent, each in base64url. Members in canonical order. */
export interface ProofText {
  readonly answer: string;
  readonly challenge: string;
}

const FORM: EnvelopeForm = {
  v: 1,
  optional: ['gate', 'proof'],
  members: ['groups', 'role', 'runs', 'type', 'v', 'wallets'],
  membersText:
    'A Delivery has the members type, which is delivery, v, which is 1, role, runs, wallets, groups, one that is provable a proof, and one of kept evidence gate.',
};

const PROOF_MEMBERS = ['answer', 'challenge'];
const PROOF_BYTES = 32;

/** VAL_SCHEMA_004, for the parts of the envelope VAL_SCHEMA_006, under `/payload`. */
export function readDelivery(payload: Json): Result<Delivery> {
  const bad = (path: string, message: string): Issue => issue('VAL_SCHEMA_004', `/payload${path}`, message);
  const problem = formProblem(payload, FORM);
  if (problem) return fail({ ...problem, path: `/payload${problem.path}` });
  const { files, gate, groups, proof, role, runs, type, wallets } = payload as Readonly<Record<string, Json>>;
  if (type !== 'delivery' || files !== undefined) return fail(bad('', FORM.membersText));
  if (typeof role !== 'string' || role.length === 0 || role.length > ID_LENGTH_MAX)
    return fail(bad('/role', 'A Delivery names the role that reads it.'));
  const isList = Array.isArray(runs) && runs.length >= 1 && runs.length <= DELIVERY_RUNS_MAX;
  if (!isList || !runs.every((txId) => isHex(txId, 32)) || new Set(runs).size !== runs.length)
    return fail(bad('/runs', `A Delivery is of 1 to ${DELIVERY_RUNS_MAX} runs, each named once by its TxId.`));
  if (gate !== undefined && (!isGateId(gate) || runs.length > 1))
    return fail(bad('/gate', 'A Delivery of kept evidence names its gate, and is of one run.'));
  const [wallet, ...others] = wallets as unknown as readonly object[];
  if (others.length > 0 || !wallet || !('carrier' in wallet))
    return fail(bad('/wallets', 'A Delivery is for one wallet, with a carrier of its own.'));
  if ((groups as readonly Json[]).length !== 1) return fail(bad('/groups', 'A Delivery has one group.'));
  const { wrap } = wallet as { readonly wrap?: number };
  const isProvable = isProofText(proof) && runs.length === 1 && isShownWrap(wrap ?? 0);
  if (proof !== undefined && !isProvable)
    return fail(
      bad('/proof', 'A provable Delivery is of one run, for X25519 or P-256 alone, with answer and challenge.'),
    );
  return payload as unknown as Delivery;
}

export function isProofText(value: Json | undefined): value is Json & ProofText {
  return hasOnly(value, PROOF_MEMBERS) && PROOF_MEMBERS.every((name) => lengthOf(value[name]) === PROOF_BYTES);
}

/** Of a text that `isProofText` took. */
export function proofOf({ answer, challenge }: ProofText): ExponentProof {
  return { answer: fromBase64Url(answer) as Uint8Array, challenge: fromBase64Url(challenge) as Uint8Array };
}

/** The context of the proof of a provable delivery: the carrier is of this sender, for this run and receiver. */
export function carrierContext(
  { registerId, instanceId }: Pick<EnvelopeContext, 'registerId' | 'instanceId'>,
  of: { readonly sender: string; readonly role: string; readonly run: string; readonly wallet: string },
): string {
  return canonical(['carrier', registerId, instanceId, of.run, of.role, of.wallet, of.sender]);
}

/** The context of the proof of an objection: the wallet opens this delivery with the point that it shows. */
export function receiptContext(
  { registerId, instanceId }: Pick<EnvelopeContext, 'registerId' | 'instanceId'>,
  of: { readonly delivery: string; readonly groupId: string; readonly run: string; readonly wallet: string },
): string {
  return canonical(['receiver', registerId, instanceId, of.run, of.delivery, of.groupId, of.wallet]);
}

/** Where it is sealed: such a group opens in no action. */
export function deliveryContext(registerId: string, instanceId: string): EnvelopeContext {
  return { registerId, instanceId, actionId: 'delivery' };
}
