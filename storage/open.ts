// Opens the store of a node: the engine, its version and migrations, the journal, and the question whether a vote may have been lost since the
// last run. It never repairs; what it cannot answer for it reports, and the report stays until the operator accepts it.
import { randomUUID } from 'node:crypto';
import { STORE_VERSION } from '../core/base/version.js';
import { StoreError } from './fault.js';
import { raiseFormat } from './folder.js';
import type { JournalOptions } from './journal.js';
import { Journal } from './journal.js';
import { metaKey } from './keys.js';
import type { Kv, KvOp } from './kv.js';
import type { LevelOptions } from './level.js';
import { openLevel } from './level.js';
import type { Mark } from './mark.js';
import { openMark, readMark } from './mark.js';
import type { Migration } from './migrate/index.js';
import { MIGRATIONS, migrate } from './migrate/index.js';
import { lastRingSeq, ringGap } from './ring.js';
import { openJson, sealJson } from './value.js';

export interface StoreOptions extends Pick<JournalOptions, 'onFatal' | 'log' | 'metrics'> {
  /** Milliseconds since 1970 at start; written beside the boot id. */
  readonly nowMs: number;
  readonly bootId?: string;
  readonly migrations?: readonly Migration[];
  readonly version?: number;
}

/** Why this node may not know every vote that it gave (consensus.md 3.5). */
export type Fence = 'journal-gap' | 'journal-tail' | 'restored';

export interface Store {
  readonly kv: Kv;
  readonly journal: Journal;
  /** New at each start. */
  readonly bootId: string;
  /** False after a crash or a kill, and for a new store. */
  readonly cleanStart: boolean;
  readonly newStore: boolean;
  /** True: every validator seat of this node is fenced until the operator rekeys it or accepts the loss. */
  readonly voteMemoryLost: boolean;
  readonly fence?: Fence;
  /** Keys that the fence is about; undefined before `nameFenced`: every key that the node has then. A key made later has never voted. */
  readonly fencedKeys?: readonly string[];
  /** Keeps which keys are fenced. Call before another key is made. */
  nameFenced(validatorIds: readonly string[]): Promise<void>;
  /** The operator's decision to go on in spite of a fence; takes effect at the next start. */
  acceptLoss(): Promise<void>;
  /** Drains the journal, marks the shutdown as clean and closes the engine. */
  close(): Promise<void>;
}

/** The durable fence. Groups up to `seq` were judged when it was set. */
interface FenceRow {
  readonly fence: Fence;
  readonly seq?: number;
  readonly validatorIds?: readonly string[];
}

/** Opens LevelDB in `dir` and the store on it. Throws StoreError. */
export async function openStore(dir: string, options: StoreOptions & LevelOptions): Promise<Store> {
  const version = options.version ?? STORE_VERSION;
  const kv = await openLevel(dir, { ...options, version });
  let mark: Mark | undefined;
  try {
    const marked = readMark(dir);
    mark = openMark(dir);
    const store = await openStoreOn(kv, { ...options, marked, mark });
    raiseFormat(dir, version);
    return store;
  } catch (error) {
    mark?.close();
    await kv.close();
    throw error;
  }
}

export interface StoreOnOptions extends StoreOptions {
  readonly marked?: number | 'damaged' | undefined;
  readonly mark?: Mark;
}

/** The store on an engine that is open, as the simulator and tests use it with a disk in memory. */
export async function openStoreOn(kv: Kv, options: StoreOnOptions): Promise<Store> {
  const version = options.version ?? STORE_VERSION;
  const lastSeq = await lastRingSeq(kv);
  const stored = read<{ version: number }>(kv, 'format')?.version;
  checkStored(kv, stored, version, lastSeq);
  const clean = read<{ seq: number }>(kv, 'clean');
  const cleanStart = clean?.seq === lastSeq && lastSeq > 0 && !isAhead(options.marked, lastSeq);
  const { fence, hasGap } = await fenceOf(kv, { lastSeq, cleanStart, marked: options.marked });
  const { mark } = options;
  const journal = new Journal(kv, {
    ...options,
    lastSeq,
    ...(mark ? { onDurable: (seq: number) => mark.write(seq) } : {}),
  });
  const bootId = options.bootId ?? randomUUID();
  await journal.commit([
    op('boot', { bootId, startedAt: options.nowMs }),
    { key: metaKey('clean'), value: undefined },
    ...(fence ? [op('fence', fence), { key: metaKey('restored'), value: undefined }] : []),
    // A note of its own: the fence keeps its first reason, and goes when the operator accepts it.
    ...(hasGap ? [op('gap', { seq: lastSeq })] : []),
    ...(stored === undefined ? [op('format', { version })] : []),
  ]);
  await migrate({
    kv,
    commit: (ops) => journal.commit(ops),
    from: stored ?? version,
    migrations: options.migrations ?? MIGRATIONS,
    versionOp: (to) => op('format', { version: to }),
  });
  return {
    kv,
    journal,
    bootId,
    cleanStart,
    newStore: stored === undefined,
    voteMemoryLost: fence !== undefined,
    ...(fence ? { fence: fence.fence } : {}),
    ...(fence?.validatorIds ? { fencedKeys: fence.validatorIds } : {}),
    nameFenced: (validatorIds) => journal.commit(fence ? [op('fence', { ...fence, validatorIds })] : []),
    acceptLoss: () => acceptLoss(journal),
    close: () => closeStore(kv, journal, mark),
  };
}

