// How many files and connections this process may have open, where the system says it (Linux). The platform has raised
// the soft limit to the hard one by itself.
import { readFileSync } from 'node:fs';

/** The tables that LevelDB keeps open (4096), and as many connections of clients and peers. */
const WANTED = 8192;

/** The limit, where it is lower than a node with many registers and clients needs; undefined where it is enough. */
export function fewOpenFiles(
  limits: string = limitsOfProcess(),
): { readonly openFiles: number; readonly wanted: number } | undefined {
  const openFiles = Number(/^Max open files +(\d+)/m.exec(limits)?.[1]);
  return openFiles < WANTED ? { openFiles, wanted: WANTED } : undefined;
}

function limitsOfProcess(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}
