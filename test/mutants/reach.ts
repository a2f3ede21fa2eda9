// Broken versions of how far a caller reaches: services that act for a user, sessions of an organisation's provider,
// and what is lost with a membership, a rank or a principal.
import type { Mutant } from './mutant.js';

const OPERATIONS = 'unit/actors/workflow/operations/operation-rights.slow';
const CHANGING = 'contract/factors/changing';
const RANK = 'contract/accounts/rank';
const BOUND = 'contract/devices/bound-sessions';
const DELEGATED = 'contract/services/delegated';

export const REACH: readonly Mutant[] = [
  {
    name: 'an administrator of the platform shortens the trail that tells of SystemAdmins',
    edits: [
      {
        file: 'api/groups/people/organization-settings/handlers',
        from: 'administeredWhole(call, params.organizationId);\n        if (isFailure(before))',
        to: 'findAdministered(call, params.organizationId);\n        if (isFailure(before))',
      },
    ],
    ...{ test: RANK, caught: 'that no one below shortens' },
  },
  {
    name: 'an account that an organisation made joins another one by an address that was stated',
    edits: [{ file: 'api/groups/people/invitations/handlers', from: '|| user.managedBy !== undefined', to: '' }],
    ...{ test: 'contract/accounts/mailed-invitations', caught: 'by an account that an organisation made' },
  },
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
  {
    name: 'a queued operation outlives the service that asked for it',
    edits: [{ file: 'core/tenant/services/principal', from: "principal?.status !== 'Active' ||", to: '!principal ||' }],
    ...{ test: OPERATIONS, caught: 'goes on as long as that may' },
  },
  {
    name: 'a queued operation of a service acts for a member whom it may not act for any more',
    edits: [{ file: 'core/tenant/services/principal', from: 'scopes.includes(SCOPES.delegate) && own', to: 'own' }],
    ...{ test: OPERATIONS, caught: 'goes on as long as that may' },
  },
  {
    name: 'a queued operation outlives the scope of the service that asked for it',
    edits: [{ file: 'core/tenant/services/principal', from: '|| !principal.scopes.includes(SCOPES.execute)', to: '' }],
    ...{ test: OPERATIONS, caught: 'goes on as long as that may' },
  },
  {
    name: 'an operation does not say which service asked for it',
    edits: [
      { file: 'api/workflow/submission', from: "...(caller.kind === 'service' && { service: subject })", to: '' },
    ],
    ...{ test: DELEGATED, caught: 'has nothing done in the background' },
  },
  {
    name: 'the provider of one organisation reads what a person keeps beside it',
    edits: [
      { file: 'api/access/whole-account', from: "hasOthers ? issue('FORBIDDEN'", to: "false ? issue('FORBIDDEN'" },
    ],
    ...{ test: BOUND, caught: 'what the person keeps beside its memberships' },
  },
  {
    name: 'the provider of one organisation listens to the hub of a person of others',
    edits: [{ file: 'api/hubs/person-topic', from: 'failIf(wholeAccountProblem(call)) ?? [name]', to: '[name]' }],
    ...{ test: BOUND, caught: 'hears nothing of the person' },
  },
  {
    name: 'the provider of one organisation learns the others of a person',
    edits: [{ file: 'api/groups/accounts/auth/handlers', from: '!isBoundToOrganisation(caller)', to: 'true' }],
    ...{ test: BOUND, caught: 'hears nothing of the person' },
  },
  {
    name: 'an administrator signs out the platform organisation with its SystemAdmins',
    edits: [
      {
        file: 'api/access/organisations',
        from: 'organisation.id === PLATFORM_ORGANISATION_ID && !isAllowed',
        to: 'false && !isAllowed',
      },
    ],
    ...{ test: RANK, caught: 'neither unlocked, signed out' },
  },
  {
    name: 'an administrator makes the words that the keys of a SystemAdmin follow from',
    edits: [
      {
        file: 'api/groups/wallets/organisation-keys/handlers',
        from: "const organisation = administeredWhole(call, orgId, '/orgId');",
        to: 'const organisation = {};',
      },
    ],
    ...{ test: RANK, caught: 'neither unlocked, signed out' },
  },
  {
    name: 'an administrator switches off the provider by which a SystemAdmin signs in',
    edits: [
      {
        file: 'api/groups/accounts/identity-providers/handlers',
        from: 'administeredWhole(call, organisationId)',
        to: 'findAdministered(call, organisationId)',
      },
    ],
    ...{ test: RANK, caught: 'neither let in nor signed out' },
  },
  {
    name: 'an administrator configures the provider that vouches for SystemAdmins',
    edits: [
      {
        file: 'api/groups/accounts/identity-providers/handlers',
        from: 'administeredWhole(call, params.orgId);\n        if (isFailure(organisation))\n            return organisation;\n        const { providerPreset',
        to: 'findAdministered(call, params.orgId);\n        if (isFailure(organisation))\n            return organisation;\n        const { providerPreset',
      },
    ],
    ...{ test: RANK, caught: 'neither let in nor signed out' },
  },
  {
    name: 'an administrator acts on a SystemAdmin',
    edits: [
      { file: 'core/tenant/members/rank', from: '!by.isSystemAdmin && reached.some', to: 'false && reached.some' },
    ],
    ...{ test: RANK, caught: 'neither unlocked, signed out' },
  },
  {
    name: 'an unlock looks at one membership of the account that it unlocks',
    edits: [
      {
        file: 'api/groups/people/users/handlers',
        from: 'rankProblem(membershipsOf(deps.tenants, user)',
        to: 'rankProblem([member]',
      },
    ],
    ...{ test: RANK, caught: 'that it joined first' },
  },
  {
    name: 'a rotated key of an organisation outlives the membership',
    edits: [
      { file: 'core/wallet/organisation/derived-key', from: "key.status !== 'Revoked'", to: "key.status === 'Active'" },
    ],
    ...{ test: 'contract/wallets/organisation-keys', caught: 'that were rotated end with their member too' },
  },
  {
    name: 'a key of an organisation is used from another one',
    edits: [{ file: 'core/wallet/access', from: 'derivedKeyId !== undefined && tenant !== orgId', to: 'false' }],
    ...{ test: 'contract/wallets/organisation-keys', caught: 'none is used from another organisation' },
  },
  {
    name: 'a consumer session of staff finishes a passkey that another session began',
    edits: [
      {
        file: 'api/groups/accounts/passkeys/handlers',
        from: 'enrolPasskey: changingSignIn(async',
        to: 'enrolPasskey: ((handler) => handler)(async',
      },
    ],
    ...{ test: CHANGING, caught: 'no consumer session of staff' },
  },
  {
    name: 'a consumer session of staff switches one-time codes on',
    edits: [
      {
        file: 'api/groups/accounts/totp/handlers',
        from: 'verifyTotp: changingSignIn(async',
        to: 'verifyTotp: ((handler) => handler)(async',
      },
    ],
    ...{ test: CHANGING, caught: 'no consumer session of staff' },
  },
  {
    name: 'a consumer session of staff unlinks an identity',
    edits: [
      {
        file: 'api/groups/accounts/federation/handlers',
        from: 'unlinkIdentity: changingSignIn(async',
        to: 'unlinkIdentity: ((handler) => handler)(async',
      },
    ],
    ...{ test: CHANGING, caught: 'no consumer session of staff' },
  },
  {
    name: 'a session that has ended enrols a passkey',
    edits: [
      {
        file: 'api/groups/accounts/passkeys/handlers',
        from: 'const ended = failIf(deps.tokens.standing(caller))',
        to: 'const ended = undefined',
      },
    ],
    ...{ test: CHANGING, caught: 'no session that ended' },
  },
  {
    name: 'an account loses its last identity, and no person can sign in',
    edits: [
      { file: 'api/groups/accounts/federation/handlers', from: 'user && !canSignIn(', to: 'false && !canSignIn(' },
    ],
    ...{ test: CHANGING, caught: 'leaves the last way' },
  },
  {
    name: 'an identity at an organisation that was left counts as a way to sign in',
    edits: [
      {
        file: 'core/tenant/factors/ways',
        from: 'memberships.some(({ organisationId }) => organisationId === id)',
        to: 'true',
      },
    ],
    ...{ test: CHANGING, caught: 'leaves the last way' },
  },
  {
    name: 'a passkey without its user lifts the bound of a provider',
    edits: [
      {
        file: 'api/groups/accounts/passkeys/handlers',
        from: 'isBoundToOrganisation({ authMethod, organisationId })',
        to: 'false',
      },
    ],
    ...{ test: CHANGING, caught: 'by a passkey that verified its user' },
  },
];
