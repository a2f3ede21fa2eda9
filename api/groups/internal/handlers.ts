// Handlers of what is answered at listeners of their own. Who a certificate names is core/tenant/workload.ts; that it is of a trusted authority, TLS.
import { issue } from '../../../core/base/issue.js';
import { isFailure } from '../../../core/base/result.js';
import { workloadOf } from '../../../core/tenant/workload.js';
import type { Handlers } from '../../define.js';
import type { ApiDeps } from '../../deps.js';
import { metricsAnswer } from '../../views/metrics.js';
import type { internalRoutes } from './routes.js';

export const internalHandlers: Handlers<typeof internalRoutes, Pick<ApiDeps, 'config' | 'clock' | 'metrics'>> = {
  showWorkload(_, { certificate, deps: { config, clock } }) {
    if (certificate === undefined)
      return issue('WORKLOAD_IDENTITY_INVALID', '', 'This listener asks for no client certificate (clientCaFile).');
    const workload = workloadOf(certificate, { installation: config.installation, nowMs: clock.now() });
    if (isFailure(workload)) return workload;
    const { notAfterMs, fingerprint } = certificate;
    return { ...workload, validUntil: new Date(notAfterMs).toISOString(), fingerprint };
  },
  scrapeMetrics: (_, { deps }) => metricsAnswer(deps),
};
