// Properties of every state of the world of reads, and of each order of moves in one docket.
import type { Model, Property } from './moves.js';
import { drawnIn, MOVES, movesOf, START } from './reads.js';
import { inForce } from './runs.js';

/** Of the moves of the newest docket, each in its place there. */
const stated: Property = (state) => {
  const { data, lies } = state.truth;
  const moves = movesOf(state);
  const newest = new Set(state.dockets.at(-1)?.transactions);
  for (const [n, run] of moves.entries()) {
    const { t, total } = data.get(run.txId) ?? {};
    if (!newest.has(run) || total === undefined || lies.has(run.txId)) continue;
    const before = drawnIn(state, moves.slice(0, n)).map(({ txId }) => Number(data.get(txId)?.t));
    const expected = before.reduce((sum, one) => sum + one, Number(t));
    if (total !== expected) return `move ${n + 1} states ${total} where ${expected} are drawn`;
  }
  return undefined;
};

const PROPERTIES: Readonly<Record<string, Property>> = {
  'each run states what its rules give in the state of its place': stated,
  'what is drawn is what counts': (state) => {
    const isDraw = (action: string) => action === '2' || action === '3';
    const found = inForce(state).filter(({ header }) => isDraw(header.actionId));
    const [is, expected] = [found, drawnIn(state, movesOf(state))].map((runs) => runs.map(({ txId }) => txId).join());
    return is === expected ? undefined : `in force are ${is}, and not ${expected}`;
  },
};

export const READS: Model = {
  name: 'reads',
  start: START,
  moves: MOVES,
  properties: PROPERTIES,
  inDocket: stated,
  // Nothing here waits for time.
  waitsMs: [0],
};
