// Names in a definition that look like others by a character that people do not see.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../../core/base/json.js';
import { checkBlueprint, checkExecution } from '../../../../../../core/design/check/check.js';
import { asks, definitionOf, shows, to } from '../../../../../support/definitions/short-definitions.js';

const _RULES = 3;
const num = { type: 'integer' };

function defined(changed: JsonObject, role: JsonObject = {}, action: JsonObject = {}): Json {
  const base = definitionOf([
    { ...asks({ price: num }), ...shows({ y: ['*'] }), ...to(2), ...action },
    { sender: 'y', ...asks({ done: num }), ...shows({ x: ['*'] }), ...to() },
  ]) as unknown as JsonObject;
  return { ...base, participants: [{ id: 'x', ...role }, { id: 'y' }], ...changed };
}

const found = (definition: Json): readonly string[] =>
  checkBlueprint(definition)
    .filter(({ code }) => code === 'BP_NAME_HIDDEN')
    .map(({ severity, location }) => `${severity} ${location}`);

describe('names in a definition', () => {
  it('have no character that people do not see', () => {
    expect(found(defined({ title: 'Order' }, { name: 'Buyer', organisation: 'Acme' }))).to.deep.equal([]);
    expect(found(defined({ title: 'pay\u202edrocer' }))).to.deep.equal(['error /title']);
    expect(found(defined({}, { name: 'Buyer\u200b' }))).to.deep.equal(['error /participants/0/name']);
    expect(found(defined({}, { organisation: 'Acme\u00a0' }))).to.deep.equal(['error /participants/0/organisation']);
    expect(found(defined({}, { candidates: { organisation: 'Acme\u2060' } }))).to.deep.equal([
      'error /participants/0/candidates/organisation',
    ]);
    expect(found(defined({}, {}, { title: 'Approve\ufeff' }))).to.deep.equal(['error /actions/0/title']);
    const other = defined({ participants: [{ id: 'x' }, { id: 'y' }, { id: 'x\u200b' }] });
    expect(found(other)).to.deep.equal(['error /participants/2/id']);
  });

  it('are judged by the ledger too', () => {
    const paths = (definition: Json) => checkExecution(definition).map(({ path }) => path);
    expect(paths(defined({}))).to.deep.equal([]);
    expect(paths(defined({}, { name: 'Buyer\u200b' }))).to.deep.equal(['/participants/0/name']);
  });
});
