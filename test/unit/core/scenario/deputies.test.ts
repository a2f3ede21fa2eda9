// Deputies in scenarios: each acts as far as the delegations reach that the scenario gives it, by amount, action and
// time.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../core/base/json.js';
import type { Definition } from '../../../../core/blueprint/definition/types.js';
import { readScenarios, type Scenario } from '../../../../core/scenario/form.js';
import { runScenario } from '../../../../core/scenario/run.js';
import { issuesOf } from '../../../support/base/results.js';
import { asks, definitionOf, shows, to } from '../../../support/definitions/short-definitions.js';

const num = { type: 'integer' };
const money = { type: 'object', format: 'money', properties: { currency: { enum: ['EUR', 'USD'] } } };

/** x asks; y answers with a price and a calculated fee; x ends it. */
const DEFINITION = {
  ...definitionOf([
    { ...asks({ n: num }), ...shows({ y: ['n'] }), ...to(2) },
    {
      ...{ sender: 'y', ...asks({ price: money, qty: num, fee: num }, ['fee']) },
      calculations: { fee: { '*': [{ var: 'in.qty' }, 10] } },
      ...shows({ x: ['*'], z: ['qty'] }),
      ...to(3),
    },
    { sender: 'y', ...asks({ note: num }), ...to() },
  ]),
  currencies: { EUR: 2, USD: 2 },
};

const FIRST = { action: 1, payload: { n: 1 } };
const CLERK = { as: 'y', deputy: 'clerk' };

function answer(amount: string, more: JsonObject = {}, qty = 1): JsonObject {
  const currency = (more.currency as string | undefined) ?? 'EUR';
  const { currency: _, ...rest } = more;
  return { action: 2, ...CLERK, payload: { price: { amount, currency }, qty }, ...rest };
}

/** Problems by number of their step. */
function problems(lines: readonly JsonObject[], steps: readonly JsonObject[], of: unknown = DEFINITION) {
  const scenario = { name: 'x', start: '2026-01-05T09:00:00Z', deputies: { y: lines }, steps } as unknown as Scenario;
  expect(issuesOf(readScenarios([scenario] as unknown as Json))).to.deep.equal([scenario]);
  return runScenario(of as Definition, scenario).steps.flatMap(({ step, problems: found }) =>
    found.map((one) => `${step}: ${one}`),
  );
}

function upTo(amount: string, more: JsonObject = {}): JsonObject {
  return { to: 'clerk', max: { var: 'in.price', upTo: amount, currency: 'EUR' }, ...more };
}

const refused = (code: string) => ({ expect: { refused: code, enabled: [2] } });

