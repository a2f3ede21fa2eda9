// Actions that other roles may do in place of their own, after a timer (`also`). For data such a run is one of the
// action with that role as the sender. That shows all of it to the role of the action. Pure.

import type { Action } from '../definition/types.js';
import { copyOf } from './approval.js';

const standing = new WeakMap<Action, ReadonlyMap<string, Action>>();
const EVERYTHING = ['/*', '/@route'];

/** The action as each role does it that may stand in, by role. Made once. */
export function standInsOf(action: Action): ReadonlyMap<string, Action> {
  let known = standing.get(action);
  if (!known) {
    const roles = new Set((action.timers ?? []).flatMap(({ also }) => also ?? []));
    known = new Map([...roles].map((role) => [role, copyOf(asDoneBy(action, role), action)]));
    standing.set(action, known);
  }
  return known;
}

/** Later rules take for certain that the role of the action reads it, whichever role did it. */
function asDoneBy(action: Action, sender: string): Action {
  const facts = { participantAddress: action.sender, dataPointers: EVERYTHING };
  return { ...action, sender, disclosures: [...(action.disclosures ?? []), facts] };
}
