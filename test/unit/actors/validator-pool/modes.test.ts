// The modes of a pool: which acts each change of the seat brings, and that closed is the end.
import { expect } from 'chai';
import { type PoolActs, PoolModes } from '../../../../actors/validator-pool/modes.js';

function aPool(changes: Partial<PoolActs> = {}) {
  const acts: string[] = [];
  const failed: unknown[] = [];
  const modes = new PoolModes(
    {
      onEntered: () => void acts.push(modes.isClosed ? 'closed' : modes.mode),
      promiseAll: () => void acts.push('promise all'),
      dropRelayed: () => void acts.push('drop relayed'),
      offerAll: () => void acts.push('offer all'),
      abandon: () => void acts.push('abandon'),
      ...changes,
    },
    (error) => failed.push(error),
  );
  return { modes, failed, acts: () => acts.splice(0) };
}

describe('modes of a pool', () => {
  it('begin with storing, and offer what was stored once the seat seals', () => {
    const { modes, acts } = aPool();
    expect(modes.mode).to.equal('storing');
    modes.enter('sealing');
    expect(acts()).to.deep.equal(['sealing', 'offer all']);
  });

  it('promise everything before the pool stops sealing by itself', () => {
    const { modes, acts } = aPool();
    modes.enter('sealing');
    acts();
    modes.enter('gathering');
    expect(acts()).to.deep.equal(['gathering', 'promise all', 'offer all']);
    modes.enter('storing');
    expect(acts()).to.deep.equal(['storing', 'drop relayed', 'promise all']);
  });

  it('bring nothing where the pool is in it already', () => {
    const { modes, acts } = aPool();
    modes.enter('storing');
    expect(acts()).to.deep.equal([]);
  });

  it('end with closed: each waiting caller is told, and nothing is taken afterwards', () => {
    const { modes, acts } = aPool();
    modes.enter('sealing');
    acts();
    modes.close();
    expect(acts()).to.deep.equal(['closed', 'abandon']);
    modes.close();
    modes.enter('storing');
    expect([acts(), modes.isClosed]).to.deep.equal([[], true]);
  });

  it('tell of an act that threw, and still close', () => {
    const lost = new Error('a row cannot be read');
    const { modes, acts, failed } = aPool({
      offerAll: () => {
        throw lost;
      },
    });
    modes.enter('gathering');
    expect([failed, acts()]).to.deep.equal([[lost], ['gathering', 'promise all']]);
    modes.close();
    expect(acts()).to.deep.equal(['closed', 'abandon']);
  });
});
