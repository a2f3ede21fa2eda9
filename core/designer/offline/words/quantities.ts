// Numbers, amounts and durations as people write them, in English and German.

const NUMBERS: Readonly<Record<string, number>> = {
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, twelve: 12 },
  ...{ a: 1, an: 1, fourteen: 14, fifteen: 15, twenty: 20, thirty: 30, sixty: 60, ninety: 90 },
  ...{ ein: 1, eine: 1, einem: 1, einer: 1, eines: 1, einen: 1, zwei: 2, drei: 3, vier: 4, fünf: 5, sechs: 6 },
  ...{ sieben: 7, acht: 8, neun: 9, zehn: 10, zwölf: 12, vierzehn: 14, dreißig: 30, sechzig: 60, neunzig: 90 },
};
const NUMBER_WORDS = Object.keys(NUMBERS).join('|');

/** The text of the number that a form of digits stands for, as a rule has it: `20.000` of German is `20000`. */
export function numberText(written: string): string {
  const groups = /^\d{1,3}(?:[.,]\d{3})+$/.test(written);
  if (groups) return written.replace(/[.,]/g, '');
  const decimal = /^([\d.,]*?)[.,](\d{1,2})$/.exec(written);
  if (decimal) return `${(decimal[1] as string).replace(/[.,]/g, '')}.${decimal[2]}`;
  return written.replace(/[.,]/g, '');
}

const UNITS: readonly (readonly [RegExp, (n: number) => string])[] = [
  [/^(working|business|work|arbeits|werk)/, (n) => `${n} workdays`],
  [/^(hour|stunde)/, (n) => `PT${n}H`],
  [/^(day|tag)/, (n) => `P${n}D`],
  [/^(week|woche)/, (n) => `P${n}W`],
  [/^(month|monat)/, (n) => `P${n}M`],
  [/^(year|jahr)/, (n) => `P${n}Y`],
];
const UNIT_WORDS =
  '(?:working|business|work) ?days?|workdays?|(?:calendar )?days?|hours?|weeks?|months?|years?|' +
  'arbeitstage?n?|werktage?n?|tage?n?|stunden?|wochen?|monate?n?|jahre?n?|monats|jahres';
const DURATION = new RegExp(`(?<![\\p{L}\\d])(\\d{1,4}|${NUMBER_WORDS})[ -](${UNIT_WORDS})(?!\\p{L})`, 'iu');

export interface FoundDuration {
  /** As timers have it: `P14D`, `10 workdays`. */
  readonly duration: string;
  readonly at: number;
  readonly end: number;
}

/** The first duration in a text. */
export function durationIn(text: string): FoundDuration | undefined {
  const match = DURATION.exec(text);
  if (!match) return undefined;
  const count = numberOf(match[1] as string);
  const unit = (match[2] as string).toLowerCase();
  const of = UNITS.find(([pattern]) => pattern.test(unit));
  if (count === undefined || count < 1 || of === undefined) return undefined;
  return { duration: of[1](count), at: match.index, end: match.index + match[0].length };
}

function numberOf(word: string): number | undefined {
  return /^\d+$/.test(word) ? Number(word) : NUMBERS[word.toLowerCase()];
}

/** ISO 4217 code of a currency that a text names. */
export function currencyIn(text: string): string | undefined {
  const match = CURRENCIES.find(([pattern]) => pattern.test(text));
  return match?.[1];
}

const CURRENCIES: readonly (readonly [RegExp, string])[] = [
  [/€|\beuros?\b|\bEUR\b/i, 'EUR'],
  [/\$|\bdollars?\b|\bUSD\b/i, 'USD'],
  [/£|\bpounds?\b|\bGBP\b/i, 'GBP'],
  [/\bfranken\b|\bfrancs\b|\bCHF\b/i, 'CHF'],
];
