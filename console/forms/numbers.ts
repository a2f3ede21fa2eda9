// Numbers as people of a language read and type them.
import { isNumberText, numberToType as toType, numberTyped as typed } from '../../core/blueprint/form/spelling.js';

function separatorsOf(locale: string) {
  const parts = new Intl.NumberFormat(locale).formatToParts(-12345678.9);
  const find = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return { group: find('group'), decimal: find('decimal') };
}

export function numberTyped(text: string, locale: string): string {
  return typed(text, separatorsOf(locale));
}

export function numberToType(text: string, locale: string): string {
  return toType(text, separatorsOf(locale));
}

/** Grouped, and exact however long it is. */
export function numberToRead(text: string, locale: string): string {
  const places = text.split('.')[1]?.length ?? 0;
  if (!isNumberText(text) || places > PLACES_MAX) return text;
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: places, maximumFractionDigits: places });
  // A text is formatted digit by digit; the types of the platform know numbers alone.
  return format.format(text as unknown as number);
}

/** Of Intl. */
const PLACES_MAX = 100;
