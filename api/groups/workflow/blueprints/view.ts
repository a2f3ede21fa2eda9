// Drafts as clients see them (specification 4.1). Shapes only.
import type { LiftNotes } from '../../../../core/design/lift/lift.js';
import { type DraftSummary, type StoredDraft, statusOf } from '../../../../storage/tables/workflow/blueprints.js';
import { draftTag } from '../../../access/drafts.js';
import { type Reply, reply } from '../../../define.js';
import { liftMember } from '../../../views/lift.js';
import { isoTime } from '../../../views/transactions.js';

function blueprintView(draft: StoredDraft, lift?: LiftNotes) {
  const { document, blueprintId, organisationId, revision, createdAtMs, updatedAtMs } = draft;
  return {
    ...document,
    id: blueprintId,
    title: String(document.title ?? ''),
    version: revision,
    organizationId: organisationId,
    createdAt: isoTime(createdAtMs),
    updatedAt: isoTime(updatedAtMs),
    ...liftMember(lift),
  };
}

type View = ReturnType<typeof blueprintView>;

/** The draft with its ETag, and how it is published where that was asked. */
export function blueprintReply(draft: StoredDraft, lift?: LiftNotes): Reply<200, View> {
  return reply(200, blueprintView(draft, lift), { etag: draftTag(draft) });
}

export function pageView(
  { items, totalCount }: { readonly items: readonly DraftSummary[]; readonly totalCount: number },
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
) {
  const totalPages = Math.ceil(totalCount / pageSize);
  return { items: items.map(summaryView), page, pageSize, totalCount, totalPages };
}

function summaryView(summary: DraftSummary) {
  const { id, title, description, participantCount, actionCount, createdAtMs, updatedAtMs } = summary;
  const times = { createdAt: isoTime(createdAtMs), updatedAt: isoTime(updatedAtMs) };
  return { id, title, description, status: statusOf(summary), ...times, participantCount, actionCount };
}
