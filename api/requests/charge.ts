// The cost of verifying the signatures in a body, so that a caller is charged by work and not by requests. It looks at
// the form of a body and judges nothing.
import { isObject } from '../../core/base/json.js';
import { PARTICIPANT_ADDRESSES_MAX } from '../../core/base/limits/ledger/registers.js';
import { isSignatureAlgorithm } from '../../core/crypto/signing/algorithms.js';
import type { SignatureAlgorithm } from '../../core/model/transaction.js';

/**
 * In Ed25519 signatures, where each algorithm runs slowest: ML-DSA is JavaScript on Node 20, and takes 2.5 ms where
 * Ed25519 takes a sixth of one. A new algorithm does not compile without its row.
 */
const COSTS: Readonly<Record<SignatureAlgorithm, number>> = {
  ED25519: 1,
  NISTP256: 5,
  'RSA-4096': 2,
  'ML-DSA-65': 15,
  'ED25519+ML-DSA-65': 16,
  'NISTP256+ML-DSA-65': 20,
  'RSA-4096+ML-DSA-65': 17,
};

/** Members in which bodies carry signatures, or transactions that do. */
const CARRIERS = ['signatures', 'transactions', 'approvalSignatures', 'signedAttestations'] as const;

/**
 * Members in which the payload of a transaction does: of a governance act, of a genesis and of a participant record.
 */
const PAYLOAD_CARRIERS = ['approvals', 'attestations', 'addresses'] as const;

/** Of a body that names an algorithm, and of all that it carries, one level of transactions deep. */
export function signatureCost(body: unknown, levels = 2): number {
  if (!isObject(body)) return 0;
  let cost = ownCost(body);
  if (levels === 0) return cost;
  if (isObject(body.payload)) cost += payloadCost(body.payload);
  for (const member of CARRIERS) {
    const carried = body[member];
    if (Array.isArray(carried)) for (const item of carried) cost += signatureCost(item, levels - 1);
  }
  return cost;
}

/** Of that kind or not: a caller who sends a list of that name in another payload pays a little for nothing. */
function payloadCost(payload: Readonly<Record<string, unknown>>): number {
  let cost = 0;
  for (const member of PAYLOAD_CARRIERS) {
    const carried = payload[member];
    if (!Array.isArray(carried)) continue;
    // An address of a participant record need not prove a key.
    for (const item of carried)
      if (member !== 'addresses' || item?.encapsulationProof !== undefined) cost += ownCost(item);
  }
  const { addresses, operation, primaryProof } = payload;
  // The new primary wallet of a record, which signs under its own algorithm.
  if (primaryProof !== undefined && Array.isArray(addresses))
    cost += Math.max(0, ...addresses.slice(0, PARTICIPANT_ADDRESSES_MAX).map(ownCost));
  // The keys of seats sign with Ed25519 and do not say so.
  return isObject(operation) && Array.isArray(operation.support) ? cost + operation.support.length : cost;
}

function ownCost(signed: unknown): number {
  return isObject(signed) && isSignatureAlgorithm(signed.algorithm) ? COSTS[signed.algorithm] : 0;
}
