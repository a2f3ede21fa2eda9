// The form of rules (JSON Logic, jsonlogic.com): which operation a rule is, and why one may not be published. Rules
// come from designers: they are interpreted, never compiled (operators/evaluate.ts), and bounded in size and depth.
import { type Issue, issue } from '../../base/issue.js';
import { escapePointer, type Json } from '../../base/json.js';
import { LOGIC_DEPTH_MAX, LOGIC_NODES_MAX } from '../../base/limits/ledger/definitions.js';
import { nearest } from '../../base/nearest.js';
import type { Evaluation } from './logic-values.js';

/** Operators whose second argument runs once an item, with the item as its data. */
export const ITERATORS: ReadonlySet<string> = new Set(['filter', 'map', 'reduce', 'all', 'some', 'none']);

/**
 * Why a rule may not be published: LOGIC_INVALID (an operator that there is not, with its place below `at`) and
 * LOGIC_LIMIT (nodes, depth). An object with one member is an operation; one with none or several is a plain value.
 * `names` are the operators.
 */
export function checkLogic(rule: Json, at: string, names: readonly string[]): Issue[] {
  const issues: Issue[] = [];
  let nodes = 0;
  const visit = (node: Json, path: string, depth: number): void => {
    if (++nodes > LOGIC_NODES_MAX || depth > LOGIC_DEPTH_MAX || typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) {
      for (const [i, item] of node.entries()) visit(item as Json, `${path}/${i}`, depth + 1);
      return;
    }
    const entries = Object.entries(node as Readonly<Record<string, Json>>);
    if (entries.length !== 1) return;
    const [name, args] = entries[0] as [string, Json];
    const inside = `${path}/${escapePointer(name)}`;
    if (!names.includes(name)) issues.push(issue('LOGIC_INVALID', inside, unknownText(name, names)));
    visit(args, inside, depth + 1);
  };
  visit(rule, at, 0);
  if (nodes > LOGIC_NODES_MAX) issues.push(issue('LOGIC_LIMIT', at, `A rule has at most ${LOGIC_NODES_MAX} parts.`));
  if (deeper(rule, LOGIC_DEPTH_MAX))
    issues.push(issue('LOGIC_LIMIT', at, `A rule nests at most ${LOGIC_DEPTH_MAX} levels.`));
  return issues;
}

/** The operation of a rule, arguments always as a list; undefined for a plain value. */
export function operationOf(rule: Json): { readonly name: string; readonly args: readonly Json[] } | undefined {
  if (typeof rule !== 'object' || rule === null || Array.isArray(rule)) return undefined;
  const names = Object.keys(rule);
  if (names.length !== 1) return undefined;
  const name = names[0] as string;
  const args = (rule as Readonly<Record<string, Json>>)[name] as Json;
  return { name, args: Array.isArray(args) ? args : [args] };
}

function deeper(node: Json, levels: number): boolean {
  if (typeof node !== 'object' || node === null) return false;
  if (levels === 0) return true;
  return Object.values(node).some((child) => deeper(child as Json, levels - 1));
}

/** Ends an evaluation that nests too deep. */
export function tooDeep(run: Evaluation): null {
  run.problem ??= issue('LOGIC_LIMIT', '', `A rule nests at most ${LOGIC_DEPTH_MAX} levels.`);
  return null;
}

/** How a quotient is rounded is a rule of the business. */
const NO_SLASH = 'There is no operator "/": say how it is rounded, as in {"div": [a, b, 2, "half-even"]}.';

/** The message for an operator that there is not. */
export function unknownText(name: string, names: readonly string[]): string {
  if (name === '/') return NO_SLASH;
  const near = nearest(name.slice(0, 20), names);
  return `There is no operator of that name${near === undefined ? '' : `; did you mean ${near}`}.`;
}
