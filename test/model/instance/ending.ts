// Whether an instance comes to an end from a state: those who are there do what is theirs, timers fire when they are
// due, and otherwise time passes.
import { stopEndsMs } from '../../../core/blueprint/disputes/disputes.js';
import { dueTimers, escalations } from '../../../core/blueprint/instance/open-timers.js';
import { planOf } from '../../../core/blueprint/plan/plan.js';
import type { Transaction } from '../../../core/model/transaction.js';
import type { Wallet } from '../../support/register/ledger.js';
import type { Row } from './moves.js';
import { instanceOf, judged, SOON_MS, type State, sealed } from './world.js';

export const ENDS: readonly string[] = ['Completed', 'Rejected', 'Cancelled'];
/** More than an instance without its silent parties takes. */
const STEPS_MAX = 24;

/** The rows are tried in their order: the honest moves of others than the silent ones. */
export function endOf(
  from: State,
  rows: readonly Row[],
  silent: readonly Wallet[],
  isOver: (state: State) => boolean = hasEnded,
): State | string {
  const isSilent = ({ header }: Transaction) => silent.some(({ address }) => address === header.senderWallet);
  let state = from;
  for (let step = 0; step < STEPS_MAX; step++) {
    if (isOver(state)) return state;
    const soonMs = state.register.timestampMs + SOON_MS;
    const isReady = ({ tx, isHonest }: ReturnType<Row>[number]) =>
      isHonest && !isSilent(tx) && judged(state, tx, soonMs) === 'ok';
    const ready = rows.reduce<ReturnType<Row>[number] | undefined>(
      (found, row) => found ?? row(state).find(isReady),
      undefined,
    );
    if (ready) state = sealed(state, [ready.tx], soonMs, { truth: ready.truth }).state;
    else {
      const later = timesOf(state).filter((atMs) => atMs >= soonMs);
      if (later.length === 0) return 'nothing leads to an end';
      state = { ...state, register: { ...state.register, timestampMs: Math.min(...later) } };
    }
  }
  return 'it goes on and on';
}

function hasEnded(state: State): boolean {
  const instance = instanceOf(state);
  return !instance || ENDS.includes(instance.state);
}

/** Times after which something may be done that may not be done before. */
function timesOf(state: State): readonly number[] {
  const instance = instanceOf(state);
  if (!instance) return [];
  const { definition } = state.world;
  const plan = planOf(definition);
  const { dispute } = instance;
  const dues = [...dueTimers(instance, plan), ...escalations(instance, plan)].map(({ dueMs }) => dueMs);
  return [...dues, ...(dispute ? [dispute.untilMs ?? stopEndsMs(dispute, definition) ?? 0] : [])];
}
