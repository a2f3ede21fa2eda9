// How long clients wait who find no room in a pool: as long as it takes that those who come back are a part of those
// who are taken.
import { expect } from 'chai';
import { PoolRefusals } from '../../../api/errors/pool-refusals.js';
import { POOL_RETRY_SECONDS_MAX, TAKEN_FOR_REFUSED } from '../../../core/base/limits/node/overload.js';

interface Crowd {
  /** Clients that want a place, one connection each. */
  readonly clients: number;
  /** Taken in a second. */
  readonly capacity: number;
  readonly isPatient?: boolean;
}

/** Plays so many seconds, a tick of 100 ms each, and gives the refusals and the rests of each second. */
function play(seconds: number, { clients, capacity, isPatient = true }: Crowd) {
  let nowMs = 0;
  let rests = 0;
  const refusals = new PoolRefusals({ clock: { steady: () => nowMs } });
  const sockets = Array.from({ length: clients }, () => ({ connection: {}, fromMs: 0 }));
  const each: { refused: number; rests: number }[] = [];
  for (let second = 0; second < seconds; second++) {
    let refused = 0;
    rests = 0;
    for (let tick = 0; tick < 10; tick++, nowMs += 100) {
      let room = capacity / 10;
      for (const client of sockets) {
        if (client.fromMs > nowMs) continue;
        if (room-- > 0) refusals.take();
        else {
          refused++;
          const told = refusals.refuse({ connection: client.connection, rest: () => void rests++ });
          if (isPatient) client.fromMs = nowMs + told * 1000;
        }
      }
    }
    each.push({ refused, rests });
  }
  return each;
}

describe('refusals of a full pool', () => {
  it('stay a part of what is taken, however many clients there are', () => {
    const capacity = 600;
    for (const clients of [700, 1000, 1500]) {
      const last = play(60, { clients, capacity }).slice(-20);
      const mean = last.reduce((sum, { refused }) => sum + refused, 0) / last.length;
      const most = Math.max(
        (1.2 * capacity) / TAKEN_FOR_REFUSED,
        (1.5 * (clients - capacity)) / POOL_RETRY_SECONDS_MAX,
      );
      expect(mean, String(clients)).to.be.within(1, most);
      expect(last.every(({ rests }) => rests === 0)).to.equal(true);
    }
  });

  it('come once in the longest time of each client where they are very many', () => {
    const [clients, capacity] = [6000, 600];
    const last = play(60, { clients, capacity }).slice(-2 * POOL_RETRY_SECONDS_MAX);
    const mean = last.reduce((sum, { refused }) => sum + refused, 0) / last.length;
    expect(mean).to.be.lessThan((1.1 * clients) / POOL_RETRY_SECONDS_MAX);
  });

  it('tell a second again when the rush is over', () => {
    let nowMs = 0;
    const refusals = new PoolRefusals({ clock: { steady: () => nowMs } });
    const ask = (): number => refusals.refuse({ connection: {}, rest: () => undefined });
    expect(ask()).to.equal(1);
    for (; nowMs < 10_000; nowMs++) ask();
    expect(ask()).to.equal(POOL_RETRY_SECONDS_MAX);
    nowMs += POOL_RETRY_SECONDS_MAX * 1000;
    expect(ask()).to.equal(1);
  });

  it('let the connections of those rest who do not wait', () => {
    const [first, ...later] = play(5, { clients: 50, capacity: 10, isPatient: false });
    expect(first?.rests).to.be.greaterThan(0);
    for (const { refused, rests } of later) expect(rests).to.equal(refused);
  });
});
