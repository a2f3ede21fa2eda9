// Presentations are judged in a page as on a node: the rules are bundled over the cryptography of pages, and give each
// lie its ground.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import type * as rules from '../../../core/credentials/sd-jwt/verify.js';
import { folderOfAll } from '../../support/base/folders.js';
import { cellsIn, GOOD, LIES, questionOf, type Row } from '../../support/credentials/lies.js';

const dist = (path: string) => join(process.cwd(), 'dist', path);

describe('presentations in a page', () => {
  const folder = folderOfAll();
  let page: Pick<typeof rules, 'verifyPresentation'>;

  before(async () => {
    const bundle = join(folder, 'presentations.mjs');
    await promisify(execFile)('node_modules/.bin/esbuild', [
      dist('core/credentials/sd-jwt/verify.js'),
      `--alias:node:crypto=${dist('api/client/platform/crypto.js')}`,
      `--inject:${dist('api/client/platform/buffer.js')}`,
      ...['--bundle', '--format=esm', '--platform=browser', `--outfile=${bundle}`],
    ]);
    page = (await import(pathToFileURL(bundle).href)) as typeof page;
  });

  /** A refusal of the bundle is of a class of its own. */
  const codeOf = (row: Row) => {
    const verdict = page.verifyPresentation(cellsIn(row), questionOf(row));
    return 'ground' in verdict ? verdict.code : undefined;
  };

  it('stand where they are good', () => {
    for (const [what, row] of [['shown', {}], ...GOOD] as const) expect(codeOf(row), what).to.equal(undefined);
  });

  it('are refused on their grounds', () => {
    for (const [code, lie, row] of LIES) expect(codeOf(row), lie).to.equal(code);
  });
});
