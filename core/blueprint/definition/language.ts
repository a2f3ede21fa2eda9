// Which language a definition is written in. Pure.
import type { Language } from '../../schema/keyword.js';
import type { Definition } from './types.js';

/** The language that a definition is written in: 1 where it names none. */
export function languageOf({ language }: Pick<Definition, 'language'>): Language {
  return language === 2 ? 2 : 1;
}
