// The files of the console compressed beside themselves, so that a node compresses none of them for a request.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Fonts are compressed already. */
const TEXT = /\.(?:js|css|html)$/;
/** Above it each further hundredth takes more time than all up to it (docs/decisions/0267). */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
const GZIP = { level: 9 };

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export function compressedForms(folder: string): Plugin {
  return {
    name: 'quorate-compressed',
    // The document has its last form in here alone.
    async closeBundle() {
      const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => TEXT.test(name));
      await Promise.all(names.map((name) => compressBeside(join(folder, name))));
    },
  };
}

async function compressBeside(path: string): Promise<void> {
  const bytes = readFileSync(path);
  writeFileSync(`${path}.br`, await compressBrotli(bytes, BROTLI));
  writeFileSync(`${path}.gz`, await compressGzip(bytes, GZIP));
}
