// One party repeats its action at full speed, with two requests at any time, and another one acts now and then: how
// long it waits for its seal.
import { setTimeout as pause } from 'node:timers/promises';
import type { Drawing } from './draws.js';

export interface Flood {
  /** How often the other one was sealed; for each of them the dockets and milliseconds that it waited, and its asks. */
  readonly acts: number;
  readonly dockets: readonly number[];
  readonly ms: readonly number[];
  readonly asks: readonly number[];
}

/** Enough for all of it. */
const LIMIT = '1000000.00';
const [FAST, OTHER] = [0, 1] as const;
/** Before each act, in which the fast one alone draws. */
const AHEAD_MS = 1000;
/** Asks of one act: each has all the tries of its node. */
const ASKS_MAX = 50;

export async function flood(drawing: Drawing, acts: number): Promise<Flood> {
  const instanceId = await drawing.open(LIMIT);
  const state = { isOver: false };
  const fast = async () => {
    while (!state.isOver) await drawing.draw(instanceId, FAST, '1.00');
  };
  const running = Promise.all([fast(), fast()]);
  const found = { dockets: [] as number[], ms: [] as number[], asks: [] as number[] };
  try {
    for (let act = 0; act < acts; act++) {
      await pause(AHEAD_MS);
      const [height, started] = [await drawing.height(), performance.now()];
      let asks = 1;
      while ((await drawing.draw(instanceId, OTHER, '1.00')) !== 'sealed') {
        if (++asks > ASKS_MAX) throw new Error(`The other party is not sealed in ${ASKS_MAX} asks.`);
      }
      found.dockets.push((await drawing.height()) - height);
      found.ms.push(Math.round(performance.now() - started));
      found.asks.push(asks);
    }
  } finally {
    state.isOver = true;
    await running;
  }
  return { acts, ...found };
}
