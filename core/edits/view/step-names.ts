// The name of a step of editing, for people: what was done, to which field and role. Pure.
import type { JsonObject } from '../../base/json.js';
import type { Edit } from '../edit.js';

/** The values of its words. `names` are those of roles and actions as the page shows them: `role/ID`, `action/ID`. */
export function stepValues(
  edits: readonly Edit[],
  names: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> {
  const [first] = edits;
  if (first === undefined) return { edit: 'none' };
  const kinds = new Set(edits.map(({ edit }) => edit));
  return { edit: kinds.size === 1 ? first.edit : 'several', ...valuesOf(first, edits.length, names) };
}

function valuesOf(
  first: JsonObject,
  count: number,
  names: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> {
  const { fields, field, role, action, reads, title, name, part, nextActionIds } = first;
  const [next] = Array.isArray(nextActionIds) ? nextActionIds : [];
  const what = Array.isArray(fields)
    ? fields.length > 1
      ? `${fields.length}`
      : `${fields[0]}`
    : (field ?? name ?? '');
  return {
    field: String(what),
    role: names.get(`role/${role}`) ?? String(role ?? ''),
    action: names.get(`action/${action}`) ?? String(action ?? ''),
    next: names.get(`action/${next}`) ?? String(next ?? ''),
    reads: String(reads ?? ''),
    title: String(title ?? ''),
    part: String(part ?? ''),
    many: count > 1 || (Array.isArray(fields) && fields.length > 1) ? 'yes' : 'no',
  };
}
