// The ports that groups of this area may touch, by themselves and by what they call.
import type { ApiAccounts } from '../../deps/accounts.js';
import type { ApiBase } from '../../deps/base.js';
import type { ApiLedger } from '../../deps/ledger.js';
import type { ApiNode } from '../../deps/node.js';
import type { ApiWallets } from '../../deps/wallets.js';
import type { ApiWorkflow } from '../../deps/workflow.js';

export type WorkflowDeps = ApiBase &
  ApiWorkflow &
  Pick<ApiAccounts, 'tenants'> &
  Pick<ApiNode, 'outgoing'> &
  Pick<ApiWallets, 'keystore' | 'wallets'> &
  Pick<ApiLedger, 'chain' | 'ledger' | 'mesh' | 'systemWallet' | 'verifySignature'>;
