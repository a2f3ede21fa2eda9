// The answer to a question, which may be a list of names or half a sentence: the question says what it is about.

import type { ReadingNow } from '../clauses/reading-now.js';
import type { ProcessReading, ProcessStatement } from '../clauses/statement.js';
import { splitList } from '../words/field-phrases.js';
import { durationIn } from '../words/quantities.js';
import { sentencesOf, tokensOf } from '../words/tokens.js';
import { BACK, NOTHING } from './grammar.js';
import type { DesignQuestion } from './question-kinds.js';
import { credentialOf, fieldsOnlyOf, isCredential } from './read-steps.js';
import { partiesOf, readText } from './read-text.js';
import { consequenceIn } from './read-times.js';
import { refusalWay } from './refusal-way.js';

const SKIPS =
  /^(?:skip|next|later|pass|i don't know|don't know|no idea|weiter|später|überspringen|weiß (?:ich )?nicht|keine ahnung)\b.{0,20}$/i;

/** True where the answer is that there is nothing of the kind, or that it is to be left open. */
export function isNothing(text: string, { parties }: ReadingNow): boolean {
  const plain = text.trim().replace(/[.!]+$/, '');
  return SKIPS.test(plain) || NOTHING[parties.language].test(plain);
}

export interface AnswerReading {
  readonly reading: ProcessReading;
  /** It says something else than what was asked for, so that the question stays open. */
  readonly isAside: boolean;
}

/** Statements that answer a question. */
const ABOUT: Readonly<Record<DesignQuestion, readonly ProcessStatement['kind'][]>> = {
  parties: ['party', 'step'],
  start: ['step'],
  decisions: ['step', 'refusal'],
  fields: ['fields', 'step'],
  secrets: ['hidden', 'sees'],
  deadlines: ['deadline'],
  refusal: ['refusal'],
  credentials: ['issue'],
};

/** The statements of an answer to a question of this kind: its sentences, or else half of one. */
export function readAnswer(kind: DesignQuestion, text: string, now: ReadingNow): AnswerReading {
  const reading = readText(text, now);
  const isOther = reading.statements.some((statement) => !/^(?:step|refusal|party)$/.test(statement.kind));
  const isAbout = kind !== 'refusal' && isOf(kind, reading);
  const own = isAbout || (isOther && !isOf(kind, reading)) ? [] : ANSWERS[kind](text, now, reading);
  if (own.length > 0) return { reading: { statements: own, unread: [] }, isAside: false };
  return { reading, isAside: reading.statements.length > 0 && !isOf(kind, reading) };
}

function isOf(kind: DesignQuestion, { statements }: ProcessReading): boolean {
  if (kind === 'fields')
    return statements.some((item) => item.kind === 'fields' || (item.kind === 'step' && item.fields.length > 0));
  return statements.some((item) => ABOUT[kind].includes(item.kind));
}

/** An answer of which no sentence was read. */
type ReadOwn = (text: string, now: ReadingNow, reading: ProcessReading) => readonly ProcessStatement[];

/** Words of one item of a list, or of the name of a credential. */
const FIELD_WORDS_MAX = 6;

const ANSWERS: Readonly<Record<DesignQuestion, ReadOwn>> = {
  parties: (text, now) => partiesOf(text, now.parties).map((party) => ({ kind: 'party', party })),
  start(text, now) {
    const [party] = partiesOf(text, now.parties);
    const title = text
      .trim()
      .replace(/[.!]+$/, '')
      .slice(0, 60);
    return party
      ? [{ kind: 'step', parties: [party], verb: '', verbKind: 'do', title, fields: [], isParallel: false }]
      : [];
  },
  decisions(text, now) {
    const title = now.parties.language === 'de' ? 'Entscheiden' : 'Decide';
    const parties = partiesOf(text, now.parties);
    return parties.map((party) => ({
      kind: 'step',
      parties: [party],
      verb: '',
      verbKind: 'decide',
      title,
      fields: [],
      isParallel: false,
    }));
  },
  fields(text, now, { statements }) {
    const isList = splitList(text).every((item) => item.split(/\s+/).length <= FIELD_WORDS_MAX);
    const fields = isList && statements.length === 0 ? fieldsOnlyOf(text, now.parties.language) : [];
    return fields.length > 0 ? [{ kind: 'fields', about: '', fields }] : [];
  },
  secrets: () => [],
  deadlines(text, now) {
    const match = durationIn(text);
    const consequence = consequenceIn(text, undefined, now);
    return match ? [{ kind: 'deadline', duration: match.duration, ...(consequence && { consequence }) }] : [];
  },
  refusal(text, now) {
    return sentencesOf(text).flatMap((sentence): readonly ProcessStatement[] => {
      const [named] = readText(sentence, now).statements.filter((item) => item.kind === 'refusal');
      if (named) return [named];
      const [first, ...others] = now.parties.mentionsIn(tokensOf(sentence));
      const to = others.at(-1)?.party;
      if (first && to && BACK[now.parties.language].test(sentence))
        return [{ kind: 'refusal', party: first.party, way: { kind: 'back', to } }];
      const way = refusalWay(sentence, now);
      return way ? [{ kind: 'refusal', way }] : [];
    });
  },
  credentials(text, now, { statements }) {
    const plain = text.trim().replace(/[.!]+$/, '');
    const isName = statements.length === 0 && (plain.split(/\s+/).length <= 3 || isCredential(plain));
    return isName ? [{ kind: 'issue', credential: credentialOf(plain, now) }] : [];
  },
};