/** Number of the last group when a lost batch was found, while nobody has looked for what that wrote, maybe far below the heads of its registers. */
export function unsurveyedGap(kv: Pick<Kv, 'getSync'>): number | undefined {
  const seq = read<{ seq: number }>(kv, 'gap')?.seq;
  return read<{ seq: number }>(kv, 'surveyed')?.seq === seq ? undefined : seq;
}

/** Every register is marked: its survey goes on after any crash. */
export function surveyedOp(seq: number): KvOp {
  return op('surveyed', { seq });
}

function checkStored(kv: Kv, stored: number | undefined, version: number, lastSeq: number): void {
  if (kv.getSync(metaKey('restoring')) !== undefined)
    throw new StoreError(
      'STORE_DAMAGED',
      'A restore into this store was not finished. Restore again into an empty folder.',
    );
  if (stored === undefined && lastSeq > 0)
    throw new StoreError('STORE_DAMAGED', 'The store has lost its version. Restore a backup.');
  if (stored !== undefined && stored > version)
    throw new StoreError(
      'STORE_VERSION',
      `The store has format ${stored}; this program reads up to format ${version}.`,
    );
}

/** A fence found before stays, whatever this start finds; a loss that came since fences the keys that were made since as well. */
async function fenceOf(kv: Kv, start: FencedStart): Promise<{ readonly fence?: FenceRow; readonly hasGap: boolean }> {
  const known = read<FenceRow>(kv, 'fence');
  const accepted = read<{ seq: number }>(kv, 'accepted')?.seq ?? 0;
  const { lost, hasGap } = await lossOf(kv, start, Math.max(accepted, known?.seq ?? 0));
  const fence = lost ? { fence: known?.fence ?? lost, seq: start.lastSeq } : known;
  return { ...(fence ? { fence } : {}), hasGap };
}

interface FencedStart {
  readonly lastSeq: number;
  readonly cleanStart: boolean;
  readonly marked: number | 'damaged' | undefined;
}

/** What shows that a group after `judged` is missing; `hasGap`: one with others after it, whatever is lost beside it. */
async function lossOf(
  kv: Kv,
  start: FencedStart,
  judged: number,
): Promise<{ readonly lost?: Fence; readonly hasGap: boolean }> {
  const hasGap = !start.cleanStart && (await ringGap(kv, judged, start.lastSeq)) !== undefined;
  if (kv.getSync(metaKey('restored')) !== undefined) return { lost: 'restored', hasGap };
  if (start.marked === 'damaged' || isAhead(start.marked, Math.max(start.lastSeq, judged)))
    return { lost: 'journal-tail', hasGap };
  return hasGap ? { lost: 'journal-gap', hasGap } : { hasGap };
}

function isAhead(marked: number | 'damaged' | undefined, seq: number): boolean {
  return marked === 'damaged' || (marked !== undefined && marked > seq);
}

/** Groups up to now are not judged again. */
function acceptLoss(journal: Journal): Promise<void> {
  return journal.commit([
    op('accepted', { seq: journal.seq }),
    { key: metaKey('fence'), value: undefined },
    { key: metaKey('restored'), value: undefined },
  ]);
}

async function closeStore(kv: Kv, journal: Journal, mark: Mark | undefined): Promise<void> {
  try {
    await journal.drained();
    // Nothing is queued, so the marker is the next group and can name itself.
    const marked = journal.commit([op('clean', { seq: journal.seq + 1 })]);
    await journal.close();
    await marked;
  } finally {
    mark?.close();
    await kv.close();
  }
}

function read<V>(kv: Pick<Kv, 'getSync'>, name: string): V | undefined {
  const bytes = kv.getSync(metaKey(name));
  return bytes && openJson<V>(bytes, `node meta ${name}`);
}

function op(name: string, value: object): KvOp {
  return { key: metaKey(name), value: sealJson(value) };
}
