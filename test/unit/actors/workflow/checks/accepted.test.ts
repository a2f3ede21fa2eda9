// Agreements of the wallets of a node with senders: kept for a while and in bounds, wiped when they end, and never kept
// where an agreement is the key itself.
import { expect } from 'chai';
import { AgreementCache } from '../../../../../actors/workflow/checks/accepted.js';
import { ACCEPTED_LIFE_MS, ACCEPTED_MAX } from '../../../../../core/base/limits/node/reading.js';
import { type Agreed, WRAP } from '../../../../../core/crypto/encryption/key-wrap.js';

const [CLASSICAL] = Object.values(WRAP).filter((wrap) => wrap !== WRAP.RSA_OAEP);
const agreed = (wrap: Agreed['wrap'] = CLASSICAL as Agreed['wrap']): Agreed => ({
  wrap,
  secret: new Uint8Array(32).fill(1),
});
const isWiped = ({ secret }: Agreed) => secret.every((byte) => byte === 0);

describe('workflow: an agreement with senders', () => {
  it('is kept for a while, and wiped when it ends', () => {
    let nowMs = 0;
    const kept = new AgreementCache({ steady: () => nowMs });
    const [first, second] = [agreed(), agreed()];
    expect(kept.keep('first', first)).to.equal(true);
    nowMs = ACCEPTED_LIFE_MS - 1;
    expect(kept.get('first')).to.equal(first);
    nowMs = ACCEPTED_LIFE_MS;
    expect(kept.get('first')).to.equal(undefined);
    kept.keep('second', second);
    expect([isWiped(first), isWiped(second)]).to.deep.equal([true, false]);
    kept.close();
    expect([isWiped(second), kept.get('second')]).to.deep.equal([true, undefined]);
  });

  it('is bounded, and what is there twice is wiped once it is replaced', () => {
    const kept = new AgreementCache({ steady: () => 0 });
    const all = Array.from({ length: ACCEPTED_MAX + 1 }, () => agreed());
    for (const [i, one] of all.entries()) kept.keep(String(i), one);
    expect(all.flatMap((one, i) => (isWiped(one) ? [i] : []))).to.deep.equal([0]);
    kept.keep('7', agreed());
    expect(isWiped(all[7] as Agreed)).to.equal(true);
  });

  it('of RSA is the private key, and never kept', () => {
    const kept = new AgreementCache({ steady: () => 0 });
    expect(kept.keep('rsa', agreed(WRAP.RSA_OAEP))).to.equal(false);
    expect(kept.get('rsa')).to.equal(undefined);
  });
});
