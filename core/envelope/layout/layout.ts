// The cells of an action: separately disclosed parts of its data, with the roles that read each, in one
// fixed order. All of it follows from the definition alone, so it tells nothing of any data: a member that is not given
// has its cell too.
import { CELL_CLASSES_MAX, CELL_DEPTH_MAX, CELLS_MAX, PARTS_KNOWN_MAX } from '../../base/limits/ledger/cells.js';
import { JSON_DEPTH_MAX } from '../../base/limits/ledger/transactions.js';
import { parsePointer, pointerText } from '../../blueprint/definition/pointer.js';
import type { Action, Definition } from '../../blueprint/definition/types.js';
import { isOfClaims } from '../../blueprint/names/claims.js';
import { sharesOf } from '../../blueprint/names/disclose.js';
import { knowledgeOf } from '../../blueprint/names/knowledge.js';
import { membersOf } from '../../blueprint/names/members.js';
import { resolveNames } from '../../blueprint/names/resolve.js';
import { planOf } from '../../blueprint/plan/plan.js';
import { isSealedFor, type Seals, sealsOf } from '../../blueprint/plan/seals.js';
import { gatesOf } from '../../credentials/gate/asked.js';
import { GATE_CELLS, gatePath, gatePointer } from '../../credentials/gate/cells.js';
import { GATE_MEMBER } from '../../credentials/gate/rule.js';

/** The member under which `{routeId, reasonCode}` is committed where the decision depends on data. */
export const ROUTE_MEMBER = '@route';

/** True for a cell of what the action states; false for its decision, and for the evidence of a gate. */
export function isOfData({ path: [member] }: Pick<Cell, 'path'>): boolean {
  return member !== ROUTE_MEMBER && member !== GATE_MEMBER;
}

/** A separately disclosed part of the data: the value at its path, without the parts that are cells of their own. */
export interface Cell {
  /** Place among all cells. */
  readonly at: number;
  readonly pointer: string;
  readonly path: readonly string[];
  /** Place of its class. */
  readonly class: number;
}

/** Cells with the same readers. */
export interface CellClass {
  /** The gate whose evidence its cells are: no class has cells of a gate and others. */
  readonly gate?: string;
  /** No envelope has it: its hash alone is sealed, and its readers get it from node to node. */
  readonly isKept?: true;
  /** Participant ids, and addresses that no participant has; sorted. The sender's is one of them. */
  readonly readers: readonly string[];
  /** By pointer, in UTF-16 code units. */
  readonly cells: readonly Cell[];
}

/** Parts of the data by token; `cell` where the part is one of its own. */
export interface CellTree {
  readonly cell: Cell | undefined;
  readonly below: ReadonlyMap<string, CellTree>;
}

export interface Layout {
  /** The role that sends. */
  readonly sender: string;
  /** In the order of their first pointers. */
  readonly classes: readonly CellClass[];
  /** Class by class: `at` is the place of a cell here. */
  readonly cells: readonly Cell[];
  /** Everybody who reads a cell, and the sender; sorted. */
  readonly roles: readonly string[];
  /** Places of the classes that a role reads, ascending; of a sealed role from its opening on. Without those kept. */
  readonly classesOf: (role: string) => readonly number[];
  /** Places of the classes that a role gets from node to node, ascending. */
  readonly evidenceOf: (role: string) => readonly number[];
  /** Roles that are given nothing when it is done, and what opens it to them. */
  readonly seals: Seals;
  readonly tree: CellTree;
}

const layouts = new WeakMap<Action, { readonly definition: Definition; readonly layout: Layout }>();

/** Found once for as long as the definition is held, which has passed `checkExecution`. */
export function layoutOf(definition: Definition, action: Action): Layout {
  const known = layouts.get(action);
  if (known?.definition === definition) return known.layout;
  const paths = [...pathsOf(definition, action).values()];
  const read = [...readOf(definition, action, paths), ...routeOf(definition, action), ...gatesRead(action)];
  const layout = arrange(action.sender, read, sealsOf(definition, action));
  layouts.set(action, { definition, layout });
  return layout;
}

/** Why the cells of an action are more than fit an envelope; undefined where they are not. It costs what they are. */
export function tooMany(definition: Definition, action: Action): string | undefined {
  const size = pathsOf(definition, action).size + gatesRead(action).length;
  if (size > CELLS_MAX)
    return `An action has at most ${CELLS_MAX} separately disclosed parts, and this one has ${size}: put members together into objects, or name fewer parts in its disclosures.`;
  const { length } = layoutOf(definition, action).classes;
  if (length <= CELL_CLASSES_MAX) return undefined;
  return `The parts of an action have at most ${CELL_CLASSES_MAX} different sets of readers, and those of this one have ${length}: disclose more of them alike.`;
}

