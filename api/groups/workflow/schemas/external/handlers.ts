// Schemas of others: searches the catalogue that was taken, fetches what the call asks for, commits, shows.
import { sha256Hex } from '../../../../../core/base/hash.js';
import { issue } from '../../../../../core/base/issue.js';
import { canonical, isObject, type Json } from '../../../../../core/base/json.js';
import {
  LIBRARY_SCHEMA_FETCH_BYTES_MAX,
  SCHEMA_CATALOGUE_BYTES_MAX,
} from '../../../../../core/base/limits/node/designs.js';
import { fail, isFailure, type Result } from '../../../../../core/base/result.js';
import { type CatalogueEntry, readCatalogue, searchCatalogue } from '../../../../../core/design/schemas/catalogue.js';
import { namingOf } from '../../../../../core/design/schemas/naming.js';
import { PLATFORM_ORGANISATION_ID } from '../../../../../core/tenant/roles.js';
import type { KeptCatalogue } from '../../../../../storage/tables/workflow/schema-catalogues.js';
import { organisationOf } from '../../../../access/drafts.js';
import type { Caller } from '../../../../auth/caller.js';
import { type ApiCall, type Handlers, reply } from '../../../../define.js';
import { keyedPage } from '../../../../requests/keyed-page.js';
import { isoTime } from '../../../../views/transactions.js';
import type { WorkflowDeps } from '../../deps.js';
import { keepSchema } from '../keep.js';
import { ownView } from '../view.js';
import { fetchDocument } from './fetch.js';
import type { externalSchemaRoutes } from './routes.js';

type Call = ApiCall<WorkflowDeps>;

export const externalSchemaHandlers: Handlers<typeof externalSchemaRoutes, WorkflowDeps> = {
  searchExternalSchemas({ query }, call) {
    const searched = findCatalogue(call);
    if (isFailure(searched)) return searched;
    const { page, pageSize, search } = query;
    const items = searchCatalogue(searched.catalogue.entries, search);
    const keyOf = ({ name, url }: CatalogueEntry) => [name.toLowerCase(), url];
    const list = keyedPage(call, { query }, { items, keyOf });
    if (isFailure(list)) return list;
    const { next } = list;
    return reply(
      200,
      { items: [...list.items], totalCount: items.length, page, pageSize, ...next.members },
      next.headers,
    );
  },

  async importSchema({ body }, call) {
    const { deps, caller, address } = call;
    const organisationId = organisationOf(caller);
    if (organisationId === undefined) return fail(noOrganisation());
    const asked = { purpose: 'schema', url: body.url, bytesMax: LIBRARY_SCHEMA_FETCH_BYTES_MAX };
    const fetched = await fetchDocument(call, organisationId, asked);
    if (isFailure(fetched)) return fetched;
    const { document: schema, host } = fetched;
    if (!isObject(schema)) return fail(issue('SCHEMA_INVALID', '/url', 'A schema of the library is an object.'));
    const naming = namingOf(body, schema, lastWord(body.url));
    if (isFailure(naming)) return naming;
    const url = withoutQuery(body.url);
    const kept = await keepSchema(call, { ...naming, schema, from: { url, host } }, ({ schemaId }) => [
      deps.audit.byCaller(
        { caller, address },
        { eventType: 'SchemaImported', details: { schemaId, url, sha256: sha256Hex(canonical(schema)) } },
      ),
    ]);
    return isFailure(kept) ? kept : reply(201, ownView(kept));
  },

  getSchemaCatalogue(_, call) {
    const searched = findCatalogue(call);
    return isFailure(searched) ? searched : catalogueView(searched);
  },

  async setSchemaCatalogue({ body }, call) {
    const { deps, caller, address } = call;
    const organisationId = organisationOf(caller);
    if (organisationId === undefined) return fail(noOrganisation());
    const { catalogue: uploaded, url = uploaded === undefined ? deps.config.schemaCatalogueUrl : '' } = body;
    if ((uploaded === undefined) === (url === ''))
      return fail(
        issue('BODY_INVALID', '', 'State either the catalogue or its URL; the node has no catalogueUrl set.'),
      );
    if (call.rawBody.length > SCHEMA_CATALOGUE_BYTES_MAX) return fail(tooLarge());
    const document = await documentOf(call, organisationId, { uploaded: uploaded as Json | undefined, url });
    if (isFailure(document)) return document;
    const read = readCatalogue(document.document);
    if (isFailure(read)) return read;
    const kept: KeptCatalogue = { ...read, ...(url !== '' && { url: withoutQuery(url) }), takenAtMs: deps.clock.now() };
    const details = { source: kept.url ?? 'upload', entries: read.entries.length };
    const entry = deps.audit.byCaller({ caller, address }, { eventType: 'SchemaCatalogueTaken', details });
    await deps.commit([deps.schemaCatalogues.put(organisationId, kept), entry]);
    return catalogueView({ catalogue: kept, isOfPlatform: false });
  },

  async deleteSchemaCatalogue(_, { deps, caller, address }) {
    const organisationId = organisationOf(caller);
    const kept = organisationId === undefined ? undefined : deps.schemaCatalogues.find(organisationId);
    if (organisationId === undefined || kept === undefined) return fail(unavailable());
    const details = { source: kept.url ?? 'upload' };
    const entry = deps.audit.byCaller({ caller, address }, { eventType: 'SchemaCatalogueRemoved', details });
    await deps.commit([deps.schemaCatalogues.remove(organisationId), entry]);
    return undefined;
  },
};

interface SearchedCatalogue {
  readonly catalogue: KeptCatalogue;
  readonly isOfPlatform: boolean;
}

/** The catalogue of the caller's organisation, or else that of the platform. */
function findCatalogue({ deps, caller }: { readonly deps: WorkflowDeps; readonly caller: Caller }) {
  const organisationId = organisationOf(caller);
  const own = organisationId === undefined ? undefined : deps.schemaCatalogues.find(organisationId);
  if (own) return { catalogue: own, isOfPlatform: false };
  const shared = deps.schemaCatalogues.find(PLATFORM_ORGANISATION_ID);
  return shared ? { catalogue: shared, isOfPlatform: true } : fail(unavailable());
}

async function documentOf(
  call: Call,
  organisationId: string,
  { uploaded, url }: { readonly uploaded: Json | undefined; readonly url: string },
): Promise<Result<{ readonly document: Json }>> {
  if (uploaded !== undefined) return { document: uploaded };
  return fetchDocument(call, organisationId, {
    purpose: 'schema-catalogue',
    url,
    bytesMax: SCHEMA_CATALOGUE_BYTES_MAX,
  });
}

function catalogueView({ catalogue, isOfPlatform }: SearchedCatalogue) {
  const { url: source = 'upload', entries, leftOut, takenAtMs } = catalogue;
  return { source, isOfPlatform, entryCount: entries.length, leftOut, takenAt: isoTime(takenAtMs) };
}

/** The place of a document, for people: a query may be a secret of who asked. */
function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

/** The file name of a URL, for a schema without a title. */
function lastWord(url: string): string | undefined {
  const { pathname } = new URL(url);
  return pathname
    .split('/')
    .at(-1)
    ?.replace(/\.json$/, '');
}

const unavailable = () =>
  issue('SCHEMA_CATALOGUE_UNAVAILABLE', '', 'Neither the organisation nor the platform has a catalogue of schemas.');
const tooLarge = () => issue('BODY_TOO_LARGE', '', `A catalogue has at most ${SCHEMA_CATALOGUE_BYTES_MAX} bytes.`);
const noOrganisation = () => issue('FORBIDDEN', '', 'A schema belongs to an organisation; the caller has none.');
