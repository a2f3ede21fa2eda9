// Where the documents are: beside the program, in the repository and in the package of npm alike. Read once each, when a
// page is asked for that is made of it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteSources } from './site.js';

const MARK = 'docs/decisions/README.md';

/** The folder of the documents is two levels up in the sources and in the bundle, and three in the compiled tree. */
export function documentsOf(document: object, from = import.meta.dirname): SiteSources {
  const root = ['../..', '../../..'].map((up) => join(from, up)).find((folder) => existsSync(join(folder, MARK)));
  const read = (source: string): string | undefined => {
    const path = root === undefined ? undefined : join(root, source);
    return path !== undefined && existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  };
  const decisions = root === undefined ? [] : readdirSync(join(root, 'docs/decisions'));
  return { document: document as SiteSources['document'], read, decisions };
}
