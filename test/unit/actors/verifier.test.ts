// The bound of claimsVerifier, alone and within another one; what a node signed itself.
import { expect } from 'chai';
import type { ClaimsVerifier } from '../../../actors/ports.js';
import { claimsVerifier, platformCheck, signatureVerifier } from '../../../actors/verifier.js';
import { toHex } from '../../../core/base/bytes.js';
import type { SignedClaim } from '../../../core/consensus/certificate.js';
import { sign } from '../../../core/crypto/signing/algorithms.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { keyOf } from '../../support/node/ledger-world.js';
import { publish } from '../../support/register/ledger.js';

const key = keyOf('voter');

function claim(n: number): SignedClaim {
  const digest = new Uint8Array(32).fill(n);
  return { publicKey: toHex(key.publicKey), digest, signature: toHex(sign('ED25519', key.privateKey, digest)) };
}

/** A verifier that takes a while, and the most that it did at once. */
function slow() {
  const seen = { now: 0, most: 0, calls: 0 };
  const verify: ClaimsVerifier = async () => {
    seen.calls++;
    seen.most = Math.max(seen.most, ++seen.now);
    await new Promise((resolve) => setImmediate(resolve));
    seen.now--;
    return true;
  };
  return { seen, verify };
}

const many = (count: number) => Array.from({ length: count }, (_, n) => claim(n));

describe('actors/verifier claimsVerifier', () => {
  it('says whether every claim holds', async () => {
    const verify = claimsVerifier(2);
    expect(await verify(many(5))).to.equal(true);
    expect(await verify([])).to.equal(true);
    expect(await verify([...many(4), { ...claim(5), digest: new Uint8Array(32) }])).to.equal(false);
  });

  it('does no more at once than its bound, whichever caller asks', async () => {
    const { seen, verify } = slow();
    const bounded = claimsVerifier(3, verify);
    const answers = await Promise.all([bounded(many(5)), bounded(many(5)), bounded(many(1))]);
    expect(answers).to.deep.equal([true, true, true]);
    expect(seen).to.deep.equal({ now: 0, most: 3, calls: 11 });
  });

  it('gives a part no more than its share of the whole, and the rest to others', async () => {
    const { seen, verify } = slow();
    const whole = claimsVerifier(4, verify);
    const part = claimsVerifier(1, whole);
    const order: string[] = [];
    await Promise.all([part(many(20)).then(() => order.push('part')), whole(many(20)).then(() => order.push('whole'))]);
    expect(order).to.deep.equal(['whole', 'part']);
    expect(seen).to.deep.equal({ now: 0, most: 4, calls: 40 });
  });

  it('goes on after a verification that failed to run', async () => {
    let first = true;
    const verify = claimsVerifier(1, async () => {
      if (!first) return true;
      first = false;
      throw new Error('no thread');
    });
    const [failed, next] = await Promise.allSettled([verify([claim(1)]), verify([claim(2)])]);
    expect(failed.status).to.equal('rejected');
    expect(next).to.deep.equal({ status: 'fulfilled', value: true });
  });
});

describe('actors/verifier signatureVerifier', () => {
  it('takes what this node signed as verified, that very value, and nothing else of its TxId', async () => {
    const asked: string[] = [];
    const verifier = signatureVerifier({
      inFlightMax: 8,
      remembered: 100,
      check: async (task) => {
        asked.push(toHex(task.signature).slice(0, 8));
        return platformCheck(task);
      },
    });
    const own = publish();
    const forged: Transaction = { ...own, signatures: publish(undefined, 'other').signatures };
    verifier.trust(own);
    // It is not submitted yet, so there is nothing to look for.
    expect(verifier.isSeen(own.txId)).to.equal(false);
    expect(await verifier.verify(forged)).to.equal(false);
    expect(asked).to.have.length(1);
    expect(await verifier.verify(own)).to.equal(true);
    expect(await verifier.verify({ ...own })).to.equal(true);
    expect(asked, 'known by its signatures from then on').to.have.length(1);
    expect(await verifier.verify({ ...forged })).to.equal(false);
    expect(verifier.isSeen(own.txId)).to.equal(true);
  });

  it('verifies no more of a transaction once a signature is bad, and goes on with the turns of all who want it', async () => {
    const held: ((isGood: boolean) => void)[] = [];
    const check = () => new Promise<boolean>((answer) => held.push(answer));
    const verifier = signatureVerifier({ inFlightMax: 1, remembered: 100, check });
    const withThree = (tx: Transaction): Transaction => ({
      ...tx,
      signatures: [1, 2, 3].map((n) => ({ ...tx.signatures[0]!, signatureValue: toHex(Uint8Array.of(n)) })),
    });
    const [one, two] = [withThree(publish(undefined, 'one')), withThree(publish(undefined, 'two'))];
    const answers: string[] = [];
    const asked = (tx: Transaction, turn: string, name: string) =>
      verifier.verify(tx, turn).then((isGood) => void answers.push(`${name} ${isGood}`));
    const all = [asked(one, 'a', 'one'), asked(two, 'a', 'two'), asked(two, 'docket', 'two again')];
    // Of the first transaction the second signature is bad.
    for (const isGood of [true, false, true, true, true]) {
      held.shift()?.(isGood);
      await new Promise((done) => setImmediate(done));
    }
    expect(held, 'the third of the bad one had no turn').to.have.length(0);
    await Promise.all(all);
    expect(answers).to.deep.equal(['one false', 'two true', 'two again true']);
    expect([verifier.isSeen(one.txId), verifier.isSeen(two.txId)]).to.deep.equal([false, true]);
  });
});
