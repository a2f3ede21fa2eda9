// A document in Markdown as HTML. Raw HTML of a document is shown as the text that it is. A link leads to a page of the
// site, to an anchor, or to the web: to nothing else.
import { Marked, type RendererObject, type Tokens } from 'marked';
import { HeadingIds } from './addresses.js';
import { escapeHtml, escapeProse } from './html.js';

export interface DocumentHeading {
  readonly id: string;
  readonly depth: number;
  readonly text: string;
  /** The beginning of what stands below it, for the search. */
  readonly words: string;
}

/** A row of a table that has an address. */
export interface NamedRow {
  readonly id: string;
  readonly words: string;
}

export interface RenderedDocument {
  readonly html: string;
  readonly headings: readonly DocumentHeading[];
  readonly rows: readonly NamedRow[];
}

/** Where a link to another file leads, without its `#`; nothing where the site does not have that file. */
export type ResolveLink = (path: string) => string | undefined;

/** Characters of a section that are searched. */
const WORDS_LENGTH_MAX = 400;
const ELSEWHERE = /^https?:\/\//i;
/** A name of a document in a text: `docs/hashes.md`. */
const NAMED = /(?<![\w./-])(?:[\w-]+\/)*[\w-]+\.md(?![\w-])/g;
/** Tables whose rows have an address, by their first heading: what the first cell of such a row looks like. */
const ROW_NAMES: Readonly<Record<string, RegExp>> = { Code: /^[A-Z][A-Za-z\d_]+$/, Operation: /^[a-z][A-Za-z\d]+$/ };

export function renderMarkdown(markdown: string, resolve: ResolveLink): RenderedDocument {
  const headings: Writable[] = [];
  const rows: NamedRow[] = [];
  const marked = new Marked({ gfm: true, async: false });
  marked.use({ renderer: rendererFor(resolve, headings, rows) });
  const html = marked.lexer(markdown).map((token) => {
    const last = headings.at(-1);
    if (last !== undefined && last.words.length < WORDS_LENGTH_MAX && token.type !== 'heading')
      last.words = wordsIn(`${last.words} ${token.raw}`);
    return marked.parser([token]);
  });
  return { html: html.join(''), headings, rows };
}

type Writable = { -readonly [K in keyof DocumentHeading]: DocumentHeading[K] };

function rendererFor(resolve: ResolveLink, headings: Writable[], rows: NamedRow[]): RendererObject {
  const ids = new HeadingIds();
  let linksOpen = 0;
  const link = (path: string, html: string): string => {
    const to = linksOpen > 0 ? undefined : resolve(path);
    return to === undefined ? html : `<a href="${escapeHtml(to)}">${html}</a>`;
  };
  return {
    ...PLAIN,
    heading({ tokens, depth }) {
      const text = this.parser.parseInline(tokens, this.parser.textRenderer);
      const id = ids.next(text);
      headings.push({ id, depth, text, words: '' });
      return `<h${depth} id="${escapeHtml(id)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    codespan: ({ text }) => link(text, `<code>${escapeHtml(text)}</code>`),
    text(token) {
      if ('tokens' in token && token.tokens) return this.parser.parseInline(token.tokens);
      return escapeProse(token.text).replace(NAMED, (name) => link(name, name));
    },
    link({ href, tokens }) {
      linksOpen++;
      const html = this.parser.parseInline(tokens);
      linksOpen--;
      const to = linksOpen > 0 ? undefined : destination(href, resolve);
      return to === undefined ? html : `<a href="${escapeHtml(to)}">${html}</a>`;
    },
    table(token) {
      const head = token.header.map((cell) => `<th>${this.parser.parseInline(cell.tokens)}</th>`).join('');
      const body = token.rows.map((row) => {
        const cells = row.map((cell) => `<td${alignment(cell)}>${this.parser.parseInline(cell.tokens)}</td>`).join('');
        return `<tr${rowId(row, token.header[0]?.text ?? '', rows)}>${cells}</tr>\n`;
      });
      return `<div class="wide" tabindex="0"><table><thead><tr>${head}</tr></thead>\n<tbody>${body.join('')}</tbody></table></div>\n`;
    },
  };
}

/** The parts that need to know nothing of the site. */
const PLAIN: RendererObject = {
  code: ({ text, lang }) => {
    const kind = /^\w+/.exec(lang ?? '')?.[0];
    return `<pre tabindex="0"${kind ? ` class="${kind}"` : ''}><code>${escapeHtml(text)}</code></pre>\n`;
  },
  html: ({ text }) => escapeHtml(text),
  // No page loads a picture.
  image: ({ text }) => escapeHtml(text),
  checkbox: ({ checked }) => (checked ? '[x] ' : '[ ] '),
};

function destination(href: string, resolve: ResolveLink): string | undefined {
  if (ELSEWHERE.test(href) || /^#[\w-]*$/.test(href)) return href;
  const [, path = '', anchor = ''] = /^([\w./-]+)(#[\w-]*)?$/.exec(href) ?? [];
  const to = path === '' ? undefined : resolve(path);
  return to === undefined ? undefined : `${to}${anchor}`;
}

function alignment({ align }: Tokens.TableCell): string {
  return align === null ? '' : ` class="${align}"`;
}

function rowId(row: readonly Tokens.TableCell[], head: string, rows: NamedRow[]): string {
  const id = row[0]?.text.replaceAll('`', '') ?? '';
  if (!Object.hasOwn(ROW_NAMES, head) || !ROW_NAMES[head]?.test(id) || rows.some((item) => item.id === id)) return '';
  rows.push({ id, words: wordsIn(row.map(({ text }) => text).join(' ')) });
  return ` id="${id}"`;
}

function wordsIn(text: string): string {
  return text
    .replaceAll(/[\s`|*]+/g, ' ')
    .trim()
    .slice(0, WORDS_LENGTH_MAX);
}
