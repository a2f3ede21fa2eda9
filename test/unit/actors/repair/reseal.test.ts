// A register whose state is not the one that its dockets give is sealed again from docket 0, whenever power is lost
// meanwhile; an honest peer is blamed for nothing, and a peer that sends what no quorum decided makes no node give up a
// sound state.
import { expect } from 'chai';
import { judgeSealed } from '../../../../actors/repair/judge.js';
import type { DocketProviders } from '../../../../actors/repair/providers.js';
import type { SealedDocket } from '../../../../core/model/register.js';
import { encodePointer } from '../../../../storage/chain/rows.js';
import type { KvOp } from '../../../../storage/engine/kv.js';
import { type MemoryKv, memoryKv } from '../../../../storage/engine/memory.js';
import { heightKey, locationKey, regKey, rowRange } from '../../../../storage/keys/chain-keys.js';
import { CHAIN_ROWS } from '../../../../storage/keys/chain-rows.js';
import { unsealRows } from '../../../../storage/repair/rebuild.js';
import { docketOps } from '../../../../storage/repair/repair-ops.js';
import { resealing, resealingOp } from '../../../../storage/repair/reseal-note.js';
import {
  anAction,
  foundedRegister,
  keysOf,
  type LedgerWorld,
  ledgerWorld,
  REGISTER_ID,
  submitted,
} from '../../../support/node/ledger-world.js';
import { rowsOf } from '../../../support/register/chain-rows.js';

const HEAD = 6;
/** Durable head of the replica whose state is wrong. */
const LOW = 4;
const HEAD_ROW = CHAIN_ROWS.head.prefix.charCodeAt(0);
/** The disk of a replica that has the chain up to `height`. */
async function replicaOf(from: LedgerWorld, height: number): Promise<MemoryKv> {
  const kv = memoryKv();
  const replica = await ledgerWorld({ keys: keysOf('reader'), clock: from.clock, kv });
  await replica.ledger.follow({ genesis: (await from.chain.sealedDocket(1, 0))!, advertise: false });
  for (let next = 1; next <= height; next++)
    await replica.ledger.adopt(REGISTER_ID, (await from.chain.sealedDocket(1, next))!);
  await replica.ledger.stop();
  return kv.crash();
}

