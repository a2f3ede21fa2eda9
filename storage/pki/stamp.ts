// Tells cheaply whether the identity in a folder may have changed since it was read: names, sizes and times of its
// files. It reads none of them.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CERTIFICATE_FILE, TRUSTED_FOLDER } from './identity.js';
import { TLS_KEY_FILE } from './node-keys.js';

/** Equal while certificate, TLS key and trusted organisations are the files that they were. */
export function identityStamp(dir: string): string {
  const trusted = join(dir, TRUSTED_FOLDER);
  const files = [
    join(dir, CERTIFICATE_FILE),
    join(dir, TLS_KEY_FILE),
    ...namesIn(trusted).map((name) => join(trusted, name)),
  ];
  return files.map(stampOf).join('\n');
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function stampOf(file: string): string {
  try {
    // A file that is replaced in one move has another inode, whatever its time says.
    const { size, mtimeMs, ino } = statSync(file);
    return `${file} ${size} ${mtimeMs} ${ino}`;
  } catch {
    return `${file} -`;
  }
}
