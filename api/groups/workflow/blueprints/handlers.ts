// Drafts and published versions: load, ask the engine or the ledger, commit, shape. The quality of a blueprint is
// decided in core/blueprint.
import { issue } from '../../../../core/base/issue.js';
import type { JsonObject } from '../../../../core/base/json.js';
import { fail, failIf, isFailure, type Result } from '../../../../core/base/result.js';
import { documentOf } from '../../../../core/design/authoring/document.js';
import { amendmentOf } from '../../../../core/design/authoring/draft.js';
import { placeText } from '../../../../core/design/authoring/place-text.js';
import { isPublishable } from '../../../../core/design/check/check.js';
import { isLanguage1 } from '../../../../core/design/lift/language.js';
import type { LiftNotes } from '../../../../core/design/lift/lift.js';
import { languageSchema } from '../../../../core/design/reference/reference.js';
import { type DraftPlace, draftPlaceOf, type StoredDraft } from '../../../../storage/tables/workflow/blueprints.js';
import {
  bodyIssues,
  draftNotFound,
  forgetOldest,
  freshId,
  liveDraft,
  matchingDraft,
  organisationOf,
  roomIssue,
  withDocument,
} from '../../../access/drafts.js';
import { fairKey } from '../../../auth/fair-key.js';
import type { ApiCall, Handlers } from '../../../define.js';
import { reply } from '../../../define.js';
import { askedKeyedPage, nextKeyedPage } from '../../../requests/keyed-page.js';
import {
  definitionAmong,
  definitionOn,
  placeIn,
  sharesOf,
  upTo,
  type VersionPlace,
  versionAt,
  versionsOf,
} from '../../../submission/versions.js';
import { liftMember } from '../../../views/lift.js';
import { totalHeader } from '../../../views/page.js';
import { findShown, isOpened } from '../../../workflow/openings.js';
import type { WorkflowDeps } from '../deps.js';
import { publishDraft, sourceOf } from './publish.js';
import type { blueprintRoutes } from './routes.js';
import { blueprintReply, pageView } from './view.js';

/** The same for every caller. */
const LANGUAGE_SCHEMA = languageSchema();

