// JSON Logic with the public suite: rule, data and the value that they must give. Rules of ours convert nothing by
// themselves, so that one that passes the check may have no value where the suite has one; it never has another one.
import { expect } from 'chai';
import { isObject, type Json, type JsonObject } from '../../core/base/json.js';
import { isFailure } from '../../core/base/result.js';
import type { Definition } from '../../core/blueprint/definition/types.js';
import { execute } from '../../core/blueprint/execution/execute.js';
import { checkBlueprint } from '../../core/design/check/check.js';
import { asks, definitionOf, to } from '../support/definitions/short-definitions.js';
import { vectorLines } from './lines.js';

const CASES = vectorLines<readonly [Json, Json, Json]>('json-logic/compatible.jsonl');

/** The schema that a form would have for such a value. */
function schemaOf(value: Json): JsonObject {
  if (value === null) return {};
  if (Array.isArray(value)) return { type: 'array', items: schemaOf((value[0] ?? null) as Json) };
  if (isObject(value)) return { type: 'object', ...membersOf(value) };
  return { type: Number.isInteger(value) ? 'integer' : typeof value };
}

function membersOf(value: JsonObject): { readonly properties: JsonObject; readonly required: string[] } {
  const schemas = Object.entries(value).map(([name, one]) => [name, schemaOf(one as Json)] as const);
  return { properties: Object.fromEntries(schemas), required: Object.keys(value) };
}

describe('vectors: JSON Logic', () => {
  it('has the whole suite', () => expect(CASES).to.have.length(278));

  it('never gives another value than the suite', () => {
    let same = 0;
    for (const [rule, data, value] of CASES) {
      const payload = isObject(data) ? data : {};
      const { properties } = membersOf(payload);
      const step = { ...asks(properties), calculations: { 'the value': rule }, ...to() };
      const definition = definitionOf([step as JsonObject]);
      if (checkBlueprint(definition).some(({ severity }) => severity === 'error')) continue;
      const facts = { runs: [], time: {} };
      const done = execute({ definition: definition as unknown as Definition, actionId: '1', payload, facts });
      if (isFailure(done)) continue;
      const given = done.data['the value'] as Json;
      // A number with a fraction is an exact decimal, which is a text.
      const comparable = typeof value === 'number' && typeof given === 'string' ? Number(given) : given;
      expect(comparable, `${JSON.stringify(rule)} of ${JSON.stringify(data)}`).to.deep.equal(value);
      same++;
    }
    expect(same).to.be.above(160);
  });
});
