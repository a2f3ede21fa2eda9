// Proves to a peer that a wallet is on this node, before the peer asks it for anything. The question is random bytes,
// encrypted to the wallet; the answer is their mark over the peer that asked. A node without the key of the wallet is
// not believed. A node that passes the question on gets an answer for itself alone.
import { equalBytes } from '../../core/base/bytes.js';
import { issue } from '../../core/base/issue.js';
import { fail } from '../../core/base/result.js';
import { hmacSha256 } from '../../core/crypto/signing/hmac.js';
import type { SubjectAnswer } from './ports.js';

/** The subject of the question. */
export const WALLET_HERE = 'here';
export const HERE_BYTES = 32;

/** BODY_INVALID for another question. */
export const proveHere: SubjectAnswer = async ({ text, peerId = '' }) =>
  text.length === HERE_BYTES
    ? hmacSha256(text, peerId)
    : fail(issue('BODY_INVALID', '', `Expected ${HERE_BYTES} bytes.`));

/** Whether the node that `self` asked could open the question. */
export function isProof(answer: Uint8Array, question: Uint8Array, self: string): boolean {
  return equalBytes(answer, hmacSha256(question, self));
}
