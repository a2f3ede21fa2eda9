// Damage to every kind of row of a replica is repaired from a peer to the same bytes, whenever power is lost; liars
// change nothing, and a node that is alone keeps what it has.
import { expect } from 'chai';
import type { DocketProviders } from '../../../../actors/repair/providers.js';
import type { SealedDocket } from '../../../../core/model/register.js';
import { watchReads } from '../../../../storage/chain/watched-reads.js';
import { StoreError } from '../../../../storage/engine/fault.js';
import { type MemoryKv, memoryKv } from '../../../../storage/engine/memory.js';
import { checksumJson } from '../../../../storage/engine/value.js';
import { heightKey, metaKey, rowRange, stateName } from '../../../../storage/keys/chain-keys.js';
import { CHAIN_ROWS, type ChainRow } from '../../../../storage/keys/chain-rows.js';
import { issueOf } from '../../../support/base/results.js';
import {
  anAction,
  foundedRegister,
  keysOf,
  type LedgerWorld,
  ledgerWorld,
  REGISTER_ID,
  submitted,
} from '../../../support/node/ledger-world.js';

const HEAD = 18;
/** Rows that say the same on every node, and the vote memory. */
const CHAIN = (Object.keys(CHAIN_ROWS) as ChainRow[]).filter(
  (row) => !['meta', 'ring', 'register', 'submission', 'promise', 'refusal'].includes(row),
);

async function chainOf(count: number): Promise<LedgerWorld> {
  const world = await ledgerWorld();
  const pin = await foundedRegister(world);
  for (let i = 1; i < count; i++) await submitted(world, anAction(world, pin, i));
  return world;
}

/** The disk of a replica that has everything. */
async function replicaOf(from: LedgerWorld): Promise<MemoryKv> {
  const kv = memoryKv();
  const replica = await ledgerWorld({ keys: keysOf('reader'), clock: from.clock, kv });
  const record = await replica.ledger.follow({ genesis: (await from.chain.sealedDocket(1, 0))!, advertise: false });
  expect(record).to.include({ status: 'RECOVERY' });
  await replica.ledger.adoptRange(REGISTER_ID, from.chain.iterate(1, 1), 'all');
  await replica.ledger.stop();
  return kv.crash();
}

async function rowsOf(kv: MemoryKv): Promise<readonly string[]> {
  const rows: string[] = [];
  for (const row of CHAIN)
    for await (const [key, value] of kv.range(rowRange(row)))
      rows.push(`${row} ${Buffer.from(key).toString('hex')} ${Buffer.from(value).toString('hex')}`);
  return rows;
}

/** Flips a bit in the `nth` row of a kind, from the end for negative numbers. */
async function flip(kv: MemoryKv, row: ChainRow, nth: number, at = 0.5): Promise<void> {
  const found: (readonly [Uint8Array, Uint8Array])[] = [];
  for await (const entry of kv.range(rowRange(row))) found.push(entry);
  const [key, value] = found.at(nth)!;
  const spoiled = Buffer.from(value);
  const place = Math.floor(spoiled.length * at);
  spoiled[place] = spoiled[place]! ^ 4;
  await kv.write([{ key, value: spoiled }]);
}

function peer(from: LedgerWorld, change = (sealed: SealedDocket) => sealed) {
  const blamed: string[] = [];
  const asked: number[] = [];
  const providers: DocketProviders = {
    of: () => ['a peer'],
    async *dockets(_, range) {
      asked.push(range.fromHeight);
      for await (const sealed of from.chain.iterate(1, range.fromHeight)) yield change(sealed);
    },
    blame: (_, detail) => blamed.push(detail),
  };
  return { providers, blamed, asked };
}

const SCRUB = { bytesPerSecond: 2_000_000, fromStart: true };

async function open(kv: MemoryKv, from: LedgerWorld, providers?: DocketProviders): Promise<LedgerWorld> {
  const world = await ledgerWorld({ keys: keysOf('reader'), clock: from.clock, kv, scrub: SCRUB });
  if (providers) world.ledger.damage.from(providers);
  return world;
}

/** The report of the mesh on a register that no peer is ahead of. */
async function compared(world: LedgerWorld): Promise<void> {
  world.ledger.setSync(REGISTER_ID, { state: 'synced', targetHeight: HEAD });
  await world.clock.settle();
}

async function scrubbed(world: LedgerWorld): Promise<void> {
  await world.clock.advance(60_000);
}

