// The types of values: what they are called, which stand for one another, and what the values of a rule
// itself are. Pure.
import { isObject, type Json } from '../../base/json.js';
import { dayOf, durationOf, instantOf } from '../../values/date.js';
import { decimalOf, decimalOfNumber } from '../../values/decimal.js';

export type Kind =
  | 'any'
  | 'null'
  | 'boolean'
  | 'text'
  | 'integer'
  | 'number'
  | 'decimal'
  | 'money'
  | 'date'
  | 'time'
  | 'duration'
  | 'list'
  | 'record';

export interface Type {
  readonly kind: Kind;
  /** It may be null, too. */
  readonly nullable?: boolean;
  /** Of a decimal: places after the point, where all values have the same. */
  readonly scale?: number;
  /** Of a list: what its items are. */
  readonly of?: Type;
  /** Of a list: items that it surely has. */
  readonly least?: number;
  /** Of a record: the type of a member; undefined for one that it does not have. */
  readonly member?: (name: string) => Type | undefined;
  /** Of a record that a rule makes: members that it surely has. */
  readonly names?: readonly string[];
  /** Of a record that a schema says: members that it has to have. */
  readonly required?: readonly string[];
  /** The only values that there are. */
  readonly values?: readonly Json[];
  /** It is a text, number or list of the rule itself, which takes the type that is expected where it has its form. */
  readonly literal?: Json;
}

export const ANY: Type = { kind: 'any' };
export const BOOLEAN: Type = { kind: 'boolean' };
export const INTEGER: Type = { kind: 'integer' };
const NUMBER: Type = { kind: 'number' };
export const TEXT: Type = { kind: 'text' };
export const NULL: Type = { kind: 'null', nullable: true };

const NUMERIC: ReadonlySet<Kind> = new Set(['integer', 'number', 'decimal']);
export const isNumeric = ({ kind }: Type): boolean => NUMERIC.has(kind);

export function decimalType(scale: number | undefined): Type {
  return scale === undefined ? { kind: 'decimal' } : { kind: 'decimal', scale };
}

export function listType(of: Type, least = 0): Type {
  return least > 0 ? { kind: 'list', of, least } : { kind: 'list', of };
}

/** An amount with its currency, which are members of it. */
export const MONEY: Type = {
  kind: 'money',
  member: (name) => (name === 'amount' ? decimalType(undefined) : name === 'currency' ? TEXT : undefined),
};

/** A type in words, for a finding. */
export function typeText(type: Type): string {
  const { kind, scale, of, nullable } = type;
  const words =
    kind === 'list'
      ? `list of ${typeText(of ?? ANY)}`
      : kind === 'decimal' && scale !== undefined
        ? `decimal(${scale})`
        : kind === 'any'
          ? 'any value'
          : kind;
  return nullable && kind !== 'null' ? `${words} or null` : words;
}

/** The type of a value that is data. */
export function typeOfData(value: Json): Type {
  if (value === null) return NULL;
  if (typeof value === 'boolean') return BOOLEAN;
  if (typeof value === 'string') return { kind: 'text', values: [value] };
  if (typeof value === 'number') return Number.isSafeInteger(value) ? { kind: 'integer', values: [value] } : NUMBER;
  if (Array.isArray(value))
    return listType(value.map((item) => typeOfData(item as Json)).reduce(joinedOrAny, NOTHING), value.length);
  const members = isObject(value) ? value : {};
  return {
    kind: 'record',
    member: (name) => (Object.hasOwn(members, name) ? typeOfData(members[name] as Json) : undefined),
  };
}

/** The type of a value that stands in a rule, and is not a list. A number with a fraction becomes a decimal there. */
export function typeOfLiteral(value: Json): Type {
  if (typeof value === 'string' || Number.isSafeInteger(value)) return { ...typeOfData(value), literal: value };
  return typeof value === 'number'
    ? { ...decimalType(decimalOfNumber(value)?.scale), literal: value }
    : typeOfData(value);
}

/** The type of the items of an empty list: it joins with every other. */
export const NOTHING: Type = { kind: 'any', literal: null };
export const isNothing = (type: Type): boolean => type === NOTHING;

/** A literal text or number as a value of another kind, where it has its form; undefined where not. */
export function literalAs({ literal }: Type, kind: Kind): Type | undefined {
  if (typeof literal === 'number') {
    if (kind !== 'decimal') return undefined;
    const decimal = decimalOfNumber(literal);
    return decimal && decimalType(decimal.scale);
  }
  if (typeof literal !== 'string') return undefined;
  if (kind === 'decimal') {
    const decimal = decimalOf(literal);
    return decimal && decimalType(decimal.scale);
  }
  const reads = { date: dayOf, time: instantOf, duration: durationOf } as const;
  const read = reads[kind as keyof typeof reads];
  return read?.(literal) === undefined ? undefined : { kind };
}

/** Values of a type that are kept to compare with. */
const VALUES_MAX = 100;

/**
 * A type that takes the values of both; undefined where they have nothing in common. Whole numbers do not become
 * decimals by themselves.
 */
export function joinTypes(a: Type, b: Type): Type | undefined {
  if (isNothing(a)) return b;
  if (isNothing(b)) return a;
  if (a.kind === 'null') return { ...b, nullable: true };
  if (b.kind === 'null') return { ...a, nullable: true };
  const nullable = (a.nullable ?? false) || (b.nullable ?? false);
  const value = joinedKinds(a, b);
  return value && (nullable ? { ...value, nullable } : value);
}

