// The preparation of a store before LevelDB may touch it: every file is looked at; a store that lost its data is
// refused and left as it is; damaged blocks whose rows dockets and peers can make again are set aside; logs that
// LevelDB would repair by throwing parts away are kept in quarantine first.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../core/base/ports.js';
import { StoreError } from '../engine/fault.js';
import { syncFolder } from '../engine/folder.js';
import { lockFolder } from '../engine/folder-lock.js';
import { type Marked, readMark } from '../engine/mark.js';
import { missingText } from '../engine/ring.js';
import { startThread } from '../engine/thread.js';
import { checksumJson, openJson, sound } from '../engine/value.js';
import { keepSoundFrom, type VerifyRequest, wantedVerify } from '../engine/verify-file.js';
import { DiskError } from './coding.js';
import { type Examined, type ExamineExtent, type ExamineProgress, examineStore, storeBytes } from './examine.js';
import { findLost, type Lost } from './lost.js';
import { emptyExtents, emptyTable, keepFiles, quarantine } from './set-aside.js';
import type { KeyRange, TableDamage } from './table-file.js';

export interface PrepareOptions {
  readonly nowMs: number;
  readonly log?: Log | undefined;
  /** Bytes of tables, the newest first, that a start after a stop in good order waits for. */
  readonly startBytesMax?: number | undefined;
  /**
   * The operator gives up the rows that no other node has: tables of which nothing can be used, and rows of the node
   * itself.
   */
  readonly isSalvage?: boolean;
}

/** The findings of the look at the disk for the start of a store. */
export interface PreparedStore {
  /** Parts of a log are damaged: what the last stop said of it is not believed. */
  readonly hasBadLog: boolean;
  readonly hasLostLog: boolean;
  /** The rows that set-aside blocks may have held, until the store has taken note of them. */
  readonly lost?: Lost | undefined;
  /** Where damaged bytes were put. */
  readonly keptIn?: string;
}

const SOUND: PreparedStore = { hasBadLog: false, hasLostLog: false };
/** Above this the sums are computed on another thread. */
const INLINE_BYTES = 8 * 1024 * 1024;
/**
 * A start waits for so many bytes of tables: some five seconds. The scrub reads the others at once after it; after a
 * run that broke off the start reads all.
 */
const START_BYTES_MAX = 2 * 1024 * 1024 * 1024;
/** A start that takes longer than this says so. */
const SILENT_MS = 1000;
/** Written before blocks are set aside, removed when the store has taken note. */
const LOST_FILE = 'LOST';
const KEY_FILES = ['master.key', 'master.salt'];

/** The caller has the lock of the folder. Throws StoreError STORE_DAMAGED, having changed nothing then. */
export async function prepareDisk(dir: string, options: PrepareOptions): Promise<PreparedStore> {
  const judged = await judgeDisk(dir, { log: options.log, look: lookOf(dir, options) });
  if (!judged) return SOUND;
  const { examined, marked } = judged;
  const lost = findLost(
    examined.damage.flatMap((table): readonly KeyRange[] => (table.whole === undefined ? table.blocks : [table])),
  );
  if (!options.isSalvage) refuseLoss(dir, examined, lost);
  const hasBadLog = examined.logs.some(({ damagedAt }) => damagedAt.length > 0);
  const isAhead = typeof marked === 'object' && examined.end !== undefined && marked.seq > examined.end.seq;
  const hasLostLog = examined.missingLog !== undefined;
  const isDamaged = examined.damage.length > 0;
  const keptIn = hasBadLog || isAhead || hasLostLog || isDamaged ? quarantine(dir, options.nowMs) : undefined;
  if (keptIn && (hasBadLog || isAhead || hasLostLog)) keepFiles(dir, keptIn, logFiles(dir, examined));
  if (keptIn && isDamaged) setAside(dir, keptIn, { examined, lost });
  if (keptIn)
    options.log?.error({ ...figures(examined), keptIn }, 'The store is damaged; the damaged parts were kept.');
  return { hasBadLog, hasLostLog, lost: readLost(dir), ...(keptIn && { keptIn }) };
}

