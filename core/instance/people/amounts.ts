// Amounts up to which a deputy acts, compared with the data of a run. The same for the node of the deputy, for every
// validator and for each reader. Pure.
import { isObject, type Json } from '../../base/json.js';
import { parsePointer, pointerText } from '../../blueprint/definition/pointer.js';
import type { Action, Definition } from '../../blueprint/definition/types.js';
import { membersOf } from '../../blueprint/names/members.js';
import type { AmountBound, RunRow } from '../../blueprint/state/run-row.js';
import { compareDecimals, decimalOf, decimalOfNumber, negative } from '../../values/decimal.js';
import { type Money, moneyOf } from '../../values/money.js';

/** The place at which a reader finds, and an objection says, that a deputy did more than it may. */
export const DELEGATION = '/delegation';

/** The same of a confirmation that a deputy sent for a role. */
export function confirmingPlace(role: string): string {
  return `${DELEGATION}${pointerText([role])}`;
}

/** The role whose confirmation a place is about; undefined for every other place. */
export function confirmingRole({
  ground,
  at,
}: {
  readonly ground?: unknown;
  readonly at?: unknown;
}): string | undefined {
  if (ground !== 'delegation' || typeof at !== 'string') return undefined;
  const [name, role, ...more] = parsePointer(at) ?? [];
  return pointerText([name ?? '']) === DELEGATION && more.length === 0 ? role : undefined;
}

/** True for the places at which a reader finds that a deputy did more than it may. */
export function isDelegation(rule: string): boolean {
  return rule === DELEGATION || rule.startsWith(`${DELEGATION}/`);
}

/** The amounts of which the deputy that a place is about keeps one; undefined where there is none. */
export function boundsAt({ answers = {}, max }: Pick<RunRow, 'answers' | 'max'>, at: string): RunRow['max'] {
  const role = confirmingRole({ ground: 'delegation', at });
  if (role === undefined) return at === DELEGATION ? max : undefined;
  return Object.hasOwn(answers, role) ? answers[role]?.max : undefined;
}

/** The path of the member that a bound names, in the data of an action. */
export function pathOf({ var: name }: AmountBound): readonly string[] {
  return name.split('.').slice(1);
}

/** False where no money of the definition has the currency that the bound names. */
export function isNamed({ currencies = {} }: Pick<Definition, 'currencies'>, { currency }: AmountBound): boolean {
  return currency === undefined || Object.hasOwn(currencies, currency);
}

/** False where no run of the action has the member that the bound names. */
export function isStated(action: Action, max: AmountBound): boolean {
  const { given, calculated } = membersOf(action);
  const [name = ''] = pathOf(max);
  return given.has(name) || calculated.has(name);
}

/**
 * Whether an amount is within the bound of a delegation; undefined where the data does not say. A negative amount is as
 * large as it is without its sign: what flows the other way commits too. Money is within a bound of its currency alone.
 */
export function isWithin(max: AmountBound, data: Json): boolean | undefined {
  let value: Json | undefined = data;
  for (const part of pathOf(max))
    value = isObject(value) && Object.hasOwn(value, part) ? (value[part] as Json) : undefined;
  const outcome = value === undefined ? undefined : amountOf(value);
  const most = decimalOf(max.upTo);
  if (!outcome || !most) return undefined;
  const { amount, currency } = outcome;
  return currency === max.currency && compareDecimals(amount.units < 0n ? negative(amount) : amount, most) <= 0;
}

function amountOf(value: Json): (Partial<Pick<Money, 'currency'>> & Pick<Money, 'amount'>) | undefined {
  const amount = typeof value === 'number' ? decimalOfNumber(value) : undefined;
  const decimal = typeof value === 'string' ? decimalOf(value) : amount;
  return decimal ? { amount: decimal } : moneyOf(value);
}
