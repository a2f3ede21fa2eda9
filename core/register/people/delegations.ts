// Delegations in a participant record: who acts for the participant, in what, and how long. Their form, and whether one
// counts at a time. Pure; whose roles they reach is asked in core/instance/people/deputies.ts.
import { type Issue, issue } from '../../base/issue.js';
import { hasOnly, isObject } from '../../base/json.js';
import {
  DELEGATED_ACTIONS_MAX,
  DELEGATED_BLUEPRINTS_MAX,
  DELEGATION_MS_MAX,
  DELEGATIONS_MAX,
} from '../../base/limits/ledger/people.js';
import { ID_LENGTH_MAX } from '../../base/limits/ledger/transactions.js';
import { isTimestamp } from '../../transaction/structure.js';
import { decimalOf } from '../../values/decimal.js';
import { isCurrency } from '../../values/money.js';

/** An amount up to which the deputy acts. */
export interface DelegatedAmount {
  /** `in.NAME` or `calc.NAME`: a member that the action is given, or calculates. */
  readonly var: string;
  /** A decimal that is not negative; the value of the member is at most that, whatever its sign. */
  readonly upTo: string;
  /** Of a member that is money, and of no other: what it is at most is of this currency. */
  readonly currency?: string;
}

/** A line of `delegations` of a record. */
export interface Delegation {
  /** Id of the record of the deputy. */
  readonly to: string;
  /** All blueprints unless stated. */
  readonly blueprints?: readonly string[];
  /** Of the one blueprint that is named; all of them unless stated. */
  readonly actions?: readonly number[];
  /** Times of dockets from which and up to which it counts, ISO 8601 UTC with milliseconds. */
  readonly from: string;
  readonly until: string;
  readonly max?: DelegatedAmount;
}

const MEMBERS = ['to', 'blueprints', 'actions', 'from', 'until', 'max'];
const AMOUNT = /^(in|calc)\.[^.]{1,128}(\.[^.]{1,128}){0,7}$/;

/** VAL_PARTICIPANT_001 at the first line of which the form is wrong. */
export function checkDelegations(delegations: unknown, participantId: unknown): Issue[] {
  if (delegations === undefined) return [];
  if (!Array.isArray(delegations) || delegations.length === 0 || delegations.length > DELEGATIONS_MAX)
    return [bad('', `A record has 1 to ${DELEGATIONS_MAX} delegations, or no such member.`)];
  return delegations.flatMap((item, i) => {
    const problem = lineProblem(item, participantId);
    return problem ? [bad(`/${i}${problem[0]}`, problem[1])] : [];
  });
}

function lineProblem(item: unknown, participantId: unknown): readonly [at: string, message: string] | undefined {
  if (!hasOnly(item, MEMBERS)) return ['', `A delegation has the members ${MEMBERS.join(', ')}.`];
  const { to, blueprints, actions, from, until, max } = item;
  if (!isId(to) || to === participantId) return ['/to', 'A delegation names another participant.'];
  if (blueprints !== undefined && !isListOf(blueprints, DELEGATED_BLUEPRINTS_MAX, isId))
    return ['/blueprints', `Expected 1 to ${DELEGATED_BLUEPRINTS_MAX} ids of blueprints, each once.`];
  if (actions !== undefined && !isListOf(actions, DELEGATED_ACTIONS_MAX, isAction))
    return ['/actions', `Expected 1 to ${DELEGATED_ACTIONS_MAX} ids of actions, each once.`];
  // An id of an action means nothing without its blueprint.
  if (actions !== undefined && (blueprints as readonly unknown[] | undefined)?.length !== 1)
    return ['/actions', 'Actions are those of one blueprint: name it alone.'];
  if (!isTimestamp(from)) return ['/from', 'Expected a time, ISO 8601 UTC with milliseconds.'];
  if (!isTimestamp(until)) return ['/until', 'Expected a time, ISO 8601 UTC with milliseconds.'];
  const ms = Date.parse(until as string) - Date.parse(from as string);
  if (ms <= 0 || ms > DELEGATION_MS_MAX) return ['/until', 'A delegation ends after it began, within a year.'];
  if (max !== undefined && !isDelegatedAmount(max))
    return [
      '/max',
      'Expected {"var": "in.NAME" or "calc.NAME", "upTo": a decimal as text, not negative}, with "currency" for money.',
    ];
  return undefined;
}

function isListOf(list: unknown, most: number, isItem: (item: unknown) => boolean): boolean {
  if (!Array.isArray(list) || list.length === 0 || list.length > most) return false;
  return list.every(isItem) && new Set(list).size === list.length;
}

function isId(id: unknown): boolean {
  return typeof id === 'string' && id.length > 0 && id.length <= ID_LENGTH_MAX;
}

function isAction(id: unknown): boolean {
  return Number.isSafeInteger(id) && (id as number) >= 0;
}

/** The form of `max`. */
export function isDelegatedAmount(max: unknown): boolean {
  if (!isObject(max) || !hasOnly(max, ['var', 'upTo', 'currency'])) return false;
  const { var: name, upTo, currency } = max;
  const most = typeof upTo === 'string' ? decimalOf(upTo) : undefined;
  const isOfCurrency = currency === undefined || (typeof currency === 'string' && isCurrency(currency));
  return typeof name === 'string' && AMOUNT.test(name) && most !== undefined && most.units >= 0n && isOfCurrency;
}

function bad(path: string, message: string): Issue {
  return issue('VAL_PARTICIPANT_001', `/delegations${path}`, message);
}

/** Whether a delegation counts in a docket of this time, for some of these actions of a blueprint. */
export function counts(
  { from, until, blueprints, actions }: Delegation,
  of: {
    readonly blueprintId: string;
    readonly actions: readonly number[];
    readonly atMs: number;
    readonly isOrLater?: true;
  },
): boolean {
  const isBefore = of.isOrLater !== true && of.atMs < Date.parse(from);
  if (isBefore || of.atMs > Date.parse(until)) return false;
  if (blueprints && !blueprints.includes(of.blueprintId)) return false;
  return !actions || of.actions.some((id) => actions.includes(id));
}
