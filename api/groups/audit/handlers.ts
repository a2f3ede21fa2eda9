// Audit rows to views. An administrator reads those of its own organisation, a SystemAdmin all; a foreign organisation looks missing.
import { issue } from '../../../core/base/issue.js';
import type { AuditFilter, AuditPage, AuditPlace } from '../../../storage/audit-trail.js';
import { isAllowed } from '../../auth/policy.js';
import type { Handlers } from '../../define.js';
import type { ApiDeps } from '../../deps.js';
import type { auditRoutes } from './routes.js';

const ORGANISATIONS_MAX = 1000;

export const auditHandlers: Handlers<typeof auditRoutes, ApiDeps> = {
  async listAuditEvents({ params, query }, { deps, caller }) {
    const isOwn = params.organizationId === caller.organisationId;
    const isAny = isAllowed('RequireSystemAdmin', caller) && deps.tenants.organisation(params.organizationId);
    if (!isOwn && !isAny) return issue('ORGANISATION_NOT_FOUND', '/organizationId', 'There is no such organisation.');
    return view(await deps.audit.page([params.organizationId], filterOf(query), query.pageSize));
  },

  async listPlatformAuditEvents({ query }, { deps }) {
    const { items } = await deps.tenants.organisationPage({ page: 1, pageSize: ORGANISATIONS_MAX });
    return view(await deps.audit.page(['', ...items.map(({ id }) => id)], filterOf(query), query.pageSize));
  },
};

interface Query {
  readonly before?: string;
  readonly eventType?: string;
  readonly identityId?: string;
  readonly success?: boolean;
  readonly from?: string;
}

function filterOf({ before, from, eventType, identityId, success }: Query): AuditFilter {
  const fromMs = from === undefined ? undefined : Date.parse(from);
  return { eventType, identityId, success, fromMs, before: before === undefined ? undefined : placeIn(before) };
}

function placeIn(text: string): AuditPlace {
  const dot = text.indexOf('.');
  return { timeMs: Number(text.slice(0, dot)), eventId: text.slice(dot + 1) };
}

function view({ rows, next }: AuditPage) {
  return {
    items: rows.map(({ timeMs, eventId, organisationId, identityId, ...row }) => ({
      ...row,
      id: eventId,
      time: new Date(timeMs).toISOString(),
      organizationId: organisationId || null,
      identityId: identityId || null,
    })),
    next: next ? `${next.timeMs}.${next.eventId}` : null,
  };
}
