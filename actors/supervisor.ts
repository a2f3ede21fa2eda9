// The restart policy of every supervised life: a failed driver is closed, the journal drains what it queued, and after
// a back-off a new driver is built from disk. Too many failures in the window end in `halted`, which an operator sees
// and may resume. Nothing here knows what a driver does.
import { assign, fromCallback, fromPromise, setup } from 'xstate';

export interface SupervisedDriver {
  /** Refuses new work, lets what is under way finish, releases everything. Never rejects. */
  stop(): Promise<void>;
}

export interface RestartPolicy {
  /** Failures within `windowMs` that are answered by a restart; one more halts. */
  readonly restartsMax: number;
  readonly windowMs: number;
  readonly backoffMs: number;
  readonly backoffMaxMs: number;
}

export const RESTART_POLICY: RestartPolicy = {
  restartsMax: 5,
  windowMs: 60_000,
  backoffMs: 100,
  backoffMaxMs: 5_000,
};

export interface Supervised<D extends SupervisedDriver> {
  readonly policy: RestartPolicy;
  /** Of a clock that only goes on: how many failures are recent. */
  steady(): number;
  /** Builds a driver from disk. Throws when it cannot; `fail` reports a failure later. */
  open(fail: (error: unknown) => void): D;
  /** Abandons a failed driver at once, without waiting. */
  discard(driver: D): void;
  /** Resolves when nothing of the failed driver is queued for the disk any more (docs/protocol.md 12). */
  whenSettled(): Promise<void>;
  onLive(driver: D): void;
  onDown(error: unknown): void;
  onHalted(error: unknown): void;
}

type SupervisorEvent = { type: 'DRIVER_FAILED'; error: unknown } | { type: 'STOP' } | { type: 'RESUME' };

type AnySupervised = Supervised<SupervisedDriver>;

interface SupervisorContext {
  readonly supervised: AnySupervised;
  /** The driver of now, or the last one. */
  readonly held: { driver: SupervisedDriver | undefined };
  failures: readonly number[];
  error: unknown;
}

type Hosted = Pick<SupervisorContext, 'supervised' | 'held'>;

const hostParts = ({ context: { supervised, held } }: { readonly context: SupervisorContext }): Hosted => ({
  supervised,
  held,
});

/**
 * states: live > recovering > live ... > halted; STOP leads from anywhere to stopped. A single machine for all lives: a
 * definition takes more memory than a life.
 */
export const supervisor = setup({
  types: {
    context: {} as SupervisorContext,
    events: {} as SupervisorEvent,
    input: {} as AnySupervised,
  },
  actors: {
    host: fromCallback<SupervisorEvent, Hosted>(({ sendBack, input: { supervised, held } }) => {
      let failed = false;
      const opened = supervised.open((error) => {
        if (failed) return;
        failed = true;
        sendBack({ type: 'DRIVER_FAILED', error });
      });
      held.driver = opened;
      supervised.onLive(opened);
      return () => {
        if (failed) supervised.discard(opened);
      };
    }),
    settle: fromPromise<void, Hosted>(({ input }) => input.supervised.whenSettled()),
    stop: fromPromise<void, Hosted>(({ input }) => input.held.driver?.stop() ?? Promise.resolve()),
  },
  actions: {
    down: ({ context }) => context.supervised.onDown(context.error),
    halt: ({ context }) => context.supervised.onHalted(context.error),
    forget: assign({ failures: [] }),
    note: assign({
      failures: ({ context: { supervised, failures } }) => {
        const now = supervised.steady();
        return [...failures.filter((at) => now - at < supervised.policy.windowMs), now];
      },
      error: ({ event }) => ('error' in event ? event.error : undefined),
    }),
  },
  guards: { tooMany: ({ context }) => context.failures.length > context.supervised.policy.restartsMax },
  delays: {
    backoff: ({ context: { supervised, failures } }) =>
      Math.min(supervised.policy.backoffMs * 2 ** Math.max(0, failures.length - 1), supervised.policy.backoffMaxMs),
  },
}).createMachine({
  initial: 'live',
  context: ({ input }) => ({ supervised: input, held: { driver: undefined }, failures: [], error: undefined }),
  states: {
    live: {
      invoke: { src: 'host', input: hostParts, onError: { target: 'failed', actions: 'note' } },
      on: { DRIVER_FAILED: { target: 'failed', actions: 'note' }, STOP: 'stopping' },
    },
    failed: { always: [{ guard: 'tooMany', target: 'halted' }, 'settling'], entry: 'down' },
    settling: {
      invoke: { src: 'settle', input: hostParts, onDone: 'waiting', onError: { target: 'halted', actions: 'note' } },
      on: { STOP: 'stopped' },
    },
    waiting: { after: { backoff: 'live' }, on: { STOP: 'stopped' } },
    halted: { entry: 'halt', on: { RESUME: { target: 'settling', actions: 'forget' }, STOP: 'stopped' } },
    stopping: { invoke: { src: 'stop', input: hostParts, onDone: 'stopped', onError: 'stopped' } },
    stopped: { type: 'final' },
  },
});
