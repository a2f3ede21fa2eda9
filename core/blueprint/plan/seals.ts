// Disclosures that are given later (`from`): the roles for which the data of an action is sealed when it is done, and
// what opens it. A role reads an action at once, or from one time on. Pure; it knows no instance.
import { isObject } from '../../base/json.js';
import { instantOf } from '../../values/date.js';
import { participantOf } from '../definition/conformance.js';
import type { Action, Definition, DisclosureFrom } from '../definition/types.js';
import { variantsOf } from './approval.js';
import { dueAfterOf, LAST_MS, SINCE_YEAR_1_MS } from './timers.js';

/** The thing that opens the data of a run to a role. */
export type Seal =
  /** A run of this action in force, sealed after the run. */
  | { readonly by: 'action'; readonly action: number }
  /** Dockets after this time, in ms. */
  | { readonly by: 'time'; readonly afterMs: number }
  /** Dockets after the time that runs of this action state under this key (stated-dues.ts). */
  | { readonly by: 'member'; readonly key: string; readonly action: number }
  /** Dockets after the time that this gives for the docket of the run, both in ms. */
  | { readonly by: 'delay'; readonly afterOf: (ms: number) => number };

export type Seals = ReadonlyMap<string, Seal>;

const NONE: Seals = new Map();
const known = new WeakMap<Action, { readonly definition: Definition; readonly seals: Seals }>();

/**
 * The seals of an action, by role; none for its sender, which has what it sent. Found once for as long as the
 * definition is held, which has passed `checkSealForms`.
 */
export function sealsOf(definition: Definition, action: Action): Seals {
  const before = known.get(action);
  if (before?.definition === definition) return before.seals;
  const seals = sealsIn(definition, action);
  known.set(action, { definition, seals });
  return seals;
}

function sealsIn(definition: Definition, { disclosures, sender }: Action): Seals {
  if (!Array.isArray(disclosures)) return NONE;
  const seals = new Map<string, Seal>();
  for (const { participantAddress, from } of disclosures) {
    const role = participantOf(definition, participantAddress);
    if (from && role !== sender) seals.set(role, sealOf(definition, from));
  }
  return seals.size === 0 ? NONE : seals;
}

const sealing = new WeakMap<Definition, boolean>();

/** True where some action is sealed for some role at first. */
export function hasSeals(definition: Definition): boolean {
  let has = sealing.get(definition);
  if (has === undefined) {
    has = definition.actions.some((action) => isSealedForAny(definition, action));
    sealing.set(definition, has);
  }
  return has;
}

/** True where the data of the action, or of a vote on it, is sealed for some role at first. */
export function isSealedForAny(definition: Definition, action: Action): boolean {
  return variantsOf(action).some((item) => sealsOf(definition, item).size > 0);
}

/** The same for one role. */
export function isSealedFor(definition: Definition, action: Action, role: string): boolean {
  return variantsOf(action).some((item) => sealsOf(definition, item).has(role));
}

/** A time that cannot be read stays closed. */
function sealOf(definition: Definition, { action, time, after }: DisclosureFrom): Seal {
  if (action !== undefined) return { by: 'action', action };
  if (isObject(time)) {
    const member = String(time.var);
    return { by: 'member', key: sealKey(member), action: actionOf(member) };
  }
  const delay = after === undefined ? undefined : delayOf(definition, after);
  if (typeof delay === 'function') return { by: 'delay', afterOf: delay };
  return { by: 'time', afterMs: (typeof time === 'string' ? timeOf(time) : undefined) ?? LAST_MS };
}

/** The action that a member is of; 0 for another text. */
function actionOf(member: string): number {
  return Number(/^act\.(\d+)\./.exec(member)?.[1] ?? 0);
}

/** Milliseconds since 1970 of a time in UTC; undefined for another text. */
export function timeOf(text: string): number | undefined {
  const instant = instantOf(text);
  const ms = instant === undefined ? -1 : instant - SINCE_YEAR_1_MS;
  return ms >= 0 && ms <= LAST_MS ? ms : undefined;
}

/** When so much has passed after a time, or a sentence on why it cannot be read. */
export function delayOf(definition: Definition, after: string): ((ms: number) => number) | string {
  return dueAfterOf(definition, { id: '', after });
}

/** Name of the time of a member among what runs of a definition state. No timer has such a name. */
export function sealKey(member: string): string {
  return `@from.${member}`;
}

/** The members that state when a disclosure of some action begins, each once; as they are written. */
export function sealMembers(definition: Definition): readonly string[] {
  const named = definition.actions.flatMap(({ disclosures }) =>
    (Array.isArray(disclosures) ? disclosures : NO_RULES).flatMap(({ from }) =>
      isObject(from?.time) ? [String(from.time.var)] : [],
    ),
  );
  return [...new Set(named)];
}

const NO_RULES: NonNullable<Action['disclosures']> = [];
