// The words of an action about a gate that everybody reads: which requirement was met, judged at what time, by the
// ledger as of which height, and under which root of all pinned anchors. It names no credential and no issuer.
import { isBase64, isHex } from '../../base/bytes.js';
import { hasOnly, type Json } from '../../base/json.js';
import { GATE_ID } from '../../blueprint/definition/choices.js';
import { addressOfBase64 } from '../../crypto/keys/address.js';
import { isSignatureAlgorithm } from '../../crypto/signing/algorithms.js';
import type { SignatureAlgorithm } from '../../model/transaction.js';
import { isTimestamp } from '../../transaction/structure.js';

export interface GateStatement {
  /** Of the requirement. */
  readonly id: string;
  /** The time of the judgement. */
  readonly at: string;
  /** The height that the sender judged by: later dockets count for nothing. */
  readonly asOf: number;
  /** Root of all pinned anchors as of that height, lower-case hex. */
  readonly trust: string;
  /** Where uses are counted: `useOf`. */
  readonly use?: string;
  /** A verifier that judged the presentation before. */
  readonly by?: GateVerifier;
}

/** The wallet that verified, with its key, so that the signature is verified with those of the transaction. */
export interface GateVerifier {
  readonly wallet: string;
  readonly algorithm: SignatureAlgorithm;
  /** Base64: the wallet is its address. */
  readonly publicKey: string;
  /** Base64, over `verifiedDigest`. */
  readonly signature: string;
}

/** Characters of a signature and of a key in base64: the longest, of RSA-4096 with ML-DSA-65, has 5,096. */
const SIGNATURE_MAX = 8192;

/** Undefined where it is not of the form: closed, each member in its one spelling. */
export function gateStatementOf(value: Json): GateStatement | undefined {
  if (!hasOnly(value, ['id', 'at', 'asOf', 'trust', 'use', 'by'])) return undefined;
  const { id, at, asOf, trust, use, by } = value;
  const isWhole = typeof id === 'string' && GATE_ID.test(id) && isTimestamp(at) && isHex(trust, 32);
  const isHeight = Number.isSafeInteger(asOf) && (asOf as number) >= 0;
  const isGood = isWhole && isHeight && (use === undefined || isHex(use, 32)) && (by === undefined || isVerifier(by));
  return isGood ? (value as unknown as GateStatement) : undefined;
}

function isVerifier(by: unknown): boolean {
  if (!hasOnly(by, ['wallet', 'algorithm', 'publicKey', 'signature'])) return false;
  const { wallet, algorithm, publicKey, signature } = by;
  if (!isBytes(signature) || !isBytes(publicKey) || !isSignatureAlgorithm(algorithm)) return false;
  return addressOfBase64(algorithm, publicKey) === wallet;
}

function isBytes(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= SIGNATURE_MAX && isBase64(value);
}
