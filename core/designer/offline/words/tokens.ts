// Texts of people cut into sentences and tokens. Pure, and linear in the length of the text.

export type TextLanguage = 'en' | 'de';

export interface WordToken {
  /** As written. */
  readonly text: string;
  readonly lower: string;
}

/** Characters of a text that are read: what is longer is a book, and no description. */
const TEXT_MAX = 10_000;

const ABBREVIATIONS = /\b(e\.g|i\.e|etc|approx|incl|no|nr|z\.\s?B|d\.\s?h|bzw|ca|inkl|ggf|usw|evtl)\./gi;

/** "It's", "doesn't" and "they'll" are read as the two words that they stand for. */
const CONTRACTED =
  /(?<!\p{L})(?:(?:it|that|there|he|she|who|what|everything|nothing|something)'s|\p{L}+(?:n't|'re|'ll|'ve))\b/giu;
const LONG_FORMS: readonly (readonly [RegExp, string])[] = [
  [/^can't$/i, 'cannot'],
  [/^won't$/i, 'will not'],
  [/n't$/i, ' not'],
  [/'s$/i, ' is'],
  [/'re$/i, ' are'],
  [/'ll$/i, ' will'],
  [/'ve$/i, ' have'],
];

/** Sentences; a semicolon and a line break end one, a point within a number or an abbreviation does not. */
export function sentencesOf(text: string): readonly string[] {
  const plain = text
    .slice(0, TEXT_MAX)
    .replace(/[“”„«»]/g, '"')
    .replace(/[’‘]/g, "'")
    .replace(CONTRACTED, (word) => LONG_FORMS.reduce((text, [short, long]) => text.replace(short, long), word))
    .replace(ABBREVIATIONS, (word) => word.replaceAll('.', ''));
  return plain
    .split(/(?<=[.!?])\s+(?=["(]?[\p{Lu}\d])|[.!?]+\s*$|\s*[;\n]\s*/u)
    .map((sentence) => sentence.trim().replace(/[.!?]+$/, ''))
    .filter((sentence) => /[\p{L}]/u.test(sentence));
}

/** Words, numbers, and the punctuation marks that part clauses. */
export function tokensOf(sentence: string): readonly WordToken[] {
  const match = sentence.match(/\d[\d.,]*\d|\d+|[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*|[,:()"%€$£–]/gu) ?? [];
  return match.flatMap((word) => {
    const owned = /^(.+)'s$/i.exec(word);
    const texts = owned?.[1] === undefined ? [word] : [owned[1], "'s"];
    return texts.map((text) => ({ text, lower: text.toLowerCase() }));
  });
}

/** The tokens as a text. */
export function textOf(tokens: readonly WordToken[]): string {
  return tokens
    .map(({ text }) => text)
    .join(' ')
    .replace(/ ([,:)%])/g, '$1')
    .replace(/\( /g, '(');
}

const GERMAN = new Set([
  ...'der die das den dem des ein eine einen einem einer und oder nicht wird ist mit'.split(' '),
  ...'von für über bei nach innerhalb gibt darf kann muss soll wer was sieht keine nichts'.split(' '),
]);
const ENGLISH = new Set([
  ...'the a an and or not is are with of for over at after within gives'.split(' '),
  ...'may can must should who what sees none nothing to by if when'.split(' '),
]);

/** The language of a text by its small words; undefined where neither has more of them. */
export function languageOf(text: string): TextLanguage | undefined {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const german = words.filter((word) => GERMAN.has(word)).length + (/[äöüß]/i.test(text) ? 1 : 0);
  const english = words.filter((word) => ENGLISH.has(word)).length;
  return german > english ? 'de' : english > german ? 'en' : undefined;
}

/** For comparing: without case, umlauts and the endings of number and case. */
export function stemOf(word: string): string {
  const plain = asciiOf(word.toLowerCase());
  if (plain.length <= 3) return plain;
  return plain
    .replace(/(ierter|sicherter|stellter|tragter|aendiger|endender|sitzender|ierender|ichtigter)$/, (end) =>
      end.slice(0, -1),
    )
    .replace(/innen$/, 'in')
    .replace(/ies$/, 'y')
    .replace(/(?<=[^s])s$/, '')
    .replace(/(?<=..)(?:en|n|e)$/, '');
}

/** Without umlauts and accents. */
export function asciiOf(text: string): string {
  return text
    .replace(/ä/g, 'ae')
    .replace(/ö/g, 'oe')
    .replace(/ü/g, 'ue')
    .replace(/Ä/g, 'Ae')
    .replace(/Ö/g, 'Oe')
    .replace(/Ü/g, 'Ue')
    .replace(/ß/g, 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
}
