// The probable meaning of a mistyped word.
import { nearest } from '../../core/base/nearest.js';

/** Names that begin with the word, else the nearest one. */
export function suggestions(word: string, names: readonly string[]): readonly string[] {
  const begun = names.filter((name) => name.startsWith(word.toLowerCase()));
  if (begun.length > 0) return begun;
  const near = nearest(word, names);
  return near === undefined ? [] : [near];
}
