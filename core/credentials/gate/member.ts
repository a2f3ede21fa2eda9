// The member `@gate`, in which the evidence of gates stands in the data of an action: of each gate by its name the
// frame, and in it the parts of the presentation. A pointer into it (`gatePointer`) names one cell.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { CREDENTIAL_CELLS } from './cells.js';
import type { GateParts } from './parts.js';

/** The value of the member. A part that is not there, such as a status, has no member. */
export function gateMember(parts: ReadonlyMap<string, GateParts>): JsonObject {
  return Object.fromEntries(
    [...parts].map(([id, { frame, ...cells }]) => {
      const shown = Object.entries(cells).filter(([, value]) => value !== undefined);
      return [id, { ...(frame as JsonObject), ...Object.fromEntries(shown) } as JsonObject];
    }),
  );
}

/** The parts of a gate in the member; none where it has none. */
export function gatePartsIn(member: Json | undefined, id: string): GateParts {
  const whole = isObject(member) && Object.hasOwn(member, id) ? member[id] : undefined;
  if (!isObject(whole)) return whole === undefined ? {} : { frame: whole };
  const isPart = (name: string): boolean => (CREDENTIAL_CELLS as readonly string[]).includes(name);
  const members = Object.entries(whole);
  return {
    frame: Object.fromEntries(members.filter(([name]) => !isPart(name))),
    ...Object.fromEntries(members.filter(([name]) => isPart(name))),
  };
}