/**
 * Everything where the operator asks, and after a run that did not end in good order: LevelDB may have ended it over a
 * block of any age.
 */
function lookOf(dir: string, { startBytesMax = START_BYTES_MAX, isSalvage }: PrepareOptions): ExamineExtent {
  const wanted = wantedVerify(dir);
  if (isSalvage || (wanted && wanted.soundFrom === undefined)) return {};
  return { bytesMax: startBytesMax, ...(wanted && { alsoBelow: wanted.soundFrom }) };
}

/** Looks at the files; undefined for a folder without a database. Throws as `prepareDisk` for one with nothing left. */
export async function judgeDisk(
  dir: string,
  options: { readonly look?: ExamineExtent; readonly log?: Log | undefined } = {},
): Promise<{ readonly examined: Examined; readonly marked: Marked } | undefined> {
  if (!existsSync(join(dir, 'FORMAT')) || !existsSync(join(dir, 'CURRENT'))) return undefined;
  const marked = readMark(dir);
  const examined = await examine(dir, options.look ?? {}, options.log);
  if (!examined) return undefined;
  refuseEmpty(dir, examined, marked);
  return { examined, marked };
}

/** `prepareDisk` for a store that no process may have open: throws StoreError STORE_LOCKED too. */
export async function salvageDisk(dir: string, nowMs: number): Promise<PreparedStore> {
  const lock = await lockFolder(dir);
  try {
    return await prepareDisk(dir, { nowMs, isSalvage: true });
  } finally {
    await lock.release();
  }
}

/** The store has taken note of what was lost. */
export function forgetLost(dir: string): void {
  rmSync(join(dir, LOST_FILE), { force: true });
  syncFolder(dir);
}

/** The look at the files of a closed store, on another thread when it takes long. Throws StoreError. */
async function examine(dir: string, look: ExamineExtent, log?: Log): Promise<Examined | undefined> {
  try {
    const bytes = storeBytes(dir);
    if (bytes <= INLINE_BYTES) return examineStore(dir, look);
    return await examineOnThread(dir, { look, log, bytes });
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    throw new StoreError('STORE_DAMAGED', `${error.message}. Nothing was changed: restore a backup.`, error);
  }
}

interface Told {
  readonly progress?: ExamineProgress;
  readonly examined?: Examined;
  readonly damaged?: string;
}

interface Watched {
  readonly look: ExamineExtent;
  readonly log: Log | undefined;
  /** Of the whole store. */
  readonly bytes: number;
}

function examineOnThread(dir: string, { look, log, bytes }: Watched): Promise<Examined | undefined> {
  const worker = startThread(new URL('./examine-worker.js', import.meta.url), { workerData: { dir, look } });
  const before = wantedVerify(dir);
  let at: ExamineProgress = { bytes: 0 };
  const telling = setInterval(() => {
    log?.info({ bytes: at.bytes, of: bytes }, 'The files of the store are being verified.');
    if (before) keepProgress(dir, before, at);
  }, SILENT_MS);
  return new Promise<Examined | undefined>((resolve, reject) => {
    worker.on('message', ({ progress, examined, damaged }: Told) => {
      if (progress) at = progress;
      else if (damaged !== undefined) reject(new DiskError(damaged));
      else resolve(examined);
    });
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The thread that verifies the store ended early.')));
  }).finally(() => clearInterval(telling));
}

/** A start that takes minutes may be broken off by who waits for it: the next one goes on from there. */
function keepProgress(
  dir: string,
  { soundFrom: before = Number.POSITIVE_INFINITY }: VerifyRequest,
  at: ExamineProgress,
): void {
  if (at.soundFrom !== undefined && at.soundFrom < before) keepSoundFrom(dir, at.soundFrom);
}

