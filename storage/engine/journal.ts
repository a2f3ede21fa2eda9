// The only writer of the store. Commits that arrive while a synced write is in flight form the next one. So one fsync
// serves them all, in the order they came. A write that fails is fatal: what was promised can no longer be kept, so
// everything after it is refused.
import { performance } from 'node:perf_hooks';
import { assert } from '../../core/base/assert.js';
import { COMMIT_BYTES_MAX, JOURNAL_RING } from '../../core/base/limits/node/storage.js';
import type { Log } from '../../core/base/ports.js';
import { isPointer, ringKey } from '../keys/chain-keys.js';
import { PAGED, SELDOM } from '../keys/keyspace.js';
import { keyName, keyOfName } from '../keys/names.js';
import type { Kv, KvOp } from './kv.js';
import type { DiskReserve } from './reserve.js';
import { encodeRingRow, type JournalEnd } from './ring.js';
import { RowCache } from './row-cache.js';

/** A finished group commit, for histograms. */
export interface GroupFigures {
  readonly commits: number;
  readonly ops: number;
  readonly bytes: number;
  /** Duration of the synced write. */
  readonly seconds: number;
}

export interface JournalOptions {
  /** Called once, with the cause: the process has to exit. */
  readonly onFatal: (error: Error) => void;
  readonly log?: Log;
  readonly metrics?: { readonly groupCommitted: (figures: GroupFigures) => void };
  /** Number of the last group in the store (0 for a new store); open.ts reads it. */
  readonly lastSeq?: number;
  /** Dockets that the groups up to it sealed. */
  readonly lastDockets?: number;
  /** Beyond it nothing more is taken, in the eyes of who asks for the backlog. */
  readonly reserve?: Pick<DiskReserve, 'isLow' | 'room'>;
  /** Called with each group once it is durable, before its commits resolve. */
  readonly onDurable?: (end: JournalEnd) => void;
}

/** Totals since the start. */
export interface JournalCounts {
  readonly groups: number;
  readonly commits: number;
  readonly ops: number;
  readonly bytes: number;
}

interface Group {
  readonly ops: KvOp[];
  /**
   * Newest value per key of this group, null for a deletion. Without the rows of pages, which are not read before
   * they last.
   */
  readonly overlay: Map<string, Uint8Array | null>;
  /**
   * Operations on rows that are seldom read before they last, in their order: they join the overlay when one of them is
   * looked for.
   */
  unread: KvOp[];
  commits: number;
  bytes: number;
  /** Dockets that it seals. */
  dockets: number;
  readonly done: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

export class Journal {
  private readonly kv: Kv;
  private readonly options: JournalOptions;
  /** Oldest first; while a write is in flight it is groups[0], which takes no more commits. */
  private readonly groups: Group[] = [];
  private inFlight = false;
  private scheduled = false;
  private failure: Error | undefined;
  private closed = false;
  private lastSeq: number;
  private lastDockets: number;
  private queuedBytes = 0;
  private readonly rows = new RowCache();
  private readonly totals = { groups: 0, commits: 0, ops: 0, bytes: 0 };

  constructor(kv: Kv, options: JournalOptions) {
    this.kv = kv;
    this.options = options;
    this.lastSeq = options.lastSeq ?? 0;
    this.lastDockets = options.lastDockets ?? 0;
  }

  /**
   * Bytes of keys and values that are not durable yet; without end while the disk is nearly full, so that no caller
   * begins anything.
   */
  get backlogBytes(): number {
    return this.isFull ? Number.POSITIVE_INFINITY : this.queuedBytes;
  }

  /**
   * The disk is nearly full. An operation that is committed all the same is written: it is little, and the reserve is
   * there for it.
   */
  get isFull(): boolean {
    return this.options.reserve?.isLow === true;
  }

  /** Resolves when the disk has room. */
  room(): Promise<void> {
    return this.options.reserve?.room() ?? Promise.resolve();
  }

  get waitingBytes(): number {
    return this.queuedBytes;
  }

  /** Number of the last durable group. */
  get seq(): number {
    return this.lastSeq;
  }

  counts(): JournalCounts {
    return { ...this.totals };
  }

  /**
   * Resolves when the operations survive power loss; they are applied together or not at all, after all earlier
   * commits.
   */
  commit(ops: readonly KvOp[]): Promise<void> {
    if (this.failure) return Promise.reject(this.failure);
    if (this.closed) return Promise.reject(new Error('the journal is closed'));
    if (ops.length === 0) return this.whenDrained();
    let bytes = 0;
    for (const op of ops) bytes += op.key.length + (op.value === undefined ? 0 : op.value.length);
    const group = this.groupFor(bytes);
    for (const op of ops) {
      group.ops.push(op);
      if (isPointer(op.key) && op.value !== undefined) group.dockets += 1;
      if (PAGED.has(op.key)) continue;
      if (SELDOM.has(op.key)) {
        group.unread.push(op);
        continue;
      }
      const name = keyName(op.key);
      group.overlay.set(name, op.value ?? null);
      this.rows.noteWrite(name, op);
    }
    group.commits += 1;
    group.bytes += bytes;
    this.queuedBytes += bytes;
    this.schedule();
    return group.done;
  }

