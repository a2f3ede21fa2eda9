// Status lists: a row for each place that was given, and the bits of the lists in use in memory. A place is given once,
// also where a write of it fails. A list that may have lost rows says of no place without a row that it is valid: one
// of a store that lost writes, or one whose rows are not those that its tally counts.
import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { assert } from '../../../core/base/assert.js';
import { growing } from '../../../core/base/growing.js';
import { STATUS_LISTS_LOADED_MAX } from '../../../core/base/limits/node/wallets.js';
import type { TrustAnchor } from '../../../core/credentials/issuing/copy-content.js';
import { STATUS_OF } from '../../../core/credentials/issuing/issued.js';
import { drawPlace, isClosed } from '../../../core/credentials/issuing/places.js';
import { type StatusList, statusListOf } from '../../../core/credentials/status/bits.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';
import { IssuedCredentials } from './issued.js';

export interface StatusListRow {
  readonly id: string;
  readonly organisationId: string;
  /** The wallet that signs it, and the credentials in it. */
  readonly wallet: string;
  /** By which certificate of the wallet it is verified, if by one. */
  readonly trustAnchor: TrustAnchor;
  readonly entries: number;
  readonly quarter: string;
  /** How often the store had lost writes when it was made. */
  readonly losses: number;
  /** The address of the node by then, which credentials name. Absent in rows of before this member. */
  readonly origin?: string;
  /**
   * Of the rows of its places, written with each of them: a row that is gone, moved or of before is noticed. Absent in
   * rows of before this member, which may have lost some.
   */
  readonly tally?: PlaceTally;
}

export interface PlaceTally {
  readonly count: number;
  /** Of all rows, whatever their order. */
  readonly sum: number;
}

/** The store and the node, as they are since the start. */
export interface StatusListStart {
  /** How often the store lost writes up to now. */
  readonly losses: number;
  /** The address of the node (`http.publicUrl`). */
  readonly origin: string;
}

type PlaceKey = readonly [listId: string, place: number];

const lists = defineTable<string, StatusListRow>('status-lists');
const places = defineTable<PlaceKey, number>('status-places');

/** Of a free place; others are one more than their status. */
const FREE = 0;
/** Token Status List section 7.1. */
const [VALID, INVALID] = [0, 1];

const NO_PLACES: PlaceTally = { count: 0, sum: 0 };
const sumOf = (place: number, status: number): number => crc32(`${place} ${status}`);

interface PlacePorts extends StatusListStart {
  readonly lists: RowTable<string, StatusListRow>;
  readonly table: RowTable<PlaceKey, number>;
  /** The journal: it sees writes that are not durable yet. */
  readonly queued: Pick<Kv, 'getSync'>;
}

/** A list in memory: the maker of a change queues it. */
export class LoadedList {
  /** Grows with each change of a status: a token is of one version. */
  version = 0;
  /** Places that it gave may be forgotten: it gives no more. */
  isForgetful: boolean;
  private readonly given: Uint8Array;
  private tally = NO_PLACES;

  constructor(
    readonly row: StatusListRow,
    private readonly ports: PlacePorts,
  ) {
    this.isForgetful = row.losses !== ports.losses;
    this.given = new Uint8Array(row.entries);
  }

  get isClosed(): boolean {
    const { origin = this.ports.origin, entries } = this.row;
    return this.isForgetful || origin !== this.ports.origin || isClosed(this.tally.count, entries);
  }

  /** A place that was given before. */
  restore(place: number, status: number): void {
    this.given[place] = status + 1;
    const { count, sum } = this.tally;
    this.tally = { count: count + 1, sum: sum ^ sumOf(place, status) };
  }

  /** After all of its rows: whether they are those that were written. */
  check(): void {
    const { tally } = this.row;
    if (tally === undefined || tally.count !== this.tally.count || tally.sum !== this.tally.sum)
      this.isForgetful = true;
  }

  /** The other record of a place, that of its credential: a bar there counts where the row lost it. */
  hold(place: number, status: number): void {
    if (status !== VALID && this.given[place] === VALID + 1) this.given[place] = status + 1;
  }

