// Schemas of the library: JSON Schemas that designers copy into their blueprints, with the words by which people find
// them. Pure. A published blueprint refers to none of them, so a change here changes no workflow.
import { type Issue, issue } from '../../base/issue.js';
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { schemaCost } from '../../blueprint/schemas/schema-check.js';

/** A deprecated schema is not offered to designers. It stays readable, for blueprints that have a copy of it. */
export type LibraryStatus = 'active' | 'deprecated';

/** The members of a schema that lists show. */
export interface LibrarySchemaSummary {
  readonly schemaId: string;
  readonly title: string;
  readonly description: string;
  /** Lower-case words, such as those of templates: finance, government, general. */
  readonly sectors: readonly string[];
  /** Its giver: the program, an organisation by its subdomain, or the host that it was fetched from. */
  readonly provider: string;
  readonly status: LibraryStatus;
  /** Counts up with every change of the schema or of what it is found by. */
  readonly version: number;
}

export interface LibrarySchema extends LibrarySchemaSummary {
  readonly schema: JsonObject;
}

/** The provider of schemas that come with the program. */
export const PROGRAM_PROVIDER = 'quorate';

/** SCHEMA_INVALID at `/schema` for what no blueprint could have as a data schema; [] for what may be kept. */
export function checkLibrarySchema(schema: Json): readonly Issue[] {
  if (!isObject(schema)) return [invalid('A schema of the library is an object.')];
  const cost = schemaCost(schema);
  return typeof cost === 'string' ? [invalid(cost)] : [];
}

export interface SchemaFilter {
  /** Part of title, description or id, in any case. */
  readonly search?: string | undefined;
  readonly sector?: string | undefined;
  readonly provider?: string | undefined;
  readonly status?: LibraryStatus | undefined;
}

/** True where the schema satisfies every part of the filter that is stated. */
export function isFound(schema: LibrarySchemaSummary, { search, sector, provider, status }: SchemaFilter): boolean {
  const part = search?.toLowerCase();
  return (
    (sector === undefined || schema.sectors.includes(sector)) &&
    (provider === undefined || schema.provider === provider) &&
    (status === undefined || schema.status === status) &&
    (part === undefined ||
      [schema.title, schema.description, schema.schemaId].some((text) => text.toLowerCase().includes(part)))
  );
}

export interface NamedCount {
  readonly name: string;
  readonly count: number;
}

/** How often each name comes, in the order of the names. */
export function countNames(names: readonly string[]): readonly NamedCount[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, count]) => ({ name, count }));
}

function invalid(message: string): Issue {
  return issue('SCHEMA_INVALID', '/schema', message);
}
