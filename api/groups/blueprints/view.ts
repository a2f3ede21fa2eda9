// Drafts as clients see them, as JSON and as JSON-LD (specification 4.1). Shapes only.
import type { JsonObject } from '../../../core/base/json.js';
import { type DraftSummary, type StoredDraft, statusOf } from '../../../storage/tables/workflow/blueprints.js';
import { type Reply, reply } from '../../define.js';
import { LD_TYPE } from '../../schemas/workflow/blueprint.js';
import { isoTime } from '../../views/transactions.js';

const CONTEXT = {
  '@vocab': 'https://quorate.dev/contexts/blueprint/v1#',
  title: 'http://purl.org/dc/terms/title',
  description: 'http://purl.org/dc/terms/description',
  createdAt: 'http://purl.org/dc/terms/created',
  updatedAt: 'http://purl.org/dc/terms/modified',
} as const;

/** True if the client names JSON-LD among what it accepts. */
export function wantsLd(accept: string | undefined): boolean {
  return accept?.split(',').some((range) => range.split(';')[0]?.trim().toLowerCase() === LD_TYPE) ?? false;
}

export function etagOf({ revision }: StoredDraft): string {
  return `"${revision}"`;
}

/** True if an If-Match or If-None-Match header names the tag (RFC 9110 section 8.8.3). */
export function namesTag(header: string, tag: string): boolean {
  return header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag);
}

export function blueprintView(draft: StoredDraft) {
  const { document, blueprintId, organisationId, revision, createdAtMs, updatedAtMs } = draft;
  return {
    ...document,
    id: blueprintId,
    title: String(document.title ?? ''),
    version: revision,
    organizationId: organisationId,
    createdAt: isoTime(createdAtMs),
    updatedAt: isoTime(updatedAtMs),
  };
}

type View = ReturnType<typeof blueprintView>;

/** The draft with its ETag, in the form that the client accepts. */
export function blueprintReply(draft: StoredDraft, accept?: string): Reply<200, View> {
  const view = blueprintView(draft);
  const etag = etagOf(draft);
  if (!wantsLd(accept)) return reply(200, view, { etag, vary: 'accept' });
  const own = (draft.document['@context'] ?? CONTEXT) as JsonObject;
  const linked = { '@context': own, '@type': 'Blueprint', '@id': idOf(draft.blueprintId), ...view };
  return reply(200, linked as View, { etag, vary: 'accept', 'content-type': LD_TYPE });
}

export function pageReply(
  { items, totalCount }: { readonly items: readonly DraftSummary[]; readonly totalCount: number },
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
  accept: string | undefined,
) {
  const linked = wantsLd(accept);
  const view = {
    ...(linked ? { '@context': CONTEXT, '@type': 'Collection' } : {}),
    items: items.map((summary) => ({
      ...(linked ? { '@type': 'Blueprint', '@id': idOf(summary.id) } : {}),
      ...summaryView(summary),
    })),
    page,
    pageSize,
    totalCount,
    totalPages: Math.ceil(totalCount / pageSize),
  };
  return reply(200, view, { vary: 'accept', ...(linked ? { 'content-type': LD_TYPE } : {}) });
}

function summaryView(summary: DraftSummary) {
  const { id, title, description, participantCount, actionCount, createdAtMs, updatedAtMs } = summary;
  const times = { createdAt: isoTime(createdAtMs), updatedAt: isoTime(updatedAtMs) };
  return { id, title, description, status: statusOf(summary), ...times, participantCount, actionCount };
}

function idOf(blueprintId: string): string {
  return `urn:quorate:blueprint:${encodeURIComponent(blueprintId)}`;
}
