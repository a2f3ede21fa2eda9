// Presents a copy of a credential that a wallet holds: the claims at the paths and no others, and the proof of its
// holder for one request. The key of the copy signs; a keystore has it.
import type { JsonObject } from '../../base/json.js';
import type { Draft } from '../draft.js';
import { FormatFault, faultOr } from '../fault.js';
import type { DcqlPath } from '../query/dcql.js';
import type { HeldAsked } from './format-row.js';
import { rowLike } from './formats.js';

export interface HeldDraft extends Draft<string> {
  /** The form in which the key signs. */
  readonly signedAs: 'jose' | 'cose';
}

/** The text that stands in a `vp_token`, to be signed. A fault where no format takes the text. */
export function draftHeldPresentation(
  text: string,
  paths: readonly DcqlPath[],
  asked: HeldAsked,
): HeldDraft | FormatFault {
  const row = rowLike(text);
  if (row instanceof FormatFault) return row;
  const draft = faultOr(() => row.draft(text, paths, asked));
  return draft instanceof FormatFault ? draft : { ...draft, signedAs: row.signedAs };
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
