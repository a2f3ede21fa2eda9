// The word of the caller to programs: shown, and taken back with the sessions that it gave.
import { issue } from '../../../../core/base/issue.js';
import { SESSIONS_READ_MAX } from '../../../../core/base/limits/node/accounts.js';
import { fail } from '../../../../core/base/result.js';
import { lastingGrants } from '../../../../core/tenant/programs/grants.js';
import type { Handlers } from '../../../define.js';
import { scopesShown, stands } from '../../../oauth/asking.js';
import { endFamily } from '../../../sign-in/session.js';
import { grantView } from '../../../views/standing-grants.js';
import type { AccountDeps } from '../deps.js';
import type { programConsentRoutes } from './routes.js';

export const programConsentHandlers: Handlers<typeof programConsentRoutes, AccountDeps> = {
  listProgramConsents(_, { deps, caller: { platformUserId } }) {
    const all = deps.programs.consents.of(platformUserId).filter((consent) => stands(deps, platformUserId, consent));
    const nowMs = deps.clock.now();
    return {
      consents: all.map(({ id, clientId, name, organisationId, scopes, resource, grantedAtMs, grants = [] }) => ({
        ...{ id, clientId, name, organizationId: organisationId, scopes: scopesShown(scopes) },
        organizationName: deps.tenants.organisation(organisationId)?.name ?? '',
        ...{ isForMcp: resource === 'mcp', grantedAt: new Date(grantedAtMs).toISOString() },
        standingGrants: lastingGrants({ grants }, nowMs).map((grant) => grantView(grant, nowMs)),
      })),
    };
  },

  async endProgramConsent({ params }, { deps, caller, address }) {
    const { platformUserId } = caller;
    const bounds = { nowMs: deps.clock.now(), limit: SESSIONS_READ_MAX, readMax: SESSIONS_READ_MAX };
    const families = await deps.sessions.ofUser(platformUserId, bounds);
    const all = deps.programs.consents.of(platformUserId);
    const ended = all.find(({ id }) => id === params.consentId);
    if (ended === undefined)
      return fail(issue('CONSENT_NOT_FOUND', '/consentId', 'The account let no such program in.'));
    const { clientId, organisationId, resource } = ended;
    const given = families.filter(
      ({ access, organisationId: own }) =>
        access?.clientId === clientId && access.resource === resource && own === organisationId,
    );
    const others = all.filter((consent) => consent !== ended);
    await deps.commit([
      deps.programs.consents.put(platformUserId, others),
      ...given.flatMap((family) => endFamily(deps, family)),
      deps.audit.byCaller({ caller, address }, { eventType: 'ProgramConsentEnded', details: { clientId } }),
    ]);
    return undefined;
  },
};
