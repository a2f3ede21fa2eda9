// Broken versions of how far a caller reaches: services that act for a user, sessions of an organisation's provider, and
// what is lost with a membership, a rank or a principal.
import type { Mutant } from './mutant.js';

const DELEGATED = 'contract/services/delegated';

export const REACH: readonly Mutant[] = [
  {
    name: 'a service acts with the wallets that its user has in other organisations',
    edits: [{ file: 'core/tenant/federation/bound', from: 'if (actsFor !== undefined)', to: 'if (false)' }],
    ...{ test: DELEGATED, caught: 'none of another one' },
  },
  {
    name: 'a grant of another organisation gives a bound caller its register',
    edits: [{ file: 'core/wallet/access', from: 'isHolder && isInReach(wallet, actor)', to: 'isHolder' }],
    ...{ test: 'unit/core/wallet/access', caught: 'of that organisation alone' },
  },
];
