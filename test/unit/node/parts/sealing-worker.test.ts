// The thread that encrypts: what it makes is what this thread would make, the event loop goes on meanwhile, and one that dies is replaced.
import { expect } from 'chai';
import { InvariantError } from '../../../../core/base/assert.js';
import { isIssues } from '../../../../core/base/issue.js';
import { SEALINGS_WAITING_MAX } from '../../../../core/base/limits.js';
import { agreeWith } from '../../../../core/crypto/key-wrap.js';
import { type Sealing, sealEnvelope, type WalletKey } from '../../../../core/disclosure/seal.js';
import { SealingWorker } from '../../../../node/parts/sealing-worker.js';
import { startThread } from '../../../../storage/thread.js';
import { wallet } from '../../../support/ledger.js';

function recipient(name: string): WalletKey {
  const { address: walletAddress, algorithm, publicKey } = wallet(name);
  return { walletAddress, algorithm, publicKey };
}

function sealing(note: string, recipients = [recipient('one'), recipient('two')]): Sealing {
  const context = { registerId: 'register', instanceId: 'instance', actionId: '0' };
  return { context, groups: [{ fields: { note }, recipients }], entropy: new Uint8Array(32).fill(3) };
}

describe('SealingWorker', function () {
  this.timeout(60_000);
  let worker: SealingWorker;
  afterEach(() => worker.close());

  it('seals as this thread does, several at a time, and says what cannot be sealed', async () => {
    worker = new SealingWorker();
    const asked = ['a', 'b', 'c'].map((note) => sealing(note));
    const sealed = await Promise.all(asked.map((one) => worker.seal(one)));
    expect(sealed).to.deep.equal(asked.map((one) => sealEnvelope(one)));
    const twice = sealing('d', [recipient('one'), recipient('one')]);
    expect(await worker.seal(twice)).to.deep.equal(sealEnvelope(twice));
    expect(isIssues(sealEnvelope(twice))).to.equal(true);
  });

  it('gives nothing secret that the sender has agreed on to the thread', async () => {
    worker = new SealingWorker();
    const to = recipient('one');
    const agreed = agreeWith(to, new Uint8Array(32).fill(8));
    if ('code' in agreed) throw new Error(agreed.message);
    expect(await worker.seal(sealing('a', [{ ...to, agreed }]))).to.deep.equal(sealEnvelope(sealing('a', [to])));
  });

  it('leaves the event loop free while it seals', async () => {
    worker = new SealingWorker();
    await worker.seal(sealing('warm'));
    let turns = 0;
    let done = false;
    const sealed = worker.seal(sealing('n'.repeat(2_700_000))).finally(() => {
      done = true;
    });
    while (!done) {
      await new Promise((resolve) => setImmediate(resolve));
      turns++;
    }
    expect(isIssues(await sealed)).to.equal(false);
    expect(turns).to.be.greaterThan(5);
  });

  it('tells what a dead thread had to try again, and begins another', async () => {
    let started = 0;
    const dying = new URL('../../../support/dying-thread.js', import.meta.url);
    const real = new URL('../../../../node/parts/sealing-thread.js', import.meta.url);
    worker = new SealingWorker(() => startThread(started++ === 0 ? dying : real, {}));
    const [first, second] = await Promise.all([worker.seal(sealing('a')), worker.seal(sealing('b'))]);
    for (const result of [first, second]) expect(result).to.have.nested.property('0.code', 'NODE_UNAVAILABLE');
    expect(await worker.seal(sealing('c'))).to.deep.equal(sealEnvelope(sealing('c')));
    expect(started).to.equal(2);
  });

  it('throws where sealing does, and seals what comes next', async () => {
    worker = new SealingWorker();
    const error = await worker.seal({ ...sealing('a'), entropy: new Uint8Array(3) }).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(InvariantError);
    expect(isIssues(await worker.seal(sealing('b')))).to.equal(false);
  });

  it('takes no more than it may have waiting, and nothing once it is closed', async () => {
    worker = new SealingWorker();
    const asked = Array.from({ length: SEALINGS_WAITING_MAX + 1 }, (_, n) => worker.seal(sealing(String(n))));
    expect(await asked.at(-1)).to.have.nested.property('0.code', 'NODE_UNAVAILABLE');
    expect(isIssues(await (asked[0] as (typeof asked)[number]))).to.equal(false);
    await worker.close();
    expect(await worker.seal(sealing('late'))).to.have.nested.property('0.code', 'NODE_UNAVAILABLE');
  });
});
