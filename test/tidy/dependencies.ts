// The dependency table of CONTRIBUTING.md, which is both the document and the rule: package, reason, and the folders
// that may import it.
import { readFileSync } from 'node:fs';

export interface DependencyRow {
  readonly name: string;
  readonly reason: string;
  /** Path prefixes such as `api/` or `core/crypto/`; empty for tools that no source file imports. */
  readonly folders: readonly string[];
}

/** Rows of the table under the heading "Dependencies". */
export function dependencyTable(): readonly DependencyRow[] {
  const section = readFileSync('CONTRIBUTING.md', 'utf8').split(/^## Dependencies$/m)[1] ?? '';
  const rows =
    section
      .split(/^## /m)[0]
      ?.split('\n')
      .filter((line) => line.startsWith('| `')) ?? [];
  return rows.map((row) => {
    const [name, reason, folders] = row
      .split('|')
      .slice(1)
      .map((cell) => cell.trim()) as [string, string, string];
    return {
      name: name.replaceAll('`', ''),
      reason,
      folders: [...folders.matchAll(/`([^`]+)`/g)].map((match) => match[1] as string),
    };
  });
}
