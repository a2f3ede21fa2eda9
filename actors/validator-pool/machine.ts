// The life of one register's pool: what an accepted submission is promised, which follows the seat beside it. Storing
// keeps submissions in the outbox alone; sealing answers with the seal itself; gathering pools what the outbox has
// promised. Closed takes nothing more.
import { type Actor, createActor, setup } from 'xstate';

/**
 * `sealing`: this node's seat alone seals at once, so the seal itself is the promise. `gathering`: the pool feeds a seat that needs others.
 * `storing`: no seat runs here; what is accepted goes to the outbox only.
 */
export type PoolMode = 'sealing' | 'gathering' | 'storing';

/** What a pool does on entering its states. */
export interface PoolActs {
  entered(mode: PoolMode | 'closed'): void;
  /** The seal will not come by itself: whatever relied on it goes to the outbox. */
  promiseAll(): void;
  /** No seat runs: what other nodes answer for is theirs to offer to those that seal. */
  dropRelayed(): void;
  /** A seat runs: what was only stored is offered to it. */
  offerAll(): void;
  /** Whoever waits is told what is true. */
  abandon(): void;
}

export type PoolEvent = { readonly type: PoolMode } | { readonly type: 'close' };

interface PoolContext {
  readonly acts: PoolActs;
}

/** One for all pools: a definition takes more memory than a pool. */
export const poolMachine = setup({
  types: { context: {} as PoolContext, events: {} as PoolEvent, input: {} as PoolContext },
  actions: {
    enter: ({ context }, mode: PoolMode | 'closed') => context.acts.entered(mode),
    promiseAll: ({ context }) => context.acts.promiseAll(),
    dropRelayed: ({ context }) => context.acts.dropRelayed(),
    offerAll: ({ context }) => context.acts.offerAll(),
    abandon: ({ context }) => context.acts.abandon(),
  },
}).createMachine({
  context: ({ input }) => input,
  initial: 'storing',
  states: {
    storing: {
      entry: [{ type: 'enter', params: 'storing' }, 'dropRelayed', 'promiseAll'],
      on: { sealing: 'sealing', gathering: 'gathering' },
    },
    sealing: {
      entry: [{ type: 'enter', params: 'sealing' }, 'offerAll'],
      on: { storing: 'storing', gathering: 'gathering' },
    },
    gathering: {
      entry: [{ type: 'enter', params: 'gathering' }, 'promiseAll', 'offerAll'],
      on: { storing: 'storing', sealing: 'sealing' },
    },
    closed: { type: 'final', entry: [{ type: 'enter', params: 'closed' }, 'abandon'] },
  },
  on: { close: '.closed' },
});

export type PoolActor = Actor<typeof poolMachine>;

/**
 * A started pool. `failed` hears of an act that threw, such as one that could not read the store: unheard it would end
 * the process.
 */
export function startPool(acts: PoolActs, failed: (error: unknown) => void): PoolActor {
  const actor = createActor(poolMachine, { input: { acts } });
  actor.subscribe({ error: failed });
  return actor.start();
}
