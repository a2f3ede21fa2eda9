// The signatures of a transaction as tasks for a verifier. Verification is asynchronous and happens once a node, before
// any rule runs; this file only says what is to be verified.
import { fromBase64 } from '../../base/bytes.js';
import type { SignatureTask } from '../../crypto/signing/signature-task.js';
import { isGovernanceAction } from '../../kinds/governance.js';
import { isParticipantRecord } from '../../kinds/participant.js';
import type { Transaction } from '../../model/transaction.js';
import { governanceTasks } from '../../register/governance/tasks.js';
import { encapsulationTasks } from '../../register/people/encapsulation.js';
import { primaryTasks } from '../../register/people/primary-proof.js';
import { signingDigest } from '../../transaction/encode.js';
import { verifierTasks } from './gate-signatures.js';

/**
 * A task for each different signature, in order, then those inside a governance act or a participant record, and those
 * of verifiers of its gates. All must verify; a transaction without signatures has none, and the pipeline refuses it.
 */
export function signatureTasks(tx: Transaction): SignatureTask[] {
  if (tx.signatures.length === 0) return [];
  const digest = signingDigest(tx.txId, tx.header.payloadHash);
  const own = different(tx.signatures).map(({ algorithm, publicKey, signatureValue }) => ({
    algorithm,
    // The texts were checked when the transaction was made; empty bytes verify under no algorithm.
    publicKey: fromBase64(publicKey) ?? new Uint8Array(0),
    digest,
    signature: fromBase64(signatureValue) ?? new Uint8Array(0),
  }));
  if (isGovernanceAction(tx.header)) return [...own, ...governanceTasks(tx)];
  if (isParticipantRecord(tx.header)) return [...own, ...encapsulationTasks(tx), ...primaryTasks(tx)];
  return tx.header.metadata?.gates === undefined ? own : [...own, ...verifierTasks(tx)];
}

/** A signature that stands there twice is good or not good both times: to verify it once is enough. */
function different(signatures: Transaction['signatures']): Transaction['signatures'] {
  // Nearly all have one signature: no list is made for it.
  if (signatures.length < 2) return signatures;
  const seen = new Set<string>();
  return signatures.filter((each) => {
    const { size } = seen;
    return seen.add(`${each.algorithm} ${each.publicKey} ${each.signatureValue}`).size > size;
  });
}
