// A hand-over of a scenario as it is judged: who signs it is said by its step, since no role has keys here. Pure.
import type { Definition } from '../blueprint/definition/types.js';
import type { Instance } from '../blueprint/state/instance.js';
import type { Transaction } from '../model/transaction.js';
import type { Handover, SignedHandover } from '../moves/handover/handover.js';
import { INSTANCE } from './parties.js';

/** The hand-over of a transaction whose form its step made; INSTANCE is where it happens. */
export function signedHandover(
  { payload }: Pick<Transaction, 'payload'>,
  of: {
    readonly definition: Definition;
    readonly instance: Instance;
    readonly signers: readonly string[];
    readonly atMs: number;
  },
): SignedHandover {
  const { signers, ...place } = of;
  return { ...place, instanceId: INSTANCE, read: payload as unknown as Handover, signers: new Set(signers) };
}
