// A transaction from bytes that a quorum is said to have sealed, read without the checks that its members made: that
// the bytes are canonical, that no member is of another form, and that the payload has its hash. Nothing of it may be
// used before the certificate of its docket was verified and the body root, which covers every byte, was compared
// (actors/register-replica/docket-import.ts); a docket that is judged by itself is never made of these.
import { fromUtf8, isHex } from '../base/bytes.js';
import { hashHex } from '../base/hash.js';
import { isObject, type Json } from '../base/json.js';
import { TRANSACTION_BYTES_MAX } from '../base/limits/ledger/transactions.js';
import type { Result } from '../base/result.js';
import type { SignatureAlgorithm, SignatureEntry, Transaction, TransactionHeader } from '../model/transaction.js';
import { decodeTransaction } from '../transaction/encode.js';
import { kindOf } from './index.js';

const HEADER_START = Buffer.from('{"header":');
const PAYLOAD_START = Buffer.from('},"payload":');
const SIGNATURES_START = Buffer.from(',"signatures":[');
/** How the list begins that holds one signature of the commonest algorithm, as long as no other object follows. */
const ED25519_START = Buffer.from('{"algorithm":"ED25519",');
const ED25519_ONLY: readonly SignatureAlgorithm[] = ['ED25519'];
const OBJECT_START = 0x7b;

/**
 * An action as its quorum sealed it. Payload and signatures are read when they are asked for: to seal the docket of
 * another takes neither.
 */
class SealedAction implements Transaction {
  readonly txId: string;
  readonly header: TransactionHeader;
  readonly algorithms: readonly SignatureAlgorithm[];
  readonly bytes: Uint8Array;
  #read: Pick<Transaction, 'payload' | 'signatures'> | undefined;

  constructor(of: Required<Pick<Transaction, 'txId' | 'header' | 'algorithms' | 'bytes'>>) {
    this.txId = of.txId;
    this.header = of.header;
    this.algorithms = of.algorithms;
    this.bytes = of.bytes;
  }

  get payload(): Json {
    return this.#whole.payload;
  }

  get signatures(): readonly SignatureEntry[] {
    return this.#whole.signatures;
  }

  get #whole(): Pick<Transaction, 'payload' | 'signatures'> {
    this.#read ??= JSON.parse(fromUtf8(this.bytes)) as Pick<Transaction, 'payload' | 'signatures'>;
    return this.#read;
  }
}

/**
 * For the bytes of an action that a quorum sealed: what `decodeTransaction` gives, for a third of its time. Everything
 * else, and an action with metadata, is decoded strictly, with the issues of `decodeTransaction`. The bytes are kept,
 * not copied: the caller must not write to them.
 */
export function transactionAsSealed(bytes: Uint8Array): Result<Transaction> {
  return (bytes.length <= TRANSACTION_BYTES_MAX && sealedAction(bytes)) || decodeTransaction(bytes);
}

/** True for a transaction that was read without the checks of `decodeTransaction`. */
export function isReadAsSealed(tx: Transaction): boolean {
  return tx instanceof SealedAction;
}

function sealedAction(bytes: Uint8Array): Transaction | undefined {
  const source = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  // Without metadata a header holds no object, so the first such bytes end it; quotes inside of texts are escaped.
  const headerEnd = source.indexOf(PAYLOAD_START, HEADER_START.length) + 1;
  const payloadEnd = source.lastIndexOf(SIGNATURES_START);
  if (headerEnd === 0 || payloadEnd < headerEnd) return undefined;
  const header = parse(source.toString('utf8', HEADER_START.length, headerEnd));
  const algorithms = algorithmsOf(source, payloadEnd + SIGNATURES_START.length);
  if (!isPlainHeader(header) || !algorithms || kindOf(header).kind !== 'action') return undefined;
  const txId = hashHex('transaction', source.subarray(HEADER_START.length, headerEnd));
  return new SealedAction({ txId, header, algorithms, bytes });
}

/** Of the signatures whose list has its first member at `at`; undefined where it is not such a list. */
function algorithmsOf(source: Buffer, at: number): readonly SignatureAlgorithm[] | undefined {
  const end = at + ED25519_START.length;
  const isOnly = end <= source.length && source.lastIndexOf(OBJECT_START) === at;
  if (isOnly && source.compare(ED25519_START, 0, ED25519_START.length, at, end) === 0) return ED25519_ONLY;
  const signatures = parse(source.toString('utf8', at - 1, source.length - 1));
  return isSignatureList(signatures) ? signatures.map(({ algorithm }) => algorithm) : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Every member that sealing reads has its type. Its quorum has judged everything else in it. */
function isPlainHeader(value: unknown): value is TransactionHeader {
  if (!isObject(value as Json)) return false;
  const header = value as Readonly<Record<keyof TransactionHeader, unknown>>;
  return (
    typeof header.registerId === 'string' &&
    typeof header.blueprintId === 'string' &&
    typeof header.actionId === 'string' &&
    typeof header.senderWallet === 'string' &&
    typeof header.createdAt === 'string' &&
    isHex(header.payloadHash, 32) &&
    isText(header.instanceId) &&
    isText(header.publicationTxId) &&
    isText(header.previousTransactionId) &&
    isText(header.expiresAt) &&
    header.metadata === undefined &&
    (header.recipients === undefined || isTextList(header.recipients))
  );
}

function isText(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isSignatureList(value: unknown): value is readonly SignatureEntry[] {
  return Array.isArray(value) && value.every((item) => isObject(item) && typeof item.algorithm === 'string');
}