describe('repair of a replica', () => {
  let from: LedgerWorld;
  let kv: MemoryKv;
  let whole: readonly string[];

  before(async () => {
    from = await chainOf(HEAD);
    kv = await replicaOf(from);
    whole = await rowsOf(kv);
  });

  const cases: readonly (readonly [ChainRow, number])[] = [
    ['body', 2],
    ['body', -1],
    ['transaction', 2],
    ['transaction', -1],
    ['certificate', 0],
    ['certificate', 3],
    ['certificate', -1],
    ['pointer', 0],
    ['pointer', 4],
    ['pointer', -1],
    ['location', 5],
    ['walletCount', 0],
    ['blueprintRun', 0],
    ['blueprintCount', 0],
    ['head', 0],
    ['terms', 0],
    ['state', 0],
    ['state', -1],
  ];
  for (const [row, nth] of cases)
    it(`makes row ${nth} of ${row} again, to the bit`, async () => {
      const damaged = kv.crash();
      await flip(damaged, row, nth);
      const world = await open(damaged, from, peer(from).providers);
      await world.ledger.seating.control(REGISTER_ID, 'start');
      await scrubbed(world);
      expect(await rowsOf(damaged)).to.deep.equal(whole);
      const losesSeals = ['head', 'terms', 'state'].includes(row);
      expect(world.ledger.register(REGISTER_ID)?.status).to.equal(losesSeals ? 'RECOVERY' : 'ONLINE');
      await compared(world);
      expect(world.ledger.register(REGISTER_ID)).to.include({ status: 'ONLINE' }).and.not.have.property('damage');
      expect(world.ledger.damage.figures.repair).to.include({ damaged: 0, repaired: 1 });
      await world.ledger.stop();
    });

  it('repairs a run of dockets of which nothing is left whole, with docket 0, the head and the state', async () => {
    const damaged = kv.crash();
    for (const height of [0, 4, 5, 6, HEAD])
      for (const row of ['body', 'certificate', 'pointer', 'transaction'] as const) await flip(damaged, row, height);
    for (const more of [[], ['head', 'state', 'walletCount']] as const) {
      const disk = damaged.crash();
      for (const row of more) await flip(disk, row, 0);
      const world = await open(disk, from, peer(from).providers);
      await scrubbed(world);
      expect(await rowsOf(disk)).to.deep.equal(whole);
      await world.ledger.stop();
    }
  });

  for (const [row, nth] of [
    ['transaction', 2],
    ['head', 0],
    ['blueprintCount', 0],
    ['consensus', 0],
  ] as const)
    it(`goes on after power was lost in any write of a repair of ${row}`, async () => {
      let hasEnded = false;
      for (let writes = 0; !hasEnded; writes++) {
        expect(writes).to.be.below(100);
        const damaged = kv.crash();
        await flip(damaged, row, nth);
        const early = await open(damaged, from);
        damaged.hold();
        early.ledger.damage.from(peer(from).providers);
        if (row === 'transaction') early.ledger.damage.suspect(1);
        else void early.ledger.seating.control(REGISTER_ID, 'start').catch(() => undefined);
        for (let done = 0; done < writes; done++) {
          await early.clock.settle();
          damaged.sync(1);
        }
        await early.clock.settle();
        hasEnded = damaged.pending === 0;
        const left = damaged.crash();
        void early.ledger.stop().catch(() => undefined);
        await early.clock.settle();
        const world = await open(left, from, peer(from).providers);
        await world.ledger.seating.control(REGISTER_ID, 'start');
        await scrubbed(world);
        const isMemory = (line: string) => line.startsWith('consensus');
        const keeps = (line: string) => row !== 'consensus' || !isMemory(line);
        expect((await rowsOf(left)).filter(keeps), `after ${writes} writes`).to.deep.equal(whole.filter(keeps));
        await compared(world);
        expect(world.ledger.register(REGISTER_ID)).to.include({ status: 'ONLINE' });
        await world.ledger.stop();
      }
    }).timeout(60_000);

  it('stores nothing of a peer that lies, blames it, and takes the docket from another later', async () => {
    const spoilt = async (change: (sealed: SealedDocket) => SealedDocket, row: ChainRow, nth: number) => {
      const damaged = kv.crash();
      await flip(damaged, row, nth);
      const before = await rowsOf(damaged);
      // A repair that believes it would find the damage again, and ask again, without end.
      let left = 20;
      const liar = peer(from, (sealed) => {
        if (left-- === 0) throw new Error('asked for ever');
        return change(sealed);
      });
      const world = await open(damaged, from, liar.providers);
      world.ledger.damage.suspect(1);
      await world.clock.settle();
      expect(liar.asked).to.not.have.length(0);
      expect(await rowsOf(damaged)).to.deep.equal(before);
      expect(world.ledger.register(REGISTER_ID)).to.include({ status: 'RECOVERY' });
      world.ledger.damage.from(peer(from).providers);
      await world.clock.settle();
      expect(await rowsOf(damaged)).to.deep.equal(whole);
      await world.ledger.stop();
      return liar.blamed;
    };
    const other = (sealed: SealedDocket): SealedDocket => {
      const [tx] = sealed.docket.transactions;
      const bytes = Buffer.from(tx!.bytes);
      bytes[bytes.length - 9] = bytes[bytes.length - 9]! ^ 1;
      return { ...sealed, docket: { ...sealed.docket, transactions: [{ ...tx!, bytes }] } };
    };
    expect(await spoilt(other, 'transaction', 3)).to.have.length(1);
    const unsigned = (sealed: SealedDocket): SealedDocket => ({
      ...sealed,
      certificate: {
        ...sealed.certificate,
        signatures: sealed.certificate.signatures.map((entry) => ({ ...entry, signature: 'ab'.repeat(64) })),
      },
    });
    await spoilt(unsigned, 'certificate', 3);
  });

  it('tells the operator of round changes that no peer can give back, keeps the docket, and fences nothing', async () => {
    for (const providers of [peer(from).providers, undefined]) {
      const damaged = kv.crash();
      await damaged.write([{ key: heightKey('justification', 1, 5), value: Buffer.from('{"spoilt') }]);
      const world = await open(damaged, from, providers);
      await world.ledger.seating.control(REGISTER_ID, 'start');
      await scrubbed(world);
      expect(damaged.getSync(heightKey('justification', 1, 5))).to.equal(undefined);
      expect(await rowsOf(damaged)).to.deep.equal(whole);
      expect(world.ledger.damage.figures.repair).to.include({ damaged: 0, repaired: 1, roundChangesLost: 1 });
      const record = world.ledger.register(REGISTER_ID);
      expect(record).to.include({ status: 'ONLINE' }).and.not.have.property('fence');
      const told = world.logged.filter(({ level }) => level === 'warn');
      expect(told.map(({ fields }) => fields)).to.deep.equal([{ registerId: REGISTER_ID, heights: [5], dockets: 1 }]);
      await world.ledger.stop();
    }
  });

  it('names the damaged dockets while no peer has them, and refuses work instead of guessing', async () => {
    const damaged = kv.crash();
    for (const height of [9, 10]) await flip(damaged, 'transaction', height);
    await flip(damaged, 'body', HEAD);
    const world = await open(damaged, from);
    const seat = await world.ledger.seating.control(REGISTER_ID, 'start');
    expect(issueOf(seat)).to.include({ code: 'NODE_UNAVAILABLE' });
    await world.clock.settle();
    expect(world.ledger.register(REGISTER_ID)).to.include({
      status: 'RECOVERY',
      statusReason: `damaged: Dockets 9-10, ${HEAD}.`,
    });
    world.ledger.setSync(REGISTER_ID, { state: 'synced', targetHeight: HEAD });
    await world.clock.settle();
    expect(world.ledger.register(REGISTER_ID)).to.include({ status: 'RECOVERY' });
    world.ledger.damage.from(peer(from).providers);
    await world.clock.settle();
    expect(world.ledger.register(REGISTER_ID)).to.include({ status: 'ONLINE' });
    await world.ledger.stop();
  });

  it('fences the keys of the node when the vote memory cannot be read', async () => {
    const damaged = kv.crash();
    await flip(damaged, 'consensus', 0);
    const world = await open(damaged, from, peer(from).providers);
    await world.ledger.seating.control(REGISTER_ID, 'start');
    await world.clock.settle();
    const record = world.ledger.register(REGISTER_ID);
    expect(record?.fence?.validatorIds).to.deep.equal(
      keysOf('reader')
        .all()
        .map(({ validatorId }) => validatorId),
    );
    expect(record).to.include({ status: 'ONLINE' });
    await world.ledger.stop();
  });

  it('surveys a register of which a read met damage, and refuses that read', async () => {
    const damaged = kv.crash();
    await flip(damaged, 'transaction', 1);
    const world = await open(damaged, from, peer(from).providers);
    const chain = watchReads(world.chain, (reg) => world.ledger.damage.suspect(reg));
    const failure = await chain.sealedDocket(1, 1).catch((error: Error) => error);
    expect(failure).to.be.instanceOf(StoreError);
    await world.clock.settle();
    expect((await chain.sealedDocket(1, 1))?.docket.hash).to.equal((await from.chain.sealedDocket(1, 1))?.docket.hash);
    expect(await rowsOf(damaged)).to.deep.equal(whole);
    await world.ledger.stop();
  });
});

