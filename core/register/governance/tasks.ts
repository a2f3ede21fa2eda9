// The signatures inside a governance transaction as tasks for a verifier: approvals over their statement, and what a
// validator's key signed. They are verified with those of the transaction itself, once a node; whose keys they are is
// decided by decide.ts.
import { fromBase64, fromHex } from '../../base/bytes.js';
import type { SignatureTask } from '../../crypto/signing/signature-task.js';
import type { Transaction } from '../../model/transaction.js';
import { candidacyDigest, readinessDigest } from './candidacy.js';
import {
  checkGovernancePayload,
  type GovernanceApproval,
  type GovernanceOperation,
  type GovernancePayload,
  statementDigest,
} from './operation.js';
import { replacementDigest } from './replacement.js';
import { rulesSupportDigest } from './rules-support.js';

/** Tasks beside those of the transaction's own signatures. A malformed payload has none: the form step refuses it. */
export function governanceTasks({ header, payload }: Transaction): SignatureTask[] {
  if (checkGovernancePayload(header.actionId, payload).length > 0) return [];
  const { operation, approvals } = payload as unknown as GovernancePayload;
  return [
    ...approvals.map((approval) => approvalTask(header.registerId, operation, approval)),
    ...proofTasks(header.registerId, operation),
  ];
}

/** The signature to verify of one approval of an operation, under the key that the approval names. */
export function approvalTask(
  registerId: string,
  operation: GovernanceOperation,
  approval: GovernanceApproval,
): SignatureTask {
  const { algorithm, publicKey, signature } = approval;
  return {
    algorithm,
    publicKey: fromBase64(publicKey) ?? new Uint8Array(0),
    digest: statementDigest({ ...approval, registerId, operation }),
    signature: fromBase64(signature) ?? new Uint8Array(0),
  };
}

function proofTasks(registerId: string, operation: GovernanceOperation): SignatureTask[] {
  const { validator, proof, genesisHash = '', readiness, validatorId, support = [] } = operation;
  if (readiness) return [seatTask(readiness.consensusKey, readinessDigest(readiness), readiness.signature)];
  const supporting = support.map((item) => seatTask(item.consensusKey, rulesSupportDigest(item), item.signature));
  if (operation.walletProof !== undefined) return [replacementTask(registerId, operation)];
  if (!validator || proof === undefined) return supporting;
  const digest = candidacyDigest({
    registerId,
    genesisHash,
    validator,
    ...(validatorId !== undefined && { replaces: validatorId }),
  });
  return [seatTask(validator.consensusKey, digest, proof), ...supporting];
}

/** The signature to verify of the wallet that replaces another one, under the key that the act names. */
function replacementTask(registerId: string, operation: GovernanceOperation): SignatureTask {
  const { algorithm = 'ED25519', publicKey = '', walletProof = '' } = operation;
  return {
    algorithm,
    publicKey: fromBase64(publicKey) ?? new Uint8Array(0),
    digest: replacementDigest({ ...operation, registerId }),
    signature: fromBase64(walletProof) ?? new Uint8Array(0),
  };
}

function seatTask(consensusKey: string, digest: Uint8Array, signature: string): SignatureTask {
  return { algorithm: 'ED25519', publicKey: fromHex(consensusKey), digest, signature: fromHex(signature) };
}
