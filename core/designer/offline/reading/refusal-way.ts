// The way behind a no: the end, a step back, or something that a party may do about it.

import { clausesOf } from '../clauses/clauses.js';
import type { ReadingNow } from '../clauses/reading-now.js';
import type { NamedParty, RefusalWay } from '../clauses/statement.js';
import { firstUpper } from '../words/field-phrases.js';
import { tokensOf } from '../words/tokens.js';
import { APPEALS, BACK, ENDS } from './grammar.js';

/** Undefined where the text does not say. */
export function refusalWay(text: string, now: ReadingNow, by?: NamedParty): RefusalWay | undefined {
  const { language } = now.parties;
  const mentions = now.parties.mentionsIn(tokensOf(text));
  const [first] = mentions;
  const isOwn = by !== undefined && /^(?:it|they|he|she|er|sie|es)\b/i.test(text);
  const appellant = isOwn ? by : first?.party;
  if (APPEALS[language].test(text) && appellant) {
    const decider = mentions.find(({ party }) => party.id !== appellant.id)?.party;
    return {
      kind: 'on',
      by: appellant,
      title: language === 'de' ? 'Widersprechen' : 'Appeal',
      ...(decider && { decider }),
    };
  }
  if (ENDS[language].test(text)) return { kind: 'end' };
  if (BACK[language].test(text)) {
    const target = mentions.at(-1) ?? first;
    return {
      kind: 'back',
      ...(target && { to: /\b(?:asks?|bittet)\b/i.test(text) ? target.party : (first ?? target).party }),
    };
  }
  const [other] = clausesOf(tokensOf(text), now.parties, { parties: [] }).filter(
    ({ parties, verb, isPassive }) => !isPassive && parties.length > 0 && /^(?:do|check|decide|state)$/.test(verb.kind),
  );
  if (other)
    return { kind: 'on', by: other.parties[0] as NamedParty, title: firstUpper(other.verb.lemma), isGoingOn: true };
  if (/\b(?:told|reasons?|informed|notified|why|grund|gründe|begründung|mitgeteilt|informiert)\b/i.test(text))
    return { kind: 'end' };
  return undefined;
}
