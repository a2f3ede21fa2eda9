// Which claims of a credential a verifier reads and which stay, one a line.
import { expect } from 'chai';
import fc from 'fast-check';
import type { JsonObject } from '../../../../../core/base/json.js';
import { claimRows } from '../../../../../core/credentials/holding/claim-rows.js';

describe('core/credentials/holding/claim-rows', () => {
  const all = {
    ...{ iss: 'https://i.example', vct: 'urn:x', cnf: { jwk: {} } },
    ...{ name: 'Ada', address: { street: 'Hafen 1', country: 'DE' }, classes: ['B', 'C'], none: {} },
  };

  it('have their values where they are read, and none where they stay', () => {
    expect(claimRows(all, { iss: 'https://i.example', address: { country: 'DE' } })).to.deep.equal([
      ...[{ name: 'name' }, { name: 'address.street' }, { name: 'address.country', value: 'DE' }],
      ...[{ name: 'classes' }, { name: 'none' }],
    ]);
    expect(claimRows(all, all).filter(({ value }) => value === undefined)).to.deep.equal([]);
  });

  it('tell a list of which some elements are read as both', () => {
    const rows = claimRows({ classes: ['B', 'C'] }, { classes: ['B'] });
    expect(rows).to.deep.equal([{ name: 'classes', value: ['B'] }, { name: 'classes' }]);
  });

  it('take no member that every object has for one that is read', () => {
    const own = JSON.parse('{"constructor":"a","__proto__":{"x":1},"toString":{"y":2}}') as JsonObject;
    expect(claimRows(own, {}).every(({ value }) => value === undefined)).to.equal(true);
  });

  it('tell of no claim that stays as read, whatever is shown', () => {
    const claims = fc.dictionary(fc.string({ minLength: 1, maxLength: 4 }), fc.jsonValue({ maxDepth: 2 }));
    fc.assert(
      fc.property(claims, (held) => {
        const object = held as JsonObject;
        expect(claimRows(object, {}).filter(({ value }) => value !== undefined)).to.deep.equal([]);
        expect(claimRows(object, object).filter(({ value }) => value === undefined)).to.deep.equal([]);
      }),
    );
  });
});
