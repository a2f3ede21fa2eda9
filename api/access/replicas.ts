// Which registers a caller may learn of from answers about peers and replicas: for these, existence is data. Public
// ones show to everybody, others to callers of their tenant and to operators of the node.
import { issue } from '../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import type { RegisterRecord } from '../../storage/chain/registers.js';
import type { Caller } from '../auth/caller.js';
import { isAllowed } from '../auth/policy.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { isOfTenant, ownedRegister, seesAllTenants } from './registers.js';

type Deps = Pick<ApiDeps, 'clock' | 'commit' | 'audit' | 'wallets' | 'ledger'>;

/**
 * Whether the caller may know that the register exists, which this node may hold or not; `isOffered` when a peer offers
 * it to everybody.
 */
export function mayKnow({ caller, deps }: ApiCall<Deps>, registerId: string, isOffered = false): boolean {
  if (isOffered || seesAll(caller)) return true;
  const record = deps.ledger.register(registerId);
  return record !== undefined && !record.purging && (record.advertise || isOfTenant(caller, record));
}

/** True for a register that this node or a peer offers to everybody. */
export function isPublic({ deps }: ApiCall<Deps>, registerId: string, isOffered = false): boolean {
  return isOffered || deps.ledger.register(registerId)?.advertise === true;
}

/**
 * The register, if the caller may decide about it on this node: an administrator of its tenant, a service of its tenant
 * that the operation takes, or an operator of the node.
 */
export function managedRegister(call: ApiCall<Deps>, registerId: string): Result<RegisterRecord> {
  const record = ownedRegister(call, registerId);
  if (isFailure(record)) return record;
  const { caller } = call;
  if (isAllowed('CanManageRegisters', caller) || caller.tier === 'service' || seesAll(caller)) return record;
  return fail(issue('FORBIDDEN', '', 'This takes an administrator of the organisation.'));
}

function seesAll(caller: Caller): boolean {
  return caller.kind !== 'anonymous' && seesAllTenants(caller);
}
