// Whether the bound of a deputy (`max` of a delegation) can be compared with anything that its actions state. Where
// not, the deputy is refused for good, which its holder would learn only while away. Pure; it judges no move.
import { nearest } from '../../base/nearest.js';
import type { Action, Definition } from '../definition/types.js';
import type { AmountBound } from '../state/run-row.js';
import { type Type, typeText } from '../typing/type.js';
import { typesOf } from './definition-types.js';
import { membersOf } from './members.js';

const NUMBERS: ReadonlySet<Type['kind']> = new Set(['decimal', 'integer', 'number']);

/** Why none of the actions has an amount for the bound, and what to say instead; undefined where one has. */
export function boundProblem(definition: Definition, actions: readonly Action[], max: AmountBound): string | undefined {
  const types = actions.map((action) => typeOfBound(definition, action, max));
  const reasons = types.map((type) => (type ? reasonOf(definition, type, max) : ''));
  if (reasons.length === 0 || reasons.includes(undefined)) return undefined;
  return reasons.find((reason) => reason !== '') ?? unstatedFault(actions, max);
}

/** The bound that a delegation has, where none of the actions that it is for could keep it. */
export function delegatedProblem(
  definition: Definition,
  role: string,
  { actions, max }: { readonly actions?: readonly number[]; readonly max?: AmountBound },
): string | undefined {
  if (!max) return undefined;
  const meant = definition.actions.filter(
    (action) => action.confirm?.by.includes(role) || (actions ? actions.includes(action.id) : isDoneBy(action, role)),
  );
  return boundProblem(definition, meant, max);
}

function isDoneBy({ sender, approval, timers = [] }: Action, role: string): boolean {
  if (approval) return approval.of.some((voter) => voter.role === role);
  return sender === role || timers.some(({ also }) => also?.includes(role));
}

/** Undefined where the action states no such member. */
function typeOfBound(definition: Definition, action: Action, { var: name }: AmountBound): Type | undefined {
  const [space, member = '', ...path] = name.split('.');
  const { given, calculated } = membersOf(action);
  if (!(space === 'in' ? given : calculated).has(member)) return undefined;
  const types = typesOf(definition);
  const rule = [...types.rulesOf(action).values()].find(({ gives }) => gives === member);
  const declared = types.declaredType(action, member);
  const whole = declared.kind === 'any' && rule ? rule.type : declared;
  return path.reduce<Type | undefined>((type, part) => (type?.kind === 'any' ? type : type?.member?.(part)), whole);
}

/** Undefined for a type of which the bound can say whether a value is more. */
function reasonOf(
  { currencies = {} }: Definition,
  type: Type,
  { var: name, currency }: AmountBound,
): string | undefined {
  if (type.kind === 'any') return undefined;
  const names = Object.keys(currencies).sort().join(', ');
  if (type.kind === 'money') {
    if (currency !== undefined && Object.hasOwn(currencies, currency)) return undefined;
    return currency === undefined
      ? `${name} is money, and this bound names no currency: say one of ${names}.`
      : `${name} is money, and of no ${currency}: the currencies of the blueprint are ${names}.`;
  }
  if (!NUMBERS.has(type.kind)) return `${name} is ${typeText(type)}, and no amount: name a decimal, a number or money.`;
  return currency === undefined ? undefined : `${name} is ${typeText(type)} without a currency: leave ${currency} out.`;
}

function unstatedFault(actions: readonly Action[], { var: name }: AmountBound): string {
  const known = actions.flatMap((action) => {
    const { given, calculated } = membersOf(action);
    return [...[...given].map((entry) => `in.${entry}`), ...[...calculated].map((entry) => `calc.${entry}`)];
  });
  const near = nearest(name, known);
  const ids = actions.map(({ id }) => id).join(', ');
  return `No run of action ${ids} states ${name}${near === undefined ? '.' : `: did you mean ${near}?`}`;
}
