// A family of the key table as typed keys and values. `put` and `del` return operations and write nothing: only the
// journal writes.

import type { KeyValue } from '../keys/family-keys.js';
import { decodeParts, encodeKey, textsName } from '../keys/family-keys.js';
import type { TableName } from '../keys/keyspace.js';
import { FAMILY_ROWS } from '../keys/keyspace.js';
import { keyName } from '../keys/names.js';
import { prefixRange } from '../keys/ranges.js';
import type { FamilyRow } from '../keys/row.js';
import type { Kv, KvOp } from './kv.js';
import { type RowReader, rowOf } from './row-cache.js';
import { checksumJson, openJson, sound } from './value.js';

export type TableKey = KeyValue | readonly KeyValue[];

/** A family with its types: made once per family by defineTable in storage/<family>.ts. */
export interface TableDefinition<K extends TableKey, V> {
  readonly name: string;
  readonly row: FamilyRow;
  /** Phantom members that carry the types; never set. */
  readonly keyType?: K;
  readonly valueType?: V;
}

export interface TableRange<K extends TableKey> {
  /** Leading parts that all keys share. Not together with from or to. */
  readonly prefix?: KeyValue | readonly KeyValue[];
  /** First key, included. */
  readonly from?: K;
  /** First key that is left out. */
  readonly to?: K;
  readonly reverse?: boolean;
  readonly limit?: number;
}

export type KvReader = Pick<Kv, 'getSync' | 'getMany' | 'range'>;

/** Types the family `name`, whose row (prefix, key parts, value codec) stands in keyspace.ts. */
export function defineTable<K extends TableKey, V>(name: TableName): TableDefinition<K, V> {
  return { name, row: FAMILY_ROWS[name] };
}

export class RowTable<K extends TableKey, V> {
  readonly name: string;
  private readonly row: FamilyRow;
  private readonly kv: KvReader;

  constructor(kv: KvReader, definition: TableDefinition<K, V>) {
    this.kv = kv;
    this.name = definition.name;
    this.row = definition.row;
  }

  /** The durable value. */
  get(key: K): V | undefined {
    return this.decode(this.kv.getSync(this.keyOf(key)));
  }

  /**
   * The value including what is queued in the journal: for rule checks that precede a write, never for an answer to a
   * client.
   */
  current(journal: RowReader, key: K): V | undefined {
    return rowOf(journal, this.nameOf(key), this.open);
  }

  /** As `current`, of a row that is seldom asked for again: it takes no place among those that are kept. */
  latest(journal: RowReader, key: K): V | undefined {
    return this.decode(journal.getSync(this.keyOf(key)));
  }

  /** Whether there is a row, queued ones included. Its value is not looked at. */
  has(journal: RowReader, key: K): boolean {
    return journal.getSync(this.keyOf(key)) !== undefined;
  }

  async getMany(keys: readonly K[]): Promise<(V | undefined)[]> {
    const values = await this.kv.getMany(keys.map((key) => this.keyOf(key)));
    return values.map((value) => this.decode(value));
  }

  async *range(options: TableRange<K> = {}): AsyncIterable<readonly [K, V]> {
    for await (const [key, value] of this.storedRows(options)) yield [key, this.decode(value) as V];
  }

  /** As `range`, with undefined in the place of a value that a disk changed: the others can be read. */
  async *soundRange(options: TableRange<K> = {}): AsyncIterable<readonly [K, V | undefined]> {
    for await (const [key, value] of this.storedRows(options)) yield [key, sound(() => this.decode(value))];
  }

  /** The keys of a range, also of rows whose values are damaged. */
  async *keys(options: TableRange<K> = {}): AsyncIterable<K> {
    for await (const [key] of this.storedRows(options)) yield key;
  }

  private async *storedRows(options: TableRange<K>): AsyncIterable<readonly [K, Uint8Array]> {
    const whole = prefixRange(encodeKey(this.row, options.prefix === undefined ? [] : partsOf(options.prefix)));
    const range = {
      gte: options.from === undefined ? whole.gte : this.keyOf(options.from),
      lt: options.to === undefined ? whole.lt : this.keyOf(options.to),
      ...(options.reverse ? { reverse: true } : {}),
      ...(options.limit === undefined ? {} : { limit: options.limit }),
    };
    for await (const [key, value] of this.kv.range(range)) {
      const parts = decodeParts(this.row.key, key);
      yield [(parts.length === 1 ? parts[0] : parts) as K, value];
    }
  }

  put(key: K, value: V): KvOp {
    return { key: this.keyOf(key), value: this.row.value === 'json' ? checksumJson(value) : (value as Uint8Array) };
  }

  del(key: K): KvOp {
    return { key: this.keyOf(key), value: undefined };
  }

  private keyOf(key: K): Uint8Array {
    return encodeKey(this.row, this.parts(key));
  }

  private nameOf(key: K): string {
    const parts = this.parts(key);
    return textsName(this.row.prefix, parts) ?? keyName(encodeKey(this.row, parts));
  }

  /** The parts of a whole key. */
  private parts(key: K): readonly KeyValue[] {
    const parts = partsOf(key);
    if (parts.length !== this.row.key.length)
      throw new RangeError(`a key of ${this.name} has ${this.row.key.length} parts`);
    return parts;
  }

  private decode(value: Uint8Array | undefined): V | undefined {
    return value && this.open(value);
  }

  private readonly open = (value: Uint8Array): V =>
    this.row.value === 'json' ? openJson<V>(value, `a row of ${this.name}`) : (value as V);
}

function partsOf(key: TableKey): readonly KeyValue[] {
  return typeof key === 'object' ? key : [key];
}
