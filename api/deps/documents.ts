// The port of the documents of this program. Types alone.

export interface DocumentEntry {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly section: string;
}

/** A heading with what stands below it. */
export interface DocumentPassage {
  readonly title: string;
  /** Of the page and its heading, below `/docs/`. */
  readonly address: string;
  readonly excerpt: string;
}

export interface DocumentReads {
  list(): readonly DocumentEntry[];
  /** Its Markdown; undefined for a name that no document has. */
  text(name: string): string | undefined;
  /** The passages that have most of the words, best first. */
  find(words: string): readonly DocumentPassage[];
}
