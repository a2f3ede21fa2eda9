// The way behind a no: the end, a step back, or something that a party may do about it.
import { tokensOf } from '../words/tokens.js';
import { APPEALS, BACK, ENDS } from './grammar.js';
import type { ReadingNow } from './reading-now.js';
import type { RefusalWay } from './statement.js';

/** Undefined where the text does not say. */
export function refusalWay(text: string, now: ReadingNow): RefusalWay | undefined {
  const { language } = now.parties;
  const mentions = now.parties.mentionsIn(tokensOf(text));
  const [first] = mentions;
  if (APPEALS[language].test(text) && first) {
    const decider = mentions.find(({ party }) => party.id !== first.party.id)?.party;
    return {
      kind: 'on',
      by: first.party,
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
  if (/\b(?:told|reasons?|informed|notified|why|grund|gründe|begründung|mitgeteilt|informiert)\b/i.test(text))
    return { kind: 'end' };
  return undefined;
}
