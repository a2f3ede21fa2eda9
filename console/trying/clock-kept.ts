// A rehearsal with a clock of its own, as this computer keeps it: a page that is loaded anew goes on with it.
import { isObject, type Json } from '../../core/base/json.js';
import type { Definition } from '../../core/blueprint/definition/types.js';
import type { ScenarioStep } from '../../core/scenario/form.js';
import { forgetKept, keepHere, readKept } from '../kept/kept.js';
import { person } from '../session/person.js';

export interface ClockRehearsal {
  /** As it was when the rehearsal began. */
  readonly definition: Definition;
  /** When the first step is done. */
  readonly start: string;
  readonly steps: readonly ScenarioStep[];
  /** The one that acts. */
  readonly role: string;
}

async function nameOf(blueprintId: string): Promise<string> {
  const { id, organisationId } = await person();
  return JSON.stringify(['clock', id, organisationId, blueprintId]);
}

export async function readClock(blueprintId: string): Promise<ClockRehearsal | undefined> {
  const kept = await readKept(await nameOf(blueprintId));
  return kept !== undefined && isObject(kept) ? (kept as unknown as ClockRehearsal) : undefined;
}

export async function keepClock(blueprintId: string, rehearsal: ClockRehearsal): Promise<void> {
  await keepHere(await nameOf(blueprintId), rehearsal as unknown as Json);
}

export async function forgetClock(blueprintId: string): Promise<void> {
  await forgetKept(await nameOf(blueprintId));
}
