// Whether a process has the store open, without opening it: LevelDB locks the file LOCK, and Linux lists who holds it.
// Elsewhere nothing is known before LevelDB tries.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The process that has the store in `dir` open; undefined when none has, or when the system does not tell. */
export function lockHolder(dir: string, locks = '/proc/locks'): number | undefined {
  let inode: number;
  let text: string;
  try {
    inode = statSync(join(dir, 'LOCK')).ino;
    text = readFileSync(locks, 'latin1');
  } catch {
    return undefined;
  }
  for (const line of text.split('\n')) {
    // 1: POSIX  ADVISORY  WRITE 4242 fe:01:1234567 0 EOF
    const [, pid, held] = /POSIX\s+ADVISORY\s+WRITE\s+(\d+)\s+[0-9a-f]+:[0-9a-f]+:(\d+)\s/.exec(line) ?? [];
    if (held !== undefined && Number(held) === inode) return Number(pid);
  }
  return undefined;
}
