// The seat of this node's validator on one register (docs/protocol.md 15): its life only. Paused keeps voting and
// sealing; Stopped counts as crashed; Fenced has lost vote memory and never signs with that key; Faulted met a fork or
// a divergence. The register's docket driver goes on observing in every state of the seat, unless the ledger itself is
// in doubt.
import { assign, fromPromise, setup } from 'xstate';
import type { SeatState } from './ports.js';

/** The acts of a seat on the docket driver that it governs. */
export interface SeatActs {
  /** Opens the driver with the register; `signing` or only observing. */
  open(signing: boolean): void;
  /** Opens it again from disk. Resolves when the one before has nothing under way and the new one runs. */
  reopen(signing: boolean): Promise<void>;
  /** The state of the seat after a fault. Resolves when the seat has nothing under way. */
  fault(reason: string | undefined): Promise<void>;
  pause(): void;
  resume(): void;
  /** Why the key of the seat may not sign; undefined when it may. */
  fence(): string | undefined;
  onChanged(state: SeatState, reason: string | undefined): void;
}

export type SeatEvent =
  | { readonly type: 'START' }
  | { readonly type: 'STOP' }
  | { readonly type: 'PAUSE' }
  | { readonly type: 'RESUME' }
  | { readonly type: 'FAULT'; readonly reason: string }
  /** The key of the seat may not sign (any more). */
  | { readonly type: 'FENCE'; readonly reason: string }
  /** The roster names a key that may sign, or the operator accepted the loss. */
  | { readonly type: 'UNFENCE' };

export interface SeatInput {
  /** Called on entering the states. */
  readonly acts: SeatActs;
  /** The operator's order. */
  readonly order: 'Running' | 'Paused' | 'Stopped';
}

interface SeatContext {
  readonly acts: SeatActs;
  reason: string | undefined;
  order: SeatInput['order'];
}

interface Reopening {
  readonly acts: SeatActs;
  readonly signing: boolean;
}

const reopening =
  (signing: boolean) =>
  ({ context }: { readonly context: SeatContext }): Reopening => ({ acts: context.acts, signing });

const FENCED = { target: 'Fencing', actions: 'blame' } as const;
const FAULTED = { target: 'Faulting', actions: 'blame' } as const;

/** Orders that come while the driver is opened again are followed once it is. */
const LATER = {
  STOP: { actions: { type: 'order', params: 'Stopped' } },
  PAUSE: { actions: { type: 'order', params: 'Paused' } },
  RESUME: { actions: { type: 'order', params: 'Running' } },
  START: { actions: { type: 'order', params: 'Running' } },
} as const;

/** Until it is known whether the seat may sign. */
const BEGIN = {
  opening: {
    always: [
      { guard: 'isFenced', target: 'Fenced', actions: ['bar', { type: 'open', params: false }] },
      {
        guard: { type: 'isOrdered', params: 'Stopped' },
        target: 'Stopped',
        actions: { type: 'open', params: false },
      },
      { guard: { type: 'isOrdered', params: 'Paused' }, target: 'Paused', actions: { type: 'open', params: true } },
      { target: 'Running', actions: { type: 'open', params: true } },
    ],
  },
  Starting: {
    entry: ['clear', { type: 'tell', params: 'Starting' }],
    invoke: {
      src: 'reopen',
      input: reopening(true),
      onDone: [
        { guard: 'isFenced', target: 'Fencing', actions: 'bar' },
        { guard: { type: 'isOrdered', params: 'Stopped' }, target: 'Stopping' },
        { guard: { type: 'isOrdered', params: 'Paused' }, target: 'Paused' },
        { target: 'Running' },
      ],
      onError: 'Stopped',
    },
    on: { ...LATER, FAULT: FAULTED },
  },
} as const;

