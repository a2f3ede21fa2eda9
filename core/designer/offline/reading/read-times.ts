// How long a party has, and what happens when the time is over.

import type { Mention } from '../clauses/mentions.js';
import type { ReadingNow } from '../clauses/reading-now.js';
import type { Consequence, NamedParty, ProcessStatement } from '../clauses/statement.js';
import { durationIn } from '../words/quantities.js';
import { tokensOf } from '../words/tokens.js';
import { isActing, mentionsOf } from './acting.js';
import { CONSENTS, ENDS, OTHERWISE, REMINDS, SILENT } from './grammar.js';
import type { Split } from './split-condition.js';

/** "If no answer comes within 5 working days it counts as consent", and times with what follows them. */
export function silenceIn(
  { condition, main }: Split,
  sentence: string,
  now: ReadingNow,
): readonly ProcessStatement[] | undefined {
  const { language } = now.parties;
  const isSilent = condition === '' ? SILENT[language].test(sentence) : SILENT[language].test(condition);
  if (!isSilent) return undefined;
  const match = durationIn(sentence);
  const silent = condition === '' ? sentence.slice(0, match?.at ?? sentence.length) : condition;
  const [named] = mentionsOf(silent, now).filter((mention) => isActing(silent, mention));
  const party =
    named?.party ??
    (/\b(?:it|he|she|they|er|sie|es)\b|^(?:no|keine?) /i.test(silent)
      ? (now.timed ?? now.spoken.parties[0])
      : now.timed);
  const rest = condition === '' ? sentence : main;
  const consequence = consequenceIn(rest, party, now);
  const late = party ?? (consequence && 'parties' in consequence ? consequence.parties[0] : undefined);
  if (late) now.timed = late;
  return [
    {
      kind: 'deadline',
      ...(late && { party: late }),
      ...(match && { duration: match.duration }),
      ...(consequence && { consequence }),
    },
  ];
}

/** The end of a time that is over; undefined where the text does not say. */
export function consequenceIn(text: string, party: NamedParty | undefined, now: ReadingNow): Consequence | undefined {
  const { language } = now.parties;
  const others = mentionsOf(text, now)
    .map((mention) => mention.party)
    .filter(({ id }) => id !== party?.id);
  if (REMINDS[language].test(text))
    return { kind: 'remind', parties: others.length > 0 ? others : party ? [party] : [] };
  const [other] = others;
  const isOther =
    /\b(?:may|can|could|must|instead|place|take[ns]?|decides?|goes|go|kann|darf|muss|entscheidet|übernimmt|geht|stelle|statt)\b/i.test(
      text,
    );
  const isRefused = /\b(?:refus\w*|reject\w*|declin\w*|denied|abgelehnt|ablehnung)\b/i.test(text);
  if (isRefused) return { kind: 'refuse' };
  if (
    /\b(?:counts?|deemed|regarded|considered|treated|taken?|gilt|gelten)\b/i.test(text) &&
    CONSENTS[language].test(text)
  )
    return { kind: 'consent' };
  if (other && isOther) return { kind: 'escalate', parties: [other] };
  if (ENDS[language].test(text)) return { kind: 'end' };
  return CONSENTS[language].test(text) ? { kind: 'consent' } : undefined;
}

/** The party that acts before a time: "passes it to the builder, who repairs it within ..." is the builder's. */
function holderIn(before: string, now: ReadingNow): Mention | undefined {
  const tokens = tokensOf(before);
  const mentions = mentionsOf(before, now);
  const isWho = ({ end }: Mention) => tokens.slice(end, end + 2).some(({ lower }) => /^(?:who|which)$/.test(lower));
  return mentions.findLast(isWho) ?? mentions.find((mention) => isActing(before, mention));
}

export interface Times {
  /** The text without its time, and what follows "otherwise". */
  readonly rest: readonly [text: string, otherwise: string];
  /** The time is of a step that may have been told before: "has an hour to decide". */
  readonly isRestated: boolean;
  statements(now: ReadingNow): readonly ProcessStatement[];
}

/** "Searches for the parcel and has 10 days to do so": what stands before the time. */
function actBefore(holding: string): string {
  return /,? and\s*$/i.test(holding) ? holding.replace(/,? and\s*$/i, '') : '';
}

/** "within 8 weeks", "has 3 working days, otherwise ...": the time of who acts in the sentence. */
export function timesIn(main: string, now: ReadingNow): Times {
  const match = durationIn(main);
  const none: Times = { rest: [main, ''], isRestated: false, statements: () => [] };
  if (!match) return none;
  const { language } = now.parties;
  const before = main.slice(0, match.at);
  const isWithin =
    /\b(?:within|in|by|no later than|at the latest|inside|binnen|innerhalb(?: von)?|in|spätestens(?: nach)?|for up to|up to|at most)\s*(?:the )?(?:next )?$/i.test(
      before,
    );
  const isHaving =
    /\b(?:has|have|gets?|is given|are given|with|hat|haben|bekommt|erhält|frist(?: von)?|deadline(?: of| is)?|takes?|for)(?: (?:dafür|dazu|then|another|hierfür|now|a further|only))?\s*(?:up to |at most |bis zu |höchstens |noch )?$/i.test(
      before,
    );
  if (!isWithin && !isHaving) return none;
  const after = main.slice(match.end);
  const cut = OTHERWISE[language].exec(after);
  const otherwise = cut
    ? after.slice(cut.index + cut[0].length)
    : after.includes(',')
      ? after.slice(after.indexOf(',') + 1)
      : '';
  const kept = cut ? after.slice(0, cut.index) : otherwise === '' ? after : after.slice(0, after.indexOf(','));
  const act = isHaving && !isWithin ? /^\s*(?:time )?to (?!do\b)(.+)$/i.exec(kept)?.[1] : undefined;
  const holding = before.replace(/\s*\b(?:has|have|gets?|is given|are given)\b.*$/i, '');
  const text =
    isHaving && !isWithin
      ? act === undefined
        ? actBefore(holding)
        : `${holding} must ${act}`
      : `${before.replace(/\s*\b(?:within|in|by|no later than|at the latest|binnen|innerhalb(?: von)?|spätestens(?: nach)?|for up to|up to|at most)\s*(?:the )?(?:next )?$/i, '')}${kept}`.trim();
  const holder = holderIn(before, now);
  const late = mentionsOf(main, now)[0];
  return {
    rest: [text, otherwise],
    isRestated: act !== undefined,
    statements: () => {
      const spoken = now.spoken.parties[0];
      const party =
        holder?.party ??
        (/\b(?:it|they|he|she|es|er|sie)\b/i.test(before) || isWithin ? spoken : undefined) ??
        late?.party ??
        spoken;
      if (party) now.timed = party;
      const consequence = otherwise === '' ? undefined : consequenceIn(otherwise, party, now);
      return [
        { kind: 'deadline', ...(party && { party }), duration: match.duration, ...(consequence && { consequence }) },
      ];
    },
  };
}
