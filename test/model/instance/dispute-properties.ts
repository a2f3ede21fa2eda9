// Properties of every state of the worlds of disputes, said apart from the code that it is about: who is named, on what
// honest parties build, when timers and deputies come, and that each dispute has an end, whichever party is silent.
import { isPaused } from '../../../core/blueprint/disputes/disputes.js';
import { reminders, remindersDue } from '../../../core/blueprint/instance/open-timers.js';
import { planOf } from '../../../core/blueprint/plan/plan.js';
import { rowsIn } from '../../../core/instance/rows.js';
import { FRIEND, LIAR, TERMS, WALLETS } from './dispute.js';
import { aboutOf, MOVES } from './dispute-moves.js';
import { naivelyInForce, naiveRuns } from './dispute-naive.js';
import { ENDS, endOf } from './ending.js';
import { open, type Property, type Row } from './moves.js';
import { inForce, objectionBy, proven } from './runs.js';
import { DAY_MS, HOUR_MS, instanceOf, judged, SOON_MS, type State } from './world.js';

/** The moves of the honest where nothing else is to be done: in the order in which they would. */
const HONEST = ['deliver', 'resolve', 'object', 'act', 'timer'].map((name) => MOVES[name] as Row);
/** Those who are left cancel an instance that stands still, and no other one. */
const LEAVING: Row = (state) => {
  const { dispute } = instanceOf(state) ?? {};
  return dispute && dispute.untilMs === undefined ? (MOVES.cancel?.(state) ?? []) : [];
};

