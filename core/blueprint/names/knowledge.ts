// Knowledge of roles: which roles see a member of an action's data, who can check a rule, and which reads
// surely find a value. All of it follows from the definition, so a designer learns it before anybody acts.

import { hasBit } from '../../flow/bits.js';
import { isJoin } from '../../flow/net.js';
import { surelyDone, waysOf } from '../../flow/ways.js';
import { parsePointer } from '../definition/pointer.js';
import type { Action, Definition } from '../definition/types.js';
import { ITEM_NAMES, type ItemName, type Read } from '../logic/facts.js';
import { approvalOf } from '../plan/approval.js';
import { planOf } from '../plan/plan.js';
import { turnsOf } from '../plan/turns.js';
import { type ClaimedGate, gateAt, isClaimCertain, isOfClaims, pathInGate } from './claims.js';
import { typesOf } from './definition-types.js';
import { pointersFor } from './disclose.js';
import { membersOf } from './members.js';
import type { ResolvedRule, ResolvedUse } from './resolve.js';

/** A part of an action's data; the path starts with the member. */
interface Cell {
  readonly action: Action;
  readonly path: readonly string[];
}

export interface Knowledge {
  /** True where the role sends the action, or a disclosure shows it all of the cell. */
  readonly sees: (role: string, cell: Cell) => boolean;
  /** The cells that a rule of the action reads by a name; none for what everybody knows. */
  readonly cellsOf: (action: Action, read: Read) => readonly Cell[];
  /** Roles other than the sender that see every operand of a rule, and what it gives. */
  readonly checkersOf: (action: Action, rule: Pick<ResolvedRule, 'uses' | 'gives'>) => readonly string[];
  /** Actions that surely have a run in force when the action runs. */
  readonly pastActions: (action: Action) => ReadonlySet<number>;
  /** Why a name that a rule of the action uses may find nothing; undefined where it always finds a value. */
  readonly doubt: (action: Action, use: ResolvedUse) => NameDoubt | undefined;
}

export type NameDoubt =
  /** The action need not have run. */
  | { readonly why: 'not run'; readonly actions: readonly number[] }
  /** The action need not run in each turn of its loop. */
  | { readonly why: 'not in this turn'; readonly action: number }
  /** The action need not state it. */
  | { readonly why: 'not required'; readonly action: number }
  /** A first action follows nothing. */
  | { readonly why: 'first' }
  /** An item of a list need not have it. */
  | { readonly why: 'item' };

const known = new WeakMap<Definition, Knowledge>();

/** Found once for as long as the definition is held. Its targets and priors are there. */
export function knowledgeOf(definition: Definition): Knowledge {
  let knowledge = known.get(definition);
  if (!knowledge) {
    knowledge = makeKnowledge(definition);
    known.set(definition, knowledge);
  }
  return knowledge;
}

function makeKnowledge(definition: Definition): Knowledge {
  const byId = new Map(definition.actions.map((action) => [action.id, action]));
  const sees = seeing(definition);
  // Only what is surely there asks for it.
  let value: ReadonlyMap<number, Done> | undefined;
  const doneActions = (): ReadonlyMap<number, Done> => {
    value ??= actionsBefore(definition);
    return value;
  };
  const cellsOf = (action: Action, read: Read): readonly Cell[] => {
    if (read.kind === 'in' || read.kind === 'calc') return [{ action, path: read.path }];
    const path = 'path' in read ? read.path : [];
    const ids = read.kind === 'fact' ? read.actions : 'path' in read && 'action' in read ? [read.action] : [];
    return ids.flatMap((id) => {
      const of = byId.get(id);
      return of ? [{ action: of, path }] : [];
    });
  };
  /** A member of an item is certain where the list is a member as it stands. */
  const doubtOfItem = (action: Action, { kind, path }: ItemRead, list: Read | undefined): NameDoubt | undefined => {
    if (path.length === 0 && kind !== 'accumulator') return undefined;
    if (kind === 'accumulator') return path.length === 0 ? undefined : { why: 'item' };
    // A vote says its role and itself, and nothing else.
    if (list?.kind === 'votes' && ['role', 'vote'].includes(path.join('.'))) return undefined;
    const cells = list && !isOfItem(list) ? cellsOf(action, list) : [];
    const isItem = list?.kind !== 'runs';
    const isCertain = cells.every((cell) => isCertainIn(cell, path, isItem));
    return cells.length > 0 && isCertain ? undefined : { why: 'item' };
  };
  const pastActions = (action: Action): ReadonlySet<number> => doneActions().get(action.id)?.before ?? new Set();
  return {
    sees,
    cellsOf,
    pastActions,
    checkersOf: (action, { uses, gives }) => {
      const operands = uses.flatMap(({ read }) => cellsOf(action, read));
      const cells = gives === undefined ? operands : [{ action, path: [gives] }, ...operands];
      return definition.participants
        .map(({ id }) => id)
        .filter((role) => role !== action.sender && cells.every((cell) => sees(role, cell)));
    },
    doubt: (action, { read, list }) => {
      if (isOfItem(read)) return doubtOfItem(action, read, list);
      if (read.kind === 'time')
        return read.of === 'previous' && doneActions().get(action.id)?.opens ? { why: 'first' } : undefined;
      if (read.kind === 'runs' || read.kind === 'count' || read.kind === 'votes') return undefined;
      const cells = cellsOf(action, read);
      const before = pastActions(action);
      const ids = isOfRun(read) ? cells.map(({ action: { id } }) => id) : [];
      if (ids.length > 0 && !ids.some((id) => before.has(id))) return { why: 'not run', actions: ids };
      if (read.kind === 'turn' && !turnsOf(definition).isSure(read.action, action.id))
        return { why: 'not in this turn', action: read.action };
      const open = cells.find((cell) => !isCertain(cell) && !isPartOfMoney(definition, cell));
      return open && { why: 'not required', action: open.action.id };
    },
  };
}