describe('deputies of scenarios', () => {
  it('act up to their amount, in its currency, with any sign', () => {
    const beyond = refused('VAL_FLOW_009');
    expect(
      problems(
        [upTo('500.00')],
        [
          FIRST,
          answer('500.01', beyond),
          answer('-500.01', beyond),
          answer('1.00', { currency: 'USD', ...beyond }),
          answer('500.00', { expect: { sees: { x: { fee: 10 } }, enabled: [3] } }),
        ],
      ),
    ).to.deep.equal([]);
    // The holder itself has no bound.
    const { deputy: _, ...own } = answer('501.00');
    expect(problems([upTo('500.00')], [FIRST, own])).to.deep.equal([]);
  });

  it('tell the author up to what a deputy acts', () => {
    expect(problems([upTo('500.00')], [FIRST, answer('500.01')])).to.deep.equal([
      '2: expected no refusal, found VAL_FLOW_009 at /header/senderWallet: The deputy acts up to 500.00 EUR of in.price; this is more, of another currency, or does not say.',
    ]);
  });

  it('are bounded by what the action calculates, which is known once it is executed', () => {
    const fee = [{ to: 'clerk', max: { var: 'calc.fee', upTo: '20' } }];
    const steps = [FIRST, answer('1.00', refused('VAL_FLOW_009'), 3), answer('1.00', {}, 2)];
    expect(problems(fee, steps)).to.deep.equal([]);
    const other = [{ to: 'clerk', max: { var: 'in.other', upTo: '20' } }];
    expect(problems(other, [FIRST, answer('1.00', refused('VAL_FLOW_009'))])).to.deep.equal([]);
  });

  it('have each of their delegations, by action and by time', () => {
    const lines = [
      upTo('10.00', { actions: [2] }),
      { to: 'clerk', max: { var: 'in.price', upTo: '70.00', currency: 'USD' }, actions: [2] },
      upTo('900.00', { actions: [2], from: '2026-01-06T00:00:00Z', until: '2026-01-07T00:00:00Z' }),
    ];
    const steps = [
      FIRST,
      answer('11.00', refused('VAL_FLOW_009')),
      answer('11.00', { at: '2026-01-07T00:00:01Z', ...refused('VAL_FLOW_009') }),
      answer('70.00', { currency: 'USD' }),
      { action: 3, ...CLERK, payload: { note: 1 }, expect: { refused: 'VAL_BP_002', enabled: [3] } },
    ];
    expect(problems(lines, steps)).to.deep.equal([]);
    expect(problems(lines, [FIRST, answer('900.00', { at: 'P1D' })])).to.deep.equal([]);
    // One that is not listed has no bound.
    expect(problems(lines, [FIRST, { ...answer('901.00'), deputy: 'head' }])).to.deep.equal([]);
  });

  it('vote and confirm within it, and may decline and vote against anything', () => {
    const approval = { of: [{ role: 'y' }, { role: 'z' }], need: 2, yes: 'go', no: 'go' };
    const voted = definitionOf([
      { ...asks({ n: num }), ...shows({ y: ['n'] }), ...to(2) },
      { sender: 'y', ...asks({ sum: num }), approval, routes: [{ id: 'go', nextActionIds: [] }] },
    ]);
    const sum = [{ to: 'clerk', max: { var: 'in.sum', upTo: '5' } }];
    const vote = (word: string, more: JsonObject = {}) => ({
      ...{ action: 2, ...CLERK, vote: word, payload: { sum: 6 } },
      ...more,
    });
    const beyond = vote('yes', refused('VAL_FLOW_009'));
    expect(problems(sum, [FIRST, beyond, vote('no', { expect: { state: 'Completed' } })], voted)).to.deep.equal([]);

    const confirmed = (shown: JsonObject) =>
      definitionOf([
        { ...asks({ n: num }), ...to(2) },
        { ...asks({ sum: num }), ...shown, confirm: { by: ['y'], within: 'P1D' }, ...to(3) },
        { sender: 'y', ...asks({ m: num }), ...to() },
      ]);
    const done = (n: number) => [FIRST, { action: 2, payload: { sum: n } }];
    const reads = confirmed(shows({ y: ['sum'] }));
    const over = { confirm: 2, ...CLERK, expect: { refused: 'VAL_FLOW_009' } };
    const declined = { decline: 2, ...CLERK, expect: { enabled: [2] } };
    expect(problems(sum, [...done(6), over, declined], reads)).to.deep.equal([]);
    const within = { confirm: 2, ...CLERK, expect: { enabled: [3] } };
    expect(problems(sum, [...done(5), within], reads)).to.deep.equal([]);
    // Its node seals no confirmation of an amount that the role does not read.
    expect(problems(sum, [...done(5), over], confirmed(shows({ z: ['sum'] })))).to.deep.equal([]);
  });

  it('are read as the record of their holder would be', () => {
    const at = (deputies: unknown) => {
      const found = issuesOf(readScenarios([{ name: 'x', deputies, steps: [FIRST] }] as unknown as Json));
      return found.map((one) => ('path' in one ? one.path : 'ok'));
    };
    expect(at({ y: [upTo('5')] })).to.deep.equal(['ok']);
    expect(at({ y: [upTo('05')] })).to.deep.equal(['/0/deputies/y/0']);
    expect(at({ y: [upTo('-5')] })).to.deep.equal(['/0/deputies/y/0']);
    expect(at({ y: [{ to: 'a', max: { var: 'price', upTo: '5' } }] })).to.deep.equal(['/0/deputies/y/0']);
    expect(at({ y: [{ to: 'a', blueprints: ['b'] }] })[0]).to.match(/^\/0\/deputies\/y\/0/);
    const [from, until] = ['2026-01-06T00:00:00Z', '2026-01-05T00:00:00Z'];
    expect(at({ y: [{ to: 'a', from, until }] })).to.deep.equal(['/0/deputies/y/0']);
    expect(at({ y: Array.from({ length: 9 }, () => ({ to: 'a' })) })).to.deep.equal(['/0/deputies/y']);
    const scenario = { name: 'x', deputies: { nobody: [upTo('5')] }, steps: [FIRST] } as unknown as Scenario;
    const { passed, steps } = runScenario(DEFINITION as unknown as Definition, scenario);
    expect(passed).to.equal(false);
    expect(steps[0]?.problems).to.deep.equal(['the definition has no role nobody: it has x, y, z']);
  });
});
