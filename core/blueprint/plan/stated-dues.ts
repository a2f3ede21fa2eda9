// Due times of timers that are taken from data (`at`), and weights of votes (`weightOf`): which runs state them in the
// clear, and which they are. A run that states the date states the due time too: each party states its own data only,
// and every node knows when a timer is due, also where no party led the workflow to it. Pure.

import { issue } from '../../base/issue.js';
import { escapePointer, hasOnly, type Json, type JsonObject } from '../../base/json.js';
import { APPROVAL_WEIGHT_MAX } from '../../base/limits/ledger/constants.js';
import { fail, type Result } from '../../base/result.js';
import { dayOf, instantOf, offsetOf } from '../../values/date.js';
import type { Action, ActionTimer, ApprovalVoter, Definition } from '../definition/types.js';
import { approvalOf, asWritten, weightKey } from './approval.js';
import type { StatedDues } from './planned.js';
import { sealKey, sealMembers } from './seals.js';
import { dueAfterOf, endOf, LAST_MS, SINCE_YEAR_1_MS } from './timers.js';

/** A due time of a timer, when a disclosure begins, or the weight of a voter: runs of actions state it. */
export interface StatedDue {
  /** `{action that waits}.{timer}`, `{action}.@weight.{role}` or `@from.{member}`: its name in `metadata.due`. */
  readonly key: string;
  /** The actions that state it; the latest run in force of them counts. */
  readonly actions: readonly number[];
  readonly member: string;
  /** Of a date or a time, or of a weight; undefined for another value, and beyond the year 9999. */
  readonly dueOf: (value: Json | undefined) => number | undefined;
  /** How its number is written there, and read. */
  readonly form: StatedForm;
}

interface StatedForm {
  readonly name: 'time' | 'weight';
  readonly textOf: (value: number) => string;
  readonly read: (text: string) => number | undefined;
  /** The form that the member has to have, after its name. */
  readonly asks: string;
}

const TIME: StatedForm = {
  name: 'time',
  textOf: (ms) => new Date(ms).toISOString(),
  read: (text) => {
    const instant = instantOf(text);
    return instant === undefined || instant < SINCE_YEAR_1_MS ? undefined : instant - SINCE_YEAR_1_MS;
  },
  asks: 'has to be a date or a time that ends before the year 10000',
};
const WEIGHT: StatedForm = {
  name: 'weight',
  textOf: String,
  read: (text) => (/^(0|[1-9]\d{0,6})$/.test(text) ? weightIn(Number(text)) : undefined),
  asks: `has to be a whole number from 0 to ${APPROVAL_WEIGHT_MAX}`,
};

function weightIn(value: Json | undefined): number | undefined {
  const isWeight = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= APPROVAL_WEIGHT_MAX;
  return isWeight ? value : undefined;
}

const NONE: readonly StatedDue[] = [];
const READ = /^(?:act\.(0|[1-9]\d{0,15})|fact)\.([^.]+)$/;

const plans = new WeakMap<Definition, readonly StatedDue[]>();

/** Name of a timer among all of a definition. */
export function dueKey(action: number, timer: string): string {
  return `${action}.${timer}`;
}

/** The place of its statement below the action, as an objection names it. */
export function dueRule(key: string): string {
  return `/due/${escapePointer(key)}`;
}

/** The place that the date of a timer is read from: a member of an action, or a fact. Undefined for another name. */
export function dateReadOf(
  definition: Definition,
  { at }: ActionTimer,
): Pick<StatedDue, 'actions' | 'member'> | undefined {
  const [, id, member] = (at && READ.exec(at.var)) ?? [];
  if (member === undefined) return undefined;
  if (id !== undefined) return { actions: [Number(id)], member };
  const { facts = {} } = definition;
  return Object.hasOwn(facts, member) ? { actions: facts[member] ?? [], member } : undefined;
}

/**
 * The place that a voter's weight is read from: a member of an action. Undefined for another name, and where it is a
 * number.
 */
export function weightReadOf({ weightOf }: ApprovalVoter): Pick<StatedDue, 'actions' | 'member'> | undefined {
  const [, id, member] = (weightOf && READ.exec(weightOf.var)) ?? [];
  return id === undefined || member === undefined ? undefined : { actions: [Number(id)], member };
}

