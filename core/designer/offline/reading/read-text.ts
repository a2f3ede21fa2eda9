// A whole text of a person as statements, in its order.

import { splitList } from '../words/field-phrases.js';
import { isThingNoun } from '../words/parties.js';
import { durationIn } from '../words/quantities.js';
import { sentencesOf, type TextLanguage, tokensOf } from '../words/tokens.js';
import { verbsOf } from '../words/verbs.js';
import { isThing, type PartyNames } from './mentions.js';
import { sightParts } from './read-disclosures.js';
import { readSentence } from './read-sentence.js';
import type { ReadingNow } from './reading-now.js';
import type { NamedParty, ProcessReading, ProcessStatement } from './statement.js';

/** A sentence of several conditions is read as several sentences. */
const PARTS = /\s*,?\s*\b(?:and|but|und|aber)\s+(?=(?:if|when|unless|wenn|falls)\b)/i;

/** The statements of all sentences, and the sentences that say nothing. */
export function readText(text: string, now: ReadingNow): ProcessReading {
  now.parties.lookForAnybody(tokensOf(text));
  for (const sentence of sentencesOf(text)) knowSubject(sentence, now);
  const statements: ProcessStatement[] = [];
  const unread: string[] = [];
  for (const sentence of sentencesOf(text)) {
    const parts = sentence.split(PARTS).flatMap((part) => sightParts(part, now));
    const read = parts.flatMap((part) => readSentence(part, now));
    statements.push(...read);
    if (read.length === 0 && !isRemark(sentence)) unread.push(sentence);
  }
  return { statements, unread };
}

/** A noun that begins a sentence and does what only parties do is one, whatever it means. */
function knowSubject(sentence: string, { parties }: ReadingNow): void {
  const { language } = parties;
  const tokens = tokensOf(sentence);
  const [article, ...rest] = tokens;
  if (!article || !(language === 'en' ? /^(?:the|an?)$/ : /^(?:der|die|das|eine?)$/).test(article.lower)) return;
  const at = rest.slice(0, 4).findIndex(({ lower, text }) => actsBy(lower, text, language));
  const name = rest.slice(0, Math.max(0, at));
  const last = name.at(-1);
  if (!last || parties.mentionsIn(tokens.slice(0, at + 1)).length > 0) return;
  const isNoun =
    language === 'de'
      ? /^\p{Lu}/u.test(last.text) && name.length === 1
      : name.every(({ text }) => /^\p{L}+$/u.test(text));
  const isAbstract = /(?:ing|ion|ment|ness|ity|ance|ence|ship|age|ung|heit|keit|tion)$/.test(last.lower);
  if (isNoun && !isAbstract && !isThingNoun(last.text, language)) parties.partyNamed(name.map(({ text }) => text));
}

function actsBy(lower: string, text: string, language: TextLanguage): boolean {
  if (language === 'de' && /^\p{Lu}/u.test(text)) return false;
  return verbsOf(lower, language).some(
    ({ form, verb }) => form === 'third' && /^(?:do|decide|check|issue|refuse)$/.test(verb.kind),
  );
}

/** Sentences that tell why, and nothing that a draft has. */
function isRemark(sentence: string): boolean {
  return tokensOf(sentence).length < 3 && durationIn(sentence) === undefined;
}

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
