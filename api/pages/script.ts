// The scripts of the pages, as build.mjs bundled them from api/pages/web/. Read when a page is first asked for.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert } from '../../core/base/assert.js';

/** A file of api/pages/web/. */
export type ScriptName = 'account' | 'verify-address' | 'reset-password' | 'invitation' | 'search';

/** Seen from the compiled tree, from the bundle of the program, and from the sources. */
const FOLDERS = ['../../run/web', 'web', '../../dist/run/web'];

export function scriptOf(name: ScriptName): string {
  const paths = FOLDERS.map((folder) => join(import.meta.dirname, folder, `${name}.js`));
  const path = paths.find((candidate) => existsSync(candidate));
  assert(path !== undefined, `the script ${name} of the pages is not there: run "npm run build"`);
  return readFileSync(path, 'utf8');
}
