// Gaps of a decision table, and the places where several of its rows meet. Each input is cut at the bounds of its
// cells; between two cuts all values meet the same rows. Rows are followed from input to input: the work is bounded by
// the cells and not by the product of all values.
import type { Json, JsonObject } from '../../base/json.js';
import { isObject } from '../../base/json.js';
import { type Decimal, unitsAt } from '../../values/decimal.js';
import type { Type } from '../typing/type.js';
import {
  type Key,
  keyOf,
  keyText,
  LAST_DAY,
  LAST_INSTANT,
  type RangeBound,
  type Table,
  type TableCell,
  type TableInput,
} from './table.js';

/** Places that are told, of each kind. */
const TOLD_MAX = 5;

export interface Coverage {
  /** Values that no row meets, in words. */
  readonly gaps: readonly string[];
  /** Two rows that values meet both, in a table in which one does. */
  readonly overlaps: readonly { readonly rows: readonly [number, number]; readonly where: string }[];
  /** Rows that no value meets first. */
  readonly unused: readonly number[];
}

/** Looks that may still be taken. */
export interface Looks {
  left: number;
}

/** Gaps and overlaps of a table; undefined where the search would take more than is left. */
export function coverageOf(table: Table, looks: Looks): Coverage | undefined {
  const search = new Search(table, looks);
  try {
    search.follow(
      0,
      table.rows.map((_, i) => i),
      [],
    );
  } catch (error) {
    if (error !== ENDED) throw error;
    return undefined;
  }
  const { gaps, overlaps, used } = search;
  const unused = table.hit === 'first' ? table.rows.flatMap((_, i) => (used.has(i) ? [] : [i])) : [];
  return { gaps, overlaps, unused };
}

const ENDED = new Error('The search of a table takes too long.');

/** The values of one input, in segments that meet the same rows: in each row, from which segment to before which. */
interface Axis {
  readonly count: number;
  readonly ranges: readonly (readonly Range[])[];
  /** A segment for a person; '' where there is one for all values. */
  readonly words: (segment: number) => string;
}

type Range = readonly [from: number, before: number];

class Search {
  readonly gaps: string[] = [];
  readonly overlaps: { readonly rows: readonly [number, number]; readonly where: string }[] = [];
  readonly used = new Set<number>();
  readonly #table: Table;
  readonly #looks: Looks;
  readonly #axes: readonly Axis[];
  /** The places that were followed: the rest of the way depends on the rows only. */
  readonly #seen = new Set<string>();

