// The transactions that the bench submits: distinct, signed beforehand with Ed25519 keys of their own, each with a 1
// KiB payload against a blueprint whose one action everybody may start. Built with the same functions as the CLI, so
// they are what a real client sends.
import { createHash } from 'node:crypto';
import { toBase64 } from '../../core/base/bytes.js';
import { canonical } from '../../core/base/json.js';
import { addressOf } from '../../core/crypto/keys/address.js';
import { generate, type KeyPair, sign } from '../../core/crypto/signing/algorithms.js';
import type { Submission } from '../../core/model/transaction.js';
import { headerOf, payloadHashOf, signingDigest, txIdOf } from '../../core/transaction/encode.js';

export const BENCH_BLUEPRINT = {
  id: 'bench-record',
  language: 2,
  title: 'Bench record',
  description: 'A single action that anybody may start: it records a note.',
  participants: [
    { id: 'recorder', name: 'Recorder' },
    { id: 'reader', name: 'Reader' },
  ],
  actions: [
    {
      id: 0,
      title: 'Record',
      sender: 'recorder',
      isStartingAction: true,
      dataSchemas: [
        {
          type: 'object',
          required: ['sequence', 'note'],
          properties: { sequence: { type: 'integer', minimum: 0 }, note: { type: 'string', maxLength: 2048 } },
        },
      ],
    },
  ],
} as const;

/** Bytes of the canonical payload of every bench transaction. */
const PAYLOAD_BYTES = 1024;

export interface Workload {
  readonly registerId: string;
  readonly publicationTxId: string;
  readonly keys: readonly KeyPair[];
}

/** `count` signing keys from a seed text: deterministic, so that two runs submit alike. */
export function benchKeys(count: number): KeyPair[] {
  return Array.from({ length: count }, (_, i) =>
    generate('ED25519', createHash('sha256').update(`quorate bench key ${i}`).digest()),
  );
}

/** The body of submission number `sequence`, signed. */
export function benchSubmission(workload: Workload, sequence: number): Submission {
  const key = workload.keys[sequence % workload.keys.length]!;
  const payload = { note: '', sequence };
  payload.note = noteOf(sequence, PAYLOAD_BYTES - canonical(payload).length);
  const payloadText = canonical(payload);
  const header = headerOf(
    {
      registerId: workload.registerId,
      blueprintId: BENCH_BLUEPRINT.id,
      actionId: '0',
      publicationTxId: workload.publicationTxId,
      payloadHash: payloadHashOf(payload, payloadText),
      createdAt: new Date().toISOString(),
    },
    addressOf(key.algorithm, key.publicKey),
  );
  const transactionId = txIdOf(header, payloadText);
  const digest = signingDigest(transactionId, header.payloadHash);
  return {
    ...header,
    transactionId,
    payload,
    signatures: [
      {
        publicKey: toBase64(key.publicKey),
        signatureValue: toBase64(sign(key.algorithm, key.privateKey, digest)),
        algorithm: key.algorithm,
      },
    ],
  };
}

/** Text that the store cannot compress away, the same for the same sequence: signed payloads are often ciphertext. */
function noteOf(sequence: number, length: number): string {
  let text = '';
  for (let part = 0; text.length < length; part++)
    text += createHash('sha512').update(`${sequence} ${part}`).digest('base64url');
  return text.slice(0, length);
}
