// The subject of an instance ("Dock Street 14"): members of the action that opened it whose schema says `x-subject`, as
// far as a reader was given them. Pure, and nothing on the ledger reads it.
import { showHidden } from '../../base/hidden.js';
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { SUBJECT_LENGTH_MAX, SUBJECT_PARTS_MAX } from '../../base/limits/ledger/texts.js';
import { JSON_DEPTH_MAX } from '../../base/limits/ledger/transactions.js';
import { memberOf } from '../definition/pointer.js';
import { schemasBelow } from '../definition/texts.js';
import type { Action, Definition } from '../definition/types.js';

/** The keyword of a member that names the instance. */
export const SUBJECT_HINT = 'x-subject';

interface SubjectPart {
  /** Members from the payload down. */
  readonly path: readonly string[];
  /** Words for values (`x-labels`). */
  readonly labels: JsonObject;
}

const known = new WeakMap<Action, readonly SubjectPart[]>();

/** True where some action names the instance that it opens. */
export function namesInstances({ actions }: Definition): boolean {
  return actions.some((action) => partsOf(action).length > 0);
}

/**
 * The parts that a reader has, in the order of the schema; undefined where it has none of them. A list has no part, and
 * nothing of its items is one: an instance has one name.
 */
export function subjectIn(action: Action, data: Json): string | undefined {
  const parts = partsOf(action).flatMap(({ path, labels }) => {
    const value = path.reduce<Json | undefined>(
      (node, token) => (node === undefined ? node : memberOf(node, token)),
      data,
    );
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    const label = Object.hasOwn(labels, `${value}`) ? labels[`${value}`] : value;
    return tidyText(`${label}`.slice(0, SHOWN_FROM_MAX)) || [];
  });
  return parts.length === 0 ? undefined : cutText(parts.slice(0, SUBJECT_PARTS_MAX).join(', '));
}

/** Characters of a member that are looked at: a name behind as many spaces is not seen. */
const SHOWN_FROM_MAX = 4 * SUBJECT_LENGTH_MAX;

/** Its sender chose the text: it has no character that people do not see, and no line of its own. */
function tidyText(text: string): string {
  return showHidden(text, () => ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function cutText(text: string): string {
  const characters = [...text];
  return characters.length <= SUBJECT_LENGTH_MAX ? text : `${characters.slice(0, SUBJECT_LENGTH_MAX - 1).join('')}…`;
}

function partsOf(action: Action): readonly SubjectPart[] {
  const before = known.get(action);
  if (before) return before;
  const parts = (action.dataSchemas ?? []).flatMap((schema) => partsIn(schema as Json, []));
  known.set(action, parts);
  return parts;
}

function partsIn(schema: Json, path: readonly string[], depth = 0): readonly SubjectPart[] {
  if (!isObject(schema) || depth > JSON_DEPTH_MAX) return [];
  const labels = isObject(schema['x-labels']) ? schema['x-labels'] : {};
  const own = schema[SUBJECT_HINT] === true && path.length > 0 ? [{ path, labels }] : [];
  const below = schemasBelow(schema).flatMap(({ at: [keyword = '', name] }) => {
    if (keyword !== 'properties' || name === undefined) return [];
    return partsIn((schema.properties as JsonObject)[name] as Json, [...path, name], depth + 1);
  });
  return [...own, ...below];
}
