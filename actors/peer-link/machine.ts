// The life of the outgoing link to one peer (docs/protocol.md 16): when it is dialled, how long a failure keeps it
// away, and that a ban ends it. It does no I/O and reads no message; the acts do that and report back with events.
import { type Actor, assign, createActor, setup } from 'xstate';
import type { Clock } from '../ports.js';

export type PeerLinkState = 'idle' | 'dialling' | 'handshaking' | 'up' | 'backing-off' | 'banned' | 'stopped';

/** The acts of a link on the network. Each dial is answered by events until `LOST` or `drop`. */
export interface PeerLinkActs {
  /**
   * Opens a connection. Reports CONNECTED, then SHAKEN once both sides said hello, and LOST once when anything of it
   * fails.
   */
  dial(): void;
  /** Closes what a dial opened. Nothing is reported after it. */
  drop(): void;
  /** Uniform in [0, 1): spreads the dials of nodes that lost each other at one time. */
  random(): number;
  /** Longest back-off of this peer: shorter for one that a roster needs (docs/protocol.md 16). */
  backoffMaxMs(): number;
  onChanged(state: PeerLinkState): void;
}

export type PeerLinkEvent =
  /** Somebody needs the peer. A back-off under way is kept. */
  | { readonly type: 'WANT' }
  /** The peer was heard: a back-off is over. */
  | { readonly type: 'WAKE' }
  /** The peer is not needed any more. */
  | { readonly type: 'UNWANT' }
  | { readonly type: 'CONNECTED' }
  | { readonly type: 'SHAKEN' }
  | { readonly type: 'LOST' }
  | { readonly type: 'BAN' }
  | { readonly type: 'UNBAN' }
  | { readonly type: 'STOP' };

export type PeerLink = Actor<ReturnType<typeof peerLinkMachine>>;

/** First back-off; each failure in a row doubles it. */
const BACKOFF_MIN_MS = 1000;
export const BACKOFF_MAX_MS = 30_000;
/** A TCP and TLS handshake across the world, with one lost packet, is far below. */
export const DIAL_MS = 10_000;
export const HANDSHAKE_MS = 10_000;
/** A link that held this long starts again from the first back-off. */
export const HEALTHY_MS = 10_000;

/**
 * `BACKOFF_MIN_MS` doubled per failure, at most `maxMs`, of which a random 40 % is taken off: two nodes never dial in
 * step.
 */
export function backoffMs(failures: number, maxMs: number, random: number): number {
  const full = Math.min(BACKOFF_MIN_MS * 2 ** Math.min(16, Math.max(0, failures - 1)), maxMs);
  return Math.round(full * (1 - 0.4 * random));
}

/** Starts the life of one link with timers of `clock`. It waits in `idle` until it is wanted. */
export function startPeerLink(acts: PeerLinkActs, clock: Clock): PeerLink {
  return createActor(peerLinkMachine(acts), {
    clock: {
      setTimeout: (run, delayMs) => clock.setTimer(() => run(), delayMs),
      clearTimeout: (timer) => timer?.cancel(),
    },
  }).start();
}

/**
 * idle > dialling > handshaking > up; failures lead to backing-off and from there to dialling again; BAN and STOP lead
 * out of any of them.
 */
function peerLinkMachine(acts: PeerLinkActs) {
  return setup({
    types: { context: {} as { failures: number }, events: {} as PeerLinkEvent },
    actions: {
      dial: () => acts.dial(),
      drop: () => acts.drop(),
      tell: (_, state: PeerLinkState) => acts.onChanged(state),
      fail: assign({ failures: ({ context }) => context.failures + 1 }),
      forget: assign({ failures: 0 }),
    },
    delays: {
      dial: DIAL_MS,
      handshake: HANDSHAKE_MS,
      healthy: HEALTHY_MS,
      backoff: ({ context }) => backoffMs(context.failures, acts.backoffMaxMs(), acts.random()),
    },
  }).createMachine({
    initial: 'idle',
    context: { failures: 0 },
    on: { STOP: { target: '.stopped' }, BAN: { target: '.banned' } },
    states: {
      idle: { entry: { type: 'tell', params: 'idle' }, on: { WANT: 'dialling' } },
      dialling: {
        entry: [{ type: 'tell', params: 'dialling' }, 'dial'],
        on: { CONNECTED: 'handshaking', LOST: 'failed', UNWANT: { target: 'idle', actions: 'drop' } },
        after: { dial: { target: 'failed', actions: 'drop' } },
      },
      handshaking: {
        entry: { type: 'tell', params: 'handshaking' },
        on: { SHAKEN: 'up', LOST: 'failed', UNWANT: { target: 'idle', actions: 'drop' } },
        after: { handshake: { target: 'failed', actions: 'drop' } },
      },
      up: {
        entry: { type: 'tell', params: 'up' },
        on: { LOST: 'failed', UNWANT: { target: 'idle', actions: 'drop' } },
        after: { healthy: { actions: 'forget' } },
      },
      failed: { entry: 'fail', always: 'backing-off' },
      'backing-off': {
        entry: { type: 'tell', params: 'backing-off' },
        on: { WAKE: 'dialling', UNWANT: 'idle' },
        after: { backoff: 'dialling' },
      },
      banned: {
        entry: ['drop', 'forget', { type: 'tell', params: 'banned' }],
        on: { UNBAN: 'idle', BAN: undefined },
      },
      stopped: { type: 'final', entry: ['drop', { type: 'tell', params: 'stopped' }] },
    },
  });
}
