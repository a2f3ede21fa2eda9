// Where the rules read, found without running them: every name with its place and whether the rule can go
// on without a value. A name that is itself calculated has no meaning before the data is there, so no rule may have
// one.
import { escapePointer, type Json } from '../../base/json.js';
import type { ItemName } from '../logic/facts.js';
import { ITERATORS, operationOf } from '../logic/logic.js';

export interface Use {
  /** The name as it is written; undefined for one that is not text. */
  readonly name: string | undefined;
  /** JSON Pointer below the rule. */
  readonly at: string;
  /** The rule has a value also where the name has none: it gives a default, or asks whether there is one. */
  readonly mayBeAbsent: boolean;
  /** Names of the list operator around it. */
  readonly items: readonly ItemName[];
  /** The rule that gives the list of that operator. */
  readonly over?: Json;
}

const NO_ITEMS: readonly ItemName[] = [];
export const ITEMS: readonly ItemName[] = ['item', 'index'];
const REDUCED: readonly ItemName[] = ['item', 'index', 'current', 'accumulator'];

/** Every use of a name in a rule, which has passed `checkLogic`: that bounds the recursion. */
export function usesOf(rule: Json): readonly Use[] {
  const uses: Use[] = [];
  visit(rule, { at: '', items: NO_ITEMS }, uses);
  return uses;
}

type UsePlace = Pick<Use, 'at' | 'items' | 'over'>;

function visit(node: Json, place: UsePlace, uses: Use[]): void {
  const { at } = place;
  if (Array.isArray(node)) {
    for (const [i, item] of node.entries()) visit(item as Json, { ...place, at: `${at}/${i}` }, uses);
    return;
  }
  const operation = operationOf(node);
  if (operation === undefined) return;
  const { name, args } = operation;
  const below = `${at}/${escapePointer(name)}`;
  const isList = Array.isArray((node as Readonly<Record<string, Json>>)[name]);
  const placeOf = (i: number): string => (isList ? `${below}/${i}` : below);
  const add = (written: Json | undefined, where: string, mayBeAbsent: boolean): void => {
    uses.push({ ...place, name: typeof written === 'string' ? written : undefined, at: where, mayBeAbsent });
  };
  const addAll = (names: Json | undefined, where: string): void => {
    if (!Array.isArray(names)) add(undefined, where, true);
    else for (const [i, written] of names.entries()) add(written as Json, `${where}/${i}`, true);
  };
  if (name === 'var') add(args[0], placeOf(0), args.length > 1);
  else if (name === 'has') add(args[0], placeOf(0), true);
  else if (name === 'missing')
    addAll(Array.isArray(args[0]) ? args[0] : args, Array.isArray(args[0]) ? placeOf(0) : below);
  else if (name === 'missing_some') addAll(args[1], placeOf(1));
  for (const [i, arg] of args.entries()) {
    if (isName(name, i)) continue;
    const isBody = ITERATORS.has(name) && i === 1;
    const inside = isBody ? { items: name === 'reduce' ? REDUCED : ITEMS, over: args[0] ?? null } : place;
    visit(arg, { ...inside, at: placeOf(i) }, uses);
  }
}

/** True for an argument that holds names and no rule. */
export function isName(operator: string, i: number): boolean {
  if (operator === 'var' || operator === 'has') return i === 0;
  return operator === 'missing' || (operator === 'missing_some' && i === 1);
}
