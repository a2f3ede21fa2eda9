// Threads that verify: the same answers as the platform, many at a time and round the ring, and none lost when a thread
// dies or is closed.
import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { toHex } from '../../../../core/base/bytes.js';
import { sha256, sha256Hex } from '../../../../core/base/hash.js';
import { generate, sign } from '../../../../core/crypto/signing/algorithms.js';
import type { SignatureTask } from '../../../../core/crypto/signing/signature-task.js';
import type { SignatureAlgorithm, Transaction } from '../../../../core/model/transaction.js';
import { bodyRootOf, txRootOf } from '../../../../core/register/body-roots.js';
import { putRecord, RING_BYTES, RING_SLOTS, recordOf, ringOver } from '../../../../node/threads/verify-ring.js';
import { VerifyThreads } from '../../../../node/threads/verify-threads.js';
import { startThread } from '../../../../storage/engine/thread.js';

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

function bodyOf(count: number, seed: number): Transaction[] {
  return Array.from({ length: count }, (_, n) => {
    const bytes = Buffer.from(`transaction ${seed} ${n}`);
    return { txId: sha256Hex(bytes), header: { payloadHash: sha256Hex(`${n}`) }, bytes } as unknown as Transaction;
  });
}

describe('VerifyThreads', () => {
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

  it('leaves the event loop alone, whatever the algorithm', async () => {
    threads = new VerifyThreads(log);
    const asked = (['ML-DSA-65', 'ED25519+ML-DSA-65', 'NISTP256'] as const).map((algorithm) => task(3, algorithm));
    await Promise.all(asked.map(threads.check));
    const many = asked.flatMap((one) => Array.from({ length: 40 }, () => one));
    const before = performance.eventLoopUtilization();
    expect(await Promise.all(many.map(threads.check))).to.deep.equal(many.map(() => true));
    // On the event loop it would be busy all the time; here it waits for nearly all of it.
    expect(performance.eventLoopUtilization(before).utilization).to.be.below(0.5);
    const bad = spoilt(task(3, 'ML-DSA-65'), 'signature');
    const empty = { ...bad, publicKey: new Uint8Array(0) };
    expect(await Promise.all([bad, empty].map(threads.check))).to.deep.equal([false, false]);
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
    const module = new URL('../../../support/node/dying-verifier.js', import.meta.url);
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

  it('makes the roots of bodies between signatures, each of its own body', async () => {
    threads = new VerifyThreads(log);
    await threads.ready;
    const bodies = Array.from({ length: 120 }, (_, n) => bodyOf(n % 7, n));
    const asked = bodies.map((body, n) => [
      threads.roots(body),
      threads.check(n % 2 ? task(n) : spoilt(task(n), 'digest')),
    ]);
    for (const [n, [roots, good]] of asked.entries()) {
      expect(await roots).to.deep.equal({
        txRoot: txRootOf(bodies[n] as Transaction[]),
        bodyRoot: bodyRootOf(bodies[n] as Transaction[]),
      });
      expect(await good).to.equal(n % 2 === 1);
    }
  });

  it('makes no roots without room, of what is no body, and where no thread is', async () => {
    threads = new VerifyThreads(log, { threadsMax: 1 });
    expect(await threads.roots(bodyOf(2, 1)), 'not begun').to.equal(undefined);
    await threads.ready;
    const large = { ...bodyOf(1, 1)[0], bytes: new Uint8Array(3 * 1024 * 1024) } as Transaction;
    const [first, second] = await Promise.all([threads.roots([large]), threads.roots([large])]);
    expect([first?.bodyRoot, second]).to.deep.equal([bodyRootOf([large]), undefined]);
    const none = { ...large, bytes: new Uint8Array(1), txId: 'short' };
    expect(await threads.roots([none])).to.equal(undefined);
    expect((await threads.roots([large]))?.bodyRoot, 'room again').to.equal(bodyRootOf([large]));
    const asked = threads.roots(bodyOf(3, 1));
    await threads.close();
    expect([undefined, txRootOf(bodyOf(3, 1))]).to.include((await asked)?.txRoot);
    expect(await threads.roots(bodyOf(3, 1)), 'closed').to.equal(undefined);
    expect(errors).to.deep.equal([]);
  });

  it('makes no roots that a dead thread was asked for', async () => {
    const module = new URL('../../../support/node/dying-verifier.js', import.meta.url);
    threads = new VerifyThreads(log, {
      start: (memory) => startThread(module, { env: {}, workerData: memory }),
      threadsMax: 1,
    });
    await threads.ready;
    expect(await Promise.all([threads.roots(bodyOf(3, 1)), threads.check(task(1))])).to.deep.equal([undefined, true]);
  });

  it('says of the signatures of a certificate whether all are good', async () => {
    threads = new VerifyThreads(log);
    await threads.ready;
    const claim = ({ publicKey, signature }: SignatureTask) => ({
      publicKey: toHex(publicKey),
      digest,
      signature: toHex(signature),
    });
    const good = [1, 2, 3].map((n) => claim(task(n)));
    expect(await threads.claims(good)).to.equal(true);
    expect(await threads.claims([])).to.equal(true);
    for (const member of ['publicKey', 'signature'] as const)
      expect(await threads.claims([...good, claim(spoilt(task(4), member))]), member).to.equal(false);
  });

  it('answers while no thread is ready', async () => {
    threads = new VerifyThreads(log);
    expect(await Promise.all([task(1), spoilt(task(1), 'digest')].map(threads.check))).to.deep.equal([true, false]);
  });

  it('says that its threads died, and replaces them: some at once, then one in a while', async () => {
    const clock = { nowMs: 0, steady: () => clock.nowMs };
    const begun: EventEmitter[] = [];
    const start = () => {
      const worker = Object.assign(new EventEmitter(), { unref: () => undefined, terminate: async () => 0 });
      begun.push(worker);
      return worker as unknown as Worker;
    };
    const good = task(1);
    threads = new VerifyThreads(log, { threadsMax: 1, clock, start });
    const begunBy = async (nowMs: number) => {
      clock.nowMs = nowMs;
      expect(await threads.check(good)).to.equal(true);
      return begun.length;
    };
    expect(threads.areFallen, 'begins').to.equal(false);
    // As where the node may open no file: each thread ends before it can be used.
    for (let n = 1; n <= 16; n++) {
      expect(await begunBy(0)).to.equal(n);
      begun[n - 1]?.emit('exit', 1);
      expect(threads.areFallen, `thread ${n}`).to.equal(true);
    }
    expect([await begunBy(0), await begunBy(29_999), await begunBy(30_000)]).to.deep.equal([16, 16, 17]);
    expect([await begunBy(90_000), threads.areFallen], 'it begins').to.deep.equal([17, true]);
    begun[16]?.emit('exit', 1);
    expect(await begunBy(90_000)).to.equal(18);
    begun[17]?.emit('message', 0);
    expect([threads.areFallen, threads.count]).to.deep.equal([false, 18]);
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
