// A sentence as statements: its conditions first, then readers, silence, refusals and times. The steps of its
// clauses come last.

import type { ReadingNow } from '../clauses/reading-now.js';
import type { ProcessStatement, StepCondition } from '../clauses/statement.js';
import { durationIn } from '../words/quantities.js';
import { isActing, mentionsOf } from './acting.js';
import { APPROVED, REFUSED } from './grammar.js';
import { comparisonIn, LASTING, truthIn, truthOfKind } from './read-conditions.js';
import { readSight } from './read-disclosures.js';
import { refusalIn } from './read-refusals.js';
import { stepsIn } from './read-steps.js';
import { silenceIn, timesIn } from './read-times.js';
import { type Split, splitCondition } from './split-condition.js';

/** The statements of a sentence; none where it says nothing about a process. */
export function readSentence(sentence: string, now: ReadingNow): readonly ProcessStatement[] {
  const language = now.parties.language;
  const hidden = readSight(sentence, now);
  if (hidden.length > 0) return hidden;
  const split = splitCondition(sentence, language);
  const silence = silenceIn(split, sentence, now);
  // "If it declines or does not answer": the same way behind both.
  if (silence && REFUSED[language].test(split.condition)) return [...(refusalIn(split, now) ?? []), ...silence];
  return silence ?? refusalIn(split, now) ?? readNeed(sentence, now) ?? stepsUnder(split, sentence, now);
}

/** "Grants over 50,000 need the chair as well": who is needed decides. */
function readNeed(sentence: string, now: ReadingNow): readonly ProcessStatement[] | undefined {
  const { language } = now.parties;
  const match = NEEDING[language].exec(sentence);
  const comparison = match ? comparisonIn(match[1] as string, language) : undefined;
  const [mention] = match ? mentionsOf(match[2] as string, now) : [];
  if (!comparison || !mention) return undefined;
  const title = language === 'de' ? 'Zustimmen' : 'Approve';
  return [
    {
      kind: 'step',
      parties: [mention.party],
      verb: 'approve',
      verbKind: 'decide',
      title,
      fields: [],
      isParallel: false,
      isToo: true,
      condition: { kind: 'compare', comparison },
    },
  ];
}

const NEEDING = {
  en: /^(.+?) (?:also )?(?:needs?|requires?|(?:must |have to |has to )?goe?s? (?:also )?to|(?:is|are) (?:also )?(?:sent|passed|shown) to) (?!to\b)(.+)$/i,
  de: /^(.+?) (?:braucht|brauchen|benötigt|benötigen|erfordert|erfordern|gehen (?:auch )?an|geht (?:auch )?an) (.+)$/i,
} as const;

/** "When the student brings it back" is a step, where it was not told before. */
const ECHOES = /^(?:when|once|as soon as|after|wenn|sobald|nachdem)$/;

/** Steps, under a condition over data where there is one. */
function stepsUnder(split: Split, sentence: string, now: ReadingNow): readonly ProcessStatement[] {
  const { language } = now.parties;
  const { opener, condition: said, main } = split;
  const isTime =
    /^(?:after|before|once|as soon as|upon|following|on|for|bei|nachdem|bevor|sobald|where|provided|in case)/.test(
      opener,
    );
  const compared =
    comparisonIn(said === '' ? '' : said, language) ??
    (said === '' && (!durationIn(main) || LASTING[language].test(main)) ? comparisonIn(main, language) : undefined);
  const isApproval = APPROVED[language].test(said);
  const condition: StepCondition | undefined = compared
    ? { kind: 'compare', comparison: compared }
    : said !== '' && !isTime && !isApproval && !REFUSED[language].test(said)
      ? truthIn(said, opener, language)
      : truthOfKind(said, opener, now);
  const echoed =
    ECHOES.test(opener) && !REFUSED[language].test(said) ? stepsIn(said, { now, about: '', isEcho: true }) : [];
  const [subject] = mentionsOf(said, now).filter((mention) => isActing(said, mention));
  if (subject && /^(?:it|they|he|she|er|sie|es)\b/i.test(main)) now.spoken.parties = [subject.party];
  const timed = timesIn(main, now);
  const [text] = timed.rest;
  const steps = stepsIn(text, {
    now,
    about: said,
    ...(condition && { condition }),
    ...(timed.isRestated && { isRestated: true }),
  });
  const isConditional = condition !== undefined && steps.some(({ kind }) => kind === 'step');
  const echoedSteps = echoed.filter(({ kind }) => kind === 'step');
  const result = [...echoedSteps, ...(isConditional || condition === undefined ? steps : []), ...timed.statements(now)];
  if (result.length > 0 || said === '') return result;
  return stepsIn(sentence, { now, about: '' });
}
