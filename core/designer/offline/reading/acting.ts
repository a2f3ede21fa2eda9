// The parties that a text mentions, and those of them that act in it.

import type { Mention } from '../clauses/mentions.js';
import type { ReadingNow } from '../clauses/reading-now.js';
import { tokensOf } from '../words/tokens.js';

/** In their order. */
export function mentionsOf(text: string, { parties }: ReadingNow): readonly Mention[] {
  return parties.mentionsIn(tokensOf(text));
}

/** False for those that something is done to, or by whom it is. */
export function isActing(text: string, mention: Mention): boolean {
  return !/^(?:to|from|by|zu|von|an|bei)$/i.test(tokensOf(text)[mention.from - 1]?.lower ?? '');
}
