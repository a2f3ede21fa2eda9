// Whose drafts a caller works with, and what may be kept as one. Platform members see those of their organisation; a
// service without an organisation works for the platform's own.
import { bytesToUuid } from '../../core/base/bytes.js';
import { type Issue, issue } from '../../core/base/issue.js';
import type { JsonObject } from '../../core/base/json.js';
import { BLUEPRINTS_MAX } from '../../core/base/limits/node/designs.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { checkDraft } from '../../core/design/authoring/draft.js';
import { PLATFORM_ORGANISATION_ID } from '../../core/tenant/roles.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { StoredDraft } from '../../storage/tables/workflow/blueprints.js';
import type { Caller } from '../auth/caller.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { namesTag } from '../requests/etags.js';

type Deps = Pick<ApiDeps, 'blueprints'>;

/** Ids with a meaning of their own on every register, and what is not printable. */
const RESERVED = /^(genesis$|register-)/;
const UNPRINTABLE = /[\x00-\x1f\x7f]/;
const ID_MAX = 64;

/** The organisation whose drafts the caller works with; undefined for one that has none, such as a citizen. */
export function organisationOf({ kind, tier, organisationId }: Caller): string | undefined {
  if (kind === 'service') return organisationId === '' ? PLATFORM_ORGANISATION_ID : organisationId;
  return tier === 'platform' && organisationId !== '' ? organisationId : undefined;
}

/** A draft of the caller's organisation that is not deleted, or BLUEPRINT_NOT_FOUND. */
export function liveDraft({ caller, deps }: ApiCall<Deps>, blueprintId: string): Result<StoredDraft> {
  const organisationId = organisationOf(caller);
  const draft = organisationId === undefined ? undefined : deps.blueprints.find(organisationId, blueprintId);
  return draft && draft.deletedAtMs === undefined ? draft : fail(draftNotFound());
}

/** As `liveDraft`; BLUEPRINT_CHANGED where an If-Match names another version of it. */
export function matchingDraft(
  call: ApiCall<Deps>,
  blueprintId: string,
  ifMatch: string | undefined,
): Result<StoredDraft> {
  const draft = liveDraft(call, blueprintId);
  if (isFailure(draft) || ifMatch === undefined || namesTag(ifMatch, draftTag(draft))) return draft;
  return fail(issue('BLUEPRINT_CHANGED', '', 'The draft is at another version than If-Match names: read it again.'));
}

/** The ETag of a draft, by its version. */
export function draftTag({ revision }: Pick<StoredDraft, 'revision'>): string {
  return `"${revision}"`;
}

/** The next version of the draft, with this document. */
export function withDocument({ clock }: Pick<ApiDeps, 'clock'>, draft: StoredDraft, document: JsonObject): StoredDraft {
  return { ...draft, document, revision: draft.revision + 1, updatedAtMs: clock.now() };
}

export function draftNotFound(): Issue {
  return issue('BLUEPRINT_NOT_FOUND', '/id', 'Your organisation has no draft of this id.');
}

/** BODY_INVALID or BODY_TOO_LARGE for a body that cannot be kept under this id; [] for one that can. */
export function bodyIssues(body: object, blueprintId?: string): readonly Issue[] {
  const { id } = body as { readonly id?: unknown };
  if (blueprintId !== undefined && id !== undefined && id !== '' && id !== blueprintId)
    return [issue('BODY_INVALID', '/id', 'The body names another blueprint than the path.')];
  if (typeof id === 'string' && (id.length > ID_MAX || RESERVED.test(id) || UNPRINTABLE.test(id)))
    return [issue('BODY_INVALID', '/id', 'The id has at most 64 printable characters and no reserved name.')];
  return checkDraft(body as JsonObject);
}

export function freshId({ random }: Pick<ApiDeps, 'random'>): string {
  return bytesToUuid(random.bytes(16));
}

/** BLUEPRINTS_FULL when the organisation has no room for one more live draft. */
export function roomIssue({ blueprints }: Deps, organisationId: string): Issue | undefined {
  if (blueprints.count(organisationId, 'live') < BLUEPRINTS_MAX) return undefined;
  return issue('BLUEPRINTS_FULL', '', `An organisation has at most ${BLUEPRINTS_MAX} drafts; delete one first.`);
}

/** Makes room for one more deleted draft: the one that was deleted first is forgotten. */
export async function forgetOldest({ blueprints }: Deps, organisationId: string): Promise<readonly KvOp[]> {
  if (blueprints.count(organisationId, 'deleted') < BLUEPRINTS_MAX) return [];
  const oldest = await blueprints.oldestDeleted(organisationId);
  return oldest ? blueprints.change(oldest, undefined) : [];
}