function isCertain({ action, path }: Cell): boolean {
  const gate = gateAt(action, path);
  return gate ? isClaimCertain(gate, path) : membersOf(action).isCertain(path);
}

function isCertainIn({ action, path }: Cell, rest: readonly string[], isItem: boolean): boolean {
  const gate = gateAt(action, path);
  return gate
    ? membersOf(gate.action).isCertainIn(pathInGate(path), rest, isItem)
    : membersOf(action).isCertainIn(path, rest, isItem);
}

/** An amount that is calculated has its two parts, whether or not a schema says that it is money. */
function isPartOfMoney(definition: Definition, { action, path: [member = '', part, ...rest] }: Cell): boolean {
  if (!membersOf(action).calculated.has(member) || part === undefined || rest.length > 0) return false;
  const { kind, member: parts, nullable } = typesOf(definition).givenType(action, member);
  return kind === 'money' && !nullable && parts?.(part) !== undefined;
}

type ItemRead = Extract<Read, { readonly kind: ItemName }>;

function isOfRun({ kind }: Read): boolean {
  return kind === 'act' || kind === 'turn' || kind === 'fact';
}

function isOfItem(read: Read): read is ItemRead {
  return (ITEM_NAMES as readonly string[]).includes(read.kind);
}

function seeing(definition: Definition): Knowledge['sees'] {
  const shown = new Map<Action, Map<string, readonly (readonly string[])[]>>();
  const pathsFor = (role: string, action: Action): readonly (readonly string[])[] => {
    const of = shown.get(action) ?? new Map<string, readonly (readonly string[])[]>();
    shown.set(action, of);
    let paths = of.get(role);
    if (!paths) {
      paths = pointersFor(definition, action, new Set([role])).flatMap((pointer) => {
        const tokens = parsePointer(pointer);
        return tokens ? [tokens.at(-1) === '*' ? tokens.slice(0, -1) : tokens] : [];
      });
      of.set(role, paths);
    }
    return paths;
  };
  return (role, { action, path }) =>
    (action.sender === role && approvalOf(action) === undefined) ||
    (isOfClaims(path)
      ? readsGate(role, gateAt(action, path))
      : pathsFor(role, action).some(
          (tokens) => tokens.length <= path.length && tokens.every((token, i) => token === path[i]),
        ));
}

/** The whole of what is shown at a gate, or nothing of it: no disclosure names a part. */
function readsGate(role: string, gate: ClaimedGate | undefined): boolean {
  const { evidence, readers = [] } = gate?.requirement ?? {};
  return evidence === 'public' || readers.includes(role);
}

interface Done {
  readonly before: ReadonlySet<number>;
  /** It may be the first of an instance. */
  readonly opens: boolean;
}

function actionsBefore(definition: Definition): ReadonlyMap<number, Done> {
  const ways = waysOf(planOf(definition).net());
  const done = surelyDone(ways);
  const ids = ways.actions.map(({ id }) => id);
  return new Map(
    ways.actions.map((action, place) => [
      action.id,
      {
        before: new Set(ids.filter((_, i) => hasBit(done[place] as bigint, i))),
        opens: action.isStart && !isJoin(action),
      },
    ]),
  );
}
