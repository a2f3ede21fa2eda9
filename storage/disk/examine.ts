// Looks at every file of a closed store before LevelDB opens it: LevelDB verifies no block that it reads, ends the
// process over some damage, and repairs other damage by throwing it away. It reads and changes nothing.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { decodeRingRow, type JournalEnd } from '../engine/ring.js';
import { CHAIN_ROWS } from '../keys/chain-rows.js';
import { Cursor, DiskError } from './coding.js';
import { readLog } from './log-file.js';
import { type LiveTable, readManifest } from './manifest.js';
import { type TableDamage, verifyTable } from './table-file.js';

export interface LogState {
  readonly name: string;
  readonly bytes: number;
  readonly records: number;
  readonly damagedAt: readonly number[];
  readonly isTorn: boolean;
}

export interface Examined {
  readonly tables: number;
  readonly tableBytes: number;
  /** Tables that were verified now; the newest, where they are more than a start may wait for. */
  readonly verified: number;
  readonly damage: readonly TableDamage[];
  readonly logs: readonly LogState[];
  /** The log that the MANIFEST names first and that is not there. */
  readonly missingLog?: string | undefined;
  /** The last group that the logs tell of; LevelDB begins a new log at each start, so a log has one. */
  readonly end?: JournalEnd | undefined;
}

const RING = CHAIN_ROWS.ring.prefix.charCodeAt(0);
/** Bytes of a batch before its operations. */
const BATCH_HEADER = 12;

/** The bytes that a look at the store reads. */
export function storeBytes(dir: string): number {
  let bytes = 0;
  for (const name of readdirSync(dir)) if (/\.(ldb|sst|log)$/.test(name)) bytes += statSync(join(dir, name)).size;
  return bytes;
}

export interface ExamineExtent {
  /**
   * Tables are verified until so many bytes were read: the newest first, because what was written last was verified
   * never. All of them unless told otherwise.
   */
  readonly bytesMax?: number;
  /** Beyond that, every table with a number below this one. */
  readonly alsoBelow?: number;
}

export interface ExamineProgress {
  readonly bytes: number;
  /** Every table from this number on is sound; undefined once one is not. */
  readonly soundFrom?: number | undefined;
}

/** Undefined for a folder without a database. Throws DiskError when the files that name the others are damaged. */
export function examineStore(
  dir: string,
  { bytesMax = Number.POSITIVE_INFINITY, alsoBelow = 0 }: ExamineExtent = {},
  onProgress?: (progress: ExamineProgress) => void,
): Examined | undefined {
  const manifest = readManifest(dir);
  if (!manifest) return undefined;
  const { tables, logNumber } = manifest;
  const damage: TableDamage[] = [];
  let [verified, read] = [0, 0];
  for (const table of tables) {
    if (read > bytesMax && table.number >= alsoBelow) continue;
    const value = verifyTable(tablePath(dir, table), table);
    if (value) damage.push(value);
    read += table.bytes;
    verified += 1;
    onProgress?.({ bytes: read, soundFrom: damage.length === 0 ? table.number : undefined });
  }
  const tableBytes = tables.reduce((sum, { bytes }) => sum + bytes, 0);
  return { tables: tables.length, tableBytes, verified, damage, ...examineLogs(dir, logNumber) };
}

/** Tables of old versions of LevelDB end with sst. */
export function tablePath(dir: string, { number }: Pick<LiveTable, 'number'>): string {
  const name = String(number).padStart(6, '0');
  const old = join(dir, `${name}.sst`);
  return existsSync(old) ? old : join(dir, `${name}.ldb`);
}

function examineLogs(dir: string, logNumber: number): Pick<Examined, 'logs' | 'missingLog' | 'end'> {
  const numbers = readdirSync(dir)
    .map((name) => /^(\d+)\.log$/.exec(name)?.[1])
    .filter((text) => text !== undefined && Number(text) >= logNumber) as string[];
  const logs: LogState[] = [];
  let end: JournalEnd | undefined;
  for (const text of numbers.sort((a, b) => Number(a) - Number(b))) {
    const name = `${text}.log`;
    const file = readFileSync(join(dir, name));
    const { records, damagedAt, isTorn } = readLog(file);
    for (const record of records) end = lastOf(record) ?? end;
    logs.push({ name, bytes: file.length, records: records.length, damagedAt, isTorn });
  }
  const first = `${String(logNumber).padStart(6, '0')}.log`;
  const isMissing = logNumber > 0 && !logs.some(({ name }) => Number(name.slice(0, -4)) === logNumber);
  return { logs, end, ...(isMissing && { missingLog: first }) };
}

/** The group that a batch is, by its row of the ring. */
function lastOf(record: Uint8Array): JournalEnd | undefined {
  try {
    const from = new Cursor(record, BATCH_HEADER);
    let end: JournalEnd | undefined;
    while (from.left > 0) {
      const isPut = from.byte() === 1;
      const key = from.slice();
      const value = isPut ? from.slice() : undefined;
      if (value && key[0] === RING && key.length === 9)
        end = { seq: Number(Buffer.from(key).readBigUInt64BE(1)), dockets: decodeRingRow(value).docketsUpTo };
    }
    return end;
  } catch (error) {
    if (error instanceof DiskError) return undefined;
    throw error;
  }
}