function joinedKinds(a: Type, b: Type): Type | undefined {
  if (a.kind === 'any' || b.kind === 'any') return ANY;
  if (a.kind === b.kind) {
    if (a.kind === 'list') {
      const of = joinTypes(a.of ?? ANY, b.of ?? ANY);
      return of && listType(of, Math.min(a.least ?? 0, b.least ?? 0));
    }
    if (a.kind === 'decimal') return joinedDecimals(a, b);
    if (a.kind === 'record') return joinedRecords(a, b);
    const values = a.values && b.values ? [...new Set([...a.values, ...b.values])] : undefined;
    return values && values.length <= VALUES_MAX ? { kind: a.kind, values } : { kind: a.kind };
  }
  const kinds = [a.kind, b.kind];
  if (kinds.includes('integer') && kinds.includes('number')) return { kind: 'number' };
  for (const [item, other] of [
    [a, b],
    [b, a],
  ] as const) {
    const adapted = literalAs(item, other.kind);
    if (adapted) return joinedKinds({ ...adapted, literal: item.literal as Json }, other);
  }
  return undefined;
}

/** Zeros are put behind a decimal of the rule, so that it has the places of the others. */
function joinedDecimals(a: Type, b: Type): Type {
  const [x, y] = [a.scale, b.scale];
  if (x === undefined || y === undefined) return decimalType(undefined);
  const [fewer, most] = x < y ? [a, b] : [b, a];
  if (x !== y && fewer.literal === undefined) return decimalType(undefined);
  const isOfRule = typeof a.literal === 'number' && typeof b.literal === 'number';
  return isOfRule ? { ...decimalType(most.scale), literal: most.literal as Json } : decimalType(most.scale);
}

function joinedRecords(a: Type, b: Type): Type {
  const names = a.names && b.names && a.names.filter((name) => b.names?.includes(name));
  return {
    kind: 'record',
    ...(names && { names }),
    member: (name) => {
      const [x, y] = [a.member?.(name), b.member?.(name)];
      if (!x || !y) return x ?? y;
      return joinTypes(x, y) ?? ANY;
    },
  };
}

function joinedOrAny(a: Type, b: Type): Type {
  return joinTypes(a, b) ?? ANY;
}

/** Records inside of one another that are compared. */
const RECORD_LEVELS_MAX = 2;

/** True if both say the same of their values. Of records only those that rules make are looked into. */
export function isSameType(a: Type, b: Type, levels: number = RECORD_LEVELS_MAX): boolean {
  if (a.kind !== b.kind || a.scale !== b.scale || (a.nullable ?? false) !== (b.nullable ?? false)) return false;
  if ((a.least ?? 0) !== (b.least ?? 0) || a.values?.length !== b.values?.length) return false;
  if (a.kind === 'record' && (a.names || b.names)) return levels > 0 && haveSameMembers(a, b, levels - 1);
  return a.kind !== 'list' || isSameType(a.of ?? ANY, b.of ?? ANY, levels);
}

function haveSameMembers(a: Type, b: Type, levels: number): boolean {
  const [{ names = [] }, { names: others = [] }] = [a, b];
  if (names.length !== others.length) return false;
  return names.every(
    (name) => others.includes(name) && isSameType(a.member?.(name) ?? ANY, b.member?.(name) ?? ANY, levels),
  );
}

/** Members that are looked at for one value: a schema may come to itself. */
const MEMBERS_LOOKED_AT_MAX = 10_000;

/** A part of a value that never fits in what is declared there; `*` for the items of a list. */
export interface Misfit {
  readonly at: readonly string[];
  /** Undefined where it is not there, and has to be. */
  readonly value: Type | undefined;
  readonly declared: Type;
}

/** The first part of a value that may not stand where it is declared so. An open type fits everything. */
export function misfit(
  value: Type,
  declared: Type,
  left: { members: number } = { members: MEMBERS_LOOKED_AT_MAX },
): Misfit | undefined {
  if (value.kind === 'list' && declared.kind === 'list')
    return below('*', misfit(value.of ?? ANY, declared.of ?? ANY, left));
  if (value.kind === 'record' && declared.kind === 'record' && value.names) return misfitIn(value, declared, left);
  return fitsAsWhole(value, declared) ? undefined : { at: [], value, declared };
}

function misfitIn(made: Type, declared: Type, left: { members: number }): Misfit | undefined {
  for (const name of declared.required ?? [])
    if (!made.member?.(name)) return { at: [name], value: undefined, declared: declared.member?.(name) ?? ANY };
  for (const name of made.names ?? []) {
    const asked = declared.member?.(name);
    if (--left.members < 0) return undefined;
    const value = asked && misfit(made.member?.(name) ?? ANY, asked, left);
    if (value) return below(name, value);
  }
  return undefined;
}

function below(name: string, value: Misfit | undefined): Misfit | undefined {
  return value && { ...value, at: [name, ...value.at] };
}

/** Lists have been looked into, and so have records that rules make. */
function fitsAsWhole(value: Type, declared: Type): boolean {
  if (value.kind === 'any' || declared.kind === 'any') return true;
  if (value.kind === 'null') return declared.nullable === true;
  if (value.kind === declared.kind)
    return (
      value.kind !== 'decimal' ||
      declared.scale === undefined ||
      value.scale === undefined ||
      value.scale === declared.scale
    );
  if (value.kind === 'integer' && declared.kind === 'number') return true;
  if (value.kind === 'record' && declared.kind === 'money') return true;
  const adapted = typeof value.literal === 'string' ? literalAs(value, declared.kind) : undefined;
  return adapted !== undefined && fitsAsWhole(adapted, declared);
}
