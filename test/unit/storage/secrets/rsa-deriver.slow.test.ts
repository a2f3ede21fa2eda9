// The queue of RSA derivations: its bound, its end, and that the caller's seed stays the caller's.
import { expect } from 'chai';
import { RSA_DERIVATIONS_WAITING_MAX } from '../../../../core/base/limits/node/wallets.js';
import { isFailure } from '../../../../core/base/result.js';
import { RsaDeriver } from '../../../../storage/secrets/rsa-deriver.js';

const aTask = () => ({ algorithm: 'RSA-4096', seed: new Uint8Array(64).fill(5), path: "m/44'/0'/0'/0/0" }) as const;

describe('the RSA deriver', () => {
  it('makes the same key of the same seed and path, and leaves the seed alone', async () => {
    const deriver = new RsaDeriver();
    const task = aTask();
    const [one, two] = await Promise.all([deriver.derive(task, 'a'), deriver.derive(task, 'a')]);
    if (isFailure(one) || isFailure(two)) throw new Error('refused');
    expect(one.publicKey).to.have.length(550);
    expect(one).to.deep.equal(two);
    expect(task.seed).to.deep.equal(aTask().seed);
    await deriver.close();
  });

  it('refuses what would wait too long, and all that waits when it closes', async () => {
    const deriver = new RsaDeriver();
    const waiting = Array.from({ length: RSA_DERIVATIONS_WAITING_MAX + 1 }, (_, i) =>
      deriver.derive(aTask(), i % 2 ? 'a' : 'b'),
    );
    const refused = await deriver.derive(aTask(), 'a');
    expect(isFailure(refused) && refused.issue.code).to.equal('NODE_UNAVAILABLE');
    await deriver.close();
    for (const answer of await Promise.all(waiting))
      expect(isFailure(answer) && answer.issue.code).to.equal('NODE_UNAVAILABLE');
    const late = await deriver.derive(aTask(), 'a');
    expect(isFailure(late) && late.issue.code).to.equal('NODE_UNAVAILABLE');
  });
});
