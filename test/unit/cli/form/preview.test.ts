// The part of an action that nobody types is shown before the signature: its calculated members as far as the payload
// gives them, and its readers.
import { expect } from 'chai';
import { previewOf, previewText } from '../../../../cli/form/preview.js';
import type { Definition } from '../../../../core/blueprint/definition/types.js';

const decimal = { type: 'string', format: 'decimal', 'x-scale': 2 };
const schema = (...members: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(members.map((member) => [member, decimal])),
  additionalProperties: false,
});
const definition = {
  language: 2,
  participants: [{ id: 'seller' }, { id: 'buyer' }, { id: 'bank' }, { id: 'court' }],
  actions: [
    {
      id: 1,
      sender: 'seller',
      isStartingAction: true,
      dataSchemas: [schema('net', 'tax', 'total', 'left')],
      calculations: {
        total: { '+': [{ var: 'in.net' }, { var: 'calc.tax' }] },
        tax: { '*': [{ var: 'in.net' }, '0.50'] },
        left: { '-': [{ var: 'act.2.credit' }, { var: 'calc.total' }] },
      },
      disclosures: [
        { participantAddress: 'buyer', dataPointers: ['/*'] },
        { participantAddress: 'bank', dataPointers: ['/total', '/net'] },
        { participantAddress: 'court', dataPointers: ['/total'], from: { action: 2 } },
      ],
      routes: [{ id: 'on', nextActionIds: [2] }],
    },
    { id: 2, sender: 'buyer', dataSchemas: [schema('credit')], disclosures: [], routes: [] },
  ],
} as unknown as Definition;

describe('cli/form/preview', () => {
  it('calculates what the payload gives, in the order of what reads what, and leaves the rest to the node', () => {
    const { calculated } = previewOf(definition, '1', { net: '2.00' });
    expect(Object.fromEntries(calculated.map(({ name, value }) => [name, value]))).to.deep.equal({
      total: '3.0000',
      tax: '1.0000',
      left: undefined,
    });
  });

  it('names every reader but the sender, and from when on', () => {
    const { readers } = previewOf(definition, '1', { net: '2.00' });
    expect(readers).to.deep.equal([
      { role: 'bank', reads: '/net, /total' },
      { role: 'buyer', reads: 'everything' },
      { role: 'court', reads: '/total, from action 2 on' },
    ]);
  });

  it('shows no value that it cannot calculate: an operand that is missing', () => {
    expect(previewOf(definition, '1', {}).calculated.every(({ value }) => value === undefined)).to.equal(true);
    expect(previewOf(definition, '9', {})).to.deep.equal({ calculated: [], readers: [] });
  });

  it('is text for people', () => {
    expect(previewText(previewOf(definition, '1', { net: '2.00' })).split('\n')).to.include.members([
      '  tax: 1.0000 (calculated)',
      '  left: calculated by the node, from other actions',
      '  buyer reads: everything',
    ]);
    expect(previewText({ calculated: [], readers: [] })).to.equal('');
  });
});
