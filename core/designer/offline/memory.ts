// The memory of the offline provider between turns: the language, the open question, those that were answered, and
// what the draft has no member for. A value of another form is an empty memory.
import { isObject, type Json } from '../../base/json.js';
import type { Secret } from './making/disclosing.js';
import { type DesignQuestion, QUESTION_KINDS } from './reading/question-kinds.js';
import type { TextLanguage } from './words/tokens.js';

export interface Memory {
  readonly language: TextLanguage;
  /** Asked last, and not answered yet. */
  readonly asks?: DesignQuestion;
  /** Asked once more after an answer that said nothing: it is left open after the next one. */
  readonly isRepeated?: boolean;
  /** Not asked again. */
  readonly answered: readonly DesignQuestion[];
  /** Said before the data was there, too. */
  readonly secrets: readonly Secret[];
  /** Decisions of which nothing says what a no leads to. */
  readonly undecided: readonly number[];
  /** Templates that were shown. */
  readonly offered: readonly string[];
  /** Edits of the last turn that made any: undo takes them back together. */
  readonly lastEdits: number;
}

/** More than people say in one conversation: the memory stays far below its bound. */
const SECRETS_MAX = 200;

/** The memory in a value; an empty one for any other value. */
export function readMemory(value: Json | undefined): Memory {
  const { language, asks, isRepeated, answered, secrets, undecided, offered, lastEdits } =
    value !== undefined && isObject(value) ? value : {};
  const kinds = listOf(answered).filter(isKind);
  return {
    language: language === 'de' ? 'de' : 'en',
    ...(asks !== undefined && isKind(asks) && { asks }),
    ...(isRepeated === true && { isRepeated }),
    answered: kinds,
    secrets: listOf(secrets).filter(isSecret).slice(0, SECRETS_MAX),
    undecided: listOf(undecided).filter((id): id is number => typeof id === 'number'),
    offered: listOf(offered).filter((id): id is string => typeof id === 'string'),
    lastEdits: typeof lastEdits === 'number' ? lastEdits : 0,
  };
}

/** The memory as it is kept. */
export function writeMemory({
  language,
  asks,
  isRepeated,
  answered,
  secrets,
  undecided,
  offered,
  lastEdits,
}: Memory): Json {
  const kept = secrets
    .slice(-SECRETS_MAX)
    .map(({ role, phrases, isOnly }) => ({ role, phrases: [...phrases], ...(isOnly && { isOnly }) }));
  return {
    language,
    ...(asks && { asks }),
    ...(asks && isRepeated && { isRepeated }),
    answered: [...answered],
    secrets: kept,
    undecided: [...undecided],
    offered: [...offered],
    lastEdits,
  };
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

function isKind(value: Json): value is DesignQuestion {
  return QUESTION_KINDS.some((kind) => kind === value);
}

function isSecret(value: Json): value is Json & Secret {
  return (
    isObject(value) &&
    typeof value.role === 'string' &&
    listOf(value.phrases).every((phrase) => typeof phrase === 'string')
  );
}
