// The check of a file of evidence: no node and no network. It runs in a worker of the console, and in the page itself
// where that is one file.
import { type EvidenceVerdict, verifyEvidence } from '../../api/client/published/evidence.js';
import { sha256Hex } from '../../core/base/hash.js';
import type { Evidence } from '../../core/chain/evidence/evidence.js';
import { compareEvidence, type Together } from '../../core/chain/evidence/links.js';

export interface Checked {
  readonly verdict: EvidenceVerdict;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly fileHash: string;
  /** Of the file beside it, where this one holds. */
  readonly beside?: FileBeside;
}

export interface FileBeside {
  readonly fileHash: string;
  readonly together: Together | Extract<EvidenceVerdict, { readonly verdict: 'invalid' }>;
}

/** The head is HASH@HEIGHT, from a person other than the giver of the file. */
export interface FileToCheck {
  readonly file: Uint8Array;
  readonly head: string | undefined;
  /** A second one, to compare with. */
  readonly beside?: Uint8Array | undefined;
}

export type CheckFile = (asked: FileToCheck) => Promise<Checked>;

export function checkFile({ file, head, beside }: FileToCheck): Checked {
  const verdict = verdictOf(file, head);
  return {
    verdict,
    fileHash: sha256Hex(file),
    ...(beside && verdict.verdict !== 'invalid' && { beside: besideOf(file, beside) }),
  };
}

/** Both hold by themselves before they are compared. The head is stated of the first one alone. */
function besideOf(file: Uint8Array, beside: Uint8Array): FileBeside {
  const verdict = verdictOf(beside, undefined);
  const together = verdict.verdict === 'invalid' ? verdict : compareEvidence(documentIn(file), documentIn(beside));
  return { fileHash: sha256Hex(beside), together };
}

/** Of a file that was verified. */
function documentIn(file: Uint8Array): Evidence {
  return JSON.parse(new TextDecoder().decode(file)) as Evidence;
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
