// The ports that groups of this area may touch, by themselves and by what they call.
import type { ApiAccounts } from '../../deps/accounts.js';
import type { ApiBase } from '../../deps/base.js';
import type { ApiLedger } from '../../deps/ledger.js';
import type { ApiNode } from '../../deps/node.js';
import type { ApiPeople } from '../../deps/people.js';
import type { ApiWorkflow } from '../../deps/workflow.js';

export type AccountDeps = ApiBase &
  ApiAccounts &
  Pick<ApiPeople, 'announcements' | 'devices' | 'invitations'> &
  Pick<ApiLedger, 'chain' | 'ledger' | 'systemWallet'> &
  Pick<ApiNode, 'isFull' | 'mailer' | 'outgoing'> &
  Pick<ApiWorkflow, 'counters'>;
