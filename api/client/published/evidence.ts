// The check of evidence that needs no node and trusts none: `@quorate/client/evidence`. By the code of nodes, so that
// both find the same.
import type { Issue } from '../../../core/base/issue.js';
import { parseJsonText } from '../../../core/base/json.js';
import { DOCUMENT_DEPTH_MAX } from '../../../core/base/limits/ledger/transactions.js';
import { isFailure } from '../../../core/base/result.js';
import { type EvidenceProof, verifyEvidence as prove } from '../../../core/chain/evidence/proof.js';
import { verifySync } from '../../../core/crypto/signing/algorithms.js';
import { type Checkpoint, parseCheckpoint } from '../../../core/register/checkpoint.js';

export type { EvidenceProof } from '../../../core/chain/evidence/proof.js';

/** The facts that the reader has from a person other than the giver of the evidence. */
export interface Anchors {
  /** A tip of the register, `hash@height` or its parts. Nothing is valid without one. */
  readonly head?: Checkpoint | string;
  /** Hash of the genesis docket. */
  readonly genesisHash?: string;
  /** The head has to be at least as new as this time. */
  readonly notBefore?: Date;
}

export type EvidenceVerdict =
  | EvidenceProof
  | {
      readonly verdict: 'invalid';
      readonly issues: readonly Issue[];
    };

/**
 * `valid`: proven by hashes from the head that you stated. `consistent`: as good as the keys that it names, and not yet
 * valid. `invalid`: with the reasons. Throws TypeError for other anchors. A document is a text or what JSON.parse made
 * of it.
 */
export function verifyEvidence(document: unknown, anchors: Anchors = {}): EvidenceVerdict {
  // An object is taken as JSON says it: one that answers differently each time it is asked would be another when used.
  const parsed = parseJsonText(typeof document === 'string' ? document : textOf(document), DOCUMENT_DEPTH_MAX);
  if (isFailure(parsed)) return { verdict: 'invalid', issues: parsed.issues };
  const proof = prove(parsed, verifySync, anchorsOf(anchors));
  return isFailure(proof) ? { verdict: 'invalid', issues: proof.issues } : proof;
}

/** Too deep for a text, or not JSON: then it is not evidence either. */
function textOf(document: unknown): string {
  try {
    return JSON.stringify(document) ?? '';
  } catch {
    return '';
  }
}

function anchorsOf({ head, genesisHash, notBefore }: Anchors) {
  const stated = typeof head === 'object' ? `${head.hash}@${head.height}` : head;
  const checkpoint = stated === undefined ? undefined : parseCheckpoint(stated);
  if (stated !== undefined && checkpoint === undefined) throw new TypeError('A head is HASH@HEIGHT.');
  if (genesisHash !== undefined && !/^[0-9a-f]{64}$/.test(genesisHash))
    throw new TypeError('A genesis hash is 64 lower-case hex digits.');
  const notBeforeMs = notBefore?.getTime();
  if (Number.isNaN(notBeforeMs)) throw new TypeError('notBefore is not a time.');
  return {
    ...(checkpoint && { head: checkpoint }),
    ...(genesisHash !== undefined && { genesisHash }),
    ...(notBeforeMs !== undefined && { notBeforeMs }),
  };
}
