// The audit trail, for the administrators of an organisation and for the operator.
import Type from 'typebox';
import { PAGE_SIZE_MAX } from '../../../../core/base/limits/node/requests.js';
import { AUDIT_EVENTS } from '../../../../core/tenant/organisations/audit-events.js';
import { route } from '../../../define.js';
import { namedObject, nullable, StatedTime, Timestamp, Uuid } from '../../../schemas/base/common.js';

const filters = {
  pageSize: Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: 20 }),
  before: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,15}\\.[0-9a-f-]{36}$',
      description: 'next of the page before: only older events.',
    }),
  ),
  eventType: Type.Optional(Type.Enum([...AUDIT_EVENTS], { title: 'AuditEventType' })),
  identityId: Type.Optional(Type.String({ maxLength: 100 })),
  about: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Events of which this user or service is the actor, or the subject (details.userId).',
    }),
  ),
  success: Type.Optional(Type.Boolean()),
  from: Type.Optional({ ...StatedTime, description: 'The earliest time.' }),
  to: Type.Optional({ ...StatedTime, description: 'Only events before this time.' }),
};

const platformFilters = {
  ...filters,
  before: Type.Optional(
    Type.String({
      pattern: '^(?:[0-9]{1,15}\\.[0-9a-f-]{36}(?:@[0-9a-f-]{36})?|@[0-9a-f-]{36})$',
      description: 'next of the page before.',
    }),
  ),
};

export const AuditEventView = namedObject('AuditEvent', {
  id: Type.String(),
  time: Timestamp,
  organizationId: nullable(Type.String()),
  eventType: Type.String({ description: 'An event that the filter eventType takes, or of an earlier program.' }),
  identityId: nullable(Type.String({ description: 'Membership, platform user or service that acted.' })),
  address: Type.String(),
  success: Type.Boolean(),
  details: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
});

const events = {
  items: Type.Array(AuditEventView, { description: 'Newest first.' }),
  next: nullable(Type.String({ description: 'Send it as before. A page may be short, or empty, and yet have one.' })),
};
export const AuditEventPage = namedObject('AuditEventPage', events);
export const NumberedAuditEvents = namedObject('NumberedAuditEventPage', {
  ...events,
  page: nullable(Type.Integer({ description: 'null for a page from a place on.' })),
  pageSize: Type.Integer(),
  totalCount: nullable(
    Type.Integer({
      description: 'null where thousands of events are within the times, and for a page from a place on.',
    }),
  ),
});

const numberedFilters = {
  ...filters,
  page: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'In the place of before. Events come in while you read: next misses none.',
    }),
  ),
};

export const auditRoutes = {
  listAuditEvents: route({
    method: 'GET',
    url: '/api/organizations/:organizationId/audit',
    can: 'RequireAuditor',
    summary: 'Read the security events of an organisation',
    input: { params: Type.Object({ organizationId: Uuid }), query: Type.Object(numberedFilters) },
    output: NumberedAuditEvents,
    errors: ['ORGANISATION_NOT_FOUND', 'QUERY_INVALID'],
  }),
  listPlatformAuditEvents: route({
    method: 'GET',
    url: '/api/platform/audit',
    can: 'RequireSystemAdmin',
    summary: 'Read the security events of the node',
    description:
      'Of all organisations and of none, such as logins with unknown names. Newest first; where there are more than 1,000 organisations, of each thousand of them, in the order of their ids: next leads on to all.',
    input: { query: Type.Object(platformFilters) },
    output: AuditEventPage,
    errors: [],
  }),
};
