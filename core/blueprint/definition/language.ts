// Which language a definition is written in, and which one applies to it. A register follows language 2 from certain
// rules on: a definition that names it and was sealed before keeps the meaning that it had. Pure.
import type { Language } from '../../schema/keyword.js';
import type { Definition } from './types.js';

/** From these rules on a publication may be of language 2. */
export const LANGUAGE_2_RULES = 3;

/**
 * The language that a definition is written in. A definition that a register gave is written in the one that applies
 * there (`asRead`).
 */
export function languageOf({ language }: Pick<Definition, 'language'>): Language {
  return language === 2 ? 2 : 1;
}

/** The language of a publication that a docket of these rules seals. */
export function languageUnder(rules: number, definition: Pick<Definition, 'language'>): Language {
  return rules >= LANGUAGE_2_RULES ? languageOf(definition) : 1;
}

/**
 * The definition as a register reads it: where language 2 does not apply, the member that names it is one that nothing
 * reads.
 */
export function asRead(definition: Definition, language: Language): Definition {
  if (languageOf(definition) === language) return definition;
  const { language: _, ...read } = definition;
  return read;
}
