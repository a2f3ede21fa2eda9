// Rights: specification section 5.9, one row a policy. A row says which tiers of tokens it takes, which scope a service
// has to have, and what a caller has to be besides; a tier that no row names has no right. No row lets a service in for
// what it is (docs/decisions/0173). Rights that depend on a resource (a wallet's grants, a register's roster) are
// decided in core/, after this table has let the caller in.
import { type Issue, issue } from '../../core/base/issue.js';
import { isBoundToOrganisation } from '../../core/tenant/federation/bound.js';
import { PLATFORM_ORGANISATION_ID } from '../../core/tenant/roles.js';
import { SCOPES, type ServiceScope } from '../../core/tenant/services/principal.js';
import type { Caller, Tier } from './caller.js';
import {
  type AskedOfPrograms,
  OF_ACCOUNT,
  OF_ADMINISTRATION,
  OF_ANY_PROGRAM,
  OF_DESIGN,
  OF_FOUNDING,
  OF_HOLDING,
  OF_LEDGER,
  OF_NO_PROGRAM,
  OF_OPERATION,
  OF_PUBLICATION,
  OF_SUBMISSION,
  OF_WALLETS,
  OF_WORKFLOW,
  type ProgramRight,
  type ProgramRights,
  rightIn,
} from './program-rights.js';

interface OfPrograms {
  /** Which scope a program of a person has to have. */
  readonly program: ProgramRights;
}

interface OfPeople extends OfPrograms {
  readonly tiers: readonly Exclude<Tier, 'service' | 'delegated'>[];
  readonly scope?: never;
  /** Of a caller of one of the tiers. */
  readonly holds: (caller: Caller) => boolean;
}

/** Of services too: each row of them names the scope that it takes. */
interface OfServices extends OfPrograms {
  readonly tiers: readonly Tier[];
  /** Of a service, and of one that acts for a user. */
  readonly scope: ServiceScope | typeof ITSELF;
  readonly holds: (caller: Caller) => boolean;
}

type Policy = OfPeople | OfServices;

/** In the place of a scope: each service may ask who it is, end its token and renew its secret. */
export const ITSELF = 'itself';

const isService = (c: Caller): boolean => c.tier === 'service';
/**
 * A service without an organisation, or of that of the platform, has rights on what the node is for all organisations;
 * one of another has none. Registers, people and tokens of all organisations are for one without alone.
 */
export function worksForOperator(c: Caller): boolean {
  return isService(c) && (c.organisationId === '' || c.organisationId === PLATFORM_ORGANISATION_ID);
}
const isMember = (c: Caller): boolean => c.tier === 'platform' && c.organisationId !== '';
const isAdministrator = (c: Caller): boolean =>
  isMember(c) && (c.roles.includes('Administrator') || c.roles.includes('SystemAdmin'));
const isSystemAdmin = (c: Caller): boolean =>
  isMember(c) && c.organisationId === PLATFORM_ORGANISATION_ID && c.roles.includes('SystemAdmin');
const isPublisher = (c: Caller): boolean => isAdministrator(c) || (isMember(c) && c.canPublishBlueprint === true);
const anyone = (): boolean => true;

const PEOPLE = ['consumer', 'platform'] as const;
const STAFF = ['platform'] as const;
const SERVICES: readonly Tier[] = ['service'];
const STAFF_AND_SERVICES: readonly Tier[] = [...STAFF, ...SERVICES];
const ALL: readonly Tier[] = [...PEOPLE, ...SERVICES];
/** People, services, and services that act for a person, in workflows. */
const ACTING: readonly Tier[] = [...ALL, 'delegated'];

