// Turns of calls: a bounded number at once, the others in order, and an end to waiting.
import { expect } from 'chai';
import {
  CALLS_AT_ONCE,
  CALLS_WAITING_MAX,
  CallTurns,
  TURN_WAIT_MS,
} from '../../../../../node/network/calls/call-turns.js';
import { CALLS_MAX } from '../../../../../node/network/transport/gate.js';
import { VirtualClock } from '../../../../support/virtual-clock.js';

describe('node/network/calls/call-turns', () => {
  it('gives as many at once as the other end takes, and the rest in order', async () => {
    expect(CALLS_AT_ONCE).to.be.lessThan(CALLS_MAX);
    const turns = new CallTurns(new VirtualClock());
    for (let i = 0; i < CALLS_AT_ONCE; i++) expect(turns.begin('a')).to.equal(true);
    expect(turns.begin('b'), 'each peer by itself').to.equal(true);
    const order: number[] = [];
    const waiting = [0, 1, 2].map(async (n) => {
      if (await turns.begin('a')) order.push(n);
    });
    for (let i = 0; i < 2; i++) turns.end('a');
    await Promise.resolve();
    await Promise.resolve();
    expect(order).to.deep.equal([0, 1]);
    for (let i = 0; i < CALLS_AT_ONCE + 1; i++) turns.end('a');
    await Promise.all(waiting);
    expect(order).to.deep.equal([0, 1, 2]);
  });

  it('refuses beyond its bound, and a call that waited too long, and leaves nothing behind', async () => {
    const clock = new VirtualClock();
    const turns = new CallTurns(clock);
    for (let i = 0; i < CALLS_AT_ONCE; i++) turns.begin('a');
    const waiting = Array.from({ length: CALLS_WAITING_MAX }, () => turns.begin('a'));
    expect(turns.begin('a')).to.equal(false);
    await clock.advance(TURN_WAIT_MS);
    expect(await Promise.all(waiting)).to.deep.equal(waiting.map(() => false));
    expect(clock.armed).to.equal(0);
    for (let i = 0; i < CALLS_AT_ONCE; i++) turns.end('a');
    for (let i = 0; i < CALLS_AT_ONCE; i++) expect(turns.begin('a'), 'no turn was lost').to.equal(true);
  });
});
