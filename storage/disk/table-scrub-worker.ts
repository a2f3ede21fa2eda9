// The thread that verifies the tables of a store that is open: each once soon after it appears, and over and over at
// the rate of the scrub. LevelDB deletes tables meanwhile, so what is damaged counts only if the MANIFEST still names
// it then.
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { DiskError } from './coding.js';
import { tablePath } from './examine.js';
import { type LiveTable, readManifest } from './manifest.js';
import { nextTable } from './pass.js';
import { type TableDamage, verifyTable } from './table-file.js';

const { dir, bytesPerSecond } = workerData as { readonly dir: string; readonly bytesPerSecond: number };
/** A table that was never looked at is read faster than one that was. */
const FIRST_BYTES_PER_SECOND = 32 * 1024 * 1024;
const LOOK_MS = 10_000;

const seenAt = new Map<number, number>();

function liveTables(): readonly LiveTable[] {
  try {
    return readManifest(dir)?.tables ?? [];
  } catch (error) {
    // LevelDB writes a new MANIFEST while it runs; the next look reads that one.
    if (error instanceof DiskError) return [];
    throw error;
  }
}

function next(tables: readonly LiveTable[]): LiveTable | undefined {
  const live = new Set(tables.map(({ number }) => number));
  for (const number of seenAt.keys()) if (!live.has(number)) seenAt.delete(number);
  return nextTable(tables, seenAt, performance.now());
}

function damageOf(table: LiveTable): TableDamage | undefined {
  const damage = verifyTable(tablePath(dir, table), table);
  const isLive = damage && liveTables().some(({ number }) => number === table.number);
  return isLive ? verifyTable(tablePath(dir, table), table) : undefined;
}

for (;;) {
  const table = next(liveTables());
  if (!table) {
    await pause(LOOK_MS);
    continue;
  }
  const rate = seenAt.has(table.number) ? bytesPerSecond : Math.max(bytesPerSecond, FIRST_BYTES_PER_SECOND);
  seenAt.set(table.number, performance.now());
  const damage = damageOf(table);
  parentPort?.postMessage({ bytes: table.bytes, damage });
  await pause((table.bytes / rate) * 1000);
}
