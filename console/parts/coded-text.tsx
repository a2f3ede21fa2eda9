// A sentence in which hashes and ids stand.
import { CodeValue } from './code-value.js';

/** Hashes, ids and addresses are one word of 24 letters and digits or more, with a height behind some. */
const CODES = /((?<![\w@-])[a-z0-9][a-z0-9-]{23,}(?:@\d+)?(?![\w@-]))/;

/** A sentence whose hashes and ids are shown by their ends. */
export function CodedText({ text }: { readonly text: string }) {
  // Every second part is what the expression found.
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text do not move.
  return text.split(CODES).map((part, i) => (i % 2 === 1 ? <CodeValue key={i} value={part} /> : part));
}
