// The ports that groups of this area may touch, by themselves and by what they call.
import type { ApiAccounts } from '../../deps/accounts.js';
import type { ApiBase } from '../../deps/base.js';
import type { ApiTrust } from '../../deps/trust.js';
import type { ApiWallets } from '../../deps/wallets.js';

export type TrustDeps = ApiBase & ApiTrust & Pick<ApiAccounts, 'tenants'> & Pick<ApiWallets, 'wallets'>;
