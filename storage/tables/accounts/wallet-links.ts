// Linked wallets, one row a participant: their number is judged and written in one turn. A second row finds the
// participant by the wallet, which is linked to one of an organisation only.
import type { LinkedWallet } from '../../../core/tenant/participants/wallet-links.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

type Key = readonly [organisationId: string, membershipOrAddress: string];

const links = defineTable<Key, readonly LinkedWallet[]>('participant-wallets');
const byWallet = defineTable<Key, string>('participant-by-wallet');

export class WalletLinks {
  private readonly queued: Pick<Kv, 'getSync'>;
  private readonly links: RowTable<Key, readonly LinkedWallet[]>;
  private readonly byWallet: RowTable<Key, string>;

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(kv: KvReader, queued: Pick<Kv, 'getSync'>) {
    this.queued = queued;
    this.links = new RowTable(kv, links);
    this.byWallet = new RowTable(kv, byWallet);
  }

  of(organisationId: string, membershipId: string): readonly LinkedWallet[] {
    return this.links.current(this.queued, [organisationId, membershipId]) ?? [];
  }

  /** The participant of the organisation that has the wallet. */
  holder(organisationId: string, walletAddress: string): string | undefined {
    return this.byWallet.current(this.queued, [organisationId, walletAddress]);
  }

  /** All of one organisation, by participant, as far as they are durable. */
  async all(organisationId: string): Promise<ReadonlyMap<string, readonly LinkedWallet[]>> {
    const byUser = new Map<string, readonly LinkedWallet[]>();
    for await (const [[, membershipId], list] of this.links.range({ prefix: organisationId }))
      byUser.set(membershipId, list);
    return byUser;
  }

  /** `list` in the place of what there is; commit it in the turn in which `of` was read. */
  put(organisationId: string, membershipId: string, list: readonly LinkedWallet[]): KvOp[] {
    const before = this.of(organisationId, membershipId).map(({ walletAddress }) => walletAddress);
    const after = list.map(({ walletAddress }) => walletAddress);
    const at: Key = [organisationId, membershipId];
    return [
      list.length === 0 ? this.links.del(at) : this.links.put(at, list),
      ...before.filter((name) => !after.includes(name)).map((name) => this.byWallet.del([organisationId, name])),
      ...after
        .filter((name) => !before.includes(name))
        .map((name) => this.byWallet.put([organisationId, name], membershipId)),
    ];
  }
}
