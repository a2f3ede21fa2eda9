// A catalogue: a document that says where JSON Schemas of others are, in the form of SchemaStore
// (https://www.schemastore.org/api/json/catalog.json): {"schemas": [{name, description, fileMatch, url}]}. Pure. Files
// that an editor checks by a schema (fileMatch) are nothing to a workflow, and are not kept.
import { nameProblem } from '../../base/hidden.js';
import { issue } from '../../base/issue.js';
import { isObject, type Json } from '../../base/json.js';
import { SCHEMA_CATALOGUE_ENTRIES_MAX, SCHEMA_TITLE_MAX, SCHEMA_URL_MAX } from '../../base/limits/node/designs.js';
import { type Failure, fail, type Result } from '../../base/result.js';
import { descriptionIn } from './naming.js';

export interface CatalogueEntry {
  readonly name: string;
  readonly description: string;
  readonly url: string;
}

export interface SchemaCatalogue {
  /** In the order of the document, each URL once. */
  readonly entries: readonly CatalogueEntry[];
  /** Entries without a name for people or an HTTPS URL, or with a URL that came before. */
  readonly leftOut: number;
}

/** SCHEMA_CATALOGUE_INVALID for a document that is not of the form, names no schema, or names too many. */
export function readCatalogue(document: Json): Result<SchemaCatalogue> {
  const listed = isObject(document) ? document.schemas : undefined;
  if (!Array.isArray(listed)) return refuse('Expected an object with a list of schemas, as SchemaStore has it.');
  if (listed.length > SCHEMA_CATALOGUE_ENTRIES_MAX)
    return refuse(`The catalogue has ${listed.length} schemas, ${SCHEMA_CATALOGUE_ENTRIES_MAX} at most.`);
  const entries = new Map<string, CatalogueEntry>();
  for (const item of listed as readonly Json[]) {
    const entry = entryOf(item);
    if (entry && !entries.has(entry.url)) entries.set(entry.url, entry);
  }
  if (entries.size === 0) return refuse('The catalogue names no schema with a name and an HTTPS URL.');
  return { entries: [...entries.values()], leftOut: listed.length - entries.size };
}

/** Entries that have the text in name, description or URL, in any case. */
export function searchCatalogue(entries: readonly CatalogueEntry[], search = ''): readonly CatalogueEntry[] {
  const part = search.toLowerCase();
  return entries.filter((entry) => Object.values(entry).some((text: string) => text.toLowerCase().includes(part)));
}

function entryOf(item: Json): CatalogueEntry | undefined {
  if (!isObject(item)) return undefined;
  const { name, description, url } = item;
  if (typeof name !== 'string' || name.length > SCHEMA_TITLE_MAX || nameProblem(name) !== undefined) return undefined;
  if (typeof url !== 'string' || url.length > SCHEMA_URL_MAX || !isHttps(url)) return undefined;
  return { name, description: descriptionIn(description) ?? '', url };
}

function isHttps(url: string): boolean {
  return URL.canParse(url) && new URL(url).protocol === 'https:';
}

function refuse(message: string): Failure {
  return fail(issue('SCHEMA_CATALOGUE_INVALID', '', message));
}
