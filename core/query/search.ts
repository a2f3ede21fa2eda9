// Looks for a text in another one in steps that grow with the sum of their lengths. The search of the engine is faster
// with texts that people write, and takes steps by their product with those that an attacker writes.

/** Below these steps at worst, the search of the engine is asked. */
const STEPS_MAX = 32 * 1024;

/** The place of the first occurrence; -1 where there is none. */
export function indexIn(text: string, part: string): number {
  if (text.length * part.length <= STEPS_MAX) return text.indexOf(part);
  if (part.length > text.length) return -1;
  const borders = bordersOf(part);
  let matched = 0;
  for (let i = 0; i < text.length; i++) {
    matched = matchNext(part, borders, { matched, next: text.charCodeAt(i) });
    if (matched === part.length) return i + 1 - matched;
  }
  return -1;
}

/** For each beginning of the text, the longest shorter one that it ends with (Knuth, Morris and Pratt). */
function bordersOf(part: string): Int32Array {
  const borders = new Int32Array(part.length);
  let matched = 0;
  for (let i = 1; i < part.length; i++) {
    matched = matchNext(part, borders, { matched, next: part.charCodeAt(i) });
    borders[i] = matched;
  }
  return borders;
}

/** How much of the text is matched with one unit more. */
function matchNext(
  part: string,
  borders: Int32Array,
  { matched, next }: { readonly matched: number; readonly next: number },
): number {
  let length = matched;
  while (length > 0 && part.charCodeAt(length) !== next) length = borders[length - 1] as number;
  return part.charCodeAt(length) === next ? length + 1 : 0;
}
