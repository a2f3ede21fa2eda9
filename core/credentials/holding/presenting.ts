// Presents a copy of a credential that a wallet holds: the claims at the paths and no others, and the proof of its
// holder for one request. The key of the copy signs; a keystore has it.
import type { JsonObject } from '../../base/json.js';
import type { Draft } from '../draft.js';
import { FormatFault, faultOr } from '../fault.js';
import type { DcqlPath } from '../query/dcql.js';
import { claimRows } from './claim-rows.js';
import type { HeldAsked } from './format-row.js';
import { rowLike } from './formats.js';

export interface HeldDraft extends Draft<string> {
  /** The form in which the key signs. */
  readonly signedAs: 'jose' | 'cose';
  /** Names of all claims that leave. */
  readonly leaving: readonly string[];
}

/** The text that stands in a `vp_token`, to be signed. A fault where no format takes the text. */
export function draftHeldPresentation(
  text: string,
  paths: readonly DcqlPath[],
  asked: HeldAsked,
): HeldDraft | FormatFault {
  const row = rowLike(text);
  if (row instanceof FormatFault) return row;
  return faultOr(() => {
    const leaving = leavingNames(row.claimsShown(text, paths));
    return { ...row.draft(text, paths, asked), signedAs: row.signedAs, leaving };
  });
}

/** Of the claims that a verifier reads, as people know them. */
export function leavingNames(shown: JsonObject): readonly string[] {
  return claimRows(shown, shown).map(({ name }) => name);
}

/** All that a verifier reads where the claims at the paths are shown: some claims cannot be kept back. */
export function shownClaims(text: string, paths: readonly DcqlPath[]): JsonObject | FormatFault {
  const row = rowLike(text);
  return row instanceof FormatFault ? row : faultOr(() => row.claimsShown(text, paths));
}

/** The copy whose turn it is: none is shown twice before all were shown once. */
export function copyInTurn<C>(copies: readonly C[], uses: number): C | undefined {
  return copies[uses % copies.length];
}
