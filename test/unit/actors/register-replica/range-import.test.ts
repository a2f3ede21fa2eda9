// Dockets brought to a register whose driver was replaced meanwhile: what the old one knows says nothing about the peer
// that brought them.
import { expect } from 'chai';
import { DocketImport } from '../../../../actors/register-replica/docket-import.js';
import type { ReplicaDriver } from '../../../../actors/register-replica/driver.js';
import { RangeImport } from '../../../../actors/register-replica/range-import.js';
import type { SealedDocket } from '../../../../core/model/register.js';
import { issuesOf } from '../../../support/base/results.js';
import {
  anAction,
  foundedRegister,
  ledgerWorld,
  mustState,
  promptClaims,
  REGISTER_ID,
  submitted,
} from '../../../support/node/ledger-world.js';

describe('the import by a driver that was replaced', () => {
  it('blames no peer for dockets that the new driver has sealed', async () => {
    const world = await ledgerWorld();
    const pin = await foundedRegister(world);
    const state = mustState(world);
    await submitted(world, anAction(world, pin, 1));
    const { chain, clock } = world;
    const record = world.registers.byId(REGISTER_ID)!;
    const docketImport = new DocketImport({
      chain,
      verifier: { isSeen: () => false, verify: () => Promise.resolve(true) },
      verifyClaims: promptClaims,
      conflicting: () => undefined,
      onDamaged: () => undefined,
    });
    const ports = { docketImport, chain, journal: world.store.journal, clock, backlogBytesMax: 1000 };
    const brought = () => chain.iterate(record.reg, state.height + 1);
    const run = (isClosed: boolean) => {
      const driver = { isClosed, state: () => state, docket: { driver: undefined } } as unknown as ReplicaDriver;
      return new RangeImport(ports, { record, driver, mode: 'all' }).run(brought());
    };
    expect((await run(false)).issues[0]).to.include({ code: 'VAL_REPLAY_001' });
    expect((await run(true)).issues[0]).to.include({ code: 'NODE_UNAVAILABLE' });
    const driver = { isClosed: true, state: () => state, docket: { driver: undefined } } as unknown as ReplicaDriver;
    const sealed = await chain.sealedDocket(record.reg, state.height + 1);
    expect(issuesOf(await docketImport.adopt(record, driver, sealed!))).to.have.nested.property(
      '[0].code',
      'NODE_UNAVAILABLE',
    );
  });
});

describe('the import of a range beside the votes of the seat', () => {
  /** A docket is brought; `stored` is the highest one on the disk at the end, `sealed` the highest one in memory. */
  async function brought(stored: number, sealed: number) {
    const world = await ledgerWorld();
    await foundedRegister(world);
    const record = world.registers.byId(REGISTER_ID)!;
    const state = mustState(world);
    const { clock } = world;
    let height = 4;
    const docket = {
      adopt: () => {
        height = sealed;
        return true;
      },
      settled: Promise.resolve(),
    };
    const driver = {
      isClosed: false,
      state: () => ({ ...state, height }),
      docket: { driver: docket },
    } as unknown as ReplicaDriver;
    const docketImport = { verify: async () => undefined, settle: () => ({ effect: {} }) } as unknown as DocketImport;
    const chain = {
      docketAt: (_: number, at: number) => (at <= stored ? { height: at } : undefined),
    } as unknown as typeof world.chain;
    const ports = { docketImport, chain, journal: world.store.journal, clock, backlogBytesMax: 1000 };
    async function* one() {
      yield { docket: { header: { height: 5 }, transactions: [] } } as unknown as SealedDocket;
    }
    return new RangeImport(ports, { record, driver, mode: 'all' }).run(one());
  }

  it('says that a docket which it brought is not on the disk', async () => {
    const { adopted, issues } = await brought(4, 5);
    expect([adopted, issues.map(({ code }) => code)]).to.deep.equal([0, ['NODE_UNAVAILABLE']]);
  });

  it('says nothing of the next one, which the seat sealed by votes meanwhile and which is on its way there', async () => {
    const { adopted, height, issues } = await brought(5, 6);
    expect([adopted, height, issues]).to.deep.equal([1, 5, []]);
  });
});
