// The ports that groups of this area may touch, by themselves and by what they call.
import type { ApiAccounts } from '../../deps/accounts.js';
import type { ApiBase } from '../../deps/base.js';
import type { ApiLedger } from '../../deps/ledger.js';
import type { ApiTrust } from '../../deps/trust.js';
import type { ApiWallets } from '../../deps/wallets.js';
import type { ApiWorkflow } from '../../deps/workflow.js';

export type LedgerDeps = ApiBase &
  ApiLedger &
  Pick<ApiAccounts, 'usage'> &
  Pick<ApiTrust, 'trustLists'> &
  Pick<ApiWallets, 'keystore' | 'wallets'> &
  Pick<ApiWorkflow, 'blueprints' | 'counters' | 'engine' | 'inbox' | 'uploads' | 'workflow'>;
