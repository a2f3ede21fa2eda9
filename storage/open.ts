// Opens the store of a node: the engine, its version and migrations, the journal, and the question whether a vote may
// have been lost since the last run. It never repairs; what it cannot answer for it reports, and the report stays until
// the operator accepts it.
import { randomUUID } from 'node:crypto';
import { STORE_VERSION } from '../core/base/version.js';
import type { Lost } from './disk/lost.js';
import { forgetLost, mergeLost, type PreparedStore, type PrepareOptions, prepareDisk } from './disk/prepare.js';
import { StoreError } from './engine/fault.js';
import { type Fence, type FenceJudgement, fenceOf, isAhead, isWholeStart } from './engine/fence.js';
import { formatText, ofEarlierProgram } from './engine/folder.js';
import type { JournalOptions } from './engine/journal.js';
import { Journal } from './engine/journal.js';
import type { Kv, KvOp } from './engine/kv.js';
import type { LevelOptions } from './engine/level.js';
import { openFolder, openLevel } from './engine/level.js';
import type { JournalMark, Marked } from './engine/mark.js';
import { openMark, readMark } from './engine/mark.js';
import { type JournalEnd, journalEnd, type MissingGroups } from './engine/ring.js';
import { checksumJson, openJson } from './engine/value.js';
import { metaKey } from './keys/chain-keys.js';
import { MIGRATIONS, migrate } from './migrate/index.js';
import type { Migration } from './migrate/migration.js';
import { endOfAll } from './tables/accounts/sessions.js';

/** Names of the rows in which a store says its format, and in which those of version 0.2 and before did. */
const [FORMAT, EARLIER_FORMAT] = ['store-format', 'format'];
const LOSSES = 'losses';

export interface StoreOptions
  extends Pick<JournalOptions, 'onFatal' | 'log' | 'metrics' | 'reserve'>,
    Pick<PrepareOptions, 'startBytesMax'> {
  /** Milliseconds since 1970 at start; written beside the boot id. */
  readonly nowMs: number;
  readonly bootId?: string;
  readonly migrations?: readonly Migration[];
  readonly version?: number;
  /**
   * Refuses a store of an older format, in place of bringing it to the present one: for work that is not a start of a
   * node.
   */
  readonly keepsFormat?: boolean;
}

export interface Store {
  readonly kv: Kv;
  readonly journal: Journal;
  /** New at each start. */
  readonly bootId: string;
  /** False after a crash or a kill, and for a new store. */
  readonly cleanStart: boolean;
  readonly newStore: boolean;
  /** How often a start found that writes were lost, by a restore or damage. */
  readonly losses: number;
  /** True: every validator seat of this node is fenced until the operator rekeys it or accepts the loss. */
  readonly voteMemoryLost: boolean;
  /** Undefined again once the operator accepted the loss. */
  readonly fence: Fence | undefined;
  /** The groups that were found to be gone from the journal, where they are known. */
  readonly missing: MissingGroups | undefined;
  /**
   * Keys that the fence is about; undefined before `nameFenced`: every key that the node has then. A key made later has
   * never voted.
   */
  readonly fencedKeys?: readonly string[];
  /** In words, why the files under it are not this process's any more; undefined while they are. */
  lossReason(): string | undefined;
  /** Keeps which keys are fenced. Call before another key is made. */
  nameFenced(validatorIds: readonly string[]): Promise<void>;
  /** The operator's decision to go on in spite of a fence; takes effect at the next start. */
  acceptLoss(): Promise<void>;
  /** Drains the journal, marks the shutdown as clean and closes the engine. */
  close(): Promise<void>;
}