  constructor(table: Table, looks: Looks) {
    this.#table = table;
    this.#looks = looks;
    // Cuts are sorted.
    this.#looks.left -=
      16 * table.rows.reduce((sum, { cells }) => sum + cells.reduce((all, cell) => all + weightOf(cell), 0), 0);
    this.#axes = table.inputs.map((input, i) =>
      axisOf(
        input,
        table.rows.map(({ cells }) => cells[i] as TableCell),
      ),
    );
  }

  follow(at: number, rows: readonly number[], where: readonly string[]): void {
    if (rows.length === 0) {
      if (this.gaps.length < TOLD_MAX) this.gaps.push(where.join(', '));
      return;
    }
    if (at === this.#axes.length) {
      this.#end(rows, where);
      return;
    }
    const key = `${at} ${rows.join()}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const { title } = this.#table.inputs[at] as TableInput;
    const { count, ranges, words } = this.#axes[at] as Axis;
    const looks = rows.reduce((sum, row) => sum + (ranges[row]?.length ?? 0), 0);
    for (let segment = 0; segment < count; segment++) {
      this.#take(looks);
      const met = rows.filter((row) => ranges[row]?.some(([from, before]) => from <= segment && segment < before));
      const message = words(segment);
      this.follow(at + 1, met, message === '' ? where : [...where, `${title} ${message}`]);
    }
  }

  #take(looks: number): void {
    this.#looks.left -= looks;
    if (this.#looks.left < 0) throw ENDED;
  }

  #end(rows: readonly number[], where: readonly string[]): void {
    const [first, second] = rows;
    this.used.add(first as number);
    if (this.#table.hit !== 'unique' || second === undefined || this.overlaps.length >= TOLD_MAX) return;
    this.overlaps.push({ rows: [first as number, second], where: where.join(', ') });
  }
}

function axisOf(input: TableInput, cells: readonly TableCell[]): Axis {
  if (cells.every(({ is }) => is === 'any')) return { count: 1, ranges: cells.map(() => [[0, 1]]), words: () => '' };
  const { kind } = input.type;
  return kind === 'text' || kind === 'boolean' ? valueAxis(input, cells) : orderedAxis(input, cells);
}

/** A segment for each value, and one for all others where there are others. */
function valueAxis({ type }: TableInput, cells: readonly TableCell[]): Axis {
  const named = cells.flatMap((cell) => (cell.is === 'one' ? cell.of : []));
  const all = type.kind === 'boolean' ? [true, false] : (type.values as readonly Key[] | undefined);
  const values = all ?? [...new Set(named)];
  const places = new Map(values.map((value, i) => [value, i]));
  const count = values.length + (all ? 0 : 1);
  const ranges = cells.map((cell): readonly Range[] => {
    if (cell.is !== 'one') return [[0, count]];
    const numbers = cell.of.flatMap((value) => places.get(value) ?? []);
    return [...new Set(numbers)].map((place) => [place, place + 1]);
  });
  const words = (segment: number) =>
    segment < values.length ? `is ${keyText(values[segment] as Key, type)}` : 'is any other text';
  return { count, ranges, words };
}

/** Values that are compared for a cell. */
function weightOf(cell: TableCell): number {
  return cell.is === 'one' ? cell.of.length : 1;
}

/** A place on the line of values: before the value of so many units, or after it. */
type Cut = bigint;

interface Line {
  readonly type: Type;
  /** Units of the cuts: all bounds are whole in them. */
  readonly scale: number;
  /** Between two neighbouring units there are no values. */
  readonly isDiscrete: boolean;
}

const before = (units: bigint): Cut => units * 2n;
const after = (units: bigint): Cut => units * 2n + 1n;

function orderedAxis({ type, schema }: TableInput, cells: readonly TableCell[]): Axis {
  const domain = domainOf(schema as JsonObject, type);
  const stated = [...cells.flatMap(decimalsOf), ...decimalsOf(domain)];
  const isDiscrete = type.scale !== undefined || ['integer', 'date', 'time'].includes(type.kind);
  const scale = Math.max(type.scale ?? 0, ...stated.map((decimal) => decimal.scale));
  const line: Line = { type, scale, isDiscrete: isDiscrete && scale === (type.scale ?? 0) };
  const [first, last] = spanOf(domain, line);
  const spans = cells.map((cell) => spansOf(cell, line));
  const all = new Set(spans.flat(2).filter((cut) => cut !== undefined));
  const cuts = [...all].filter((cut) => (first === undefined || cut > first) && (last === undefined || cut < last));
  cuts.sort((a, b) => (a < b ? -1 : 1));
  /** Segments before a cut: none before those that the schema allows, all after them. */
  const placeOf = (cut: Cut) => {
    if (first !== undefined && cut <= first) return 0;
    return last !== undefined && cut >= last ? cuts.length + 1 : countUpTo(cuts, cut);
  };
  const rangeOf = ([low, high]: Span): Range => [
    low === undefined ? 0 : placeOf(low),
    high === undefined ? cuts.length + 1 : placeOf(high),
  ];
  const words = (segment: number) =>
    wordsOf([segment === 0 ? first : cuts[segment - 1], segment === cuts.length ? last : cuts[segment]], line);
  return { count: cuts.length + 1, ranges: spans.map((of) => of.map(rangeOf)), words };
}

function countUpTo(sorted: readonly Cut[], cut: Cut): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as Cut) <= cut) low = middle + 1;
    else high = middle;
  }
  return low;
}

type Span = readonly [low: Cut | undefined, high: Cut | undefined];

function spansOf(cell: TableCell, line: Line): readonly Span[] {
  if (cell.is === 'any') return [[undefined, undefined]];
  if (cell.is === 'range') return [spanOf(cell, line)];
  return cell.of.map((key) => {
    const at = { at: key as Decimal, isIn: true };
    return spanOf({ low: at, high: at }, line);
  });
}

function spanOf({ low, high }: Omit<Extract<TableCell, { is: 'range' }>, 'is'>, line: Line): Span {
  return [low && cutOf(low, line, true), high && cutOf(high, line, false)];
}

/** Where nothing lies between two units, after one is before the next. */
function cutOf({ at, isIn }: RangeBound, { scale, isDiscrete }: Line, isLow: boolean): Cut {
  const units = unitsAt(at, scale);
  const isBefore = isIn === isLow;
  if (!isDiscrete) return isBefore ? before(units) : after(units);
  return before(isBefore ? units : units + 1n);
}

function wordsOf([low, high]: Span, line: Line): string {
  const text = (units: bigint) => keyText({ units, scale: line.scale }, line.type);
  const isAfter = (cut: Cut) => cut % 2n !== 0n;
  const unitsOf = (cut: Cut) => (isAfter(cut) ? (cut - 1n) / 2n : cut / 2n);
  if (low !== undefined && high !== undefined) {
    const [from, to] = [unitsOf(low), unitsOf(high)];
    if (line.isDiscrete) return to - from === 1n ? `is ${text(from)}` : `is ${text(from)} to ${text(to - 1n)}`;
    if (from === to) return `is ${text(from)}`;
    return `is ${isAfter(low) ? 'above' : 'from'} ${text(from)} and ${isAfter(high) ? 'to' : 'below'} ${text(to)}`;
  }
  if (low !== undefined) return `is ${isAfter(low) ? 'above' : 'from'} ${text(unitsOf(low))}`;
  return high === undefined ? 'is anything' : `is ${isAfter(high) ? 'at most' : 'below'} ${text(unitsOf(high))}`;
}

function decimalsOf(cell: TableCell): readonly Decimal[] {
  if (cell.is === 'any') return [];
  if (cell.is === 'one') return cell.of as readonly Decimal[];
  return [cell.low, cell.high].flatMap((bound) => (bound ? [bound.at] : []));
}

/** The values that a schema allows, as a range. */
function domainOf(schema: JsonObject, type: Type): Extract<TableCell, { is: 'range' }> {
  const readBound = (name: string, isIn: boolean): RangeBound | undefined => {
    const value = isObject(schema) && Object.hasOwn(schema, name) ? keyOf(schema[name] as Json, type) : undefined;
    return value === undefined ? undefined : { at: value as Decimal, isIn };
  };
  if (type.kind === 'date' || type.kind === 'time') {
    const last = type.kind === 'date' ? LAST_DAY : LAST_INSTANT;
    const at = (units: number): RangeBound => ({ at: { units: BigInt(units), scale: 0 }, isIn: true });
    return { is: 'range', low: at(0), high: at(last) };
  }
  const names = type.kind === 'decimal' ? (['x-minimum', 'x-maximum'] as const) : (['minimum', 'maximum'] as const);
  const low = readBound(names[0], true) ?? readBound('exclusiveMinimum', false);
  const high = readBound(names[1], true) ?? readBound('exclusiveMaximum', false);
  return { is: 'range', ...(low && { low }), ...(high && { high }) };
}
