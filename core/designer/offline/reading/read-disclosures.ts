// Sentences on who reads what: "the carrier must not see the price", "only the bank may see the amount", "the
// insurer sees the address but not the price".

import type { ReadingNow } from '../clauses/reading-now.js';
import type { NamedParty, ProcessStatement } from '../clauses/statement.js';
import { splitList } from '../words/field-phrases.js';
import { type TextLanguage, tokensOf } from '../words/tokens.js';
import { HIDDEN_FROM, MUST_NOT, NOT_SHOWN_TO, SEES } from './grammar.js';

/** Statements on who reads what; none where the sentence is about something else. */
export function readSight(sentence: string, now: ReadingNow): readonly ProcessStatement[] {
  const parts = partsOf(sentence, now.parties.language);
  const read = parts.map((part) => disclosureIn(part, now));
  if (read.every((statements) => statements.length > 0)) return read.flat();
  return parts.length > 1 ? disclosureIn(sentence, now) : [];
}

/** Parts of a sentence of which some, and not all, are on who reads what. */
export function sightParts(sentence: string, now: ReadingNow): readonly string[] {
  const parts = partsOf(sentence, now.parties.language);
  return parts.length > 1 && parts.slice(1).some((part) => disclosureIn(part, now).length > 0) ? parts : [sentence];
}

/** "The carrier must not see the value, customs must not see the rate" is two sentences. */
function partsOf(sentence: string, language: TextLanguage): readonly string[] {
  const parts = sentence.split(
    language === 'en'
      ? /,\s*(?:and |but |while )?(?=(?:the |neither |only )?\w+(?: \w+){0,3} (?:must|may|should|can|does|do|is|are|sees?|cannot)\b)|;\s*/i
      : /,\s*(?:und |aber )?(?=(?:der|die|das) [^,]* (?:darf|dürfen|soll|sieht)\b)|;\s*/i,
  );
  return parts.filter((part) => part.trim() !== '');
}

function disclosureIn(part: string, now: ReadingNow): readonly ProcessStatement[] {
  const { language } = now.parties;
  const from = HIDDEN_FROM[language].exec(part) ?? NOT_SHOWN_TO[language].exec(part);
  if (from) return hide(partiesIn(from[2] as string, now), phrasesIn(from[1] as string, now));
  const keeps = /^(?:please )?(?:keep|hide|conceal|verbirg|verstecke)\s+(.+?)\s+(?:from|secret from|vor)\s+(.+)$/i.exec(
    part,
  );
  if (keeps) return hide(partiesIn(keeps[2] as string, now), phrasesIn(keeps[1] as string, now));
  const isSeeing = SEES[language].exec(part);
  if (!isSeeing) return [];
  return language === 'en' ? englishSight(part, now) : germanSight(part, now);
}

