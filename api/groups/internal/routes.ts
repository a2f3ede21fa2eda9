// Operations of listeners of their own, which the public one never answers (specification 4.5 and 5.7). The client of the public surface does not know these.
import Type from 'typebox';
import { rawRoute, route } from '../../define.js';
import { named, Timestamp } from '../../schemas/base/common.js';

export const WorkloadView = named('Workload', {
  clientId: Type.String({ description: 'The service that the certificate names.' }),
  uri: Type.String({ description: 'spiffe://{installation}/service/{clientId}' }),
  validUntil: Timestamp,
  fingerprint: Type.String({ description: 'SHA-256 of the certificate, 64 hex digits.' }),
});

export const internalRoutes = {
  showWorkload: route({
    method: 'GET',
    url: '/api/internal/service-auth/workload',
    can: 'public',
    listeners: ['internal', 'workload'],
    summary: 'Tell which service the client certificate names',
    description: 'For whoever sets up a service: the same is read where a service asks for a token by its certificate.',
    output: WorkloadView,
    errors: ['WORKLOAD_IDENTITY_INVALID'],
  }),
  scrapeMetrics: rawRoute({
    method: 'GET',
    url: '/metrics',
    can: 'public',
    listeners: ['metrics'],
    summary: 'Read metrics in the Prometheus text format without a token',
    answers: { status: 200, type: 'text/plain', schema: Type.String(), description: 'Metrics.' },
    errors: [],
    anyQuery: true,
    rate: 'none',
  }),
};
