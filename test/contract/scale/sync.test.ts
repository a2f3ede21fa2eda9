// What `scale -- sync` measures is a catching up that verifies: the chain that it makes holds in both modes, from both
// forms, on a real disk too.
import { expect } from 'chai';
import { VerifyThreads } from '../../../node/threads/verify-threads.js';
import { adopted } from '../../tools/scale/sync.js';
import { madeChain } from '../../tools/scale/sync-chain.js';

describe('scale -- sync', () => {
  it('adopts the chain that it makes, whole, or says why not', async () => {
    const made = await madeChain({ dockets: 2, perDocket: 3 });
    expect(made.dockets).to.have.length(3);
    const threads = new VerifyThreads({ error: (fields) => expect.fail(JSON.stringify(fields)) });
    await threads.ready;
    after(() => threads.close());
    for (const mode of ['all', 'certified'] as const)
      for (const from of ['dockets', 'bytes'] as const) {
        const { transactionsPerSecond, cpuMicroseconds } = await adopted(made, {
          disk: 'LevelDB',
          mode,
          from,
          threads,
        });
        expect(transactionsPerSecond).to.be.above(0);
        expect(cpuMicroseconds).to.be.above(0);
      }
    const [first, second, third] = made.dockets;
    const unsigned = { ...third!.certificate, signatures: second!.certificate.signatures };
    const spoilt = { ...made, dockets: [first!, second!, { ...third!, certificate: unsigned }] };
    const failure = await adopted(spoilt, { disk: 'memory', mode: 'certified', from: 'dockets', threads }).catch(
      (e: Error) => e,
    );
    expect(failure).to.be.instanceOf(Error).with.property('message').that.includes('CERTIFICATE_INVALID');
  });
});
