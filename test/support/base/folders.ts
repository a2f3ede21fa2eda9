// Folders of the disk for tests, removed behind them.
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aroundAll, aroundEach } from './blocks.js';

let serial = 0;

/** One folder for all tests of the block, which may be filled where it is stated. */
export function folderOfAll(): string {
  const folder = unused();
  make(folder);
  aroundAll(
    () => undefined,
    () => remove(folder),
  );
  return folder;
}

/** A folder that is empty before each test of the block. */
export function folderOfEach(): string {
  const folder = unused();
  aroundEach(
    () => make(folder),
    () => remove(folder),
  );
  return folder;
}

const unused = () => join(tmpdir(), `quorate-${process.pid}-${++serial}`);
const make = (folder: string) => mkdirSync(folder, { mode: 0o700 });
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });
