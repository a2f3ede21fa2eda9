// A file system of its own for a chaos run, in memory, so that every disk can be full without filling that of the
// machine. It needs the right to mount; where that is missing the run goes on without, and says so.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NAME = 'quorate-chaos-disk-';
/** Holds the stores of eight nodes for an hour, and the reserve that each keeps free. */
const SIZE = '3g';

/**
 * Makes it the folder of temporary files of this process. Gives how to let go of it; undefined where it cannot be made.
 */
export function ownDisk(): (() => void) | undefined {
  const folder = mkdtempSync(join(tmpdir(), NAME));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=700`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmdirSync(folder);
    return undefined;
  }
  process.env['TMPDIR'] = folder;
  return () => {
    delete process.env['TMPDIR'];
    try {
      execFileSync('umount', ['-l', folder], { stdio: 'ignore' });
      rmdirSync(folder);
    } catch {
      process.stderr.write(`${folder} could not be unmounted: do it by hand.\n`);
    }
  };
}

/** True for a folder that holds nothing but this run. */
export function isOwnDisk(folder: string): boolean {
  return folder.includes(NAME);
}
