// Conditions over data: a comparison with a number, or a member that is true.

import type { ReadingNow } from '../clauses/reading-now.js';
import type { NumberCondition, StepCondition } from '../clauses/statement.js';
import { currencyIn, durationIn, numberText } from '../words/quantities.js';
import type { TextLanguage } from '../words/tokens.js';
import { mentionsOf } from './acting.js';
import { APPROVED, COMPARES, LESS, NOT_LESS, NOT_MORE, REFUSED } from './grammar.js';

/** The words that a comparison is about: those of its clause, or the few before it in a long one. */
function aroundIn(text: string, at: number): string {
  const before = text.slice(0, at).trim().split(/\s+/);
  return before.length <= 6 ? text : `${before.slice(-3).join(' ')} ${text.slice(at)}`;
}

/** "Loans of more than 30 days": a length that is compared, and no deadline. */
export const LASTING = {
  en: /\b(?:of|last(?:s|ing)?|tak(?:es?|ing)|for|is|are) (?:more than|over|longer than|at least|less than)\b/i,
  de: /(?:mehr als|über|länger als|mindestens|weniger als) \d+ (?:tage|wochen|monate|jahre|stunden)/i,
} as const;

/** The comparison that a text makes. */
export function comparisonIn(text: string, language: TextLanguage): NumberCondition | undefined {
  const match = COMPARES[language].exec(text);
  if (!match) return undefined;
  const word = (match[1] ?? match[3] ?? match[6] ?? '') as string;
  const number = (match[2] ?? match[4] ?? match[5]) as string;
  const operator = NOT_LESS.test(word) ? '>=' : NOT_MORE.test(word) ? '<=' : LESS.test(word) ? '<' : '>';
  const currency = currencyIn(text);
  return { about: aroundIn(text, match.index), operator, value: numberText(number), ...(currency && { currency }) };
}

/** "For dangerous breeds", "bei gefährlichen Rassen": whether it is one. */
export function truthOfKind(said: string, opener: string, now: ReadingNow): StepCondition | undefined {
  const { language } = now.parties;
  const isCase = /^(?:for|in case of|in case|bei)$/.test(opener) && said.split(' ').length <= 4;
  const isElse = APPROVED[language].test(said) || REFUSED[language].test(said) || mentionsOf(said, now).length > 0;
  if (!isCase || isElse || durationIn(said)) return undefined;
  return { kind: 'true', about: said.replace(/^(\p{Ll}+e)[nr]\b/u, language === 'de' ? '$1' : '$&'), isNegated: false };
}

/** "the results are critical": a member that is true. */
export function truthIn(condition: string, opener: string, language: TextLanguage): StepCondition | undefined {
  const pattern =
    language === 'en'
      ? /\b(?:is|are|was|were)\s+(not\s+)?(.+)$/i
      : /\b(?:ist|sind|war|waren)?\s*(nicht\s+)?([\p{Ll}]+)(?:\s+(?:ist|sind|war|waren))?$/u;
  const match = pattern.exec(condition);
  if (!match) return undefined;
  const about = (match[2] as string).trim();
  if (
    about.split(/\s+/).length > 4 ||
    /^(?:done|ready|finished|over|complete|completed|fertig|erledigt|abgeschlossen|there|da)\b/i.test(about)
  )
    return undefined;
  return { kind: 'true', about, isNegated: match[1] !== undefined || /^unless$/.test(opener) };
}
