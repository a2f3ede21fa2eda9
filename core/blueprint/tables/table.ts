// A decision table of a definition: what it asks about, and rows of which one says what follows. Its form is checked
// here, once for as long as it is held; which rows a value meets is a comparison with each cell.

import { hasOnly, isObject, type Json, type JsonObject } from '../../base/json.js';
import { TABLE_CELL_VALUES_MAX, TABLE_INPUTS_MAX, TABLE_ROWS_MAX } from '../../base/limits/ledger/constants.js';
import type { Schema } from '../../schema/cost.js';
import { DAY_MS, dayOf, dayText, instantOf, instantText } from '../../values/date.js';
import { compareDecimals, type Decimal, decimalOf, decimalOfNumber, decimalText } from '../../values/decimal.js';
import { typeOfSchema } from '../typing/of-schema.js';
import type { Kind, Type } from '../typing/type.js';

const HITS = ['unique', 'first', 'collect'] as const;
export type Hit = (typeof HITS)[number];

/** The value that a cell compares: numbers, dates and times as decimals, texts and truth as they are. */
export type Key = string | boolean | Decimal;

export interface TableInput {
  readonly schema: Schema;
  readonly type: Type;
  readonly title: string;
}

/** Everything; one of some values; or what lies between two bounds, each of them in it or not. */
export type TableCell =
  | { readonly is: 'any' }
  | { readonly is: 'one'; readonly of: readonly Key[] }
  | { readonly is: 'range'; readonly low?: RangeBound; readonly high?: RangeBound };

export interface RangeBound {
  readonly at: Decimal;
  readonly isIn: boolean;
}

interface Row {
  readonly cells: readonly TableCell[];
  /** The result where the row is taken. */
  readonly gives: Json;
}

export interface Table {
  readonly inputs: readonly TableInput[];
  readonly hit: Hit;
  readonly rows: readonly Row[];
  /** The result where no row is met. */
  readonly otherwise: Json | undefined;
  readonly output: Schema | undefined;
}

/** Why a value is not a table: JSON Pointer below it, and a sentence. */
export interface TableFault {
  readonly at: string;
  readonly message: string;
}

const INPUT_KINDS: ReadonlySet<Kind> = new Set(['text', 'boolean', 'integer', 'number', 'decimal', 'date', 'time']);
const made = new WeakMap<object, Table | TableFault>();

/**
 * The table that a definition states, or the first thing that is wrong with it. Schemas in it are looked at as types
 * only.
 */
export function tableOf(data: Json | undefined): Table | TableFault {
  if (!isObject(data)) return { at: '', message: 'A table is an object with "inputs", "hit" and "rows".' };
  const known = made.get(data);
  if (known) return known;
  const value = read(data);
  made.set(data, value);
  return value;
}

export function isFault(value: Table | TableFault): value is TableFault {
  return 'message' in value;
}

const MEMBERS = ['inputs', 'hit', 'rows', 'otherwise', 'output', 'title', 'description'];

function read(data: JsonObject): Table | TableFault {
  const { inputs, hit, rows, otherwise, output } = data;
  if (!hasOnly(data, MEMBERS)) return { at: '', message: `A table has only ${MEMBERS.join(', ')}.` };
  if (!Array.isArray(inputs) || inputs.length === 0 || inputs.length > TABLE_INPUTS_MAX)
    return { at: '/inputs', message: `A table has 1 to ${TABLE_INPUTS_MAX} inputs, each a schema.` };
  const asked: TableInput[] = [];
  for (const [i, schema] of (inputs as readonly Json[]).entries()) {
    const input = isObject(schema) ? inputOf(schema, i) : undefined;
    if (!input)
      return { at: `/inputs/${i}`, message: `An input is a schema of one type: ${[...INPUT_KINDS].join(', ')}.` };
    asked.push(input);
  }
  if (!HITS.some((name) => name === hit)) return { at: '/hit', message: `Expected one of ${HITS.join(', ')}.` };
  if (output !== undefined && !isObject(output))
    return { at: '/output', message: 'The output of a table is a schema.' };
  if (!Array.isArray(rows) || rows.length === 0 || rows.length > TABLE_ROWS_MAX)
    return { at: '/rows', message: `A table has 1 to ${TABLE_ROWS_MAX} rows.` };
  const list: Row[] = [];
  for (const [i, row] of (rows as readonly Json[]).entries()) {
    const item = rowOf(row, asked);
    if ('message' in item) return { at: `/rows/${i}${item.at}`, message: item.message };
    list.push(item);
  }
  return { inputs: asked, hit: hit as Hit, rows: list, otherwise, output };
}

function inputOf(schema: JsonObject, i: number): TableInput | undefined {
  const type = typeOfSchema(schema);
  const title = typeof schema.title === 'string' ? schema.title : `input ${i + 1}`;
  return INPUT_KINDS.has(type.kind) && !type.nullable ? { schema, type, title } : undefined;
}

