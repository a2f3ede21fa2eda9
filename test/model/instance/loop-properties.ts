// Properties of every state of the world of the loop, said apart from the code that it is about: who is named,
// what is void, what rules read, how long a liar delays, and that honest parties come to an end.
import { isPaused } from '../../../core/blueprint/disputes/disputes.js';
import { rowsIn } from '../../../core/instance/rows.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { endOf } from './ending.js';
import { TERMS, WALLETS } from './loop.js';
import { MOVES, objectionTo } from './loop-moves.js';
import type { Property, Row } from './moves.js';
import { inForce, openedBy } from './runs.js';
import { HOUR_MS, instanceOf, judged, SOON_MS, type State } from './world.js';

export const PROPERTIES: Readonly<Record<string, Property>> = {
  'liars alone are named': (state) => {
    const wrong = (instanceOf(state)?.faults ?? []).filter(
      ({ txId, wallet }) => !state.truth.lies.has(txId) || wallet !== WALLETS.y.address,
    );
    return wrong.length > 0 ? `${wrong[0]?.txId} is named` : undefined;
  },

  'what is undone is what it says, and is read by no rule': (state) => {
    const naive = naivelyInForce(state);
    const found = inForce(state).map(({ txId }) => txId);
    return naive.join() === found.join() ? undefined : `in force are ${found.map(short)}, and not ${naive.map(short)}`;
  },

  'what a checker can disprove is void when the window ends': (state) => {
    const instance = instanceOf(state);
    if (!instance) return undefined;
    const nowMs = state.register.timestampMs + SOON_MS;
    // While a dispute pauses the instance no other one is taken, and windows are later by it.
    if (isPaused(instance, nowMs)) return undefined;
    for (const run of inForce(state)) {
      if (!state.truth.lies.has(run.txId)) continue;
      const row = rowsIn(state.view)(run.txId);
      if (!row || nowMs > row.at + TERMS.windowMs) continue;
      const tx = objectionTo(state, run, WALLETS.z);
      const codes = tx ? judged(state, tx, nowMs) : 'no objection can be made';
      if (codes !== 'ok') return `an objection to ${short(run.txId)} is refused: ${codes}`;
    }
    return undefined;
  },

  'pauses are no longer than the terms': (state) => {
    const { pausedMs = 0 } = instanceOf(state) ?? {};
    return pausedMs > TERMS.redoMs ? `paused for ${pausedMs / HOUR_MS} h` : undefined;
  },

  'a pause ends by itself': (state) => {
    const { dispute } = instanceOf(state) ?? {};
    if (!dispute) return undefined;
    const atMs = Math.max(dispute.untilMs ?? 0, state.register.timestampMs) + SOON_MS;
    const others = (MOVES.act?.(state) ?? []).filter(({ tx }) => !isOfLiar(tx));
    const held = others.find(({ tx }) => judged(state, tx, atMs).includes('VAL_BP_017'));
    return held && `${held.name} is refused when the pause is over`;
  },

  'honest parties and time come to an end, within the terms': (state) => {
    if (!instanceOf(state)) return undefined;
    const end = endOf(state, [MOVES.act, MOVES.timer] as Row[], [WALLETS.y]);
    if (typeof end === 'string') return end;
    const tookMs = end.register.timestampMs - state.register.timestampMs;
    // The day of the second action, begun anew at most, and one pause.
    const mostMs = TERMS.timerMs + TERMS.redoMs + HOUR_MS;
    return tookMs > mostMs ? `it takes ${tookMs / HOUR_MS} h` : undefined;
  },

  'a run has one value a cell': (state) => {
    const run = state.moves.at(-1);
    if (!run || !state.truth.data.has(run.txId)) return undefined;
    const texts = [WALLETS.x, WALLETS.y, WALLETS.z].flatMap((by) => {
      const opened = run.header.recipients?.includes(by.address) ? openedBy(state, run, by) : undefined;
      return opened ? [JSON.stringify(opened.classes.map(({ values }) => values))] : [];
    });
    return new Set(texts).size > 1 ? 'two readers have two values' : undefined;
  },
};

function isOfLiar({ header }: Transaction): boolean {
  return header.senderWallet === WALLETS.y.address;
}

/**
 * Runs in force by the words of the definition, from the moves alone: what a rejection sends back, or an objection
 * proves false, goes with all that followed it; a join follows all that it waited for.
 */
export function naivelyInForce({ moves }: State): readonly string[] {
  const runs: { txId: string; action: number; causes: readonly string[]; undone: boolean; isRead: boolean }[] = [];
  const find = (txId: string | undefined) => runs.find((one) => one.txId === txId);
  const undo = (txId: string): void => {
    const one = find(txId);
    if (!one || one.undone) return;
    one.undone = true;
    for (const { txId: after, causes } of runs) if (causes.includes(txId)) undo(after);
  };
  /** The run that stands in for a move that leads back. */
  const stands = new Map<string, string>();
  for (const { txId, header } of moves) {
    const action = Number(header.actionId);
    const type = header.metadata?.type ?? 'Action';
    const previous = header.previousTransactionId;
    if (type === 'Objection') {
      stands.set(txId, find(previous)?.causes[0] ?? '');
      undo(previous as string);
    } else if (type === 'Rejection') {
      const target = runs.findLast((one) => one.action === 2 && !one.undone);
      stands.set(txId, target?.causes[0] ?? '');
      if (target) undo(target.txId);
    } else if (type === 'Action' || type === 'Timer') {
      const resolved = (id: string | undefined): string | undefined => {
        let at = id;
        while (at !== undefined && stands.has(at)) at = stands.get(at);
        return at;
      };
      const joined =
        action === 4
          ? [2, 3].flatMap((id) => runs.findLast((one) => one.action === id && !one.undone)?.txId ?? [])
          : [];
      const causes = [...new Set([...(previous === undefined ? [] : [resolved(previous) ?? '']), ...joined])];
      // A loop stays in force and leads back to where it came from: what follows it comes of that.
      const { next = [] } = (header.metadata?.routing ?? {}) as { readonly next?: readonly number[] };
      if (next.includes(action)) stands.set(txId, causes[0] ?? '');
      // A timer without data states nothing that a rule could read.
      runs.push({ txId, action, causes, undone: false, isRead: type === 'Action' });
    }
  }
  return runs.filter(({ undone, isRead }) => !undone && isRead).map(({ txId }) => txId);
}

function short(txId: string): string {
  return txId.slice(0, 8);
}
