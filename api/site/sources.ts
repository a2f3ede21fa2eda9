// Where the documents are: beside the program, in the repository and in the package of npm alike. Read once each, when
// a page is asked for that is made of it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Site, type SiteSources } from './site.js';

const MARK = 'docs/decisions/README.md';

/** The folder of the documents is two levels up in the sources and in the bundle, and three in the compiled tree. */
function documentsOf(document: object): SiteSources {
  const root = ['../..', '../../..']
    .map((up) => join(import.meta.dirname, up))
    .find((folder) => existsSync(join(folder, MARK)));
  const read = (source: string): string | undefined => {
    const path = root === undefined ? undefined : join(root, source);
    return path !== undefined && existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  };
  const decisions = root === undefined ? [] : readdirSync(join(root, 'docs/decisions'));
  return { document: document as SiteSources['document'], read, decisions };
}

/** The site of this program; `document` is its OpenAPI document. */
export function siteOf(document: object): Site {
  return new Site(documentsOf(document));
}
