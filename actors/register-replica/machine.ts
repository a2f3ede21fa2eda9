// The supervised life of one register on this node: live, recovering after a failure, halted after too many. What a failure means for the register
// (OFFLINE with its reason) is the registry's to record.
import { type Actor, createActor } from 'xstate';
import { RESTART_POLICY, type Supervised, supervisor } from '../supervisor.js';
import type { ReplicaDriver } from './driver.js';

export type ReplicaActor = Actor<ReturnType<typeof supervisor<ReplicaDriver>>>;

/** A started actor. `clock` of the supervised options times the back-off, so that a simulated clock drives it too. */
export function startReplica(
  supervised: Omit<Supervised<ReplicaDriver>, 'policy' | 'discard'>,
  onError: (error: unknown) => void,
): ReplicaActor {
  const machine = supervisor<ReplicaDriver>({
    ...supervised,
    policy: RESTART_POLICY,
    discard: (driver) => driver.discard(),
  });
  const actor = createActor(machine);
  actor.subscribe({ error: onError });
  actor.start();
  return actor;
}
