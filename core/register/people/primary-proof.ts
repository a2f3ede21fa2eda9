// The binding of a wallet to a record as its next primary one: its own signature over that very version. Roles and four
// eyes follow from the primary wallet, so the former one alone could else bind a wallet whose owner knows nothing of
// it. It verifies nothing itself.
import { fromBase64 } from '../../base/bytes.js';
import { hash } from '../../base/hash.js';
import { canonical, type Json } from '../../base/json.js';
import type { SignatureTask } from '../../crypto/signing/signature-task.js';
import type { Transaction } from '../../model/transaction.js';
import { checkRecord, type ParticipantRecord } from './participants.js';

/** The 32 bytes that the new primary wallet signs: the version of the record, and the register on which it stands. */
export function primaryDigest(registerId: string, { primaryProof: _, ...record }: ParticipantRecord): Uint8Array {
  return hash('participant-primary', registerId, canonical(record as unknown as Json));
}

/** A task where a record has such a signature. A malformed record has none: the form step refuses it. */
export function primaryTasks({ header, payload }: Pick<Transaction, 'header' | 'payload'>): SignatureTask[] {
  if (checkRecord(payload).length > 0) return [];
  const record = payload as unknown as ParticipantRecord;
  const primary = record.addresses.find((address) => address.primary);
  if (record.primaryProof === undefined || !primary) return [];
  return [
    {
      algorithm: primary.algorithm,
      publicKey: bytesOf(primary.publicKey),
      digest: primaryDigest(header.registerId, record),
      signature: bytesOf(record.primaryProof),
    },
  ];
}

function bytesOf(text: string): Uint8Array {
  return fromBase64(text) ?? new Uint8Array(0);
}
