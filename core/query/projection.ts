// The members of an entity that a request chose, in the order of the model: what the model names, and what an open type
// has besides.
import { issue } from '../base/issue.js';
import { fail, type Result } from '../base/result.js';
import { noSuchMember } from './faults.js';
import { type ComplexType, type EntityRecord, isComplex, type Property } from './model.js';

export interface ProjectionRules {
  readonly select: readonly (readonly string[])[] | undefined;
  /** Numbers of 64 bits are texts (IEEE754Compatible=true). */
  readonly longAsText: boolean;
}

export type Projection = (record: EntityRecord) => Readonly<Record<string, unknown>>;

/** Issues: QUERY_INVALID for a member that the type does not have. */
export function projectionOf(type: ComplexType, { select, longAsText }: ProjectionRules): Result<Projection> {
  const wrong = select?.map((path) => unknownIn(type, path)).find((problem) => problem !== undefined);
  if (wrong !== undefined) return fail(wrong);
  const chosen = select && treeOf(select);
  return (record) => showRecord(record, { type, chosen, longAsText });
}

/** Members to members below; an empty map means all of them. */
interface Chosen extends Map<string, Chosen> {}

function treeOf(select: readonly (readonly string[])[]): Chosen {
  const tree: Chosen = new Map();
  for (const path of select) {
    let at = tree;
    for (const [i, name] of path.entries()) {
      const isLast = i === path.length - 1;
      const below = at.get(name);
      // The whole member was chosen before, which a part of it does not narrow.
      if (below !== undefined && below.size === 0) break;
      if (isLast) {
        at.set(name, new Map());
        break;
      }
      const next: Chosen = below ?? new Map();
      at.set(name, next);
      at = next;
    }
  }
  return tree;
}

function unknownIn(type: ComplexType, path: readonly string[]) {
  let at: Property['type'] = type;
  for (const name of path) {
    if (!isComplex(at)) return issue('QUERY_INVALID', '/$select', `${path.join('/')} goes on behind a single value.`);
    const property: Property | undefined = Object.hasOwn(at.properties, name) ? at.properties[name] : undefined;
    if (property === undefined && at.isOpen) return undefined;
    if (property === undefined) return issue('QUERY_INVALID', '/$select', noSuchMember(at, name));
    at = property.type;
  }
  return undefined;
}

interface Showing {
  readonly type: ComplexType;
  readonly chosen: Chosen | undefined;
  readonly longAsText: boolean;
}

function showRecord(record: EntityRecord, { type, chosen, longAsText }: Showing): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  const isAll = chosen === undefined || chosen.size === 0;
  for (const [name, property] of Object.entries(type.properties)) {
    if (!isAll && !chosen.has(name)) continue;
    out[name] = memberShown(record[name], property, { chosen: chosen?.get(name), longAsText });
  }
  if (type.isOpen)
    for (const [name, value] of Object.entries(record))
      if (!Object.hasOwn(type.properties, name) && (isAll || chosen.has(name))) out[name] = value;
  return out;
}

function memberShown(value: unknown, property: Property, below: Omit<Showing, 'type'>): unknown {
  if (property.isCollection) {
    const items = Array.isArray(value) ? value : [];
    return items.map((item) => memberShown(item, { type: property.type }, below));
  }
  if (value === undefined || value === null) return null;
  const { type } = property;
  if (isComplex(type)) return showRecord(value as EntityRecord, { ...below, type });
  return type === 'Edm.Int64' && below.longAsText ? String(value) : value;
}
