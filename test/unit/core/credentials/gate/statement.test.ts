// The words of an action about a gate: closed, each member in its one spelling.
import { expect } from 'chai';
import { toBase64 } from '../../../../../core/base/bytes.js';
import type { Json } from '../../../../../core/base/json.js';
import { gateStatementOf } from '../../../../../core/credentials/gate/statement.js';
import { STATEMENT } from '../../../../support/credentials/gate.js';
import { alice, bob } from '../../../../support/register/ledger.js';

const whole = STATEMENT as unknown as { readonly [name: string]: Json };
const by = {
  ...{ wallet: alice.address, algorithm: alice.algorithm, publicKey: toBase64(alice.publicKey) },
  signature: 'AA==',
};

describe('gates: the statement', () => {
  it('is what it was stated as', () => {
    for (const more of [{}, { use: 'cd'.repeat(32) }, { by }, { asOf: 0 }, { id: 'g0' }])
      expect(gateStatementOf({ ...whole, ...more })).to.deep.equal({ ...whole, ...more });
  });

  const bad: Readonly<Record<string, readonly Json[]>> = {
    id: ['', 'Licence', '0', 'a'.repeat(33), 'a/b', 1, null],
    at: ['2026-11-28T13:00:00Z', '2026-02-30T13:00:00.000Z', 1, null],
    asOf: [-1, 1.5, '812', 2 ** 53, null],
    trust: ['ab'.repeat(31), 'AB'.repeat(32), '', 1, null],
    use: ['cd'.repeat(33), null],
    by: [
      null,
      {},
      { ...by, more: 1 },
      { ...by, wallet: 'qr1x' },
      { ...by, wallet: 1 },
      { ...by, wallet: bob.address },
      { ...by, algorithm: 'NISTP256' },
      { ...by, algorithm: 'toString' },
      { ...by, algorithm: 1 },
      { ...by, publicKey: toBase64(bob.publicKey) },
      { ...by, publicKey: '' },
      { ...by, publicKey: 'AA' },
      { ...by, publicKey: null },
      { ...by, signature: '' },
      { ...by, signature: 'AA' },
      { ...by, signature: 1 },
      { ...by, signature: 'A'.repeat(8196) },
    ],
    issuer: ['did:example:chamber'],
  };
  for (const [name, values] of Object.entries(bad))
    it(`has no ${name} of another form`, () => {
      for (const value of values)
        expect(gateStatementOf({ ...whole, [name]: value }), JSON.stringify(value)).to.equal(undefined);
    });

  it('is whole', () => {
    for (const name of ['id', 'at', 'asOf', 'trust']) {
      const { [name]: _, ...others } = whole;
      expect(gateStatementOf(others), name).to.equal(undefined);
    }
    for (const value of [null, [], 'licence']) expect(gateStatementOf(value)).to.equal(undefined);
  });
});
