// The narrow port to the store. Everything above it could run on another engine; everything below it is LevelDB or the
// simulator's disk.

export interface Kv {
  /** Undefined for a missing key. Synchronous reads keep check and use together. */
  getSync(key: Uint8Array): Uint8Array | undefined;
  getMany(keys: readonly Uint8Array[]): Promise<(Uint8Array | undefined)[]>;
  /** Entries with gte <= key < lt over a snapshot, in byte order (or reverse). */
  range(range: KvRange): AsyncIterable<readonly [key: Uint8Array, value: Uint8Array]>;
  /** Atomic and always synced: resolves when the batch survives power loss. Only storage/engine/journal.ts calls it. */
  write(ops: readonly KvOp[]): Promise<void>;
  /** Bytes of the tables on disk, roughly; absent where there are none. */
  sizeBytes?(): Promise<number>;
  close(): Promise<void>;
}

export interface KvRange {
  readonly gte: Uint8Array;
  readonly lt: Uint8Array;
  readonly reverse?: boolean;
  readonly limit?: number;
  /** The values are not read: each is given as an empty array. */
  readonly keysOnly?: boolean;
}

/** `value` undefined deletes. A plain shape, because the hot path makes six of these a transaction. */
export interface KvOp {
  readonly key: Uint8Array;
  readonly value: Uint8Array | undefined;
  /**
   * The value as its reader decodes it, frozen by its keeper: a row that is looked at right after it is written.
   */
  readonly decoded?: unknown;
}
