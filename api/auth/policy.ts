// Rights: specification section 5.9, one row a policy. A row says which tiers of tokens it takes, and what a caller of
// these has to be besides; a tier that no row names has no right. Rights that depend on a resource (a wallet's grants,
// a register's roster) are decided in core/, after this table has let the caller in.
import { isBoundToOrganisation } from '../../core/tenant/federation/bound.js';
import { PLATFORM_ORGANISATION_ID } from '../../core/tenant/roles.js';
import { SCOPES } from '../../core/tenant/services/principal.js';
import type { Caller, Tier } from './caller.js';

interface Policy {
  readonly tiers: readonly Tier[];
  /** Of a caller of one of the tiers. */
  readonly holds: (caller: Caller) => boolean;
}

const isService = (c: Caller): boolean => c.tier === 'service';
/** One that works for the operator: that of an organisation has no right on what the node is for all of them. */
const isNodeService = (c: Caller): boolean =>
  isService(c) && (c.organisationId === '' || c.organisationId === PLATFORM_ORGANISATION_ID);
const isMember = (c: Caller): boolean => c.tier === 'platform' && c.organisationId !== '';
const isAdministrator = (c: Caller): boolean =>
  isMember(c) && (c.roles.includes('Administrator') || c.roles.includes('SystemAdmin'));
const isSystemAdmin = (c: Caller): boolean =>
  isMember(c) && c.organisationId === PLATFORM_ORGANISATION_ID && c.roles.includes('SystemAdmin');
const isPublisher = (c: Caller): boolean => isAdministrator(c) || (isMember(c) && c.canPublishBlueprint === true);
const anyone = (): boolean => true;

const PEOPLE: readonly Tier[] = ['consumer', 'platform'];
const STAFF: readonly Tier[] = ['platform'];
const SERVICES: readonly Tier[] = ['service'];
const STAFF_AND_SERVICES: readonly Tier[] = [...STAFF, ...SERVICES];
/** People, services, and services that act for a person, in workflows. */
const ACTING: Policy = { tiers: [...PEOPLE, ...SERVICES, 'delegated'], holds: anyone };
const AUTHENTICATED: Policy = { tiers: [...PEOPLE, ...SERVICES], holds: anyone };

export const policies = {
  /**
   * No token is asked for; one of another tier than these is as good as none. Each such operation shows in the
   * public-operations snapshot.
   */
  public: { tiers: [...PEOPLE, ...SERVICES], holds: anyone },
  /** Any valid token of a caller of its own, the hand-over one of an enrolment included. */
  RequireAnyToken: { tiers: [...PEOPLE, ...SERVICES, 'enrol-session'], holds: anyone },
  RequireAuthenticated: AUTHENTICATED,
  RequireUser: { tiers: PEOPLE, holds: anyone },
  /**
   * For what concerns the whole account of a person, which a session of one organisation's provider does not speak for.
   */
  RequireAccount: { tiers: PEOPLE, holds: (c) => !isBoundToOrganisation(c) },
  /** Citizens and holders of wallets, with a token of their tier. */
  RequireConsumer: { tiers: ['consumer'], holds: anyone },
  RequireService: { tiers: SERVICES, holds: anyone },
  RequireAdministrator: { tiers: STAFF, holds: isAdministrator },
  RequireSystemAdmin: { tiers: STAFF, holds: isSystemAdmin },
  RequireAuditor: {
    tiers: STAFF,
    holds: (c) => isAdministrator(c) || (isMember(c) && c.roles.includes('Auditor')),
  },
  CanManageBlueprints: { tiers: STAFF_AND_SERVICES, holds: (c) => isService(c) || isMember(c) },
  CanExecuteBlueprints: ACTING,
  CanPublishBlueprints: { tiers: STAFF, holds: isPublisher },
  /**
   * The same right at the door of a register, which services have too: they answer for no draft and name the member
   * that does.
   */
  CanPublishToRegisters: { tiers: STAFF_AND_SERVICES, holds: (c) => isService(c) || isPublisher(c) },
  CanManageWallets: { tiers: [...PEOPLE, ...SERVICES], holds: (c) => isService(c) || c.organisationId !== '' },
  CanUseWallet: AUTHENTICATED,
  CanManageRegisters: { tiers: STAFF, holds: isAdministrator },
  CanCreateSystemRegisters: { tiers: STAFF, holds: isSystemAdmin },
  CanSubmitTransactions: AUTHENTICATED,
  CanReadTransactions: ACTING,
  CanWriteDockets: { tiers: SERVICES, holds: (c) => c.scope.includes(SCOPES.dockets) },
  /**
   * A service opts in to the system wallet by this scope (specification 5.13). The digest names no register: the right
   * is one on those of all tenants.
   */
  CanSignAsSystem: { tiers: SERVICES, holds: (c) => isNodeService(c) && c.scope.includes(SCOPES.systemWallet) },
  CanFeedInbox: { tiers: SERVICES, holds: (c) => c.scope.includes(SCOPES.inbox) },
  /** Citizens have an organisation too, the public one: what a node replicates is no matter of theirs. */
  CanManagePeers: { tiers: STAFF_AND_SERVICES, holds: (c) => isService(c) || isMember(c) },
  /** A ban holds for the registers of every tenant and may cost quorum: it is the operator's of the node. */
  CanBanPeers: { tiers: STAFF_AND_SERVICES, holds: (c) => isNodeService(c) || isSystemAdmin(c) },
  CanManageValidators: { tiers: STAFF_AND_SERVICES, holds: (c) => isService(c) || isAdministrator(c) },
} as const satisfies Readonly<Record<string, Policy>>;

export type Capability = keyof typeof policies;

/** The tiers of tokens that an operation of this right takes; it may name fewer than its policy. */
export function tiersOf({
  can,
  tiers,
}: {
  readonly can: Capability;
  readonly tiers?: readonly Tier[] | undefined;
}): readonly Tier[] {
  const all: readonly Tier[] = policies[can].tiers;
  return tiers === undefined ? all : all.filter((tier) => tiers.includes(tier));
}

/** `tiers` may be fewer than the right takes: those of an operation. */
export function isAllowed(can: Capability, caller: Caller, tiers: readonly Tier[] = policies[can].tiers): boolean {
  if (can === 'public') return true;
  const { tier } = caller;
  return tier !== 'none' && tiers.includes(tier) && policies[can].holds(caller);
}
