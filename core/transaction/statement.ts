// The statement of a publication. Its TxId is the content address of the definition and covers register, blueprint and
// payload only. So the signature over it says nothing of the author and the time. The sender also signs the whole
// header: metadata.statement.
import { fromBase64 } from '../base/bytes.js';
import { hash } from '../base/hash.js';
import { canonical } from '../base/json.js';
import { verifySync } from '../crypto/signing/algorithms.js';
import type { Transaction, TransactionHeader } from '../model/transaction.js';

/**
 * The 32 bytes of the statement: the tagged hash of the TxId, as hex, and the canonical header without
 * `metadata.statement`. The header has the member `metadata` in any case, which is the empty object where the statement
 * is all that it holds.
 */
export function statementDigest(txId: string, header: TransactionHeader): Uint8Array {
  const { statement: _itself, ...metadata } = header.metadata ?? {};
  return hash('publication-statement', txId, canonical({ ...header, metadata } as never));
}

/** The header with the statement in it, base64. */
export function withStatement<T extends Pick<TransactionHeader, 'metadata'>>(members: T, statement: string): T {
  return { ...members, metadata: { ...members.metadata, statement } };
}

/**
 * Publications are few and their transactions live as long as they wait: each is verified once, however often it is
 * judged.
 */
const judged = new WeakMap<Transaction, boolean>();

/** True where the statement is there and signed by the key of the first signature, which is the sender's. */
export function hasStatement(tx: Transaction): boolean {
  const known = judged.get(tx);
  if (known !== undefined) return known;
  const holds = verifies(tx);
  judged.set(tx, holds);
  return holds;
}

function verifies({ txId, header, signatures: [first] }: Transaction): boolean {
  const text = header.metadata?.statement;
  const publicKey = first && fromBase64(first.publicKey);
  const signature = typeof text === 'string' ? fromBase64(text) : undefined;
  if (!first || !publicKey || !signature) return false;
  return verifySync(first.algorithm, publicKey, statementDigest(txId, header), signature);
}
