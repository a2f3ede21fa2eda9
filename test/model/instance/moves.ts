// The common part of all models of instances: their moves, a row a kind, and how an action is done in them. A new kind
// of move of the ledger is a new row of some model.
import type { Json, JsonObject } from '../../../core/base/json.js';
import { isFailure } from '../../../core/base/result.js';
import type { Action } from '../../../core/blueprint/definition/types.js';
import { type Executed, execute } from '../../../core/blueprint/execution/execute.js';
import { type OpenBranch, openBranches, waitsFor } from '../../../core/blueprint/instance/branches.js';
import { dueTimers } from '../../../core/blueprint/instance/open-timers.js';
import { planOf } from '../../../core/blueprint/plan/plan.js';
import { readDues } from '../../../core/blueprint/plan/stated-dues.js';
import { layoutOf, ROUTE_MEMBER } from '../../../core/envelope/layout/layout.js';
import { decisionCell } from '../../../core/envelope/layout/values.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { timerTransaction } from '../../../core/transaction/timer.js';
import { good } from '../../support/base/good.js';
import type { Gated } from '../../support/credentials/gated-runs.js';
import { REGISTER_ID, type Wallet } from '../../support/register/ledger.js';
import { INSTANCE } from '../../support/register/people.js';
import { runOf } from './runs.js';
import { instanceOf, moveOf, type State, type Truth } from './world.js';

export interface Move {
  readonly name: string;
  readonly tx: Transaction;
  /**
   * Of an honest party, who would make it where nothing else is to be done: with these alone an instance has to end.
   */
  readonly isHonest: boolean;
  /** The truth once it is sealed. */
  readonly truth: Truth;
  /** Must be refused, whatever the state: the liar would name an honest party, or go on alone. */
  readonly isForbidden?: true;
}

export type Row = (state: State) => readonly Move[];

/** The fault in a state, in a sentence; `before` is the one from which the last move came. */
export type Property = (state: State, before: State) => string | undefined;

/** A state, the moves that led to it, and how many of them waited. */
export interface Node {
  readonly state: State;
  readonly path: readonly string[];
  readonly waited: number;
}

/** A world with what can be done in it, and what has to hold. */
export interface Model {
  readonly name: string;
  readonly start: State;
  readonly moves: Readonly<Record<string, Row>>;
  readonly properties: Readonly<Record<string, Property>>;
  /** Of them, that which is looked at where several moves stand in one docket, in each order that is taken. */
  readonly inDocket?: Property | undefined;
  /** Steps of time before a move, none among them. */
  readonly waitsMs: readonly number[];
  /** No honest party lets time pass here: a party owes an answer that it gives at once. */
  readonly isUrgent?: (state: State) => boolean;
}

export function plain(state: State, name: string, tx: Transaction): Move {
  return { name, tx, isHonest: false, truth: state.truth };
}

/** A move that follows a branch, with a readable payload. */
export function moved(
  state: State,
  type: string,
  { actionId, txId }: OpenBranch,
  { by, payload }: { readonly by: Wallet; readonly payload: Json },
): Transaction {
  return moveOf(state, type, { action: actionId, by, previous: txId, payload });
}

export function open(state: State): readonly OpenBranch[] {
  const instance = instanceOf(state);
  return instance?.state === 'Active' || instance?.state === 'Disputed' ? openBranches(instance) : [];
}

/** Branches at which an action may be done, as far as the control flow goes. */
export function ready(state: State): readonly OpenBranch[] {
  const instance = instanceOf(state);
  const plan = planOf(state.world.definition);
  return instance ? open(state).filter((branch) => waitsFor(instance, plan, branch).length === 0) : [];
}

/** Every timer that runs: whether it is due is for the product to say. */
export function timers(state: State): readonly Move[] {
  const instance = instanceOf(state);
  if (!instance) return [];
  const { definition, pin } = state.world;
  const place = { registerId: REGISTER_ID, instanceId: INSTANCE, blueprintId: 'loan', publicationTxId: pin };
  return dueTimers(instance, planOf(definition)).map((due) => ({
    ...plain(state, `timer ${due.timer.id} of ${due.action}`, timerTransaction(place, due)),
    isHonest: true,
  }));
}

export interface Acting {
  readonly action: Action;
  readonly by: Wallet;
  readonly payload: JsonObject;
  /** Runs with what the actor sees of them. */
  readonly runs: Parameters<typeof execute>[0]['facts']['runs'];
  readonly previous: string | undefined;
  /** As `runOf` takes it. */
  readonly sees?: number;
  /** The role that stands in for that of the action. */
  readonly as?: string;
  /** The statement of a liar instead. */
  readonly lie?: { readonly name: string; readonly data?: JsonObject; readonly due?: JsonObject };
  readonly gated?: Gated;
}

/** An action as a node does it, or as a patched one lies; undefined where the definition does not let it. */
export function acted(state: State, acting: Acting): Move | undefined {
  const { definition } = state.world;
  const { action, by, payload, runs, previous, sees, as, lie, gated } = acting;
  const facts = { runs, time: {} };
  const made = execute({ definition, actionId: String(action.id), payload, facts });
  if (isFailure(made)) return undefined;
  const stated: JsonObject = { ...made.data, ...lie?.data };
  const due = { ...good(readDues(definition, action, made.data)), ...lie?.due };
  const tx = runOf(state, {
    ...{ action: action.id, by, previous, sees, gated, next: nextOf(made) },
    data: { ...stated, ...routeOf(state, action, made) },
    stated: { ...(as !== undefined && { as }), ...(Object.keys(due).length > 0 && { due }) },
  });
  const { data, lies } = state.truth;
  const truth = {
    data: new Map([...data, [tx.txId, stated]]),
    lies: lie ? new Set([...lies, tx.txId]) : lies,
  };
  const said = [lie ? `lie (${lie.name})` : 'act', action.id, ...Object.entries(payload).flat()];
  const name = `${said.join(' ')}${as === undefined ? '' : ` as ${as}`}`;
  return { name, tx, truth, isHonest: !lie };
}

function nextOf({ decision }: Executed): readonly number[] {
  return [...new Set(decision.nextActions.map(({ actionId }) => actionId))].sort((a, b) => a - b);
}

function routeOf({ world }: State, action: Action, { decision }: Executed): JsonObject {
  if (!layoutOf(world.definition, action).tree.below.has(ROUTE_MEMBER)) return {};
  const { routeId, reasonCode } = decision;
  return { [ROUTE_MEMBER]: decisionCell({ routeId, reasonCode: reasonCode as string }) };
}
