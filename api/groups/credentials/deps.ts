// The ports that groups of this area may touch, by themselves and by what they call.
import type { RecipientPorts } from '../../../actors/credentials/recipients.js';
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

export type CredentialDeps = ApiBase &
  ApiCredentials &
  Pick<ApiPeople, 'announcements' | 'inboxes' | 'notices'> &
  Pick<ApiVerifier, 'verifier'> &
  Pick<ApiGates, 'gates'> &
  Pick<ApiLedger, 'chain' | 'ledger' | 'mesh'> &
  Pick<ApiAccounts, 'tenants'> &
  Pick<ApiTrust, 'certificates' | 'trustLists'> &
  RecipientPorts &
  Pick<ApiWorkflow, 'inbox' | 'workflow'> &
  Pick<ApiNode, 'mailer'> &
  Pick<ApiWallets, 'wallets' | 'walletLinks' | 'keystore'>;

/** Of a wallet that answers verifiers: also what its person showed, and whom the organisation believes. */
export type PresentingDeps = CredentialDeps & Pick<ApiWallets, 'presentationHistory'> & Pick<ApiTrust, 'certificates'>;
