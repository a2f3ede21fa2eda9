// Published test data that lies in the repository: one JSON value a line, so that a change is a line of a diff.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** The values of `test/vectors/<path>`, in order. */
export function vectorLines<T>(path: string): readonly T[] {
  return linesIn(readFileSync(join(process.cwd(), 'test', 'vectors', path)));
}

/** The same of a file that gzip compressed. */
export function gunzippedLines<T>(path: string): readonly T[] {
  return linesIn(gunzipSync(readFileSync(join(process.cwd(), 'test', 'vectors', path))));
}

function linesIn<T>(bytes: Buffer): readonly T[] {
  return bytes
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
}
