// The ports that groups of this area may touch, by themselves and by what they call.
import type { ApiAccounts } from '../../deps/accounts.js';
import type { ApiBase } from '../../deps/base.js';
import type { ApiCredentials } from '../../deps/credentials.js';
import type { ApiLedger } from '../../deps/ledger.js';
import type { ApiNode } from '../../deps/node.js';
import type { ApiPeople } from '../../deps/people.js';
import type { ApiWallets } from '../../deps/wallets.js';

export type PeopleDeps = ApiBase &
  ApiPeople &
  Pick<ApiCredentials, 'credentials'> &
  Pick<ApiAccounts, 'attempts' | 'factors' | 'identityProviders' | 'passwords' | 'programs' | 'services'> &
  Pick<ApiAccounts, 'sessions' | 'tenants' | 'usage'> &
  Pick<ApiWallets, 'organisationKeys' | 'walletLinks' | 'wallets'> &
  Pick<ApiLedger, 'ledger'> &
  Pick<ApiNode, 'mailer'>;