/** Opens LevelDB in `dir` and the store on it. Throws StoreError. */
export async function openStore(dir: string, options: StoreOptions & LevelOptions): Promise<Store> {
  const version = options.version ?? STORE_VERSION;
  const lock = await openFolder(dir, { ...options, version });
  const value = await prepareDisk(dir, options).catch(async (error: unknown) => {
    await lock.release();
    throw error;
  });
  const kv = await openLevel(dir, { ...options, lock });
  let mark: JournalMark | undefined;
  try {
    const marked = readMark(dir);
    mark = openMark(dir);
    const lossReason = (): string | undefined =>
      lock.lossReason() ?? (mark?.isWhole() ? undefined : `the file MARK in ${dir} is not as this process wrote it`);
    const store = await openStoreOn(kv, { ...options, marked, mark, found: value, lost: lossReason });
    if (value.lost) forgetLost(dir);
    // After the migrations, so that an older program goes on refusing no store that it could read.
    if (lock.format !== formatText(version)) lock.rewrite(formatText(version));
    return store;
  } catch (error) {
    mark?.close();
    await kv.close();
    throw error;
  }
}

export interface StoreOnOptions extends StoreOptions {
  readonly marked?: Marked | undefined;
  readonly mark?: Pick<JournalMark, 'write' | 'close'>;
  /** The findings of the look at the files, before LevelDB opened them. */
  readonly found?: PreparedStore;
  readonly lost?: Store['lossReason'];
}

/** The store on an engine that is open, as the simulator and tests use it with a disk in memory. */
export async function openStoreOn(kv: Kv, options: StoreOnOptions): Promise<Store> {
  const version = options.version ?? STORE_VERSION;
  const last = await journalEnd(kv);
  const stored = formatOf(kv);
  checkStored(kv, { ...options, stored, version, last });
  const { marked, found: store, mark } = options;
  const cleanStart = isWholeStart(kv, last, marked) && !store?.hasBadLog && !store?.hasLostLog && !store?.lost;
  const judged = await fenceOf(kv, {
    ...{ last, isClean: cleanStart, marked },
    ...{ hasLostLog: store?.hasLostLog, hasLostVotes: store?.lost?.votes },
  });
  const { fence } = judged;
  const before = read<{ count: number }>(kv, LOSSES)?.count ?? 0;
  const losses = before + lossesNow(judged, store);
  const journal = new Journal(kv, {
    ...{ ...options, lastSeq: last.seq, lastDockets: last.dockets ?? 0 },
    ...(mark ? { onDurable: (end: JournalEnd) => mark.write(end) } : {}),
  });
  let accepted = false;
  const bootId = options.bootId ?? randomUUID();
  await journal.commit([
    op('boot', { bootId, startedAt: options.nowMs }),
    { key: metaKey('clean'), value: undefined },
    ...fenceOps(kv, judged, { seq: last.seq, nowMs: options.nowMs }),
    ...(losses > before ? [op(LOSSES, { count: losses })] : []),
    ...(store?.lost ? [noteLost(kv, store.lost)] : []),
    ...(stored === undefined ? [formatOp(version)] : []),
  ]);
  await migrate({
    kv,
    commit: (ops) => journal.commit(ops),
    from: stored ?? version,
    migrations: options.migrations ?? MIGRATIONS,
    versionOp: formatOp,
    log: options.log,
  });
  return {
    kv,
    journal,
    bootId,
    cleanStart,
    newStore: stored === undefined,
    losses,
    voteMemoryLost: fence !== undefined,
    get fence() {
      return accepted ? undefined : fence?.fence;
    },
    get missing() {
      return accepted ? undefined : fence?.missing;
    },
    ...(fence?.validatorIds ? { fencedKeys: fence.validatorIds } : {}),
    nameFenced: (validatorIds) => journal.commit(fence ? [op('fence', { ...fence, validatorIds })] : []),
    acceptLoss: async () => {
      await acceptLoss(journal);
      accepted = true;
    },
    lossReason: options.lost ?? (() => undefined),
    close: () => closeStore(kv, journal, mark),
  };
}

/** Rows that no other node has may be gone without a vote among them. */
function lossesNow({ isFresh }: FenceJudgement, store: PreparedStore | undefined): 0 | 1 {
  return isFresh || (store?.lost?.own.length ?? 0) > 0 ? 1 : 0;
}

function fenceOps(
  kv: Kv,
  { fence, isFresh, hasLost }: FenceJudgement,
  { seq, nowMs }: { readonly seq: number; readonly nowMs: number },
): readonly KvOp[] {
  return [
    ...(fence ? [op('fence', fence), { key: metaKey('restored'), value: undefined }] : []),
    // Among what is gone may be the end of a session.
    ...(isFresh ? [endOfAll(kv, nowMs)] : []),
    // A note of its own: the fence keeps its first reason, and goes when the operator accepts it.
    ...(hasLost ? [op('gap', { seq })] : []),
  ];
}

