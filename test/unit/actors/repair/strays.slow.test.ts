// A replica whose disk lost the list of proposed dockets, or kept losers, loses the bodies that it does not need. They
// are gone once it is repaired and has sealed the next docket, whenever power is lost meanwhile.
import { expect } from 'chai';
import type { DocketProviders } from '../../../../actors/repair/providers.js';
import type { Docket } from '../../../../core/model/register.js';
import { docketHash } from '../../../../core/register/docket.js';
import { decodeCandidates } from '../../../../storage/chain/rows.js';
import type { KvOp } from '../../../../storage/engine/kv.js';
import { type MemoryKv, memoryKv } from '../../../../storage/engine/memory.js';
import { bodyKey, regKey, rowRange } from '../../../../storage/keys/chain-keys.js';
import { CHAIN_ROWS, type ChainRow } from '../../../../storage/keys/chain-rows.js';
import {
  anAction,
  foundedRegister,
  keysOf,
  type LedgerWorld,
  ledgerWorld,
  REGISTER_ID,
  submitted,
} from '../../../support/node/ledger-world.js';

/** Durable head of the replica; the chain has two dockets more. */
const LOW = 4;
const CHAIN = (Object.keys(CHAIN_ROWS) as ChainRow[]).filter(
  (row) => !['meta', 'ring', 'register', 'submission', 'promise', 'refusal'].includes(row),
);
const LIST = regKey('candidates', 1);

async function rowsOf(kv: MemoryKv): Promise<readonly string[]> {
  const rows: string[] = [];
  for (const row of CHAIN)
    for await (const [key, value] of kv.range(rowRange(row)))
      rows.push(`${row} ${Buffer.from(key).toString('hex')} ${Buffer.from(value).toString('hex')}`);
  return rows;
}

/** Rivals of a docket: other bytes at its height. */
function rivalsOf({ header, ...docket }: Docket): readonly Docket[] {
  return [1, 2].map((ms) => {
    const other = { ...header, timestampMs: header.timestampMs + ms };
    return { ...docket, header: other, hash: docketHash(other) };
  });
}

function peer(from: LedgerWorld): DocketProviders {
  return {
    of: () => ['a peer'],
    dockets: (_, range) => from.chain.iterate(1, range.fromHeight),
    blame: () => undefined,
  };
}

/**
 * The disk of a replica that has the chain up to `height`, and the bodies of `proposed` without what would delete them.
 */
async function replicaOf(from: LedgerWorld, height: number, proposed: readonly Docket[] = []): Promise<MemoryKv> {
  const kv = memoryKv();
  const replica = await ledgerWorld({ keys: keysOf('reader'), clock: from.clock, kv });
  await replica.ledger.follow({ genesis: (await from.chain.sealedDocket(1, 0))!, advertise: false });
  for (let next = 1; next <= height; next++)
    await replica.ledger.adopt(REGISTER_ID, (await from.chain.sealedDocket(1, next))!);
  for (const docket of proposed) await replica.store.journal.commit(replica.chain.bodyOps(1, docket));
  await replica.ledger.stop();
  return kv.crash();
}

/** The list as it is given, and a place in the index gone: that is what makes the node look at the register. */
async function damage(kv: MemoryKv, list: Uint8Array | undefined): Promise<void> {
  const ops: KvOp[] = [{ key: LIST, value: list }];
  for await (const [key] of kv.range(rowRange('location', 1))) {
    ops.push({ key, value: undefined });
    break;
  }
  await kv.write(ops);
}

