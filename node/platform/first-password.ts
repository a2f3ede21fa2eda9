// The generated password of the first administrator, in a file that only the owner of the data folder reads: what is
// printed may end in a log that others collect. It is there before the account is, and goes once the password was
// changed.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Log } from '../../core/base/ports.js';
import { syncFolder } from '../../storage/engine/folder.js';

export class FirstPassword {
  readonly file: string;

  constructor(
    private readonly dataDir: string,
    private readonly log: Log,
  ) {
    this.file = join(resolve(dataDir), 'first-password');
  }

  keep(password: string): void {
    // A start that was killed may have left one, and its mode would stay.
    rmSync(this.file, { force: true });
    writeFileSync(this.file, `${password}\n`, { mode: 0o600, flag: 'wx', flush: true });
    syncFolder(this.dataDir);
  }

  /** The one that is kept; undefined where no file can be read. */
  keptPassword(): string | undefined {
    try {
      return readFileSync(this.file, 'utf8').trim();
    } catch {
      return undefined;
    }
  }

  forget(): void {
    try {
      rmSync(this.file, { force: true });
    } catch (error) {
      this.log.warn({ err: error, file: this.file }, 'The file of the first password cannot be deleted.');
    }
  }
}
