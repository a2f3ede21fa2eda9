// The version of the program, from package.json, which is two folders up in the sources and in the bundle, and three in
// dist/.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export function programVersion(): string {
  for (const up of ['../..', '../../..']) {
    try {
      const { name, version: value } = JSON.parse(
        readFileSync(join(import.meta.dirname, up, 'package.json'), 'utf8'),
      ) as Record<string, string>;
      if (name === 'quorate' && value !== undefined) return value;
    } catch {
      // The next folder has it.
    }
  }
  return 'unknown';
}