describe('bodies that no seal would delete', () => {
  let from: LedgerWorld;
  let open: readonly Docket[];
  let over: readonly Docket[];

  const docketAt = async (height: number) => (await from.chain.sealedDocket(1, height))!;

  async function repaired(kv: MemoryKv): Promise<LedgerWorld> {
    const scrub = { bytesPerSecond: 2_000_000, fromStart: true };
    const world = await ledgerWorld({ keys: keysOf('reader'), clock: from.clock, kv, scrub });
    world.ledger.damage.from(peer(from));
    await world.clock.advance(60_000);
    expect(world.ledger.register(REGISTER_ID)).to.not.have.property('damage');
    return world;
  }

  async function expectNoneAfterSeal(world: LedgerWorld, kv: MemoryKv, what: string): Promise<void> {
    expect(await world.ledger.adopt(REGISTER_ID, await docketAt(LOW + 1)), what).to.equal('sealed');
    await world.ledger.stop();
    expect(await rowsOf(kv), what).to.deep.equal(await rowsOf(await replicaOf(from, LOW + 1)));
  }

  before(async () => {
    from = await ledgerWorld();
    const pin = await foundedRegister(from);
    for (let i = 1; i < LOW + 2; i++) await submitted(from, anAction(from, pin, i));
    open = rivalsOf((await docketAt(LOW + 1)).docket);
    over = [...rivalsOf((await docketAt(2)).docket), (await docketAt(LOW + 2)).docket];
  });

  for (const [what, list] of [
    ['is gone', undefined],
    ['cannot be read', Buffer.from('spoilt list')],
  ] as const)
    it(`are kept while they may be promised and deleted by the seal when their list ${what}; the others go at once`, async () => {
      const kv = await replicaOf(from, LOW, [...over, ...open]);
      await damage(kv, list);
      const world = await repaired(kv);
      for (const { hash, header } of open)
        expect(kv.getSync(bodyKey(1, header.height, Buffer.from(hash, 'hex')))).to.not.equal(undefined);
      for (const { hash, header } of over)
        expect(kv.getSync(bodyKey(1, header.height, Buffer.from(hash, 'hex')))).to.equal(undefined);
      expect(decodeCandidates(kv.getSync(LIST)!)).to.deep.include({ height: LOW + 1 });
      await expectNoneAfterSeal(world, kv, what);
    });

  it('of a list that cannot be read keep nothing from being sealed, and the scrub finds them', async () => {
    const kv = await replicaOf(from, LOW, open);
    await kv.write([{ key: LIST, value: Buffer.from('spoilt list') }]);
    const early = await ledgerWorld({ keys: keysOf('reader'), clock: from.clock, kv });
    expect(await early.ledger.adopt(REGISTER_ID, await docketAt(LOW + 1))).to.equal('sealed');
    await early.ledger.stop();
    expect(early.logged).to.deep.equal([]);
    const whole = await rowsOf(await replicaOf(from, LOW + 1));
    expect(await rowsOf(kv)).to.not.deep.equal(whole);
    const world = await repaired(kv);
    await world.ledger.stop();
    expect(await rowsOf(kv)).to.deep.equal(whole);
    expect(world.ledger.damage.figures.repair).to.include({ damaged: 0, repaired: 1 });
  });

  it('go from a node for which no peer has a copy, and it seals on', async () => {
    const kv = memoryKv();
    const early = await ledgerWorld({ kv });
    const pin = await foundedRegister(early);
    for (let i = 1; i < LOW; i++) await submitted(early, anAction(early, pin, i));
    await early.ledger.stop();
    const whole = await rowsOf(kv);
    const { docket } = (await early.chain.sealedDocket(1, 2))!;
    for (const rival of rivalsOf(docket)) await early.store.journal.commit(early.chain.bodyOps(1, rival));
    await early.store.journal.commit([{ key: LIST, value: undefined }]);
    await early.store.journal.whenDrained();
    const left = kv.crash();
    const scrub = { bytesPerSecond: 2_000_000, fromStart: true };
    const world = await ledgerWorld({ clock: early.clock, kv: left, scrub });
    await world.clock.advance(60_000);
    expect(await rowsOf(left)).to.deep.equal(whole);
    expect(world.ledger.register(REGISTER_ID)).to.not.have.property('damage');
    expect(await submitted(world, anAction(world, pin, LOW))).to.include({ status: 'sealed' });
    await world.ledger.stop();
  });

  it('are put right whenever power is lost meanwhile', async () => {
    let hasEnded = false;
    for (let writes = 0; !hasEnded; writes++) {
      expect(writes).to.be.below(50);
      const kv = await replicaOf(from, LOW, [...over, ...open]);
      await damage(kv, undefined);
      const early = await ledgerWorld({ keys: keysOf('reader'), clock: from.clock, kv });
      kv.hold();
      early.ledger.damage.from(peer(from));
      early.ledger.damage.suspect(1);
      for (let done = 0; done < writes; done++) {
        await early.clock.settle();
        kv.sync(1);
      }
      await early.clock.settle();
      hasEnded = kv.pending === 0;
      const left = kv.crash();
      void early.ledger.stop().catch(() => undefined);
      await early.clock.settle();
      await expectNoneAfterSeal(await repaired(left), left, `after ${writes} writes`);
    }
  }).timeout(60_000);
});
