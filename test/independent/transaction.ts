// The form and the hashes of a transaction (docs/hashes.md section 6); its signatures are verified elsewhere. It
// imports nothing of the product.
import { base64, canonical, exactly, list, type Members, NETWORK, need, part, sha256, tagged } from './encodings.js';
import { nestsWithin } from './form.js';

const REQUIRED = ['registerId', 'blueprintId', 'actionId', 'senderWallet', 'payloadHash', 'createdAt'];
const OPTIONAL = ['instanceId', 'publicationTxId', 'previousTransactionId', 'recipients', 'expiresAt', 'metadata'];

export interface Form {
  readonly header: Members;
  readonly bytes: Buffer;
  readonly payloadHash: string;
  readonly txId: string;
}

export function formOf(transaction: Members): Form {
  exactly(transaction, ['header', 'payload', 'signatures']);
  const header = part(transaction, 'header');
  exactly(header, [...REQUIRED, ...OPTIONAL.filter((name) => name in header)]);
  need(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(String(header.createdAt)), 'createdAt');
  need(!Object.values(header).includes(null) && transaction.payload !== null, 'null');
  const payload = canonical(transaction.payload!);
  const payloadHash = sha256(payload);
  need(header.payloadHash === payloadHash, 'payloadHash');
  const txId =
    header.actionId === 'blueprint-publish'
      ? tagged('blueprint-publication', String(header.registerId), String(header.blueprintId), payload)
      : tagged('transaction', canonical(header));
  const bytes = Buffer.from(canonical(transaction), 'utf8');
  need(bytes.length <= 4_194_304 && nestsWithin(transaction, 64), 'size');
  checkSignatures(list(transaction.signatures));
  return { header, bytes, payloadHash, txId };
}

function checkSignatures(signatures: readonly Members[]): void {
  need(signatures.length <= 31, 'signatures');
  for (const one of signatures) {
    exactly(one, ['algorithm', 'publicKey', 'signatureValue']);
    need(Object.hasOwn(NETWORK, String(one.algorithm)), 'algorithm');
    for (const text of [one.publicKey, one.signatureValue]) need(base64(String(text)).length > 0, 'base64');
  }
}
