// Lists of several registers while one of them is damaged: they are refused by a text that names it, and those of the
// others are answered.
import { expect } from 'chai';
import { heightKey, regKey } from '../../../../storage/keys/chain-keys.js';
import { ask } from '../fixtures.js';
import { ODataWorld } from './odata-world.js';

describe('a damaged register', () => {
  let at: ODataWorld;
  before(async () => {
    at = await ODataWorld.make();
  });
  // It logged what it could not read.
  after(() => at.world.close());

  it('is named by lists that it is in, over OData and REST, and no other list fails', async () => {
    const { world, first, second } = at;
    const record = world.deps.ledger.register(second.registerId);
    const spoil = (key: Uint8Array) => world.deps.commit([{ key, value: new Uint8Array(40) }]);
    for (let height = 0; height < 3; height++) await spoil(heightKey('pointer', record?.reg as number, height));
    const told = async (path: string): Promise<readonly unknown[]> => {
      const { status, json } = await at.get(path);
      return [status, json.code, String(json.detail).includes(second.registerId)];
    };
    const named = [503, 'STORE_DAMAGED', true];
    expect(await told('/odata/Transactions')).to.deep.equal(named);
    expect(await told('/odata/Dockets')).to.deep.equal(named);
    expect(await at.ids(at.inFirst)).to.include(at.txIds[0]);
    expect((await at.list('Dockets', { $filter: at.inFirst })).value).to.have.length.greaterThan(3);
    expect((await at.list('Registers')).value).to.have.lengthOf(2);
    await spoil(regKey('head', record?.reg as number));
    expect(await told('/odata/Registers')).to.deep.equal(named);
    expect(await told('/api/registers')).to.deep.equal(named);
    const { status } = await ask(world, 'getRegister', { params: { registerId: first.registerId } });
    expect(status).to.equal(200);
  });
});
