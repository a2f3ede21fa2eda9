// The thread for other algorithms than Ed25519: nothing that it was asked stays without an answer when it dies.
import { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { platformCheck } from '../../../../actors/verifier.js';
import { sha256 } from '../../../../core/base/hash.js';
import { generate, sign } from '../../../../core/crypto/signing/algorithms.js';
import { VerifyOthers } from '../../../../node/threads/verify-others.js';

describe('VerifyOthers', () => {
  it('answers what a dead thread had, and begins another one', async () => {
    const digest = sha256('what is signed');
    const { publicKey, privateKey } = generate('NISTP256', sha256('a key'));
    const good = { algorithm: 'NISTP256', publicKey, digest, signature: sign('NISTP256', privateKey, digest) } as const;
    const errors: object[] = [];
    let begun = 0;
    const dying = () => {
      begun++;
      return new Worker(
        "require('node:worker_threads').parentPort.once('message', () => { throw new Error('no memory'); })",
        {
          eval: true,
        },
      );
    };
    const others = new VerifyOthers({ error: (fields: object) => void errors.push(fields) }, platformCheck, {
      start: dying,
    });
    const bad = { ...good, digest: sha256('something else') };
    expect(await Promise.all([good, bad].map(others.check))).to.deep.equal([true, false]);
    expect(errors).to.deep.equal([{ reason: 'no memory' }]);
    expect(await others.check(good)).to.equal(true);
    expect(begun).to.equal(2);
    await others.close();
    expect(await others.check(good), 'closed').to.equal(true);
    expect(begun).to.equal(2);
  });
});
