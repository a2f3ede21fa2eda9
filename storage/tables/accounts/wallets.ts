// Wallet records, their names and their access grants. Checks read what is queued too, so that two requests in one turn
// cannot both take an address; writes are operations for the caller's one commit. It holds no secret: those are in
// keystore.ts.
import type { Grant } from '../../../core/wallet/grants.js';
import type { Wallet } from '../../../core/wallet/wallet.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';
import type { Usage } from './usage.js';

const wallets = defineTable<string, Wallet>('wallets');
const addresses = defineTable<string, string>('wallet-addresses');
const grants = defineTable<readonly [address: string, subject: string], Grant>('wallet-grants');
const subjects = defineTable<string, readonly string[]>('wallet-subjects');
const byReader = defineTable<ReaderKey, 0>('wallets-by-reader');

type ReaderKey = readonly [reader: string, createdAt: number, address: string];

/** Whose list a wallet stands in: its owner's, and that of everyone who was granted it. */
export type WalletReader =
  | { readonly kind: 'user'; readonly id: string }
  | { readonly kind: 'organisation'; readonly id: string };

/** A place in a list: behind the wallet with these members. */
export type WalletCursor = Pick<Wallet, 'createdAt' | 'address'>;

export interface WalletPage {
  readonly items: readonly Wallet[];
  /** Where the next page starts; undefined on the last one. */
  readonly next: WalletCursor | undefined;
}

export class WalletStore {
  private readonly queued: Pick<Kv, 'getSync'>;
  private readonly usage: Pick<Usage, 'wallet'> | undefined;
  private readonly wallets: RowTable<string, Wallet>;
  private readonly addresses: RowTable<string, string>;
  private readonly grants: RowTable<readonly [string, string], Grant>;
  private readonly subjects: RowTable<string, readonly string[]>;
  private readonly byReader: RowTable<ReaderKey, 0>;

  /**
   * `queued` is the journal: it sees writes that are not durable yet. `usage` counts the wallets of each organisation.
   */
  constructor(kv: KvReader, queued: Pick<Kv, 'getSync'>, usage?: Pick<Usage, 'wallet'>) {
    this.queued = queued;
    this.usage = usage;
    this.wallets = new RowTable(kv, wallets);
    this.addresses = new RowTable(kv, addresses);
    this.grants = new RowTable(kv, grants);
    this.subjects = new RowTable(kv, subjects);
    this.byReader = new RowTable(kv, byReader);
  }

  /** The wallet of an address, a deleted one included. */
  byAddress(address: string): Wallet | undefined {
    return this.wallets.current(this.queued, address);
  }

  /** The wallet of an id, an address, or the hybrid or post-quantum address of a hybrid wallet. */
  find(name: string): Wallet | undefined {
    const wallet = this.byAddress(name);
    if (wallet) return wallet;
    const address = this.addresses.current(this.queued, name);
    return address === undefined ? undefined : this.byAddress(address);
  }

  /**
   * The newest grant of a subject, ended or not. A challenge that was made for an earlier wallet of the address does
   * not count.
   */
  grant(wallet: Wallet, subject: string): Grant | undefined {
    const grant = this.grants.current(this.queued, [wallet.address, subject]);
    return grant?.walletId === wallet.id ? grant : undefined;
  }

  /** Durable grants of a wallet by subject, ended or not: never more than GRANTS_PER_WALLET_MAX. */
  async grantsOf(wallet: Wallet): Promise<readonly Grant[]> {
    const rows: Grant[] = [];
    for await (const [, grant] of this.grants.range({ prefix: wallet.address }))
      if (grant.walletId === wallet.id) rows.push(grant);
    return rows;
  }

  /**
   * The newest grants of a wallet, ended or not, queued ones included: read by a row of names, because each docket asks
   * for those of all its wallets.
   */
  grantsNow(wallet: Wallet): readonly Grant[] {
    return this.subjectsOf(wallet).flatMap((subject) => this.grant(wallet, subject) ?? []);
  }