export const blueprintHandlers: Handlers<typeof blueprintRoutes, WorkflowDeps> = {
  async listBlueprints({ query }, call) {
    const { caller, deps } = call;
    const organisationId = organisationOf(caller);
    const { search, status } = query;
    const filter = {
      ...(search === undefined || search === '' ? {} : { search }),
      ...(status === undefined ? {} : { status }),
    };
    const asked = askedKeyedPage<DraftPlace>(call, { query });
    if (isFailure(asked)) return asked;
    const page =
      organisationId === undefined
        ? { items: [], totalCount: 0, hasMore: false }
        : await deps.blueprints.page(organisationId, asked, filter);
    const last = page.items.at(-1);
    const { hasMore } = page;
    const next = nextKeyedPage(call, { query }, { last: last && draftPlaceOf(last), hasMore });
    return reply(200, { ...pageView(page, query), ...next.members }, next.headers);
  },

  async createBlueprint({ body }, call) {
    const { caller, deps } = call;
    const issues = bodyIssues(body);
    if (issues.length > 0) return fail(issues);
    const organisationId = organisationOf(caller);
    if (organisationId === undefined) return fail(issue('FORBIDDEN', '', 'Drafts belong to an organisation.'));
    const blueprintId = body.id || freshId(deps);
    const there = deps.blueprints.find(organisationId, blueprintId);
    if (there) {
      const deleted = there.deletedAtMs === undefined ? '' : ' It is deleted: recover it, or take another id.';
      return fail(issue('BLUEPRINT_EXISTS', '/id', `Your organisation has a draft of this id.${deleted}`));
    }
    const full = roomIssue(deps, organisationId);
    if (full) return fail(full);
    const nowMs = deps.clock.now();
    const document = documentOf(body as JsonObject, blueprintId);
    const draft = { organisationId, blueprintId, document, revision: 1, createdAtMs: nowMs, updatedAtMs: nowMs };
    await deps.commit(deps.blueprints.change(undefined, draft));
    return blueprintReply(draft, await liftOf(call, document));
  },

  getBlueprint({ params }, call) {
    const draft = liveDraft(call, params.id);
    return isFailure(draft) ? draft : blueprintReply(draft);
  },

  async updateBlueprint({ params, body, headers }, call) {
    const draft = matchingDraft(call, params.id, headers['if-match']);
    if (isFailure(draft)) return draft;
    const issues = bodyIssues(body, params.id);
    if (issues.length > 0) return fail(issues);
    const document = documentOf(body as JsonObject, params.id);
    const after = withDocument(call.deps, draft, document);
    await call.deps.commit(call.deps.blueprints.change(draft, after));
    return blueprintReply(after, await liftOf(call, document));
  },

  async deleteBlueprint({ params, headers }, call) {
    const { deps } = call;
    const organisationId = organisationOf(call.caller);
    const forgotten = organisationId === undefined ? [] : await forgetOldest(deps, organisationId);
    // Looked up after the read above, so that nothing changes between the check and the commit.
    const draft = matchingDraft(call, params.id, headers['if-match']);
    if (isFailure(draft)) return draft;
    await deps.commit([...forgotten, ...deps.blueprints.change(draft, { ...draft, deletedAtMs: deps.clock.now() })]);
    return reply(204, undefined);
  },

  recoverBlueprint({ params }, { caller, deps }) {
    const organisationId = organisationOf(caller);
    const draft = organisationId === undefined ? undefined : deps.blueprints.find(organisationId, params.id);
    if (!draft) return fail(draftNotFound());
    const { deletedAtMs, replaced, ...kept } = draft;
    if (deletedAtMs !== undefined) {
      const full = roomIssue(deps, draft.organisationId);
      return failIf(full) ?? saveDraft(deps, draft, { ...kept, ...(replaced ? { replaced } : {}) });
    }
    if (!replaced) return blueprintReply(draft);
    return saveDraft(deps, draft, withDocument(deps, { ...kept, replaced: draft.document }, replaced));
  },

  getBlueprintSchema() {
    return LANGUAGE_SCHEMA;
  },

  async validateBlueprint({ params }, call) {
    const draft = liveDraft(call, params.id);
    if (isFailure(draft)) return draft;
    const checked = await call.deps.engine.run({ kind: 'check', blueprint: draft.document }, fairKey(call));
    if (isFailure(checked)) return checked;
    const { findings, definition = draft.document, execDefHash, lift, checkers = [] } = checked;
    return {
      blueprintId: params.id,
      title: String(draft.document.title ?? ''),
      isValid: isPublishable(findings),
      ...(execDefHash !== undefined && {
        execDefHash,
        isRehearsed: call.deps.blueprints.pass(draft, execDefHash) !== undefined,
      }),
      validationResults: [...findings],
      warnings: findings
        .filter(({ severity }) => severity === 'warning')
        .map(({ location, message }) => `${placeText(definition, location)}: ${message}`),
      ...(lift && { ...liftMember(lift), definition }),
      ...(checkers.length > 0 && { checkers: [...checkers] }),
    };
  },

  publishDraft({ params, body }, call) {
    const draft = liveDraft(call, params.id);
    return isFailure(draft) ? draft : publishDraft(call, draft, body);
  },

  async listPublishOverrides({ params, query }, { caller, deps }) {
    const organisationId = organisationOf(caller);
    return organisationId === undefined ? [] : deps.blueprints.overridesOf(organisationId, params.id, query.limit);
  },

  async listVersions({ params, query }, call) {
    const shares = await sharesOf(call, params.id, query.registerId);
    if (isFailure(shares)) return shares;
    // Without a publication that is seen, the blueprint exists for those who see its draft.
    if (shares.length === 0 && query.registerId === undefined && isFailure(liveDraft(call, params.id)))
      return fail(issue('BLUEPRINT_NOT_FOUND', '/id', 'You see no draft and no publication of this id.'));
    const asked = askedKeyedPage<VersionPlace>(call, { params, query });
    if (isFailure(asked)) return asked;
    const skip = asked.after === undefined ? asked.skip : upTo(shares, asked.after);
    const end = skip + asked.top;
    const versions = versionsOf(call.deps, { shares, blueprintId: params.id }, { skip, top: asked.top });
    const total = shares.reduce((sum, { count }) => sum + count, 0);
    const next = nextKeyedPage(call, { params, query }, { last: placeIn(shares, end), hasMore: end < total });
    return reply(200, versions, { ...totalHeader(total), ...next.headers });
  },

  async getVersion({ params, query }, call) {
    const shares = await sharesOf(call, params.id, query.registerId);
    if (isFailure(shares)) return shares;
    const having = shares.filter(({ count }) => count >= params.version);
    if (having.length > 1)
      return fail(issue('VERSION_AMBIGUOUS', '/registerId', `${having.length} registers have this version: name one.`));
    const [only] = having;
    if (!only)
      return fail(issue('PUBLICATION_NOT_FOUND', '/version', 'No register that you see here has this version.'));
    const view = versionAt(call.deps, { record: only.record, blueprintId: params.id, ordinal: params.version });
    // Without the register another one may come to have the version too.
    return lasting(view, query.registerId !== undefined);
  },

  async getDefinition({ params, query: { registerId, instanceId } }, call) {
    const { id: blueprintId, publicationTxId } = params;
    const of = { blueprintId, publicationTxId };
    const followed = instanceId === undefined ? undefined : await pinOf(call, instanceId, registerId);
    if (followed?.publicationTxId === publicationTxId)
      return lasting(definitionOn(call.deps, followed.registerId, of), true);
    const shares = await sharesOf(call, blueprintId, registerId);
    if (isFailure(shares)) return shares;
    return lasting(definitionAmong(call.deps, shares, of), true);
  },

  async draftFromPublished({ body }, call) {
    const { deps } = call;
    const source = await sourceOf(call, body);
    if (!('definition' in source)) return source;
    const organisationId = organisationOf(call.caller);
    if (organisationId === undefined) return fail(issue('FORBIDDEN', '', 'Drafts belong to an organisation.'));
    const { registerId, blueprintId, publicationTxId } = body;
    const document = amendmentOf(source.definition, { registerId, blueprintId, version: source.version });
    const there = deps.blueprints.find(organisationId, blueprintId);
    const full = there && there.deletedAtMs === undefined ? undefined : roomIssue(deps, organisationId);
    if (full) return fail(full);
    await deps.commit(deps.blueprints.change(there, amendment(deps, { organisationId, blueprintId, document, there })));
    const lift = await liftOf(call, document);
    return { draftBlueprintId: blueprintId, sourcePublicationTxId: publicationTxId, registerId, ...liftMember(lift) };
  },
};

