// A challenge waits for an answer once, for a while, for some tries; and no caller pushes out what others wait for.
import { expect } from 'chai';
import { Challenges } from '../../../../../core/tenant/factors/challenges.js';

const BOUNDS = { max: 4, attempts: 2, lifetimeMs: 1000 };

function holding(...opened: readonly (readonly [key: string, network: string])[]): Challenges<string> {
  const challenges = new Challenges<string>(BOUNDS);
  for (const [key, network] of opened) challenges.open(key, { network, value: `of ${key}` }, 0);
  return challenges;
}

describe('core/tenant/factors/challenges', () => {
  it('is answered once', () => {
    const challenges = holding(['a', 'n']);
    expect(challenges.attempt('a', 1)).to.equal('of a');
    expect([challenges.take('a', 1), challenges.take('a', 1), challenges.attempt('a', 1)]).to.deep.equal([
      'of a',
      undefined,
      undefined,
    ]);
  });

  it('takes so many tries and no more', () => {
    const challenges = holding(['a', 'n']);
    expect([1, 2, 3, 4].map(() => challenges.attempt('a', 1))).to.deep.equal(['of a', 'of a', undefined, undefined]);
    expect(challenges.take('a', 1)).to.equal(undefined);
  });

  it('lasts until its time is over', () => {
    const challenges = holding(['a', 'n'], ['b', 'n']);
    expect(challenges.attempt('a', 999)).to.equal('of a');
    expect([challenges.attempt('a', 1000), challenges.take('b', 1000), challenges.size]).to.deep.equal([
      undefined,
      undefined,
      0,
    ]);
  });

  it('goes where it is full, the oldest of the network that holds the most first', () => {
    const challenges = holding(['mine', 'home'], ['1', 'flood'], ['2', 'flood'], ['3', 'flood'], ['4', 'flood']);
    expect(challenges.size).to.equal(BOUNDS.max);
    expect([challenges.take('mine', 1), challenges.take('1', 1), challenges.take('2', 1)]).to.deep.equal([
      'of mine',
      undefined,
      'of 2',
    ]);
  });

  it('takes the place of one with the same key', () => {
    const challenges = holding(['a', 'n'], ['a', 'm']);
    expect(challenges.size).to.equal(1);
  });
});
