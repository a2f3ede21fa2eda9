// The nearest known word to a mistyped one, for messages that end in "did you mean". Pure; it never decides anything.
// Words come from outside, also to a validator that has to refuse them, so that the work of one look is bounded.
import { distance } from 'fastest-levenshtein';

/** Characters of a word that a person may have mistyped; a longer one has no near candidate. */
const WORD_MAX = 64;
/** Candidates that are compared, of those whose length is near: some milliseconds. */
const COMPARED_MAX = 500;

/**
 * The candidate within a third of the word's length in edits (at least 2), first among equals in the given order;
 * undefined if none is near, or the word has more than 64 characters.
 */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  if (word.length > WORD_MAX) return undefined;
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(word.length / 3)) + 1;
  let compared = 0;
  for (const candidate of candidates) {
    // Two words are at least as far apart as their lengths.
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    if (++compared > COMPARED_MAX) break;
    const edits = distance(wanted, candidate.toLowerCase());
    if (edits < bestDistance) {
      best = candidate;
      bestDistance = edits;
    }
  }
  return best;
}