describe('a row of state that is gone', () => {
  const keys: readonly string[] = ['pub/', 'bp/', 'register', 'inst/'];

  async function drop(kv: MemoryKv, prefix: string): Promise<void> {
    for await (const [key] of kv.range(rowRange('state', 1)))
      if (stateName(key).startsWith(prefix)) return kv.write([{ key, value: undefined }]);
    throw new Error(`there is no row ${prefix}`);
  }

  for (const key of keys)
    it(`is found and made again from the dockets of this node: ${key}`, async () => {
      const from = await chainOf(HEAD);
      await from.ledger.stop();
      const damaged = (from.kv as MemoryKv).crash();
      // The founder of a register wrote its terms from the draft: the same members in another order.
      const rows = async () => (await rowsOf(damaged)).filter((row) => !row.startsWith('terms '));
      const whole = await rows();
      await drop(damaged, key);
      const world = await ledgerWorld({ clock: from.clock, kv: damaged, scrub: SCRUB });
      await scrubbed(world);
      expect(await rows()).to.deep.equal(whole);
      expect(world.ledger.register(REGISTER_ID)).to.include({ status: 'ONLINE' }).and.not.have.property('damage');
      expect(world.ledger.damage.figures.repair).to.include({ damaged: 0, repaired: 1 });
      await world.ledger.stop();
    });
  it('is made again too where a rebuild of the indexes was cut off', async () => {
    const from = await chainOf(HEAD);
    await from.ledger.stop();
    const damaged = (from.kv as MemoryKv).crash();
    const rows = async () => (await rowsOf(damaged)).filter((row) => !row.startsWith('terms '));
    const whole = await rows();
    await drop(damaged, 'inst/');
    await damaged.write([{ key: metaKey('rebuild/1'), value: checksumJson({}) }]);
    const world = await ledgerWorld({ clock: from.clock, kv: damaged, scrub: SCRUB });
    await scrubbed(world);
    expect(world.ledger.register(REGISTER_ID)).to.include({ status: 'ONLINE' }).and.not.have.property('damage');
    expect(await rows()).to.deep.equal(whole);
    await world.ledger.stop();
  });
});

