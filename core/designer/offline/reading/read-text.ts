// A whole text of a person as statements, in its order.

import { MODALS } from '../clauses/clause.js';
import { AMBIGUOUS, OPENS } from '../clauses/english-clauses.js';
import { knowCounted, ofMembers } from '../clauses/groups.js';
import { isThing, type PartyNames } from '../clauses/mentions.js';
import type { ReadingNow } from '../clauses/reading-now.js';
import type { NamedParty, ProcessReading, ProcessStatement } from '../clauses/statement.js';
import { splitList } from '../words/field-phrases.js';
import { isPartyNoun, isThingNoun } from '../words/parties.js';
import { durationIn } from '../words/quantities.js';
import { sentencesOf, type TextLanguage, tokensOf, type WordToken } from '../words/tokens.js';
import { verbsOf } from '../words/verbs.js';
import { ENDS, OTHERWISE } from './grammar.js';
import { sightParts } from './read-disclosures.js';
import { readSentence } from './read-sentence.js';

/** A sentence of several conditions is read as several sentences. */
const PARTS = /\s*,?\s*\b(?:and|but|und|aber)\s+(?=(?:if|when|unless|wenn|falls)\b)/i;

/** Words of time before a party: no part of its name. */
const AT_THE_END = /^(?:at|in) the (?:very )?end,? /i;
/** "Does a check" is an act, and "does not check" denies one. */
const DOES = /\bdoes (?=(?:an?|the|his|her|its|their)\b)/gi;

/** The statements of all sentences, and the sentences that say nothing. */
export function readText(text: string, now: ReadingNow): ProcessReading {
  const sentences = sentencesOf(text).map((sentence) =>
    sentence.replace(AT_THE_END, 'Finally ').replace(DOES, 'performs '),
  );
  now.parties.lookForAnybody(tokensOf(text));
  for (const sentence of sentences) knowSubjects(sentence, now);
  for (const sentence of sentences) now.parties.mentionsIn(tokensOf(sentence));
  for (const sentence of sentences) knowCounted(tokensOf(sentence), now.parties);
  const statements: ProcessStatement[] = [];
  const unread: string[] = [];
  for (const [i, sentence] of sentences.entries()) {
    if (i === 0 && sentences.length > 2 && isScene(sentence, now)) continue;
    const parts = sentence.split(PARTS).flatMap((part) => sightParts(part, now));
    const read = parts.flatMap((part) =>
      readSentence(part, now).flatMap((statement) => ofMembers(statement, part, now.parties)),
    );
    statements.push(...read);
    if (read.length === 0 && !isRemark(sentence, now.parties.language)) unread.push(sentence);
  }
  return { statements, unread };
}

/** A noun that does what only parties do is one, whatever it means: "the ward gives a statement". */
function knowSubjects(sentence: string, { parties }: ReadingNow): void {
  const { language } = parties;
  const tokens = tokensOf(sentence);
  for (let at = 1; at < tokens.length; at++) {
    if (!actsAt(tokens, at, language)) continue;
    const name = nameBefore(tokens, at, language);
    if (name.length === 0 || parties.mentionsIn(tokens.slice(0, at)).some(({ end }) => end === at)) continue;
    parties.partyNamed(name.map(({ text }) => text));
  }
}

const NAME_WORDS_MAX = 3;
const ARTICLE: Readonly<Record<TextLanguage, RegExp>> = {
  en: /^(?:the|an?|every|each|our|your|their|his|her)$/,
  de: /^(?:der|die|das|eine?|jeder?|jedes|unsere?)$/,
};
const ABSTRACT = /(?:ing|ion|ment|ness|ity|ance|ence|ship|age|ure|ung|heit|keit|tion|ally|ly)$/;

