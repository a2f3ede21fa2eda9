// The life of the whole node: booting, serving, draining, stopping, stopped. It starts and stops the ordered parts and
// knows nothing of what they do.
import { assign, fromPromise, setup } from 'xstate';

export interface NodeParts {
  start(): Promise<void>;
  /** Says that the node is not ready, and goes on serving. */
  drain(): void;
  stop(): Promise<void>;
}

export type NodeLifeEvent = { readonly type: 'STOP' } | { readonly type: 'FATAL'; readonly error: unknown };

/**
 * STOP drains for `drainMs` and then stops; a second one stops at once, and so does one during the start: the parts
 * know how to stop what is coming up. FATAL (a write that failed, a part that died) stops without draining. It keeps
 * the error for the exit code, while the node drains and stops too.
 */
export function nodeMachine(parts: NodeParts, drainMs = 0) {
  return setup({
    types: { context: {} as { error: unknown }, events: {} as NodeLifeEvent },
    actors: { start: fromPromise(() => parts.start()), stop: fromPromise(() => parts.stop()) },
    actions: {
      // The first one is the cause of those behind it.
      keep: assign({ error: ({ context, event }) => context.error ?? ('error' in event ? event.error : undefined) }),
      drain: () => parts.drain(),
    },
    delays: { drained: drainMs },
  }).createMachine({
    initial: 'booting',
    context: { error: undefined },
    states: {
      booting: {
        invoke: { src: 'start', onDone: 'serving', onError: { target: 'stopped', actions: 'keep' } },
        on: { STOP: 'stopping', FATAL: { target: 'stopping', actions: 'keep' } },
      },
      serving: {
        on: { STOP: drainMs > 0 ? 'draining' : 'stopping', FATAL: { target: 'stopping', actions: 'keep' } },
      },
      draining: {
        entry: 'drain',
        after: { drained: 'stopping' },
        on: { STOP: 'stopping', FATAL: { target: 'stopping', actions: 'keep' } },
      },
      stopping: {
        invoke: { src: 'stop', onDone: 'stopped', onError: { target: 'stopped', actions: 'keep' } },
        on: { FATAL: { actions: 'keep' } },
      },
      stopped: { type: 'final' },
    },
  });
}
