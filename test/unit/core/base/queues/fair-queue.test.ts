// Turns by key: order within a key, rounds among keys, bounds, and that no key waits longer than one round, whatever
// the others bring.
import { expect } from 'chai';
import fc from 'fast-check';
import { FairQueue } from '../../../../../core/base/queues/fair-queue.js';
import { memberKey } from '../../../../../core/base/queues/turn-key.js';

const drained = <T>(queue: FairQueue<T>): T[] => {
  const all: T[] = [];
  while (queue.size > 0) all.push(queue.shift() as T);
  return all;
};

describe('core/base/queues/fair-queue', () => {
  it('puts back what needs another turn: first of its key, at the end of the round', () => {
    const queue = new FairQueue<string>({ all: 10, key: 10 });
    for (const value of ['a1', 'a2', 'b1']) queue.push(value[0] as string, value);
    queue.back('a', queue.shift() as string);
    expect([queue.size, queue.shift()]).to.deep.equal([3, 'b1']);
    queue.back('b', 'b1');
    expect(drained(queue)).to.deep.equal(['a1', 'b1', 'a2']);
  });

  it('lets keys take turns, and keeps the order of each', () => {
    const queue = new FairQueue<string>({ all: 10, key: 10 });
    for (const value of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.push(value.charAt(0), value);
    expect(drained(queue)).to.deep.equal(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    expect(queue.shift()).to.equal(undefined);
  });

  it('refuses what is beyond the bound of its key, and tells the turns until one of its own has left', () => {
    const queue = new FairQueue<string>({ all: 10, key: 2 });
    queue.push('a', 'a1');
    queue.push('b', 'b1');
    queue.push('a', 'a2');
    expect(queue.push('a', 'a3')).to.deep.equal({ value: 'a3', turns: 2 });
    expect(drained(queue)).to.deep.equal(['a1', 'b1', 'a2']);
  });

  it('makes room for who has less, by the newest of who has most', () => {
    const queue = new FairQueue<string>({ all: 4, key: 4 });
    for (const value of ['a1', 'a2', 'a3', 'a4']) queue.push('a', value);
    expect(queue.push('b', 'b1')).to.deep.equal({ value: 'a4', turns: 1 });
    expect(queue.push('b', 'b2')).to.deep.equal({ value: 'a3', turns: 2 });
    // As many as the other: it waits for a turn like everybody.
    expect(queue.push('b', 'b3')).to.deep.equal({ value: 'b3', turns: 2 });
    expect(drained(queue)).to.deep.equal(['a1', 'b1', 'a2', 'b2']);
  });

  it('refuses another key where every key has one place', () => {
    const queue = new FairQueue<string>({ all: 2, key: 2 });
    queue.push('a', 'a1');
    queue.push('b', 'b1');
    expect(queue.push('c', 'c1')).to.deep.equal({ value: 'c1', turns: 2 });
  });

  it('says beforehand whether it would take a value in', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 40 }), (keys) => {
        const queue = new FairQueue<number>({ all: 6, key: 4 });
        for (const [n, key] of keys.entries()) {
          const takes = queue.takes(key);
          expect(queue.push(key, n)?.value !== n).to.equal(takes);
        }
      }),
    );
  });

  it('gives back all that waits, once', () => {
    const queue = new FairQueue<string>({ all: 9, key: 9 });
    for (const value of ['a1', 'b1', 'a2']) queue.push(value.charAt(0), value);
    expect(queue.drain()).to.have.members(['a1', 'b1', 'a2']);
    expect([queue.size, queue.shift()]).to.deep.equal([0, undefined]);
  });

  it('lets members of one share take its turns in turn, and makes room among them', () => {
    const queue = new FairQueue<string>({ all: 10, key: 4 });
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
    const queue = new FairQueue<string>({ all: 4, key: 4 });
    queue.push(memberKey('all', 'one'), 'o1');
    for (const value of ['p1', 'p2', 'p3']) queue.push(memberKey('all', 'other'), value);
    expect(queue.push('b', 'b1')).to.deep.equal({ value: 'p3', turns: 1 });
    expect(drained(queue)).to.deep.equal(['o1', 'b1', 'p1', 'p2']);
  });

  const KEYS = ['a', 'b', 'c', 'd', 'e'];
  /** A key brings something, or the worker takes its next. */
  const steps = fc.array(fc.option(fc.constantFrom(...KEYS), { nil: undefined, freq: 3 }), { maxLength: 300 });
  const bounds = fc.record({ all: fc.integer({ min: 1, max: 12 }), key: fc.integer({ min: 1, max: 12 }) });

  it('never lets a key wait for more turns than keys waited when it came, never reorders a key, and keeps its bounds', () => {
    fc.assert(
      fc.property(steps, bounds, (walk, bound) => {
        const queue = new FairQueue<{ key: string; id: number }>(bound);
        // The waiting items by a model that only knows lists, and the turns of others since each key came or was
        // served.
        const waiting = new Map<string, number[]>();
        const passed = new Map<string, { turns: number; keys: number }>();
        let id = 0;
        for (const key of walk) {
          if (key === undefined) {
            const next = queue.shift();
            if (next === undefined) {
              expect(waiting.size).to.equal(0);
              continue;
            }
            expect(waiting.get(next.key)?.shift()).to.equal(next.id);
            if (waiting.get(next.key)?.length === 0) waiting.delete(next.key);
            for (const [other, since] of passed) if (other !== next.key) since.turns += 1;
            passed.delete(next.key);
            if (waiting.has(next.key)) passed.set(next.key, { turns: 0, keys: waiting.size });
          } else {
            const value = { key, id: ++id };
            const turned = queue.push(key, value);
            if (turned?.value !== value) {
              if (!waiting.has(key)) passed.set(key, { turns: 0, keys: waiting.size + 1 });
              waiting.set(key, [...(waiting.get(key) ?? []), value.id]);
            }
            if (turned !== undefined && turned.value !== value) {
              expect(waiting.get(turned.value.key)?.pop(), 'the newest gives way').to.equal(turned.value.id);
              expect(waiting.get(turned.value.key), 'nobody loses the only place').to.have.length.above(0);
            }
          }
          for (const since of passed.values()) expect(since.turns).to.be.below(since.keys);
          for (const list of waiting.values()) expect(list).to.have.length.at.most(bound.key);
          expect(queue.size)
            .to.equal([...waiting.values()].flat().length)
            .and.to.be.at.most(bound.all);
        }
      }),
    );
  });

  it('has a place for a key that has none, unless every place is the only one of its key', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...KEYS), { maxLength: 60 }), bounds, (brought, bound) => {
        const queue = new FairQueue<string>(bound);
        for (const key of brought) queue.push(key, key);
        const keys = new Set(drainedCopy(brought, bound)).size;
        const turned = queue.push('stranger', 'stranger');
        expect(turned?.value === 'stranger').to.equal(keys >= bound.all);
      }),
    );
  });
});

/** The keys that wait after these were brought. */
function drainedCopy(brought: readonly string[], bound: { all: number; key: number }): string[] {
  const queue = new FairQueue<string>(bound);
  for (const key of brought) queue.push(key, key);
  return queue.drain();
}
