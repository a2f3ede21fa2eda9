// Labels that tell parties of one kind apart, behind their noun: "supplier A", "bidder two". Pure.
import type { WordToken } from './tokens.js';

const LABEL = /^(?:[A-Z]|[1-9]|one|two|three|four|five|eins|zwei|drei|vier|fünf)$/;
const NOT_LABELLED = /^(?:days?|weeks?|months?|years?|hours?|working|business|of|per|or|tage?n?|wochen?|monate?n?)$/;

/** True where the token behind a noun is its label, and does not begin something else. */
export function isLabel(tokens: readonly WordToken[], at: number): boolean {
  const token = tokens[at];
  return token !== undefined && LABEL.test(token.text) && !NOT_LABELLED.test(tokens[at + 1]?.lower ?? '');
}

const NUMBERING = /^(?:first|second|third|erste[rn]?|zweite[rn]?|dritte[rn]?)$/i;

/** The name of the kind of a party; undefined where its own name tells nothing apart. */
export function kindOf(name: string): readonly string[] | undefined {
  const words = name.split(' ');
  if (words.length > 1 && LABEL.test(words.at(-1) as string)) return words.slice(0, -1);
  return NUMBERING.test(words[0] as string) ? words.slice(1) : undefined;
}
