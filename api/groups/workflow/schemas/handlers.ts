// The schema library: finds, asks whether a schema may be kept, commits, shows.
import type { JsonObject } from '../../../../core/base/json.js';
import { isFailure } from '../../../../core/base/result.js';
import { countNames, isFound, type LibraryStatus } from '../../../../core/design/schemas/library.js';
import { namingOf } from '../../../../core/design/schemas/naming.js';
import { SYSTEM_SCHEMAS } from '../../../../core/design/schemas/shipped.js';
import { type ApiCall, type Handlers, reply } from '../../../define.js';
import { failIfChanged, withVersion } from '../../../requests/etags.js';
import { keyedPage } from '../../../requests/keyed-page.js';
import type { WorkflowDeps } from '../deps.js';
import { changeSchema, keepSchema, ownProvider, publicationProblem, schemaProblem, versionOf } from './keep.js';
import type { schemaRoutes } from './routes.js';
import { findOwn, findSchema, type OfferedSchema, ownView, schemasFor, summaryView, systemView } from './view.js';

type Call = ApiCall<WorkflowDeps>;

const RANKS: Readonly<Record<OfferedSchema['source'], number>> = { organisation: 0, published: 1, system: 2 };

export const schemaHandlers: Handlers<typeof schemaRoutes, WorkflowDeps> = {
  listSchemas({ query }, call) {
    const { page, pageSize, source } = query;
    const all = schemasFor(call.deps, call.caller).filter(
      (offer) => isFound(offer.summary, query) && (source === undefined || offer.source === source),
    );
    const keyOf = ({ source: from, summary: { title, schemaId } }: OfferedSchema) => [RANKS[from], title, schemaId];
    const list = keyedPage(call, { query }, { items: all, keyOf });
    if (isFailure(list)) return list;
    const { items, next } = list;
    return reply(
      200,
      { items: items.map(summaryView), totalCount: all.length, page, pageSize, ...next.members },
      next.headers,
    );
  },

  listSystemSchemas: () => ({ schemas: SYSTEM_SCHEMAS.map(systemView) }),

  listSchemaSectors: (_, { deps, caller }) => ({
    sectors: countNames(schemasFor(deps, caller).flatMap(({ summary }) => summary.sectors)),
  }),

  listSchemaProviders: (_, { deps, caller }) => ({
    providers: countNames(schemasFor(deps, caller).map(({ summary }) => summary.provider)),
  }),

  async createSchema({ body }, call) {
    const naming = namingOf(body, body.schema as JsonObject);
    if (isFailure(naming)) return naming;
    const kept = await keepSchema(call, { ...naming, schema: body.schema as JsonObject });
    return isFailure(kept) ? kept : reply(201, ownView(kept));
  },

  getSchema({ params }, { deps, caller }) {
    const view = findSchema(deps, caller, params.schemaId);
    return isFailure(view) ? view : withVersion(view, versionOf(view));
  },

  async updateSchema({ params, body, headers }, call) {
    const { deps, caller } = call;
    const schema = body.schema as JsonObject;
    const naming = namingOf(body, schema);
    if (isFailure(naming)) return naming;
    const own = findOwn(deps, caller, params.schemaId);
    if (isFailure(own)) return own;
    const problem = await schemaProblem(call, schema);
    if (problem) return problem;
    // From here to the commit nothing may wait: another caller may have changed or deleted it meanwhile.
    const before = findOwn(deps, caller, params.schemaId);
    if (isFailure(before)) return before;
    const changed = failIfChanged(headers['if-match'], versionOf(before));
    if (changed) return changed;
    // It is not the schema any more that a host gave.
    const { url: _, ...kept } = before;
    const provider = ownProvider(deps, before.organisationId);
    return changeSchema(call, { ...kept, ...naming, schema, provider, version: before.version + 1 });
  },

  async deleteSchema({ params: { schemaId } }, call) {
    const { deps, caller, address } = call;
    const kept = findOwn(deps, caller, schemaId);
    if (isFailure(kept)) return kept;
    const entry = deps.audit.byCaller({ caller, address }, { eventType: 'SchemaRemoved', details: { schemaId } });
    await deps.commit([...deps.schemaLibrary.remove(kept), entry]);
    return undefined;
  },

  deprecateSchema: ({ params }, call) => setStatus(call, params.schemaId, 'deprecated'),

  activateSchema: ({ params }, call) => setStatus(call, params.schemaId, 'active'),

  async publishSchema({ params: { schemaId } }, call) {
    const { deps, caller, address } = call;
    const kept = findOwn(deps, caller, schemaId);
    if (isFailure(kept)) return kept;
    if (kept.isPublished) return withVersion(ownView(kept), versionOf(kept));
    const full = publicationProblem(deps, kept.organisationId);
    if (full) return full;
    const { title } = kept;
    const entry = deps.audit.byCaller(
      { caller, address },
      { eventType: 'SchemaPublished', details: { schemaId, title } },
    );
    return changeSchema(call, { ...kept, isPublished: true }, [entry]);
  },
};

/** A schema that has the status is left as it is. */
function setStatus(call: Call, schemaId: string, status: LibraryStatus) {
  const kept = findOwn(call.deps, call.caller, schemaId);
  if (isFailure(kept)) return kept;
  return kept.status === status ? withVersion(ownView(kept), versionOf(kept)) : changeSchema(call, { ...kept, status });
}
