// The policies of section 5.9 of the specification, by name: who has each right, and who has not.
import { expect } from 'chai';
import { ANONYMOUS, type Caller } from '../../api/auth/caller.js';
import { type Capability, isAllowed } from '../../api/auth/policy.js';
import { EXAMPLE } from '../../api/examples/values.js';
import { PLATFORM_ORGANISATION_ID } from '../../core/tenant/roles.js';
import { SCOPES } from '../../core/tenant/services/principal.js';

const user: Caller = { ...ANONYMOUS, kind: 'user', subject: 'u', platformUserId: 'p', tier: 'platform' };
const service: Caller = { ...ANONYMOUS, kind: 'service', subject: 's', clientId: 's', tier: 'service' };
const member: Caller = { ...user, organisationId: EXAMPLE.organisationId, roles: ['Member'] };

const CALLERS = {
  nobody: ANONYMOUS,
  'user without an organisation': user,
  citizen: { ...member, tier: 'consumer', roles: [] },
  member,
  designer: { ...member, roles: ['Designer'], canPublishBlueprint: true },
  administrator: { ...member, roles: ['Administrator'] },
  'SystemAdmin of another organisation': { ...member, roles: ['SystemAdmin'] },
  'member of the platform': { ...member, organisationId: PLATFORM_ORGANISATION_ID },
  SystemAdmin: { ...member, organisationId: PLATFORM_ORGANISATION_ID, roles: ['SystemAdmin'] },
  'service without scopes': service,
  service: { ...service, scope: Object.values(SCOPES) },
} satisfies Readonly<Record<string, Caller>>;
type Who = keyof typeof CALLERS;

const SERVICES: readonly Who[] = ['service'];
const ANY_SERVICE: readonly Who[] = ['service without scopes', ...SERVICES];
const ADMINISTRATORS: readonly Who[] = ['administrator', 'SystemAdmin of another organisation', 'SystemAdmin'];
const PUBLISHERS: readonly Who[] = ['designer', ...ADMINISTRATORS];
const STAFF: readonly Who[] = ['member', 'member of the platform', ...PUBLISHERS];
const MEMBERS: readonly Who[] = ['citizen', ...STAFF];
const USERS: readonly Who[] = ['user without an organisation', ...MEMBERS];

const RIGHTS: readonly (readonly [Capability, readonly Who[]])[] = [
  ['CanManageBlueprints', [...STAFF, ...SERVICES]],
  ['CanExecuteBlueprints', [...USERS, ...SERVICES]],
  ['CanPublishBlueprints', PUBLISHERS],
  ['CanManageWallets', [...MEMBERS, ...SERVICES]],
  ['CanUseWallet', [...USERS, ...SERVICES]],
  ['CanManageRegisters', ADMINISTRATORS],
  ['CanCreateSystemRegisters', ['SystemAdmin']],
  ['CanSubmitTransactions', [...USERS, ...SERVICES]],
  ['CanReadTransactions', [...USERS, ...SERVICES]],
  ['CanWriteDockets', SERVICES],
  ['RequireAuthenticated', [...USERS, ...ANY_SERVICE]],
  // Citizens have an organisation too, the public one: what a node replicates is not a matter of theirs.
  ['CanManagePeers', [...STAFF, ...SERVICES]],
  ['RequireService', ANY_SERVICE],
];

describe('the policies of the specification', () => {
  const asked = Object.keys(CALLERS) as Who[];

  for (const [policy, holders] of RIGHTS)
    it(`${policy}: ${holders.join(', ')}`, () =>
      expect(asked.filter((who) => isAllowed(policy, CALLERS[who])).sort()).to.deep.equal([...holders].sort()));
});
