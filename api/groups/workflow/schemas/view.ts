// A schema as it is shown, and where it is looked for.
import { sha256Hex } from '../../../../core/base/hash.js';
import { type Issue, issue } from '../../../../core/base/issue.js';
import { canonical } from '../../../../core/base/json.js';
import { fail, type Result } from '../../../../core/base/result.js';
import type { LibrarySchema, LibrarySchemaSummary } from '../../../../core/design/schemas/library.js';
import { SYSTEM_SCHEMAS, systemSchema } from '../../../../core/design/schemas/shipped.js';
import type { KeptSchema, SchemaLibrary } from '../../../../storage/tables/workflow/schema-library.js';
import { organisationOf } from '../../../access/drafts.js';
import type { Caller } from '../../../auth/caller.js';
import { isoTime } from '../../../views/transactions.js';
import type { SchemaBody } from './routes.js';

type Reads = { readonly schemaLibrary: Pick<SchemaLibrary, 'find' | 'findPublished' | 'list' | 'listPublished'> };
type Source = SchemaBody['source'];

export interface OfferedSchema {
  readonly summary: LibrarySchemaSummary;
  readonly source: Source;
  readonly isPublished: boolean;
}

/** Schemas that designers of the caller's organisation may take: their own, those of others, those of the program. */
export function schemasFor({ schemaLibrary }: Reads, caller: Caller): readonly OfferedSchema[] {
  const own = organisationOf(caller);
  const others = schemaLibrary.listPublished().filter(({ organisationId }) => organisationId !== own);
  return [
    ...(own === undefined ? [] : schemaLibrary.list(own)).map((summary) => offerOf('organisation', summary)),
    ...others.map((summary) => offerOf('published', summary)),
    ...SYSTEM_SCHEMAS.map((summary) => offerOf('system', { ...summary, isPublished: true })),
  ];
}

/** The view of a schema that the caller may take, or SCHEMA_NOT_FOUND. */
export function findSchema({ schemaLibrary }: Reads, caller: Caller, schemaId: string): Result<SchemaBody> {
  const own = organisationOf(caller);
  const kept = own === undefined ? undefined : schemaLibrary.find(own, schemaId);
  if (kept) return ownView(kept);
  const published = schemaLibrary.findPublished(schemaId);
  if (published) return keptView(published, 'published');
  const system = systemSchema(schemaId);
  return system ? systemView(system) : fail(missing());
}

/** A schema of the caller's organisation; FORBIDDEN for one that it may only read. */
export function findOwn(deps: Reads, caller: Caller, schemaId: string): Result<KeptSchema> {
  const own = organisationOf(caller);
  const kept = own === undefined ? undefined : deps.schemaLibrary.find(own, schemaId);
  if (kept) return kept;
  const isOfOthers = systemSchema(schemaId) ?? deps.schemaLibrary.findPublished(schemaId);
  return isOfOthers
    ? fail(
        issue('FORBIDDEN', '/schemaId', 'The schema is of the program, or of another organisation: it is read only.'),
      )
    : fail(missing());
}

export function ownView(kept: KeptSchema): SchemaBody {
  return keptView(kept, 'organisation');
}

export function systemView(schema: LibrarySchema): SchemaBody {
  const { summary, source, isPublished } = offerOf('system', { ...schema, isPublished: true });
  return { ...summaryView({ summary, source, isPublished }), ...documentOf(schema) };
}

export function summaryView({ summary, source, isPublished }: OfferedSchema) {
  const { schemaId, title, description, sectors, provider, status, version } = summary;
  return { schemaId, title, description, sectors: [...sectors], provider, status, version, source, isPublished };
}

function keptView(kept: KeptSchema, source: Source): SchemaBody {
  const { url, createdAtMs, updatedAtMs, isPublished } = kept;
  return {
    ...summaryView({ summary: kept, source, isPublished }),
    ...documentOf(kept),
    ...(url !== undefined && { url }),
    ...{ createdAt: isoTime(createdAtMs), updatedAt: isoTime(updatedAtMs) },
  };
}

function documentOf({ schema }: LibrarySchema) {
  return { schema, sha256: sha256Hex(canonical(schema)) };
}

function offerOf(source: Source, summary: LibrarySchemaSummary & { readonly isPublished: boolean }): OfferedSchema {
  return { summary, source, isPublished: summary.isPublished };
}

const missing = (): Issue => issue('SCHEMA_NOT_FOUND', '/schemaId', 'There is no schema of this id for you.');
