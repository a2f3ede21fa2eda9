// Facts by which the form of an action is tried while its workflow is designed: a run of each other action, with a
// sample of what it states. Pure.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import type { Definition } from '../../blueprint/definition/types.js';
import type { Facts } from '../../blueprint/logic/facts.js';
import { sampleOf } from '../../design/sample.js';

/** A time as good as any. */
const SAMPLE_TIME = '2026-01-05T09:00:00Z';

/** Facts of runs of the actions but for one. The blueprint has no errors. */
export function sampleFacts(definition: Definition, except: number): Pick<Facts, 'runs' | 'time'> {
  const others = definition.actions.filter(({ id }) => id !== except);
  const runs = others.map(({ id, dataSchemas = [] }) => ({
    ...{ txId: `sample-${id}`, action: id },
    data: Object.assign({}, ...dataSchemas.map((schema) => sampleMembers(schema as Json))) as JsonObject,
  }));
  return { runs, time: { opened: SAMPLE_TIME, previous: SAMPLE_TIME, signed: SAMPLE_TIME } };
}

/** A sample of all members of a schema, those that need not be stated among them: rules may read each. */
export function sampleMembers(schema: Json): JsonObject {
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {};
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, its]): readonly [string, Json][] => {
      const value = isObject(its) ? sampleOf(its) : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
