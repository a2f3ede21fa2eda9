// Findings of a check as people read them: those of one code together, the first places of each. JSON and
// SARIF have all of them.
import type { Json } from '../../../core/base/json.js';
import type { Finding } from '../../../core/blueprint/findings/finding.js';
import type { RuleReaders } from '../../../core/blueprint/names/checkers.js';
import { placeText } from '../../../core/design/authoring/place-text.js';

/** Places of one code that are told: who has read three knows what is meant. */
const PLACES_MAX = 3;

/** A line each, in the order in which their codes come first; `all` says how to see what is left out. */
export function groupByCode(
  lines: readonly { readonly code: string; readonly text: string }[],
  all: string,
): readonly string[] {
  const byCode = new Map<string, string[]>();
  for (const { code, text } of lines) byCode.set(code, [...(byCode.get(code) ?? []), text]);
  return [...byCode].flatMap(([code, texts]) => {
    const more = texts.length - PLACES_MAX;
    return more > 0 ? [...texts.slice(0, PLACES_MAX), `  and ${more} more of ${code}: ${all}`] : texts;
  });
}

/** The findings of a file. */
export function findingsText(definition: Json, findings: readonly Finding[]): readonly string[] {
  const lines = findings.map((finding) => ({ code: finding.code, text: findingText(definition, finding) }));
  return groupByCode(lines, 'quorate blueprint validate --json');
}

function findingText(definition: Json, { severity, code, message, location, fix }: Finding): string {
  const fixable = fix === undefined ? '' : ' Fix it: quorate blueprint fix.';
  return `  ${severity.padEnd(7)}  ${placeText(definition, location)}: ${message}${fixable} [${code}]`;
}

/** Rules that somebody reads who cannot check them; none where all readers can. */
export function readersText(definition: Json, rules: readonly RuleReaders[]): readonly string[] {
  const rows = rules.map(({ location, sender, checkers, unable }) => {
    const who = checkers.length === 0 ? 'no other role checks it' : `${checkers.join(', ')} can`;
    return `  ${placeText(definition, location)}, by ${sender}: ${unable.join(', ')} cannot, ${who}`;
  });
  return rows.length === 0 ? [] : ['Rules that somebody who reads them cannot check:', ...rows];
}
