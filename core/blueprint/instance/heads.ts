// The open branches of an instance of language 1, as a move takes and opens them. Pure.

import type { Head, HeadedInstance } from '../state/instance.js';
import type { MoveBase, MoveOf } from '../state/move.js';

/** The heads without the branches that the move takes. */
export function taking({ heads }: HeadedInstance, { planned, previousTransactionId }: MoveBase): Record<string, Head> {
  const left: Record<string, Head> = {};
  const { id } = planned.action;
  const isJoin = planned.priors.length > 0;
  for (const txId of Object.keys(heads)) {
    const head = heads[txId] as Head;
    if (!(isJoin || txId === previousTransactionId) || !pointsAt(head, id)) left[txId] = head;
    else if (head.taken.length + 1 < head.next.length)
      left[txId] = { ...head, taken: [...head.taken, id].sort((a, b) => a - b) };
  }
  return left;
}

function pointsAt({ next, taken }: Head, id: number): boolean {
  return next.includes(id) && !taken.includes(id);
}

/** The branches that a move opens; undefined where its branch ends. */
export function headOf({ planned, outcome, atMs }: MoveOf<'Action'>): Head | undefined {
  const next = outcome?.route?.nextActionIds ?? [];
  if (next.length === 0) return undefined;
  const deadlineMs = outcome?.deadlineMs;
  return deadlineMs === undefined
    ? { action: planned.action.id, next, taken: [] }
    : { action: planned.action.id, dueMs: atMs + deadlineMs, next, taken: [] };
}
