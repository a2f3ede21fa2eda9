// Characters that people do not see, or that change the order of what they see: one table for every name that people
// read, and for every printer of texts of others. It is a list of ranges and not a Unicode property: each release of a
// platform has other properties, and validators have to judge a name alike.

/**
 * First and last code point of each range, in order: controls, line separators, private use, what Unicode lets a
 * printer leave out (Default_Ignorable_Code_Point of Unicode 17), and characters that fonts draw as nothing.
 */
const HIDDEN: readonly (readonly [number, number])[] = [
  [0x00, 0x1f], // controls
  [0x7f, 0x9f],
  [0xad, 0xad], // soft hyphen
  [0x34f, 0x34f], // combining grapheme joiner
  [0x61c, 0x61c], // Arabic letter mark
  [0x115f, 0x1160], // fillers of Hangul
  [0x17b4, 0x17b5],
  [0x180b, 0x180f], // Mongolian separators
  [0x200b, 0x200f], // zero width, marks of direction
  [0x2028, 0x202e], // line separators, embeddings and overrides of direction
  [0x2060, 0x206f], // word joiner, isolates of direction
  [0x2800, 0x2800], // Braille without a dot
  [0x3164, 0x3164],
  [0xd800, 0xdfff], // halves of pairs
  [0xe000, 0xf8ff], // private use
  [0xfdd0, 0xfdef], // no characters
  [0xfe00, 0xfe0f], // variation selectors
  [0xfeff, 0xfeff], // byte order mark
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0xfffe, 0xffff],
  [0x13430, 0x1345f], // controls and modifiers of Egyptian hieroglyphs
  [0x16fe4, 0x16fe4], // filler of Khitan
  [0x1bca0, 0x1bca3],
  [0x1d159, 0x1d159], // musical symbol without a head
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff], // tags, variation selectors
  [0xf0000, 0x10ffff], // private use
];
/** Spaces that look like U+0020, or are wider: a name has none of them. */
const SPACES: readonly (readonly [number, number])[] = [
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
];

const HIDDEN_ONE = new RegExp(`[${classOf(HIDDEN)}]`, 'u');
const HIDDEN_ALL = new RegExp(`[${classOf(HIDDEN)}]`, 'gu');
const NOT_IN_NAME = new RegExp(`[${classOf([...HIDDEN, ...SPACES])}]`, 'u');

/**
 * The form of a name for a JSON Schema: no hidden character, no space but U+0020, none at its ends. Of the Basic
 * Multilingual Plane without halves of pairs, since readers of patterns differ on both; `nameProblem` judges all.
 */
export const NAME_PATTERN: string = nameForm(
  [...HIDDEN, ...SPACES].filter(([first]) => first < 0x10000 && first !== 0xd800),
);

/** True where a text has a character that people do not see, or that moves others. */
export function hasHidden(text: string): boolean {
  return HIDDEN_ONE.test(text);
}

/** The fault of a text as a name that people read, as the end of "The name ..."; undefined where it is one. */
export function nameProblem(name: string): string | undefined {
  const match = NOT_IN_NAME.exec(name);
  if (match !== null)
    return `has ${codePointText(match[0])} at character ${match.index + 1}, which people cannot see or tell from others`;
  if (name === '' || name.startsWith(' ') || name.endsWith(' ')) return 'is empty, or has a space at one of its ends';
  return name.includes('://') ? 'holds "://", as an address of the web does' : undefined;
}

/** Says what `nameProblem` asks of a name, as a sentence. */
export const NAME_RULE =
  'A name has no control character, no invisible one, none that changes the direction, and no "://". Its only space is U+0020, at neither end.';

/** A text of others for a person: each hidden character is written as `\u{202e}`, or as `by` says. */
export function showHidden(text: string, by: (character: string) => string = escapeCharacter): string {
  return text.replace(HIDDEN_ALL, by);
}

/** A text of others in a sentence of ours: in quotes that it cannot end, so that it does not go on as our words. */
export function quoteText(text: string): string {
  return showHidden(JSON.stringify(text));
}

/** A value of others as JSON that people read, in lines where it is indented. */
export function shownJson(value: unknown, indent = 0): string {
  // The line ends are ours: within a text JSON writes them out.
  return JSON.stringify(value, null, indent).replaceAll(/[^\n]+/g, (line) => showHidden(line));
}

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) as number).toString(16)}}`;
}

function codePointText(character: string): string {
  return `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The ranges as they stand in a class of an expression with the flag `u`. */
function classOf(ranges: readonly (readonly [number, number])[]): string {
  return ranges.map(([first, last]) => `\\u{${first.toString(16)}}-\\u{${last.toString(16)}}`).join('');
}

function nameForm(ranges: readonly (readonly [number, number])[]): string {
  const hex = (point: number) => `\\u${point.toString(16).padStart(4, '0')}`;
  const none = ranges.map(([first, last]) => (first === last ? hex(first) : `${hex(first)}-${hex(last)}`)).join('');
  return `^[^ ${none}](?:[^${none}]*[^ ${none}])?$`;
}
