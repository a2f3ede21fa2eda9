// Schemas that come with the program: each may be published, and takes what people mean by it and nothing else.
import { expect } from 'chai';
import { nameProblem } from '../../../../../core/base/hidden.js';
import type { JsonObject } from '../../../../../core/base/json.js';
import { schemaErrors } from '../../../../../core/blueprint/schemas/schema-check.js';
import { checkLibrarySchema } from '../../../../../core/design/schemas/library.js';
import { SYSTEM_SCHEMAS, systemSchema } from '../../../../../core/design/schemas/shipped.js';

const CASES: Readonly<Record<string, readonly [good: JsonObject, bad: JsonObject]>> = {
  'bank-account': [
    { accountHolder: 'Ada', iban: 'DE89370400440532013000' },
    { accountHolder: 'Ada', iban: 'DE89' },
  ],
  contact: [
    { contactName: 'Ada', email: 'ada@x.example', phone: '+4930123456' },
    { contactName: 'A', phone: '030' },
  ],
  decision: [
    { decision: 'approved', reason: 'Safe.' },
    { decision: 'maybe', reason: 'Unsure.' },
  ],
  document: [{ document: { fileId: '0f' }, documentTitle: 'Plan' }, { documentTitle: 'Plan' }],
  'money-amount': [{ amount: { amount: '19.99', currency: 'EUR' } }, { amount: { amount: '-19.99', currency: 'EUR' } }],
  organisation: [
    { legalName: 'Acme', country: 'DE' },
    { legalName: 'Acme', country: 'Germany' },
  ],
  period: [
    { firstDay: '2026-02-28', lastDay: '2026-03-01' },
    { firstDay: '2026-02-29', lastDay: '2026-03-01' },
  ],
  person: [{ givenName: 'Ada', familyName: 'King', birthDate: '1815-12-10' }, { givenName: 'Ada' }],
  'postal-address': [
    { street: 'A 1', locality: 'Ely', country: 'GB' },
    { locality: 'Ely', country: 'GB' },
  ],
};

describe('core/design/schemas/shipped', () => {
  it('has each by its id, in the order of the ids', () => {
    const ids = SYSTEM_SCHEMAS.map(({ schemaId }) => schemaId);
    expect(ids).to.deep.equal(Object.keys(CASES));
    for (const schemaId of ids) expect(systemSchema(schemaId)).to.include({ schemaId, provider: 'quorate' });
    expect(systemSchema('nothing')).to.equal(undefined);
  });

  for (const { schemaId, title, schema, sectors } of SYSTEM_SCHEMAS)
    it(`${schemaId} may be published, and judges`, () => {
      expect(checkLibrarySchema(schema)).to.deep.equal([]);
      expect(nameProblem(title)).to.equal(undefined);
      expect(sectors.length).to.be.greaterThan(0);
      const [good, bad] = CASES[schemaId] as (typeof CASES)[string];
      const errors = (value: JsonObject) => schemaErrors([schema], value, { currencies: { EUR: 2 } });
      expect(errors(good)).to.deep.equal([]);
      expect(errors(bad)).to.have.length(1);
      expect(errors({ ...good, other: 1 })).to.have.length(1);
    });
});
