// The rows of the operations that the console calls: the pages load no row of another one. An operation is called by
// its name, in sources alone, so a name that stands in none of them cannot be called.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const ROWS_FILE = /\/api\/client\/call-rows\.[jt]s$/;

/** `folders` hold the sources of the console, and of the client that it is built with. */
export function ownCalls(folders: readonly string[]): Plugin {
  return {
    name: 'quorate-own-calls',
    transform(code, path) {
      return ROWS_FILE.test(path) ? { code: rowsNamed(code, namesIn(folders)), map: null } : undefined;
    },
  };
}

/** Each line of `code` that is not a row stays. The second word of a row is the operation. */
export function rowsNamed(code: string, names: ReadonlySet<string>): string {
  const isKept = (line: string): boolean => {
    const [, id, method] = /^\w+ (\w+) ([A-Z]+) \//.exec(line) ?? [];
    return method === undefined || names.has(id as string);
  };
  return code.split('\n').filter(isKept).join('\n');
}

/** All words of the sources: more than the names of operations, and all of these. */
function namesIn(folders: readonly string[]): ReadonlySet<string> {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !ROWS_FILE.test(`/${join(folder, name)}`))
      .map((name) => readFileSync(join(folder, name), 'utf8')),
  );
  return new Set(files.flatMap((text) => text.match(/\b[a-z]\w+\b/g) ?? []));
}
