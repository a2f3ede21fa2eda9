// Bounds of deputies against what actions state: each reason for which a deputy could do nothing, with what to say
// instead.
import { expect } from 'chai';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { boundProblem, delegatedProblem } from '../../../../../core/blueprint/names/delegated-amount.js';
import { asks, definitionOf, read, to } from '../../../../support/definitions/short-definitions.js';

const decimal = { type: 'string', format: 'decimal' };
const money = { type: 'object', format: 'money' };
const DEFINITION = definitionOf(
  [
    {
      ...asks({ fee: decimal, note: { type: 'string' }, price: money, open: {}, count: { type: 'integer' } }),
      ...to(2),
    },
    {
      sender: 'y',
      ...asks({ parts: { type: 'object', properties: { tax: decimal } } }),
      calculations: { sum: { '+': [read('act.1.fee'), read('act.1.count')] } },
      confirm: { by: ['z'], within: 'P2D', otherwise: 'redo' },
      ...to(),
    },
  ],
  { currencies: { EUR: 2, USD: 2 } },
) as unknown as Definition;

const bound = (name: string, currency?: string) => ({ var: name, upTo: '10', ...(currency && { currency }) });

describe('bounds of deputies', () => {
  const cases: readonly (readonly [string, string | undefined, string | undefined])[] = [
    ['in.fee', undefined, undefined],
    ['in.count', undefined, undefined],
    ['calc.sum', undefined, undefined],
    ['in.open', undefined, undefined],
    ['in.open.amount', 'EUR', undefined],
    ['in.parts.tax', undefined, undefined],
    ['in.price', 'EUR', undefined],
    ['in.price.amount', undefined, undefined],
    ['in.price', undefined, 'in.price is money, and this bound names no currency: say one of EUR, USD.'],
    ['in.price', 'GBP', 'in.price is money, and of no GBP: the currencies of the blueprint are EUR, USD.'],
    ['in.fee', 'EUR', 'in.fee is decimal without a currency: leave EUR out.'],
    ['in.note', undefined, 'in.note is text, and no amount: name a decimal, a number or money.'],
    ['in.fees', undefined, 'No run of action 1, 2 states in.fees: did you mean in.fee?'],
    ['in.sum', undefined, 'No run of action 1, 2 states in.sum.'],
    ['in.parts.duty', undefined, 'No run of action 1, 2 states in.parts.duty.'],
  ];
  for (const [name, currency, problem] of cases)
    it(`${name} ${currency ?? ''} ${problem === undefined ? 'can be compared' : 'cannot'}`, () => {
      expect(boundProblem(DEFINITION, DEFINITION.actions, bound(name, currency))).to.equal(problem);
    });

  it('are asked of the actions that the delegation is for, and of those that the role confirms', () => {
    const max = bound('in.fee');
    expect(delegatedProblem(DEFINITION, 'x', { max })).to.equal(undefined);
    expect(delegatedProblem(DEFINITION, 'x', { max, actions: [1] })).to.equal(undefined);
    expect(delegatedProblem(DEFINITION, 'y', { max })).to.match(/^No run of action 2 /);
    expect(delegatedProblem(DEFINITION, 'z', { max: bound('calc.sum') })).to.equal(undefined);
    expect(delegatedProblem(DEFINITION, 'z', { max })).to.match(/^No run of action 2 /);
    expect(delegatedProblem(DEFINITION, 'y', {})).to.equal(undefined);
  });
});
