// Queues and buffers of the docket driver and its reducer stay within their bounds. It looks into private members:
// nothing else shows them.
import type { State } from '../../../core/consensus/types.js';
import type { Checker, World } from '../observer.js';

/** As core/base/limits/ says them, which a checker does not ask. */
const BODIES_MAX = 8;
const ROUNDS_AHEAD_MAX = 16;
/** Rounds of a height in the time of one run, though a liar hurries everybody as far as he may. */
const ROUNDS_MAX = 10_000;

interface Inner {
  readonly state: State;
  readonly inputs: { readonly size: number };
}

export function bounds(world: World): Checker {
  const n = world.nodes.length;
  return {
    name: 'bounds',
    released(node) {
      const driver = node.run?.driver(world.registerId)?.docket.driver as unknown as Inner | undefined;
      if (!driver) return;
      const { state, inputs } = driver;
      const over = [
        ['bodies', state.bodies.length, BODIES_MAX + 2 + n],
        ['votes', state.votes.length, 2 * n * (2 * ROUNDS_AHEAD_MAX + 1)],
        ['changes', state.changes.length, n],
        ['ahead', state.ahead.length, 2 + n + 2 * n * (ROUNDS_AHEAD_MAX + 1)],
        ['fetching', state.fetching.length, BODIES_MAX],
        ['round', state.record.round, ROUNDS_MAX],
        ['queue', inputs.size, 10_000],
      ].find(([, size, max]) => (size as number) > (max as number));
      if (over) world.violation('bounds', `node ${node.index}: ${over.join(' ')}`);
    },
  };
}
