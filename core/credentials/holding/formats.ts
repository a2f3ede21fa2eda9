// THE table of the formats that a wallet holds. Another format is a row.
import type { Json } from '../../base/json.js';
import { FormatFault, faultOr } from '../fault.js';
import type { PresentationRefusal } from '../refusal.js';
import type { HeldContent, HeldFormat, HeldQuestion } from './format-row.js';
import { mdocRow } from './mdoc-row.js';
import { sdJwtRow } from './sd-jwt-row.js';
import { vcJwtRow } from './vc-jwt-row.js';

const HELD_FORMATS: readonly HeldFormat[] = [sdJwtRow, vcJwtRow, mdocRow];

/** The content of the text; a fault where no format takes it. */
export function readHeld(text: string): HeldContent | FormatFault {
  const row = rowLike(text);
  return row instanceof FormatFault ? row : faultOr(() => row.read(text));
}

/**
 * Why the text, which could be read, is not a good credential at that time. A status is judged where its token is had.
 */
export function heldRefusal(text: string, question: HeldQuestion): PresentationRefusal | undefined {
  const row = rowLike(text);
  return row instanceof FormatFault ? undefined : row.refusalOf(text, question);
}

/** By the form of the text. */
export function rowLike(text: string): HeldFormat | FormatFault {
  return (
    HELD_FORMATS.find(({ isLike }) => isLike(text)) ??
    new FormatFault('The text is not an SD-JWT VC, a credential in JWT, or an mdoc.')
  );
}

/** By its name; undefined for one that no wallet here holds. */
export function rowNamed(format: Json | undefined): HeldFormat | undefined {
  return HELD_FORMATS.find((row) => row.format === format);
}
