// The finding of a costly step for a transaction, kept with it for as long as somebody holds it: a pool judges its
// transactions again and again, and every docket does.
import type { Issue } from '../../base/issue.js';
import type { Transaction } from '../../model/transaction.js';

export interface Found {
  readonly issues: readonly Issue[];
  /** Steps of schemas that it took. */
  readonly steps: number;
}

interface Row extends Found {
  readonly rules: number;
}

const rows = new WeakMap<Transaction, Row>();

/** The finding of the check under the rules: remembered, or found now. */
export function remember(tx: Transaction, rules: number, find: () => Found): Found {
  const row = rows.get(tx);
  if (row?.rules === rules) return row;
  const value = { rules, ...find() };
  rows.set(tx, value);
  return value;
}

/** Steps that depend on where the transaction stands: those of its newest judgement. */
const placed = new WeakMap<Transaction, number>();

/** Notes the steps that judging the transaction in its place took just now. */
export function chargeInPlace(tx: Transaction, steps: number): void {
  placed.set(tx, steps);
}

/** The same of the rows that say whether what it reads was delivered. */
const looked = new WeakMap<Transaction, number>();

export function chargeForRows(tx: Transaction, steps: number): void {
  looked.set(tx, steps);
}

/** The same of its gates in the clear. */
const gated = new WeakMap<Transaction, number>();

export function chargeForGates(tx: Transaction, steps: number): void {
  gated.set(tx, steps);
}

/**
 * Steps that an action took when it was judged under these rules, its payload alone and in its place; 0 for what was
 * not.
 */
export function stepsOf(tx: Transaction, rules: number): number {
  const row = rows.get(tx);
  const inPlace = (placed.get(tx) ?? 0) + (looked.get(tx) ?? 0) + (gated.get(tx) ?? 0);
  return (row?.rules === rules ? row.steps : 0) + inPlace;
}
