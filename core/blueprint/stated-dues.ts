// Due times of timers that are taken from data (`at`): which runs state them in the clear, and when they are. A run
// that states the date states the due time too: each party states its own data only, and every node knows when a
// timer is due, also where no party led the workflow to it. Pure.
import { type Issue, issue } from '../base/issue.js';
import { escapePointer, hasOnly, type Json, type JsonObject } from '../base/json.js';
import { dayOf, instantOf, offsetOf } from '../values/date.js';
import { asWritten } from './approval.js';
import type { RunRow } from './run-rows.js';
import { dueAfterOf, endOf, SINCE_YEAR_1_MS } from './timers.js';
import type { Action, Definition, Timer } from './types.js';

/** A timer whose due time is stated by runs of other actions. */
export interface StatedDue {
  /** `{action that waits}.{timer}`: its name in `metadata.due`. */
  readonly key: string;
  /** The actions that state it; the latest run in force of them counts. */
  readonly actions: readonly number[];
  readonly member: string;
  /** Of a date or a time; undefined for another value, and beyond the year 9999. */
  readonly dueOf: (value: Json | undefined) => number | undefined;
}

/** The due time of each timer that has one now, in ms by key. */
export type StatedDues = Readonly<Record<string, number>>;

const NONE: readonly StatedDue[] = [];
const READ = /^(?:act\.(0|[1-9]\d{0,15})|fact)\.([^.]+)$/;
/** The last millisecond of the year 9999, since 1970. */
const LAST_MS = (instantOf('9999-12-31T23:59:59.999Z') as number) - SINCE_YEAR_1_MS;
const plans = new WeakMap<Definition, readonly StatedDue[]>();

/** Name of a timer among all of a definition. */
export function dueKey(action: number, timer: string): string {
  return `${action}.${timer}`;
}

/** The place of its statement below the action, as an objection names it. */
export function dueRule(key: string): string {
  return `/due/${escapePointer(key)}`;
}

/** What the date of a timer is read from: a member of an action, or a fact. Undefined for another name. */
export function dateReadOf(definition: Definition, { at }: Timer): Pick<StatedDue, 'actions' | 'member'> | undefined {
  const [, id, member] = (at && READ.exec(at.var)) ?? [];
  if (member === undefined) return undefined;
  if (id !== undefined) return { actions: [Number(id)], member };
  const { facts = {} } = definition;
  return Object.hasOwn(facts, member) ? { actions: facts[member] ?? [], member } : undefined;
}

/** Every timer of a checked definition that takes its time from data, in their order. */
export function statedDuesOf(definition: Definition): readonly StatedDue[] {
  let known = plans.get(definition);
  if (!known) {
    known = definition.actions.flatMap((action) =>
      (action.timers ?? []).flatMap((timer) => {
        const read = dateReadOf(definition, timer);
        return read ? [{ key: dueKey(action.id, timer.id), ...read, dueOf: dueFrom(definition, timer) }] : [];
      }),
    );
    plans.set(definition, known.length === 0 ? NONE : known);
  }
  return known;
}

/** Those that a run of the action states. */
export function statedBy(definition: Definition, done: Action): readonly StatedDue[] {
  const { id } = asWritten(done);
  return statedDuesOf(definition).filter(({ actions }) => actions.includes(id));
}

function dueFrom(definition: Definition, timer: Timer): StatedDue['dueOf'] {
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

/** What a run with this data states, by key; VAL_FLOW_002 where a date is too late to be counted with. */
export function statedFor(
  definition: Definition,
  action: Action,
  data: JsonObject,
): Readonly<Record<string, string>> | Issue {
  const found: Record<string, string> = {};
  for (const { key, member, dueOf } of statedBy(definition, action)) {
    const dueMs = dueOf(Object.hasOwn(data, member) ? (data[member] as Json) : undefined);
    if (dueMs === undefined) {
      const message = `A timer counts from ${JSON.stringify(member)}, which has to be a date or a time that ends before the year 10000.`;
      return issue('VAL_FLOW_002', '/payload', message);
    }
    found[key] = new Date(dueMs).toISOString();
  }
  return found;
}

/** The due times that a transaction states, in ms; undefined where the form or the keys are not those of the action. */
export function readStated(stated: Json | undefined, dues: readonly StatedDue[]): RunRow['due'] | undefined {
  const keys = dues.map(({ key }) => key).sort();
  if (!hasOnly(stated, keys)) return undefined;
  const found: Record<string, number> = {};
  for (const key of keys) {
    const text = stated[key];
    const instant = typeof text === 'string' ? instantOf(text) : undefined;
    if (instant === undefined || instant < SINCE_YEAR_1_MS) return undefined;
    found[key] = instant - SINCE_YEAR_1_MS;
  }
  return found;
}
