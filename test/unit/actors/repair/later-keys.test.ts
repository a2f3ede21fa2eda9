// Which keys the repair of a lost vote memory fences: those that may have cast the lost votes, and no key that was made
// while the register was closed.
import { expect } from 'chai';
import type { DocketProviders } from '../../../../actors/repair/providers.js';
import { type MemoryKv, memoryKv } from '../../../../storage/engine/memory.js';
import { rowRange } from '../../../../storage/keys/chain-keys.js';
import type { ChainRow } from '../../../../storage/keys/chain-rows.js';
import {
  anAction,
  foundedRegister,
  keysOf,
  type LedgerWorld,
  ledgerWorld,
  REGISTER_ID,
  submitted,
} from '../../../support/node/ledger-world.js';

const HEAD = 4;

async function spoil(kv: MemoryKv, row: ChainRow): Promise<void> {
  for await (const [key, value] of kv.range({ ...rowRange(row), limit: 1 })) {
    const spoiled = Buffer.from(value);
    spoiled[spoiled.length >> 1]! ^= 4;
    await kv.write([{ key, value: spoiled }]);
  }
}

const idsOf = (...names: readonly [string, ...string[]]) =>
  keysOf(...names)
    .all()
    .map(({ validatorId }) => validatorId);

describe('keys behind a vote memory that is lost', () => {
  let from: LedgerWorld;
  let kv: MemoryKv;
  let peer: DocketProviders;

  before(async () => {
    from = await ledgerWorld();
    const pin = await foundedRegister(from);
    for (let i = 1; i < HEAD; i++) await submitted(from, anAction(from, pin, i));
    kv = memoryKv();
    const replica = await ledgerWorld({ keys: keysOf('reader'), clock: from.clock, kv });
    await replica.ledger.follow({ genesis: (await from.chain.sealedDocket(1, 0))!, advertise: false });
    await replica.ledger.adoptRange(REGISTER_ID, from.chain.iterate(1, 1), 'all');
    await replica.ledger.stop();
    peer = {
      of: () => ['a peer'],
      dockets: (_, range) => from.chain.iterate(1, range.fromHeight),
      blame: () => undefined,
    };
  });

  const reader = (disk: MemoryKv, ...names: readonly [string, ...string[]]) =>
    ledgerWorld({ keys: keysOf(...names), clock: from.clock, kv: disk });
  const fenced = ({ ledger }: LedgerWorld) => ledger.register(REGISTER_ID)?.fence?.validatorIds;

  /** Damaged and closed, with a docket that is nowhere to be had. */
  async function waiting(): Promise<MemoryKv> {
    const damaged = kv.crash();
    for (const row of ['consensus', 'transaction'] as const) await spoil(damaged, row);
    const world = await reader(damaged, 'reader');
    await world.ledger.seating.control(REGISTER_ID, 'start');
    await world.clock.advance(10_000);
    expect(world.ledger.register(REGISTER_ID)).to.include({ status: 'RECOVERY' }).and.to.have.property('damage');
    await world.ledger.stop();
    return damaged.crash();
  }

  it('are fenced, and not one that was made after the damaged register was closed', async () => {
    const world = await reader(await waiting(), 'reader', 'reader 2');
    world.ledger.damage.from(peer);
    await world.clock.advance(10_000);
    expect(world.ledger.register(REGISTER_ID)).to.not.have.any.keys('damage', 'keysAtDamage');
    expect(fenced(world)).to.deep.equal(idsOf('reader'));
    await world.ledger.stop();
  });

  it('stay fenced where they were fenced for another reason meanwhile', async () => {
    const world = await reader(await waiting(), 'reader', 'reader 2');
    const [, later] = idsOf('reader', 'reader 2');
    const record = world.ledger.register(REGISTER_ID)!;
    const fence = { reason: 'a peer showed a vote', validatorIds: [later!] };
    world.registers.apply({ ...record, fence });
    world.ledger.damage.from(peer);
    await world.clock.advance(10_000);
    expect(fenced(world)).to.have.members(idsOf('reader', 'reader 2'));
    await world.ledger.stop();
  });

  it('are fenced with one that was made while the damaged register was still open', async () => {
    const damaged = kv.crash();
    const keys = keysOf('reader');
    const world = await ledgerWorld({ keys, clock: from.clock, kv: damaged });
    await world.ledger.seating.control(REGISTER_ID, 'start');
    for (const row of ['consensus', 'transaction'] as const) await spoil(damaged, row);
    world.ledger.damage.suspect(1);
    await world.clock.advance(10_000);
    expect(world.ledger.register(REGISTER_ID)).to.have.property('damage');
    await keys.make();
    world.ledger.damage.from(peer);
    await world.clock.advance(10_000);
    expect(fenced(world)).to.deep.equal(idsOf('reader', 'reader 2'));
    await world.ledger.stop();
  });
});