export const PROPERTIES: Readonly<Record<string, Property>> = {
  'liars alone are named': (state) => {
    const wrong = (instanceOf(state)?.faults ?? []).find(
      ({ txId, wallet, ground }) =>
        wallet !== LIAR.address || (ground !== 'undelivered' && !state.truth.lies.has(txId)),
    );
    return wrong && `${short(wrong.txId)} of ${wrong.wallet} is named`;
  },

  'what is undone is what it says, and is read by no rule': (state) => {
    const naive = naivelyInForce(state).map(({ txId }) => short(txId));
    const found = inForce(state).map(({ txId }) => short(txId));
    return naive.join() === found.join() ? undefined : `in force are ${found}, and not ${naive}`;
  },

  'what follows the last run in force is open, and nothing else': (state) => {
    const waiting = open(state).map(({ actionId }) => actionId);
    if (waiting.length === 0) return undefined;
    const next = (naivelyInForce(state).at(-1)?.action ?? 0) + 1;
    return waiting.join() === String(next) ? undefined : `${waiting} is open, and not ${next}`;
  },

  'honest parties build on nothing that is false or void': (state, before) => {
    const run = state.moves.at(-1);
    const stated = run && state.truth.data.get(run.txId);
    if (!run || !stated || run.header.actionId !== '3' || run.header.senderWallet === LIAR.address) return undefined;
    const read = naivelyInForce(before);
    const operand = read.findLast(({ action }) => action === 2);
    if (!operand) return 'nothing of the second action is in force';
    if (state.truth.lies.has(operand.txId) && !operand.isKept) return `it builds on ${short(operand.txId)}`;
    const { double = 0 } = state.truth.data.get(operand.txId) ?? {};
    const sum = 5 + Number(double) + 4;
    return stated.sum === sum ? undefined : `the sum is ${stated.sum}, and not ${sum}`;
  },

  'what a checker can disprove can be objected to until the window ends': (state) => {
    const instance = instanceOf(state);
    const nowMs = state.register.timestampMs + SOON_MS;
    // While a dispute pauses the instance no other one is taken, and windows are later by it.
    if (!instance || isPaused(instance, nowMs)) return undefined;
    const named = (instance.faults ?? []).map(({ txId }) => txId);
    for (const run of inForce(state)) {
      const row = rowsIn(state.view)(run.txId);
      const isOpen = row && state.truth.lies.has(run.txId) && !named.includes(run.txId);
      if (!isOpen || nowMs > row.at + TERMS.windowMs) continue;
      const text = proven(state, run, aboutOf(state, run));
      const codes = text ? judged(state, objectionBy(state, run, WALLETS.z, text), nowMs) : 'nothing proves it';
      if (codes !== 'ok') return `an objection to ${short(run.txId)} is refused: ${codes}`;
    }
    return undefined;
  },

  'a dispute ends in its terms, whoever is silent': (state) => {
    const { dispute } = instanceOf(state) ?? {};
    if (!dispute) return undefined;
    const isOver = (later: State): boolean => {
      const instance = instanceOf(later);
      return !instance || ENDS.includes(instance.state) || !isPaused(instance, later.register.timestampMs + SOON_MS);
    };
    const mostMs = dispute.sinceMs + Math.max(TERMS.redoMs, TERMS.judgeMs) + HOUR_MS;
    // One of them in each state, so that a search of many costs no more.
    const name = (['x', 'z', 'r'] as const)[state.register.height % 3] ?? 'x';
    const end = endOf(state, [...HONEST, LEAVING], [LIAR, FRIEND, WALLETS[name]], isOver);
    if (typeof end === 'string') return `while ${name} is silent, ${end}`;
    const atMs = end.register.timestampMs;
    if (atMs > Math.max(mostMs, state.register.timestampMs + HOUR_MS)) return `while ${name} is silent, it lasts`;
    return undefined;
  },

  'honest parties and time come to an end, within the terms': (state) => {
    if (!instanceOf(state)) return undefined;
    const end = endOf(state, [...HONEST, LEAVING], [LIAR, FRIEND]);
    if (typeof end === 'string') return end;
    const tookMs = end.register.timestampMs - state.register.timestampMs;
    // The day of the second action, begun anew at most, the date that ends the third, and some pauses.
    const mostMs = TERMS.silentMs + 5 * DAY_MS;
    return tookMs > mostMs ? `it takes ${tookMs / HOUR_MS} h` : undefined;
  },

  'others act when the time for it has come, and nobody after the date': (state) => {
    const run = state.moves.at(-1);
    const row = run && rowsIn(state.view)(run.txId);
    if (run?.header.actionId !== '3' || !row || row.kind !== undefined) return undefined;
    const { timestampMs: atMs } = state.register;
    const [naive, before] = [naiveRuns(state), run.header.previousTransactionId ?? ''];
    const lapse = naive.findLast(({ lapse: day, undoneBy }) => day !== undefined && !undoneBy)?.lapse ?? '';
    const { pausedMs = 0, challenges = {} } = instanceOf(state) ?? {};
    const laterMs = pausedMs + (challenges.z?.laterMs ?? 0);
    if (run.header.metadata?.type === 'Timer') return atMs > Date.parse(lapse) ? undefined : 'the date has not come';
    if (atMs > Date.parse(lapse) + laterMs) return 'the date has passed';
    const openedMs = rowsIn(state.view)(before)?.at ?? 0;
    const isEarly = run.header.metadata?.as === 'x' && atMs <= openedMs + TERMS.helpMs;
    return isEarly ? 'x acts in the place of z too early' : undefined;
  },

  'only what waits is reminded of, and as often as it says': (state) => {
    const instance = instanceOf(state);
    const waiting = open(state).map(({ actionId }) => actionId);
    for (const { action, firstMs, timer } of reminders(instance, planOf(state.world.definition))) {
      if (!waiting.includes(action)) return `${action} is reminded of, and does not wait`;
      const counts = [0, 1, 4, 100].map((hours) => remindersDue({ ...timer, firstMs }, firstMs + hours * HOUR_MS));
      if (counts.join() !== '0,1,2,2') return `the reminders are ${counts}`;
    }
    return undefined;
  },
};

export function isUrgent(state: State): boolean {
  return (MOVES.deliver?.(state) ?? []).some(({ isHonest }) => isHonest);
}

function short(txId: string): string {
  return txId.slice(0, 8);
}