const ENGLISH_SIGHT =
  /^(.*?)\b((?:must|may|should|shall|can|could|do|does|is|are|will|would|ought|has|have|needs?)?\s*(?:never|not|n't|only|also|still)?[\w\s]*?)\b(see|sees|know|knows|learn|learns|read|reads|find out|be shown|be told|access|view|get to see|gets to see|look at)\b\s*(?:about |of |to see |only )?(.+)$/i;

function englishSight(part: string, now: ReadingNow): readonly ProcessStatement[] {
  const plain = part
    .replace(/\b(can|must|may|should|does|do|is|are|could)n't\b/gi, '$1 not')
    .replace(/\bcannot\b/gi, 'can not');
  const match = ENGLISH_SIGHT.exec(plain);
  if (!match) return [];
  const [, who, how, , what] = match as unknown as [string, string, string, string, string];
  if (/^(?:please\s*)?(?:who|what|which)\b/i.test(plain)) return [];
  const verbal = `${who} ${how}`;
  const parties = partiesIn(verbal, now);
  const isNoun = /^access$/i.test(match[3] as string) && !/\b(?:must|may|should|shall|can|could|not|to)\b/i.test(how);
  const isWork = /^reads?$/.test(match[3] as string) && how.trim() === '' && / and \w+/i.test(what);
  if (parties.length === 0 || isWork || isNoun) return [];
  if (!/\b(?:they|it|he|she|them)\b/i.test(who)) now.spoken.parties = parties;
  const isNegated = MUST_NOT.en.test(verbal.replace(/\bno longer than\b/gi, ''));
  return sightOf(
    {
      parties,
      what,
      isNegated,
      isOnlyData: /\bonly\b/i.test(how) || /^only\b/i.test(what) || /\bonly (?:gets|get)\b/i.test(verbal),
      isOnlyParty: /^\s*only\b|\bnobody but\b|\bnone but\b/i.test(who),
    },
    now,
  );
}

function germanSight(part: string, now: ReadingNow): readonly ProcessStatement[] {
  const match = /^(.*?)\b(darf|dürfen|soll|sollen|kann|können|sieht|sehen|erfährt|kennt|liest)\b(.*)$/i.exec(part);
  if (!match) return [];
  const [, lead, verb, tail] = match as unknown as [string, string, string, string];
  const parties = lead.trim() === '' || !/\p{L}/u.test(lead) ? partiesIn(tail, now).slice(0, 1) : partiesIn(lead, now);
  if (parties.length === 0) return [];
  const isModal = /^(?:darf|dürfen|soll|sollen|kann|können)$/i.test(verb);
  if (isModal && !SEES.de.test(tail)) return [];
  const what = tail
    .replace(/\b(?:sehen|erfahren|wissen|kennen|kennenlernen|lesen|einsehen)\b/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const but = /^(.*?),?\s*(?:aber|jedoch|doch)\s+nicht\s+(.*)$/i.exec(what);
  const denied = but ? `${but[1]}, but not ${but[2]}` : what;
  const isNegated = !but && MUST_NOT.de.test(tail);
  return sightOf(
    {
      parties,
      what: isNegated
        ? denied.replace(/\b(?:nicht|nie|niemals|auch|keinesfalls)\b/gi, ' ').replace(/\bkeinen?\b/gi, ' ')
        : denied,
      isNegated,
      isOnlyData: /\bnur\b|\blediglich\b|\bausschließlich\b/i.test(what),
      isOnlyParty: /^\s*(?:nur|allein)\b/i.test(lead),
    },
    now,
  );
}

interface Sight {
  readonly parties: readonly NamedParty[];
  readonly what: string;
  readonly isNegated: boolean;
  readonly isOnlyData: boolean;
  readonly isOnlyParty: boolean;
}

function sightOf(
  { parties, what, isNegated, isOnlyData, isOnlyParty }: Sight,
  now: ReadingNow,
): readonly ProcessStatement[] {
  const but = /^(.*?),?\s*\b(?:but|and|though)?\s*\bnot\s+(.+)$/i.exec(what);
  if (!isNegated && but) {
    const sees = phrasesIn(but[1] as string, now);
    const not = hide(parties, phrasesIn(but[2] as string, now));
    return [
      ...(sees.length > 0 ? [{ kind: 'sees' as const, parties, phrases: sees, isOnlyData, isOnlyParty }] : []),
      ...not,
    ];
  }
  const phrases = phrasesIn(what, now);
  if (isNegated) return hide(parties, phrases);
  return phrases.length === 0 ? [] : [{ kind: 'sees', parties, phrases, isOnlyData, isOnlyParty }];
}

function hide(parties: readonly NamedParty[], phrases: readonly string[]): readonly ProcessStatement[] {
  return parties.length === 0 || phrases.length === 0 ? [] : [{ kind: 'hidden', parties, phrases }];
}

function partiesIn(text: string, now: ReadingNow): readonly NamedParty[] {
  const mentions = now.parties.mentionsIn(tokensOf(text));
  if (mentions.length > 0) return mentions.map(({ party }) => party);
  return /\b(?:neither|none|both|they|it|he|she|them|beide|keiner?|sie|er|es)\b/i.test(text) ? now.spoken.parties : [];
}

/** Names of data: without articles, and without a clause behind them. */
function phrasesIn(text: string, { parties }: ReadingNow): readonly string[] {
  const plain = text
    .replace(
      /,?\s*\b(?:which|that|den|die|das|der)\b(?=[^,]*\b(?:also|states?|enters?|gives?|angibt|nennt|eingibt|macht)\b).*$/i,
      '',
    )
    .replace(/^[\s,]*(?:also|auch|nur|only)\s+/i, '')
    .replace(/\s+of (?:another|each other|one another|any other|the other)\b.*$/i, '')
    .replace(/\b(?:each other|one another)(?:'s)?\s+/gi, '')
    .replace(/\b(?:the )?\p{L}+'s\s+/giu, '')
    .replace(/\b(?:at any time|in any case|at all|directly)\b/gi, '');
  const articles = /^(?:the|a|an|its|their|his|her|any|der|die|das|den|dem|ein|eine|einen|seine?n?|ihre?n?)\s+/i;
  return splitList(plain)
    .map((item) =>
      item
        .replace(articles, '')
        .replace(/^(?:neue[nrms]?|new)\s+/i, '')
        .replace(/["()]/g, '')
        .trim(),
    )
    .filter((item) => item !== '' && (parties.language === 'en' || /\p{L}{2}/u.test(item)));
}
