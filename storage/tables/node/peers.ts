// Memory of this node about its peers over a restart: one row a peer (docs/protocol.md 12). It keeps what it is given
// and judges no peer; who is forgotten is a rule of actors/mesh/peers/peer-book.ts, and PEERS_MAX its bound.
import type { NodeDescriptor } from '../../../core/mesh/types.js';
import type { KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

/** Rows at most (docs/protocol.md 16): every node of a large federation, a few MiB. */
export const PEERS_MAX = 2000;

export interface Ban {
  readonly atMs: number;
  /** Null until an operator lifts it. */
  readonly untilMs: number | null;
  readonly reason: string;
}

export interface PeerRow {
  readonly peerId: string;
  readonly orgId: string;
  /**
   * The organisation for which it first proved its node key as a member; absent until it did, and in rows of older
   * versions.
   */
  readonly memberOf?: string;
  /** Of the certificate with which it proved its node key last as a member; absent in rows of older versions. */
  readonly serial?: string;
  readonly version: string;
  readonly firstSeenMs: number;
  /** Of the last authenticated link; 0 for a peer that others told of. */
  readonly lastSeenMs: number;
  readonly descriptor?: NodeDescriptor | undefined;
  /** Failed requests since the last reset. */
  readonly failures: number;
  readonly score: { readonly points: number; readonly atMs: number };
  readonly ban?: Ban | undefined;
  /** Bans so far: the next one is longer. */
  readonly bans: number;
}

const peers = defineTable<string, PeerRow>('peers');

export class PeerStore {
  private readonly table: RowTable<string, PeerRow>;

  constructor(kv: KvReader) {
    this.table = new RowTable(kv, peers);
  }

  /** Every row that is durable, in the order of peerIds. */
  async *all(): AsyncIterable<PeerRow> {
    for await (const [, row] of this.table.range()) yield row;
  }

  get(peerId: string): PeerRow | undefined {
    return this.table.get(peerId);
  }

  put(row: PeerRow): KvOp {
    return this.table.put(row.peerId, row);
  }

  del(peerId: string): KvOp {
    return this.table.del(peerId);
  }
}
