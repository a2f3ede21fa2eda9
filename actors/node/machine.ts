// The life of the whole node: booting, serving, draining, stopped. It starts and stops the ordered parts and knows
// nothing of what they do.
import { assign, fromPromise, setup } from 'xstate';

export interface NodeParts {
  start(): Promise<void>;
  stop(): Promise<void>;
}

export type NodeLifeEvent = { readonly type: 'STOP' } | { readonly type: 'FATAL'; readonly error: unknown };

/**
 * STOP drains and stops, during the start as well: the parts know how to stop what is coming up. FATAL (a write that
 * failed, a part that died) does the same and keeps the error for the exit code, while it drains too.
 */
export function nodeMachine(parts: NodeParts) {
  return setup({
    types: { context: {} as { error: unknown }, events: {} as NodeLifeEvent },
    actors: { start: fromPromise(() => parts.start()), stop: fromPromise(() => parts.stop()) },
    actions: {
      // The first one is the cause of those behind it.
      keep: assign({ error: ({ context, event }) => context.error ?? ('error' in event ? event.error : undefined) }),
    },
  }).createMachine({
    initial: 'booting',
    context: { error: undefined },
    states: {
      booting: {
        invoke: { src: 'start', onDone: 'serving', onError: { target: 'stopped', actions: 'keep' } },
        on: { STOP: 'draining', FATAL: { target: 'draining', actions: 'keep' } },
      },
      serving: { on: { STOP: 'draining', FATAL: { target: 'draining', actions: 'keep' } } },
      draining: {
        invoke: { src: 'stop', onDone: 'stopped', onError: { target: 'stopped', actions: 'keep' } },
        on: { FATAL: { actions: 'keep' } },
      },
      stopped: { type: 'final' },
    },
  });
}