/**
 * Brings a copy of a store to the present format, as the next start brings the store, so that its rows can be judged.
 * Gives the format that it had. Throws StoreError for one that no start brings there.
 */
export async function migrateCopy(
  kv: Kv,
  { version = STORE_VERSION, migrations = MIGRATIONS }: Pick<StoreOptions, 'version' | 'migrations'> = {},
): Promise<number | undefined> {
  const stored = formatOf(kv);
  checkStored(kv, { stored, version, last: await journalEnd(kv), marked: undefined });
  await migrate({ kv, commit: (ops) => kv.write(ops), from: stored ?? version, migrations, versionOp: formatOp });
  return stored;
}

/** The format of the store; undefined for an empty one. */
function formatOf(kv: Kv): number | undefined {
  return read<{ version: number }>(kv, FORMAT)?.version;
}

function formatOp(version: number): KvOp {
  return op(FORMAT, { version });
}

/**
 * Number of the last group when a lost batch was found; undefined once a survey has looked for what that batch wrote.
 */
export function unsurveyedGap(kv: Pick<Kv, 'getSync'>): number | undefined {
  const seq = read<{ seq: number }>(kv, 'gap')?.seq;
  return read<{ seq: number }>(kv, 'surveyed')?.seq === seq ? undefined : seq;
}

/** The rows that set-aside blocks may have held, until every register of them was marked. */
export function lostRows(kv: Pick<Kv, 'getSync'>): Lost | undefined {
  return read<Lost>(kv, 'lost');
}

export function lostHandledOp(): KvOp {
  return { key: metaKey('lost'), value: undefined };
}

function noteLost(kv: Pick<Kv, 'getSync'>, lost: Lost): KvOp {
  const known = lostRows(kv);
  return op('lost', known ? mergeLost(known, lost) : lost);
}

/** Every register is marked: its survey goes on after any crash. */
export function surveyedOp(seq: number): KvOp {
  return op('surveyed', { seq });
}

function checkStored(
  kv: Kv,
  {
    stored,
    version,
    last,
    marked,
    keepsFormat,
  }: Pick<StoreOnOptions, 'marked' | 'keepsFormat'> & {
    readonly stored: number | undefined;
    readonly version: number;
    readonly last: JournalEnd;
  },
): void {
  if (kv.getSync(metaKey('restoring')) !== undefined)
    throw new StoreError(
      'STORE_DAMAGED',
      'A restore into this store was not finished. Restore again into an empty folder.',
    );
  if (kv.getSync(metaKey(EARLIER_FORMAT)) !== undefined) throw ofEarlierProgram('The store');
  if (stored === undefined && (last.seq > 0 || isAhead(marked, 0)))
    throw new StoreError('STORE_DAMAGED', 'The store has lost its version. Restore a backup.');
  if (stored !== undefined && stored > version)
    throw new StoreError(
      'STORE_VERSION',
      `The store has format ${stored}; this program reads up to format ${version}.`,
    );
  if (keepsFormat && stored !== undefined && stored < version) throw older(stored, version);
}

function older(stored: number, version: number): StoreError {
  return new StoreError(
    'STORE_VERSION',
    `The store has format ${stored}; this program brings it to format ${version} when the node starts, and there is no way back. Start the node first (UPGRADING.md), or use the program that wrote it.`,
  );
}

/** Groups up to now are not judged again. */
function acceptLoss(journal: Journal): Promise<void> {
  return journal.commit([
    op('accepted', { seq: journal.seq }),
    { key: metaKey('fence'), value: undefined },
    { key: metaKey('restored'), value: undefined },
  ]);
}

async function closeStore(kv: Kv, journal: Journal, mark: Pick<JournalMark, 'close'> | undefined): Promise<void> {
  try {
    await journal.whenDrained();
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
  return { key: metaKey(name), value: checksumJson(value) };
}
