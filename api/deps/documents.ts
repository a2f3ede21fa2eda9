// The port of the documents of this program. Types alone.

export interface DocumentEntry {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly section: string;
}

export interface DocumentReads {
  list(): readonly DocumentEntry[];
  /** Its Markdown; undefined for a name that no document has. */
  text(name: string): string | undefined;
}
