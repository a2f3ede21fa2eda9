// Differences of two versions by what they mean to people.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import { type MeantChange, meantChanges } from '../../../../../core/design/authoring/meaning.js';
import { shippedTemplate, TEMPLATES } from '../../../../../core/design/templates/shipped.js';
import { instantiate } from '../../../../../core/design/templates/template.js';

const field = (type: string, more: object = {}) => ({ type, ...more });
const form = (properties: object, required: readonly string[] = []) => [{ type: 'object', properties, required }];

const before = {
  ...{ title: 'Permit', description: 'Of a building', language: 2 },
  participants: [{ id: 'owner' }, { id: 'planner' }, { id: 'clerk' }],
  actions: [
    {
      ...{ id: 1, sender: 'owner', title: 'Apply' },
      dataSchemas: form({
        storeys: field('integer'),
        place: { type: 'object', properties: { street: field('string') } },
      }),
      disclosures: [{ participantAddress: 'planner', dataPointers: ['/storeys'] }],
      calculations: { total: { '*': [{ var: 'storeys' }, 2] } },
      routes: [{ id: 'tall', nextActionIds: [2], condition: { '>': [{ var: 'storeys' }, 4] } }],
    },
    { id: 2, sender: 'planner', title: 'Decide', timers: [{ id: 'late', after: 'P3D' }] },
  ],
};
const [apply, decide] = before.actions as unknown as readonly [JsonObject, JsonObject];

function between(after: object, from: object = before): readonly MeantChange[] {
  return meantChanges(from as JsonObject, after as JsonObject);
}

const texts = (after: object) =>
  between(after).map(
    ({ subject, change, action, name, member, isBehaviour }) =>
      `${change} ${subject} ${action === undefined ? '' : `${action}:`}${name}${member === undefined ? '' : ` ${member}`}${isBehaviour ? ' *' : ''}`,
  );
const withApply = (members: object) => ({ ...before, actions: [{ ...apply, ...members }, decide] });

describe('core/design/authoring/meaning', () => {
  it('finds nothing between equal versions, nor in what the server keeps', () => {
    const kept = { ...before, id: 'x', version: 7, createdAt: 'then', metadata: { 'x-source-version': '1' } };
    expect(between(kept)).to.deep.equal([]);
    for (const { id } of TEMPLATES) {
      const made = instantiate(shippedTemplate(id) as never, {}) as unknown as JsonObject;
      expect(meantChanges(made, structuredClone(made)), id).to.deep.equal([]);
    }
  });

  it('tells of roles and actions, and of their parts', () => {
    const after = {
      ...before,
      participants: [{ id: 'owner', organisation: 'Town' }, { id: 'planner' }, { id: 'guest' }],
      actions: [
        { ...apply, sender: 'planner' },
        { id: 3, sender: 'guest' },
      ],
    };
    expect(texts(after)).to.deep.equal([
      'changed role owner organisation *',
      'removed role clerk *',
      'added role guest *',
      'changed action 1 sender *',
      'removed action 2 *',
      'added action 3 *',
    ]);
  });

  it('tells of the first roles and actions of a draft that had none', () => {
    const { participants: _, actions: __, ...bare } = before;
    const rows = between(before, bare).map(({ subject, change, name }) => `${change} ${subject} ${name}`);
    expect(rows).to.deep.equal([
      'added role owner',
      'added role planner',
      'added role clerk',
      'added action 1',
      'added action 2',
    ]);
  });

  it('tells of each field, also inside of another one', () => {
    const place = { type: 'object', properties: { street: field('string', { maxLength: 9 }), city: field('string') } };
    const after = withApply({ dataSchemas: form({ storeys: field('integer'), place }, ['storeys']) });
    expect(texts(after)).to.deep.equal([
      'changed field 1:/storeys *',
      'changed field 1:/place/street *',
      'added field 1:/place/city *',
    ]);
    const shown = withApply({
      dataSchemas: form({
        storeys: field('integer', { 'x-unit': 'floors' }),
        place: { type: 'object', properties: { street: field('string') } },
      }),
    });
    expect(texts(shown)).to.deep.equal(['changed field 1:/storeys']);
    expect(texts(withApply({ dataSchemas: [...(apply.dataSchemas as []), { minProperties: 1 }] }))).to.deep.equal([
      'changed field 1: *',
    ]);
    expect(texts({ ...before, dataSchemas: form({ a: field('string') }) })).to.deep.equal(['added field /a *']);
  });

  it('tells who is told a field, and who no longer is', () => {
    const disclosures = [
      { participantAddress: 'planner', dataPointers: ['/place/street'] },
      { participantAddress: 'clerk', dataPointers: ['/storeys', '/total'] },
    ];
    expect(texts(withApply({ disclosures }))).to.deep.equal([
      'removed reader 1:planner /storeys *',
      'added reader 1:planner /place/street *',
      'added reader 1:clerk /storeys *',
      'added reader 1:clerk /total *',
    ]);
    const [planner] = apply.disclosures as unknown as readonly object[];
    expect(texts(withApply({ disclosures: [{ ...planner, from: { action: 2 } }] }))).to.deep.equal([
      'changed reader 1:planner from *',
    ]);
    const { disclosures: _, ...silent } = apply;
    expect(texts({ ...before, actions: [silent, decide] })).to.deep.equal(['removed reader 1:planner /storeys *']);
    const twice = [planner, { participantAddress: 'planner', dataPointers: ['/total'] }];
    expect(texts(withApply({ disclosures: twice }))).to.deep.equal(['added reader 1:planner /total *']);
  });

  it('tells of ways and rules', () => {
    const calculations = { total: 5, share: 1 };
    const routes = [{ id: 'tall', nextActionIds: [2], condition: true, isDefault: true }];
    expect(texts(withApply({ calculations, routes }))).to.deep.equal([
      'changed rule 1:total *',
      'added rule 1:share *',
      'changed rule 1:tall condition *',
      'changed route 1:tall isDefault *',
    ]);
    const { calculations: _, ...bare } = apply;
    expect(texts({ ...before, actions: [bare, decide] })).to.deep.equal(['removed rule 1:total *']);
    expect(texts(withApply({ routes: [{ nextActionIds: [2] }] }))).to.deep.equal(['changed route 1: *']);
    expect(texts(withApply({ routes: [] }))).to.deep.equal(['removed route 1:tall *']);
  });

  it('tells of times, terms and texts', () => {
    const after = {
      ...{ ...before, title: 'Permits', currencies: { EUR: 2 } },
      actions: [
        { ...apply, title: 'Ask' },
        { ...decide, timers: [] },
      ],
    };
    expect(texts(after)).to.deep.equal([
      'changed text title',
      'changed text 1:title',
      'changed time 2:timers *',
      'added terms currencies *',
    ]);
  });

  it('takes a name of any kind for a name', () => {
    const odd = (value: number): object => ({ ...before, ...JSON.parse(`{"__proto__": {"a": ${value}}}`) });
    expect(between(odd(2), odd(1)).map(({ name, member }) => `${name} ${member}`)).to.deep.equal(['__proto__ a']);
  });
});
