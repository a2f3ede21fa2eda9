// Which fields of the data a JSON Logic rule reads, found without running it. Where that cannot be known the answer is
// all of them, never fewer.
import type { Json } from '../../base/json.js';
import { ITERATORS, operationOf } from './logic.js';

interface Reads {
  /** Top-level fields that are named. */
  readonly fields: ReadonlySet<string>;
  /** True if the rule may read any field: it reads the data as a whole, or calculates a name. */
  readonly whole: boolean;
}

/** The top-level fields that a rule reads. The rule has passed `checkLogic`, which bounds the recursion. */
export function readsOf(rule: Json): Reads {
  const { names, whole } = namesIn(rule);
  return { fields: new Set([...names].map((name) => name.split('.')[0] as string)), whole };
}

/** The names that a checked rule reads, whole (`act.3.price`), in the order in which it does. */
export function variablesIn(rule: Json): readonly string[] {
  return [...namesIn(rule).names];
}

function namesIn(rule: Json): { readonly names: ReadonlySet<string>; readonly whole: boolean } {
  const names = new Set<string>();
  let whole = false;
  const name = (path: Json): void => {
    if (typeof path === 'number' || (typeof path === 'string' && path !== '')) names.add(String(path));
    else whole = true;
  };
  const visit = (node: Json): void => {
    if (Array.isArray(node)) {
      for (const item of node) visit(item as Json);
      return;
    }
    const operation = operationOf(node);
    if (operation === undefined) return;
    const { name: operator, args } = operation;
    if (operator === 'var') name(args[0] ?? null);
    if (operator === 'missing') for (const path of Array.isArray(args[0]) ? args[0] : args) name(path as Json);
    if (operator === 'missing_some') {
      if (Array.isArray(args[1])) for (const path of args[1]) name(path as Json);
      else whole = true;
    }
    // The second argument of an iterator sees the item, not the data.
    for (const [i, arg] of args.entries()) if (!(ITERATORS.has(operator) && i === 1)) visit(arg);
  };
  visit(rule);
  return { names, whole };
}

/** True if the rule reads nothing but these fields: then it needs no data of earlier actions. */
export function readsOnly(rule: Json, has: (field: string) => boolean): boolean {
  const { fields, whole } = readsOf(rule);
  return !whole && [...fields].every(has);
}