describe('sealing a register again', () => {
  let from: LedgerWorld;
  let whole: readonly string[];
  let wrong: MemoryKv;

  /** Where a docket placed its transactions: of one above the head, no state holds that. */
  const placesOf = async (height: number): Promise<KvOp[]> => {
    const { docket } = (await from.chain.sealedDocket(1, height))!;
    const keys = docket.transactions.map(({ txId }) => Buffer.from(locationKey(1, txId)));
    return docketOps(1, docket).filter(({ key }) => keys.some((one) => one.equals(key)));
  };

  /** The same with the pointer of the docket, by which its transactions stand somewhere. */
  const leftOf = async (height: number): Promise<KvOp[]> => {
    const { docket } = (await from.chain.sealedDocket(1, height))!;
    const pointer = { hash: docket.hash, txBefore: height, timestampMs: docket.header.timestampMs };
    return [...(await placesOf(height)), { key: heightKey('pointer', 1, height), value: encodePointer(pointer) }];
  };

  before(async () => {
    from = await ledgerWorld();
    const pin = await foundedRegister(from);
    for (let i = 1; i < HEAD; i++) await submitted(from, anAction(from, pin, i));
    whole = await rowsOf(await replicaOf(from, HEAD));
    wrong = await replicaOf(from, LOW);
    // The rows of docket 6 on the disk tell that it was sealed here, and a place of its transaction is left of that.
    const { docket, certificate } = (await from.chain.sealedDocket(1, HEAD))!;
    const isCertificate = ({ key }: KvOp) => key[0] === CHAIN_ROWS.certificate.prefix.charCodeAt(0);
    await wrong.write([...docketOps(1, docket, certificate).filter(isCertificate), ...(await placesOf(HEAD))]);
  });

  const peers = (change?: (sealed: SealedDocket) => SealedDocket) => {
    const blamed: string[] = [];
    const providers: DocketProviders = {
      of: () => (change ? ['liar', 'honest'] : ['honest']),
      async *dockets(peerId, range) {
        for await (const sealed of from.chain.iterate(1, range.fromHeight))
          yield change && peerId === 'liar' ? change(sealed) : sealed;
      },
      blame: (peerId) => blamed.push(peerId),
    };
    return { providers, blamed };
  };

  const opened = async (kv: MemoryKv, providers?: DocketProviders) => {
    const world = await ledgerWorld({ keys: keysOf('reader'), clock: from.clock, kv });
    if (providers) world.ledger.damage.from(providers);
    world.ledger.damage.suspect(1);
    return world;
  };

  it('begins at docket 0 when the rules refuse what a quorum decided, and blames no peer', async () => {
    const kv = wrong.crash();
    const { providers, blamed } = peers();
    const world = await opened(kv, providers);
    await world.clock.advance(1000);
    expect(await rowsOf(kv)).to.deep.equal(whole);
    expect(blamed).to.deep.equal([]);
    const record = world.ledger.register(REGISTER_ID);
    expect(record).to.not.have.property('damage');
    // The vote memory was of a height that is sealed: what was signed since is forgotten.
    expect(record?.fence?.validatorIds).to.have.length(1);
    await world.ledger.stop();
  });

  it('begins again after power was lost in any write of it', async () => {
    let hasEnded = false;
    for (let writes = 0; !hasEnded; writes++) {
      expect(writes).to.be.below(100);
      const damaged = wrong.crash();
      const { providers, blamed } = peers();
      const early = await opened(damaged);
      damaged.hold();
      early.ledger.damage.from(providers);
      for (let done = 0; done < writes; done++) {
        await early.clock.settle();
        damaged.sync(1);
      }
      await early.clock.settle();
      hasEnded = damaged.pending === 0;
      const left = damaged.crash();
      void early.ledger.stop().catch(() => undefined);
      await early.clock.settle();
      const world = await opened(left, providers);
      await world.clock.advance(60_000);
      expect(await rowsOf(left), `after ${writes} writes`).to.deep.equal(whole);
      expect(world.ledger.register(REGISTER_ID)).to.not.have.property('damage');
      expect(blamed).to.deep.equal([]);
      await world.ledger.stop();
    }
  }).timeout(60_000);

  it('clears again what a clearing left over, with its own dockets alone, and once only', async () => {
    for (const refusedHeight of [undefined, 3]) {
      const kv = await replicaOf(from, HEAD);
      const early = await ledgerWorld({ keys: keysOf('reader'), clock: from.clock, kv });
      const { journal } = early.store;
      await journal.commit([resealingOp(1, { targetHeight: HEAD, isCleared: false })]);
      await unsealRows({ kv, journal, reg: 1 });
      const note = { targetHeight: HEAD, isCleared: true, ...(refusedHeight ? { refusedHeight } : {}) };
      await journal.commit([resealingOp(1, note), ...(await leftOf(3))]);
      await early.ledger.stop();
      const left = kv.crash();
      const world = await opened(left);
      await world.clock.advance(60_000);
      const { docket } = (await from.chain.sealedDocket(1, 2))!;
      if (refusedHeight) {
        // State that was made again and refuses the same docket is not made again without end.
        expect([resealing(left, 1), world.chain.durableState(1)?.hash]).to.deep.equal([note, docket.hash]);
        expect(world.ledger.register(REGISTER_ID)).to.include({
          status: 'RECOVERY',
          damage: 'damaged: The state was not the one that docket 3 follows from.',
        });
      } else {
        expect(await rowsOf(left)).to.deep.equal(whole);
        expect(resealing(left, 1)).to.equal(undefined);
        expect(world.ledger.register(REGISTER_ID)).to.not.have.property('damage');
      }
      await world.ledger.stop();
    }
  });

  it('goes on with what was begun where no other node has a copy', async () => {
    const alone = await ledgerWorld();
    const pin = await foundedRegister(alone);
    await submitted(alone, anAction(alone, pin, 1));
    const rows = await rowsOf(await replicaOf(alone, 2));
    await alone.ledger.stop();
    const kv = (alone.kv as MemoryKv).crash();
    await kv.write([resealingOp(1, { targetHeight: 2, isCleared: false })]);
    for await (const [key] of kv.range(rowRange('state', 1))) await kv.write([{ key, value: undefined }]);
    await kv.write([{ key: regKey('head', 1), value: undefined }]);
    const world = await ledgerWorld({ clock: alone.clock, kv });
    await world.clock.advance(60_000);
    expect(await rowsOf(kv)).to.deep.equal(rows);
    expect(world.ledger.register(REGISTER_ID)).to.include({ status: 'ONLINE' }).and.not.have.property('damage');
    await world.ledger.stop();
  });

  it('neither blames nor believes a peer whose chain parted from the one here', async () => {
    const kv = await replicaOf(from, LOW);
    const world = await ledgerWorld({ keys: keysOf('reader'), clock: from.clock, kv });
    const before = (await world.chain.durableState(1))!;
    const sealed = (await from.chain.sealedDocket(1, LOW + 1))!;
    const given = { genesisHash: world.ledger.register(REGISTER_ID)!.genesisHash!, view: world.chain.view(1) };
    const wrong = (one: SealedDocket, state = before) => judgeSealed(one, { ...given, before: state });
    expect(wrong(sealed)).to.have.property('state');
    expect(wrong(sealed, { ...before, hash: 'ab'.repeat(32) })).to.include({ wrong: 'branch' });
    expect(wrong(sealed, { ...before, stateHash: 'ab'.repeat(32) })).to.include({ wrong: 'state' });
    const { docket, certificate } = sealed;
    expect(wrong({ docket, certificate: { ...certificate, signatures: [] } })).to.include({ wrong: 'copy' });
    expect(wrong({ docket: { ...docket, transactions: [] }, certificate })).to.include({ wrong: 'copy' });
    await world.ledger.stop();
  });

  it('blames who sends a docket that no quorum decided, and gives up nothing for it', async () => {
    const spoiltBytes = (sealed: SealedDocket): SealedDocket => {
      const [tx] = sealed.docket.transactions;
      const bytes = Buffer.from(tx!.bytes);
      bytes[bytes.length - 9] = bytes[bytes.length - 9]! ^ 1;
      return { ...sealed, docket: { ...sealed.docket, transactions: [{ ...tx!, bytes }] } };
    };
    const spoiltSignatures = ({ docket, certificate }: SealedDocket): SealedDocket => {
      const signatures = certificate.signatures.map((one) => ({ ...one, signature: 'ab'.repeat(64) }));
      return { docket, certificate: { ...certificate, signatures } };
    };
    for (const change of [spoiltBytes, spoiltSignatures]) {
      const kv = await replicaOf(from, LOW);
      const { certificate } = (await from.chain.sealedDocket(1, HEAD))!;
      await kv.write(docketOps(1, (await from.chain.sealedDocket(1, HEAD))!.docket, certificate).slice(-1));
      const cleared: KvOp[] = [];
      const { write } = kv;
      kv.write = (ops) => {
        cleared.push(...ops.filter(({ key, value }) => value === undefined && key[0] === HEAD_ROW));
        return write(ops);
      };
      const { providers, blamed } = peers(change);
      const world = await opened(kv, providers);
      await world.clock.advance(1000);
      expect(await rowsOf(kv)).to.deep.equal(whole);
      expect([blamed, cleared]).to.deep.equal([['liar'], []]);
      await world.ledger.stop();
    }
  });

  it('reads again what it knew of the state before', async () => {
    const kv = await replicaOf(from, HEAD);
    const world = await ledgerWorld({ keys: keysOf('reader'), clock: from.clock, kv });
    const { docket } = (await from.chain.sealedDocket(1, 3))!;
    const [tx] = docket.transactions;
    expect(world.chain.view(1).transaction(tx!.txId)?.txId).to.equal(tx!.txId);
    await kv.write([{ key: locationKey(1, tx!.txId), value: undefined }]);
    expect(world.chain.view(1).transaction(tx!.txId)?.txId).to.equal(tx!.txId);
    world.chain.forgetFacts();
    expect(world.chain.view(1).transaction(tx!.txId)).to.equal(undefined);
    await world.ledger.stop();
  });
});
