// The documentation site is whole: every document has a page, and every link and anchor of every page leads somewhere.
// The samples in it can be read by the programs that they are for.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { expect } from 'chai';
import { ownSite } from '../../api/server/own-site.js';
import { pageOf } from '../../api/site/addresses.js';
import type { Site } from '../../api/site/site.js';
import { expectNone } from './source.js';

/** Of the repository: the package of npm has them too, but for those that only authors read. */
const DOCUMENTS = [
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
  ...['README.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'SECURITY.md', 'UPGRADING.md'],
].filter((path) => path.endsWith('.md'));

interface Page {
  readonly path: string;
  readonly html: string;
  readonly ids: ReadonlySet<string>;
}

describe('tidy: the documentation site', () => {
  const pages = new Map<string, Page>();
  let site: Site;

  before(async () => {
    site = ownSite();
    for (const path of site.paths()) {
      const { type, body } = await site.file(path, async () => undefined);
      const ids = [...body.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id as string);
      if (type === 'text/html') expect(ids, path).to.have.length(new Set(ids).size);
      pages.set(path, { path, html: body, ids: new Set(ids) });
    }
  });

  it('has every document', () => {
    expectNone(
      DOCUMENTS.filter((source) => !pages.has(pageOf(source))),
      'A new document is a line of api/site/table.ts.',
    );
    expect(pages.size).to.be.greaterThan(200);
  });

  it('leads nowhere in vain', () => {
    const found: string[] = [];
    let count = 0;
    for (const { path, html, ids } of pages.values()) {
      if (!path.endsWith('.html')) continue;
      for (const [, href = ''] of html.matchAll(/ (?:href|src|action)="([^"]*)"/g)) {
        if (/^https?:/.test(href)) continue;
        count++;
        const [to = '', anchor] = href.split('#');
        const page = to === '' ? { ids } : pages.get(posix.join(posix.dirname(path), to));
        if (page === undefined || (anchor !== undefined && !page.ids.has(anchor))) found.push(`${path}: ${href}`);
      }
    }
    expect(count).to.be.greaterThan(10_000);
    expectNone([...new Set(found)], 'A link leads to a page of the site, and its anchor to an id there.');
  });

  it('finds by its search what is there', () => {
    const script = pages.get('search-index.js')?.html ?? '';
    const rows = JSON.parse(script.slice(script.indexOf('=') + 1, script.lastIndexOf(';'))) as readonly string[][];
    const vain = rows.filter(([to = '']) => {
      const [path = '', anchor] = to.split('#');
      const page = pages.get(path);
      return page === undefined || (anchor !== undefined && !page.ids.has(anchor));
    });
    expectNone(
      vain.map(([to]) => to as string),
      'The index of the search names what is not there.',
    );
    for (const heading of ['POOL_FULL', 'POST /api/actions', 'Cost'])
      expect(
        rows.some(([, , one]) => one === heading),
        heading,
      ).to.equal(true);
  });

  it('is made of documents whose links lead somewhere on GitHub too', () => {
    const vain = DOCUMENTS.flatMap((source) =>
      [...withoutCode(readFileSync(source, 'utf8')).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, href = '']) => {
        const [path = '', anchor] = href.split('#');
        if (/^https?:/.test(href)) return [];
        const target = path === '' ? source : join(dirname(source), path);
        if (!existsSync(target)) return [`${source}: ${href}`];
        const ids = pages.get(pageOf(target))?.ids;
        return anchor === undefined || ids?.has(anchor) ? [] : [`${source}: ${href}`];
      }),
    );
    expectNone(vain, 'A link of a document leads to a file of the repository, and to a heading of it.');
  });

  it('shows JSON that is JSON', () => {
    const bad: string[] = [];
    let count = 0;
    for (const source of DOCUMENTS)
      for (const [, text = ''] of readFileSync(source, 'utf8').matchAll(/^```json\n(.*?)^```$/gms)) {
        count++;
        if (!isJson(text)) bad.push(`${source}: ${text.slice(0, 60)}`);
      }
    for (const { path, html } of pages.values())
      for (const [, text = ''] of html.matchAll(/<pre class="json" tabindex="0"><code>(.*?)<\/code><\/pre>/gs)) {
        count++;
        if (path.startsWith('http/') && !isJson(unescaped(text))) bad.push(`${path}: ${text.slice(0, 60)}`);
      }
    expect(count).to.be.greaterThan(200);
    expectNone(bad, 'A sample in a block of json parses.');
  });
});

function withoutCode(markdown: string): string {
  return markdown.replace(/^```.*?^```$/gms, '').replace(/`[^`\n]*`/g, '');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function unescaped(html: string): string {
  const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
  return html.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => characters[name] as string);
}
