// A sentence as its condition and what is said under it: "if ..., ...", and the forms without a comma.
import type { TextLanguage } from '../words/tokens.js';
import { verbsOf } from '../words/verbs.js';
import { APPROVED, LEADING_CONDITION, REFUSED, TRAILING_CONDITION } from './grammar.js';

export interface Split {
  /** Of the condition; empty without one. */
  readonly condition: string;
  readonly opener: string;
  readonly main: string;
  /** The condition stands behind. */
  readonly isTrailing?: true;
}

/** The condition of a sentence apart from what is said under it. */
export function splitCondition(sentence: string, language: TextLanguage): Split {
  const bei =
    language === 'de'
      ? /^bei ([^,]+?) ((?:muss|müssen|kann|darf|soll|wird|ist|entscheidet|prüft|genehmigt) .+)$/i.exec(sentence)
      : null;
  if (bei && !APPROVED.de.test(bei[1] as string) && !REFUSED.de.test(bei[1] as string))
    return { condition: bei[1] as string, opener: 'bei', main: bei[2] as string };
  const verbFirst =
    language === 'de'
      ? /^(?:und |aber )?((?:\p{Lu}\p{Ll}+t|Wird|Werden|Ist|Sind|Hat|Sagt|Übersteigt) [^,]+), (?:so |dann )?(\p{Ll}.+)$/u.exec(
          sentence,
        )
      : null;
  if (verbFirst && !/^(?:Der|Die|Das|Danach|Zuletzt|Zunächst)\b/.test(sentence))
    return { condition: verbFirst[1] as string, opener: 'wenn', main: verbFirst[2] as string };
  const lead = LEADING_CONDITION[language].exec(sentence);
  const isShort = (said: string) =>
    said.split(/\s+/).length <= 4 ||
    /\b(?:has|have|had|is|are|was|were|been|gets|hat|haben|ist|sind|wurde)\b/i.test(said);
  const isPhrase = lead !== null && /^(?:after|before|for|upon|following|on)$/i.test(lead[1] as string);
  if (lead && (!isPhrase || isShort(lead[2] as string)))
    return { opener: (lead[1] as string).toLowerCase(), condition: lead[2] as string, main: lead[3] as string };
  const open =
    /^(?:and |but )?(if|when|once) ((?:\S+ ){1,8}?(?:is|are|was|were|has been|have been) (?:not )?(?:\w+ed|granted|fine|okay|ok|in order|complete|critical|positive|negative|given)) ((?:the|a|an|it|he|she|they|its)\b .+)$/i.exec(
      sentence,
    );
  if (open) return { opener: (open[1] as string).toLowerCase(), condition: open[2] as string, main: open[3] as string };
  const parted = /^(?:and |but )?(?:if|when|once|for)\b/i.test(sentence)
    ? splitWithoutComma(sentence, language)
    : undefined;
  if (parted) return parted;
  const bare =
    /^(?:if|once|when|wenn|falls) (?:it is |it's )?(rejected|refused|declined|denied|approved|accepted|granted|not|abgelehnt|genehmigt) (.+)$/i.exec(
      sentence,
    );
  if (bare) return { opener: 'if', condition: bare[1] as string, main: bare[2] as string };
  const trail = TRAILING_CONDITION[language].exec(sentence);
  if (trail)
    return {
      opener: (trail[2] as string).toLowerCase(),
      condition: trail[3] as string,
      main: trail[1] as string,
      isTrailing: true,
    };
  return { condition: '', opener: '', main: sentence };
}

/** "If the policy does not cover it the claim is refused": the second subject with a verb begins what follows. */
function splitWithoutComma(sentence: string, language: TextLanguage): Split | undefined {
  if (language !== 'en') return undefined;
  const words = sentence.replace(/,.*$/, '').split(' ');
  for (let at = 3; at < words.length - 2; at++) {
    const [before = '', subject = ''] = [words[at - 1], words[at]];
    const isSubject = /^(?:the|an?|it|he|she|they|every|each)$/i.test(subject);
    const isObject =
      isVerbForm(before) ||
      /^(?:of|to|by|for|with|from|in|on|at|than|over|above|below|under|not|is|are|was|and|or)$/.test(before);
    const behind = words.slice(at + 1, at + 4);
    if (!isSubject || isObject || !behind.some((word) => AUXILIARY.test(word) || isVerbForm(word, 'third'))) continue;
    const opener = (words[0] as string).toLowerCase();
    return { opener, condition: words.slice(1, at).join(' '), main: sentence.split(' ').slice(at).join(' ') };
  }
  return undefined;
}

const AUXILIARY = /^(?:is|are|has|have|must|can|may|should|will|needs?)$/;

function isVerbForm(word: string, of?: 'third'): boolean {
  return verbsOf(word.toLowerCase(), 'en').some(
    ({ form }) => form === 'third' || (of === undefined && form === 'base'),
  );
}
