// Which registers a caller sees and manages: tenant isolation for every group of the ledger. A register that the caller
// may not see does not exist for it (404). The right to write to a register is not decided here but by the rules of the
// ledger.
import type { Issue } from '../../core/base/issue.js';
import { issue } from '../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import type { Member } from '../../core/model/register.js';
import { addressOfDid } from '../../core/register/people/did.js';
import { PLATFORM_ORGANISATION_ID } from '../../core/tenant/roles.js';
import { mayWrite } from '../../core/wallet/access.js';
import { type RegisterRecord, tenantHere } from '../../storage/chain/registers.js';
import type { Caller } from '../auth/caller.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { standingOf } from './wallet-standing.js';

type Deps = Pick<ApiDeps, 'clock' | 'commit' | 'audit' | 'wallets' | 'ledger'>;

/** The caller; nothing else of a call decides what it sees. */
type Asking = Pick<ApiCall<Deps>, 'caller' | 'deps'>;

export function registerNotFound(): Issue {
  return issue('REGISTER_NOT_FOUND', '/registerId', 'No such register, or it is not yours to see.');
}

/**
 * SystemAdmins of the platform organisation, and services without an organisation, work for all tenants. The operation
 * has asked for the scope of the service.
 */
export function seesAllTenants(caller: Caller): boolean {
  if (caller.kind === 'service') return caller.tier === 'service' && caller.organisationId === '';
  return caller.organisationId === PLATFORM_ORGANISATION_ID && caller.roles.includes('SystemAdmin');
}

/** True for a register that stands in the caller's lists. */
export function isOfTenant(caller: Caller, record: RegisterRecord): boolean {
  return (
    !record.purging &&
    (seesAllTenants(caller) || (caller.organisationId !== '' && tenantHere(record) === caller.organisationId))
  );
}

/**
 * The register, if the caller's tenant owns it or the caller holds a wallet of its governance roster; else
 * REGISTER_NOT_FOUND.
 */
export function visibleRegister(call: Asking, registerId: string): Result<RegisterRecord> {
  const record = call.deps.ledger.register(registerId);
  if (!record || record.purging) return fail(registerNotFound());
  if (isOfTenant(call.caller, record) || holdsSeat(call, registerId)) return record;
  return fail(registerNotFound());
}

/**
 * The register, if the caller's tenant owns it: REGISTER_NOT_FOUND for one it cannot see, FORBIDDEN for one that it
 * only sees.
 */
export function ownedRegister(call: Asking, registerId: string): Result<RegisterRecord> {
  const record = visibleRegister(call, registerId);
  if (isFailure(record) || isOfTenant(call.caller, record)) return record;
  return fail(issue('FORBIDDEN', '/registerId', 'The register belongs to another tenant.'));
}

/** Members of the roster whose wallet is of this node and answers to the caller. */
export function membersOfCaller(call: Asking, members: readonly Member[]): Member[] {
  return members.filter((member) => {
    const address = addressOfDid(member.subject);
    const wallet = address === undefined ? undefined : call.deps.wallets.find(address);
    return wallet?.status === 'Active' && mayWrite(standingOf(call, wallet));
  });
}

function holdsSeat(call: Asking, registerId: string): boolean {
  const state = call.deps.ledger.state(registerId);
  return !isFailure(state) && membersOfCaller(call, state.members).length > 0;
}
