// What can be done in a state of the model: a row a kind of move, each with all transactions of it that make sense there, and some that do not. A new kind of move of
// the ledger is a new row. Whether one is valid is for the product to say.

import { isIssues } from '../../../core/base/issue.js';
import type { Json, JsonObject } from '../../../core/base/json.js';
import { type OpenBranch, openBranches, waitsFor } from '../../../core/blueprint/branches.js';
import { execute2 } from '../../../core/blueprint/execute.js';
import { dueTimers } from '../../../core/blueprint/open-timers.js';
import { planOf } from '../../../core/blueprint/plan.js';
import { runsInForceAt } from '../../../core/blueprint/run-rows.js';
import type { Action } from '../../../core/blueprint/types.js';
import { layoutOf, ROUTE_MEMBER } from '../../../core/cells/layout.js';
import { openingOf } from '../../../core/cells/opening.js';
import { decisionCell } from '../../../core/cells/values.js';
import { heldNow, holderNow } from '../../../core/transaction/holders.js';
import { rowsIn } from '../../../core/transaction/kinds/action.js';
import { timerTransaction } from '../../../core/transaction/timer.js';
import type { Transaction } from '../../../core/transaction/types.js';
import { REGISTER_ID, value, type Wallet } from '../../support/ledger.js';
import {
  DEFINITION,
  INSTANCE,
  instanceOf,
  LIAR,
  moveOf,
  openedBy,
  PIN,
  runOf,
  type State,
  type Truth,
  WALLETS,
  walletAt,
} from './world.js';

export interface Move {
  readonly name: string;
  readonly tx: Transaction;
  /** Of an honest party, who would make it where nothing else is to be done: with these alone an instance has to end. */
  readonly isHonest: boolean;
  /** What is true once it is sealed. */
  readonly truth: Truth;
  /** Must be refused, whatever the state: the liar would name an honest party, or go on alone. */
  readonly isForbidden?: true;
}

type Row = (state: State) => readonly Move[];

/** The first action opens the instance. */
export const MOVES: Readonly<Record<string, Row>> = {
  act: (state) => acts(state, (payload) => ({ payload, isLie: false })),
  lie: (state) => acts(state, (payload) => ({ payload, isLie: true })),
  reject: (state) =>
    ready(state).flatMap((branch) => {
      const holder = branch.actionId === 4 ? holderOf(state, 'x') : undefined;
      const payload = { type: 'rejection', reason: `because of ${branch.txId.slice(0, 8)}` };
      return holder
        ? [plain(state, `reject ${branch.actionId}`, moved(state, 'Rejection', branch, holder, payload))]
        : [];
    }),
  cancel: (state) => {
    const [branch] = open(state);
    const payload = { type: 'cancellation', reason: 'no more' };
    return branch ? [plain(state, 'cancel', moved(state, 'Cancellation', branch, WALLETS.x, payload))] : [];
  },
  timer: (state) => {
    const instance = instanceOf(state);
    if (!instance) return [];
    const place = { registerId: REGISTER_ID, instanceId: INSTANCE, blueprintId: 'loan', publicationTxId: PIN };
    return dueTimers(instance, planOf(DEFINITION)).map((due) => ({
      ...plain(state, `timer of ${due.action}`, timerTransaction(place, due)),
      isHonest: true,
    }));
  },
  object: (state) =>
    inForce(state).flatMap((run) => {
      const isLie = state.truth.lies.has(run.txId);
      // Who sees the cells and is neither the liar nor the accused; against honest runs it is the liar who tries.
      const by = isLie ? WALLETS.z : WALLETS[LIAR];
      const tx = objectionTo(state, run, by);
      return tx
        ? [{ ...plain(state, `object to ${run.header.actionId}`, tx), ...(!isLie && { isForbidden: true as const }) }]
        : [];
    }),
  handover: (state) => {
    const instance = instanceOf(state);
    const holder = holderOf(state, 'y');
    const [last] = open(state);
    if (!instance || !last || !holder || holder === WALLETS.w) return [];
    const payload = { type: 'handover', v: 1, role: 'y', from: holder.address, to: WALLETS.w.address };
    const of = { action: last.actionId, previous: last.txId, payload };
    return [plain(state, 'hand y over', moveOf(state, 'Handover', { ...of, by: holder, with: [WALLETS.w] }))];
  },
};

function plain(state: State, name: string, tx: Transaction): Move {
  return { name, tx, isHonest: false, truth: state.truth };
}

function moved(state: State, type: string, { actionId, txId }: OpenBranch, by: Wallet, payload: Json): Transaction {
  return moveOf(state, type, { action: actionId, by, previous: txId, payload });
}

function open(state: State): readonly OpenBranch[] {
  const instance = instanceOf(state);
  return instance?.state === 'Active' || instance?.state === 'Disputed' ? openBranches(instance) : [];
}

/** Branches at which an action may be done, as far as the control flow goes. */
function ready(state: State): readonly OpenBranch[] {
  const instance = instanceOf(state);
  return instance ? open(state).filter((branch) => waitsFor(instance, planOf(DEFINITION), branch).length === 0) : [];
}

export function holderOf({ view }: State, role: string): Wallet | undefined {
  const fixed = DEFINITION.participants.find(({ id }) => id === role) ?? { id: role };
  const address = holderNow(heldNow(view, INSTANCE), fixed, undefined);
  return address ? walletAt(address) : undefined;
}

const INPUTS: Readonly<Record<number, readonly JsonObject[]>> = {
  1: [{ price: 5 }],
  2: [{ again: 0 }, { again: 1 }],
  3: [{ r: 3 }],
  4: [{ end: 1 }],
};