/** The cell of a move that is not an action, whose payload is one whole: all that read it read all. */
export const WHOLE_MOVE: Layout = arrange('', [{ path: [], readers: [''] }], new Map());

/** Levels of the values of its cells. No delivery and no objection shows a move that is not an action. */
export function levelsOf(layout: Layout): number {
  return layout === WHOLE_MOVE ? JSON_DEPTH_MAX : CELL_DEPTH_MAX;
}

interface ReadPath {
  readonly path: readonly string[];
  readonly readers: readonly string[];
  readonly gate?: string;
  readonly isKept?: true;
}

/** The cells of its gates but those in the clear: all of a gate are read by who sends and by the readers it names. */
function gatesRead(action: Action): readonly ReadPath[] {
  return gatesOf(action).flatMap(({ id, requirement, isPublic, keptForMs }) => {
    if (isPublic) return [];
    const readers = [...new Set([action.sender, ...(requirement.readers ?? [])])].sort();
    const kept = keptForMs === undefined ? {} : ({ isKept: true } as const);
    return GATE_CELLS.map((cell) => ({ path: gatePath(id, cell), readers, gate: id, ...kept }));
  });
}

/** Paths of the cells but the decision's, by pointer: every member, and every part that a disclosure names. */
function pathsOf(definition: Definition, action: Action): ReadonlyMap<string, readonly string[]> {
  const { given, calculated } = membersOf(action);
  const names = [...given, ...calculated];
  const paths = new Map(names.map((name) => [pointerText([name]), [name] as readonly string[]]));
  for (const { pointers } of sharesOf(definition, action))
    for (const pointer of pointers) {
      const path = pathOf(pointer);
      const [member] = path ?? [];
      if (path && member !== undefined && (given.has(member) || calculated.has(member)))
        paths.set(pointerText(path), path);
    }
  return paths;
}

/** Tokens of a disclosure's pointer; a star at its end stands for all that is there. */
function pathOf(pointer: string): readonly string[] | undefined {
  const tokens = parsePointer(pointer);
  return tokens?.at(-1) === '*' ? tokens.slice(0, -1) : tokens;
}

/** Roles are found going down: what is disclosed is disclosed with all below it. */
function readOf(definition: Definition, action: Action, paths: readonly (readonly string[])[]): readonly ReadPath[] {
  const named = new Map<string, string[]>();
  for (const { participantId, pointers } of sharesOf(definition, action))
    for (const pointer of pointers) {
      const path = pathOf(pointer);
      if (path) listAt(named, pointerText(path)).push(participantId);
    }
  const readers = new Map<string, readonly string[]>();
  const readersOf = (path: readonly string[]): readonly string[] => {
    const pointer = pointerText(path);
    const known = readers.get(pointer);
    if (known) return known;
    const above = path.length === 0 ? [] : readersOf(path.slice(0, -1));
    const own = named.get(pointer);
    const all = own ? [...new Set([...above, ...own])].sort() : above;
    readers.set(pointer, all);
    return all;
  };
  return paths.map((path) => ({ path, readers: readersOf(path) }));
}

/**
 * The decision, where it depends on data. Only a role that finds it by itself reads it, or that a disclosure names for
 * it: one of all members is of what the action states, and a route may tell of what others stated before.
 */
function routeOf(definition: Definition, action: Action): readonly ReadPath[] {
  const { outcomes = [], approval } = planOf(definition).actions.get(String(action.id)) ?? {};
  // Votes are public, and how they decide follows from them.
  if (approval || outcomes.length < 2) return [];
  const { sees, cellsOf } = knowledgeOf(definition);
  const operands = resolveNames(definition, action)
    .rules.filter(({ gives }) => gives === undefined)
    .flatMap(({ uses }) => uses.flatMap(({ read }) => cellsOf(action, read)));
  // A role that is given an operand later would learn of it from the decision. A run of this action waits with it.
  const waits = (id: string): boolean =>
    operands.some(({ action: of }) => of !== action && isSealedFor(definition, of, id));
  const path = [ROUTE_MEMBER];
  const pointer = pointerText(path);
  const shares = sharesOf(definition, action).filter(({ pointers }) => pointers.includes(pointer));
  const finding = definition.participants.filter(({ id }) => !waits(id) && operands.every((cell) => sees(id, cell)));
  const readers = [action.sender, ...shares.map(({ participantId }) => participantId), ...finding.map(({ id }) => id)];
  return [{ path, readers: [...new Set(readers)].sort() }];
}

