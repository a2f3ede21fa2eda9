// A text that a person types into a form, as the payload that it means.
import { expect } from 'chai';
import type { Action } from '../../../../../core/blueprint/definition/types.js';
import { payloadOf } from '../../../../../core/blueprint/form/payload.js';
import { questionsOf } from '../../../../../core/blueprint/form/questions.js';
import { startingMembers, withoutFiles, withTyped } from '../../../../../core/blueprint/form/typed.js';

describe('typed forms', () => {
  const action: Pick<Action, 'dataSchemas' | 'form'> = {
    dataSchemas: [
      {
        type: 'object',
        required: ['name', 'agreed', 'kind'],
        properties: {
          name: { type: 'string' },
          price: { type: 'string', format: 'decimal', 'x-scale': 2 },
          count: { type: 'integer' },
          agreed: { type: 'boolean' },
          told: { type: 'boolean' },
          kind: { const: 'order' },
          road: { type: 'string', default: 'Dock Street' },
          rows: { type: 'array', items: { type: 'object', properties: { net: { type: 'number' } } } },
          place: { type: 'object', required: ['town'], properties: { town: { type: 'string' } } },
        },
      },
    ],
    form: {
      type: 'Layout',
      elements: [
        { type: 'TextLine', scope: '/name' },
        {
          type: 'Numeric',
          scope: '/count',
          rule: { effect: 'SHOW', condition: { scope: '/name', schema: { const: 'n' } } },
        },
        { type: 'TextLine', scope: '#/price', rule: { effect: 'HIDE', condition: { scope: '/count', schema: true } } },
      ],
    },
  };
  const questions = questionsOf(action);
  const meant = (typed: Parameters<typeof payloadOf>[1]) => payloadOf(questions, typed);

  it('leave out what is not stated, and state a mark that has to be given', () => {
    expect(meant({}).payload).to.deep.equal({ agreed: false });
    expect(meant({ name: '', told: false, place: {}, rows: [] }).payload).to.deep.equal({
      ...{ agreed: false, told: false, rows: [] },
    });
    expect(meant({ agreed: true, rows: [undefined, { net: '1.5' }], place: { town: 'T' } }).payload).to.deep.equal({
      ...{ agreed: true, rows: [{ net: 1.5 }], place: { town: 'T' } },
    });
  });

  it('add the places of a decimal, and say which texts are no value', () => {
    const { payload, faults } = meant({
      price: '5',
      count: '1x',
      rows: [{ net: '2' }, { net: 'two' }],
      kind: '"order"',
    });
    expect(payload).to.deep.equal({ price: '5.00', agreed: false, rows: [{ net: 2 }, {}], kind: 'order' });
    expect(faults).to.deep.equal([{ path: ['rows', '1', 'net'], kind: 'number' }]);
  });

  it('leave hidden fields out, and keep what was typed into them', () => {
    expect(meant({ name: 'n', count: '3', price: '1' }).payload)
      .to.include({ count: 3 })
      .and.not.have.property('price');
    expect(meant({ name: 'other', count: '3', price: '1' }).payload)
      .to.include({ price: '1.00' })
      .and.not.have.property('count');
  });

  it('begin with defaults and choices of one', () => {
    expect(startingMembers(questions)).to.deep.equal({ kind: '"order"', road: 'Dock Street' });
  });

  it('keep no files in a draft', () => {
    const file = { type: 'object', 'x-file': {} };
    const asked = questionsOf({
      dataSchemas: [
        {
          type: 'object',
          properties: {
            a: file,
            b: { type: 'array', items: file },
            c: { type: 'object', properties: { d: file, e: { type: 'string' } } },
          },
        },
      ],
    });
    const typed = { a: '{}', b: ['{}'], c: { d: '{}', e: 'kept' }, other: 'kept' };
    expect(JSON.parse(JSON.stringify(withoutFiles(asked, typed)))).to.deep.equal({ c: { e: 'kept' }, other: 'kept' });
  });

  it('change one place and keep the other parts', () => {
    const before = { rows: [{ net: '1' }, { net: '2' }], place: { town: 'T' } };
    const after = withTyped(before, ['rows', '1', 'net'], '3') as typeof before;
    expect(after.rows).to.deep.equal([{ net: '1' }, { net: '3' }]);
    expect([after.place, after.rows[0]]).to.deep.equal([before.place, before.rows[0]]);
    expect(after.place).to.equal(before.place);
  });
});
