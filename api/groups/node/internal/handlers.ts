// Handlers of the operations that listeners of their own answer. The name in a certificate is read in
// core/tenant/workload.ts; TLS has judged its authority.
import { issue } from '../../../../core/base/issue.js';
import { fail, isFailure } from '../../../../core/base/result.js';
import { workloadOf } from '../../../../core/tenant/workload.js';
import { entryId } from '../../../../storage/tables/people/personal-inbox.js';
import type { Handlers } from '../../../define.js';
import { metricsAnswer } from '../../../views/metrics.js';
import type { NodeDeps } from '../deps.js';
import type { internalRoutes } from './routes.js';

export const internalHandlers: Handlers<typeof internalRoutes, NodeDeps> = {
  async postInboxEntry({ body }, { caller, trace, deps: { clock, notices, tenants } }) {
    const { platformUserId, sourceEventId, occurredAt, details = {}, ...rest } = body;
    const user = tenants.user(platformUserId);
    const isMember = user?.memberships.some(({ organisationId }) => organisationId === caller.organisationId) === true;
    // A person that the service may not tell looks missing.
    if (user === undefined || (caller.organisationId !== '' && !isMember))
      return fail(issue('USER_NOT_FOUND', '/platformUserId', 'There is no such user.'));
    const occurredAtMs = occurredAt === undefined ? clock.now() : Date.parse(occurredAt);
    // A service names its events in a space of its own: it takes the place of no entry of others.
    const notice = {
      ...rest,
      platformUserId,
      occurredAtMs,
      details,
      cause: trace,
      producer: caller.clientId,
      sourceEventId: `${caller.clientId}/${sourceEventId}`,
    };
    const added = await notices.commit([], [notice]);
    return { entryId: entryId(platformUserId, notice.sourceEventId), isNew: added > 0 };
  },
  showWorkload(_, { certificate, deps: { config, clock } }) {
    if (certificate === undefined)
      return fail(
        issue('WORKLOAD_IDENTITY_INVALID', '', 'This listener asks for no client certificate (clientCaFile).'),
      );
    const workload = workloadOf(certificate, { installation: config.installation, nowMs: clock.now() });
    if (isFailure(workload)) return workload;
    const { notAfterMs, fingerprint } = certificate;
    return { ...workload, validUntil: new Date(notAfterMs).toISOString(), fingerprint };
  },
  scrapeMetrics: (_, { deps }) => metricsAnswer(deps),
};
