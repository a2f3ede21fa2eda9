// The texts that name a transaction: one spelling, and no other text.
import { expect } from 'chai';
import { placeOfTransactionDid, transactionDid } from '../../../../../core/register/people/did.js';

const REGISTER = '01a229ba-bd6b-752e-abfe-86861bd8754a';
const TX = '0123456789abcdef'.repeat(4);

describe('DIDs of transactions', () => {
  it('name the register and the transaction', () => {
    expect(placeOfTransactionDid(transactionDid(REGISTER, TX))).to.deep.equal({ registerId: REGISTER, txId: TX });
  });

  for (const other of [
    `did:quorate:register:${REGISTER}`,
    `did:quorate:register:${REGISTER}/docket/1`,
    `did:quorate:register:${REGISTER}/tx/${TX.toUpperCase()}`,
    `did:quorate:register:${REGISTER}/tx/${TX}#definition`,
    `did:quorate:register:x/tx/${TX}`,
    `x did:quorate:register:${REGISTER}/tx/${TX}`,
  ])
    it(`are not ${other}`, () => {
      expect(placeOfTransactionDid(other)).to.equal(undefined);
    });
});
