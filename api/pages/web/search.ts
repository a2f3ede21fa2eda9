// The search of the documents: looks through the index of headings and of the words below them, which a script before
// it left in the window. No word leaves the browser, and texts reach the document by textContent alone.
import { at, createElement, field, setText } from './parts/elements.js';

/** Address from the root of the site, title of the page, heading, words below it. */
type Row = readonly [to: string, page: string, heading: string, words: string];

declare global {
  interface Window {
    readonly searchIndex: readonly Row[];
  }
}

const SHOWN_MAX = 50;
const WORDS_MAX = 8;

const rows = window.searchIndex.map(([to, page, heading, words]) => ({
  to,
  page,
  heading,
  words,
  title: `${page} ${heading}`.toLowerCase(),
  text: words.toLowerCase(),
}));

const box = field('search-box');

/** 0 for a row that lacks one of the words. */
function rankOf(row: (typeof rows)[number], asked: readonly string[]): number {
  let sum = 0;
  for (const word of asked) {
    if (row.title.includes(word)) sum += row.heading.toLowerCase() === word ? 9 : 3;
    else if (row.text.includes(word)) sum += 1;
    else return 0;
  }
  return sum;
}

function itemOf({ to, page, heading, words }: (typeof rows)[number]): HTMLElement {
  const item = createElement('li', '');
  const link = createElement('a', page === heading ? page : `${page}: ${heading}`);
  link.href = to;
  item.append(link, createElement('div', words.slice(0, 160), 'soft'));
  return item;
}

function showFound(): void {
  const words = box.value.toLowerCase().split(/\s+/);
  const asked = words.filter((word) => word !== '').slice(0, WORDS_MAX);
  const ranked = asked.length === 0 ? [] : rows.map((row) => ({ row, rank: rankOf(row, asked) }));
  const hits = ranked.filter(({ rank }) => rank > 0).sort((a, b) => b.rank - a.rank);
  const cut = hits.length > SHOWN_MAX ? `, ${SHOWN_MAX} shown` : '';
  const said = asked.length === 0 ? 'Type a word, a command, a path or a code.' : `${hits.length} found${cut}`;
  setText('search-said', said);
  at('search-found').replaceChildren(...hits.slice(0, SHOWN_MAX).map(({ row }) => itemOf(row)));
}

box.value = new URLSearchParams(location.search).get('q') ?? '';
box.addEventListener('input', showFound);
showFound();
box.focus();
