// A figure as people read it, with its unit, in the language of the person.

const SIGNIFICANT = 3;
const BYTES = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const THOUSAND = 1000;

/** `unit` is that of a series of figures; one that is not known shows the number alone. */
export function figureText(value: number, unit: string, locale: string): string {
  const format = (number: number, options: Intl.NumberFormatOptions = {}) =>
    new Intl.NumberFormat(locale, { maximumSignificantDigits: SIGNIFICANT, ...options }).format(number);
  const withUnit = (number: number, of: string) => format(number, { style: 'unit', unit: of, unitDisplay: 'short' });
  if (unit === 'share') return format(value, { style: 'percent' });
  if (unit === 'perSecond') return `${format(value)}/s`;
  if (unit === 'seconds') return value < 1 ? withUnit(value * THOUSAND, 'millisecond') : withUnit(value, 'second');
  if (unit !== 'bytes') return format(value);
  const power = Math.min(BYTES.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, value)) / 3)));
  return withUnit(value / THOUSAND ** power, BYTES[power] as string);
}
