// A file beside the database that is there while LevelDB has it open, and stays when the run does not end in good
// order. LevelDB ends the process over some damage, so the finder of the file verifies every table before the next
// open, however old it is: a start that looked at the newest only would end the same way again. A caller that finds
// damage in an open store keeps the file through a stop in good order as well.
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from './folder.js';
import { checksumJson, openJson, sound } from './value.js';

export const VERIFY_FILE = 'VERIFY';

interface Note {
  readonly found?: true;
  readonly from?: number;
}

/** Every table has to be verified. */
export interface VerifyRequest {
  /** Tables with this number or a higher one were found sound by starts that were broken off after it. */
  readonly soundFrom?: number;
}

/**
 * The request that the last run left; undefined after one that ended in good order, and for a store of an older version
 * of this program.
 */
export function wantedVerify(dir: string): VerifyRequest | undefined {
  const path = join(dir, VERIFY_FILE);
  if (!existsSync(path)) return undefined;
  // A row that cannot be read asks for everything.
  const { from } = sound(() => openJson<Note>(readFileSync(path), 'the note of the last run')) ?? {};
  return from === undefined ? {} : { soundFrom: from };
}

/** LevelDB is about to open the store, every table of which was looked at as it has to be. */
export function runBegins(dir: string): void {
  write(dir, {});
  syncFolder(dir);
}

/** The store is closed. */
export function runEnded(dir: string): void {
  const path = join(dir, VERIFY_FILE);
  if (!existsSync(path)) return;
  const note = sound(() => openJson<Note>(readFileSync(path), 'the note of this run'));
  if (note && note.found !== true) rmSync(path);
}

/** Damage was met in a store that is open: a stop in good order keeps the file. */
export function damageMet(dir: string): void {
  try {
    write(dir, { found: true });
  } catch {
    // The part that met the damage tells of it, and a disk that takes no write is not made worse.
  }
}

/** A start verified this table and all newer ones, and may yet be broken off. */
export function keepSoundFrom(dir: string, number: number): void {
  write(dir, { from: number });
}

function write(dir: string, note: Note): void {
  const file = openSync(join(dir, VERIFY_FILE), 'w', 0o600);
  try {
    writeSync(file, checksumJson(note));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
