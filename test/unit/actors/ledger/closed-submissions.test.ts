// Submissions while a register is closed for repair: promised on disk, offered to the others, and sealed exactly once
// when it is open again. A submission that needs no head to be told is refused at once.
import { expect } from 'chai';
import { copiesFrom } from '../../../../actors/mesh/replication/copies.js';
import type { DocketProviders } from '../../../../actors/repair/providers.js';
import type { SealedDocket } from '../../../../core/model/register.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import type { MemoryKv } from '../../../../storage/engine/memory.js';
import { regKey } from '../../../../storage/keys/chain-keys.js';
import { MeshWorld } from '../../../support/mesh/mesh-world.js';
import {
  anAction,
  foundedRegister,
  genesisTransaction,
  keyOf,
  type LedgerWorld,
  type LedgerWorldOptions,
  ledgerWorld,
  REGISTER_ID,
  signedTransaction,
  submitted,
} from '../../../support/node/ledger-world.js';

/** Spoils the head of the only register of a disk. */
async function spoilHead(kv: MemoryKv): Promise<void> {
  const key = regKey('head', 1);
  const spoilt = Buffer.from(kv.getSync(key)!);
  spoilt[spoilt.length >> 1] = spoilt[spoilt.length >> 1]! ^ 1;
  await kv.write([{ key, value: spoilt }]);
}

/** A peer that has these dockets. */
function providersOf(from: readonly SealedDocket[]): DocketProviders {
  return {
    of: () => ['a peer'],
    async *dockets(_, { fromHeight, toHeight }) {
      for (const sealed of from) {
        const { height } = sealed.docket.header;
        if (height >= fromHeight && height <= toHeight) yield sealed;
      }
    },
    blame: () => undefined,
  };
}

interface Closed {
  readonly world: LedgerWorld;
  readonly pin: string;
  readonly offered: Transaction[];
  /** Was sealed before the damage. */
  readonly sealed: Transaction;
  /** The copy that a peer has of the register. */
  readonly copy: DocketProviders;
}

/** Repairs the register from the copy of a peer, as far as it needs it. */
async function mended(world: LedgerWorld, copy: DocketProviders): Promise<void> {
  world.ledger.damage.from(copy);
  // One that was under way when the copy came up rests first.
  await world.clock.advance(10_000);
}

/**
 * A node that seals alone, whose head is damaged and whose last docket is gone; it expects that another node has a
 * copy.
 */
async function closed(options: LedgerWorldOptions = {}): Promise<Closed> {
  const before = await ledgerWorld();
  const pin = await foundedRegister(before);
  const sealed = anAction(before, pin, 1);
  await submitted(before, sealed);
  await before.ledger.setSubscribed(REGISTER_ID, true);
  const chain: SealedDocket[] = [];
  for await (const one of before.chain.iterate(1, 0)) chain.push(one);
  await before.ledger.stop();
  const kv = (before.kv as MemoryKv).crash();
  await spoilHead(kv);
  // Without the body of the last docket the node cannot seal it again by itself.
  for await (const [key] of kv.range({ gte: Buffer.from('B'), lt: Buffer.from('C'), reverse: true, limit: 1 }))
    await kv.write([{ key, value: undefined }]);
  const offered: Transaction[] = [];
  const accepted = (_: string, tx: Transaction, relayed: boolean) => void (relayed || offered.push(tx));
  const world = await ledgerWorld({ clock: before.clock, kv, accepted, ...options });
  return { world, pin, offered, sealed, copy: providersOf(chain) };
}

