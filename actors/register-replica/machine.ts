// The supervised life of one register on this node: live, recovering after a failure, halted after too many. The
// meaning of a failure for the register (OFFLINE with its reason) is the registry's to record.
import { type Actor, createActor } from 'xstate';
import type { Clock, Timer } from '../../core/base/ports.js';
import { RESTART_POLICY, type Supervised, supervisor } from '../supervisor.js';
import type { ReplicaDriver } from './driver.js';

export type ReplicaActor = Actor<typeof supervisor>;

/** A started actor. `clock` times the back-off, so that a simulated clock drives it too. */
export function startReplica(
  clock: Clock,
  supervised: Omit<Supervised<ReplicaDriver>, 'policy' | 'discard' | 'steady'>,
  onError: (error: unknown) => void,
): ReplicaActor {
  const input: Supervised<ReplicaDriver> = {
    ...supervised,
    steady: () => clock.steady(),
    policy: RESTART_POLICY,
    discard: (driver) => driver.discard(),
  };
  const actor = createActor(supervisor, {
    input,
    clock: {
      setTimeout: (run, delayMs) => clock.setTimer(() => run(), delayMs),
      clearTimeout: (timer: Timer | undefined) => timer?.cancel(),
    },
  });
  actor.subscribe({ error: onError });
  actor.start();
  return actor;
}
