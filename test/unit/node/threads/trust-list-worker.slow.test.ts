// Trust lists in their thread: a list of a state is read, and what takes too much ends.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { isFailure } from '../../../../core/base/result.js';
import { systemClock } from '../../../../node/platform/clock.js';
import { TrustListWorker } from '../../../../node/threads/trust-list-worker.js';
import { codesOf } from '../../../support/base/results.js';

const cyprus = readFileSync('test/vectors/trust-lists/CY.xml');
const czechia = gunzipSync(readFileSync('test/vectors/trust-lists/CZ-broken.xml.gz'));
const LIMITS = { taskMs: 20_000, startMs: 30_000, waitingMax: 4, waitingKeyMax: 4, heapMib: 256 };
/** Within the validity of the certificates that signed both. */
const AT_MS = Date.parse('2019-09-01T00:00:00Z');

/** The certificate of the signature, which a caller would pin. */
const signerIn = (bytes: Uint8Array) =>
  /<(?:\w+:)?KeyInfo>.*?<(?:\w+:)?X509Certificate>([^<]*)</s
    .exec(Buffer.from(bytes).toString())?.[1]
    ?.replaceAll(/\s/g, '') ?? '';
const task = (bytes: Uint8Array) => ({ bytes, operators: [signerIn(bytes)], nowMs: AT_MS });

describe('node/threads/trust-list-worker', () => {
  const workers: TrustListWorker[] = [];
  function worker(limits: Partial<typeof LIMITS> = {}): TrustListWorker {
    const made = new TrustListWorker(systemClock, { ...LIMITS, ...limits });
    workers.push(made);
    return made;
  }
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((each) => each.close()));
  });

  it('reads the list of a state, and refuses one whose signature is broken', async () => {
    const reader = worker();
    const [good, broken] = await Promise.all([reader.read(task(cyprus), 'a'), reader.read(task(czechia), 'a')]);
    if (isFailure(good)) throw new Error(good.issue.message);
    expect(good).to.include({ territory: 'CY', sequenceNumber: 31, rootsLeftOut: 0 });
    expect(good.roots).to.have.lengthOf(2);
    expect(isFailure(broken) && broken.issue.message).to.match(/not good/);
  });

  it('ends a list that takes too long or too much memory, and reads the next one', async () => {
    const slow = worker({ taskMs: 100 });
    const large = Buffer.from(`<a>${'<b>c</b>'.repeat(300_000)}</a>`);
    const small = worker({ heapMib: 16 });
    expect(codesOf(await slow.read(task(large), 'a'))).to.deep.equal(['TRUSTLIST_MALFORMED']);
    expect(codesOf(await small.read(task(large), 'a'))).to.deep.equal(['TRUSTLIST_MALFORMED']);
    expect(codesOf(await small.read(task(Buffer.from('<a/>')), 'a'))).to.deep.equal(['TRUSTLIST_MALFORMED']);
  });

  it('has room for so many', async () => {
    const reader = worker({ waitingMax: 1, waitingKeyMax: 1 });
    const given = await Promise.all([1, 2, 3].map(() => reader.read(task(Buffer.from('<a/>')), 'a')));
    expect(given.flatMap((each) => [codesOf(each)].flat())).to.include('NODE_UNAVAILABLE');
  });
});
