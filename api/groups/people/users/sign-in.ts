// How a member signs in, and where, as the administrators of one organisation may know it: of its sessions and programs
// those of that organisation alone.
import { SESSIONS_READ_MAX, SESSIONS_SHOWN_MAX } from '../../../../core/base/limits/node/accounts.js';
import { secondFactors } from '../../../../core/tenant/factors/factors.js';
import { lastingGrants } from '../../../../core/tenant/programs/grants.js';
import { attemptName, type Membership } from '../../../../core/tenant/user.js';
import { scopesShown, stands } from '../../../oauth/asking.js';
import { userView } from '../../../schemas/accounts/tenant.js';
import type { PeopleDeps } from '../deps.js';

const timeOf = (ms: number) => new Date(ms).toISOString();

export function listedUser(deps: Pick<PeopleDeps, 'factors' | 'tenants'>, member: Membership) {
  return { ...userView(member, deps.tenants), secondFactors: factorsOf(deps, member) };
}

function factorsOf({ factors }: Pick<PeopleDeps, 'factors'>, { platformUserId }: Membership) {
  return secondFactors(factors.of(platformUserId), 'pwd');
}

export async function signInOfMember(deps: PeopleDeps, member: Membership) {
  const { platformUserId, organisationId } = member;
  const nowMs = deps.clock.now();
  const user = deps.tenants.user(platformUserId);
  const all = await deps.sessions.ofUser(platformUserId, {
    ...{ nowMs, limit: SESSIONS_READ_MAX, readMax: SESSIONS_READ_MAX },
  });
  return {
    secondFactors: factorsOf(deps, member),
    isLocked: user !== undefined && deps.attempts.isLocked(attemptName(user)),
    sessions: all
      .filter((family) => family.organisationId === organisationId)
      .slice(0, SESSIONS_SHOWN_MAX)
      .map(({ method, program = null, address = null, signedInAtMs, issuedAtMs }) => {
        return { method, program, address, signedInAt: timeOf(signedInAtMs), refreshedAt: timeOf(issuedAtMs) };
      }),
    programs: deps.programs.consents
      .of(platformUserId)
      .filter((consent) => consent.organisationId === organisationId && stands(deps, platformUserId, consent))
      .map(({ clientId, name, scopes, resource, grantedAtMs, grants = [] }) => ({
        ...{ clientId, name, scopes: scopesShown(scopes), isForMcp: resource === 'mcp' },
        ...{ grantedAt: timeOf(grantedAtMs), standingGrants: lastingGrants({ grants }, nowMs).length },
      })),
  };
}
