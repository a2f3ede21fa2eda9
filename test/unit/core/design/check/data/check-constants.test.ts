// Currencies and calendars of a definition: found where they are wrong.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../../core/base/json.js';
import { CALENDARS_MAX } from '../../../../../../core/base/limits/ledger/constants.js';
import { behaviourOf } from '../../../../../../core/blueprint/definition/definition-hash.js';
import { schemaErrors } from '../../../../../../core/blueprint/schemas/schema-check.js';
import { checkBlueprint } from '../../../../../../core/design/check/check.js';
import { judge } from '../../../../../../core/schema/judge.js';
import { CURRENCIES_MAX } from '../../../../../../core/values/money.js';

function draft(members: JsonObject, schema: Json = {}): JsonObject {
  return {
    language: 2,
    title: 'Order',
    description: 'An order.',
    participants: [{ id: 'buyer' }, { id: 'seller' }],
    actions: [{ id: 1, sender: 'buyer', isStartingAction: true, dataSchemas: [schema], routes: [] }],
    ...members,
  };
}

const told = (blueprint: JsonObject) => checkBlueprint(blueprint).map(({ code, location }) => `${code} ${location}`);

describe('checkBlueprint: currencies and calendars', () => {
  it('takes those of the right form', () => {
    const calendars = { 'de-he': { weekend: [6, 7], holidays: ['2026-12-25'] } };
    expect(told(draft({ currencies: { EUR: 2, JPY: 0, XAU: 18 }, calendars }))).to.deep.equal([]);
    expect(told(draft({ currencies: null, calendars: null, tables: null }))).to.deep.equal([]);
  });

  it('refuses others at their places', () => {
    const many = Object.fromEntries(
      Array.from({ length: CURRENCIES_MAX + 1 }, (_, i) => [
        String.fromCharCode(65 + (i % 26), 65 + (Math.floor(i / 26) % 26), 65),
        2,
      ]),
    );
    for (const currencies of [{ EURO: 2 }, { eur: 2 }, { EUR: 19 }, { EUR: -1 }, { EUR: '2' }, many] as JsonObject[])
      expect(told(draft({ currencies }))).to.deep.equal(['BP_CURRENCIES /currencies']);
    expect(told(draft({ calendars: { a: { weekend: [6, 7] } } }))).to.deep.equal(['BP_CALENDAR /calendars/a']);
    const calendars = Object.fromEntries(Array.from({ length: CALENDARS_MAX + 1 }, (_, i) => [`c${i}`, {}]));
    expect(told(draft({ calendars }))).to.deep.equal(['BP_FORM /calendars']);
    expect(told(draft({ currencies: [] }))).to.deep.equal(['BP_FORM /currencies']);
  });

  it('counts asserted keywords as behaviour, and hints as none', () => {
    const schema = (scale: number) => ({
      properties: { a: { type: 'string', format: 'decimal', 'x-scale': scale, 'x-unit': scale } },
    });
    const of = (scale: number) => JSON.stringify(behaviourOf(draft({}, schema(scale))));
    expect(of(2)).to.not.equal(of(3));
    expect(of(2)).to.not.include('x-unit');
  });
});

describe('schema: formats that rules read', () => {
  const currencies = { EUR: 2, JPY: 0 };
  const errors = (format: string, value: Json) =>
    schemaErrors([{ format }], value, { currencies }).map(({ path, message }) => `${path} ${message}`);

  it('have one spelling for each date, time and duration', () => {
    expect(errors('date', '2026-02-28')).to.deep.equal([]);
    expect(errors('date', '2026-02-29')).to.deep.equal([' must be a date such as "2026-02-28", in years 1 to 9999']);
    expect(errors('date-time', '2026-02-28T09:30:00.000Z')).to.deep.equal([]);
    expect(errors('date-time', '2026-02-28T09:30:00+01:00')).to.have.length(1);
    expect(errors('duration', 'P1Y6M')).to.deep.equal([]);
    expect(errors('duration', 'P1Y1D')).to.have.length(1);
  });

  it('take money with the places of its currency', () => {
    const money = (amount: Json, currency: Json, more: JsonObject = {}) =>
      errors('money', { amount, currency, ...more });
    expect(money('19.99', 'EUR')).to.deep.equal([]);
    expect(money('1999', 'JPY')).to.deep.equal([]);
    expect(money('19.9', 'EUR')).to.deep.equal([
      '/amount must have an amount with as many digits after the point as its currency',
    ]);
    expect(money('1.00', 'USD')).to.deep.equal([
      '/currency must have a currency that the definition names under "currencies"',
    ]);
    for (const [amount, currency] of [
      [1, 'EUR'],
      ['1.00', 'eur'],
      ['1,00', 'EUR'],
      ['1.00', null],
    ] as const)
      expect(money(amount, currency)).to.deep.equal([' must be money such as {"amount": "19.99", "currency": "EUR"}']);
    expect(money('1.00', 'EUR', { note: '' })).to.have.length(1);
    expect(money('1.00', 'constructor')).to.have.length(1);
    expect(errors('money', 'EUR')).to.deep.equal([]);
    expect(judge({ schema: { format: 'money' } }, { amount: '1.00', currency: 'EUR' }, { steps: 99 }).steps).to.equal(
      18,
    );
  });
});
