// A disk that lost one synced batch in the middle: whichever it was, the replica becomes what it would have been, to
// the bit. No state, index entry or body of that batch is missing or left over.
import { expect } from 'chai';
import type { DocketProviders } from '../../../../actors/repair/providers.js';
import type { Docket } from '../../../../core/model/register.js';
import { docketHash } from '../../../../core/register/docket.js';
import { recordOp } from '../../../../storage/chain/registers.js';
import type { KvOp } from '../../../../storage/engine/kv.js';
import { type MemoryKv, memoryKv } from '../../../../storage/engine/memory.js';
import { checksumJson } from '../../../../storage/engine/value.js';
import { metaKey, rowRange } from '../../../../storage/keys/chain-keys.js';
import { CHAIN_ROWS, type ChainRow } from '../../../../storage/keys/chain-rows.js';
import { keyName, keyOfName } from '../../../../storage/keys/names.js';
import { loserOps } from '../../../../storage/repair/repair-ops.js';
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

/** More dockets than opening looks at. */
const HEAD = 10;
const SCRUB = { bytesPerSecond: 2_000_000, fromStart: true };
/** Rows that say the same on every node. The meaning of a lost memory of votes is another matter. */
const CHAIN = (Object.keys(CHAIN_ROWS) as ChainRow[]).filter(
  (row) =>
    !['meta', 'ring', 'register', 'submission', 'promise', 'refusal', 'consensus', 'candidates', 'undecided'].includes(
      row,
    ),
);

async function rowsOf(kv: MemoryKv): Promise<readonly string[]> {
  const rows: string[] = [];
  for (const row of CHAIN)
    for await (const [key, value] of kv.range(rowRange(row)))
      rows.push(`${row} ${Buffer.from(key).toString('hex')} ${Buffer.from(value).toString('hex')}`);
  return rows;
}

/** A rival of a docket: other bytes at its height. */
function rivalOf({ header, ...docket }: Docket): Docket {
  const other = { ...header, timestampMs: header.timestampMs + 1 };
  return { ...docket, header: other, hash: docketHash(other) };
}

/**
 * Every batch that a replica wrote while it took the chain over docket by docket, with a rival of each stored before
 * its seal.
 */
async function batchesOf(from: LedgerWorld): Promise<readonly (readonly KvOp[])[]> {
  const kv = memoryKv();
  const batches: KvOp[][] = [];
  const recorded: MemoryKv = {
    ...kv,
    write: (ops) => {
      batches.push([...ops]);
      return kv.write(ops);
    },
  };
  const replica = await ledgerWorld({ keys: keysOf('reader'), clock: from.clock, kv: recorded });
  await replica.ledger.follow({ genesis: (await from.chain.sealedDocket(1, 0))!, advertise: false });
  for (let height = 1; height <= HEAD; height++) {
    const sealed = (await from.chain.sealedDocket(1, height))!;
    await replica.store.journal.commit(replica.chain.bodyOps(1, rivalOf(sealed.docket)));
    await replica.store.journal.commit(replica.chain.bodyOps(1, sealed.docket));
    expect(await replica.ledger.adopt(REGISTER_ID, sealed)).to.equal('sealed');
  }
  await replica.ledger.stop();
  await replica.store.journal.whenDrained();
  return batches;
}

async function diskOf(batches: readonly (readonly KvOp[])[]): Promise<MemoryKv> {
  const kv = memoryKv();
  for (const ops of batches) await kv.write(ops);
  return kv;
}

const sealing = (ops: readonly KvOp[]) =>
  ops.some(({ key, value }) => value !== undefined && key[0] === CHAIN_ROWS.head.prefix.charCodeAt(0));

