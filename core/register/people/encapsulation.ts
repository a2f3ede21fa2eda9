// The binding of an encapsulation key to a wallet. An address is the hash of the signing key alone. So a writer of a
// record for another wallet could name a key of its own and read what is sealed to that wallet: a key counts only where
// the signing key of its wallet has signed for it. It verifies nothing itself.
import { fromBase64 } from '../../base/bytes.js';
import { hash } from '../../base/hash.js';
import type { SignatureTask } from '../../crypto/signing/signature-task.js';
import type { Transaction } from '../../model/transaction.js';
import { checkRecord, type ParticipantRecord } from './participants.js';

/**
 * The 32 bytes that the signing key of a wallet signs for an encapsulation key. They name no register: the statement is
 * true on all of them.
 */
export function encapsulationDigest(walletAddress: string, encapsulationKey: Uint8Array): Uint8Array {
  return hash('encapsulation', walletAddress, encapsulationKey);
}

/** A task for each proof of a record. A malformed record has none: the form step refuses it. */
export function encapsulationTasks({ payload }: Pick<Transaction, 'payload'>): SignatureTask[] {
  if (checkRecord(payload).length > 0) return [];
  const { addresses } = payload as unknown as ParticipantRecord;
  return addresses.flatMap(({ walletAddress, algorithm, publicKey, encapsulationKey, encapsulationProof }) =>
    encapsulationKey === undefined || encapsulationProof === undefined
      ? []
      : [
          {
            algorithm,
            publicKey: bytesOf(publicKey),
            digest: encapsulationDigest(walletAddress, bytesOf(encapsulationKey)),
            signature: bytesOf(encapsulationProof),
          },
        ],
  );
}

function bytesOf(text: string): Uint8Array {
  return fromBase64(text) ?? new Uint8Array(0);
}
