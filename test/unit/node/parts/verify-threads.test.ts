// Threads that verify: the same answers as the platform, many at a time and round the ring, and none lost when a thread dies or is closed.
import { expect } from 'chai';
import { sha256 } from '../../../../core/base/hash.js';
import { generate, sign } from '../../../../core/crypto/algorithms.js';
import type { SignatureAlgorithm } from '../../../../core/transaction/types.js';
import type { SignatureTask } from '../../../../core/transaction/validate/signature.js';
import { putRecord, RING_BYTES, RING_SLOTS, recordOf, ringOver } from '../../../../node/parts/verify-ring.js';
import { VerifyThreads } from '../../../../node/parts/verify-threads.js';
import { startThread } from '../../../../storage/thread.js';

const digest = sha256('what is signed');

function task(n: number, algorithm: SignatureAlgorithm = 'ED25519'): SignatureTask {
  const pair = generate(algorithm, sha256(`key ${n % 8}`));
  return { algorithm, publicKey: pair.publicKey, digest, signature: sign(algorithm, pair.privateKey, digest) };
}

function spoilt(good: SignatureTask, member: 'publicKey' | 'digest' | 'signature'): SignatureTask {
  const bytes = Uint8Array.from(good[member]);
  bytes[3] = (bytes[3] as number) ^ 1;
  return { ...good, [member]: bytes };
}

describe('VerifyThreads', function () {
  this.timeout(60_000);
  const errors: object[] = [];
  const log = { error: (fields: object) => void errors.push(fields) };
  let threads: VerifyThreads;
  beforeEach(() => void errors.splice(0));
  afterEach(() => threads.close());

  it('says yes to good signatures and no to all others, in whatever order they come', async () => {
    threads = new VerifyThreads(log);
    await threads.ready;
    const good = task(1);
    const short = { ...good, signature: good.signature.subarray(1) };
    const noKey = { ...good, publicKey: new Uint8Array(0) };
    const small = { ...good, publicKey: Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? 1 : 0)) };
    const asked = [
      good,
      spoilt(good, 'publicKey'),
      spoilt(good, 'digest'),
      spoilt(good, 'signature'),
      short,
      noKey,
      small,
      task(2),
    ];
    expect(await Promise.all(asked.map(threads.check))).to.deep.equal([
      true,
      false,
      false,
      false,
      false,
      false,
      false,
      true,
    ]);
  });

  it('verifies other algorithms too', async () => {
    threads = new VerifyThreads(log);
    const asked = [task(1, 'NISTP256'), spoilt(task(1, 'NISTP256'), 'signature'), task(1, 'ML-DSA-65')];
    expect(await Promise.all(asked.map(threads.check))).to.deep.equal([true, false, true]);
  });

  it('goes round the ring many times, and takes more than it holds', async () => {
    threads = new VerifyThreads(log);
    await threads.ready;
    const [good, bad] = [task(1), spoilt(task(1), 'signature')];
    for (const count of [1, RING_SLOTS - 1, 3 * RING_SLOTS, 5]) {
      const asked = Array.from({ length: count }, (_, i) => (i % 3 === 0 ? bad : good));
      const answers = await Promise.all(asked.map(threads.check));
      expect(answers).to.deep.equal(asked.map((one) => one === good));
    }
  });

  it('answers what a dead thread had, and what comes after it', async () => {
    const module = new URL('../../../support/dying-verifier.js', import.meta.url);
    threads = new VerifyThreads(log, {
      start: (memory) => startThread(module, { env: {}, workerData: memory }),
      threadsMax: 1,
    });
    await threads.ready;
    const good = task(1);
    expect(await Promise.all([good, spoilt(good, 'digest')].map(threads.check))).to.deep.equal([true, false]);
    expect(await threads.check(good)).to.equal(true);
    expect(errors).to.deep.equal([{ reason: 'no memory' }]);
    // The check before has begun another one in its place.
    expect(threads.count).to.equal(2);
  });

  it('leaves the threads of the platform room for writes, whatever it has to give them', async () => {
    let underWay = 0;
    let most = 0;
    const platform = async (asked: SignatureTask): Promise<boolean> => {
      most = Math.max(most, ++underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay--;
      return asked === good;
    };
    threads = new VerifyThreads(log, { threadsMax: 1, platform });
    const [good, bad] = [task(1), spoilt(task(1), 'signature')];
    const asked = Array.from({ length: 10 * RING_SLOTS }, (_, i) => (i % 3 === 0 ? bad : good));
    const answers = await Promise.all(asked.map(threads.check));
    expect(answers).to.deep.equal(asked.map((one) => one === good));
    expect([most <= 32, underWay]).to.deep.equal([true, 0]);
  });

  it('answers while no thread is ready', async () => {
    threads = new VerifyThreads(log);
    expect(await Promise.all([task(1), spoilt(task(1), 'digest')].map(threads.check))).to.deep.equal([true, false]);
  });

  it('begins more threads where one has too much to do, and no more than it may', async () => {
    threads = new VerifyThreads(log, { threadsMax: 2 });
    await threads.ready;
    expect(await threads.check(task(1))).to.equal(true);
    expect(threads.count).to.equal(1);
    const good = task(1);
    for (let round = 0; round < 3; round++)
      expect((await Promise.all(Array.from({ length: 200 }, () => threads.check(good)))).every(Boolean)).to.equal(true);
    expect(threads.count).to.equal(2);
  });

  it('answers what is asked while it closes and afterwards', async () => {
    threads = new VerifyThreads(log);
    await threads.ready;
    const asked = Array.from({ length: 50 }, (_, i) => threads.check(task(i)));
    await threads.close();
    expect((await Promise.all(asked)).every(Boolean)).to.equal(true);
    expect(await threads.check(task(1))).to.equal(true);
    expect(errors).to.deep.equal([]);
  });
});

describe('the ring of signatures', () => {
  it('keeps its records apart where the counters run over', () => {
    const ring = ringOver(new SharedArrayBuffer(RING_BYTES));
    const numbers = [2 ** 31 - 2, 2 ** 31 - 1, -(2 ** 31), -(2 ** 31) + 1];
    for (const [i, n] of numbers.entries()) putRecord(ring, n, task(i));
    for (const [i, n] of numbers.entries()) {
      const { algorithm, ...record } = task(i);
      expect(algorithm).to.equal('ED25519');
      expect(recordOf(ring, n)).to.deep.equal({
        publicKey: Uint8Array.from(record.publicKey),
        digest: Uint8Array.from(record.digest),
        signature: Uint8Array.from(record.signature),
      });
    }
  });
});