export const policies = {
  /**
   * No token is asked for; one of another tier than these, or of a service without the scope, is as good as none. Each
   * such operation shows in the public-operations snapshot.
   */
  public: { program: OF_LEDGER, tiers: ALL, scope: SCOPES.readRegisters, holds: anyone },
  /** Any valid token of a person, the hand-over one of an enrolment included. */
  RequireAnyToken: { program: OF_ACCOUNT, tiers: [...PEOPLE, 'enrol-session'], holds: anyone },
  RequireAuthenticated: { program: OF_ANY_PROGRAM, tiers: ALL, scope: ITSELF, holds: anyone },
  RequireUser: { program: OF_ACCOUNT, tiers: PEOPLE, holds: anyone },
  /**
   * For what concerns the whole account of a person, which a session of one organisation's provider does not speak for.
   */
  RequireAccount: { program: OF_ACCOUNT, tiers: PEOPLE, holds: (c) => !isBoundToOrganisation(c) },
  /** Citizens and holders of wallets, with a token of their tier. */
  RequireConsumer: { program: OF_HOLDING, tiers: ['consumer'], holds: anyone },
  RequireService: { program: OF_NO_PROGRAM, tiers: SERVICES, scope: ITSELF, holds: anyone },
  CanIntrospectTokens: { program: OF_NO_PROGRAM, tiers: SERVICES, scope: SCOPES.introspect, holds: anyone },
  RequireAdministrator: { program: OF_ADMINISTRATION, tiers: STAFF, holds: isAdministrator },
  RequireSystemAdmin: { program: OF_OPERATION, tiers: STAFF, holds: isSystemAdmin },
  RequireAuditor: {
    program: OF_ADMINISTRATION,
    tiers: STAFF,
    holds: (c) => isAdministrator(c) || (isMember(c) && c.roles.includes('Auditor')),
  },
  CanReadBlueprints: { program: OF_DESIGN, tiers: ALL, scope: SCOPES.design, holds: anyone },
  CanManageBlueprints: {
    program: OF_DESIGN,
    tiers: STAFF_AND_SERVICES,
    scope: SCOPES.design,
    holds: (c) => isService(c) || isMember(c),
  },
  CanExecuteBlueprints: { program: OF_WORKFLOW, tiers: ACTING, scope: SCOPES.execute, holds: anyone },
  CanPublishBlueprints: { program: OF_PUBLICATION, tiers: STAFF, holds: isPublisher },
  /**
   * The same right at the door of a register, which services have too: they answer for no draft and name the member
   * that does.
   */
  CanPublishToRegisters: {
    program: OF_PUBLICATION,
    tiers: STAFF_AND_SERVICES,
    scope: SCOPES.publish,
    holds: (c) => isService(c) || isPublisher(c),
  },
  CanManageWallets: {
    program: OF_ACCOUNT,
    tiers: ALL,
    scope: SCOPES.wallets,
    holds: (c) => isService(c) || c.organisationId !== '',
  },
  CanUseWallet: { program: OF_WALLETS, tiers: ALL, scope: SCOPES.wallets, holds: anyone },
  CanReadRegisters: { program: OF_LEDGER, tiers: ALL, scope: SCOPES.readRegisters, holds: anyone },
  CanManageRegisters: { program: OF_FOUNDING, tiers: STAFF, holds: isAdministrator },
  CanCreateSystemRegisters: { program: OF_FOUNDING, tiers: STAFF, holds: isSystemAdmin },
  CanSubmitTransactions: { program: OF_SUBMISSION, tiers: ALL, scope: SCOPES.submit, holds: anyone },
  CanReadTransactions: { program: OF_LEDGER, tiers: ACTING, scope: SCOPES.readRegisters, holds: anyone },
  CanWriteDockets: { program: OF_NO_PROGRAM, tiers: SERVICES, scope: SCOPES.dockets, holds: anyone },
  /**
   * A service opts in to the system wallet by this scope (specification 5.13). The digest names no register: the right
   * is one on those of all tenants.
   */
  CanSignAsSystem: { program: OF_NO_PROGRAM, tiers: SERVICES, scope: SCOPES.systemWallet, holds: worksForOperator },
  /** The copy holds what is kept for every tenant. */
  CanBackUpStore: {
    program: OF_OPERATION,
    tiers: STAFF_AND_SERVICES,
    scope: SCOPES.backup,
    holds: (c) => worksForOperator(c) || isSystemAdmin(c),
  },
  /** Roots that an organisation trusts: for its administrators, and for programs that verify by them. */
  CanReadAnchors: {
    program: OF_ADMINISTRATION,
    tiers: STAFF_AND_SERVICES,
    scope: SCOPES.readTrust,
    holds: (c) => isService(c) || isAdministrator(c),
  },
  /** Offers credentials in the name of its organisation, and decides their status. */
  CanIssueCredentials: {
    program: OF_ADMINISTRATION,
    tiers: STAFF_AND_SERVICES,
    scope: SCOPES.credentials,
    holds: (c) => isService(c) || isAdministrator(c) || (isMember(c) && c.roles.includes('Issuer')),
  },
  /** Asks wallets for presentations in the name of its organisation, and reads what they showed. */
  CanRequestPresentations: {
    program: OF_ADMINISTRATION,
    tiers: STAFF_AND_SERVICES,
    scope: SCOPES.presentations,
    holds: (c) => isService(c) || isAdministrator(c) || (isMember(c) && c.roles.includes('Verifier')),
  },
  /** Keys by which organisations issue, at listeners of their own: a service makes credentials by itself with them. */
  CanSignAsIssuer: { program: OF_NO_PROGRAM, tiers: SERVICES, scope: SCOPES.credentials, holds: anyone },
  CanFeedInbox: { program: OF_NO_PROGRAM, tiers: SERVICES, scope: SCOPES.inbox, holds: anyone },
  /** Citizens have an organisation too, the public one: what a node replicates does not concern them. */
  CanManagePeers: {
    program: OF_OPERATION,
    tiers: STAFF_AND_SERVICES,
    scope: SCOPES.peers,
    holds: (c) => isService(c) || isMember(c),
  },
  /** A ban holds for the registers of every tenant and may cost quorum: it is the operator's of the node. */
  CanBanPeers: {
    program: OF_OPERATION,
    tiers: STAFF_AND_SERVICES,
    scope: SCOPES.peers,
    holds: (c) => worksForOperator(c) || isSystemAdmin(c),
  },
  CanManageValidators: {
    program: OF_OPERATION,
    tiers: STAFF_AND_SERVICES,
    scope: SCOPES.validators,
    holds: (c) => isService(c) || isAdministrator(c),
  },
} as const satisfies Readonly<Record<string, Policy>>;

