// One register that keeps failing takes no other with it: it goes OFFLINE with its reason, and comes back when the
// operator says so.
import { expect } from 'chai';
import { RESTART_POLICY } from '../../../actors/supervisor.js';
import { memoryKv } from '../../../storage/engine/memory.js';
import {
  anAction,
  foundedRegister,
  type LedgerWorld,
  ledgerWorld,
  REGISTER_ID,
  submitted,
} from '../../support/node/ledger-world.js';

const OTHER_ID = '99999999-2222-4333-8444-555555555555';

async function breakOften(world: LedgerWorld, registerId: string, times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    // The registry is private, and a failure has no public way in.
    world.ledger['registry'].peek(registerId)?.driver?.pool.fail(new Error('a bug in a rule'));
    await world.clock.advance(RESTART_POLICY.backoffMaxMs);
  }
}

describe('isolation of registers', () => {
  it('opens a failed register again from disk, and nothing sealed is missing', async () => {
    const world = await ledgerWorld();
    const pin = await foundedRegister(world);
    await submitted(world, anAction(world, pin, 1));
    await breakOften(world, REGISTER_ID, 1);
    expect(world.ledger.figures().restarts).to.equal(1);
    expect(await submitted(world, anAction(world, pin, 2))).to.include({ status: 'sealed', height: 3 });
  });

  it('tells once of a docket that became durable right before the failure', async () => {
    const kv = memoryKv();
    const world = await ledgerWorld({ kv });
    const pin = await foundedRegister(world);
    kv.hold();
    void world.ledger.submit(anAction(world, pin, 1), { priority: 'Normal', waitMs: 0 });
    await world.clock.settle();
    expect(kv.pending).to.equal(1);
    // The registry is private, and a failure has no public way in.
    world.ledger['registry'].peek(REGISTER_ID)?.driver?.pool.fail(new Error('a bug in a rule'));
    kv.release();
    await world.clock.advance(RESTART_POLICY.backoffMaxMs);
    expect(await submitted(world, anAction(world, pin, 2))).to.include({ status: 'sealed', height: 3 });
    const heights = world.told.flatMap((fact) => (fact.type === 'docket-sealed' ? [fact.height] : []));
    expect(heights).to.deep.equal([0, 1, 2, 3]);
  });

  it('takes a register that fails too often OFFLINE, while another goes on', async () => {
    const world = await ledgerWorld();
    const pin = await foundedRegister(world);
    const otherPin = await foundedRegister(world, OTHER_ID);
    await breakOften(world, REGISTER_ID, RESTART_POLICY.restartsMax + 1);
    const record = world.ledger.register(REGISTER_ID);
    expect(record).to.include({ status: 'OFFLINE' });
    expect(record?.statusReason).to.contain('a bug in a rule');
    const refused = await submitted(world, anAction(world, pin, 1));
    expect(refused).to.have.nested.property('issues[0].code', 'REGISTER_OFFLINE');
    const other = await submitted(world, anAction(world, otherPin, 1, OTHER_ID));
    expect(other).to.include({ status: 'sealed', height: 2 });
    await world.ledger.update(REGISTER_ID, { status: 'ONLINE' });
    expect(await submitted(world, anAction(world, pin, 1))).to.include({ status: 'sealed', height: 2 });
  });
});