function rowOf(row: Json, inputs: readonly TableInput[]): Row | TableFault {
  if (!isObject(row) || !hasOnly(row, ['when', 'then']) || row.then === undefined)
    return { at: '', message: 'A row has "when", a list of cells, and "then".' };
  const { when } = row;
  if (!Array.isArray(when) || when.length !== inputs.length)
    return { at: '/when', message: `A row has one cell for each of the ${inputs.length} inputs.` };
  const cells: TableCell[] = [];
  for (const [i, cell] of (when as readonly Json[]).entries()) {
    const value = cellOf(cell, (inputs[i] as TableInput).type);
    if (typeof value === 'string') return { at: `/when/${i}`, message: value };
    cells.push(value);
  }
  return { cells, gives: row.then };
}

const RANGE = ['from', 'to', 'above', 'below'];

function cellOf(cell: Json, type: Type): TableCell | string {
  if (cell === '-') return { is: 'any' };
  if (isObject(cell)) return rangeOf(cell, type);
  const list = Array.isArray(cell) ? (cell as readonly Json[]) : [cell];
  if (list.length === 0 || list.length > TABLE_CELL_VALUES_MAX)
    return `A cell lists 1 to ${TABLE_CELL_VALUES_MAX} values.`;
  const keys = list.map((value) => keyOf(value, type));
  if (keys.some((key) => key === undefined)) return `${EXPECTED} Every value is ${type.kind}, as its input.`;
  return { is: 'one', of: keys as readonly Key[] };
}

const EXPECTED =
  'A cell is "-" for everything, a value, a list of values, or a range such as {"from": 1, "below": 10}.';

function rangeOf(cell: JsonObject, type: Type): TableCell | string {
  const names = Object.keys(cell);
  if (names.length === 0 || !hasOnly(cell, RANGE)) return EXPECTED;
  if (type.kind === 'text' || type.kind === 'boolean') return 'A range is of numbers, dates or times: list the values.';
  const bounds = Object.fromEntries(names.map((name) => [name, keyOf(cell[name] as Json, type)]));
  if (names.some((name) => bounds[name] === undefined)) return `${EXPECTED} Every bound is ${type.kind}, as its input.`;
  if ((bounds.from && bounds.above) || (bounds.to && bounds.below)) return 'A range has one lower and one upper bound.';
  const low = rangeBound(bounds.from, bounds.above);
  const high = rangeBound(bounds.to, bounds.below);
  if (low && high) {
    const sign = compareDecimals(low.at, high.at);
    if (sign > 0 || (sign === 0 && !(low.isIn && high.isIn)))
      return 'A range holds a value: its lower bound is below its upper one.';
  }
  return { is: 'range', ...(low && { low }), ...(high && { high }) };
}

function rangeBound(inside: Key | undefined, outside: Key | undefined): RangeBound | undefined {
  const at = (inside ?? outside) as Decimal | undefined;
  return at && { at, isIn: inside !== undefined };
}

/** A value as its input compares it; undefined for one of another type. */
export function keyOf(value: Json, { kind }: Type): Key | undefined {
  if (kind === 'text') return typeof value === 'string' ? value : undefined;
  if (kind === 'boolean') return typeof value === 'boolean' ? value : undefined;
  if (kind === 'date' || kind === 'time') {
    const outcome = typeof value === 'string' ? (kind === 'date' ? dayOf(value) : instantOf(value)) : undefined;
    return outcome === undefined ? undefined : { units: BigInt(outcome), scale: 0 };
  }
  if (typeof value === 'number') return decimalOfNumber(value);
  return kind !== 'integer' && typeof value === 'string' ? decimalOf(value) : undefined;
}

/** A key in words, as its input writes it. */
export function keyText(key: Key, { kind }: Type): string {
  if (typeof key !== 'object') return JSON.stringify(key);
  if (kind === 'date') return dayText(Number(key.units));
  return kind === 'time' ? instantText(Number(key.units)) : decimalText(key);
}

function isSameKey(a: Key, b: Key): boolean {
  return typeof a === 'object' && typeof b === 'object' ? compareDecimals(a, b) === 0 : a === b;
}

/** True if the cell holds the value. */
export function holds(cell: TableCell, key: Key): boolean {
  if (cell.is === 'any') return true;
  if (cell.is === 'one') return cell.of.some((item) => isSameKey(item, key));
  const { low, high } = cell;
  const value = key as Decimal;
  if (low && outside(compareDecimals(value, low.at), low.isIn)) return false;
  return !(high && outside(compareDecimals(high.at, value), high.isIn));
}

const outside = (sign: number, isIn: boolean) => sign < 0 || (sign === 0 && !isIn);

/** Days and times that there are. */
export const LAST_DAY = dayOf('9999-12-31') as number;
export const LAST_INSTANT = (LAST_DAY + 1) * DAY_MS - 1;