export type Capability = keyof typeof policies;

/** The right that an operation asks for. */
export interface NeededRight {
  readonly can: Capability;
  /**
   * Of one that is open to all: it looks at who calls. All others see no caller, whatever token is sent, and clients
   * send them none.
   */
  readonly knowsCaller?: true | undefined;
}

/** Whether a token that is sent is looked at, and refused where it is not good. */
export function looksAtTokens({ can, knowsCaller }: NeededRight): boolean {
  return can !== 'public' || knowsCaller === true;
}

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

/** The scope that a service has to have for this right, or `itself`; undefined for a right of people alone. */
export function scopeOf(can: Capability): ServiceScope | typeof ITSELF | undefined {
  const policy: Policy = policies[can];
  return policy.scope;
}

/** The scope of an operation that asks for a token and takes those of services; undefined where it takes no scope. */
export function scopeNeeded(definition: Parameters<typeof tiersOf>[0]): ServiceScope | undefined {
  const scope = scopeOf(definition.can);
  const takes = tiersOf(definition).some((tier) => tier === 'service' || tier === 'delegated');
  return definition.can === 'public' || !takes || scope === ITSELF ? undefined : scope;
}

/** The scope of a program for an operation or a hub. */
export function programRightOf(definition: AskedOfPrograms & { readonly can: Capability }): ProgramRight {
  return rightIn(policies[definition.can].program, definition);
}

/** The tiers and the scope that an operation asks for; those of its right in full where it states none. */
export interface AskedRight {
  readonly tiers?: readonly Tier[] | undefined;
  readonly program?: ProgramRight | undefined;
}

/** The scope that the token lacks: of a service, for itself and for a user that it acts for; and of a program. */
export function missingScope(
  can: Capability,
  { tier, scope: held, access }: Pick<Caller, 'tier' | 'scope' | 'access'>,
  { program = policies[can].program.writes }: AskedRight = {},
): string | undefined {
  if (access !== undefined)
    return program === 'any' || access.scopes.some((word) => word === program) ? undefined : program;
  const scope = scopeOf(can);
  if ((tier !== 'service' && tier !== 'delegated') || scope === undefined || scope === ITSELF) return undefined;
  return held.includes(scope) ? undefined : scope;
}

/** Whether the token counts at an operation of this right: of one of its tiers, and with the scope. */
export function isTaken(can: Capability, caller: Caller, asked: AskedRight = {}): boolean {
  const { tier } = caller;
  const { tiers = policies[can].tiers } = asked;
  return tier !== 'none' && tiers.some((taken) => taken === tier) && missingScope(can, caller, asked) === undefined;
}

/** `asked.tiers` may be fewer than the right takes: those of an operation. */
export function isAllowed(can: Capability, caller: Caller, asked: AskedRight = {}): boolean {
  return can === 'public' || (isTaken(can, caller, asked) && policies[can].holds(caller));
}

/** Why the caller has not the right: SCOPE_MISSING for a service or program that has it with one scope more. */
export function rightProblem(can: Capability, caller: Caller, asked: AskedRight = {}): Issue | undefined {
  if (isAllowed(can, caller, asked)) return undefined;
  const { tiers = policies[can].tiers } = asked;
  const { tier, access, scope: held } = caller;
  const scope = tier !== 'none' && tiers.some((taken) => taken === tier) ? missingScope(can, caller, asked) : undefined;
  if (access !== undefined && scope !== undefined) return programProblem(can, caller, scope);
  if (scope === undefined) return issue('FORBIDDEN', '', `The caller does not satisfy the policy ${can}.`);
  const message =
    `This takes a service with the scope ${scope}; the scopes of this token: ${held.join(' ') || 'none'}. ` +
    'Ask for a token with the scope, or let the operator give it to the service (quorate service scopes).';
  return issue('SCOPE_MISSING', '', message);
}

/** A program is told of a scope that would help, and of none where its person has not the right. */
function programProblem(can: Capability, caller: Caller, scope: string): Issue {
  if (scope === 'closed') return issue('FORBIDDEN', '', 'This is for the person itself, and for no program.');
  if (!policies[can].holds(caller)) return issue('FORBIDDEN', '', `The caller does not satisfy the policy ${can}.`);
  const held = caller.access?.scopes.join(' ') || 'none';
  const message =
    `This takes a program with the scope ${scope}; the scopes of this token: ${held}. ` +
    'Ask the person for it: authorize once more with this scope.';
  return issue('SCOPE_MISSING', '', message);
}
