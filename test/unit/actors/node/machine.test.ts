// The life of the node: STOP and FATAL end it in every state, the one behind a time, and the first error is kept.
import { expect } from 'chai';
import { createActor, SimulatedClock } from 'xstate';
import { type NodeLifeEvent, nodeMachine } from '../../../../actors/node/machine.js';

const STOP: NodeLifeEvent = { type: 'STOP' };
const fatal = (error: string): NodeLifeEvent => ({ type: 'FATAL', error });

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** `up` and `down` end the start and the stop. */
async function lived(drainMs?: number) {
  const ends: { up: (error?: Error) => void; down: () => void } = { up: () => undefined, down: () => undefined };
  let [drains, stops] = [0, 0];
  const clock = new SimulatedClock();
  const actor = createActor(
    nodeMachine(
      {
        start: () =>
          new Promise<void>((resolve, reject) => {
            ends.up = (error) => (error ? reject(error) : resolve());
          }),
        drain: () => void drains++,
        stop: () =>
          new Promise<void>((resolve) => {
            stops++;
            ends.down = resolve;
          }),
      },
      drainMs,
    ),
    { clock },
  ).start();
  await settle();
  const now = () => [actor.getSnapshot().value, actor.getSnapshot().context.error];
  return { actor, clock, ends, now, drains: () => drains, stops: () => stops };
}

describe('actors/node/machine', () => {
  it('stops on STOP and on FATAL, while it starts and while it serves', async () => {
    for (const isUp of [false, true])
      for (const event of [STOP, fatal('the disk')]) {
        const { actor, ends, now, stops } = await lived();
        if (isUp) ends.up();
        await settle();
        expect(now()[0]).to.equal(isUp ? 'serving' : 'booting');
        actor.send(event);
        // A start that ends behind it changes nothing.
        if (!isUp) ends.up();
        await settle();
        const error = event === STOP ? undefined : 'the disk';
        expect([...now(), stops()]).to.deep.equal(['stopping', error, 1]);
        ends.down();
        await settle();
        expect(now()).to.deep.equal(['stopped', error]);
      }
  });

  it('keeps a failure that comes while it stops, and of several the first', async () => {
    const { actor, ends, now, stops } = await lived();
    ends.up();
    await settle();
    actor.send(STOP);
    actor.send(fatal('the last write'));
    actor.send(fatal('what came of it'));
    expect([...now(), stops()]).to.deep.equal(['stopping', 'the last write', 1]);
    ends.down();
    await settle();
    expect(now()).to.deep.equal(['stopped', 'the last write']);
  });

  it('drains for as long as it is told, and stops then', async () => {
    const { actor, clock, ends, now, drains, stops } = await lived(1000);
    ends.up();
    await settle();
    actor.send(STOP);
    clock.increment(999);
    expect([...now(), drains(), stops()]).to.deep.equal(['draining', undefined, 1, 0]);
    clock.increment(1);
    expect([...now(), drains(), stops()]).to.deep.equal(['stopping', undefined, 1, 1]);
  });

  for (const [name, event, error] of [
    ['a second order', STOP, undefined],
    ['a failure', fatal('the disk'), 'the disk'],
  ] as const)
    it(`drains no longer after ${name}`, async () => {
      const { actor, ends, now, stops } = await lived(1000);
      ends.up();
      await settle();
      actor.send(STOP);
      actor.send(event);
      expect([...now(), stops()]).to.deep.equal(['stopping', error, 1]);
    });

  it('does not drain while it starts: nobody is sent to it yet', async () => {
    const { actor, now, drains } = await lived(1000);
    actor.send(STOP);
    expect([...now(), drains()]).to.deep.equal(['stopping', undefined, 0]);
  });

  it('ends with the error of a start that failed', async () => {
    const { ends, now } = await lived();
    const error = new Error('no port');
    ends.up(error);
    await settle();
    expect(now()).to.deep.equal(['stopped', error]);
  });
});
