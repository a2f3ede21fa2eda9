// Sessions of the own account. A sign-in of another person and one that is over look the same.
import { issue } from '../../../../core/base/issue.js';
import { SESSIONS_READ_MAX, SESSIONS_SHOWN_MAX } from '../../../../core/base/limits/node/accounts.js';
import { fail } from '../../../../core/base/result.js';
import type { Handlers } from '../../../define.js';
import { endFamily, endOthers } from '../../../sign-in/session.js';
import type { AccountDeps } from '../deps.js';
import type { sessionRoutes } from './routes.js';

export const sessionHandlers: Handlers<typeof sessionRoutes, AccountDeps> = {
  async listSessions(_, { deps, caller }) {
    const bounds = { nowMs: deps.clock.now(), limit: SESSIONS_SHOWN_MAX, readMax: SESSIONS_READ_MAX };
    const families = await deps.sessions.ofUser(caller.platformUserId, bounds);
    const time = (ms: number) => new Date(ms).toISOString();
    return {
      sessions: families.map((family) => ({
        ...{ id: family.id, method: family.method, isConsumer: family.tier === 'consumer' },
        organizationId: family.organisationId,
        organizationName: deps.tenants.organisation(family.organisationId)?.name ?? '',
        ...{ address: family.address ?? null, program: family.program ?? null },
        ...(family.access && { clientId: family.access.clientId, scopes: family.access.scopes }),
        ...{ signedInAt: time(family.signedInAtMs), refreshedAt: time(family.issuedAtMs) },
        ...{ expiresAt: time(family.expiresAtMs), isCurrent: family.id === caller.sessionId },
      })),
    };
  },

  async endSession({ params }, { deps, caller, address }) {
    const family = deps.sessions.family(params.sessionId);
    if (family?.platformUserId !== caller.platformUserId || family.revoked)
      return fail(issue('SESSION_NOT_FOUND', '/sessionId', 'The account has no such session.'));
    await deps.commit([
      ...endFamily(deps, family),
      deps.audit.record({
        ...{ eventType: 'TokenRevoked', organisationId: family.organisationId, identityId: family.membershipId },
        ...{ address, success: true },
      }),
    ]);
    return undefined;
  },

  // By the account and not one by one: a thief of one of them could make others faster than they are listed.
  async endAllSessions({ query }, { deps, caller, address }) {
    await deps.commit([
      query.which === 'others'
        ? endOthers(deps, caller)
        : deps.sessions.revoke(`user:${caller.platformUserId}`, deps.clock.now()),
      deps.audit.byCaller({ caller, address }, { eventType: 'TokenRevoked' }),
    ]);
    return undefined;
  },
};
