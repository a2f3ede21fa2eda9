// The filter of sealed TxIds: never wrong about one that is sealed, seldom about another, and bounded.
import { expect } from 'chai';
import { sha256Hex } from '../../../../core/base/hash.js';
import type { Docket } from '../../../../core/model/register.js';
import { SealedTransactions } from '../../../../storage/chain/sealed-transactions.js';

describe('storage/chain/sealed-transactions', () => {
  const id = (n: number) => sha256Hex(`tx ${n}`);
  const at = (height: number, ...txIds: string[]) =>
    ({ header: { height }, transactions: txIds.map((txId) => ({ txId })) }) as unknown as Docket;

  it('knows what is not sealed of a register that it saw from docket 0 on, and of no other', () => {
    const sealed = new SealedTransactions();
    expect(sealed.mayHold(1, id(0))).to.equal(true);
    sealed.sealing(1, at(5, id(1)));
    expect(sealed.mayHold(1, id(2))).to.equal(true);
    sealed.sealing(1, at(0, id(0)));
    expect([sealed.mayHold(1, id(0)), sealed.mayHold(1, id(1))]).to.deep.equal([true, false]);
    const many = Array.from({ length: 20_000 }, (_, n) => id(n + 10));
    for (let i = 0; i < many.length; i += 100) sealed.sealing(1, at(1 + i / 100, ...many.slice(i, i + 100)));
    expect([id(0), ...many].every((txId) => sealed.mayHold(1, txId))).to.equal(true);
    const wrong = Array.from({ length: 20_000 }, (_, n) => id(-n - 1)).filter((txId) => sealed.mayHold(1, txId));
    expect(wrong.length).to.be.lessThan(20);
    sealed.sealing(1, at(0, id(0)));
    expect(sealed.mayHold(1, many[0] as string), 'begun anew').to.equal(false);
    sealed.clear();
    expect(sealed.mayHold(1, many[0] as string)).to.equal(true);
  });

  it('is bounded: few registers, and none with more than it can tell apart', () => {
    const sealed = new SealedTransactions();
    for (let reg = 0; reg < 20; reg++) sealed.sealing(reg, at(0, id(reg)));
    const known = Array.from({ length: 20 }, (_, reg) => !sealed.mayHold(reg, id(-1)));
    expect(known.filter(Boolean).length).to.equal(8);
    expect(known[19]).to.equal(true);
    const docket = at(1, ...Array.from({ length: 2 ** 16 }, () => id(1)));
    for (let n = 0; n <= 16; n++) sealed.sealing(19, docket);
    expect(sealed.mayHold(19, id(-1))).to.equal(true);
  });
});
