// Broken versions of services (how one proves itself, how its tokens end, for whom it acts) and of the keys of
// citizens.
import type { Mutant } from './mutant.js';

const CLIENT = 'unit/core/tenant/services/client';
const PRINCIPAL = 'unit/core/tenant/services/principal';
const PRINCIPALS = 'contract/services/principals';
const TOKENS = 'contract/services/tokens';
const ORGANISATION = 'contract/wallets/organisation-keys';
const HOLDER = 'unit/core/wallet/citizen/holder';
const SIGNED = 'contract/services/system-signing';
const SIGNING = 'unit/storage/secrets/system-wallet';

const SCOPED = 'contract/services/scopes';

export const SERVICES: readonly Mutant[] = [
  {
    name: 'a service has each right of services, whatever its scopes',
    edits: [
      { file: 'api/auth/policy', from: 'return held.includes(scope) ? undefined : scope;', to: 'return undefined;' },
    ],
    ...{ test: SCOPED, caught: 'let a service in at their own rows alone' },
  },
  {
    name: 'a service that acts for a user needs no scope',
    edits: [
      { file: 'api/auth/policy', from: "(tier !== 'service' && tier !== 'delegated')", to: "tier !== 'service'" },
    ],
    ...{ test: SCOPED, caught: 'bind a service that acts for a user too' },
  },
  {
    name: 'a service without a scope is known where no token is asked for',
    edits: [
      {
        file: 'api/requests/guard',
        from: '!isTaken(can, call.caller, tiers)',
        to: '!tiers.includes(call.caller.tier)',
      },
    ],
    ...{ test: SCOPED, caught: 'show no more than no token' },
  },
  {
    name: 'a service of an organisation saves the store of all',
    edits: [
      {
        file: 'api/auth/policy',
        from: 'scope: SCOPES.backup,\n        holds: (c) => worksForOperator(c)',
        to: 'scope: SCOPES.backup,\n        holds: (c) => isService(c)',
      },
    ],
    ...{ test: 'contract/storage/live-backup', caught: 'of a service of the operator with the scope' },
  },
  {
    name: 'a service brings dockets of registers of other organisations',
    edits: [
      {
        file: 'api/groups/ledger/dockets/handlers',
        from: 'async writeDocket({ params, body }, call) {\n        const record = visibleRegister(call, params.registerId);',
        to: 'async writeDocket({ params, body }, call) {\n        const record = call.deps.ledger.register(params.registerId);',
      },
    ],
    ...{ test: SCOPED, caught: 'bring it no docket' },
  },
  {
    name: 'a service publishes on registers of other organisations',
    edits: [{ file: 'api/submission/publish', from: '&& !isForeignTo(call, record)', to: '' }],
    ...{ test: SCOPED, caught: 'open no register of another one' },
  },
  {
    name: 'an administrator is told by publishing which registers other tenants have',
    edits: [{ file: 'api/submission/publish', from: 'isFailure(visibleRegister(call, record.id))', to: 'false' }],
    test: 'contract/blueprints/versions',
    caught: 'as of one that is not there',
  },
  {
    name: 'a service is told of tokens of other organisations',
    edits: [{ file: 'api/groups/accounts/tokens/handlers', from: '|| isForeign(owner)', to: '' }],
    ...{ test: SCOPED, caught: 'tell it of no token of another one' },
  },
  {
    name: 'a service is told of refresh tokens of other organisations',
    edits: [{ file: 'api/groups/accounts/tokens/handlers', from: 'isForeign(family) ? INACTIVE :', to: '' }],
    ...{ test: SCOPED, caught: 'tell it of no token of another one' },
  },
  {
    name: 'a member ends the replication of a register that another tenant follows',
    edits: [
      { file: 'api/groups/ledger/replication/handlers', from: 'known && !isOfTenant', to: 'false && !isOfTenant' },
    ],
    ...{ test: 'contract/peers/replication', caught: 'is left by its tenant' },
  },
  {
    name: 'a service has a scope that no part of the node knows',
    edits: [{ file: 'core/tenant/services/principal', from: '!WORDS.includes(scope) ||', to: '' }],
    test: 'unit/core/tenant/services/principal',
    caught: 'takes the scopes that there are',
  },
  {
    name: 'a second master key takes the place of the first',
    edits: [
      {
        file: 'api/groups/wallets/organisation-keys/handlers',
        from: 'deps.organisationKeys.master(orgId) && EXISTS',
        to: 'undefined',
      },
    ],
    ...{ test: ORGANISATION, caught: 'begin with a master key' },
  },
  {
    name: 'a rotated key of an organisation goes on signing',
    edits: [{ file: 'core/wallet/organisation/derived-key', from: "Rotated: 'Archived'", to: "Rotated: 'Active'" }],
    ...{ test: 'unit/core/wallet/organisation/derived-key', caught: 'to decrypt when it is rotated' },
  },
  {
    name: 'a member unlocks the wallet of a key that was revoked',
    edits: [{ file: 'core/wallet/wallet', from: 'derivedKeyId === undefined || status === undefined', to: 'true' }],
    ...{ test: ORGANISATION, caught: 'end when they are revoked' },
  },
  {
    name: 'an administrator makes the keys of another organisation',
    edits: [
      {
        file: 'api/groups/wallets/organisation-keys/handlers',
        from: 'organisationId === caller.organisationId &&',
        to: '',
      },
    ],
    ...{ test: ORGANISATION, caught: 'for administrators of the organisation itself' },
  },
  {
    name: 'the holder key signs what is no key binding',
    edits: [{ file: 'core/wallet/citizen/holder', from: "typ !== 'kb+jwt'", to: 'false' }],
    ...{ test: HOLDER, caught: 'signs key bindings with the algorithm of its key' },
  },
  {
    name: 'the holder key of a citizen is that of a wallet of another',
    edits: [{ file: 'core/wallet/citizen/holder', from: 'owner.id === personId &&', to: '' }],
    ...{ test: HOLDER, caught: 'is of an active wallet of the person itself' },
  },
  {
    name: 'a certificate of one service gets the token of another',
    edits: [{ file: 'core/tenant/services/client', from: 'workload.clientId !== clientId', to: 'false' }],
    ...{ test: CLIENT, caught: 'no certificate of another service' },
  },
  {
    name: 'a wrong secret is as good as none beside a certificate',
    edits: [
      {
        file: 'core/tenant/services/client',
        from: 'secretHash === undefined || equalBytes',
        to: 'secretHash === undefined || workload !== undefined || equalBytes',
      },
    ],
    ...{ test: CLIENT, caught: 'no wrong secret beside a good certificate' },
  },
  {
    name: 'a suspended service gets tokens',
    edits: [
      { file: 'core/tenant/services/client', from: "principal?.status !== 'Active'", to: 'principal === undefined' },
    ],
    ...{ test: CLIENT, caught: 'one answer for a client' },
  },
  {
    name: 'a secret counts where shared secrets are disabled',
    edits: [{ file: 'core/tenant/services/client', from: 'secretHash !== undefined && secretsDisabled', to: 'false' }],
    ...{ test: CLIENT, caught: 'takes no secret where shared secrets are disabled' },
  },
  {
    name: 'a service gets scopes that it does not have',
    edits: [{ file: 'core/tenant/services/principal', from: 'foreign.length > 0', to: 'false' }],
    ...{ test: PRINCIPAL, caught: 'grants the scopes that were asked for' },
  },
  {
    name: 'a deleted service comes back',
    edits: [{ file: 'core/tenant/services/principal', from: "principal.status === 'Revoked'", to: 'false' }],
    ...{ test: PRINCIPAL, caught: 'to Revoked for good' },
  },
  {
    name: 'a client id passes for that of a person',
    edits: [{ file: 'core/tenant/services/principal', from: '&& !isUuid(clientId)', to: '' }],
    ...{ test: PRINCIPAL, caught: 'the id of no user' },
  },
  {
    name: 'tokens outlive the secret that they were given for',
    edits: [{ file: 'core/tenant/services/principal', from: 'after.secretHash !== before.secretHash ||', to: '' }],
    ...{ test: PRINCIPALS, caught: 'when they have another secret' },
  },
  {
    name: 'tokens of a service outlive its suspension',
    edits: [
      {
        file: 'api/access/service-principals',
        from: 'const ends = endsTokens(principal, changed)',
        to: 'const ends = false',
      },
      { file: 'core/tenant/members/token-owner', from: "service.status !== 'Active'", to: 'false' },
    ],
    ...{ test: PRINCIPALS, caught: 'when they are suspended' },
  },
  {
    name: 'a token of after a suspension is taken for one of before',
    edits: [
      {
        file: 'storage/tables/accounts/sessions',
        from: 'Math.max(nowMs, this.notBeforeMs(owner))',
        to: 'nowMs',
      },
    ],
    ...{ test: PRINCIPALS, caught: 'get theirs again when they are reactivated' },
  },
  {
    name: 'any service acts for users',
    edits: [
      {
        file: 'api/groups/accounts/service-auth/handlers',
        from: '!principal.scopes.includes(SCOPES.delegate)',
        to: 'false',
      },
    ],
    ...{ test: TOKENS, caught: 'a service that may act for users' },
  },
  {
    name: 'a service acts for a user who was suspended',
    edits: [{ file: 'storage/tables/accounts/sessions', from: 'token.actsFor !== undefined &&', to: 'false &&' }],
    ...{ test: TOKENS, caught: 'end when the tokens of the user do' },
  },
  {
    name: 'a service acts with its own wallets for a user',
    edits: [
      {
        file: 'api/access/wallet-standing',
        from: "caller.kind === 'service' && caller.actsFor === undefined",
        to: "caller.kind === 'service'",
      },
    ],
    ...{ test: TOKENS, caught: 'act with their own wallets' },
  },
  {
    name: 'users behind one service are one caller',
    edits: [{ file: 'api/auth/caller', from: 'actsFor === undefined ? subject', to: 'true ? subject' }],
    ...{ test: TOKENS, caught: 'have a rate each' },
  },
  {
    name: 'services sign as often as the node itself',
    edits: [{ file: 'storage/secrets/system-wallet', from: '!this.ofServices.hasRoom(ofService, now)', to: 'false' }],
    ...{ test: SIGNING, caught: 'at a narrower rate' },
  },
  {
    name: 'a service signs as the system without having opted in',
    edits: [{ file: 'api/auth/policy', from: 'SCOPES.systemWallet', to: 'ITSELF' }],
    ...{ test: SIGNED, caught: 'for services that opted in' },
  },
  {
    name: 'the system wallet signs an action for a service',
    edits: [
      {
        file: 'core/kinds/system-signing',
        from: 'SIGNED[kind]',
        to: "(SIGNED[kind] ?? 'BlueprintPublish')",
      },
    ],
    ...{ test: SIGNED, caught: 'no action, no participant record' },
  },
  {
    name: 'the system wallet signs what its asker takes for another transaction',
    edits: [{ file: 'core/kinds/system-signing', from: 'taken.transactionId !== txId', to: 'false' }],
    ...{ test: SIGNED, caught: 'nothing that is said beside it' },
  },
  {
    name: 'the system wallet signs for a register that knows another one',
    edits: [
      { file: 'api/groups/accounts/service-auth/system-signing', from: 'known === senderWallet ?', to: 'true ?' },
    ],
    ...{ test: SIGNED, caught: 'know the wallet as theirs' },
  },
  {
    name: 'the system wallet signs a second genesis of a register',
    edits: [
      {
        file: 'api/groups/accounts/service-auth/system-signing',
        from: "record && issue('REGISTER_IN_USE'",
        to: "false && issue('REGISTER_IN_USE'",
      },
    ],
    ...{ test: SIGNED, caught: 'found none a second time' },
  },
  {
    name: 'one service takes the signatures of another',
    edits: [{ file: 'storage/secrets/system-wallet', from: "[caller, registerId].join(' ')", to: 'registerId' }],
    ...{ test: SIGNED, caught: 'register and service' },
  },
];
