// Warnings about data that serves no other party: each once where it is due, and none where the definition is as it
// should be.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../../core/base/json.js';
import { checkBlueprint } from '../../../../../../core/design/check/check.js';

const CODES = ['BP_NEXT_UNTOLD', 'BP_DATA_UNREAD', 'BP_NUMBER_MONEY'];

interface Order {
  readonly shown?: readonly string[];
  readonly amount?: JsonObject;
  readonly more?: JsonObject;
}

/** The buyer orders, and the seller confirms. */
function order({ shown = ['/amount'], amount = { type: 'string' }, more = {} }: Order): JsonObject {
  const disclosures = shown.length > 0 ? [{ participantAddress: 'seller', dataPointers: [...shown] }] : [];
  return {
    language: 2,
    title: 'Order',
    description: 'An order.',
    participants: [{ id: 'buyer' }, { id: 'seller' }],
    actions: [
      {
        id: 1,
        sender: 'buyer',
        isStartingAction: true,
        dataSchemas: [
          { type: 'object', properties: { amount, note: { type: 'string' } }, required: ['amount', 'note'] },
        ],
        disclosures,
        routes: [{ nextActionIds: [2] }],
        ...more,
      },
      { id: 2, sender: 'seller', routes: [] },
    ],
  };
}

function warned(blueprint: JsonObject): readonly string[] {
  const findings = checkBlueprint(blueprint);
  expect(findings.filter(({ severity }) => severity === 'error')).to.deep.equal([]);
  return findings.filter(({ code }) => CODES.includes(code)).map(({ code, location }) => `${code} ${location}`);
}

describe('checkBlueprint: data that serves no other party', () => {
  it('names a next sender that is told nothing', () => {
    expect(warned(order({ shown: [] }))).to.deep.equal([
      'BP_NEXT_UNTOLD /actions/0/routes/0',
      'BP_DATA_UNREAD /actions/0/dataSchemas',
      'BP_DATA_UNREAD /actions/0/dataSchemas',
    ]);
    expect(warned(order({ shown: ['/*'] }))).to.deep.equal([]);
    expect(warned(order({ shown: [''] }))).to.deep.equal([]);
  });

  it('names a member that no other role sees and no rule reads, and none that one does', () => {
    expect(warned(order({}))).to.deep.equal(['BP_DATA_UNREAD /actions/0/dataSchemas']);
    expect(warned(order({ shown: ['/amount', '/note'] }))).to.deep.equal([]);
    const calculations = { memo: { cat: [{ var: 'note' }, '.'] } };
    expect(warned(order({ more: { calculations } }))).to.deep.equal([]);
  });

  it('names a number that stands for money, however deep, and no data that looks like one', () => {
    const cents = { type: 'number', multipleOf: 0.01 };
    expect(warned(order({ shown: ['/*'], amount: cents }))).to.deep.equal([
      'BP_NUMBER_MONEY /actions/0/dataSchemas/0/properties/amount',
    ]);
    const list = { type: 'array', items: { type: 'object', properties: { price: cents } } };
    expect(warned(order({ shown: ['/*'], amount: list }))).to.deep.equal([
      'BP_NUMBER_MONEY /actions/0/dataSchemas/0/properties/amount/items/properties/price',
    ]);
    for (const amount of [
      { type: 'integer', multipleOf: 5 },
      { type: 'object', default: cents },
    ])
      expect(warned(order({ shown: ['/*'], amount }))).to.deep.equal([]);
  });
});
