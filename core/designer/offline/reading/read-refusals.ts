// The way behind a no: "if it is refused, the process ends", "a rejected request goes back".

import type { ReadingNow } from '../clauses/reading-now.js';
import type { ProcessStatement } from '../clauses/statement.js';
import type { TextLanguage } from '../words/tokens.js';
import { isActing, mentionsOf } from './acting.js';
import { BACK, COMPARES, ENDS, MUST_NOT, REFUSED } from './grammar.js';
import { stepsIn } from './read-steps.js';
import { refusalWay } from './refusal-way.js';
import type { Split } from './split-condition.js';

/** "Checks the form and returns it if something is missing": the condition is of the last act alone. */
function returnIn(condition: string, main: string, now: ReadingNow): readonly ProcessStatement[] | undefined {
  const { language } = now.parties;
  const match = /^(.+?)(?: and| und|, then|,) (?:then |dann )?(.+)$/i.exec(main);
  if (!match || !REFUSED[language].test(condition)) return undefined;
  const [, act, next] = match as unknown as [string, string, string];
  const [party] = mentionsOf(act, now).filter((mention) => isActing(act, mention));
  const way = party && BACK[language].test(next) ? refusalWay(next, now) : undefined;
  return way && party ? [...stepsIn(act, { now, about: '' }), { kind: 'refusal', party: party.party, way }] : undefined;
}

/** Words of a party that is content or not: it says so itself. */
const CONTENT = /\b(?:satisfied|happy|content|convinced|dissatisfied|unhappy|zufrieden|unzufrieden|einverstanden)\b/i;

const IS_REFUSED = {
  en: /\b(?:is|are|gets?|will be|must be) (?:rejected|refused|declined|denied|turned down|returned)\b/i,
  de: /\b(?:wird|werden|ist)\b.*\b(?:abgelehnt|zurückgewiesen|verweigert)\b/i,
} as const;

/** "If it is refused, the process ends": what happens behind a no. */
export function refusalIn(
  { condition, main, opener, isTrailing }: Split,
  now: ReadingNow,
): readonly ProcessStatement[] | undefined {
  const { language } = now.parties;
  const lead = condition === '' ? leadOf(main, language) : { lead: condition, rest: main };
  if (/^(?:unless|after|before|bevor)$/.test(opener) && !REFUSED[language].test(condition)) return undefined;
  const isDenied = condition !== '' && MUST_NOT[language].test(condition) && ENDS[language].test(main);
  if (isDenied && !COMPARES[language].test(condition)) return [{ kind: 'refusal', way: { kind: 'end' } }];
  if (condition !== '' && IS_REFUSED[language].test(main) && !COMPARES[language].test(condition))
    return [{ kind: 'refusal', way: refusalWay(main, now) ?? { kind: 'end' } }];
  const trailing = isTrailing ? returnIn(condition, main, now) : undefined;
  if (trailing) return trailing;
  if (!REFUSED[language].test(lead.lead) || COMPARES[language].test(lead.lead)) return undefined;
  const isSuffered =
    !CONTENT.test(lead.lead) &&
    (/\b(?:is|are|was|were|been|wird|werden|wurde)\b/i.test(lead.lead) ||
      /^(?:a |the |any |every )?(?:rejected|refused|declined|denied|unsuccessful|abgelehnte)/i.test(lead.lead));
  const [by] = isSuffered ? [] : mentionsOf(lead.lead, now).filter((mention) => isActing(lead.lead, mention));
  const way = refusalWay(lead.rest, now, by?.party);
  if (way === undefined) return condition === '' ? undefined : [];
  return [{ kind: 'refusal', ...(by && { party: by.party }), way }];
}

/** The beginning of a sentence that says no, up to its verb: "a rejected request | goes back". */
function leadOf(main: string, language: TextLanguage): { readonly lead: string; readonly rest: string } {
  const pattern =
    language === 'en'
      ? /^((?:(?:a|an|the|any|every|in case of|after|on|upon|with) )?(?:\w+ ){0,2}?(?:rejected|refused|declined|denied|negative|unsuccessful|refusal|rejection|refusing|rejecting|declining|denial|no)\b(?: (?:\w+)){0,2}?) ((?:goes?|is|are|ends?|returns?|means?|closes?|leads?|will|can|may|must|the|it|comes?)\b.*)$/i
      : /^((?:bei|nach|im falle|eine?r?|der|die|das|jede|sagt|lehnt)? ?(?:\p{L}+ ){0,3}?\p{L}*(?:ablehnung|absage|abgelehnte?[rn]?|negative[mnr]?|zurückweisung|ab)\b(?: (?:\p{Lu}\p{L}+))?) ?,? ?((?:ist|geht|endet|beendet|kann|darf|muss|wird|schließt|führt)\b.*)$/iu;
  const match = pattern.exec(main);
  return match ? { lead: match[1] as string, rest: match[2] as string } : { lead: '', rest: main };
}
