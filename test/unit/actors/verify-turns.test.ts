// How many signatures are verified at once: all that there is room for from one organisation, and few while several bring
// some, so that nobody waits for what another brought before.
import { expect } from 'chai';
import { VerifyTurns } from '../../../actors/verify-turns.js';
import { SHARED_SIGNATURES, SHARED_SIGNATURES_AT_ONCE } from '../../../core/base/sharing-limits.js';
import { aTransaction } from '../../support/a-chain.js';

const MAX = 4 * SHARED_SIGNATURES_AT_ONCE;

function scene() {
  const open: (() => void)[] = [];
  const turns = new VerifyTurns(MAX, () => new Promise((resolve) => open.push(() => resolve(true))));
  const tx = aTransaction({ n: 1 });
  const bring = (from: string, count = 1): void => {
    for (let i = 0; i < count; i++) turns.begin(tx, from, () => undefined);
  };
  /** Those under way are answered; gives how many were begun then. */
  const answer = async (): Promise<number> => {
    for (const one of open.splice(0)) one();
    await new Promise((resolve) => setImmediate(resolve));
    return open.length;
  };
  return { bring, answer, open };
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
    expect(open).to.have.length(MAX);
    expect(await answer()).to.equal(SHARED_SIGNATURES_AT_ONCE);
    let most = 0;
    for (let begun = 1; begun > 0; begun = await answer()) most = Math.max(most, begun);
    expect(most).to.be.greaterThan(SHARED_SIGNATURES_AT_ONCE);
  });

  it('count dockets for no organisation', async () => {
    const { bring, answer } = scene();
    bring('one');
    bring('');
    bring('one', 3 * MAX);
    expect(await answer()).to.equal(MAX);
  });
});
