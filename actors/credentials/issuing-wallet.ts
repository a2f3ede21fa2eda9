// The wallet by which an organisation acts for a credential of a run. Its participant record may name another one by
// now than that which did the run: the ledger takes the word of that one, and of a replaced key none (mayIssue).
import { walletNow } from '../../core/register/people/party.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { WalletStore } from '../../storage/tables/accounts/wallets.js';
import type { Ledger } from '../ledger-port.js';
import type { Acting } from '../workflow/encryption/acting.js';

export interface IssuingWalletPorts {
  readonly chain: Pick<ChainStore, 'view'>;
  readonly ledger: Pick<Ledger, 'register'>;
  readonly wallets: Pick<WalletStore, 'find'>;
}

export interface IssuedBy {
  readonly registerId: string;
  readonly organisationId: string;
  /** Address of the wallet that did the run, or issued. */
  readonly issuer: string;
}

/** A wallet of the organisation alone: else the one that issued; undefined where that is gone. */
export function issuingWallet(
  { chain, ledger, wallets }: IssuingWalletPorts,
  { registerId, organisationId, issuer }: IssuedBy,
): Pick<Acting, 'wallet' | 'address'> | undefined {
  const record = ledger.register(registerId);
  const address = record === undefined || record.purging ? issuer : walletNow(chain.view(record.reg), issuer);
  const now = wallets.find(address);
  const isOwn = now?.owner.kind === 'organisation' && now.owner.id === organisationId;
  if (now !== undefined && isOwn) return { wallet: now, address };
  const wallet = wallets.find(issuer);
  return wallet && { wallet, address: issuer };
}
