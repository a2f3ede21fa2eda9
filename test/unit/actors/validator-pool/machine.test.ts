// The life of a pool: which acts each change of the seat brings, and that closed is the end.
import { expect } from 'chai';
import { createActor } from 'xstate';
import { poolMachine } from '../../../../actors/validator-pool/machine.js';

function aPool() {
  const acts: string[] = [];
  const input = {
    acts: {
      entered: (mode: string) => void acts.push(mode),
      promiseAll: () => void acts.push('promise all'),
      dropRelayed: () => void acts.push('drop relayed'),
      offerAll: () => void acts.push('offer all'),
      abandon: () => void acts.push('abandon'),
    },
  };
  const actor = createActor(poolMachine, { input }).start();
  return { actor, acts: () => acts.splice(0) };
}

describe('pool machine', () => {
  it('begins by storing, and offers what it stored once the seat seals', () => {
    const { actor, acts } = aPool();
    expect(acts()).to.deep.equal(['storing', 'drop relayed', 'promise all']);
    actor.send({ type: 'sealing' });
    expect(acts()).to.deep.equal(['sealing', 'offer all']);
  });

  it('promises everything before it stops sealing by itself', () => {
    const { actor, acts } = aPool();
    actor.send({ type: 'sealing' });
    acts();
    actor.send({ type: 'gathering' });
    expect(acts()).to.deep.equal(['gathering', 'promise all', 'offer all']);
    actor.send({ type: 'storing' });
    expect(acts()).to.deep.equal(['storing', 'drop relayed', 'promise all']);
  });

  it('does nothing for the mode that it is in', () => {
    const { actor, acts } = aPool();
    acts();
    actor.send({ type: 'storing' });
    expect(acts()).to.deep.equal([]);
  });

  it('tells whoever waits when it closes, and takes nothing afterwards', () => {
    const { actor, acts } = aPool();
    actor.send({ type: 'sealing' });
    acts();
    actor.send({ type: 'close' });
    expect(acts()).to.deep.equal(['closed', 'abandon']);
    actor.send({ type: 'sealing' });
    expect(acts()).to.deep.equal([]);
    expect(actor.getSnapshot().status).to.equal('done');
  });
});
