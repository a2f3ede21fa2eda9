// The members of a record as the rule that makes it tells them, where no schema says it: they stand in the rule.
import { isObject, type Json } from '../../base/json.js';
import type { Action } from '../definition/types.js';
import { operationOf } from '../logic/logic.js';

/** It is there in every result; nothing is known of it; or the record at `at` has other members. */
export type Made = 'there' | 'open' | { readonly at: number; readonly names: readonly string[] };

/** The values that the calculation of the first name of a path gives to the rest of it. */
export function valuesAt({ calculations = {} }: Action, [first = '', ...rest]: readonly string[]): Made {
  let rule = Object.hasOwn(calculations, first) ? (calculations[first] as Json) : null;
  for (const [i, token] of rest.entries()) {
    const operation = operationOf(rule);
    if (operation?.name !== 'record') return 'open';
    const names = operation.args.filter((_, place) => place % 2 === 0);
    const place = names.indexOf(token);
    if (place < 0) return { at: i + 1, names: names.filter((name) => typeof name === 'string') };
    rule = operation.args[2 * place + 1] ?? null;
  }
  return 'there';
}

/** A timer that ends the action records data of its own in place of what rules give. */
export function isInTimers({ timers = [] }: Action, path: readonly string[]): boolean {
  const has = (data: Json): boolean => {
    let value: Json | undefined = data;
    for (const token of path) value = isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
    return value !== undefined;
  };
  return timers.every(({ data }) => data === undefined || has(data));
}
