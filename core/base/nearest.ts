// The nearest known word to a mistyped one, for messages that end in "did you mean". Pure; it never decides anything.
// Words come from outside, also to a validator that has to refuse them, so that the work of one look is bounded.

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
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Levenshtein distance with the swap of two neighbours counted once (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let older: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(previous[j]! + 1, row[j - 1]! + 1, previous[j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, older[j - 2]! + 1);
      row.push(cost);
    }
    older = previous;
    previous = row;
  }
  return previous[b.length]!;
}
