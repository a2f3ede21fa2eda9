// Handlers of the operations that listeners of their own answer. The name in a certificate is read in core/tenant/workload.ts; TLS has judged its authority.
import { issue } from '../../../core/base/issue.js';
import { fail, isFailure } from '../../../core/base/result.js';
import { workloadOf } from '../../../core/tenant/workload.js';
import type { Handlers } from '../../define.js';
import type { ApiDeps } from '../../deps.js';
import { metricsAnswer } from '../../views/metrics.js';
import type { internalRoutes } from './routes.js';

export const internalHandlers: Handlers<typeof internalRoutes, Pick<ApiDeps, 'config' | 'clock' | 'metrics'>> = {
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
