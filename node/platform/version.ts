// The version of this program, read once from package.json, so that it is stated in one place.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const VERSION: string = readVersion(dirname(fileURLToPath(import.meta.url)));

/** The package file lies two levels up in the sources and in the bundle, and three in the compiled tree. */
function readVersion(folder: string): string {
  for (const up of ['../..', '../../..']) {
    try {
      const manifest = JSON.parse(readFileSync(join(folder, up, 'package.json'), 'utf8')) as Record<string, unknown>;
      if (manifest.name === 'quorate' && typeof manifest.version === 'string') return manifest.version;
    } catch {
      // Not this folder.
    }
  }
  return 'unknown';
}
