// Credentials that wallets of this node hold, by wallet and in the order in which they came, with the head of each
// wallet. The commit that changes one writes its head too, in the turn in which both were read.
import { type KeptHead, NO_KEPT } from '../../../core/credentials/holding/head.js';
import type { KeptCredential } from '../../../core/credentials/holding/kept.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';
import type { PageRequest } from '../accounts/tenants.js';

type KeptKey = readonly [wallet: string, id: string];

export interface KeptPage {
  readonly items: readonly KeptCredential[];
  /** Ids of credentials whose rows cannot be read. */
  readonly damaged: readonly string[];
  /** Of the last row, damaged or not. */
  readonly lastId: string | undefined;
  readonly hasMore: boolean;
}

const kept = defineTable<KeptKey, KeptCredential>('kept-credentials');
const heads = defineTable<string, KeptHead>('kept-credential-heads');

export class KeptCredentials {
  private readonly table: RowTable<KeptKey, KeptCredential>;
  private readonly heads: RowTable<string, KeptHead>;

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(
    kv: KvReader,
    private readonly queued: Pick<Kv, 'getSync'>,
  ) {
    this.table = new RowTable(kv, kept);
    this.heads = new RowTable(kv, heads);
  }

  find(wallet: string, id: string): KeptCredential | undefined {
    return this.table.latest(this.queued, [wallet, id]);
  }

  head(wallet: string): KeptHead {
    return this.heads.latest(this.queued, wallet) ?? NO_KEPT;
  }

  /** The head that is durable, for an answer: rows that are read after it are of its changes, or of later ones. */
  durableHead(wallet: string): KeptHead {
    return this.heads.get(wallet) ?? NO_KEPT;
  }

  putHead(wallet: string, head: KeptHead): KvOp {
    return this.heads.put(wallet, head);
  }

  put(credential: KeptCredential): KvOp {
    return this.table.put([credential.wallet, credential.id], credential);
  }

  remove({ wallet, id }: Pick<KeptCredential, 'wallet' | 'id'>): KvOp {
    return this.table.del([wallet, id]);
  }

  /** Keys of the durable rows of a wallet, also of damaged ones. */
  async ids(wallet: string): Promise<readonly string[]> {
    const ids: string[] = [];
    for await (const [, id] of this.table.keys({ prefix: wallet })) ids.push(id);
    return ids;
  }

  /** Forgets rows with these keys, whatever they hold. */
  forget(wallet: string, ids: readonly string[]): readonly KvOp[] {
    return ids.map((id) => this.table.del([wallet, id]));
  }

  /** Durable ones, the newest first, with the ids of those that a disk damaged. */
  async page(wallet: string, { skip, top, after }: PageRequest<string>): Promise<KeptPage> {
    const rows: (readonly [id: string, credential: KeptCredential | undefined])[] = [];
    const range = { from: [wallet, ''] as const, to: [wallet, after ?? '\uffff'] as const, reverse: true };
    for await (const [[, id], credential] of this.table.soundRange({ ...range, limit: skip + top + 1 }))
      rows.push([id, credential]);
    const own = rows.slice(skip, skip + top);
    return {
      items: own.flatMap(([, credential]) => (credential === undefined ? [] : [credential])),
      damaged: own.flatMap(([id, credential]) => (credential === undefined ? [id] : [])),
      lastId: own.at(-1)?.[0],
      hasMore: rows.length > skip + top,
    };
  }

  /** All durable ones of a wallet that can be read, oldest first. */
  async *all(wallet: string): AsyncIterable<KeptCredential> {
    for await (const [, credential] of this.table.soundRange({ prefix: wallet }))
      if (credential !== undefined) yield credential;
  }
}
