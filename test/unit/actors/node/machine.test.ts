// The life of the node: STOP and FATAL drain it in every state, and the first error is kept.
import { expect } from 'chai';
import { createActor } from 'xstate';
import { type NodeLifeEvent, nodeMachine } from '../../../../actors/node/machine.js';

const STOP: NodeLifeEvent = { type: 'STOP' };
const fatal = (error: string): NodeLifeEvent => ({ type: 'FATAL', error });

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** `up` and `down` end the start and the stop. */
async function lived() {
  const ends: { up: (error?: Error) => void; down: () => void } = { up: () => undefined, down: () => undefined };
  let stops = 0;
  const actor = createActor(
    nodeMachine({
      start: () =>
        new Promise<void>((resolve, reject) => {
          ends.up = (error) => (error ? reject(error) : resolve());
        }),
      stop: () =>
        new Promise<void>((resolve) => {
          stops++;
          ends.down = resolve;
        }),
    }),
  ).start();
  await settle();
  const now = () => [actor.getSnapshot().value, actor.getSnapshot().context.error];
  return { actor, ends, now, stops: () => stops };
}

describe('actors/node/machine', () => {
  it('drains on STOP and on FATAL, while it starts and while it serves', async () => {
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
        expect([...now(), stops()]).to.deep.equal(['draining', error, 1]);
        ends.down();
        await settle();
        expect(now()).to.deep.equal(['stopped', error]);
      }
  });

  it('keeps a failure that comes while it drains, and of several the first', async () => {
    const { actor, ends, now, stops } = await lived();
    ends.up();
    await settle();
    actor.send(STOP);
    actor.send(fatal('the last write'));
    actor.send(fatal('what came of it'));
    expect([...now(), stops()]).to.deep.equal(['draining', 'the last write', 1]);
    ends.down();
    await settle();
    expect(now()).to.deep.equal(['stopped', 'the last write']);
  });

  it('ends with the error of a start that failed', async () => {
    const { ends, now } = await lived();
    const error = new Error('no port');
    ends.up(error);
    await settle();
    expect(now()).to.deep.equal(['stopped', error]);
  });
});