describe('submissions to a register that is closed for repair', () => {
  it('are promised, shown as pending, and sealed once when it is open again', async () => {
    const { world, pin, copy } = await closed();
    const tx = anAction(world, pin, 7);
    const first = await submitted(world, tx);
    expect(world.ledger.register(REGISTER_ID)).to.include({ status: 'RECOVERY' });
    expect(first).to.deep.equal({ status: 'pending', acceptedAtMs: world.clock.now() });
    expect(await submitted(world, tx)).to.deep.equal({ ...first, known: true });
    expect(world.ledger.receipt(REGISTER_ID, tx.txId)).to.deep.equal(first);
    expect(world.ledger.pending(REGISTER_ID).map((one) => one.tx)).to.deep.equal([tx]);
    expect(world.ledger.figures()).to.include({ submitted: 2, accepted: 2, refused: 0 });
    await mended(world, copy);
    expect(world.ledger.register(REGISTER_ID)).to.include({ status: 'ONLINE' });
    expect(world.ledger.receipt(REGISTER_ID, tx.txId)).to.include({ status: 'sealed', height: 3, index: 0 });
    expect(world.outbox.size).to.equal(0);
    expect(world.ledger.state(REGISTER_ID)).to.include({ height: 3, txCount: 4 });
    await world.ledger.stop();
  });

  it('are there after power was lost, and are counted and offered with those that were promised before', async () => {
    const { world, pin } = await closed();
    const [one, two] = [anAction(world, pin, 1001), anAction(world, pin, 1002)];
    await submitted(world, one);
    const kv = (world.kv as MemoryKv).crash();
    void world.ledger.stop();
    const again = await ledgerWorld({ clock: world.clock, kv, poolLimits: { transactionsMax: 1 } });
    expect(again.ledger.handle(REGISTER_ID)?.outstanding()).to.equal(undefined);
    await again.clock.settle();
    expect(
      again.ledger
        .handle(REGISTER_ID)
        ?.outstanding()
        ?.map(({ tx }) => tx.txId),
    ).to.deep.equal([one.txId]);
    expect(await submitted(again, one)).to.include({ status: 'pending', known: true });
    expect(await submitted(again, two))
      .to.include({ status: 'pending' })
      .and.not.have.property('known');
    expect(again.ledger.handle(REGISTER_ID)?.outstanding()).to.have.length(2);
    expect(await submitted(again, anAction(again, pin, 1003))).to.have.nested.property('issues[0].code', 'POOL_FULL');
    await again.ledger.stop();
  });

  it('are offered to the other members at once, unless one of them brought them', async () => {
    const { world, pin, offered } = await closed();
    const [own, brought, kept] = [anAction(world, pin, 11), anAction(world, pin, 12), anAction(world, pin, 13)];
    await submitted(world, own);
    const relayed = { priority: 'Normal', waitMs: 0, relayed: true } as const;
    const refused = await world.ledger.submit(brought, relayed);
    expect(refused).to.have.nested.property('issues[0].code', 'NODE_UNAVAILABLE');
    expect(world.ledger.receipt(REGISTER_ID, brought.txId)).to.equal(undefined);
    expect(await world.ledger.submit(kept, { ...relayed, durable: true })).to.include({ status: 'pending' });
    expect(offered).to.deep.equal([own]);
    expect(world.ledger.receipt(REGISTER_ID, kept.txId)).to.include({ status: 'pending' });
    await world.ledger.stop();
  });

  it('that were sealed before end as sealed, and never again in another docket', async () => {
    const { world, sealed, copy } = await closed();
    expect((await submitted(world, sealed)).status).to.be.oneOf(['pending', 'sealed']);
    await mended(world, copy);
    expect(world.ledger.receipt(REGISTER_ID, sealed.txId)).to.include({ status: 'sealed', height: 2 });
    expect(world.ledger.state(REGISTER_ID)).to.include({ height: 2, txCount: 3 });
    expect(world.outbox.size).to.equal(0);
    await world.ledger.stop();
  });

  it('end later with a receipt when the head or the clock says no', async () => {
    const { world, pin, copy } = await closed();
    const stray = anAction(world, 'ab'.repeat(32), 21);
    const late = signedTransaction(
      keyOf('sender 1'),
      {
        ...{ registerId: REGISTER_ID, blueprintId: stray.header.blueprintId, actionId: '0', publicationTxId: pin },
        createdAt: new Date(world.clock.now()).toISOString(),
        expiresAt: new Date(world.clock.now() + 500).toISOString(),
      },
      { sequence: 22, note: 'n' },
    );
    for (const tx of [stray, late]) expect(await submitted(world, tx)).to.include({ status: 'pending' });
    await world.clock.advance(1000);
    expect(
      world.ledger
        .handle(REGISTER_ID)
        ?.outstanding()
        ?.map(({ tx }) => tx),
    ).to.deep.equal([stray]);
    await mended(world, copy);
    const codeOf = (tx: Transaction) => {
      const receipt = world.ledger.receipt(REGISTER_ID, tx.txId);
      return receipt?.status === 'refused' ? receipt.issue.code : receipt?.status;
    };
    expect([stray, late].map(codeOf), 'nothing is final before the register was looked at').to.deep.equal([
      'pending',
      // Its time is over by the clock here alone, and a docket of an earlier time may come.
      'abandoned',
    ]);
    void world.ledger.sweep();
    await world.clock.settle();
    // Its definition may be published yet.
    expect([stray, late].map(codeOf)).to.deep.equal(['abandoned', 'abandoned']);
    expect(world.outbox.size).to.equal(0);
    const told = world.told.flatMap((fact) =>
      fact.type === 'transaction-refused' || fact.type === 'transaction-abandoned' ? [[fact.type, fact.txId]] : [],
    );
    expect(told).to.have.deep.members([
      ['transaction-abandoned', stray.txId],
      ['transaction-abandoned', late.txId],
    ]);
    await world.ledger.stop();
  });

  it('are refused at once for what no head is needed for, and nothing of them is kept', async () => {
    const { world, pin } = await closed();
    const good = anAction(world, pin, 31);
    const other = keyOf('another');
    const forged = {
      ...good,
      signatures: [{ ...good.signatures[0]!, signatureValue: Buffer.alloc(64, 1).toString('base64') }],
    };
    const old = signedTransaction(
      other,
      {
        ...{ registerId: REGISTER_ID, blueprintId: good.header.blueprintId, actionId: '0', publicationTxId: pin },
        createdAt: new Date(world.clock.now() - 2 * 3_600_000).toISOString(),
      },
      { sequence: 32, note: 'n' },
    );
    const codes: string[] = [];
    for (const tx of [forged, old, genesisTransaction(world.clock.now() + 1)]) {
      const outcome = await submitted(world, tx);
      if (outcome.status === 'refused') codes.push(outcome.issues[0]!.code);
    }
    expect(codes).to.deep.equal(['VAL_SIG_002', 'VAL_TIME_002', 'VAL_PERM_004']);
    expect(world.outbox.size).to.equal(0);
    expect(world.ledger.figures()).to.include({ accepted: 0, refused: 3 });
    const brought = { priority: 'Normal', waitMs: 0, relayed: true, durable: true } as const;
    expect(await world.ledger.submit(forged, brought)).to.have.nested.property('issues[0].code', 'VAL_SIG_002');
    expect(await world.ledger.submit(old, brought), 'another node took it in time').to.include({ status: 'pending' });
    await world.ledger.stop();
  });

  it('are refused as retryable when the outbox is full, and for a register that is OFFLINE or not here', async () => {
    const { world, pin } = await closed({ outboxMax: 1 });
    expect(await submitted(world, anAction(world, pin, 41))).to.include({ status: 'pending' });
    expect(await submitted(world, anAction(world, pin, 42))).to.have.nested.property('issues[0].code', 'POOL_FULL');
    const elsewhere = anAction(world, pin, 43, '99999999-2222-4333-8444-555555555555');
    expect(await submitted(world, elsewhere)).to.have.nested.property('issues[0].code', 'REGISTER_NOT_FOUND');
    await world.ledger.update(REGISTER_ID, { status: 'OFFLINE' });
    expect(await submitted(world, anAction(world, pin, 44))).to.have.nested.property(
      'issues[0].code',
      'REGISTER_OFFLINE',
    );
    await world.ledger.remove(REGISTER_ID);
    expect(world.outbox.size).to.equal(0);
    await world.ledger.stop();
  });

  it('do not hurry a repair that rests, however many come', async () => {
    const { world, pin, copy } = await closed();
    let asked = 0;
    const of = () => {
      asked++;
      return [];
    };
    world.ledger.damage.from({ ...copy, of });
    await submitted(world, anAction(world, pin, 50));
    await world.clock.advance(1);
    const once = asked;
    for (let i = 51; i < 60; i++) await submitted(world, anAction(world, pin, i));
    expect(asked).to.equal(once);
    expect(once).to.be.above(0);
    await world.ledger.stop();
  });

  it('are sealed exactly once whatever write of acceptance and repair was the last', async () => {
    let hasEnded = false;
    for (let writes = 0; !hasEnded; writes++) {
      expect(writes).to.be.below(100);
      const { world, pin, copy } = await closed();
      const tx = anAction(world, pin, 61);
      const kv = world.kv as MemoryKv;
      await world.ledger.seating.control(REGISTER_ID, 'start');
      await world.clock.settle();
      kv.hold();
      let answer: string | undefined;
      const told = ({ status }: { readonly status: string }) => {
        answer = status;
      };
      void world.ledger.submit(tx, { priority: 'Normal', waitMs: 0 }).then(told, () => undefined);
      world.ledger.damage.from(copy);
      for (let done = 0; done < writes; done++) {
        await world.clock.settle();
        kv.sync(1);
      }
      await world.clock.settle();
      const answered = answer === 'pending' || answer === 'sealed';
      hasEnded = kv.pending === 0 && answered;
      const left = kv.crash();
      void world.ledger.stop().catch(() => undefined);
      await world.clock.settle();
      const again = await ledgerWorld({ clock: world.clock, kv: left });
      await again.ledger.seating.control(REGISTER_ID, 'start');
      await mended(again, copy);
      const receipt = again.ledger.receipt(REGISTER_ID, tx.txId);
      if (answered) expect(receipt, `after ${writes} writes`).to.include({ status: 'sealed', height: 3 });
      else expect(receipt?.status, `after ${writes} writes`).to.be.oneOf([undefined, 'sealed']);
      expect(again.ledger.state(REGISTER_ID)).to.include(receipt ? { height: 3, txCount: 4 } : { height: 2 });
      expect(again.outbox.size).to.equal(0);
      await again.ledger.stop();
    }
  }).timeout(60_000);
});

