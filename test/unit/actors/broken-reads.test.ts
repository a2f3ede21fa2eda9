// A node is alone with a register and does not find something: it says so for good where the register is whole, and
// never where the register lost some of its rows.
import { expect } from 'chai';
import type { RegisterRecords } from '../../../actors/register-records.js';
import { memoryKv } from '../../../storage/engine/memory.js';
import {
  anAction,
  foundedRegister,
  type LedgerWorld,
  ledgerWorld,
  REGISTER_ID,
} from '../../support/node/ledger-world.js';

describe('an item that is not found in a broken register', () => {
  let world: LedgerWorld;
  let pin: string;
  beforeEach(async () => {
    world = await ledgerWorld();
    pin = await foundedRegister(world);
  });
  afterEach(() => world.ledger.stop());

  const records = () => Reflect.get(world.ledger, 'records') as RegisterRecords;
  const miss = () => {
    const { txId } = anAction(world, pin, 1);
    const of = () => world.ledger.receipt(REGISTER_ID, txId) ?? 'miss';
    return world.ledger.reads.surely(REGISTER_ID, of, (result) => result === 'miss');
  };

  it('is not said to be missing once the head or the state cannot be read', async () => {
    expect(await miss()).to.equal('miss');
    await records().offline(REGISTER_ID, 'The head or the state cannot be read.');
    expect(await miss()).to.equal('behind');
  });

  it('is not said to be missing while damage of it is known, also where the operator stopped it since', async () => {
    await records().markDamaged(REGISTER_ID, 'docket 1 is damaged');
    expect(await miss()).to.equal('behind');
    await records().offline(REGISTER_ID);
    expect(world.ledger.register(REGISTER_ID)).to.include({ status: 'OFFLINE', damage: 'docket 1 is damaged' });
    expect(await miss()).to.equal('behind');
  });

  it('is not said to be missing where the operator stopped, or no longer follows, a register that had failed before', async () => {
    const why = 'The head or the state cannot be read.';
    await records().offline(REGISTER_ID, why);
    await world.ledger.update(REGISTER_ID, { status: 'OFFLINE' });
    expect(world.ledger.register(REGISTER_ID)).to.include({ status: 'OFFLINE', statusReason: why });
    expect(await miss()).to.equal('behind');
    await records().markSubscribed(REGISTER_ID, false);
    expect(world.ledger.register(REGISTER_ID)).to.include({ status: 'OFFLINE', statusReason: why });
    expect(await miss()).to.equal('behind');
  });

  it('is not said to be missing where the operator stopped a register whose only seat is Fenced', async () => {
    const kv = memoryKv();
    const before = await ledgerWorld({ kv });
    await foundedRegister(before);
    await before.ledger.update(REGISTER_ID, { status: 'OFFLINE' });
    await before.ledger.stop();
    const restored = await ledgerWorld({ kv, clock: before.clock, fence: 'restored' });
    const of = () =>
      restored.ledger.reads.surely(
        REGISTER_ID,
        () => 'miss',
        (result) => result === 'miss',
      );
    expect(await of()).to.equal('behind');
    await restored.ledger.seating.control(REGISTER_ID, 'accept-amnesia');
    expect(await of()).to.equal('miss');
    await restored.ledger.stop();
  });

  it('is missing for good where the operator stopped a register that is whole', async () => {
    await records().offline(REGISTER_ID);
    expect(await miss()).to.equal('miss');
  });

  it('is answered where it is found all the same', async () => {
    await records().offline(REGISTER_ID, 'The head or the state cannot be read.');
    const found = await world.ledger.reads.surely(
      REGISTER_ID,
      () => 'found',
      (result) => result === 'miss',
    );
    expect(found).to.equal('found');
  });
});
