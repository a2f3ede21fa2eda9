// From what a designer edits to what is published, and back: which members the server keeps, and which forms a draft
// may have before it is finished. Pure.
import { utf8 } from '../../base/bytes.js';
import { type Issue, issue } from '../../base/issue.js';
import { canonical, isObject, type Json, type JsonObject } from '../../base/json.js';
import { BLUEPRINT_BYTES_MAX } from '../../base/limits/node/designs.js';
import { pointerText } from '../../blueprint/definition/pointer.js';
import { schemaErrors } from '../../blueprint/schemas/schema-check.js';
import { BLUEPRINT_SCHEMA, unknownMembers } from '../check/blueprint-schema.js';
import { documentOf } from './document.js';

/** Keys of the metadata of a draft that was taken from a publication (specification 2.1). */
const SOURCE = /^x-source-/;
const HAS_CYCLES = 'hasCycles';

/** Where an amend draft comes from. */
export interface DraftSource {
  readonly registerId: string;
  readonly blueprintId: string;
  readonly version: number;
}

/** The form of a draft: that of a blueprint in which anything may still be missing. */
const DRAFT_SCHEMA = relaxSchema(BLUEPRINT_SCHEMA) as JsonObject;

/**
 * BODY_INVALID, at most 50, with pointers for members of the wrong form and for those that the model does not have (it
 * has hints, `x-...`); and BODY_TOO_LARGE for a draft that would not fit a publication. [] for one that can be kept,
 * finished or not.
 */
export function checkDraft(sent: JsonObject): readonly Issue[] {
  // An answer may come back as it was given.
  const { lift: _, ...blueprint } = sent;
  const wrong = schemaErrors([DRAFT_SCHEMA], blueprint).map(({ path, message }) =>
    issue('BODY_INVALID', path, `The member ${message}.`),
  );
  if (wrong.length > 0) return wrong;
  const unknown = unknownMembers(blueprint).map(({ at, near }) =>
    issue(
      'BODY_INVALID',
      pointerText(at),
      `A blueprint has no such member${near === undefined ? '' : `; did you mean ${near}`}.`,
    ),
  );
  if (unknown.length > 0) return unknown.slice(0, 50);
  if (utf8(canonical(blueprint)).length <= BLUEPRINT_BYTES_MAX) return [];
  return [issue('BODY_TOO_LARGE', '', `A blueprint has at most ${BLUEPRINT_BYTES_MAX} bytes.`)];
}

/**
 * The definition that is published of a draft. Where the draft came from is left out, so that a draft without changes
 * is the publication that it came from; `metadata.hasCycles` says whether the routes lead in a circle (reference-facts
 * 2.1).
 */
export function definitionOf(document: JsonObject, blueprintId: string, hasCycles: boolean): JsonObject {
  const { metadata, ...rest } = documentOf(document, blueprintId);
  if (!isObject(metadata))
    return hasCycles ? { ...rest, metadata: { [HAS_CYCLES]: 'true' } } : documentOf(document, blueprintId);
  const kept = Object.entries(metadata).filter(([key]) => !SOURCE.test(key) && key !== HAS_CYCLES);
  if (hasCycles) kept.push([HAS_CYCLES, 'true']);
  if (kept.length === 0 && Object.keys(metadata).length > 0) return rest;
  return { ...rest, metadata: Object.fromEntries(kept) };
}

/** The draft of a published definition, which names its source in the metadata. */
export function amendmentOf(definition: JsonObject, source: DraftSource): JsonObject {
  const document = documentOf(definition, source.blueprintId);
  return {
    ...document,
    metadata: {
      ...(isObject(document.metadata) ? document.metadata : {}),
      'x-source-register': source.registerId,
      'x-source-blueprint-id': source.blueprintId,
      'x-source-version': String(source.version),
    },
  };
}

/** A schema without what only a finished value satisfies. */
function relaxSchema(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map((item) => relaxSchema(item as Json));
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(
        ([key, value]) => !(key === 'required' && Array.isArray(value)) && key !== 'minItems' && key !== 'minLength',
      )
      .map(([key, value]) => [key, relaxSchema(value)]),
  );
}
