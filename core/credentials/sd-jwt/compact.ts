// An SD-JWT in its compact form (RFC 9901 section 4): the part that the issuer signed, the disclosures, and the proof
// of the holder, with tildes between them.
import {
  PRESENTATION_CLAIMS_MAX,
  PRESENTATION_PROOF_MAX,
  PRESENTATION_RAW_MAX,
} from '../../base/limits/ledger/credentials.js';
import { need } from '../fault.js';

export interface SdJwt {
  /** The JWS of the issuer. */
  readonly issued: string;
  /** Encoded, in the order in which they came. */
  readonly disclosures: readonly string[];
  /** The key binding JWT of the holder. */
  readonly proof?: string;
}

/** The parts of the text. Throws a fault on another form, or beyond the bounds. */
export function splitSdJwt(text: string): SdJwt {
  needLength(text.length);
  const [issued = '', ...rest] = text.split('~', PRESENTATION_CLAIMS_MAX + 3);
  const proof = rest.pop();
  need(proof !== undefined, 'Expected a tilde behind the signed part.');
  const parts = { issued, disclosures: rest, ...(proof !== '' && { proof }) };
  needBounds(parts);
  return parts;
}

/** The text of the parts. Without the proof it is what the holder signs the hash of. */
export function joinSdJwt({ issued, disclosures, proof = '' }: SdJwt): string {
  return [issued, ...disclosures, proof].join('~');
}

/** Throws a fault on parts beyond the bounds of a presentation. */
export function needBounds({ issued, disclosures, proof = '' }: SdJwt): void {
  need(disclosures.length <= PRESENTATION_CLAIMS_MAX, `Expected at most ${PRESENTATION_CLAIMS_MAX} disclosures.`);
  need(proof.length <= PRESENTATION_PROOF_MAX, `Expected a proof of at most ${PRESENTATION_PROOF_MAX} characters.`);
  needLength(disclosures.reduce((sum, text) => sum + text.length + 1, issued.length + 1 + proof.length));
}

function needLength(length: number): void {
  need(length <= PRESENTATION_RAW_MAX, `Expected at most ${PRESENTATION_RAW_MAX} characters.`);
}
