// Reads that meet damage are told, with their register, and still fail.
import { expect } from 'chai';
import type { ChainStore } from '../../../../storage/chain/chain-store.js';
import { watchReads } from '../../../../storage/chain/watched-reads.js';
import { StoreError } from '../../../../storage/engine/fault.js';

const PEOPLE = new WeakMap();

function aStore(): ChainStore {
  const fail = (): never => {
    throw new StoreError('STORE_DAMAGED', 'a row is damaged');
  };
  const view = (reg: number) => ({
    state: (key: string) => (key === 'bad' ? fail() : { reg }),
    sealOf: fail,
    transaction: fail,
    docketAt: () => undefined,
    people: PEOPLE,
  });
  return { view, docketAt: fail, sealedDocket: async () => fail() } as unknown as ChainStore;
}

describe('watchReads', () => {
  it('tells of damage with its register, wherever it is met', async () => {
    const met: number[] = [];
    const watched = watchReads(Object.assign(Object.create(everyRead()), aStore()), (reg) => met.push(reg));
    expect(() => watched.docketAt(1, 0)).to.throw(StoreError);
    expect(await watched.sealedDocket(2, 0).then(String, (error: unknown) => error)).to.be.instanceOf(StoreError);
    expect(() => watched.view(3).state('bad')).to.throw(StoreError);
    expect(() => watched.view(4).sealOf('a')).to.throw(StoreError);
    expect(() => watched.view(3).transaction('a')).to.throw(StoreError);
    expect(watched.view(5).state('good')).to.deep.equal({ reg: 5 });
    expect(watched.view(5).people).to.equal(PEOPLE);
    expect(met).to.deep.equal([1, 2, 3, 4, 3]);
  });
});

/** A store has more reads than these tests ask for. */
function everyRead(): object {
  return new Proxy({}, { get: () => () => undefined });
}
