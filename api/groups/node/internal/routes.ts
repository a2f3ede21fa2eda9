// Operations of listeners of their own, which the public one never answers (specification 4.5 and 5.7). The client of
// the public surface does not know these.
import Type from 'typebox';
import { ENTRY_QUOTAS, ENTRY_TYPE_MAX, SOURCE_EVENT_MAX } from '../../../../core/base/limits/node/people.js';
import { rawRoute, route } from '../../../define.js';
import { EntryDetails, EntryText, EntryTitle, ServiceCategorySchema } from '../../../schemas/accounts/inbox-entry.js';
import { namedObject, StatedTime, Timestamp, Uuid } from '../../../schemas/base/common.js';

export const WorkloadView = namedObject('Workload', {
  clientId: Type.String({ description: 'The service that the certificate names.' }),
  uri: Type.String({ description: 'spiffe://{installation}/service/{clientId}' }),
  validUntil: Timestamp,
  fingerprint: Type.String({ description: 'SHA-256 of the certificate, 64 hex digits.' }),
});

export const NewInboxEntry = namedObject('CreateInboxEntry', {
  platformUserId: Uuid,
  sourceEventId: Type.String({
    minLength: 1,
    maxLength: SOURCE_EVENT_MAX,
    description: 'Names the event for its producer: sent again, it is the same entry.',
  }),
  category: ServiceCategorySchema,
  type: Type.String({ pattern: `^[A-Za-z][A-Za-z0-9.-]{0,${ENTRY_TYPE_MAX - 1}}$` }),
  occurredAt: Type.Optional({ ...StatedTime, description: 'Now, when absent.' }),
  title: Type.Optional(EntryTitle),
  text: Type.Optional(EntryText),
  details: Type.Optional(EntryDetails),
});
export const InboxEntryTold = namedObject('InboxEntryTold', {
  entryId: Uuid,
  isNew: Type.Boolean({ description: 'False where it was told before.' }),
});

export const internalRoutes = {
  postInboxEntry: route({
    method: 'POST',
    url: '/api/internal/inbox',
    writes: 'node',
    can: 'CanFeedInbox',
    listeners: ['internal', 'workload'],
    summary: 'Tell a person something in the personal inbox',
    description: `For services with the scope inbox:write. An entry for each platformUserId and sourceEventId, however often it is sent while the entry is kept. Of all services together a person keeps ${ENTRY_QUOTAS.service} entries: for a newer one goes the oldest of the service with the most. A service of an organisation tells its members alone.`,
    input: { body: NewInboxEntry },
    output: InboxEntryTold,
    errors: ['USER_NOT_FOUND'],
  }),
  showWorkload: route({
    method: 'GET',
    url: '/api/internal/service-auth/workload',
    can: 'public',
    listeners: ['internal', 'workload'],
    summary: 'Tell which service the client certificate names',
    description:
      'For the administrator who sets up a service: the same is read where a service asks for a token by its certificate.',
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
