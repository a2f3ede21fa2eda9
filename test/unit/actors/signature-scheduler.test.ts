// How many signatures are verified at once: all that there is room for from one organisation, and few while several
// bring some, so that no organisation waits for the work of another.
import { expect } from 'chai';
import { SignatureScheduler } from '../../../actors/signature-scheduler.js';
import {
  SHARED_LONE_SIGNATURES,
  SHARED_SIGNATURES,
  SHARED_SIGNATURES_AT_ONCE,
} from '../../../core/base/limits/node/sharing.js';
import { docketKey } from '../../../core/base/queues/turn-key.js';
import { aTransaction } from '../../support/register/a-chain.js';

const MAX = 4 * SHARED_SIGNATURES_AT_ONCE;

function scene({ checkSync }: { readonly checkSync?: () => boolean } = {}) {
  const open: (() => void)[] = [];
  const scheduler = new SignatureScheduler(
    MAX,
    () => new Promise((resolve) => open.push(() => resolve(true))),
    checkSync,
  );
  const tx = aTransaction({ n: 1 });
  const bring = (from: string, count = 1): void => {
    for (let i = 0; i < count; i++) scheduler.begin(tx, from, () => undefined);
  };
  /** Those under way are answered; gives how many were begun then. */
  const answer = async (): Promise<number> => {
    for (const one of open.splice(0)) one();
    await new Promise((resolve) => setImmediate(resolve));
    return open.length;
  };
  return { bring, answer, open, scheduler, tx };
}

describe('signatures at once', () => {
  it('are all that there is room for where one organisation brings them', async () => {
    const { bring, answer, open } = scene();
    bring('one', 3 * MAX);
    expect(open).to.have.length(MAX);
    expect(await answer()).to.equal(MAX);
  });

  it('are few while another brings some, and for a while after that', async () => {
    const { bring, answer, open } = scene();
    bring('one', MAX - 1);
    bring('two');
    bring('one', 3 * MAX + SHARED_SIGNATURES);
    expect(open).to.have.length(MAX - 1);
    expect(await answer()).to.equal(SHARED_SIGNATURES_AT_ONCE);
    let most = 0;
    for (let begun = 1; begun > 0; begun = await answer()) most = Math.max(most, begun);
    expect(most).to.be.greaterThan(SHARED_SIGNATURES_AT_ONCE);
  });

  it('count dockets, and what peers offer, for no organisation', async () => {
    const { bring, answer } = scene();
    bring('one');
    bring('');
    bring(docketKey('register'));
    bring('one', 3 * MAX);
    expect(await answer()).to.equal(MAX);
  });
});

describe('a lone signature', () => {
  /** Two organisations bring many, which are under way or wait. */
  function crowded(isGood = true) {
    let found = 0;
    const of = scene({
      checkSync: () => {
        found++;
        return isGood;
      },
    });
    of.bring('one', MAX);
    of.bring('two', 2);
    found = 0;
    return { ...of, found: () => found };
  }

  it('is found at once where those of other organisations are under way, and told later', async () => {
    const { scheduler, tx, found } = crowded();
    const told: boolean[] = [];
    scheduler.begin(tx, 'three', (ok) => told.push(ok));
    expect(found()).to.equal(1);
    expect(told).to.deep.equal([]);
    await Promise.resolve();
    expect(told).to.deep.equal([true]);
  });

  it('is no good one where the check says so', async () => {
    const { scheduler, tx } = crowded(false);
    const told: boolean[] = [];
    scheduler.begin(tx, 'three', (ok) => told.push(ok));
    await Promise.resolve();
    expect(told).to.deep.equal([false]);
  });

  it('is one of a share that has no other', async () => {
    const { bring, found } = crowded();
    bring('three', 2);
    expect(found(), 'one of two').to.equal(1);
    bring('one');
    expect(found(), 'one of many').to.equal(1);
    await Promise.resolve();
    bring('four');
    expect(found()).to.equal(2);
  });

  it('is one of a few between two answers', async () => {
    const { bring, answer, found } = crowded();
    // One of the two of the scene was of this kind.
    for (let i = 0; i < 2 * SHARED_LONE_SIGNATURES; i++) bring(`other ${i}`);
    expect(found()).to.equal(SHARED_LONE_SIGNATURES - 1);
    await answer();
    bring('last');
    expect(found()).to.equal(SHARED_LONE_SIGNATURES);
  });

  it('is none where one organisation brings all, of a docket, and of what peers offer', () => {
    let found = 0;
    const { bring } = scene({ checkSync: () => ++found > 0 });
    bring('one', 2 * MAX);
    bring(docketKey('register'));
    bring('');
    expect(found).to.equal(0);
    const crowd = crowded();
    crowd.bring(docketKey('register'));
    crowd.bring('');
    expect(crowd.found()).to.equal(0);
  });
});