  /** Wallets in the lists of the readers, oldest first, behind `after`. Grants that expired are not filtered here. */
  async page(readers: readonly WalletReader[], limit: number, after?: WalletCursor): Promise<WalletPage> {
    const byKey = new Map<string, ReaderKey>();
    const list = async (reader: WalletReader): Promise<void> => {
      const name = readerName(reader);
      // A row more than asked for tells whether there is more; the text behind an address is the first key after it.
      const from: ReaderKey = after ? [name, after.createdAt, `${after.address}\0`] : [name, 0, ''];
      const to: ReaderKey = [name, Number.MAX_SAFE_INTEGER, ''];
      for await (const [key] of this.byReader.range({ from, to, limit: limit + 1 })) byKey.set(key[2], key);
    };
    await Promise.all(readers.map(list));
    const keys = [...byKey.values()].sort(byAge);
    const shown = keys.slice(0, limit);
    // Read at once: a few microseconds each, where another turn of the thread pool waits for writes.
    const records = shown.map(([, , address]) => this.wallets.get(address));
    const last = keys.length > limit ? shown.at(-1) : undefined;
    return {
      items: records.filter((wallet) => wallet !== undefined),
      next: last && { createdAt: last[1], address: last[2] },
    };
  }

  /**
   * A new wallet with its names and its place in lists; also over a deleted wallet of the same address, whose old id is
   * forgotten.
   */
  add(wallet: Wallet): KvOp[] {
    const replaced = this.byAddress(wallet.address);
    const ops = replaced ? [this.addresses.del(replaced.id)] : [];
    ops.push(this.wallets.put(wallet.address, wallet));
    for (const name of namesOf(wallet)) ops.push(this.addresses.put(name, wallet.address));
    const reader = ownReader(wallet);
    if (reader) ops.push(this.byReader.put(readerKey(reader, wallet), 0));
    if (replaced === undefined || replaced.status === 'Deleted') ops.push(...(this.usage?.wallet(wallet, 1) ?? []));
    return ops;
  }

  /** A changed record; what it is listed by does not change. */
  put(wallet: Wallet): KvOp[] {
    return [this.wallets.put(wallet.address, wallet)];
  }

  /** A deleted record: it leaves every list, and its grants go with it. `grants` are those of `grantsOf`. */
  remove(deleted: Wallet, given: readonly Grant[]): KvOp[] {
    const ops = [this.wallets.put(deleted.address, deleted)];
    const reader = ownReader(deleted);
    if (reader) ops.push(this.byReader.del(readerKey(reader, deleted)));
    return [...ops, ...(this.usage?.wallet(deleted, -1) ?? []), ...this.dropGrants(deleted, given)];
  }

  putGrant(wallet: Wallet, grant: Grant): KvOp[] {
    const others = this.subjectsOf(wallet).filter((subject) => subject !== grant.subject);
    return [
      this.grants.put([wallet.address, grant.subject], grant),
      this.subjects.put(wallet.address, [...others, grant.subject]),
      this.byReader.put(readerKey({ kind: 'user', id: grant.subject }, wallet), 0),
    ];
  }

  /** Forgets grants that ended, to make room. */
  dropGrants(wallet: Wallet, ended: readonly Grant[]): KvOp[] {
    return ended.flatMap((grant) => [this.grants.del([wallet.address, grant.subject]), this.unlist(wallet, grant)]);
  }

  /** A revoked grant stays readable, the wallet leaves the subject's list. */
  endGrant(wallet: Wallet, grant: Grant): KvOp[] {
    return [this.grants.put([wallet.address, grant.subject], grant), this.unlist(wallet, grant)];
  }

  /** Wallets that have a grant, active or ended: what is forgotten leaves the row with the next grant. */
  private subjectsOf({ address }: Wallet): readonly string[] {
    const named = this.subjects.current(this.queued, address) ?? [];
    return named.filter((subject) => this.grants.current(this.queued, [address, subject]) !== undefined);
  }

  private unlist(wallet: Wallet, grant: Grant): KvOp {
    return this.byReader.del(readerKey({ kind: 'user', id: grant.subject }, wallet));
  }
}

function namesOf(wallet: Wallet): string[] {
  return [wallet.id, wallet.hybridAddress, wallet.pqcAddress].filter((name) => name !== undefined);
}

/** The system wallet stands in no list of a user. */
function ownReader({ owner }: Wallet): WalletReader | undefined {
  if (owner.kind === 'system') return undefined;
  return { kind: owner.kind === 'person' ? 'user' : 'organisation', id: owner.id };
}

function readerKey(reader: WalletReader, wallet: Wallet): ReaderKey {
  return [readerName(reader), wallet.createdAt, wallet.address];
}

function readerName({ kind, id }: WalletReader): string {
  return `${kind === 'user' ? 'user' : 'org'}:${id}`;
}

function byAge(a: ReaderKey, b: ReaderKey): number {
  if (a[1] !== b[1]) return a[1] - b[1];
  return a[2] < b[2] ? -1 : 1;
}
