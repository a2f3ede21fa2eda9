// What one organisation may have of what the node keeps for ever. Every figure is counted where it changes, so that to ask costs nothing. It refuses, and stores nothing.
import { type Issue, issue } from '../core/base/issue.js';
import type { Organisation } from '../core/tenant/organisation.js';
import { PLATFORM_ORGANISATION_ID } from '../core/tenant/roles.js';
import type { ApiDeps } from './deps.js';

type Counted = Pick<ApiDeps, 'ledger' | 'config'>;

/** Registers that are being founded, by organisation: each takes its place before it is there. */
const underWay = new WeakMap<ApiDeps['ledger'], Map<string, number>>();

/** Founds within the quota of the organisation, or QUOTA_EXCEEDED. */
export async function withinRegisters<T>(
  { ledger, config }: Counted,
  tenantId: string,
  create: () => Promise<T>,
): Promise<T | readonly Issue[]> {
  const founding = underWay.get(ledger) ?? new Map<string, number>();
  underWay.set(ledger, founding);
  const begun = founding.get(tenantId) ?? 0;
  const problem = registersProblem({ ledger, config }, tenantId, begun);
  if (problem) return [problem];
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
export function registersProblem({ ledger, config }: Counted, tenantId: string, begun = 0): Issue | undefined {
  const bound = config.quotas.registers;
  if (bound === 0 || tenantId === PLATFORM_ORGANISATION_ID) return undefined;
  const held = ledger.registersOf(tenantId) + begun;
  if (held < bound) return undefined;
  return exceeded(
    `The organisation has ${held} registers of ${bound}`,
    'delete one',
    'limits.registersPerOrganisation',
  );
}

/** Why nobody else may be invited or become a member, if so. `pending`: open invitations that keep their places. */
export function usersProblem(
  { config }: Pick<ApiDeps, 'config'>,
  { userCount, isPlatformOrg }: Organisation,
  pending: number,
): Issue | undefined {
  const bound = config.quotas.users;
  if (bound === 0 || isPlatformOrg || userCount + pending < bound) return undefined;
  const held = `The organisation has ${userCount} members and ${pending} open invitations of ${bound}`;
  return exceeded(held, 'remove or revoke one', 'limits.usersPerOrganisation');
}

function exceeded(held: string, what: string, setting: string): Issue {
  return issue('QUOTA_EXCEEDED', '', `${held} that it may have: ${what}, or ask the operator for more (${setting}).`);
}