  /** A free place, and the operations that give it. */
  give(random: (length: number) => Uint8Array): { readonly place: number; readonly ops: readonly KvOp[] } {
    const { id, entries } = this.row;
    const { table, queued } = this.ports;
    const isTaken = (place: number) => this.given[place] !== FREE || table.has(queued, [id, place]);
    const place = drawPlace(entries, random, isTaken);
    this.restore(place, VALID);
    return { place, ops: [table.put([id, place], VALID), this.rowOp()] };
  }

  /** The operations that set the status of places that were given. */
  set(changed: readonly number[], status: number): KvOp[] {
    this.version += 1;
    const ops = changed.map((place) => {
      const before = this.given[place] ?? FREE;
      const { count, sum } = this.tally;
      const added = sum ^ sumOf(place, status);
      this.tally =
        before === FREE ? { count: count + 1, sum: added } : { count, sum: added ^ sumOf(place, before - 1) };
      this.given[place] = status + 1;
      return this.ports.table.put([this.row.id, place], status);
    });
    return [...ops, this.rowOp()];
  }

  /** A list that lost rows is known by its row from then on too. */
  private rowOp(): KvOp {
    const { row, ports } = this;
    return ports.lists.put(row.id, this.isForgetful ? row : { ...row, tally: this.tally });
  }

  bits(): StatusList {
    return statusListOf(STATUS_BITS, this.row.entries, this.statuses());
  }

  private *statuses(): Iterable<readonly [place: number, status: number]> {
    // A place without a row may be one that was given, and revoked, before its row was lost.
    const unknown = this.isForgetful ? INVALID : VALID;
    for (const [place, kept] of this.given.entries()) {
      const status = kept === FREE ? unknown : kept - 1;
      if (status !== VALID) yield [place, status];
    }
  }
}

/** Valid, revoked, suspended. */
const STATUS_BITS = 2;

export class StatusLists {
  private readonly lists: RowTable<string, StatusListRow>;
  private readonly places: PlacePorts;
  private readonly issued: IssuedCredentials;
  /** A list that changed is the last to go: 256 others would have to be read before its write is durable. */
  private readonly loaded = new LRUCache<string, Promise<LoadedList>>(growing(STATUS_LISTS_LOADED_MAX));

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(
    kv: KvReader,
    private readonly queued: Pick<Kv, 'getSync'>,
    place: StatusListStart,
  ) {
    this.lists = new RowTable(kv, lists);
    this.places = { lists: this.lists, table: new RowTable(kv, places), queued, ...place };
    this.issued = new IssuedCredentials(kv, queued);
  }

  /** Of all organisations, closed ones too. */
  async count(): Promise<number> {
    let count = 0;
    for await (const _ of this.lists.keys()) count += 1;
    return count;
  }

  find(id: string): StatusListRow | undefined {
    return this.lists.latest(this.queued, id);
  }

  /** The address of the node where the list was made: its credentials name it, also once the node has another one. */
  originOf(id: string): string {
    return this.find(id)?.origin ?? this.places.origin;
  }

  /** Throws InvariantError where the list is lost: who names one has its place there, and no other list stands in. */
  async loadNamed(id: string): Promise<LoadedList> {
    const row = this.find(id);
    assert(row !== undefined, 'a status list that is named has its row');
    return this.load(row);
  }

  /** A new list, empty, and the operation that stores it. */
  add(made: Omit<StatusListRow, keyof StatusListStart | 'tally'>): { readonly list: LoadedList; readonly op: KvOp } {
    const { losses, origin } = this.places;
    const row = { ...made, losses, origin, tally: NO_PLACES };
    const list = new LoadedList(row, this.places);
    this.loaded.set(row.id, Promise.resolve(list));
    return { list, op: this.lists.put(row.id, row) };
  }

  /** The list with what is durable of it and all changes since. */
  load(row: StatusListRow): Promise<LoadedList> {
    const known = this.loaded.get(row.id);
    if (known !== undefined) return known;
    const loading = this.read(row);
    this.loaded.set(row.id, loading);
    loading.catch(() => this.loaded.delete(row.id));
    return loading;
  }

  private async read(row: StatusListRow): Promise<LoadedList> {
    const list = new LoadedList(row, this.places);
    for await (const [[, place], status] of this.places.table.range({ prefix: row.id })) list.restore(place, status);
    list.check();
    if (list.isForgetful)
      for await (const { listId, copies, state } of this.issued.all(row.organisationId))
        if (listId === row.id) for (const { place } of copies) list.hold(place, STATUS_OF[state]);
    return list;
  }
}