/** The driver signs. */
const SIGNING = {
  Running: {
    entry: [
      { type: 'order', params: 'Running' },
      { type: 'tell', params: 'Running' },
    ],
    on: { PAUSE: 'Paused', STOP: 'Stopping', FENCE: FENCED, FAULT: FAULTED },
  },
  Paused: {
    entry: [{ type: 'order', params: 'Paused' }, 'pause', { type: 'tell', params: 'Paused' }],
    on: {
      RESUME: { target: 'Running', actions: 'resume' },
      START: { target: 'Running', actions: 'resume' },
      STOP: 'Stopping',
      FENCE: FENCED,
      FAULT: FAULTED,
    },
  },
} as const;

/** The driver observes, or is down. */
const SILENT = {
  Stopping: {
    entry: [
      { type: 'order', params: 'Stopped' },
      { type: 'tell', params: 'Stopping' },
    ],
    invoke: {
      src: 'reopen',
      input: reopening(false),
      onDone: [{ guard: { type: 'isOrdered', params: 'Stopped' }, target: 'Stopped' }, { target: 'Starting' }],
      onError: 'Stopped',
    },
    on: { ...LATER, FENCE: FENCED, FAULT: FAULTED },
  },
  Stopped: {
    entry: { type: 'tell', params: 'Stopped' },
    on: {
      START: { target: 'Starting', actions: { type: 'order', params: 'Running' } },
      FENCE: FENCED,
      FAULT: FAULTED,
    },
  },
  Fencing: {
    entry: { type: 'tell', params: 'Stopping' },
    invoke: {
      src: 'reopen',
      input: reopening(false),
      // The key may be free again, or another one hold the seat.
      onDone: [{ guard: 'isFenced', target: 'Fenced' }, { target: 'Starting' }],
      onError: 'Fenced',
    },
    on: { ...LATER, FAULT: FAULTED },
  },
  Fenced: {
    entry: { type: 'tell', params: 'Fenced' },
    on: {
      UNFENCE: [
        {
          guard: { type: 'isOrdered', params: 'Stopped' },
          target: 'Stopped',
          actions: 'clear',
        },
        { target: 'Starting' },
      ],
      FAULT: FAULTED,
    },
  },
  Faulting: {
    entry: { type: 'tell', params: 'Stopping' },
    invoke: {
      src: 'fault',
      input: ({ context: { acts, reason } }: { readonly context: SeatContext }) => ({ acts, reason }),
      onDone: 'Faulted',
      onError: 'Faulted',
    },
  },
  Faulted: { entry: { type: 'tell', params: 'Faulted' } },
} as const;

/**
 * The machine of every seat: one for all of them, because a definition takes more memory than a seat. An event that a
 * state does not name changes nothing.
 */
export const seatMachine = setup({
  types: {
    context: {} as SeatContext,
    events: {} as SeatEvent,
    input: {} as SeatInput,
  },
  actors: {
    reopen: fromPromise<void, Reopening>(({ input: { acts, signing } }) => acts.reopen(signing)),
    fault: fromPromise<void, Pick<SeatContext, 'acts' | 'reason'>>(({ input: { acts, reason } }) => acts.fault(reason)),
  },
  actions: {
    open: ({ context }, signing: boolean) => context.acts.open(signing),
    pause: ({ context }) => context.acts.pause(),
    resume: ({ context }) => context.acts.resume(),
    blame: assign({ reason: ({ event }) => ('reason' in event ? event.reason : undefined) }),
    bar: assign({ reason: ({ context }) => context.acts.fence() }),
    clear: assign({ reason: undefined }),
    order: assign({ order: (_, order: SeatInput['order']) => order }),
    tell: ({ context }, state: SeatState) => context.acts.onChanged(state, context.reason),
  },
  guards: {
    isOrdered: ({ context }, order: SeatInput['order']) => context.order === order,
    isFenced: ({ context }) => context.acts.fence() !== undefined,
  },
}).createMachine({
  initial: 'opening',
  context: ({ input: { acts, order } }) => ({ acts, reason: undefined, order }),
  states: { ...BEGIN, ...SIGNING, ...SILENT },
});