/** The noun before a verb: behind its article, or alone at the beginning of a sentence. */
function nameBefore(tokens: readonly WordToken[], at: number, language: TextLanguage): readonly WordToken[] {
  for (let words = 1; words <= NAME_WORDS_MAX && words <= at; words++) {
    const name = tokens.slice(at - words, at);
    const before = tokens[at - words - 1]?.lower ?? '';
    const isBare = at === words && words === 1 && language === 'en';
    if (!isBare && !ARTICLE[language].test(before)) continue;
    const head = name.at(-1) as WordToken;
    const isObject = /^(?:of|to|by|for|with|from|in|on|at|von|mit|für|bei|zu)$/.test(
      tokens[at - words - 2]?.lower ?? '',
    );
    const isNoun =
      language === 'de'
        ? words === 1 && /^\p{Lu}/u.test(head.text)
        : name.every(({ text, lower }) => /^\p{L}+$/u.test(text) && !isFunctionWord(lower));
    const isTitle = isBare && !/^\p{Lu}+$/u.test(head.text);
    const isOpened = isBare && OPENS.test(tokens[at + 1]?.lower ?? '');
    const isUnknown =
      isThingNoun(head.text, language) ||
      (ABSTRACT.test(head.lower) && !isOpened) ||
      (isTitle && /s$/.test(head.lower));
    return isNoun && !isObject && !isUnknown ? name : [];
  }
  return [];
}

function isFunctionWord(lower: string): boolean {
  return /^(?:it|this|that|these|those|he|she|they|we|you|who|which|what|one|and|or|but|then|also|not|no|nobody|nothing|everything|all|both|each|is|are|was|finally|first|next|please|there|here|other|others|when|if|while|where|by|of)$/.test(
    lower,
  );
}

/** Verbs of stating that a paper does not do. */
const TELLING =
  /^(?:give|tell|name|upload|attach|provide|report|describe|an|nennen|hochladen|beschreiben|mitteilen|berichten)/;

function actsAt(tokens: readonly WordToken[], at: number, language: TextLanguage): boolean {
  const { lower, text } = tokens[at] as WordToken;
  if (language === 'de' && /^\p{Lu}/u.test(text)) return false;
  const isActing = (word: string, form: 'third' | 'base') =>
    verbsOf(word, language).some(
      (item) =>
        item.form === form &&
        (/^(?:do|decide|check|issue|refuse)$/.test(item.verb.kind) ||
          (item.verb.kind === 'state' && TELLING.test(item.verb.lemma))),
    );
  const next = tokens[at + 1]?.lower ?? '';
  const isNoun = language === 'en' && AMBIGUOUS.test(lower) && !OPENS.test(next);
  if (isActing(lower, 'third') && !isNoun) return true;
  if (language === 'de') return false;
  if (/^(?:has|have|needs)$/.test(lower) && next === 'to') return isActing(tokens[at + 2]?.lower ?? '', 'base');
  return MODALS.en.has(lower) && isActing(next, 'base');
}

/** "Our university lends cameras to students": what the text is about, before it begins. */
function isScene(sentence: string, { parties }: ReadingNow): boolean {
  if (parties.language === 'de') return false;
  return (
    /^(?:an?|our|the|we) [^,:]+ (?:to|for) (?:\p{L}+ )?(\p{L}+s|people)$/iu.test(sentence) &&
    isPartyNoun(sentence.split(' ').at(-1) ?? '', 'en')
  );
}

/** Sentences that greet or tell why, and nothing that a draft has. */
function isRemark(sentence: string, language: TextLanguage): boolean {
  return (
    OPENING.test(sentence) ||
    (OTHERWISE[language].test(sentence) && ENDS[language].test(sentence)) ||
    (tokensOf(sentence).length < 3 && durationIn(sentence) === undefined)
  );
}

const OPENING =
  /^(?:hi|hello|hey|dear|good (?:morning|day)|please|thanks|we (?:need|want|would like)|i (?:need|want|would like)|this is|that is|our process|hallo|guten (?:tag|morgen)|wir (?:brauchen|möchten|wollen)|ich (?:brauche|möchte)|bei uns|das ist|danke|bitte)\b/i;

/** The parties of an answer: a list of names, with or without a sentence around it. */
export function partiesOf(text: string, parties: PartyNames): readonly NamedParty[] {
  const plain = text
    .replace(/^.*?\b(?:are|is|involved:?|beteiligt(?: sind)?:?|sind|gibt es|there are):?\s+/i, '')
    .replace(/[.!]+/g, ',');
  return splitList(plain).flatMap((item) => {
    const [mention] = parties.mentionsIn(tokensOf(item));
    if (mention) return [mention.party];
    const words = (item.match(/[\p{L}\p{N}-]+/gu) ?? []).filter(
      (word) => !/^(?:the|a|an|der|die|das|ein|eine|and|und|also|maybe|perhaps)$/i.test(word),
    );
    if (words.length === 0 || words.length > 4 || isThing(words, parties.language)) return [];
    return [parties.partyNamed(words)];
  });
}
