// The ports that groups of this area may touch, by themselves and by what they call.
import type { ApiAccounts } from '../../deps/accounts.js';
import type { ApiBase } from '../../deps/base.js';
import type { ApiCredentials } from '../../deps/credentials.js';
import type { ApiGates } from '../../deps/gates.js';
import type { ApiLedger } from '../../deps/ledger.js';
import type { ApiNode } from '../../deps/node.js';
import type { ApiPeople } from '../../deps/people.js';
import type { ApiTrust } from '../../deps/trust.js';
import type { ApiVerifier } from '../../deps/verifier.js';
import type { ApiWallets } from '../../deps/wallets.js';
import type { ApiWorkflow } from '../../deps/workflow.js';

/** Of actions that take credentials: also who holds them, who issued them, and what their status is. */
export type GateDeps = WorkflowDeps &
  Pick<ApiGates, 'gates'> &
  Pick<ApiCredentials, 'credentials'> &
  Pick<ApiVerifier, 'verifier'> &
  Pick<ApiTrust, 'certificates' | 'trustLists'> &
  Pick<ApiPeople, 'announcements'>;

/** Of what a program may do without asking, which stands in the word of its person. */
export type GrantingDeps = WorkflowDeps & Pick<ApiAccounts, 'programs' | 'sessions'>;

export type WorkflowDeps = ApiBase &
  ApiWorkflow &
  Pick<ApiAccounts, 'tenants'> &
  Pick<ApiNode, 'outgoing'> &
  Pick<ApiWallets, 'keystore' | 'wallets'> &
  Pick<ApiLedger, 'chain' | 'ledger' | 'mesh' | 'systemWallet' | 'verifySignature'>;