/** Every timer of a checked definition that takes its time from data, every weight and every disclosure that does. */
export function statedDuesOf(definition: Definition): readonly StatedDue[] {
  let known = plans.get(definition);
  if (!known) {
    const own = definition.actions.flatMap((action) => [...timesOf(definition, action), ...weightsOf(action)]);
    known = [...own, ...openingTimesOf(definition)];
    plans.set(definition, known.length === 0 ? NONE : known);
  }
  return known;
}

function timesOf(definition: Definition, action: Action): readonly StatedDue[] {
  return (action.timers ?? []).flatMap((timer) => {
    const read = dateReadOf(definition, timer);
    return read ? [{ key: dueKey(action.id, timer.id), ...read, dueOf: dueFrom(definition, timer), form: TIME }] : [];
  });
}

/** When disclosures begin whose `from` names a member: a date is begun with its first moment. */
function openingTimesOf(definition: Definition): readonly StatedDue[] {
  return sealMembers(definition).flatMap((member) => {
    const timer: ActionTimer = { id: '', at: { var: member }, notBefore: true };
    const read = dateReadOf(definition, timer);
    return read ? [{ key: sealKey(member), ...read, dueOf: dueFrom(definition, timer), form: TIME }] : [];
  });
}

function weightsOf(action: Action): readonly StatedDue[] {
  return (approvalOf(action)?.of ?? []).flatMap((voter) => {
    const read = weightReadOf(voter);
    return read ? [{ key: weightKey(action.id, voter.role), ...read, dueOf: weightIn, form: WEIGHT }] : [];
  });
}

/** The dues that a run of the action states. */
export function duesStatedBy(definition: Definition, done: Action): readonly StatedDue[] {
  const { id } = asWritten(done);
  return statedDuesOf(definition).filter(({ actions }) => actions.includes(id));
}

function dueFrom(definition: Definition, timer: ActionTimer): StatedDue['dueOf'] {
  const offset = offsetOf(timer.zone ?? 'UTC') ?? 0;
  const after = dueAfterOf(definition, timer);
  const plus = typeof after === 'string' ? (ms: number) => ms : after;
  // Not before a date is from its begin on; a time that is counted from a date has passed when its last day has.
  const isBegin = timer.notBefore === true && timer.plus === undefined;
  return (value) => {
    const text = typeof value === 'string' ? value : '';
    const day = dayOf(text);
    const instant = instantOf(text);
    if (day === undefined && instant === undefined) return undefined;
    const dueMs = plus(
      day === undefined ? (instant as number) - SINCE_YEAR_1_MS : endOf(isBegin ? day - 1 : day, offset),
    );
    return dueMs > LAST_MS || !Number.isFinite(dueMs) ? undefined : Math.max(0, dueMs);
  };
}

/**
 * The times and weights that a run with this data states, by key; VAL_FLOW_002 where a date is too late to be counted
 * with.
 */
export function readDues(
  definition: Definition,
  action: Action,
  data: JsonObject,
): Result<Readonly<Record<string, string>>> {
  const value: Record<string, string> = {};
  for (const { key, member, dueOf, form } of duesStatedBy(definition, action)) {
    const dueMs = dueOf(Object.hasOwn(data, member) ? (data[member] as Json) : undefined);
    if (dueMs === undefined) {
      const what = form.name === 'time' ? 'A timer counts from' : 'The weight of a vote is';
      const message = `${what} ${JSON.stringify(member)}, which ${form.asks}.`;
      return fail(issue('VAL_FLOW_002', '/payload', message));
    }
    value[key] = form.textOf(dueMs);
  }
  return value;
}

/** The due times that a transaction states, in ms; undefined where the form or the keys are not those of the action. */
export function readStated(stated: Json | undefined, dues: readonly StatedDue[]): StatedDues | undefined {
  const forms = new Map(dues.map(({ key, form }) => [key, form]));
  const keys = [...forms.keys()].sort();
  if (!hasOnly(stated, keys)) return undefined;
  const outcome: Record<string, number> = {};
  for (const key of keys) {
    const text = stated[key];
    const value = typeof text === 'string' ? forms.get(key)?.read(text) : undefined;
    if (value === undefined) return undefined;
    outcome[key] = value;
  }
  return outcome;
}
