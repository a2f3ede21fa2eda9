// Audit rows to views. An administrator reads those of its own organisation, a SystemAdmin all; a foreign organisation
// looks missing.
import { issue } from '../../../../core/base/issue.js';
import { fail } from '../../../../core/base/result.js';
import type { AuditFilter, AuditPage, AuditPlace } from '../../../../storage/tables/accounts/audit-trail.js';
import { isAllowed } from '../../../auth/policy.js';
import type { Handlers } from '../../../define.js';
import type { PeopleDeps } from '../deps.js';
import type { auditRoutes } from './routes.js';

/** Organisations whose events are read together; those that come next have pages of their own. */
const ORGANISATIONS_MAX = 1000;

export const auditHandlers: Handlers<typeof auditRoutes, PeopleDeps> = {
  async listAuditEvents({ params, query }, { deps, caller }) {
    const isOwn = params.organizationId === caller.organisationId;
    const isAny = isAllowed('RequireSystemAdmin', caller) && deps.tenants.organisation(params.organizationId);
    if (!isOwn && !isAny)
      return fail(issue('ORGANISATION_NOT_FOUND', '/organizationId', 'There is no such organisation.'));
    const filter = filterOf(query);
    const { pageSize, page = 1 } = query;
    if (filter.before !== undefined) {
      if (query.page !== undefined) return fail(issue('QUERY_INVALID', '/page', 'State page or before, not both.'));
      const shown = view(await deps.audit.page([params.organizationId], filter, pageSize));
      return { ...shown, page: null, pageSize, totalCount: null };
    }
    const value = await deps.audit.numberedPage(params.organizationId, filter, { page, pageSize });
    if (value === undefined)
      return fail(issue('QUERY_INVALID', '/page', 'The page is too far down: narrow from and to, or go on with next.'));
    return { ...view(value), page, pageSize, totalCount: value.totalCount ?? null };
  },

  async listPlatformAuditEvents({ query }, { deps }) {
    const { before, after } = platformPlace(query.before);
    const filter = filterOf({ ...query, before });
    const ids = await deps.tenants.organisationIdsAfter(after, ORGANISATIONS_MAX);
    // Rows of no organisation come with the first ones.
    const page = await deps.audit.page(after === '' ? ['', ...ids] : ids, filter, query.pageSize);
    const { next, ...shown } = view(page);
    if (next !== null) return { ...shown, next: after === '' ? next : `${next}@${after}` };
    return { ...shown, next: ids.length < ORGANISATIONS_MAX ? null : `@${ids.at(-1)}` };
  },
};

/** `<place>@<id>`: older events of the organisations after that one; either part may be missing. */
function platformPlace(text = ''): { readonly before: string | undefined; readonly after: string } {
  const [before = '', after = ''] = text.split('@');
  return { before: before === '' ? undefined : before, after };
}

interface Query {
  readonly before?: string | undefined;
  readonly eventType?: string;
  readonly identityId?: string;
  readonly about?: string;
  readonly success?: boolean;
  readonly from?: string;
  readonly to?: string;
}

function filterOf({ before, from, to, eventType, identityId, about, success }: Query): AuditFilter {
  const place = before === undefined ? undefined : placeIn(before);
  return { eventType, identityId, about, success, fromMs: timeIn(from), toMs: timeIn(to), before: place };
}

/** No event is of a time before 1970, which keys could not hold. */
function timeIn(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Math.max(0, Date.parse(text));
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
