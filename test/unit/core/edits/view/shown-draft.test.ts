// A draft as a page shows it: whatever is missing, and in the language of the person.
import { expect } from 'chai';
import fc from 'fast-check';
import type { JsonObject } from '../../../../../core/base/json.js';
import { freeId, routeEdit } from '../../../../../core/edits/view/added.js';
import { typeOf } from '../../../../../core/edits/view/field-type.js';
import { showDraft, shownNames } from '../../../../../core/edits/view/shown-draft.js';

const draft: JsonObject = {
  title: 'Permit',
  participants: [{ id: 'a', name: 'Applicant' }, { id: 'b' }],
  actions: [
    {
      ...{ id: 3, title: 'Apply', sender: 'a', calculations: { sum: { '+': [1, 2] } } },
      dataSchemas: [
        {
          properties: { sum: { type: 'integer' }, floorArea: { type: 'number' }, use: { title: 'Use' } },
          required: ['use'],
        },
      ],
      form: { type: 'Layout', elements: [{ type: 'TextLine', scope: '/use', title: 'Use of it' }] },
    },
  ],
  texts: { de: { '3.title': 'Beantragen', 'a.name': 'Antragsteller', '3/floorArea': 'Fläche' } },
};

describe('unit: a draft as it is shown', () => {
  it('has names by the form, the schema or the name itself; calculated members last', () => {
    const { roles, actions } = showDraft(draft);
    expect(roles.map(({ name }) => name)).to.deep.equal(['Applicant', 'b']);
    expect(
      actions[0]?.fields.map(({ label, isRequired, isCalculated }) => [label, isRequired, isCalculated]),
    ).to.deep.equal([
      ['Use of it', true, false],
      ['Floor area', false, false],
      ['Sum', false, true],
    ]);
    expect(shownNames(draft).get('action/3')).to.equal('Apply');
  });

  it('speaks the language of the person where the draft does', () => {
    const { title, roles, actions } = showDraft(draft, 'de');
    expect([title, roles[0]?.name, actions[0]?.title]).to.deep.equal(['Permit', 'Antragsteller', 'Beantragen']);
    expect(actions[0]?.fields.map(({ label }) => label)).to.include('Fläche');
  });

  it('takes any draft', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('title', 'participants', 'actions', 'texts'), fc.jsonValue()),
        (any) => {
          expect(showDraft(any as JsonObject, 'de').actions).to.be.an('array');
        },
      ),
      { numRuns: 200 },
    );
    expect(
      showDraft({ actions: [null, 1, { id: 'x' }, { id: 1, dataSchemas: [true, { properties: { a: true } }] }] })
        .actions,
    ).to.have.length(1);
  });

  it('gives a new role and a new route an id that is free', () => {
    const { roles } = showDraft(draft);
    expect(freeId('Planning office', { roles })).to.equal('planning-office');
    expect(freeId('A', { roles })).to.equal('a-2');
    expect(freeId('...', { roles })).to.equal('role');
    const action = { routes: [{ id: 'to-3' }, { id: 'end' }] };
    expect(routeEdit({ id: 1, action }, 3)).to.deep.include({ id: 'to-3-2', nextActionIds: [3] });
    expect(routeEdit({ id: 1, action }, undefined)).to.deep.include({ id: 'end-2', nextActionIds: [] });
  });

  it('says the type of a member in the words of language 2', () => {
    const types = [
      { type: 'string' },
      { format: 'money', type: 'object' },
      { enum: ['a'] },
      { type: 'array' },
      { 'x-file': {} },
      {},
    ];
    expect(types.map((schema) => typeOf(schema as JsonObject))).to.deep.equal([
      'text',
      'money',
      'choice',
      'list',
      'file',
      'text',
    ]);
  });
});
