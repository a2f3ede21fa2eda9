// The search: an index of headings and of the words below them, and a script that looks through it in the browser. The
// index is a script, because a page that was opened from a folder may load nothing else. No word leaves the browser.

export interface SearchEntry {
  /** Relative to the root of the site. */
  readonly to: string;
  readonly page: string;
  readonly heading: string;
  readonly words: string;
}

export function indexScript(entries: readonly SearchEntry[]): string {
  const rows = entries.map(({ to, page, heading, words }) => [to, page, heading, words]);
  return `window.searchIndex=${JSON.stringify(rows).replaceAll('<', '\\u003c')};\n`;
}

export const SEARCH_CONTENT = `<h1>Search</h1>
<p><label>Words <input id="search-box" type="search" maxlength="100"></label></p>
<p id="search-said" role="status">The search needs JavaScript; the pages do not.</p>
<ul id="search-found"></ul>
`;

/** Texts reach the document by textContent alone. */
export const SEARCH_SCRIPT = `'use strict';
const box = document.getElementById('search-box');
const said = document.getElementById('search-said');
const found = document.getElementById('search-found');
const rows = window.searchIndex.map(([to, page, heading, words]) => ({
  to, page, heading, words, title: (page + ' ' + heading).toLowerCase(), text: words.toLowerCase(),
}));
function rank(row, asked) {
  let sum = 0;
  for (const word of asked) {
    if (row.title.includes(word)) sum += row.heading.toLowerCase() === word ? 9 : 3;
    else if (row.text.includes(word)) sum += 1;
    else return 0;
  }
  return sum;
}
function show() {
  const asked = box.value.toLowerCase().split(/\\s+/).filter((word) => word !== '').slice(0, 8);
  const ranked = asked.length === 0 ? [] : rows.map((row) => ({ row, sum: rank(row, asked) })).filter(({ sum }) => sum > 0);
  ranked.sort((a, b) => b.sum - a.sum);
  said.textContent = asked.length === 0 ? 'Type a word, a command, a path or a code.' : ranked.length + ' found' + (ranked.length > 50 ? ', 50 shown' : '');
  found.replaceChildren(...ranked.slice(0, 50).map(({ row }) => {
    const item = document.createElement('li');
    const link = document.createElement('a');
    link.href = row.to;
    link.textContent = row.page === row.heading ? row.page : row.page + ': ' + row.heading;
    const text = document.createElement('div');
    text.className = 'soft';
    text.textContent = row.words.slice(0, 160);
    item.append(link, text);
    return item;
  }));
}
box.value = new URLSearchParams(location.search).get('q') || '';
box.addEventListener('input', show);
show();
box.focus();
`;
