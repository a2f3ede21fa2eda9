// Ports of the handlers, and nothing else that they may touch, by area: a group takes those of its own area, and those
// of others that api/groups/<area>/deps.ts names. Composition (node/compose/surface.ts, test/contract/world/world.ts)
// provides them.
import type { ApiAccounts } from './accounts.js';
import type { ApiBase } from './base.js';
import type { ApiCredentials } from './credentials.js';
import type { ApiDesigner } from './designer.js';
import type { ApiGates } from './gates.js';
import type { ApiLedger } from './ledger.js';
import type { ApiNode } from './node.js';
import type { ApiPeople } from './people.js';
import type { ApiTrust } from './trust.js';
import type { ApiVerifier } from './verifier.js';
import type { ApiWallets } from './wallets.js';
import type { ApiWorkflow } from './workflow.js';

export type ApiDeps = ApiBase &
  ApiAccounts &
  ApiPeople &
  ApiWallets &
  ApiCredentials &
  ApiVerifier &
  ApiGates &
  ApiLedger &
  ApiDesigner &
  ApiWorkflow &
  ApiTrust &
  ApiNode;