describe('a repair that has to wait', () => {
  it('begins after its pause, with the register in RECOVERY meanwhile', async () => {
    const from = await chainOf(3);
    const world = await open(await replicaOf(from), from, peer(from).providers);
    await world.ledger.damage.onDamage(REGISTER_ID, 'damaged: A row is gone.', 20_000);
    await world.clock.advance(19_000);
    const damage = 'damaged: A row is gone.';
    expect(world.ledger.register(REGISTER_ID)).to.include({ status: 'RECOVERY', damage });
    await world.clock.advance(2000);
    expect(world.ledger.register(REGISTER_ID)).to.not.have.property('damage');
    await compared(world);
    expect(world.ledger.register(REGISTER_ID)).to.include({ status: 'ONLINE' });
    await world.ledger.stop();
  });
});

describe('damage on a node that is alone', () => {
  it('takes the register OFFLINE and keeps every row', async () => {
    for (const row of ['body', 'head', 'certificate', 'state', 'transaction'] as const) {
      const from = await chainOf(HEAD);
      await from.ledger.stop();
      const damaged = (from.kv as MemoryKv).crash();
      await flip(damaged, row, -1);
      const before = await rowsOf(damaged);
      const world = await ledgerWorld({ clock: from.clock, kv: damaged, scrub: SCRUB });
      await scrubbed(world);
      expect(world.ledger.register(REGISTER_ID)).to.include({ status: 'OFFLINE' });
      expect(world.ledger.register(REGISTER_ID)?.statusReason).to.match(/^damaged: /);
      expect(await rowsOf(damaged)).to.deep.equal(before);
      await world.ledger.stop();
    }
  });

  it('makes what follows from its own dockets again', async () => {
    for (const row of ['pointer', 'location', 'walletCount'] as const) {
      const from = await chainOf(HEAD);
      await from.ledger.stop();
      const damaged = (from.kv as MemoryKv).crash();
      const whole = await rowsOf(damaged);
      await flip(damaged, row, 1);
      const world = await ledgerWorld({ clock: from.clock, kv: damaged, scrub: SCRUB });
      await scrubbed(world);
      expect(await rowsOf(damaged)).to.deep.equal(whole);
      expect(world.ledger.register(REGISTER_ID)).to.include({ status: 'ONLINE' });
      await world.ledger.stop();
    }
  });
});
