// The order of the calculations of an action in language 2: after those whose results they read, whatever the spelling or place in a file.
import { type Order, orderBy } from '../calculate.js';
import type { Action, Definition } from '../types.js';
import { resolvedOf } from './resolve.js';

/** The order, or the fields that wait for each other or for themselves. */
export function calculationOrder2(definition: Definition, action: Action): Order {
  const waits = new Map<string, ReadonlySet<string>>();
  for (const { gives, uses } of resolvedOf(definition, action).rules)
    if (gives !== undefined)
      waits.set(gives, new Set(uses.flatMap(({ read }) => (read.kind === 'calc' ? [read.path[0] as string] : []))));
  return orderBy(waits);
}
