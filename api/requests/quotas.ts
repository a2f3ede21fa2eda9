// Quotas of one organisation for rows that the node keeps permanently. Every figure is counted where it changes, so
// that to ask costs nothing. It refuses, and stores nothing. Bytes are refused where submissions are taken
// (node/compose/stored-bytes.ts).
import type { Issue } from '../../core/base/issue.js';
import { fail, type Result } from '../../core/base/result.js';
import { pendingCount } from '../../core/tenant/invitation.js';
import type { Organisation } from '../../core/tenant/organisation.js';
import { type Quotas, quotaIssue, quotaProblem } from '../../core/tenant/quotas.js';
import { PLATFORM_ORGANISATION_ID, PUBLIC_ORGANISATION_ID } from '../../core/tenant/roles.js';
import type { ApiDeps } from '../deps/deps.js';

type Counted = Pick<ApiDeps, 'ledger' | 'config' | 'usage'>;
type Bounds = Pick<ApiDeps, 'config' | 'usage'>;

/**
 * Registers that are being founded, by organisation: each takes its place before it is there. By ledger, because a
 * process has as many counts as it runs nodes. A ledger is the same object for as long as its node runs.
 */
const underWay = new WeakMap<ApiDeps['ledger'], Map<string, number>>();

/** The bound of an organisation: what the operator allowed it, else the setting. 0 is not one of them. */
function quotaOf({ config, usage }: Bounds, organisationId: string, name: keyof Quotas): number {
  if (organisationId === PLATFORM_ORGANISATION_ID) return 0;
  return (
    usage.of(organisationId).quotas?.[name] ?? (organisationId === PUBLIC_ORGANISATION_ID ? 0 : config.quotas[name])
  );
}

/** Founds within the quota of the organisation, or QUOTA_EXCEEDED. */
export async function withinRegisters<T>(
  counted: Counted,
  tenantId: string,
  create: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const { ledger } = counted;
  const founding = underWay.get(ledger) ?? new Map<string, number>();
  underWay.set(ledger, founding);
  const begun = founding.get(tenantId) ?? 0;
  const problem = registersProblem(counted, tenantId, begun);
  if (problem) return fail(problem);
  founding.set(tenantId, begun + 1);
  try {
    return await create();
  } finally {
    const left = (founding.get(tenantId) ?? 1) - 1;
    if (left === 0) founding.delete(tenantId);
    else founding.set(tenantId, left);
  }
}

/** Why the organisation may found no other register, if so. */
export function registersProblem(counted: Counted, tenantId: string, begun = 0): Issue | undefined {
  const bound = quotaOf(counted, tenantId, 'registers');
  const held = counted.ledger.registersOf(tenantId) + begun;
  if (bound === 0 || held < bound) return undefined;
  return quotaIssue(
    `The organisation has ${held} registers of ${bound}`,
    'delete one',
    'limits.registersPerOrganisation',
  );
}

/** Why no further person may be invited or become a member. `pending`: open invitations that keep their places. */
export function usersProblem(
  bounds: Bounds,
  { id, userCount }: Pick<Organisation, 'id' | 'userCount'>,
  pending: number,
): Issue | undefined {
  const bound = quotaOf(bounds, id, 'users');
  if (bound === 0 || userCount + pending < bound) return undefined;
  const held = `The organisation has ${userCount} members and ${pending} open invitations of ${bound}`;
  return quotaIssue(held, 'remove or revoke one', 'limits.usersPerOrganisation');
}

/** Why the organisation gets no other wallet, if so. */
export function walletsProblem(bounds: Bounds, organisationId: string): Issue | undefined {
  if (organisationId === '') return undefined;
  const used = bounds.usage.of(organisationId).wallets;
  return quotaProblem('wallets', { used, bound: quotaOf(bounds, organisationId, 'wallets'), wanted: 1 });
}

/** The rows that an organisation has, and its bound; without a bound where there is none. */
export function usageOf(deps: Counted & Pick<ApiDeps, 'invitations' | 'clock'>, { id, userCount }: Organisation) {
  const nowMs = deps.clock.now();
  const { wallets, bytes } = deps.usage.of(id);
  const pending = pendingCount(deps.invitations.of(id), nowMs);
  const figure = (name: keyof Quotas, used: number) => {
    const limit = quotaOf(deps, id, name);
    return { used, ...(limit > 0 && { limit }) };
  };
  return {
    registers: figure('registers', deps.ledger.registersOf(id)),
    users: figure('users', userCount + pending),
    wallets: figure('wallets', wallets),
    bytes: figure('bytes', bytes),
  };
}
