// Capability to predicate over the caller: specification section 5.9, one row a policy. Rights that depend on a resource (a wallet's grants, a register's
// roster) are decided in core/, after this table has let the caller in.
import { PLATFORM_ORGANISATION_ID } from '../../core/tenant/roles.js';
import type { Caller } from './caller.js';

const user = (c: Caller): boolean => c.kind === 'user' && c.tier !== 'enrol-session';
const service = (c: Caller): boolean => c.kind === 'service' && c.tier === 'service';
const authenticated = (c: Caller): boolean => user(c) || service(c);
/** A platform-tier token that is scoped to an organisation. */
const member = (c: Caller): boolean => user(c) && c.organisationId !== '' && c.tier === 'platform';
const systemAdmin = (c: Caller): boolean =>
  member(c) && c.organisationId === PLATFORM_ORGANISATION_ID && c.roles.includes('SystemAdmin');
const administrator = (c: Caller): boolean =>
  member(c) && (c.roles.includes('Administrator') || c.roles.includes('SystemAdmin'));

export const policies = {
  /** A public operation asks for no token. Each such operation shows in the public-operations snapshot. */
  public: () => true,
  /** Any valid token, the hand-over one of an enrolment included. */
  RequireAnyToken: (c) => c.kind !== 'anonymous',
  RequireAuthenticated: authenticated,
  RequireUser: user,
  RequireService: service,
  RequireAdministrator: administrator,
  RequireSystemAdmin: systemAdmin,
  RequireAuditor: (c) => administrator(c) || (member(c) && c.roles.includes('Auditor')),
  CanManageBlueprints: (c) => service(c) || member(c),
  CanExecuteBlueprints: authenticated,
  CanPublishBlueprints: (c) => administrator(c) || (member(c) && c.canPublishBlueprint === true),
  /** The same right at the door of a register, which services have too: they answer for no draft and name the member that does. */
  CanPublishToRegisters: (c) => service(c) || administrator(c) || (member(c) && c.canPublishBlueprint === true),
  CanManageWallets: (c) => service(c) || (user(c) && c.organisationId !== ''),
  CanUseWallet: authenticated,
  CanManageRegisters: administrator,
  CanCreateSystemRegisters: systemAdmin,
  CanSubmitTransactions: authenticated,
  CanReadTransactions: authenticated,
  CanWriteDockets: (c) => service(c) && c.scope.includes('dockets:write'),
  /** Citizens have an organisation too, the public one: what a node replicates is no matter of theirs. */
  CanManagePeers: (c) => service(c) || member(c),
  /** A ban holds for the registers of every tenant and may cost quorum: it is the operator's of the node. */
  CanBanPeers: (c) => service(c) || systemAdmin(c),
  CanManageValidators: (c) => service(c) || administrator(c),
} as const satisfies Readonly<Record<string, (caller: Caller) => boolean>>;

export type Capability = keyof typeof policies;

export function isAllowed(capability: Capability, caller: Caller): boolean {
  return policies[capability](caller);
}
