// Broken versions of what two attackers found about identity: accounts that are linked by who runs a provider, sessions
// and tokens that outlive a change, wallets that outlive a membership, and services of one organisation.
import type { Mutant } from './mutant.js';

const REACH = 'contract/federation/reach';
const TOKENS = 'contract/services/tokens';
const KEYS = 'contract/wallets/organisation-keys';

export const ATTACKED: readonly Mutant[] = [
  {
    name: 'an account without a membership is linked by its address',
    edits: [
      { file: 'core/tenant/federation/admission', from: 'memberships.length > 0 && isOfCitizens', to: 'isOfCitizens' },
    ],
    ...{ test: 'unit/core/tenant/federation/admission', caught: 'links an account of nothing but that' },
  },
  {
    name: 'a page gets its session after the account was changed',
    edits: [
      {
        file: 'api/groups/accounts/federation/sign-in',
        from: "if (sessions.isRevoked({ ...handOver, tokenId: '', sessionId: '', subject: handOver.membershipId }))",
        to: 'if (false)',
      },
    ],
    ...{ test: REACH, caught: 'gives no session to a page' },
  },
  {
    name: 'the hand-over of a sign-in is of no membership',
    edits: [
      {
        file: 'api/groups/accounts/federation/sign-in',
        from: "const { membershipId = '' } = found ?? {};",
        to: "const membershipId = '';",
      },
    ],
    ...{ test: REACH, caught: 'gives no session to a page' },
  },
  {
    name: 'a login token is used after the account was changed since its try',
    edits: [
      {
        file: 'api/auth/login-tokens',
        from: 'return this.standing(this.tokens.take(token));',
        to: 'return this.tokens.take(token) ?? fail(NOT_GOOD);',
      },
    ],
    ...{ test: 'contract/accounts/sign-in', caught: 'after its try too' },
  },
  {
    name: 'a device changes how a member of staff signs in',
    edits: [{ file: 'api/sign-in/session', from: "if (signInOf(deps, caller).tier !== 'consumer')", to: 'if (true)' }],
    ...{ test: 'contract/factors/passkeys', caught: 'of a consumer session of staff' },
  },
  {
    name: 'wallets of derived keys outlive the membership',
    edits: [{ file: 'api/groups/people/users/changing', from: '...leavingOps(call, before),', to: '' }],
    ...{ test: KEYS, caught: 'end when their member is removed' },
  },
  {
    name: 'a derived wallet holds the credentials of a citizen',
    edits: [{ file: 'core/wallet/citizen/holder', from: 'derivedKeyId === undefined &&', to: '' }],
    ...{ test: 'unit/core/wallet/citizen/holder', caught: 'is of an active wallet of the person itself' },
  },
  {
    name: 'a managed account lifts the lock of who has its address',
    edits: [{ file: 'core/tenant/user', from: "managedBy !== undefined || email === ''", to: "email === ''" }],
    ...{ test: REACH, caught: 'lifts and makes no lock' },
  },
  {
    name: 'the provider of an organisation signs with the wallets of others',
    edits: [{ file: 'core/wallet/access', from: 'boundTo === undefined || tenant === boundTo', to: 'true' }],
    ...{ test: REACH, caught: 'reaches no personal wallet of another organisation' },
  },
  {
    name: 'a service of an organisation acts on the node',
    edits: [
      {
        file: 'api/auth/policy',
        from: "isService(c) && (c.organisationId === '' || c.organisationId === PLATFORM_ORGANISATION_ID)",
        to: 'isService(c)',
      },
    ],
    ...{ test: TOKENS, caught: 'have no right on the node' },
  },
  {
    name: 'a service of an organisation acts for members of another one',
    edits: [
      {
        file: 'api/groups/accounts/service-auth/handlers',
        from: 'own !== undefined && own !== organisationId',
        to: 'false',
      },
    ],
    ...{ test: TOKENS, caught: 'for its own members alone' },
  },
  {
    name: 'refused services push out what administrators did',
    edits: [
      {
        file: 'storage/tables/accounts/audit-retention',
        from: "'AccountLockedOut', 'ServiceTokenRefused'",
        to: "'AccountLockedOut'",
      },
    ],
    ...{ test: 'unit/storage/tables/accounts/audit-retention', caught: 'push out each other, and nothing else' },
  },
  {
    name: 'an identity of a stranger outlives the reset of an account',
    edits: [
      { file: 'cli/disk/account-work', from: '...new ExternalIdentities(kv, journal).put(user.id, []),', to: '' },
    ],
    ...{ test: 'unit/cli/commands/people/user-reset', caught: 'gives a password that works' },
  },
];