function acts(state: State, make: (payload: JsonObject) => { payload: JsonObject; isLie: boolean }): readonly Move[] {
  const branches: readonly Pick<OpenBranch, 'actionId'>[] = instanceOf(state) ? ready(state) : [{ actionId: 1 }];
  return branches.flatMap((branch) => {
    const action = DEFINITION.actions.find(({ id }) => id === branch.actionId) as Action;
    const by = instanceOf(state) ? holderOf(state, action.sender) : WALLETS.x;
    if (!by) return [];
    return (INPUTS[action.id] ?? []).flatMap((input): readonly Move[] => {
      const { payload, isLie } = make(input);
      // Only one party lies, and only where there is something to calculate.
      if (isLie && (by !== WALLETS[LIAR] || !action.calculations)) return [];
      const previous = 'txId' in branch ? (branch as OpenBranch).txId : undefined;
      return acted(state, { action, by, payload, isLie, previous });
    });
  });
}

interface Acting {
  readonly action: Action;
  readonly by: Wallet;
  readonly payload: JsonObject;
  readonly isLie: boolean;
  readonly previous: string | undefined;
}

function acted(state: State, { action, by, payload, isLie, previous }: Acting): readonly Move[] {
  const runs = inForce(state).map((run) => ({
    txId: run.txId,
    action: Number(run.header.actionId),
    data: state.truth.data.get(run.txId) ?? {},
  }));
  const made = execute2({ definition: DEFINITION, actionId: String(action.id), payload, facts: { runs, time: {} } });
  if (isIssues(made)) return [];
  const { routeId, reasonCode, nextActions } = made.decision;
  const [calculated = ''] = made.calculated;
  const stated = isLie ? { ...made.data, [calculated]: 1000 } : made.data;
  const isCell = layoutOf(DEFINITION, action).tree.below.has(ROUTE_MEMBER);
  const route = isCell ? { [ROUTE_MEMBER]: decisionCell({ routeId, reasonCode: reasonCode as string }) } : {};
  const next = [...new Set(nextActions.map(({ actionId }) => actionId))].sort((a, b) => a - b);
  const tx = runOf(state, { action: action.id, by, data: { ...stated, ...route }, next, previous });
  const { data, lies } = state.truth;
  const truth = {
    data: new Map([...data, [tx.txId, stated as JsonObject]]),
    lies: isLie ? new Set([...lies, tx.txId]) : lies,
  };
  const input = Object.entries(payload).flat().join(' ');
  const isOn = payload.again !== 1;
  return [{ name: `${isLie ? 'lie' : 'act'} ${action.id} ${input}`, tx, truth, isHonest: !isLie && isOn }];
}

/** Runs that rules read, in ledger order, those of timers among them. */
export function inForce(state: State): readonly Transaction[] {
  const instance = instanceOf(state);
  if (!instance) return [];
  const rows = runsInForceAt(
    instance,
    DEFINITION.actions.map(({ id }) => id),
    rowsIn(state.view),
  );
  return rows.map(({ txId }) => state.view.transaction(txId) as Transaction);
}

const OPERANDS: Readonly<Record<number, readonly (readonly [action: number, pointer: string])[]>> = {
  2: [
    [1, '/price'],
    [3, '/r'],
  ],
  3: [[1, '/price']],
  4: [
    [2, '/double'],
    [3, '/sum'],
  ],
};
const OWN: Readonly<Record<number, readonly string[]>> = { 2: ['/double'], 3: ['/r', '/sum'], 4: ['/last'] };

/** Of a calculated member, with its operands as they are now; undefined where the run has none, or was not opened. */
export function objectionTo(state: State, run: Transaction, by: Wallet): Transaction | undefined {
  const action = Number(run.header.actionId);
  const own = OWN[action];
  const [calculated] = Object.keys(DEFINITION.actions.find(({ id }) => id === action)?.calculations ?? {});
  if (!own || calculated === undefined || !state.truth.data.has(run.txId)) return undefined;
  const operands = (OPERANDS[action] ?? []).flatMap(([of, pointer]) =>
    readAt(state, run, of).map((tx) => shown(state, tx, [pointer])),
  );
  const openings = [shown(state, run, own), ...operands].flatMap((one) => one ?? []);
  const payload = {
    type: 'objection',
    v: 1,
    ground: 'calculation',
    at: `/calculations/${calculated}`,
    shown: openings,
  };
  return moveOf(state, 'Objection', { action, by, previous: run.txId, payload: payload as unknown as Json });
}

/** Runs of an action that were sealed before a run and are not void; the last one, but of those that are summed up all. */
function readAt(state: State, run: Transaction, action: number): readonly Transaction[] {
  const rowOf = rowsIn(state.view);
  const n = rowOf(run.txId)?.n ?? 0;
  const before = state.moves.filter((tx) => {
    const row = rowOf(tx.txId);
    const wasInForce = row && row.kind === undefined && row.n < n && (row.undone === undefined || row.undone.n > n);
    return wasInForce && Number(tx.header.actionId) === action && state.truth.data.has(tx.txId);
  });
  return action === 3 && Number(run.header.actionId) === 2 ? before : before.slice(-1);
}

function shown(state: State, run: Transaction, pointers: readonly string[]): readonly Json[] {
  const action = DEFINITION.actions.find(({ id }) => String(id) === run.header.actionId) as Action;
  const opened = openedBy(run, walletAt(run.header.senderWallet), rowsIn(state.view)(run.txId));
  if (!opened) return [];
  const layout = layoutOf(DEFINITION, action);
  const made = value(openingOf({ txId: run.txId, run: run.header, layout, opened }, pointers));
  return [JSON.parse(JSON.stringify(made)) as Json];
}
