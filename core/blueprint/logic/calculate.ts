// The order of calculated fields: that of their dependencies, never of their spelling in a file. Canonical JSON sorts
// members, and the same definition must give the same values wherever it was read.
import { type Issue, issue } from '../../base/issue.js';
import type { JsonObject } from '../../base/json.js';

export interface Calculated {
  /** The calculated fields. */
  readonly data: JsonObject;
  /** Their names, in the order in which they ran. */
  readonly calculated: readonly string[];
}

/** Fields in the order in which they are calculated; or those that wait for each other. */
export type CalculationOrder = { readonly fields: readonly string[] } | { readonly cycle: readonly string[] };

/** Each field after those that it waits for, by code units among equals. */
export function orderBy(waits: ReadonlyMap<string, ReadonlySet<string>>): CalculationOrder {
  const done = new Set<string>();
  let open = [...waits.keys()].sort();
  while (open.length > 0) {
    const next = open.find((field) => [...(waits.get(field) ?? [])].every((other) => done.has(other)));
    if (next === undefined) return { cycle: open };
    done.add(next);
    open = open.filter((field) => field !== next);
  }
  return { fields: [...done] };
}

export function cycleIssue(cycle: readonly string[]): Issue {
  return issue('LOGIC_INVALID', '/calculations', `Calculations wait for each other: ${cycle.slice(0, 10).join(', ')}.`);
}