describe('a batch that a disk lost', () => {
  let from: LedgerWorld;
  let batches: readonly (readonly KvOp[])[];
  let whole: readonly string[];

  before(async () => {
    from = await ledgerWorld();
    const pin = await foundedRegister(from);
    for (let i = 1; i < HEAD; i++) await submitted(from, anAction(from, pin, i));
    batches = await batchesOf(from);
    whole = await rowsOf(await diskOf(batches));
  });

  const peer: DocketProviders = {
    of: () => ['a peer'],
    dockets: (_, range) => from.chain.iterate(1, range.fromHeight),
    blame: () => undefined,
  };

  it('leaves nothing missing and nothing over once it is repaired, whichever it was', async () => {
    // Without the first the node does not know that it has the register; the last is the head, which peers tell of.
    const first = batches.findIndex(sealing);
    const last = batches.findLastIndex(sealing);
    expect(last - first).to.be.at.least(2 * HEAD);
    for (let lost = first + 1; lost < last; lost++) {
      const kv = await diskOf(batches.filter((_, index) => index !== lost));
      const world = await ledgerWorld({ keys: keysOf('reader'), clock: from.clock, kv, scrub: SCRUB });
      world.ledger.damage.from(peer);
      await world.ledger.seating.control(REGISTER_ID, 'start');
      await world.clock.advance(60_000);
      expect(await rowsOf(kv), `without batch ${lost}`).to.deep.equal(whole);
      expect(world.ledger.register(REGISTER_ID)).to.not.have.property('damage');
      await world.ledger.stop();
    }
  });

  it('is looked for in every register at the next start, once, also below what opening looks at', async () => {
    const second = batches.findIndex((ops, index) => sealing(ops) && index > batches.findIndex(sealing));
    const kv = await diskOf(batches.filter((_, index) => index !== second));
    const world = await ledgerWorld({ keys: keysOf('reader'), clock: from.clock, kv });
    await world.clock.advance(1000);
    expect(world.ledger.register(REGISTER_ID)).to.have.property('damage');
    world.ledger.damage.from(peer);
    await world.clock.advance(1000);
    expect(await rowsOf(kv)).to.deep.equal(whole);
    expect(world.ledger.register(REGISTER_ID)).to.not.have.property('damage');
    await world.ledger.stop();
    const again = await ledgerWorld({ keys: keysOf('reader'), clock: from.clock, kv: kv.crash() });
    await again.clock.advance(1000);
    expect([again.store.fence, again.ledger.damage.figures.repair.repaired]).to.deep.equal(['journal-gap', 0]);
    await again.ledger.stop();
  });

  it('is made again from the dockets here where a block of a table gave an older row of state back', async () => {
    const kv = await diskOf(batches);
    const values = new Map<string, Uint8Array[]>();
    for (const { key, value } of batches.flat())
      if (value && key[0] === CHAIN_ROWS.state.prefix.charCodeAt(0))
        values.set(keyName(key), [...(values.get(keyName(key)) ?? []), value]);
    const [name, versions] = [...values].find(([, all]) => all.length > 1) ?? [...values][0]!;
    // A row of its own checksum, only older: nothing but the note tells of it.
    await kv.write([{ key: keyOfName(name), value: versions.length > 1 ? versions[0] : undefined }]);
    expect(await rowsOf(kv)).to.not.deep.equal(whole);
    const lost = { registers: [{ from: 1, to: 1, row: 'state', derived: true }], votes: false, own: [] };
    await kv.write([{ key: metaKey('lost'), value: checksumJson(lost) }]);
    const world = await ledgerWorld({ keys: keysOf('reader'), clock: from.clock, kv });
    await world.clock.advance(60_000);
    expect(await rowsOf(kv)).to.deep.equal(whole);
    expect(world.ledger.register(REGISTER_ID)).to.not.have.property('damage');
    expect(kv.getSync(metaKey('lost'))).to.equal(undefined);
    await world.ledger.stop();
  });

  it('goes on with the register closed while a docket of it is nowhere to be had, and lowers no head meanwhile', async () => {
    const lost = batches.findLastIndex((ops, index) => sealing(ops) && index < batches.findLastIndex(sealing));
    // The body too: nothing of the docket is left.
    const kv = await diskOf(batches.filter((_, index) => index < lost - 2 || index > lost));
    const world = await ledgerWorld({ keys: keysOf('reader'), clock: from.clock, kv });
    expect(issueOf(await world.ledger.seating.control(REGISTER_ID, 'start'))).to.include({ code: 'NODE_UNAVAILABLE' });
    await world.clock.advance(60_000);
    expect(world.chain.durableState(1)?.height).to.equal(HEAD);
    world.ledger.damage.from(peer);
    await world.clock.advance(60_000);
    expect(await rowsOf(kv)).to.deep.equal(whole);
    await world.ledger.stop();
  });

  it('gives no other register the number of one whose record it had', async () => {
    const first = batches.findIndex(sealing);
    const kv = await diskOf(batches.filter((_, index) => index !== first));
    const world = await ledgerWorld({ keys: keysOf('reader'), clock: from.clock, kv });
    expect(world.ledger.registers()).to.deep.equal([]);
    const genesis = (await from.chain.sealedDocket(1, 0))!;
    const record = await world.ledger.follow({ genesis, advertise: false });
    expect(record).to.include({ reg: 2 });
    await world.ledger.adoptRange(REGISTER_ID, from.chain.iterate(1, 1), 'all');
    expect(world.chain.durableState(2)?.height).to.equal(HEAD);
    await world.ledger.stop();
  });

  it('begins a register again of which nothing but the record is left', async () => {
    const first = batches.findIndex(sealing);
    const isRecord = ({ key }: KvOp) => key[0] === CHAIN_ROWS.register.prefix.charCodeAt(0);
    const kv = await diskOf([...batches.slice(0, first), batches[first]!.filter(isRecord)]);
    const world = await ledgerWorld({ keys: keysOf('reader'), clock: from.clock, kv });
    await world.clock.advance(1000);
    expect(world.ledger.register(REGISTER_ID)).to.have.property('damage');
    world.ledger.damage.from(peer);
    await world.clock.advance(1000);
    expect(world.ledger.register(REGISTER_ID)).to.not.have.property('damage');
    expect(await rowsOf(kv)).to.deep.equal(await rowsOf(await diskOf(batches.slice(0, first + 1))));
    await world.ledger.stop();
  });

  it('fences the keys of the node when it held a docket that was promised', async () => {
    const kv = await diskOf(batches);
    const early = await ledgerWorld({ keys: keysOf('reader'), clock: from.clock, kv });
    const record = early.chain.loadRecord<Record<string, unknown>>(1)!;
    const promise = { docketHash: 'ab'.repeat(32), round: 0, height: HEAD + 1 };
    await early.store.journal.commit(early.chain.recordOps(1, { ...record, prepareVote: promise }, true));
    await early.store.journal.whenDrained();
    const world = await ledgerWorld({ keys: keysOf('reader'), clock: from.clock, kv: kv.crash() });
    await world.ledger.seating.control(REGISTER_ID, 'start');
    await world.clock.advance(1000);
    const after = world.ledger.register(REGISTER_ID);
    expect(after).to.not.have.property('damage');
    expect(after?.fence?.validatorIds).to.deep.equal(
      keysOf('reader')
        .all()
        .map(({ validatorId }) => validatorId),
    );
    await world.ledger.stop();
    await early.ledger.stop();
  });

  it('brings back the bodies of losers of one height only, and those are deleted with their transactions', async () => {
    const kv = await diskOf(batches);
    const { docket } = (await from.chain.sealedDocket(1, 3))!;
    expect(await loserOps(kv, 1, docket)).to.deep.equal([]);
    const world = await ledgerWorld({ keys: keysOf('reader'), clock: from.clock, kv });
    for (const loser of [rivalOf(docket), rivalOf(rivalOf(docket))])
      await world.store.journal.commit(world.chain.bodyOps(1, loser));
    const ops = await loserOps(kv, 1, docket);
    // A body and its one transaction each.
    expect(ops).to.have.length(4);
    await kv.write(ops);
    expect(await rowsOf(kv)).to.deep.equal(whole);
    await world.ledger.stop();
  });
});

