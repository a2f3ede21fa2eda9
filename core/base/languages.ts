// Which of several languages a person gets: its wishes against those that there are, by the lookup of RFC 4647 section
// 3.4. Wishes are Accept-Language (RFC 9110 section 12.5.4) or LANG of a terminal. Pure.
import { LANGUAGE_RANGES_MAX } from './limits/ledger/texts.js';

/** Characters of a header that are looked at: real ones have some twenty. */
const HEADER_LENGTH_MAX = 512;
const RANGE = /^([a-z]{1,8}(?:-[a-z0-9]{1,8})*|\*)(?:\s*;\s*q\s*=\s*([01](?:\.\d{0,3})?))?$/i;

/** The languages of an Accept-Language header, the wanted ones first; what is malformed is passed over. */
export function languagesOf(header: string | undefined): readonly string[] {
  const parts = (header ?? '').slice(0, HEADER_LENGTH_MAX).split(',', LANGUAGE_RANGES_MAX);
  return parts
    .flatMap((part) => {
      const [, range = '', weight = '1'] = RANGE.exec(part.trim()) ?? [];
      const q = Number(weight);
      return range === '' || range === '*' || q === 0 || q > 1 ? [] : [{ range: range.toLowerCase(), q }];
    })
    .sort((a, b) => b.q - a.q)
    .map(({ range }) => range);
}

/** The languages of a terminal: `de_CH.UTF-8` is `de-ch`; none for `C` and `POSIX`. */
export function languagesOfLocale(locale: string | undefined): readonly string[] {
  const [name = ''] = (locale ?? '').split(/[.@]/);
  return /^(C|POSIX)?$/.test(name) ? [] : languagesOf(name.replaceAll('_', '-'));
}

/**
 * The first that is there of a wanted language, or of what it is a kind of: `de` serves who asks for `de-CH`. As
 * `available` spells it.
 */
export function pickLanguage(wanted: readonly string[], available: readonly string[]): string | undefined {
  const known = new Map(available.map((name) => [name.toLowerCase(), name]));
  for (const range of wanted) {
    const subtags = range.toLowerCase().split('-');
    while (subtags.length > 0) {
      const value = known.get(subtags.join('-'));
      if (value !== undefined) return value;
      subtags.pop();
    }
  }
  return undefined;
}
