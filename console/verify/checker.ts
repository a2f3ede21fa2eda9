// The check of a file of evidence: no node and no network. It runs in a worker of the console, and in the page itself
// where that is one file.
import { type EvidenceVerdict, verifyEvidence } from '../../api/client/published/evidence.js';
import { sha256Hex } from '../../core/base/hash.js';

export interface Checked {
  readonly verdict: EvidenceVerdict;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly fileHash: string;
}

/** `head` is HASH@HEIGHT, from somebody else than the giver of the file. */
export type CheckFile = (file: Uint8Array, head: string | undefined) => Promise<Checked>;

export function checkFile(file: Uint8Array, head: string | undefined): Checked {
  return { verdict: verdictOf(file, head), fileHash: sha256Hex(file) };
}

function verdictOf(file: Uint8Array, head: string | undefined): EvidenceVerdict {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    const message = 'The file is not UTF-8 text, and evidence is.';
    return { verdict: 'invalid', issues: [{ code: 'EVIDENCE_INVALID', path: '', message }] };
  }
  return verifyEvidence(text, head === undefined ? {} : { head });
}
