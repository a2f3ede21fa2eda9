// How large a regular expression becomes when its counted repetitions are written out, which is what compiling one
// costs. Decided from the text alone, before anything compiles it; it does not say whether the expression is valid.

/** A class of characters by property, such as `\p{L}`, is hundreds of ranges. */
const PROPERTY_COST = 16;

/**
 * Parts of a regular expression with counted repetitions expanded: `[a-z]{1,300}` is 300. Never less than the compiler
 * makes of it within a factor; a text with unbalanced groups is counted as far as it can be read, because the compiler
 * refuses it. Linear in the text, no recursion.
 */
export function patternCost(pattern: string): number {
  return parts(pattern, costOfPart);
}

/**
 * The same, with what compiling a class of characters takes beside its place in the expression: its text is sorted, and
 * where letters of both cases are one, each character of a range is looked up.
 */
export function patternWork(pattern: string): number {
  const isFolded = /\(\?[a-zA-Z-]*i/.test(pattern);
  return parts(pattern, (part) => costOfPart(part) + (part.startsWith('[') ? classWork(part, isFolded) : 0));
}

/** Characters of a class that count as one part more. */
const CLASS_CHARACTERS_A_PART = 8;
/** A range that ends beyond ASCII may have a million characters: milliseconds where cases are folded. */
const FOLDED_RANGE_PARTS = 1000;
const PLAIN_RANGE = /[\x20-\x5a\x5e-\x7e]-[\x20-\x5a\x5e-\x7e]/g;

function classWork(part: string, isFolded: boolean): number {
  return Math.floor(part.length / CLASS_CHARACTERS_A_PART) + (isFolded ? FOLDED_RANGE_PARTS * wideRanges(part) : 0);
}

/**
 * Ranges of a class that are not between two plain characters. A hyphen at either end, or behind a backslash, is one
 * character.
 */
function wideRanges(part: string): number {
  const inside = part
    .slice(1, -1)
    .replace(/\\[\s\S]/g, (escaped) => (escaped === '\\-' ? '' : '\u0100'))
    .replace(/^\^?-|-$/g, '');
  return inside.replace(PLAIN_RANGE, '').split('-').length - 1;
}

function parts(pattern: string, costOfOne: (part: string) => number): number {
  // Sum of the group that is open, with those around it below; `last` is what a repetition would repeat.
  const around: number[] = [];
  let sum = 1;
  let last = 0;
  for (let at = 0; at < pattern.length; ) {
    const char = pattern[at] as string;
    const times = char === '{' ? repetition(pattern, at) : undefined;
    if (times) {
      sum += last * (times.count - 1);
      last *= times.count;
      at = times.end;
      continue;
    }
    if (char === '(') {
      around.push(sum);
      sum = 1;
      last = 0;
      at++;
    } else if (char === ')') {
      last = sum;
      sum += around.pop() ?? 0;
      at++;
    } else {
      const end = char === '[' ? classEnd(pattern, at) : char === '\\' ? escapeEnd(pattern, at) : at + 1;
      last = costOfOne(pattern.slice(at, end));
      sum += last;
      at = end;
    }
  }
  return around.reduce((total, number) => total + number, sum);
}

/** The larger bound of `{n}`, `{n,}` or `{n,m}` at a place, and where the text goes on. */
function repetition(pattern: string, at: number): { readonly count: number; readonly end: number } | undefined {
  const match = /^\{(\d{1,9})(?:,(\d{0,9}))?\}/.exec(pattern.slice(at, at + 24));
  if (!match) return undefined;
  const count = Math.max(1, Number(match[1]), Number(match[2] ?? 0));
  return { count, end: at + match[0].length };
}

/** Behind an escape: two characters, or a property with its name in braces. */
export function escapeEnd(pattern: string, at: number): number {
  return at + (/^\\[pPx]\{[^}]{0,64}\}/.exec(pattern.slice(at, at + 70))?.[0].length ?? 2);
}

/** Behind the bracket that closes the class at a place; the end of the text if none does. */
export function classEnd(pattern: string, at: number): number {
  for (let i = at + 1; i < pattern.length; i++) {
    if (pattern[i] === '\\') i++;
    else if (pattern[i] === ']') return i + 1;
  }
  return pattern.length;
}

function costOfPart(part: string): number {
  return 1 + PROPERTY_COST * (part.match(/\\[pP]/g)?.length ?? 0);
}
