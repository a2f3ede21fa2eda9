// The ports that groups of this area may touch, by themselves and by what they call.
import type { ApiAccounts } from '../../deps/accounts.js';
import type { ApiBase } from '../../deps/base.js';
import type { ApiLedger } from '../../deps/ledger.js';
import type { ApiWallets } from '../../deps/wallets.js';

export type WalletDeps = ApiBase &
  ApiWallets &
  Pick<ApiAccounts, 'tenants' | 'usage'> &
  Pick<ApiLedger, 'verifySignature'>;
