// Asynchronous tasks in turns: as many at once as there are slots; one after the other under a mutex; refused where
// there is no place or the wait is too long.
import { expect } from 'chai';
import { MUTEX, TaskScheduler } from '../../../../../core/base/queues/task-scheduler.js';
import { VirtualClock } from '../../../../support/base/virtual-clock.js';

/** Tasks that end when the test says so. */
function aScene(scheduler: TaskScheduler) {
  const begun: string[] = [];
  const ends = new Map<string, (isGood: boolean) => void>();
  const task = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve, reject) =>
      ends.set(name, (isGood) => (isGood ? resolve(`end of ${name}`) : reject(new Error(`${name} broke`)))),
    );
  };
  const run = (name: string, key = name.charAt(0)) =>
    scheduler.run(key, task(name), (turns) => `refused ${name} for ${turns}`);
  const end = async (name: string, isGood = true) => {
    ends.get(name)?.(isGood);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, run, end };
}

describe('core/base/queues/task-scheduler', () => {
  it('runs as many at once as it has slots; gives each slot to the key whose turn it is, also after a task that broke', async () => {
    const { begun, run, end } = aScene(new TaskScheduler({ atOnce: 2 }));
    const all = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => run(name).catch(({ message }: Error) => message));
    expect(begun).to.deep.equal(['a1', 'a2']);
    await end('a2', false);
    expect(begun).to.deep.equal(['a1', 'a2', 'a3']);
    for (const name of ['a1', 'a3', 'b1', 'a4']) await end(name);
    expect(begun).to.deep.equal(['a1', 'a2', 'a3', 'b1', 'a4']);
    expect(await Promise.all(all)).to.deep.equal(['end of a1', 'a2 broke', 'end of a3', 'end of a4', 'end of b1']);
  });

  it('lets tasks of a key run one after the other as a mutex, and says when they have ended', async () => {
    const mutex = new TaskScheduler(MUTEX);
    const { begun, run, end } = aScene(mutex);
    const first = run('a1').catch(({ message }: Error) => message);
    const others = [run('a2'), run('b1')];
    const over: string[] = [];
    void mutex.endOf('a')?.then(() => over.push('a'));
    void mutex.idle().then(() => over.push('all'));
    expect(begun).to.deep.equal(['a1', 'b1']);
    await end('a1', false);
    await end('b1');
    expect([begun, over]).to.deep.equal([['a1', 'b1', 'a2'], []]);
    await end('a2');
    expect([over, mutex.endOf('a')]).to.deep.equal([['a', 'all'], undefined]);
    expect([await first, ...(await Promise.all(others))]).to.deep.equal(['a1 broke', 'end of a2', 'end of b1']);
  });

  it('ends a task that throws before its first promise as one that broke', async () => {
    const mutex = new TaskScheduler(MUTEX);
    const broken = mutex.run('a', () => {
      throw new Error('at once');
    });
    expect(await broken.catch(({ message }: Error) => message)).to.equal('at once');
    expect(await mutex.run('a', async () => 'next')).to.equal('next');
  });

  it('refuses what has no place, and what gives its place to another', async () => {
    const { begun, run, end } = aScene(new TaskScheduler({ atOnce: 1, waiting: { all: 3, key: 3 } }));
    const kept = ['a1', 'a2', 'a3'].map((name) => run(name));
    const displaced = run('a4');
    expect(await run('a5')).to.equal('refused a5 for 1');
    const stranger = run('b1');
    expect(await displaced).to.equal('refused a4 for 1');
    for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name);
    expect(begun).to.deep.equal(['a1', 'a2', 'b1', 'a3']);
    expect(await Promise.all([...kept, stranger])).to.have.length(4);
  });

  it('refuses a task that waited for too long, and leaves neither a timer nor a place behind', async () => {
    const clock = new VirtualClock();
    const scheduler = new TaskScheduler({ atOnceKey: 1, waiting: { all: 9, key: 2 }, wait: { clock, ms: 5000 } });
    const { begun, run, end } = aScene(scheduler);
    const first = run('a1');
    const late = [run('a2'), run('a3')];
    expect([await run('a4'), await Promise.race([run('b1'), 'runs'])]).to.deep.equal(['refused a4 for 1', 'runs']);
    await clock.advance(5000);
    expect(await Promise.all(late)).to.deep.equal(['refused a2 for 1', 'refused a3 for 1']);
    const again = run('a5');
    await end('a1');
    await end('a5');
    expect([await first, await again, clock.armed]).to.deep.equal(['end of a1', 'end of a5', 0]);
    expect(begun).to.deep.equal(['a1', 'b1', 'a5']);
  });

  it('rejects a task alone whose refusal throws: displaced, late or drained, it keeps no other', async () => {
    const clock = new VirtualClock();
    const scheduler = new TaskScheduler({ atOnce: 1, waiting: { all: 3, key: 3 }, wait: { clock, ms: 5000 } });
    const { begun, run, end } = aScene(scheduler);
    const broken = (name: string) =>
      scheduler
        .run(
          'a',
          async () => `ran ${name}`,
          () => {
            throw new Error(`no ${name}`);
          },
        )
        .catch(({ message }: Error) => message);
    const first = run('a1');
    const all = ['a2', 'a3', 'a4'].map(broken);
    const stranger = run('b1');
    expect(await all[2]).to.equal('no a4');
    await clock.advance(5000);
    expect(await Promise.all([...all, stranger])).to.deep.equal(['no a2', 'no a3', 'no a4', 'refused b1 for 1']);
    const drained = [broken('a5'), run('b2')];
    scheduler.drain();
    expect(await Promise.all(drained)).to.deep.equal(['no a5', 'refused b2 for 2']);
    const next = run('c1');
    for (const name of ['a1', 'c1']) await end(name);
    expect([await first, await next, begun]).to.deep.equal(['end of a1', 'end of c1', ['a1', 'c1']]);
  });

  it('refuses all that waits when it is drained', async () => {
    const scheduler = new TaskScheduler({ atOnce: 1, waiting: { all: 2, key: 2 } });
    const { run, end } = aScene(scheduler);
    const all = ['a1', 'a2', 'b1'].map((name) => run(name));
    expect([scheduler.waiting.takes('c'), scheduler.waiting.turns]).to.deep.equal([false, 2]);
    scheduler.drain();
    await end('a1');
    expect(await Promise.all(all)).to.deep.equal(['end of a1', 'refused a2 for 2', 'refused b1 for 2']);
  });
});
