// The people of a wallet, who are told of what happens to it: its owner, and those who were granted the use of it.
import type { Clock } from '../../core/base/ports.js';
import { covers } from '../../core/wallet/grants.js';
import type { Tenants } from '../../storage/tables/accounts/tenants.js';
import type { WalletStore } from '../../storage/tables/accounts/wallets.js';

export interface WalletPeoplePorts {
  readonly clock: Pick<Clock, 'now'>;
  readonly wallets: Pick<WalletStore, 'find' | 'grantsNow'>;
  readonly tenants: Pick<Tenants, 'user'>;
}

/** Platform users. Throws StoreError for a damaged row. */
export function peopleOf({ clock, wallets, tenants }: WalletPeoplePorts, address: string): readonly string[] {
  const wallet = wallets.find(address);
  if (wallet === undefined || wallet.status === 'Deleted' || wallet.owner.kind === 'system') return [];
  const nowMs = clock.now();
  const users = wallets.grantsNow(wallet).filter((grant) => covers(grant, 'ReadWrite', nowMs));
  const ids = new Set([
    ...(wallet.owner.kind === 'person' ? [wallet.owner.id] : []),
    ...users.map(({ subject }) => subject),
  ]);
  // Services own wallets too, and have no inbox.
  return [...ids].filter((id) => tenants.user(id) !== undefined);
}