describe('a member of a mesh whose register is closed for repair', () => {
  it('has what was submitted to it sealed by the others', async () => {
    const names = ['one', 'two', 'three'];
    const mesh = await MeshWorld.of(...names);
    const pin = await mesh.found(names);
    const { world, kv, driver } = mesh.node('three');
    await mesh.clock.advance(1000);
    world.ledger.damage.from(undefined);
    await spoilHead(kv);
    for await (const [key] of kv.range({ gte: Buffer.from('B'), lt: Buffer.from('C'), reverse: true, limit: 1 }))
      await kv.write([{ key, value: undefined }]);
    world.ledger.damage.suspect(1);
    await mesh.clock.advance(100);
    expect(world.ledger.register(REGISTER_ID)).to.include({ status: 'RECOVERY' }).and.have.property('damage');
    const tx = mesh.action('three', pin, 5);
    expect(await mesh.submit('three', tx)).to.include({ status: 'pending' });
    await mesh.clock.advance(3000);
    expect(mesh.node('one').world.ledger.receipt(REGISTER_ID, tx.txId)).to.include({ status: 'sealed' });
    expect(world.ledger.receipt(REGISTER_ID, tx.txId)).to.include({ status: 'pending' });
    world.ledger.damage.from(copiesFrom(mesh.node('three').net, driver.parts.rosters));
    await mesh.clock.advance(60_000);
    expect(world.ledger.receipt(REGISTER_ID, tx.txId)).to.include({ status: 'sealed' });
    expect(world.outbox.size).to.equal(0);
    expect(await mesh.chain('three')).to.deep.equal(await mesh.chain('one'));
    await mesh.stop();
  }).timeout(60_000);
});
