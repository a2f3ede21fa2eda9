// Recomputes what another party calculated and decided, where this reader sees every operand. It finds fault only where
// the sender must have had the same operands: an operand that the two may see differently is left alone.

import { canonical, type Json, type JsonObject } from '../../base/json.js';
import { isFailure } from '../../base/result.js';
import { calculationOrder } from '../../blueprint/logic/calculate.js';
import { evaluate } from '../../blueprint/logic/logic.js';
import { readsOf } from '../../blueprint/logic/logic-reads.js';
import { type Budget, truthy } from '../../blueprint/logic/logic-values.js';
import { project } from '../../blueprint/names/disclose.js';
import type { NameStanding } from '../../blueprint/names/statements.js';
import type { PlannedAction, RouteOutcome } from '../../blueprint/plan/planned.js';
import { hasCondition } from '../../blueprint/plan/routes.js';
import { showsAll } from '../../blueprint/schemas/seen-schema.js';

/**
 * The operand as the sender had it: a value, nothing, not known to this reader, or not known to it because the sender
 * did not show it.
 */
export type Operand = { readonly value: Json; readonly by?: string } | 'absent' | 'unknown' | 'withheld';

/** Names that the calculations and the conditions of an action read. */
export function operandsOf({ action, routes }: Pick<PlannedAction, 'action' | 'routes'>): readonly string[] {
  const rules = [
    ...Object.values(action.calculations ?? {}),
    ...routes.filter(hasCondition).map((one) => one.condition),
  ];
  return [...new Set(rules.flatMap((rule) => [...readsOf(rule as Json).fields]))];
}

export interface Recomputed {
  readonly planned: PlannedAction;
  readonly standingOf: (name: string) => NameStanding;
  /** The data of the action that the reader sees, and the pointers that show it. */
  readonly seen: JsonObject;
  readonly pointers: readonly string[];
  /** Undefined where the action states no decision that is one. */
  readonly outcome: RouteOutcome | undefined;
  /** The data of earlier actions, as the sender had it. */
  readonly earlier: (name: string) => Operand;
  /** Nothing came before. */
  readonly isFirst: boolean;
}

/** A calculated member, or the decision, that is not what the operands give. */
export interface Miscomputed {
  /** Name of the member; undefined for the decision. */
  readonly name?: string;
  readonly reason: 'calculation' | 'missing' | 'route';
}

/**
 * The calculated members, and the decision, that are not those that the operands give; [] where this reader cannot
 * tell.
 */
export function miscomputed(run: Recomputed, budget: Budget): readonly Miscomputed[] {
  const order = calculationOrder(run.planned.action);
  if ('cycle' in order) return [];
  const known = new Map<string, Operand>();
  const wrong: Miscomputed[] = [];
  for (const name of order.fields) {
    const rule = run.planned.action.calculations?.[name] as Json;
    const result = resultOf(rule, { run, known, budget });
    const stated = Object.hasOwn(run.seen, name) ? (run.seen[name] as Json) : undefined;
    const shows = shownOf(run, name);
    if (result === 'refused' || (stated === undefined && shows === 'all'))
      wrong.push({ name, reason: result === 'refused' ? 'calculation' : 'missing' });
    else if (result !== 'unknown') {
      const expected = shows === 'all' ? result.value : project({ [name]: result.value }, run.pointers)[name];
      if (!isSame(expected, stated)) wrong.push({ name, reason: 'calculation' });
    }
    if (typeof result === 'object') known.set(name, result);
    else known.set(name, shows === 'all' && stated !== undefined ? { value: stated } : 'unknown');
  }
  if (misrouted(run, known, budget)) wrong.push({ reason: 'route' });
  return wrong;
}

interface Work {
  readonly run: Recomputed;
  readonly known: ReadonlyMap<string, Operand>;
  readonly budget: Budget;
}

/** The value of a rule; `refused` where it has none, with which an honest sender does not get on. */
function resultOf(rule: Json, { run, known, budget }: Work): { readonly value: Json } | 'unknown' | 'refused' {
  const { fields, whole } = readsOf(rule);
  const data: [string, Json][] = [];
  let isKnown = true;
  if (whole) {
    if (!run.isFirst || !showsAll(run.pointers, run.seen)) return 'unknown';
    data.push(...Object.entries(run.seen).filter(([name]) => run.standingOf(name) !== 'calculated'));
    for (const [name, operand] of known) {
      if (operand === 'unknown') return 'unknown';
      if (typeof operand === 'object') data.push([name, operand.value]);
    }
  } else
    for (const name of fields) {
      const operand = known.get(name) ?? operandOf(run, name);
      if (operand === 'withheld') return 'refused';
      if (operand === 'unknown') isKnown = false;
      else if (operand !== 'absent') data.push([name, operand.value]);
    }
  if (!isKnown) return 'unknown';
  const found = evaluate(rule, Object.fromEntries(data), budget);
  return isFailure(found) ? 'refused' : { value: found };
}

/** The operand that the sender's rules read under a name, before anything is calculated. */
function operandOf(run: Recomputed, name: string): Operand {
  const is = run.standingOf(name);
  if (is !== 'own' && is !== 'loose') return run.earlier(name);
  if (shownOf(run, name) !== 'all') return 'unknown';
  if (!Object.hasOwn(run.seen, name)) return run.earlier(name);
  const mine = { value: run.seen[name] as Json };
  if (is === 'own') return mine;
  const before = run.earlier(name);
  if (before === 'unknown' || before === 'withheld') return 'unknown';
  return before === 'absent' || before.by === run.planned.sender.id ? mine : before;
}

function shownOf({ pointers, seen }: Pick<Recomputed, 'pointers' | 'seen'>, name: string): 'all' | 'part' {
  return showsAll(pointers, seen) || project({ [name]: true }, pointers)[name] === true ? 'all' : 'part';
}

/** True where a condition that was tried has another value than the decision says. */
function misrouted(run: Recomputed, known: Work['known'], budget: Budget): boolean {
  const { outcome, planned } = run;
  if (!outcome) return false;
  const matched = outcome.reasonCode === 'ConditionMatched';
  const stops = matched || outcome.reasonCode === 'Unconditional';
  return planned.routes.some((route, i) => {
    if ((stops && i > outcome.i) || !hasCondition(route)) return false;
    const found = resultOf(route.condition as Json, { run, known, budget });
    if (found === 'unknown') return false;
    return found === 'refused' || truthy(found.value) !== (matched && i === outcome.i);
  });
}

function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return a === undefined || b === undefined ? a === b : canonical(a) === canonical(b);
}
