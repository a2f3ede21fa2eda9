// Which roles read a place of an action's data, by what its definition says of disclosure. Pure.
import type { Action, Definition } from '../definition/types.js';
import { sharesOf } from '../names/disclose.js';

/** Ids of participants, and addresses that no participant has, without the sender; sorted. */
export function readersAt(definition: Definition, action: Action, path: readonly string[]): readonly string[] {
  return sharesOf(definition, action)
    .filter(({ participantId }) => participantId !== action.sender)
    .filter(({ paths }) => paths.some((shared) => meets(shared, path)))
    .map(({ participantId }) => participantId);
}

/** The shared part holds the place, or lies in it: `*` stands for any member or item. */
function meets(shared: readonly string[], path: readonly string[]): boolean {
  return shared.every((token, i) => i >= path.length || token === '*' || token === path[i]);
}
