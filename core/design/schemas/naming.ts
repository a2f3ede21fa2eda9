// The words by which people find a schema: as they are stated, else as the schema says them of itself. Pure.
import { nameProblem } from '../../base/hidden.js';
import { issue } from '../../base/issue.js';
import type { Json, JsonObject } from '../../base/json.js';
import { SCHEMA_DESCRIPTION_MAX, SCHEMA_TITLE_MAX } from '../../base/limits/node/designs.js';
import { fail, type Result } from '../../base/result.js';
import type { LibrarySchemaSummary } from './library.js';

export type SchemaNaming = Pick<LibrarySchemaSummary, 'title' | 'description' | 'sectors'>;

/**
 * BODY_INVALID at `/title` where none is stated and the schema has none that is a name. `otherwise` is a title for a
 * schema without one.
 */
export function namingOf(
  stated: { readonly [K in keyof SchemaNaming]?: SchemaNaming[K] | undefined },
  schema: JsonObject,
  otherwise?: string,
): Result<SchemaNaming> {
  const own = [schema.title, otherwise].map((text) => textIn(text, SCHEMA_TITLE_MAX)).find(isName);
  const title = stated.title ?? own;
  if (title === undefined)
    return fail(issue('BODY_INVALID', '/title', 'State a title: the schema has none that is a name for people.'));
  const description = stated.description ?? descriptionIn(schema.description) ?? '';
  return { title, description, sectors: stated.sectors ?? [] };
}

/** The beginning of a description, as much as is kept; undefined for what is not a text. */
export function descriptionIn(value: Json | undefined): string | undefined {
  return textIn(value, SCHEMA_DESCRIPTION_MAX);
}

const isName = (text: string | undefined): boolean => text !== undefined && nameProblem(text) === undefined;

/** The beginning of a text: whole characters, and no more of them than are kept. */
function textIn(value: Json | undefined, charactersMax: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  const characters = Array.from(value.slice(0, 2 * charactersMax).toWellFormed());
  return characters.slice(0, charactersMax).join('').trim();
}