describe('a lost end of a register that one node decides', () => {
  it('does not call a register ONLINE whose end is lost, until its operator accepts that', async () => {
    const from = await ledgerWorld();
    await foundedRegister(from);
    await from.ledger.stop();
    const kv = (from.kv as MemoryKv).crash();
    await kv.write([{ key: metaKey('gap'), value: checksumJson({ seq: 3 }) }]);
    let world = await ledgerWorld({ clock: from.clock, kv, fence: 'restored' });
    await world.clock.advance(60_000);
    const found = world.ledger.register(REGISTER_ID);
    expect([found?.status, found?.damage]).to.deep.equal(['RECOVERY', undefined]);
    expect(found?.statusReason).to.match(/may be missing .* accept-amnesia/);
    await world.ledger.stop();
    // The survey is done: a later start finds nothing, and knows no more.
    world = await ledgerWorld({ clock: from.clock, kv: kv.crash(), fence: 'restored' });
    await world.ledger.seating.control(REGISTER_ID, 'start');
    await world.clock.advance(60_000);
    expect(world.ledger.register(REGISTER_ID)).to.include({ status: 'RECOVERY' });
    await world.ledger.seating.control(REGISTER_ID, 'accept-amnesia');
    expect(world.ledger.register(REGISTER_ID)).to.include({ status: 'ONLINE' }).and.not.have.property('statusReason');
    await world.ledger.stop();
  });

  it('is not given up because somebody asks for it while it is surveyed', async () => {
    const from = await ledgerWorld();
    const pin = await foundedRegister(from);
    await from.ledger.stop();
    const kv = (from.kv as MemoryKv).crash();
    await kv.write([{ key: metaKey('gap'), value: checksumJson({ seq: 3 }) }]);
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    const slow: MemoryKv = {
      ...kv,
      async *range(range) {
        // The survey reads the state; a look for timers reads a part of it.
        const isState = range.gte[0] === CHAIN_ROWS.state.prefix.charCodeAt(0);
        if (isState && !Buffer.from(range.gte).includes('due/')) await held;
        yield* kv.range(range);
      },
    };
    const world = await ledgerWorld({ clock: from.clock, kv: slow, fence: 'restored' });
    await world.clock.advance(120_000);
    await world.ledger.sweep();
    expect(world.ledger.register(REGISTER_ID)).to.have.property('damage');
    const tx = anAction(from, pin, 7);
    expect(await world.ledger.submit(tx, { priority: 'Normal', waitMs: 0 })).to.include({ status: 'pending' });
    go();
    await world.clock.advance(1000);
    expect(world.ledger.register(REGISTER_ID)).to.include({ status: 'RECOVERY' }).and.not.have.property('damage');
    await world.ledger.seating.control(REGISTER_ID, 'accept-amnesia');
    expect(world.ledger.register(REGISTER_ID)).to.include({ status: 'ONLINE' });
    await world.clock.advance(1000);
    expect(world.ledger.receipt(REGISTER_ID, tx.txId)).to.include({ status: 'sealed' });
    await world.ledger.stop();
  });

  it('is looked at again when the operator orders a register ONLINE that was given up', async () => {
    const from = await ledgerWorld();
    await foundedRegister(from);
    await from.ledger.stop();
    const kv = (from.kv as MemoryKv).crash();
    const record = from.registers.byId(REGISTER_ID)!;
    const damage = 'damaged: the disk lost a batch.';
    await kv.write([recordOp({ ...record, damage, status: 'OFFLINE', statusReason: damage })]);
    const world = await ledgerWorld({ clock: from.clock, kv });
    await world.ledger.update(REGISTER_ID, { status: 'ONLINE' });
    await world.clock.advance(60_000);
    const found = world.ledger.register(REGISTER_ID);
    expect([found?.status, found?.damage, found?.statusReason]).to.deep.equal(['ONLINE', undefined, undefined]);
    await world.ledger.stop();
  });
});
