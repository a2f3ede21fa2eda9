// Words that the glossary (docs/glossary.md) replaces: each with the word to say, and the folders that still have it.

export interface BannedWord {
  /** Matches in text whose identifiers and file names are split into their words. */
  readonly word: RegExp;
  readonly say: string;
  /** Folders, and documents, that are not cleaned yet. The list only shrinks. */
  readonly left?: readonly string[];
}

export const BANNED_WORDS: readonly BannedWord[] = [
  { word: /\bheralds?\b/i, say: 'announcer' },
  { word: /\blobb(y|ies)\b/i, say: 'pending connections' },
  { word: /\bgreetings?\b/i, say: 'handshake' },
  { word: /\bmisdeeds?\b/i, say: 'misbehaviour' },
  { word: /\blast words\b/i, say: 'refusal' },
  { word: /\bripe\b/i, say: 'due' },
  { word: /\bf[ae]ll(s|en)? ill\b/i, say: 'is damaged, failed' },
  { word: /\bmend(s|ed|ing)?\b/i, say: 'repair, or correct' },
  { word: /\bshel(f|ves)\b/i, say: 'cache' },
  { word: /\bwaiting rooms?\b/i, say: 'pool' },
  { word: /\b(black|white) ?lists?\b/i, say: 'ban list, allow list' },
  // The specification names its vocabulary so (9.5), which is the path of an operation.
  { word: /\bblock ?chains?\b/i, say: 'register', left: ['api/client/call-rows.ts'] },
  { word: /\bchain heads?\b/i, say: 'tip' },
  { word: /\bheads? of (a|the|its|their|each|every) (chain|register)s?\b/i, say: 'tip' },
  {
    word: /\bsealed (for|to) (a|the|its|their|each|every) (reader|recipient|wallet|key|group|receiver)s?\b/i,
    say: 'encrypted',
  },
  { word: /\bthin proposals?\b/i, say: 'compact proposal' },
  { word: /\bfellows?\b/i, say: 'peer, or other member' },
];
