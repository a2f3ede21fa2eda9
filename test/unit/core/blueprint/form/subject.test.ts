// What an instance is about: which members name it, in which order, as far as a reader has them, and what a hostile
// sender makes of it.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { SUBJECT_LENGTH_MAX } from '../../../../../core/base/limits/ledger/texts.js';
import type { Action, Definition } from '../../../../../core/blueprint/definition/types.js';
import { namesInstances, subjectIn } from '../../../../../core/blueprint/form/subject.js';
import { definitionOf, found } from '../../../../support/definitions/short-definitions.js';

const named = (more: JsonObject = {}): JsonObject => ({ type: 'string', 'x-subject': true, ...more });
const actionWith = (properties: JsonObject): Action =>
  ({ id: 1, sender: 'x', dataSchemas: [{ type: 'object', properties }] }) as unknown as Action;

const PERMIT = actionWith({
  street: named(),
  storeys: { type: 'integer' },
  place: { type: 'object', properties: { house: { type: 'integer', 'x-subject': true } } },
  way: { enum: ['road'], 'x-subject': true, 'x-labels': { road: 'Straße' } },
  lines: { type: 'array', items: { type: 'object', properties: { net: named() } } },
});
const of = (data: Json) => subjectIn(PERMIT, data);

describe('core/blueprint/form/subject', () => {
  it('has the marked texts and numbers, in the order of the schema, with words for values', () => {
    const lines = [{ net: 'no name' }];
    expect(of({ way: 'road', place: { house: 14 }, storeys: 3, street: 'Dock Street', lines })).to.equal(
      'Dock Street, 14, Straße',
    );
  });

  it('has what the reader has, and nothing where that is nothing', () => {
    expect(of({ place: { house: 0 } })).to.equal('0');
    for (const data of [{}, { storeys: 3 }, { street: '  ' }, { street: {} as Json }, [], null])
      expect(of(data), JSON.stringify(data)).to.equal(undefined);
  });

  it('takes no member that an object inherits', () => {
    expect(subjectIn(actionWith({ constructor: named() }), {})).to.equal(undefined);
    const labelled = actionWith({ a: named({ 'x-labels': {} }) });
    expect(subjectIn(labelled, { a: 'toString' })).to.equal('toString');
  });

  it('is one short line without characters that people do not see', () => {
    expect(of({ street: 'Dock\n\u202eteertS' })).to.equal('Dock teertS');
    const long = of({ street: '😀'.repeat(SUBJECT_LENGTH_MAX + 1) }) ?? '';
    expect([[...long].length, long.endsWith('😀…')]).to.deep.equal([SUBJECT_LENGTH_MAX, true]);
    const many = actionWith(Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, named()])));
    expect(subjectIn(many, { a: '1', b: '2', c: '3', d: '4', e: '5' })).to.equal('1, 2, 3, 4');
  });

  it('is of no definition without the hint', () => {
    const definition = (properties: JsonObject) =>
      definitionOf([{ id: 1, sender: 'x', dataSchemas: [{ type: 'object', properties }] }]) as unknown as Definition;
    expect(namesInstances(definition({ street: named() }))).to.equal(true);
    expect(namesInstances(definition({ street: named({ 'x-subject': 'yes' }) }))).to.equal(false);
  });

  it('is checked: only a text or number of an action that begins an instance names it', () => {
    const warned = (property: JsonObject, id = 1) => {
      const schema = (own: boolean) => ({ type: 'object', properties: { m: own ? property : { type: 'string' } } });
      const actions = [1, 2].map((each) => ({
        ...{ id: each, title: `Action ${each}`, sender: 'x', isStartingAction: each === 1 },
        dataSchemas: [schema(each === id)],
        ...(each === 1 && { routes: [{ id: 'r', nextActionIds: [2] }] }),
      }));
      return found(actions).filter((one) => one.includes('BP_HINT')).length;
    };
    expect([warned(named()), warned({ type: 'integer', 'x-subject': true })]).to.deep.equal([0, 0]);
    expect([warned(named({ 'x-subject': false }), 2), warned(named(), 2)]).to.deep.equal([0, 1]);
    const lists = { type: 'array', items: named() };
    for (const wrong of [named({ 'x-subject': 1 }), { type: 'boolean', 'x-subject': true }, lists])
      expect(warned(wrong), JSON.stringify(wrong)).to.equal(1);
  });
});
