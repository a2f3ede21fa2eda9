// Moves in a state of the world of the loop: a row a kind of move, each with all transactions of it that
// make sense there, and some that do not. Whether one is valid is for the product to say.

import type { JsonObject } from '../../../core/base/json.js';
import type { Action } from '../../../core/blueprint/definition/types.js';
import { rowsIn } from '../../../core/instance/rows.js';
import type { Transaction } from '../../../core/model/transaction.js';
import type { Wallet } from '../../support/register/ledger.js';
import { DEFINITION, WALLETS } from './loop.js';
import { acted, type Move, moved, open, plain, type Row, ready, timers } from './moves.js';
import { inForce, objectionBy, objectionText, shown } from './runs.js';
import { holderOf, instanceOf, moveOf, type State } from './world.js';

/** The first action opens the instance. */
export const MOVES: Readonly<Record<string, Row>> = {
  act: (state) => acts(state, false),
  lie: (state) => acts(state, true),
  reject: (state) =>
    ready(state).flatMap((branch) => {
      const holder = branch.actionId === 4 ? holderOf(state, 'x') : undefined;
      const payload = { type: 'rejection', reason: `because of ${branch.txId.slice(0, 8)}` };
      return holder
        ? [plain(state, `reject ${branch.actionId}`, moved(state, 'Rejection', branch, { by: holder, payload }))]
        : [];
    }),
  cancel: (state) => {
    const [branch] = open(state);
    const payload = { type: 'cancellation', reason: 'no more' };
    return branch ? [plain(state, 'cancel', moved(state, 'Cancellation', branch, { by: WALLETS.x, payload }))] : [];
  },
  timer: timers,
  object: (state) =>
    inForce(state).flatMap((run) => {
      const isLie = state.truth.lies.has(run.txId);
      // The party that sees the cells and is neither the liar nor the accused; against honest runs it is the liar who
      // tries.
      const by = isLie ? WALLETS.z : WALLETS.y;
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

const INPUTS: Readonly<Record<number, readonly JsonObject[]>> = {
  1: [{ price: 5 }],
  2: [{ again: 0 }, { again: 1 }],
  3: [{ r: 3 }],
  4: [{ end: 1 }],
};

function acts(state: State, isLie: boolean): readonly Move[] {
  const branches: readonly (readonly [action: number, previous?: string])[] = instanceOf(state)
    ? ready(state).map(({ actionId, txId }) => [actionId, txId] as const)
    : [[1]];
  const runs = inForce(state).map((run) => ({
    txId: run.txId,
    action: Number(run.header.actionId),
    data: state.truth.data.get(run.txId) ?? {},
  }));
  return branches.flatMap(([id, previous]) => {
    const action = actionOf(id);
    const by = instanceOf(state) ? holderOf(state, action.sender) : WALLETS.x;
    // Only one party lies, and only where there is something to calculate.
    if (!by || (isLie && (by !== WALLETS.y || !action.calculations))) return [];
    const [calculated = ''] = Object.keys(action.calculations ?? {});
    const lie = isLie ? { name: calculated, data: { [calculated]: 1000 } } : undefined;
    return (INPUTS[id] ?? []).flatMap((payload): readonly Move[] => {
      const made = acted(state, { action, by, payload, runs, previous, ...(lie && { lie }) });
      // To go round is no way to an end.
      return made ? [{ ...made, isHonest: made.isHonest && payload.again !== 1 }] : [];
    });
  });
}

function actionOf(id: number): Action {
  return DEFINITION.actions.find((action) => action.id === id) as Action;
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
  const [calculated] = Object.keys(actionOf(action)?.calculations ?? {});
  if (!own || calculated === undefined || !state.truth.data.has(run.txId)) return undefined;
  const operands = (OPERANDS[action] ?? []).flatMap(([of, pointer]) =>
    readAt(state, run, of).flatMap((tx) => shown(state, tx, [pointer])),
  );
  const openings = [...shown(state, run, own), ...operands];
  const about = { ground: 'calculation', at: `/calculations/${calculated}` } as const;
  return objectionBy(state, run, by, objectionText(about, openings));
}

/**
 * Runs of an action that were sealed before a run and are not void; the last one, but of those that are summed up all.
 */
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
