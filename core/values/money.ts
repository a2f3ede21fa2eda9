// Money: an amount and its currency, never one without the other. How many places a currency has is said
// by the definition, so that no table of currencies is part of the rules.
import { hasOnly, type Json, type JsonObject } from '../base/json.js';
import { DECIMAL_SCALE_MAX, type Decimal, decimalOf, decimalText } from './decimal.js';

/** Currencies of one definition. */
export const CURRENCIES_MAX = 200;
const CURRENCY = /^[A-Z]{3}$/;

/** Places after the point by currency: `{"EUR": 2, "JPY": 0}`. */
export type Currencies = Readonly<Record<string, number>>;

export interface Money {
  readonly amount: Decimal;
  readonly currency: string;
}

export function isCurrency(text: string): boolean {
  return CURRENCY.test(text);
}

/** Places of a currency; undefined for one that the definition does not name. */
export function scaleOf(currencies: Currencies, currency: string): number | undefined {
  return Object.hasOwn(currencies, currency) ? currencies[currency] : undefined;
}

/** True for an object of currencies with 0 to 18 places each. */
export function isCurrencies(value: Json | undefined): value is JsonObject & Currencies {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const entries = Object.entries(value as JsonObject);
  return entries.length <= CURRENCIES_MAX && entries.every(([name, scale]) => isCurrency(name) && isScale(scale));
}

function isScale(value: Json): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= DECIMAL_SCALE_MAX;
}

/**
 * The money that `{"amount": "19.99", "currency": "EUR"}` says; undefined for every other value. Its places are another
 * question.
 */
export function moneyOf(value: Json): Money | undefined {
  if (!hasOnly(value, ['amount', 'currency'])) return undefined;
  const { amount, currency } = value;
  const decimal = typeof amount === 'string' ? decimalOf(amount) : undefined;
  return decimal && typeof currency === 'string' && isCurrency(currency) ? { amount: decimal, currency } : undefined;
}

export function moneyJson({ amount, currency }: Money): JsonObject {
  return { amount: decimalText(amount), currency };
}
