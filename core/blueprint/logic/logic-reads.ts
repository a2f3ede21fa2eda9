// The names that a rule reads, found without running it.
import type { Json } from '../../base/json.js';
import { ITERATORS, operationOf } from './logic.js';

/** The names that a checked rule reads, whole (`act.3.price`), in the order in which it does. */
export function variablesIn(rule: Json): readonly string[] {
  const names = new Set<string>();
  const name = (path: Json): void => {
    if (typeof path === 'string' && path !== '') names.add(path);
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
    if (operator === 'missing_some' && Array.isArray(args[1])) for (const path of args[1]) name(path as Json);
    // The second argument of an iterator sees the item, not the data.
    for (const [i, arg] of args.entries()) if (!(ITERATORS.has(operator) && i === 1)) visit(arg);
  };
  visit(rule);
  return [...names];
}