/**
 * How a draft of language 1 is published; undefined for one of language 2, and where the engine did not come to it: it
 * is kept all the same, and `validate` says it then.
 */
async function liftOf(call: ApiCall<WorkflowDeps>, document: JsonObject): Promise<LiftNotes | undefined> {
  if (!isLanguage1(document)) return undefined;
  const checked = await call.deps.engine.run({ kind: 'check', blueprint: document }, fairKey(call));
  return isFailure(checked) ? undefined : checked.lift;
}

/** A draft whose go-live is locked until a rehearsal from now on; what it replaces is kept for recovery. */
function amendment(
  { clock }: WorkflowDeps,
  given: {
    readonly organisationId: string;
    readonly blueprintId: string;
    readonly document: JsonObject;
    readonly there: StoredDraft | undefined;
  },
): StoredDraft {
  const { there, ...rest } = given;
  const nowMs = clock.now();
  return {
    ...rest,
    revision: (there?.revision ?? 0) + 1,
    createdAtMs: there?.createdAtMs ?? nowMs,
    updatedAtMs: nowMs,
    lockedSinceMs: nowMs,
    ...(there?.publishedAtMs === undefined ? {} : { publishedAtMs: there.publishedAtMs }),
    ...(there ? { replaced: there.document } : {}),
  };
}

async function saveDraft(deps: WorkflowDeps, before: StoredDraft | undefined, after: StoredDraft) {
  await deps.commit(deps.blueprints.change(before, after));
  return blueprintReply(after);
}

/** A published definition with its ETag. */
function lasting<T extends { readonly publicationTxId: string }>(view: Result<T>, immutable: boolean) {
  if (isFailure(view)) return view;
  const etag = `"${view.publicationTxId}"`;
  const cache = immutable ? 'private, max-age=31536000, immutable' : 'private, no-cache';
  // The cache of a browser outlives its session: the next person asks with another token.
  return reply(200, view, { etag, 'cache-control': cache, vary: 'authorization' });
}

/** Of an instance that the caller may see, in the ledger or opened here. */
async function pinOf(call: ApiCall<WorkflowDeps>, instanceId: string, registerId: string | undefined) {
  const shown = await findShown(call, instanceId, registerId);
  if (isFailure(shown)) return undefined;
  return isOpened(shown) ? shown.opening : shown;
}
