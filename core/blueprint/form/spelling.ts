// Spellings of people for values that the ledger has one spelling of: numbers with the signs of a language, and periods
// as a number with its unit. Pure.

/** The signs of a language in numbers. */
export interface Separators {
  readonly group: string;
  readonly decimal: string;
}

/** Thousands are parted by spaces and apostrophes too, which mean nothing else. */
const SPACES = /[\s\u00a0\u202f'’]/g;

/**
 * The number that a text spells: `1.234,50` is 1234.50 where the comma is the decimal sign. Another text stays as it
 * is, and so does one that may mean another number: a sign that does not part thousands is not left out.
 */
export function numberTyped(text: string, { group, decimal }: Separators): string {
  const [whole = '', ...places] = text.trim().replaceAll(SPACES, '').split(decimal);
  const [first = '', ...thousands] = group === '' ? [whole] : whole.split(group);
  const isGrouped =
    thousands.length > 0 && /^[+-]?\d{1,3}$/.test(first) && thousands.every((part) => /^\d{3}$/.test(part));
  const digits = isGrouped ? first + thousands.join('') : whole;
  const [fraction = ''] = places;
  if (places.length > 1 || !/^[+-]?\d*$/.test(digits) || !/^\d*$/.test(fraction)) return text;
  if (!/\d/.test(digits + fraction)) return text;
  const [, sign = '', number = ''] = /^([+-]?)0*(\d*)$/.exec(digits) ?? [];
  return `${sign === '-' ? '-' : ''}${number === '' ? '0' : number}${fraction === '' ? '' : `.${fraction}`}`;
}

/** A number as the ledger spells it. */
export function isNumberText(text: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(text);
}

/** To type on: with the decimal sign of the language, and nothing else. */
export function numberToType(text: string, { decimal }: Separators): string {
  return isNumberText(text) ? text.replace('.', decimal) : text;
}

export const PERIOD_UNITS = ['days', 'weeks', 'months', 'years', 'hours', 'minutes'] as const;
export type PeriodUnit = (typeof PERIOD_UNITS)[number];

const LETTERS: Readonly<Record<PeriodUnit, readonly [before: string, letter: string]>> = {
  days: ['P', 'D'],
  weeks: ['P', 'W'],
  months: ['P', 'M'],
  years: ['P', 'Y'],
  hours: ['PT', 'H'],
  minutes: ['PT', 'M'],
};

/** Undefined for a period of several units, which is written as text. */
export function periodParts(text: string): { readonly count: string; readonly unit: PeriodUnit } | undefined {
  for (const unit of PERIOD_UNITS) {
    const [before, letter] = LETTERS[unit];
    const count = text.startsWith(before) && text.endsWith(letter) ? text.slice(before.length, -1) : '';
    if (/^\d+$/.test(count)) return { count, unit };
  }
  return undefined;
}

/** '' without a number. */
export function periodText(count: string, unit: PeriodUnit): string {
  const [before, letter] = LETTERS[unit];
  return /^\d+$/.test(count) ? `${before}${count}${letter}` : '';
}
