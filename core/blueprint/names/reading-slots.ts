// Time slots of the roles that read: docket time is cut into slots of one length. The first of each cycle is of all
// roles, and each of the others is of one role whose actions read runs, in the order of the definition. So the
// definition and a time say whose slot it is, and no party can move that. Pure.
import { READING_SLOT_MS } from '../../base/limits/ledger/instances.js';
import type { Definition } from '../definition/types.js';
import { planOf } from '../plan/plan.js';
import type { PlannedAction } from '../plan/planned.js';
import { isReading, readsOf } from './run-reads.js';

export interface ReadingSlot {
  /** The role whose slot it is; undefined in the slot of all. */
  readonly role: string | undefined;
  /** The first time after it, in ms. */
  readonly endMs: number;
}

/** The slot that holds a time, of a definition of language 2. */
export function slotAt(definition: Definition, atMs: number): ReadingSlot {
  const roles = readingRoles(definition);
  const n = Math.floor(atMs / READING_SLOT_MS);
  return { role: roles[(n % (roles.length + 1)) - 1], endMs: (n + 1) * READING_SLOT_MS };
}

/** When the next slot of a role begins, in ms; undefined for a role that reads nothing. */
export function nextSlotOf(definition: Definition, role: string, afterMs: number): number | undefined {
  const roles = readingRoles(definition);
  const place = roles.indexOf(role) + 1;
  if (place === 0) return undefined;
  const cycle = roles.length + 1;
  const n = Math.floor(afterMs / READING_SLOT_MS) + 1;
  return (n + ((((place - n) % cycle) + cycle) % cycle)) * READING_SLOT_MS;
}

/** Whether a role does the action, votes on it, or may do it in another one's place. */
export function mayDo({ sender, approval, standIns }: PlannedAction, role: string): boolean {
  return sender.id === role || approval?.voters.has(role) === true || standIns.has(role);
}

const known = new WeakMap<Definition, readonly string[]>();

function readingRoles(definition: Definition): readonly string[] {
  const found = known.get(definition);
  if (found) return found;
  const reading = [...planOf(definition).actions.values()].filter(({ action }) =>
    isReading(readsOf(definition, action)),
  );
  const roles = definition.participants.map(({ id }) => id).filter((id) => reading.some((one) => mayDo(one, id)));
  known.set(definition, roles);
  return roles;
}
