// The life of a seat: what signs, what observes, and what follows when keys are fenced, freed or faulted while orders
// come.
import { expect } from 'chai';
import { createActor } from 'xstate';
import { type SeatActs, type SeatInput, seatMachine } from '../../../../actors/docket/machine.js';

function seat(order: SeatInput['order'], fence?: string) {
  const done: string[] = [];
  const world = { fence };
  const acts: SeatActs = {
    open: (signing) => void done.push(signing ? 'signs' : 'observes'),
    reopen: async (signing) => void done.push(signing ? 'signs' : 'observes'),
    fault: async (reason) => void done.push(`fault ${reason}`),
    pause: () => void done.push('pause'),
    resume: () => void done.push('resume'),
    fence: () => world.fence,
    onChanged: (state, reason) => void done.push(reason === undefined ? state : `${state}: ${reason}`),
  };
  const actor = createActor(seatMachine, { input: { acts, order } }).start();
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { actor, done, world, settled };
}

describe('seat machine', () => {
  it('opens as ordered, and observes while it is stopped or fenced', () => {
    expect(seat('Running').done).to.deep.equal(['signs', 'Running']);
    expect(seat('Paused').done).to.deep.equal(['signs', 'pause', 'Paused']);
    expect(seat('Stopped').done).to.deep.equal(['observes', 'Stopped']);
    expect(seat('Running', 'lost').done).to.deep.equal(['observes', 'Fenced: lost']);
  });

  it('observes before it says that it is stopped, and signs before it says that it runs', async () => {
    const { actor, done, settled } = seat('Running');
    actor.send({ type: 'STOP' });
    await settled();
    actor.send({ type: 'START' });
    await settled();
    expect(done.slice(2)).to.deep.equal(['Stopping', 'observes', 'Stopped', 'Starting', 'signs', 'Running']);
  });

  it('goes back to its order when the fence is gone, and not before', async () => {
    const { actor, done, world, settled } = seat('Paused');
    world.fence = 'rollback';
    actor.send({ type: 'FENCE', reason: 'rollback' });
    await settled();
    actor.send({ type: 'UNFENCE' });
    await settled();
    expect(done.at(-1)).to.equal('Fenced: rollback');
    world.fence = undefined;
    actor.send({ type: 'UNFENCE' });
    await settled();
    expect(done.slice(-3)).to.deep.equal(['signs', 'pause', 'Paused']);
  });

  it('follows the last of the orders that come while it starts', async () => {
    const { actor, done, settled } = seat('Stopped');
    actor.send({ type: 'START' });
    actor.send({ type: 'STOP' });
    await settled();
    expect(done.slice(-2)).to.deep.equal(['observes', 'Stopped']);
  });

  it('follows the last of the orders that come while it stops', async () => {
    const { actor, done, settled } = seat('Running');
    for (const type of ['STOP', 'START', 'PAUSE', 'RESUME'] as const) actor.send({ type });
    await settled();
    expect(done.slice(2)).to.deep.equal(['Stopping', 'observes', 'Starting', 'signs', 'Running']);
    for (const type of ['STOP', 'PAUSE'] as const) actor.send({ type });
    await settled();
    expect(done.at(-1)).to.equal('Paused');
    for (const type of ['STOP', 'START', 'STOP'] as const) actor.send({ type });
    await settled();
    expect(done.at(-1)).to.equal('Stopped');
  });

  it('follows what its key and its operator do while it is being fenced', async () => {
    const { actor, done, world, settled } = seat('Running');
    world.fence = 'lost';
    actor.send({ type: 'FENCE', reason: 'lost' });
    world.fence = undefined;
    actor.send({ type: 'UNFENCE' });
    actor.send({ type: 'STOP' });
    await settled();
    expect(done.at(-1)).to.equal('Stopped');
  });

  it('is faulted while it stops, starts or is being fenced', async () => {
    for (const type of ['START', 'STOP', 'FENCE'] as const) {
      const { actor, done, settled } = seat(type === 'START' ? 'Stopped' : 'Running');
      actor.send(type === 'FENCE' ? { type, reason: 'lost' } : { type });
      actor.send({ type: 'FAULT', reason: 'FORK' });
      await settled();
      expect(done.at(-1)).to.equal('Faulted: FORK');
    }
  });

  it('is faulted for good, from any state that lasts', async () => {
    for (const order of ['Running', 'Paused', 'Stopped'] as const) {
      const { actor, done, settled } = seat(order);
      actor.send({ type: 'FAULT', reason: 'FORK' });
      await settled();
      actor.send({ type: 'START' });
      expect(done.slice(-2)).to.deep.equal(['fault FORK', 'Faulted: FORK']);
    }
  });
});
