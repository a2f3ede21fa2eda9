// What a costly step found for a transaction, kept with it for as long as somebody holds it: a pool judges what it holds again and again, and every docket does.
import type { Issue } from '../../base/issue.js';
import type { Transaction } from '../types.js';

export interface Found {
  readonly issues: readonly Issue[];
  /** Steps of schemas that it took (rules 2). */
  readonly steps: number;
}

interface Row extends Found {
  readonly rules: number;
}

const rows = new WeakMap<Transaction, Row>();

/** What the check finds under the rules: remembered, or found now. */
export function remembered(tx: Transaction, rules: number, find: () => Found): Found {
  const row = rows.get(tx);
  if (row?.rules === rules) return row;
  const found = { rules, ...find() };
  rows.set(tx, found);
  return found;
}

/** Steps that the payload of an action took when it was judged under these rules; 0 for what was not. */
export function stepsOf(tx: Transaction, rules: number): number {
  const row = rows.get(tx);
  return row?.rules === rules ? row.steps : 0;
}
