// Rows of the audit trail, as the address of the page says which.
import type { AuditEvent } from '../../core/tenant/organisations/audit-events.js';
import { node } from '../session/node.js';
import { person } from '../session/person.js';
import type { AuditChoice } from './audit-filter.js';
import type { ShownAudit } from './audit-rows.js';
import { readNames } from './read-people.js';

const PAGE = 50;
/** An export ends here, and says so. */
const EXPORT_MAX = 10_000;
const EXPORT_PAGE = 100;

const DAY_MS = 86_400_000;
/** The first moment of a day where the person is. */
const startOf = (day: string, days = 0) => new Date(new Date(`${day}T00:00`).getTime() + days * DAY_MS).toISOString();

export interface AuditRowPage {
  readonly items: readonly ShownAudit[];
  readonly next: string | null;
}

export async function readRows(filter: AuditChoice, before?: string, pageSize = PAGE): Promise<AuditRowPage> {
  const { organisationId } = await person();
  const query = {
    pageSize,
    ...(filter.type !== undefined && { eventType: filter.type as AuditEvent }),
    ...(filter.about !== undefined && { about: filter.about }),
    ...(filter.failed && { success: false }),
    ...(filter.from !== undefined && { from: startOf(filter.from) }),
    ...(filter.to !== undefined && { to: startOf(filter.to, 1) }),
    ...(before !== undefined && { before }),
  };
  return filter.node
    ? node.audit.listPlatformAuditEvents({ query })
    : node.audit.listAuditEvents({ params: { organizationId: organisationId }, query });
}

interface Place {
  readonly deps: AuditChoice;
}

export async function readAudit({ deps: filter }: Place) {
  const who = await person();
  const [page, names] = await Promise.all([readRows(filter), readNames(who)]);
  return { who, filter, page, names };
}

export type AuditRead = Awaited<ReturnType<typeof readAudit>>;

/** All rows of the filter as a table for other programs (RFC 4180), newest first. */
export async function exportRows(filter: AuditChoice): Promise<string> {
  const lines = [['time', 'event', 'success', 'who', 'address', 'details']];
  let before: string | undefined;
  do {
    const { items, next } = await readRows(filter, before, EXPORT_PAGE);
    for (const { time, eventType, success, identityId, address, details } of items)
      lines.push([time, eventType, String(success), identityId ?? '', address, JSON.stringify(details)]);
    before = next ?? undefined;
  } while (before !== undefined && lines.length < EXPORT_MAX);
  return `${lines.map((cells) => cells.map(cellOf).join(',')).join('\r\n')}\r\n`;
}

/** A program for tables would calculate what begins like a formula. */
function cellOf(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${plain.replaceAll('"', '""')}"`;
}
