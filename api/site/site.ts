// The site: which pages there are, and each of them when it is asked for. It reads by names of its own table alone, so
// that no request reaches another file.
import { assert } from '../../core/base/assert.js';
import { scriptOf } from '../pages/script.js';
import { addressFrom, candidatesOf, pageOf } from './addresses.js';
import { renderFrame } from './frame.js';
import { escapeHtml } from './html.js';
import { indexPage, type ReferencePage, SCHEMAS_PAGE, schemasPage, tagPage, tagPath } from './http-reference.js';
import { type RenderedDocument, renderMarkdown } from './markdown.js';
import type { ApiDocument } from './open-api.js';
import { indexScript, SEARCH_CONTENT, type SearchEntry } from './search.js';
import { SITE_STYLE } from './style.js';
import { ATTACHED, DECISION, DECISIONS_INDEX, HTTP_INDEX, RIGHTS_PAGE, SEARCH_PAGE, SECTIONS } from './table.js';

export interface SiteSources {
  readonly document: ApiDocument;
  /** The text of a document of the repository; nothing for one that is not there. */
  read(source: string): string | undefined;
  /** Names of the files in docs/decisions/. */
  readonly decisions: readonly string[];
}

export interface SiteFile {
  readonly type: string;
  readonly body: string;
  /** A page that loads scripts. */
  readonly hasScripts: boolean;
}

const INDEX_SCRIPT = 'search-index.js';
const SCRIPT = 'search.js';
const DECISIONS = 'docs/decisions/';

/** Gives way to other work for a turn. */
export type GiveWay = () => Promise<unknown>;

export class Site {
  private readonly makers = new Map<string, () => SiteFile>();
  /** Documents by their pages. */
  private readonly documents = new Map<string, string>();

  constructor(private readonly sources: SiteSources) {
    const listed = SECTIONS.flatMap(({ pages }) => pages.map(({ source }) => source)).filter((s) => s.endsWith('.md'));
    const decisions = sources.decisions.filter((name) => DECISION.test(name)).map((name) => `${DECISIONS}${name}`);
    for (const source of [...listed.filter((name) => sources.read(name) !== undefined), ...decisions]) {
      this.documents.set(pageOf(source), source);
      this.makers.set(pageOf(source), () => this.documentPage(source));
    }
    this.addReference(sources.document);
    this.add('index.html', () =>
      page(renderFrame({ path: 'index.html', title: 'Documentation', content: this.welcome() })),
    );
    this.add('style.css', () => ({ type: 'text/css', body: SITE_STYLE, hasScripts: false }));
    this.add(SEARCH_PAGE, () => ({ ...page(searchPage()), hasScripts: true }));
    this.add(SCRIPT, () => script(scriptOf('search')));
    for (const source of ATTACHED) this.attach(source);
  }

  paths(): readonly string[] {
    return [...this.makers.keys(), INDEX_SCRIPT];
  }

  has(path: string): boolean {
    return path === INDEX_SCRIPT || this.makers.has(path);
  }

  /**
   * An address that it has. A page takes some 50 ms at most; the index of the search looks at all, one document a turn.
   */
  async file(path: string, rest: GiveWay): Promise<SiteFile> {
    if (path === INDEX_SCRIPT) return script(indexScript(await this.entries(rest)));
    const make = this.makers.get(path);
    assert(make !== undefined, `the site has no ${path}`);
    return make();
  }

  private add(path: string, make: () => SiteFile): void {
    this.makers.set(path, make);
  }

  private addReference(document: ApiDocument): void {
    const add = (path: string, make: () => ReferencePage): void =>
      this.add(path, () => page(renderFrame({ ...make(), path, under: HTTP_INDEX })));
    add(HTTP_INDEX, () => indexPage(document));
    add(SCHEMAS_PAGE, () => schemasPage(document));
    for (const { name } of document.tags) add(tagPath(name), () => tagPage(document, name));
  }

  private attach(source: string): void {
    const body = this.sources.read(source);
    if (body !== undefined) this.add(pageOf(source), () => ({ type: 'application/json', body, hasScripts: false }));
  }

  private documentPage(source: string): SiteFile {
    const { html, headings } = this.render(source);
    const path = pageOf(source);
    const under = source.startsWith(DECISIONS) ? pageOf(DECISIONS_INDEX) : path;
    return page(renderFrame({ path, under, title: headings[0]?.text ?? path, content: html, headings }));
  }

  private render(source: string): RenderedDocument {
    const from = pageOf(source);
    return renderMarkdown(this.sources.read(source) ?? '', (name) => {
      const pages = candidatesOf(source, name).map(pageOf);
      const to = pages.find((name) => this.makers.has(name));
      return to === undefined ? undefined : addressFrom(from, to);
    });
  }

  private welcome(): string {
    const sections = SECTIONS.map(({ title: section, pages }) => {
      const items = pages.map(
        ({ source, title, about }) =>
          `<li><a href="${escapeHtml(pageOf(source))}">${escapeHtml(title)}</a>: ${escapeHtml(about)}</li>`,
      );
      return `<h2>${escapeHtml(section)}</h2>\n<ul>${items.join('\n')}</ul>`;
    });
    return `<h1>Quorate</h1>
<p>A multi-party ledger node. Organisations that do not fully trust each other run a workflow together: every step is a transaction that its author signs, transactions are sealed into
dockets, and dockets form a hash-chained register that anybody with a copy can check.</p>
${sections.join('\n')}`;
  }

  /** The search finds headings of documents, codes, and operations. */
  private async entries(rest: GiveWay): Promise<readonly SearchEntry[]> {
    const entries: SearchEntry[] = [];
    for (const [path, source] of this.documents) {
      entries.push(...documentEntries(path, this.render(source)));
      await rest();
    }
    for (const [path, methods] of Object.entries(this.sources.document.paths))
      for (const [method, { tags, operationId, summary }] of Object.entries(methods)) {
        const tag = tags[0] ?? '';
        const heading = `${method.toUpperCase()} ${path}`;
        entries.push({ to: `${tagPath(tag)}#${operationId}`, page: tag, heading, words: `${summary} ${operationId}` });
      }
    return entries;
  }
}

function documentEntries(path: string, { headings, rows }: RenderedDocument): readonly SearchEntry[] {
  const page = headings[0]?.text ?? path;
  const named = path === RIGHTS_PAGE ? [] : rows;
  return [
    ...headings.map(({ id, text, words }, i) => ({ to: i === 0 ? path : `${path}#${id}`, page, heading: text, words })),
    ...named.map(({ id, words }) => ({ to: `${path}#${id}`, page, heading: id, words })),
  ];
}

function page(body: string): SiteFile {
  return { type: 'text/html', body, hasScripts: false };
}

function script(body: string): SiteFile {
  return { type: 'text/javascript', body, hasScripts: false };
}

function searchPage(): string {
  const scripts = [INDEX_SCRIPT, SCRIPT];
  return renderFrame({ path: SEARCH_PAGE, title: 'Search', content: SEARCH_CONTENT, scripts });
}
