// The data of a run taken apart into the values of its cells, and put together again from those that a reader has. A
// value that is not there is absent, which is told apart from null; a reader that does not have a cell at all knows
// neither.
import { assert } from '../../base/assert.js';
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { GATE_MEMBER } from '../../credentials/gate/rule.js';
import type { Transaction } from '../../model/transaction.js';
import { type Cell, type CellTree, type Layout, ROUTE_MEMBER } from './layout.js';

/** The value of a cell; undefined where it is absent. */
export type CellValue = Json | undefined;

/** The content of the cell of the decision. */
export function decisionCell(decided: {
  readonly routeId?: string | undefined;
  readonly reasonCode: string;
}): JsonObject {
  const { routeId, reasonCode } = decided;
  return { reasonCode, ...(routeId !== undefined && { routeId }) };
}

/** The data that an action states: without its decision, and without the evidence of its gates. */
export function statedData(all: JsonObject): JsonObject {
  if (!Object.hasOwn(all, ROUTE_MEMBER) && !Object.hasOwn(all, GATE_MEMBER)) return all;
  const { [ROUTE_MEMBER]: _, [GATE_MEMBER]: _1, ...data } = all;
  return data;
}

/** The data that an action states in the clear: its payload, without the evidence of gates where it states some. */
export function payloadData({ header, payload }: Pick<Transaction, 'header' | 'payload'>): Json {
  return header.metadata?.gates === undefined || !isObject(payload) ? payload : statedData(payload);
}

/** The value of each cell, in the order of the layout. Every member of the data has a cell. */
export function valuesOf({ cells, tree }: Layout, data: JsonObject): readonly CellValue[] {
  const values = new Array<CellValue>(cells.length).fill(undefined);
  const isWhole = tree.cell !== undefined || Object.keys(data).every((name) => tree.below.has(name));
  assert(isWhole, 'the root of an action is closed: a member without a cell would be lost');
  take(tree, data, values);
  return values;
}

function take(node: CellTree, value: CellValue, values: CellValue[]): void {
  if (node.cell && value !== undefined) values[node.cell.at] = bare(node, value);
  for (const [token, below] of node.below) take(below, memberIn(value, token), values);
}

/** The value without the parts that are cells of their own. */
function bare(node: CellTree, value: Json): Json {
  if (node.below.size === 0 || !isObject(value)) return value;
  const left = Object.entries(value).flatMap(([token, member]): (readonly [string, Json])[] => {
    const below = node.below.get(token);
    if (below?.cell) return [];
    return [[token, below ? bare(below, member) : member]];
  });
  // Unlike assignment this makes an own member of every name.
  return Object.fromEntries(left);
}

/** A member of an object. A place in a list has no cell. */
function memberIn(value: CellValue, token: string): CellValue {
  return isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
}

export interface Joined {
  /** The data that the reader sees; misplaced parts are left out. */
  readonly data: JsonObject;
  /**
   * Cells of no data: present where what is above is not an object, or with a part in them that is a cell of its own.
   */
  readonly misplaced: ReadonlySet<Cell>;
}

/**
 * The data again, from the cells that `seen` has, which need not be all. An object whose own cell is not seen has what
 * is seen of its parts.
 */
export function dataOf({ tree }: Layout, seen: ReadonlyMap<Cell, CellValue>): Joined {
  const misplaced = new Set<Cell>();
  const data = joinNode(tree, undefined, { seen, misplaced });
  if (tree.cell && !isObject(data)) misplaced.add(tree.cell);
  return { data: isObject(data) ? data : {}, misplaced };
}

/** The parts of a place that the cells which are seen state: its own, or one below. */
interface Stated {
  readonly cell: Cell;
  readonly value: CellValue;
}

interface Joining {
  readonly seen: ReadonlyMap<Cell, CellValue>;
  readonly misplaced: Set<Cell>;
}

function joinNode(node: CellTree, above: Stated | undefined, joining: Joining): CellValue {
  const { cell, below } = node;
  // Most are members without parts of their own.
  if (below.size === 0) return cell ? joining.seen.get(cell) : above?.value;
  const stated = cell ? statedValue(cell, joining) : above;
  const known = stated?.value;
  const parts: (readonly [string, Json])[] = [];
  for (const [token, part] of below) {
    const member = memberIn(known, token);
    if (stated && part.cell && member !== undefined) joining.misplaced.add(stated.cell);
    const value = joinNode(part, stated && { cell: stated.cell, value: member }, joining);
    if (value === undefined) continue;
    if (stated && !isObject(known)) joining.misplaced.add(part.cell ?? stated.cell);
    else parts.push([token, value]);
  }
  if (stated === undefined) return parts.length > 0 ? Object.fromEntries(parts) : undefined;
  if (!isObject(known)) return known;
  return Object.fromEntries([...Object.entries(known).filter(([token]) => !below.has(token)), ...parts]);
}

function statedValue(cell: Cell, { seen }: Joining): Stated | undefined {
  return seen.has(cell) ? { cell, value: seen.get(cell) } : undefined;
}