/** A database without a row that something says had some never starts as a new one. */
function refuseEmpty(dir: string, { tables, logs, missingLog }: Examined, marked: Marked): void {
  if (tables > 0 || logs.some(({ records }) => records > 0)) return;
  const keyFile = KEY_FILES.find((name) => existsSync(join(dir, name)));
  const bytes = logs.reduce((sum, log) => sum + log.bytes, 0);
  const had =
    typeof marked === 'object' && marked.seq > 0 ? { groups: marked.seq, dockets: marked.dockets } : undefined;
  if (!had && marked !== 'damaged' && !keyFile && bytes === 0) return;
  const lost = missingLog ?? logs[0]?.name ?? 'its log';
  const why = had
    ? `its file MARK tells of ${missingText(had)}`
    : keyFile
      ? `it has the key file ${keyFile} of a store with data`
      : 'its log cannot be read';
  throw new StoreError(
    'STORE_DAMAGED',
    `The store in ${dir} holds nothing, but ${why}: ${lost} is gone, empty or damaged. Nothing was changed: put that file back, or restore a backup.`,
  );
}

/** Rows that no other node has are not given up without the operator. */
function refuseLoss(dir: string, { damage }: Examined, { own }: Lost): void {
  const whole = damage.filter((table) => table.whole !== undefined);
  if (whole.length === 0 && own.length === 0) return;
  const tables = damage.map(tableText);
  const held = own.length === 0 ? 'rows of registers' : `rows of this node alone: ${own.slice(0, 12).join(', ')}`;
  throw new StoreError(
    'STORE_DAMAGED',
    `The store in ${dir} is damaged: ${tables.slice(0, 8).join(', ')}. It may have held ${held}. Nothing was changed: put the files back, or restore a backup. If neither can be had, "quorate salvage" keeps what is left; the registers are then repaired from other members.`,
  );
}

/** `000012.ldb (2 damaged blocks)`. */
export function tableText(table: TableDamage): string {
  return `${tableName(table)} (${table.whole ?? `${table.blocks.length} damaged blocks`})`;
}

function tableName({ number }: { readonly number: number }): string {
  return `${String(number).padStart(6, '0')}.ldb`;
}

function figures({ damage, logs, missingLog }: Examined): object {
  return {
    tables: damage.map(tableName).slice(0, 16),
    blocks: damage.reduce((sum, { blocks }) => sum + blocks.length, 0),
    logs: logs.filter(({ damagedAt }) => damagedAt.length > 0).map(({ name, damagedAt }) => `${name}:${damagedAt[0]}`),
    ...(missingLog && { missingLog }),
  };
}

function logFiles(dir: string, { logs }: Examined): string[] {
  const current = readFileSync(join(dir, 'CURRENT'), 'latin1').trim();
  return [...logs.map(({ name }) => name), 'MARK', 'CURRENT', current];
}

/** The note comes first: a crash in between leaves blocks that are still damaged, and are set aside again. */
function setAside(dir: string, into: string, { examined, lost }: { examined: Examined; lost: Lost }): void {
  const known = readLost(dir);
  const next = join(dir, `${LOST_FILE}.next`);
  writeFileSync(next, checksumJson(known ? mergeLost(known, lost) : lost), { mode: 0o600, flush: true });
  renameSync(next, join(dir, LOST_FILE));
  syncFolder(dir);
  for (const table of examined.damage)
    if (table.whole === undefined) emptyExtents(dir, into, table);
    else emptyTable(dir, into, table);
}

/** The rows that were set aside and not taken note of. A note that cannot be read stands for anything. */
function readLost(dir: string): Lost | undefined {
  const path = join(dir, LOST_FILE);
  if (!existsSync(path)) return undefined;
  const everything = findLost([{ from: Buffer.of(0), to: Buffer.of(0xff) }]);
  return sound(() => openJson<Lost>(readFileSync(path), 'what was set aside')) ?? everything;
}

export function mergeLost(a: Lost, b: Lost): Lost {
  return {
    registers: [...a.registers, ...b.registers],
    votes: a.votes || b.votes,
    own: [...new Set([...a.own, ...b.own])],
  };
}
