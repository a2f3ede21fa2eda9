// A sentence as statements: its conditions first, then readers, silence, refusals and times. The steps of its
// clauses come last.
import { currencyIn, durationIn, numberText } from '../words/quantities.js';
import { type TextLanguage, tokensOf } from '../words/tokens.js';
import {
  APPROVED,
  COMPARES,
  CONSENTS,
  ENDS,
  LEADING_CONDITION,
  LESS,
  NOT_LESS,
  NOT_MORE,
  OTHERWISE,
  REFUSED,
  REMINDS,
  SILENT,
  TRAILING_CONDITION,
} from './grammar.js';
import type { Mention } from './mentions.js';
import { readSight } from './read-disclosures.js';
import { stepsIn } from './read-steps.js';
import type { ReadingNow } from './reading-now.js';
import { refusalWay } from './refusal-way.js';
import type { Consequence, NamedParty, NumberCondition, ProcessStatement, StepCondition } from './statement.js';

interface Split {
  /** Of the condition; empty without one. */
  readonly condition: string;
  readonly opener: string;
  readonly main: string;
}

/** The statements of a sentence; none where it says nothing about a process. */
export function readSentence(sentence: string, now: ReadingNow): readonly ProcessStatement[] {
  const language = now.parties.language;
  const hidden = readSight(sentence, now);
  if (hidden.length > 0) return hidden;
  const split = splitCondition(sentence, language);
  return silenceIn(split, sentence, now) ?? refusalIn(split, now) ?? stepsUnder(split, sentence, now);
}

function splitCondition(sentence: string, language: TextLanguage): Split {
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
  const bare =
    /^(?:if|once|when|wenn|falls) (?:it is |it's )?(rejected|refused|declined|denied|approved|accepted|granted|not|abgelehnt|genehmigt) (.+)$/i.exec(
      sentence,
    );
  if (bare) return { opener: 'if', condition: bare[1] as string, main: bare[2] as string };
  const trail = TRAILING_CONDITION[language].exec(sentence);
  if (trail)
    return { opener: (trail[2] as string).toLowerCase(), condition: trail[3] as string, main: trail[1] as string };
  return { condition: '', opener: '', main: sentence };
}

function mentionsOf(text: string, { parties }: ReadingNow): readonly Mention[] {
  return parties.mentionsIn(tokensOf(text));
}

/** "If nobody answers within 5 working days it counts as consent", and times with what follows them. */
function silenceIn(
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
    (/\b(?:it|he|she|they|er|sie|es)\b/i.test(silent) ? (now.timed ?? now.spoken.parties[0]) : now.timed);
  const rest = condition === '' ? sentence : main;
  const consequence = consequenceIn(rest, party, now);
  if (party) now.timed = party;
  return [
    {
      kind: 'deadline',
      ...(party && { party }),
      ...(match && { duration: match.duration }),
      ...(consequence && { consequence }),
    },
  ];
}

function isActing(text: string, mention: Mention): boolean {
  return !/^(?:to|from|by|zu|von|an|bei)$/i.test(tokensOf(text)[mention.from - 1]?.lower ?? '');
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

/** "If it is refused, the process ends": what happens behind a no. */
function refusalIn({ condition, main, opener }: Split, now: ReadingNow): readonly ProcessStatement[] | undefined {
  const { language } = now.parties;
  const lead = condition === '' ? leadOf(main, language) : { lead: condition, rest: main };
  if (/^(?:unless|after|before|bevor)$/.test(opener) && !REFUSED[language].test(condition)) return undefined;
  if (!REFUSED[language].test(lead.lead) || COMPARES[language].test(lead.lead)) return undefined;
  const isSuffered =
    /\b(?:is|are|was|were|been|wird|werden|wurde)\b/i.test(lead.lead) ||
    /^(?:a |the |any |every )?(?:rejected|refused|declined|denied|unsuccessful|abgelehnte)/i.test(lead.lead);
  const [by] = isSuffered ? [] : mentionsOf(lead.lead, now).filter((mention) => isActing(lead.lead, mention));
  const way = refusalWay(lead.rest, now);
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

/** Steps, under a condition over data where there is one. */
function stepsUnder(split: Split, sentence: string, now: ReadingNow): readonly ProcessStatement[] {
  const { language } = now.parties;
  const { opener, condition: said, main } = split;
  const isTime =
    /^(?:after|before|once|as soon as|upon|following|on|for|nachdem|bevor|sobald|where|provided|in case)/.test(opener);
  const compared =
    comparisonIn(said === '' ? '' : said, language) ??
    (said === '' && !durationIn(main) ? comparisonIn(main, language) : undefined);
  const isApproval = APPROVED[language].test(said);
  const condition: StepCondition | undefined = compared
    ? { kind: 'compare', comparison: compared }
    : said !== '' && !isTime && !isApproval && !REFUSED[language].test(said)
      ? truthIn(said, opener, language)
      : undefined;
  const timed = timesIn(main, now);
  const [text] = timed.rest;
  const steps = stepsIn(text, {
    now,
    about: said,
    ...(condition && { condition }),
    ...(timed.isRestated && { isRestated: true }),
  });
  const isConditional = condition !== undefined && steps.some(({ kind }) => kind === 'step');
  const result = [...(isConditional || condition === undefined ? steps : []), ...timed.statements(now)];
  if (result.length > 0 || said === '') return result;
  return stepsIn(sentence, { now, about: '' });
}

/** The party that acts before a time: "passes it to the builder, who repairs it within ..." is the builder's. */
function holderIn(before: string, now: ReadingNow): Mention | undefined {
  const tokens = tokensOf(before);
  const mentions = mentionsOf(before, now);
  const isWho = ({ end }: Mention) => tokens.slice(end, end + 2).some(({ lower }) => /^(?:who|which)$/.test(lower));
  return mentions.findLast(isWho) ?? mentions.find((mention) => isActing(before, mention));
}

interface Times {
  /** The text without its time, and what follows "otherwise". */
  readonly rest: readonly [text: string, otherwise: string];
  /** The time is of a step that may have been told before: "has an hour to decide". */
  readonly isRestated: boolean;
  statements(now: ReadingNow): readonly ProcessStatement[];
}

/** "within 8 weeks", "has 3 working days, otherwise ...": the time of who acts in the sentence. */
function timesIn(main: string, now: ReadingNow): Times {
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
        ? ''
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

function comparisonIn(text: string, language: TextLanguage): NumberCondition | undefined {
  const match = COMPARES[language].exec(text);
  if (!match) return undefined;
  const word = (match[1] ?? match[3] ?? '') as string;
  const number = (match[2] ?? match[4]) as string;
  const operator = NOT_LESS.test(word) ? '>=' : NOT_MORE.test(word) ? '<=' : LESS.test(word) ? '<' : '>';
  const currency = currencyIn(text);
  return { about: text, operator, value: numberText(number), ...(currency && { currency }) };
}

/** "the results are critical": a member that is true. */
function truthIn(condition: string, opener: string, language: TextLanguage): StepCondition | undefined {
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
