// The seat of this node's validator on one register (consensus.md 1.3): its life only. Paused keeps voting and sealing; Stopped counts as crashed;
// Fenced has lost vote memory and never signs until the operator decides; Faulted met a fork or a divergence.
import { assign, fromPromise, setup } from 'xstate';
import type { SeatState } from '../ledger.js';

/** What a seat does to the docket driver it governs. */
export interface SeatActs {
  open(): void;
  pause(): void;
  resume(): void;
  /** Resolves when the driver has nothing under way. */
  close(): Promise<void>;
  changed(state: SeatState, reason: string | undefined): void;
}

export type SeatEvent =
  | { readonly type: 'START' }
  | { readonly type: 'STOP' }
  | { readonly type: 'PAUSE' }
  | { readonly type: 'RESUME' }
  | { readonly type: 'FAULT'; readonly reason: string }
  | { readonly type: 'ACCEPT_AMNESIA' };

export interface SeatInput {
  readonly state: 'Running' | 'Paused' | 'Stopped' | 'Fenced';
  readonly reason?: string;
  /** What a Fenced seat becomes when the loss is accepted: Running by default. */
  readonly order?: 'Running' | 'Paused' | 'Stopped';
}

/** The machine of one seat; `acts` are called on entering the states. An event that a state does not name changes nothing. */
export function seatMachine(acts: SeatActs) {
  return setup({
    types: {
      context: {} as { reason: string | undefined; begin: SeatInput['state']; order: SeatInput['state'] },
      events: {} as SeatEvent,
      input: {} as SeatInput,
    },
    actors: { close: fromPromise(() => acts.close()) },
    actions: {
      open: () => acts.open(),
      pause: () => acts.pause(),
      resume: () => acts.resume(),
      blame: assign({ reason: ({ event }) => ('reason' in event ? event.reason : undefined) }),
      clear: assign({ reason: undefined }),
      accept: assign({ reason: undefined, begin: ({ context }) => context.order }),
      tell: ({ context }, state: SeatState) => acts.changed(state, context.reason),
    },
    guards: { begins: ({ context }, state: SeatInput['state']) => context.begin === state },
  }).createMachine({
    initial: 'opening',
    context: ({ input }) => ({ reason: input.reason, begin: input.state, order: input.order ?? 'Running' }),
    states: {
      opening: {
        always: [
          { guard: { type: 'begins', params: 'Fenced' }, target: 'Fenced' },
          { guard: { type: 'begins', params: 'Stopped' }, target: 'Stopped' },
          { guard: { type: 'begins', params: 'Paused' }, target: 'Paused', actions: 'open' },
          { target: 'Starting' },
        ],
      },
      Starting: { entry: ['clear', 'open'], always: 'Running' },
      Running: {
        entry: { type: 'tell', params: 'Running' },
        on: { PAUSE: 'Paused', STOP: 'Stopping', FAULT: { target: 'Faulting', actions: 'blame' } },
      },
      Paused: {
        entry: ['pause', { type: 'tell', params: 'Paused' }],
        on: {
          RESUME: { target: 'Running', actions: 'resume' },
          START: { target: 'Running', actions: 'resume' },
          STOP: 'Stopping',
          FAULT: { target: 'Faulting', actions: 'blame' },
        },
      },
      Stopping: {
        entry: { type: 'tell', params: 'Stopping' },
        invoke: { src: 'close', onDone: 'Stopped', onError: 'Stopped' },
      },
      Stopped: { entry: { type: 'tell', params: 'Stopped' }, on: { START: 'Starting' } },
      Fenced: {
        entry: { type: 'tell', params: 'Fenced' },
        on: { ACCEPT_AMNESIA: { target: 'opening', actions: 'accept' } },
      },
      Faulting: { invoke: { src: 'close', onDone: 'Faulted', onError: 'Faulted' } },
      Faulted: { entry: { type: 'tell', params: 'Faulted' } },
    },
  });
}
