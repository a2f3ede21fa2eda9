// Passages of the documents by words: a heading with what stands below it. For programs that look something up; the
// page of the search has an index of its own.
import type { DocumentFound } from '../../core/designer/tools/define.js';
import { HeadingIds, pageOf } from './addresses.js';
import { SECTIONS } from './table.js';

interface Passage extends DocumentFound {
  readonly heading: string;
  /** In small letters. */
  readonly text: string;
}

/** Characters of a passage that are told, and of one that are searched. */
const EXCERPT_MAX = 600;
const SEARCHED_MAX = 8000;
const FOUND_MAX = 5;
const WORD_MIN = 3;
const WORDS_MAX = 20;
/** A word of a heading counts as much as so many below it. */
const HEADING_WEIGHT = 5;
const HEADING = /^(#{1,6})\s+(.+)$/;

/** Read once, at the first question: some 40 documents in some tens of milliseconds. */
export class Passages {
  private known: readonly Passage[] | undefined;

  /** Gives the text of a document of the repository; nothing for one that is not there. */
  constructor(private readonly read: (source: string) => string | undefined) {}

  /** The passages that have most of the words, best first. */
  find(words: string): readonly DocumentFound[] {
    this.known ??= this.all();
    const asked = [...new Set(words.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])]
      .filter((word) => word.length >= WORD_MIN)
      .slice(0, WORDS_MAX);
    const scores = new Map<Passage, number>();
    for (const word of asked) {
      const having = this.known.filter(({ heading, text }) => heading.includes(word) || text.includes(word));
      // A word that few passages have says more.
      for (const passage of having) {
        const weight = passage.heading.includes(word) ? HEADING_WEIGHT : 1;
        scores.set(passage, (scores.get(passage) ?? 0) + weight / Math.log(2 + having.length));
      }
    }
    return [...scores]
      .sort(([, a], [, b]) => b - a)
      .slice(0, FOUND_MAX)
      .map(([{ title, address, excerpt }]) => ({ title, address, excerpt }));
  }

  private all(): readonly Passage[] {
    const sources = SECTIONS.flatMap(({ pages }) => pages).filter(({ source }) => source.endsWith('.md'));
    return sources.flatMap(({ source, title }) => passagesIn(this.read(source) ?? '', { page: pageOf(source), title }));
  }
}

function passagesIn(markdown: string, { page, title }: { readonly page: string; readonly title: string }) {
  const ids = new HeadingIds();
  const passages: Passage[] = [];
  let isCode = false;
  let heading = title;
  let lines: string[] = [];
  let id = '';
  const close = (): void => {
    const below = lines.join('\n').trim();
    if (below !== '')
      passages.push({
        title: heading === title ? title : `${title}: ${heading}`,
        address: id === '' ? page : `${page}#${id}`,
        excerpt: below.slice(0, EXCERPT_MAX),
        heading: `${title} ${heading}`.toLowerCase(),
        text: below.slice(0, SEARCHED_MAX).toLowerCase(),
      });
    lines = [];
  };
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    const [, marks, text] = isCode ? [] : (HEADING.exec(line) ?? []);
    if (marks === undefined || text === undefined) {
      lines.push(line);
      continue;
    }
    close();
    const slug = ids.next(text);
    // The first heading is that of the page.
    id = passages.length === 0 && marks.length === 1 ? '' : slug;
    heading = id === '' ? title : text;
  }
  close();
  return passages;
}
