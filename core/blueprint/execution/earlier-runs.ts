// Members of earlier actions as somebody states them beside the data of one action, with no instance at hand: the runs
// that rules would read. Pure.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import type { Action, Definition } from '../definition/types.js';
import type { RunFacts } from '../logic/facts.js';
import { membersOf } from '../names/members.js';

/**
 * Runs in the order of their actions. By the id of an action stand the members of its run, or a list of them for
 * several runs. A name alone stands for the member of each action that declares it, and for none where no action does.
 */
export function earlierRuns(definition: Definition, earlier: JsonObject): readonly RunFacts[] {
  const { actions } = definition;
  const namesOf = (action: Action): readonly string[] => [...membersOf(action).given, ...membersOf(action).calculated];
  const members = new Set(actions.flatMap(namesOf));
  return actions.flatMap((action) => {
    const id = String(action.id);
    const stated = !members.has(id) && Object.hasOwn(earlier, id) ? (earlier[id] as Json) : undefined;
    const named = namesOf(action).flatMap((name): [string, Json][] =>
      Object.hasOwn(earlier, name) ? [[name, earlier[name] as Json]] : [],
    );
    const alone = named.length > 0 ? [Object.fromEntries(named)] : [];
    const runs = stated === undefined ? alone : Array.isArray(stated) ? (stated as readonly Json[]) : [stated];
    return runs.map((data, i) => ({ txId: `${id}.${i}`, action: action.id, data: isObject(data) ? data : {} }));
  });
}