  /**
   * Newest value including queued and in-flight writes: for drivers and rule checks only, because it may not be
   * durable. Never for rows of pages: those are not looked for among the queued writes.
   */
  getSync(key: Uint8Array): Uint8Array | undefined {
    assert(!PAGED.has(key), 'rows of pages are read from the store');
    return this.newest(key, keyName(key));
  }

  /**
   * `getSync` by the name of the key (`keyName`), decoded, and kept until the row is written again: for small rows that
   * are read far more often than written. The value is frozen.
   */
  row<V>(name: string, open: (bytes: Uint8Array) => V): V | undefined {
    assert(!PAGED.hasNamed(name) && !SELDOM.hasNamed(name), 'what is kept decoded is forgotten when it is written');
    return this.rows.of(name, this.readNamed, open);
  }

  private readonly readNamed = (name: string): Uint8Array | undefined => this.newest(keyOfName(name), name);

  private newest(key: Uint8Array, name: string): Uint8Array | undefined {
    const seldom = SELDOM.has(key);
    for (let i = this.groups.length - 1; i >= 0; i--) {
      const group = this.groups[i]!;
      if (seldom && group.unread.length > 0) lookAt(group);
      const value = group.overlay.get(name);
      if (value !== undefined) return value ?? undefined;
    }
    return this.kv.getSync(key);
  }

  /** Resolves when everything committed so far is durable; rejects if it never will be. */
  whenDrained(): Promise<void> {
    if (this.failure) return Promise.reject(this.failure);
    return this.groups.length === 0 ? Promise.resolve() : this.groups[this.groups.length - 1]!.done;
  }

  /** Refuses new commits and waits for the queued ones. Does not close the store. */
  async close(): Promise<void> {
    this.closed = true;
    await this.whenDrained();
  }

  /**
   * The open group, or a new one when that is being written or would pass the cap. A larger single commit gets a group
   * of its own.
   */
  private groupFor(bytes: number): Group {
    const last = this.groups[this.groups.length - 1];
    const open = last !== undefined && !(this.inFlight && this.groups.length === 1);
    if (open && last.bytes + bytes <= COMMIT_BYTES_MAX) return last;
    const group = newGroup();
    this.groups.push(group);
    return group;
  }

  private schedule(): void {
    if (this.inFlight || this.scheduled) return;
    this.scheduled = true;
    // A microtask later, so that commits made in one turn share the first group as well.
    queueMicrotask(() => {
      this.scheduled = false;
      this.pump();
    });
  }

  private pump(): void {
    const group = this.groups[0];
    if (!group || this.inFlight || this.failure) return;
    this.inFlight = true;
    const seq = this.lastSeq + 1;
    const started = performance.now();
    this.write(group, seq).then(
      () => this.finish(group, seq, (performance.now() - started) / 1000),
      (error: unknown) => this.fail(error instanceof Error ? error : new Error(String(error))),
    );
  }

  private async write(group: Group, seq: number): Promise<void> {
    const { bytes, dockets } = group;
    const docketsUpTo = this.lastDockets + dockets;
    const row = encodeRingRow({ ops: group.ops.length, bytes, dockets, docketsUpTo });
    group.ops.push({ key: ringKey(seq), value: row });
    if (seq > JOURNAL_RING) group.ops.push({ key: ringKey(seq - JOURNAL_RING), value: undefined });
    await this.kv.write(group.ops);
    this.lastDockets = docketsUpTo;
    this.options.onDurable?.({ seq, dockets: docketsUpTo });
  }

  private finish(group: Group, seq: number, seconds: number): void {
    this.lastSeq = seq;
    this.inFlight = false;
    this.groups.shift();
    this.queuedBytes -= group.bytes;
    this.totals.groups += 1;
    this.totals.commits += group.commits;
    this.totals.ops += group.ops.length;
    this.totals.bytes += group.bytes;
    group.resolve();
    if (this.groups.length > 0) this.pump();
    this.options.metrics?.groupCommitted({
      commits: group.commits,
      ops: group.ops.length,
      bytes: group.bytes,
      seconds,
    });
  }

  /** True after a write that failed: nothing is written any more. */
  get hasFailed(): boolean {
    return this.failure !== undefined;
  }

  /** Refuses everything from here on. The first failure counts: the process has to end. */
  fail(error: Error): void {
    if (this.failure) return;
    this.failure = error;
    this.options.log?.error({ error: error.message }, 'The store takes no more writes; the node has to stop.');
    for (const group of this.groups) group.reject(error);
    this.options.onFatal(error);
  }
}

function newGroup(): Group {
  let resolve!: () => void;
  let reject!: (error: Error) => void;
  const done = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // A failure reaches the node through onFatal; a caller that did not wait must not turn it into an unhandled rejection
  // first.
  done.catch(() => undefined);
  return { ops: [], overlay: new Map(), unread: [], commits: 0, bytes: 0, dockets: 0, done, resolve, reject };
}

function lookAt(group: Group): void {
  for (const { key, value } of group.unread) group.overlay.set(keyName(key), value ?? null);
  group.unread = [];
}
