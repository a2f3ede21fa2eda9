// The search: its page and an index of headings and of the words below them, which api/pages/web/search.ts looks
// through. The index is a script, because a page that was opened from a folder may load nothing else.

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
