// Published test data that lies in the repository: one JSON value a line, so that a change is a line of a diff.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The values of `test/vectors/<path>`, in order. */
export function vectorLines<T>(path: string): readonly T[] {
  const text = readFileSync(join(process.cwd(), 'test', 'vectors', path), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
}
