// Time slots of the roles that read: docket time is cut into slots of one length. The first of each cycle is of all
// roles. Each of the others is of one role that sends an action which reads runs, in the order of the definition. So
// the definition and a time say whose slot it is. Pure.
import { READING_SLOT_MS } from '../../base/limits/ledger/instances.js';
import type { Definition } from '../definition/types.js';
import { planOf } from '../plan/plan.js';
import { isReading, readsOf } from './run-reads.js';

/** The role whose slot holds a time, of a definition; undefined in the slot of all. */
export function slotRole(definition: Definition, atMs: number): string | undefined {
  return roleOfSlot(readingRoles(definition), Math.floor(atMs / READING_SLOT_MS));
}

/**
 * The time at which the next slot of such a role begins, in ms; undefined where no other slot of a cycle is of one.
 * `isWanted` is asked with undefined for the slot of all.
 */
export function nextSlot(
  definition: Definition,
  afterMs: number,
  isWanted: (role: string | undefined) => boolean,
): number | undefined {
  const roles = readingRoles(definition);
  const now = Math.floor(afterMs / READING_SLOT_MS);
  for (let n = now + 1; n <= now + roles.length + 1; n++)
    if (isWanted(roleOfSlot(roles, n))) return n * READING_SLOT_MS;
  return undefined;
}

function roleOfSlot(roles: readonly string[], n: number): string | undefined {
  return roles[(n % (roles.length + 1)) - 1];
}

const known = new WeakMap<Definition, readonly string[]>();

function readingRoles(definition: Definition): readonly string[] {
  const value = known.get(definition);
  if (value) return value;
  const reading = [...planOf(definition).actions.values()].filter(({ action }) =>
    isReading(readsOf(definition, action)),
  );
  const senders = new Set(reading.map(({ sender }) => sender.id));
  const roles = definition.participants.map(({ id }) => id).filter((id) => senders.has(id));
  known.set(definition, roles);
  return roles;
}
