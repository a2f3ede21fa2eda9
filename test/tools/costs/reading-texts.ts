// Texts of one size that a sender may encrypt for a reader: honest ones, and those of a patched program.
import { toBase64Url } from '../../../core/base/bytes.js';
import type { Json } from '../../../core/base/json.js';
import { SEALED_VALUES_MAX } from '../../../core/base/limits/ledger/disclosure.js';

/** `data` of an honest sender, or the whole text of another one. */
export type ReadingText = { readonly name: string } & ({ readonly data: Json } | { readonly text: string });

const BYTES = 2_900_000;
const CELL = ['{"cells":[[[', `]]],"other":[],"seeds":["${toBase64Url(new Uint8Array(32))}"]}`] as const;
/** A few less than a group may hold, since it has more than the value. */
const MOST = SEALED_VALUES_MAX - 64;
/** Of a text that was taken before there was a bound of values. */
const MANY = 125_000;

/** Names in order, each of its own, that fill a text of that size. */
function namesOf(count: number): readonly string[] {
  const filled = 'x'.repeat(Math.floor(BYTES / count) - 12);
  return Array.from({ length: count }, (_, i) => `k${String(i).padStart(6, '0')}${filled}`);
}

function objectText(names: readonly string[]): string {
  return `{${names.map((name) => `"${name}":1`).join()}}`;
}

/** In an order that is the same each time: a step that has no divisor with the count. */
function inDisorder(names: readonly string[]): readonly string[] {
  return names.map((_, i) => names[(i * 7919) % names.length] as string);
}

const cell = (value: string): string => CELL.join(value);
const repeated = (part: string): string => part.repeat(Math.floor(BYTES / part.length));

/** Made one at a time: each is some megabytes. */
export const READING_TEXTS: readonly (() => ReadingText)[] = [
  () => ({ name: 'honest: one text', data: repeated('x') }),
  () => ({ name: 'honest: a list', data: Array<string>(MOST).fill('x'.repeat(Math.floor(BYTES / MOST) - 3)) }),
  () => ({ name: 'honest: names', data: JSON.parse(objectText(namesOf(MOST))) as Json }),
  () => ({ name: 'of [ alone', text: repeated('[') }),
  () => ({ name: 'of {},', text: cell(`[${repeated('{},')}1]`) }),
  () => ({ name: '125,000 names in disorder', text: cell(objectText(inDisorder(namesOf(MANY)))) }),
  () => ({ name: 'as many names as may be, in disorder', text: cell(objectText(inDisorder(namesOf(MOST)))) }),
  () => ({ name: 'as many names as may be, of another root', text: cell(objectText(namesOf(MOST))) }),
];