function arrange(sender: string, read: readonly ReadPath[], seals: Seals): Layout {
  const byReaders = new Map<string, ReadClass>();
  const keys = new Map<readonly string[], string>();
  const pointed = read.map(({ path, ...item }) => ({ pointer: pointerText(path), path, ...item }));
  // In the order of their pointers, so that classes come in the order of their first ones.
  for (const { readers, gate, isKept, ...item } of pointed.sort((a, b) => (a.pointer < b.pointer ? -1 : 1))) {
    const key = keys.get(readers) ?? `${gate ?? ''}${JSON.stringify(readers)}`;
    keys.set(readers, key);
    const value = byReaders.get(key) ?? {
      ...{ readers, paths: [] },
      ...(gate !== undefined && { gate }),
      ...(isKept && { isKept }),
    };
    value.paths.push(item);
    byReaders.set(key, value);
  }
  const cells: Cell[] = [];
  const classes = [...byReaders.values()].map(({ paths, ...read }, place): CellClass => {
    const own = paths.map((path, i): Cell => ({ ...path, at: cells.length + i, class: place }));
    cells.push(...own);
    return { ...read, cells: own };
  });
  const [reads, kept] = [new Map<string, number[]>([[sender, []]]), new Map<string, number[]>()];
  for (const [place, { readers, isKept }] of classes.entries())
    for (const role of new Set([sender, ...readers])) listAt(isKept ? kept : reads, role).push(place);
  return {
    ...{ sender, classes, cells, tree: treeOf(cells, 0), seals },
    roles: [...new Set([...reads.keys(), ...kept.keys()])].sort(),
    classesOf: (role) => reads.get(role) ?? [],
    evidenceOf: (role) => kept.get(role) ?? [],
  };
}

type Pointed = Pick<Cell, 'pointer' | 'path'>;

interface ReadClass extends Pick<CellClass, 'readers' | 'gate' | 'isKept'> {
  readonly paths: Pointed[];
}

function treeOf(cells: readonly Cell[], depth: number): CellTree {
  const below = new Map<string, Cell[]>();
  for (const cell of cells) if (cell.path.length > depth) listAt(below, cell.path[depth] as string).push(cell);
  return {
    cell: cells.find(({ path }) => path.length === depth),
    below: new Map([...below].map(([token, of]) => [token, treeOf(of, depth + 1)])),
  };
}

function listAt<K, V>(lists: Map<K, V[]>, key: K): V[] {
  const known = lists.get(key);
  if (known) return known;
  const list: V[] = [];
  lists.set(key, list);
  return list;
}

/** Found once for as long as a layout is held. */
const insides = new WeakMap<Cell, readonly Cell[]>();

/** The cells of a layout that stand in one of them. */
export function insideOf(cells: readonly Cell[], cell: Cell): readonly Cell[] {
  let value = insides.get(cell);
  if (!value) {
    value = partAt(cells, cell.path).inside;
    insides.set(cell, value);
  }
  return value;
}

/** A part of the data: the cell that it stands in, and the cells in it that are their own. */
export interface PartAt {
  readonly owner: Cell | undefined;
  readonly inside: readonly Cell[];
}

/** The cells by which a claim of a gate is read; none of a gate in the clear. Undefined for another path. */
export function claimCells(cells: readonly Cell[], path: readonly string[]): readonly Cell[] | undefined {
  if (!isOfClaims(path)) return undefined;
  const pointers = CLAIM_CELLS.map((cell) => gatePointer(path[1] ?? '', cell));
  return cells.filter(({ pointer }) => pointers.includes(pointer));
}

/** The frame says of which format the others are. */
const CLAIM_CELLS = ['frame', 'issued', 'claims'] as const;

/** By the cells of a layout and a path that its definition names: found once for as long as it is held. */
const parts = new WeakMap<readonly Cell[], Map<string, PartAt>>();

/** The value at a path of the data. */
export function partAt(cells: readonly Cell[], path: readonly string[]): PartAt {
  const known = parts.get(cells) ?? new Map<string, PartAt>();
  parts.set(cells, known);
  // A single token is the usual path, and no pointer begins so.
  const name = path.length === 1 ? `=${path[0]}` : pointerText(path);
  const value = known.get(name) ?? partOf(cells, path);
  if (known.size >= PARTS_KNOWN_MAX) known.clear();
  known.set(name, value);
  return value;
}

function partOf(cells: readonly Cell[], path: readonly string[]): PartAt {
  const startsWith = (long: readonly string[], short: readonly string[]) => short.every((name, i) => long[i] === name);
  const above = cells.filter((cell) => startsWith(path, cell.path));
  const inside = cells.filter((cell) => cell.path.length > path.length && startsWith(cell.path, path));
  return { owner: above.sort((a, b) => b.path.length - a.path.length)[0], inside };
}
