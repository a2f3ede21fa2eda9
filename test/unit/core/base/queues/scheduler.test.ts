// Turns by key: order within a key, rounds among keys, bounds, and that no key waits longer than its bound, whatever
// the others bring.
import { expect } from 'chai';
import fc from 'fast-check';
import { Scheduler } from '../../../../../core/base/queues/scheduler.js';
import { memberKey, shareOf } from '../../../../../core/base/queues/turn-key.js';

const bounded = (all: number, key: number) => new Scheduler<string>({ waiting: { all, key } });

const drained = <T>(queue: Scheduler<T>): T[] => {
  const all: T[] = [];
  while (queue.size > 0) all.push(queue.take() as T);
  return all;
};

describe('core/base/queues/scheduler', () => {
  it('gives an entry as many turns as it costs, between which others have theirs, and one that costs none none', () => {
    const costs = new Map(Object.entries({ a1: 3, b2: 0 }));
    const queue = new Scheduler<string>({ costOf: (value) => costs.get(value) ?? 1 });
    for (const value of ['a1', 'a2', 'b1', 'b2', 'b3']) queue.push(value.charAt(0), value);
    const turns: (string | undefined)[] = [];
    while (queue.size > 0) {
      const value = queue.take();
      turns.push(value);
      if (value !== undefined && costs.has(value)) costs.set(value, (costs.get(value) ?? 1) - 1);
    }
    expect(turns).to.deep.equal(['a1', 'b1', 'a1', 'b3', 'a1', 'a2']);
  });

  it('gives an entry that cannot say its cost one turn, and goes on', () => {
    const queue = new Scheduler<string>({
      costOf: (value) => {
        if (value === 'a1') throw new Error('of a1');
        return value === 'a2' ? Number.NaN : 1;
      },
    });
    for (const value of ['a1', 'a2', 'a3', 'b1']) queue.push(value.charAt(0), value);
    expect(drained(queue)).to.deep.equal(['a1', 'b1', 'a2', 'a3']);
  });

  it('bounds the turns under way, of all and of one key, and passes over a key that has enough', () => {
    const queue = new Scheduler<string>({ atOnce: 3, atOnceKey: 2 });
    expect([queue.begins('a'), queue.begins('a'), queue.begins('a')]).to.deep.equal([true, true, false]);
    for (const value of ['a3', 'b1', 'b2']) queue.push(value.charAt(0), value);
    expect([queue.take(), queue.take(), queue.underWay]).to.deep.equal(['b1', undefined, 3]);
    queue.end('b');
    expect([queue.take(), queue.take()], 'the other one of b').to.deep.equal(['b2', undefined]);
    queue.end('a');
    expect([queue.take(), queue.size, queue.underWay]).to.deep.equal(['a3', 0, 3]);
  });

  it('lets nobody who comes go before those who wait', () => {
    let atOnce = 1;
    const queue = new Scheduler<string>({ atOnce: () => atOnce });
    expect(queue.begins('a')).to.equal(true);
    queue.push('b', 'b1');
    atOnce = 3;
    expect([queue.begins('c'), queue.take(), queue.begins('c')]).to.deep.equal([false, 'b1', true]);
  });

  it('gives a turn to a key alone, and takes out what does not wait any more', () => {
    const queue = new Scheduler<string>();
    for (const value of ['a1', 'b1', 'b2', 'b3']) queue.push(value.charAt(0), value);
    expect([queue.take('b'), queue.take('c')]).to.deep.equal(['b1', undefined]);
    queue.remove('b', 'b2');
    queue.remove('b', 'b9');
    queue.remove('c', 'c1');
    expect(drained(queue)).to.deep.equal(['a1', 'b3']);
    queue.push('a', 'a2');
    queue.remove('a', 'a2');
    expect([queue.size, queue.turns, queue.take()]).to.deep.equal([0, 1, undefined]);
  });

  it('lets keys take turns, and keeps the order of each', () => {
    const queue = bounded(10, 10);
    for (const value of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.push(value.charAt(0), value);
    expect(drained(queue)).to.deep.equal(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    expect(queue.take()).to.equal(undefined);
  });

  it('refuses what is beyond the bound of its key, and tells the turns until one of its own has left', () => {
    const queue = bounded(10, 2);
    queue.push('a', 'a1');
    queue.push('b', 'b1');
    queue.push('a', 'a2');
    expect(queue.push('a', 'a3')).to.deep.equal({ value: 'a3', turns: 2 });
    expect(drained(queue)).to.deep.equal(['a1', 'b1', 'a2']);
  });

  it('makes room for who has less, by the newest of who has most', () => {
    const queue = bounded(4, 4);
    for (const value of ['a1', 'a2', 'a3', 'a4']) queue.push('a', value);
    expect(queue.push('b', 'b1')).to.deep.equal({ value: 'a4', turns: 1 });
    expect(queue.push('b', 'b2')).to.deep.equal({ value: 'a3', turns: 2 });
    // As many as the other: it waits for a turn like everybody.
    expect(queue.push('b', 'b3')).to.deep.equal({ value: 'b3', turns: 2 });
    expect(drained(queue)).to.deep.equal(['a1', 'b1', 'a2', 'b2']);
  });

  it('refuses another key where every key has one place', () => {
    const queue = bounded(2, 2);
    queue.push('a', 'a1');
    queue.push('b', 'b1');
    expect(queue.push('c', 'c1')).to.deep.equal({ value: 'c1', turns: 2 });
  });

  it('says beforehand whether it would take a value in', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 40 }), (keys) => {
        const queue = new Scheduler<number>({ waiting: { all: 6, key: 4 } });
        for (const [n, key] of keys.entries()) {
          const takes = queue.takes(key);
          expect(queue.push(key, n)?.value !== n).to.equal(takes);
        }
      }),
    );
  });

  it('gives back all that waits, once', () => {
    const queue = bounded(9, 9);
    for (const value of ['a1', 'b1', 'a2']) queue.push(value.charAt(0), value);
    expect(queue.drain()).to.have.members(['a1', 'b1', 'a2']);
    expect([queue.size, queue.take()]).to.deep.equal([0, undefined]);
  });

  it('lets members of one share take its turns in turn, and makes room among them', () => {
    const queue = bounded(10, 4);
    const [one, other] = [memberKey('all', 'one'), memberKey('all', 'other')];
    for (const value of ['o1', 'o2', 'o3', 'o4']) queue.push(one, value);
    queue.push('b', 'b1');
    queue.push('b', 'b2');
    expect(queue.push(other, 'p1'), 'the share is full').to.deep.equal({ value: 'o4', turns: 2 });
    expect(queue.push(one, 'o5')).to.deep.equal({ value: 'o5', turns: 2 });
    expect(queue.push(other, 'p2')).to.deep.equal({ value: 'o3', turns: 2 });
    expect(queue.push(other, 'p3'), 'both have two').to.deep.equal({ value: 'p3', turns: 2 });
    expect(drained(queue)).to.deep.equal(['o1', 'b1', 'p1', 'b2', 'o2', 'p2']);
  });

  it('takes the newest of the member with the most where the whole queue is full', () => {
    const queue = bounded(4, 4);
    queue.push(memberKey('all', 'one'), 'o1');
    for (const value of ['p1', 'p2', 'p3']) queue.push(memberKey('all', 'other'), value);
    expect(queue.push('b', 'b1')).to.deep.equal({ value: 'p3', turns: 1 });
    expect(drained(queue)).to.deep.equal(['o1', 'b1', 'p1', 'p2']);
  });

  const bounds = fc.record({ all: fc.integer({ min: 1, max: 12 }), key: fc.integer({ min: 1, max: 12 }) });

  it('starves nobody: whatever comes at whatever cost, a key waits no longer than its bound', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100, size: 'max' }), options, (walk, given) => walked(walk, given)),
    );
  });

  it('has a place for a key that has none, unless every place is the only one of its key', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 60 }), bounds, (brought, bound) => {
        const queue = bounded(bound.all, bound.key);
        for (const key of brought) queue.push(key, key);
        const keys = new Set(drainedCopy(brought, bound)).size;
        const turned = queue.push('stranger', 'stranger');
        expect(turned?.value === 'stranger').to.equal(keys >= bound.all);
      }),
    );
  });
});

