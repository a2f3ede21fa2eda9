// One liar, with as many nodes as it likes, neither makes a clock doubtful nor confirms one against the others.
import { expect } from 'chai';
import { confirmations, isConfirmed, isOutvoted, skewOfMost } from '../../../../core/mesh/clock-words.js';

const OFF_MS = 5000;
const HERE = { orgId: 'own', machine: 'here' };
const says = (orgId: string, ...skews: number[]) => skews.map((skewMs) => ({ orgId, skewMs, machine: '' }));
const on = (machine: string, orgId: string, skewMs = 0) => [{ orgId, skewMs, machine }];
const outvoted = (...words: ReturnType<typeof says>[]) => isOutvoted(words.flat(), HERE, OFF_MS);
const confirmed = (...words: ReturnType<typeof says>[]) => isConfirmed(confirmations(words.flat(), HERE, OFF_MS), true);

describe('core/mesh/clock-words', () => {
  it('lets one organisation outvote no other one, however many nodes it has', () => {
    const crowd = says('liar', ...Array.from({ length: 50 }, (_, i) => 60_000 + i));
    expect(outvoted(crowd)).to.equal(false);
    expect(outvoted(crowd, says('b', 10))).to.equal(false);
    expect(confirmed(crowd, says('b', 10), says('c', -20))).to.equal(true);
    const friends = says('liar', ...Array.from({ length: 50 }, () => 0));
    expect(confirmed(friends, says('b', 60_000), says('c', 60_000))).to.equal(false);
    expect(confirmed(friends, says('b', 60_000)), 'one says so, one does not').to.equal(false);
  });

  it('believes most organisations against the own clock', () => {
    expect(outvoted(says('b', 60_000), says('c', 61_000))).to.equal(true);
    expect(outvoted(says('b', -60_000), says('c', 61_000), says('d', 0))).to.equal(false);
    expect(outvoted(says('own', 60_000, 60_000)), 'other nodes of the own organisation').to.equal(true);
    expect(outvoted(says('own', 60_000))).to.equal(false);
    expect(outvoted()).to.equal(false);
  });

  it('takes the word of most nodes of an organisation, and a difference within the bound for none', () => {
    expect(outvoted(says('b', 60_000, 0), says('c', 0, 0, 60_000))).to.equal(false);
    expect(outvoted(says('b', 60_000, 0, 60_000), says('c', 5001))).to.equal(true);
    expect(outvoted(says('b', 5000), says('c', -5000))).to.equal(false);
  });

  it('says nothing while no peer is linked', () => {
    expect(confirmed()).to.equal(undefined);
    expect(confirmed(says('b', 0))).to.equal(true);
    expect(confirmed(says('b', 60_000))).to.equal(false);
  });

  it('takes no confirmation by the own clock: of this organisation, or of this machine', () => {
    expect(confirmed(says('own', 0, 0))).to.equal(undefined);
    expect(confirmed(on('here', 'b'))).to.equal(undefined);
    expect(confirmed(on('here', 'b'), says('own', 0), on('there', 'c'))).to.equal(true);
    expect(confirmed([...on('here', 'b'), ...on('there', 'b')])).to.equal(true);
    // Against it they count: a clock that differs is another clock.
    expect(confirmed(on('here', 'b', 60_000))).to.equal(false);
    expect(confirmed(says('own', 60_000), on('there', 'c'))).to.equal(false);
  });

  it('counts one of those on one machine, and asks for two where there are two', () => {
    const right = (...words: ReturnType<typeof says>[]) => confirmations(words.flat(), HERE, OFF_MS).right;
    expect(right(on('m', 'b'), on('m', 'c'), on('m', 'd'))).to.equal(1);
    expect(right(on('m', 'b'), on('n', 'c'))).to.equal(2);
    expect(right(says('b', 0), says('c', 0))).to.equal(2);
    expect(isConfirmed({ right: 1, off: 0 }, false)).to.equal(undefined);
    expect(isConfirmed({ right: 2, off: 0 }, false)).to.equal(true);
    expect(isConfirmed({ right: 2, off: 1 }, false)).to.equal(true);
    expect(isConfirmed({ right: 2, off: 2 }, false)).to.equal(false);
  });

  it('say how far the time is behind that most organisations have reached, and never one ahead', () => {
    const behind = (...words: ReturnType<typeof says>[]) => skewOfMost(words.flat(), HERE, 0);
    expect(behind()).to.equal(0);
    expect(behind(says('b', -240_000))).to.equal(-240_000);
    expect(behind(says('b', -240_000), says('c', -230_000))).to.equal(-230_000);
    expect(behind(says('b', -240_000), says('c', 0)), 'one that is behind').to.equal(0);
    expect(behind(says('b', 240_000), says('c', 250_000)), 'the one here is behind').to.equal(0);
    expect(behind(says('liar', 0, 0, 0), says('b', -240_000), says('c', -240_000)), 'own and a friend').to.equal(
      -240_000,
    );
    expect(behind(says('own', -240_000, -240_000)), 'other nodes of the own organisation').to.equal(-240_000);
  });

  it('say nothing of it while others are trusted and none is linked', () => {
    expect(skewOfMost(says('own', 0), HERE, 2)).to.equal(undefined);
    expect(skewOfMost([...says('own', 0), ...says('b', 0)], HERE, 2)).to.equal(0);
  });
});
