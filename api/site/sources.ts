// Where the documents are: beside the program, in the repository and in the package of npm alike. Read once each, when
// a page is asked for that is made of it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentReads } from './documents.js';
import { Passages } from './passages.js';
import { Site, type SiteSources } from './site.js';

const MARK = 'docs/decisions/README.md';

/** The folder of the documents is two levels up in the sources and in the bundle, and three in the compiled tree. */
function rootFolder(): string | undefined {
  return ['../..', '../../..']
    .map((up) => join(import.meta.dirname, up))
    .find((folder) => existsSync(join(folder, MARK)));
}

function readerOf(root: string | undefined): SiteSources['read'] {
  return (source) => {
    const path = root === undefined ? undefined : join(root, source);
    return path !== undefined && existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  };
}

/** The site of this program; `document` is its OpenAPI document. */
export function siteOf(document: object): Site {
  const root = rootFolder();
  const decisions = root === undefined ? [] : readdirSync(join(root, 'docs/decisions'));
  return new Site({ document: document as SiteSources['document'], read: readerOf(root), decisions });
}

/** The documents of this program in Markdown. */
export function ownDocuments(): ReturnType<typeof documentReads> {
  return documentReads(readerOf(rootFolder()));
}

/** Passages of the documents of this program. */
export function passagesHere(): Passages {
  return new Passages(readerOf(rootFolder()));
}
