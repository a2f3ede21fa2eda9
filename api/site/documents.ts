// The documents of the site as they are written, for programs that read Markdown. The documents for writers
// of workflows come first.
import { Passages } from './passages.js';
import { DECISIONS_INDEX, SECTIONS } from './table.js';

interface SiteDocument {
  /** The file in small letters, without folder and ending. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly section: string;
  readonly source: string;
}

const FIRST: readonly string[] = ['language', 'definition', 'findings', 'scenarios'];

/** Decisions are many, and for people who change the program: the site has them. */
const DOCUMENTS: readonly SiteDocument[] = SECTIONS.flatMap(({ title: section, pages }) =>
  pages
    .filter(({ source }) => source.endsWith('.md') && source !== DECISIONS_INDEX)
    .map(({ source, title, about }) => ({ name: nameOf(source), title, about, section, source })),
).toSorted((a, b) => rankOf(a) - rankOf(b));

function nameOf(source: string): string {
  return source.replace(/^.*\//, '').replace(/\.md$/, '').toLowerCase();
}

function rankOf({ name }: SiteDocument): number {
  const rank = FIRST.indexOf(name);
  return rank === -1 ? FIRST.length : rank;
}

/** `read` gives the text of a file of the repository. A document that is not beside the program is left out. */
export function documentReads(read: (source: string) => string | undefined) {
  const texts = new Map<string, string>();
  const textOf = ({ name, source }: SiteDocument): string | undefined => {
    const text = texts.get(name) ?? read(source);
    if (text !== undefined) texts.set(name, text);
    return text;
  };
  const passages = new Passages(read);
  const known = new Map(DOCUMENTS.map((document) => [document.name, document]));
  return {
    list: () => DOCUMENTS.map(({ source: _, ...entry }) => entry),
    text: (name: string) => {
      const document = known.get(name);
      return document && textOf(document);
    },
    find: (words: string) => passages.find(words),
  };
}