/** Four shares, of which one has three members. */
const KEYS = ['a', 'b', 'c', ...['1', '2', '3'].map((name) => memberKey('d', name))];
const [SHARES, MEMBERS] = [4, 3];

interface Brought {
  readonly key: string;
  readonly id: number;
  left: number;
  /** Turns of its key, and of all, after which it is through, and those that were since it came. */
  readonly within: { readonly own: number; readonly all: number };
  readonly since: { own: number; all: number };
}

/** A key brings something that costs so much, the worker takes what is next, or a turn ends. */
const step = fc.oneof(
  fc.record({ key: fc.constantFrom(...KEYS), cost: fc.integer({ min: 1, max: 4 }) }),
  fc.constant('take' as const),
  fc.constant('end' as const),
);
const atMost = (max: number) => fc.option(fc.integer({ min: 1, max }), { nil: Number.POSITIVE_INFINITY });
const options = fc.record({
  waiting: fc.record({ all: atMost(12), key: atMost(12) }),
  ...{ atOnce: atMost(6), atOnceKey: atMost(3) },
});

/** Beside the scheduler a model that knows lists only: whatever breaks a bound of it throws. */
function walked(
  walk: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[],
  given: typeof options extends fc.Arbitrary<infer O> ? O : never,
): void {
  const scheduler = new Scheduler<Brought>({ ...given, costOf: ({ left }) => left });
  const lines = new Map<string, Brought[]>();
  const underWay: string[] = [];
  /** Who had a turn since a share, or a key, waits for its next one. */
  const passed = new Map<string, Set<string>>();
  const of = (key: string) => lines.get(key) ?? [];
  const inShare = (share: string) => KEYS.filter((key) => shareOf(key) === share).flatMap(of);
  const isFree = (key: string) => underWay.filter((other) => other === key).length < given.atOnceKey;
  const mayHave = (name: string) =>
    KEYS.some((key) => [key, shareOf(key)].includes(name) && of(key).length > 0 && isFree(key));
  const turnOf = (name: string, others: readonly string[]) => {
    passed.delete(name);
    for (const other of others) {
      if (other === name || !mayHave(other)) {
        passed.delete(other);
        continue;
      }
      const before = passed.get(other) ?? new Set();
      expect(before.has(name), `${name} had two turns while ${other} waited`).to.equal(false);
      passed.set(other, before.add(name));
    }
  };
  for (const [id, one] of walk.entries()) {
    if (one === 'end') {
      const ended = underWay.shift();
      if (ended !== undefined) scheduler.end(ended);
    } else if (one === 'take') {
      const hasRoom = underWay.length < given.atOnce;
      const next = scheduler.take();
      if (next === undefined) {
        expect(hasRoom && KEYS.some(mayHave), 'a turn was there, and who would have it').to.equal(false);
        continue;
      }
      const { key } = next;
      expect(hasRoom && isFree(key)).to.equal(true);
      expect(of(key)[0], 'the oldest of its key').to.equal(next);
      turnOf(shareOf(key), ['a', 'b', 'c', 'd']);
      turnOf(
        key,
        KEYS.filter((other) => other !== key && shareOf(other) === shareOf(key)),
      );
      for (const waiting of KEYS.flatMap(of)) {
        waiting.since.all += 1;
        if (waiting.key === key) waiting.since.own += 1;
      }
      next.left -= 1;
      if (next.left === 0) {
        expect(next.since.own, 'turns of its key').to.equal(next.within.own);
        if (given.atOnceKey === Number.POSITIVE_INFINITY) expect(next.since.all).to.be.at.most(next.within.all);
        of(key).shift();
      }
      underWay.push(key);
    } else {
      const own = of(one.key).reduce((sum, { left }) => sum + left, one.cost);
      const value: Brought = {
        ...{ key: one.key, id, left: one.cost, since: { own: 0, all: 0 } },
        within: { own, all: own * SHARES * MEMBERS },
      };
      const turned = scheduler.push(one.key, value);
      if (turned?.value !== value) lines.set(one.key, [...of(one.key), value]);
      if (turned !== undefined && turned.value !== value) {
        expect(of(turned.value.key).pop(), 'the newest gives way').to.equal(turned.value);
        expect(inShare(shareOf(turned.value.key)), 'nobody loses the only place').to.have.length.above(0);
        if (of(turned.value.key).length === 0) passed.delete(turned.value.key);
      }
    }
    const waiting = KEYS.flatMap(of).length;
    expect(scheduler.size).to.equal(waiting).and.to.be.at.most(given.waiting.all);
    expect(scheduler.underWay).to.equal(underWay.length);
    for (const share of ['a', 'b', 'c', 'd']) expect(inShare(share).length).to.be.at.most(given.waiting.key);
  }
}

/** The keys that wait after these were brought. */
function drainedCopy(brought: readonly string[], bound: { all: number; key: number }): string[] {
  const queue = bounded(bound.all, bound.key);
  for (const key of brought) queue.push(key, key);
  return queue.drain();
}
