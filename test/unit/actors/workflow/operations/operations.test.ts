// Operations on a virtual clock: which submissions become one, what is told of it on its way, and that a crash anywhere
// leaves exactly one transaction.
import { expect } from 'chai';
import type { Acting } from '../../../../../actors/workflow/encryption/acting.js';
import type { OperationStarted } from '../../../../../actors/workflow/operations/operation-ports.js';
import { sha256 } from '../../../../../core/base/hash.js';
import { type Issue, issue } from '../../../../../core/base/issue.js';
import { TRANSACTION_AGE_MAX_MS } from '../../../../../core/base/limits/ledger/transactions.js';
import { UPLOAD_KEEP_MS } from '../../../../../core/base/limits/node/files.js';
import {
  OPERATION_KEEP_MS,
  OPERATIONS_AT_ONCE,
  OPERATIONS_KEPT_MAX,
  OPERATIONS_NODE_MAX,
  OPERATIONS_WALLET_MAX,
} from '../../../../../core/base/limits/node/operations.js';
import { fail, isFailure } from '../../../../../core/base/result.js';
import { type MemoryKv, memoryKv } from '../../../../../storage/engine/memory.js';
import type { Asker, OperationRecord } from '../../../../../storage/tables/workflow/operations.js';
import { issuesOf } from '../../../../support/base/results.js';
import { VirtualClock } from '../../../../support/base/virtual-clock.js';
import { aSealedFile } from '../../../../support/mesh/mesh-files.js';
import { REGISTER_ID } from '../../../../support/node/ledger-world.js';
import {
  aNode,
  BACKGROUND,
  codes,
  copyOf,
  instanceOf,
  member,
  type OperationWorld,
  operationWorld,
  order,
  sealedHere,
  settled,
  started,
} from '../../../../support/node/operation-world.js';

const LOST = { locked: { status: 'Locked' }, wallet: { owner: { kind: 'person', id: 'eve' } } } as const;
describe('OperationHost', () => {
  it('does what nobody was asked about while its caller waits, asked once it is signed, or not at all', async () => {
    const { world, by } = await aNode();
    const asked: string[] = [];
    const keep = (issues: readonly Issue[]) => async (tx: { readonly txId: string }) => {
      asked.push(tx.txId);
      return issues;
    };
    const submit = (manner: object) =>
      settled(world, world.operations.submit(order(by), { ...BACKGROUND, background: false, ...manner }));
    expect(codes(await submit({ background: true, keep: keep([]) }))).to.deep.equal(['STANDING_GRANT_NEEDED ']);
    expect(world.operations.unfinished).to.equal(0);
    const refused = issue('STANDING_GRANT_NEEDED', '', 'No act is left.');
    expect(codes(await submit({ keep: keep([refused]) }))).to.deep.equal(['STANDING_GRANT_NEEDED ']);
    const done = await submit({ keep: keep([]) });
    expect(done).to.include({ status: 'sealed', transactionId: asked[1] });
    expect(asked).to.have.length(2);
  });

  it('encrypts, signs and submits, told step by step, and the instance moves on', async () => {
    const { world, by } = await aNode();
    world.told.splice(0);
    const { operationId, instanceId, nextActions } = await started(world, by);
    expect(nextActions.map(({ actionId }) => actionId)).to.deep.equal([1]);
    const done = world.operations.find(operationId);
    expect(done).to.include({ status: 'Completed', percentComplete: 100, step: 4, sender: by.address, recipients: 1 });
    const view = await instanceOf(world, instanceId);
    expect(view).to.include({ firstTransactionId: done?.transactionId, transactionCount: 1 });
    expect(view.currentActionIds).to.deep.equal([1]);
    const facts = world.told.flatMap((fact) => (fact.type.startsWith('operation-') ? [fact] : []));
    expect(facts.map((fact) => [fact.type, 'percentComplete' in fact && fact.percentComplete])).to.deep.equal([
      ['operation-progress', 10],
      ['operation-progress', 30],
      ['operation-progress', 60],
      ['operation-progress', 80],
      ['operation-completed', 100],
    ]);
    for (const fact of facts) expect(fact).to.include({ operationId, wallet: by.address });
    expect(world.sealings).to.have.length(1);
    expect(world.finished.map(({ outcome }) => outcome)).to.deep.equal(['completed']);
    expect([world.operations.unfinished, world.clock.armed]).to.deep.equal([0, 0]);
  });

  it('leaves nothing of what is small, and refuses at once what would fail', async () => {
    const { world, by } = await aNode();
    const small = await settled(world, world.operations.submit(order(by), { ...BACKGROUND, background: false }));
    expect(small).to.include({ status: 'sealed' });
    const wrong = await settled(world, world.operations.submit(order(by, { payload: { amount: 'x' } }), BACKGROUND));
    expect(codes(wrong)).to.deep.equal(['VAL_SCHEMA_004 /payload/amount']);
    expect(world.operationStore.ofWallet(by.address).length).to.equal(0);
  });

  it('never has what was asked on the disk but sealed, and forgets it once it has ended', async () => {
    const kv = memoryKv();
    const { world, by } = await aNode({ kv, seal: () => new Promise(() => undefined) });
    const secret = 'a note that nobody else may read';
    const { operationId } = await started(world, by, { payload: { amount: 3, note: secret } });
    const bytesOf = async (disk: MemoryKv) => {
      const found: string[] = [];
      for await (const [, value] of disk.range({ gte: Uint8Array.of(0), lt: Uint8Array.of(255) }))
        found.push(Buffer.from(value).toString('latin1'));
      return found.join('\n');
    };
    expect(await bytesOf(kv)).to.not.contain(secret);
    expect(world.operationStore.ask(operationId)).to.contain(secret);
    const next = await operationWorld({ kv: await copyOf(kv), clock: new VirtualClock(world.clock.now()) });
    await next.clock.settle();
    expect(next.operations.find(operationId)?.status).to.equal('Completed');
    expect(next.operationStore.ask(operationId)).to.equal(undefined);
    expect(next.operationStore.signedBytes(operationId)).to.equal(undefined);
    expect(await bytesOf(next.kv as MemoryKv)).to.not.contain(secret);
  });

  it('keeps the chunks that it was asked to send while it has not ended, however long the node is down', async () => {
    const kv = memoryKv();
    const { world, by } = await aNode({ kv, seal: () => new Promise(() => undefined) });
    const file = aSealedFile('plan', [sha256('plan')]);
    const needs = (by: number) => new Map(file.reference.chunks.map((hash) => [hash, by]));
    await world.commit(world.chunks.change(needs(1), file.chunks));
    const payload = { amount: 3, note: { fileId: file.reference.fileId } };
    const { operationId } = await started(world, by, { payload, files: [file] });
    // The upload expires.
    await world.commit(world.chunks.change(needs(-1)));
    const had: (boolean | undefined)[] = [];
    const next: OperationWorld = await operationWorld({
      ...{ kv: await copyOf(kv), clock: new VirtualClock(world.clock.now() + 3 * UPLOAD_KEEP_MS) },
      seal: async (ask) => {
        had.push(next.chunks.has(file.reference.chunks[0] as string));
        return sealedHere(ask);
      },
    });
    await next.clock.settle();
    expect(next.operations.find(operationId)).to.include({ status: 'Completed' });
    // Its transaction claims them when it is submitted; in this world it is not submitted.
    expect([had, next.chunks.has(file.reference.chunks[0] as string)]).to.deep.equal([[true], false]);
    expect(next.chunks.storedBytes).to.equal(0);
  });

  it('takes the same again as the operation that runs, also when both come at once', async () => {
    const { world, by } = await aNode({ seal: () => new Promise(() => undefined) });
    const ask = () => world.operations.submit(order(by), BACKGROUND);
    const [one, two] = (await settled(world, Promise.all([ask(), ask()]))) as OperationStarted[];
    expect(two?.operationId).to.equal(one?.operationId);
    expect((await started(world, by)).operationId).to.equal(one?.operationId);
    const other = await started(world, by, {}, { idempotencyKey: 'another' });
    expect(other.operationId).to.not.equal(one?.operationId);
    expect(other.instanceId).to.not.equal(one?.instanceId);
    expect(world.operations.find(other.operationId)).to.include({ status: 'Running', percentComplete: 30 });
    const third = await started(world, by, { payload: { amount: 4 } });
    expect(world.operations.find(third.operationId)).to.include({ status: 'Queued', percentComplete: 10 });
    expect(world.sealings).to.have.length(2);
  });

  it('keeps no place while others move its instance, so that an operation that waits there stops no other one', async () => {
    const hung: (() => void)[] = [];
    let hangs = true;
    const { world, by } = await aNode({
      seal: async (ask) => {
        if (hangs) await new Promise<void>((resolve) => hung.push(resolve));
        return sealedHere(ask);
      },
    });
    const full = await Promise.all([1, 2].map((amount) => started(world, by, { payload: { amount } })));
    expect(hung).to.have.lengthOf(OPERATIONS_AT_ONCE);
    const waiting = await Promise.all([3, 4].map((amount) => started(world, by, { payload: { amount } })));
    const end: (() => void)[] = [];
    const others = waiting.map(({ instanceId }) =>
      world.workflow.carry(order(by, { opens: instanceId }), {
        proceed: () => true,
        encrypt: () => new Promise((resolve) => end.push(() => resolve(fail(issue('VAL_SIZE_001', '', 'given up'))))),
      }),
    );
    hangs = false;
    for (const go of hung) go();
    const late = await started(world, by, { payload: { amount: 5 } });
    await world.clock.settle();
    const status = ({ operationId }: OperationStarted) => world.operations.find(operationId)?.status;
    expect([...full, late].map(status)).to.deep.equal(['Completed', 'Completed', 'Completed']);
    expect(waiting.map(status)).to.not.include('Completed');
    expect(world.workflow.moving('another register', waiting[0]?.instanceId ?? '')).to.equal(undefined);
    for (const go of end) go();
    await Promise.all(others);
    await world.clock.settle();
    expect(waiting.map(status)).to.deep.equal(['Completed', 'Completed']);
  });

  it('has a bound for each wallet', async () => {
    const { world, by } = await aNode({ seal: () => new Promise(() => undefined) });
    for (let n = 0; n < OPERATIONS_WALLET_MAX; n++) await started(world, by, { payload: { amount: n + 1 } });
    const more = await settled(world, world.operations.submit(order(by, { payload: { amount: 99 } }), BACKGROUND));
    expect(codes(more)).to.deep.equal(['OPERATIONS_FULL ']);
  });

  it('leaves room for others, however many wallets an organisation has', async () => {
    const { world: before, by } = await aNode();
    const first = await started(before, by);
    const { operationStore: store, clock } = before;
    const one = store.find(first.operationId) as OperationRecord;
    const { completedAtMs: _, ...ended } = one;
    const running = { ...ended, transactionId: 'ab'.repeat(32) };
    const half = OPERATIONS_NODE_MAX / 2;
    for (let n = 0; n < half; n++) {
      const wallet = `wallet ${n % 10}`;
      const record = {
        ...running,
        operationId: `op ${n}`,
        digest: `${n}`,
        wallet,
        sender: wallet,
        state: 'Signed',
      } as const;
      await before.commit([...store.add(record, '{}'), ...store.sign(record, new Uint8Array(1))]);
    }
    // Others may have what was signed, so that they go on for hours.
    const world = await operationWorld({ kv: await copyOf(before.kv as MemoryKv), clock, shared: true });
    await clock.settle();
    expect(world.operations.unfinished).to.equal(half);
    const ask = (asker: Asker) =>
      settled(world, world.operations.submit(order(by, { payload: { amount: 5 } }), { ...BACKGROUND, asker }));
    expect(codes(await ask(BACKGROUND.asker))).to.deep.equal(['OPERATIONS_FULL ']);
    const membership = { organisationId: 'another', membershipId: 'member' };
    expect(await ask({ id: 'bob', membership })).to.have.property('operationId');
  });

  it('fails with what a submission is told when the instance has moved on meanwhile', async () => {
    let free: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      free = resolve;
    });
    const { world, by } = await aNode({ seal: (ask) => gate.then(() => sealedHere(ask)) });
    const opened = await settled(world, world.operations.submit(order(by), { ...BACKGROUND, background: false }));
    const { instanceId } = opened as { instanceId: string };
    // Two others keep the places, so that the third waits.
    for (const amount of [7, 8]) await started(world, by, { payload: { amount } });
    const confirm = { actionId: '1', instanceId, payload: { confirmed: true } };
    const { operationId } = await started(world, by, confirm);
    const meanwhile = { ...confirm, payload: { confirmed: false } };
    await settled(world, world.workflow.submit(order(by, meanwhile)));
    free();
    await world.clock.settle();
    const failed = world.operations.find(operationId);
    expect(failed).to.include({ status: 'Failed', percentComplete: 10 });
    const again = await settled(world, world.workflow.submit(order(by, confirm)));
    expect(failed?.issues).to.deep.equal(issuesOf(again));
    expect(failed?.transactionId).to.equal(undefined);
    const told = world.told.filter((fact) => 'operationId' in fact && fact.operationId === operationId);
    expect(told.map(({ type }) => type)).to.deep.equal(['operation-progress', 'operation-failed']);
  });

  it('tries again what is busy, and gives up when no caller waits any more', async () => {
    let busy = 3;
    const { world, by } = await aNode({
      seal: async (ask) => (busy-- > 0 ? fail(issue('NODE_UNAVAILABLE', '', 'busy')) : sealedHere(ask)),
    });
    const { operationId } = await started(world, by);
    expect(world.operations.find(operationId)).to.include({ status: 'Running' });
    await world.clock.advance(15_000);
    expect(world.operations.find(operationId)).to.include({ status: 'Completed' });
    busy = Number.POSITIVE_INFINITY;
    const second = await started(world, by, { payload: { amount: 4 } });
    const before = world.sealings.length;
    await world.clock.advance(TRANSACTION_AGE_MAX_MS + 70_000);
    expect(world.sealings.length - before, 'asked less and less often').to.be.within(10, 80);
    expect(codes(world.operations.find(second.operationId)?.issues)).to.deep.equal(['NODE_UNAVAILABLE ']);
    expect(world.clock.armed).to.equal(0);
  });

  it('does not use a wallet that the asker may not use any more when it goes on', async () => {
    for (const lost of ['account', 'wallet', 'locked'] as const) {
      const { world, by } = await aNode({ seal: () => new Promise(() => undefined) });
      const { operationId, instanceId } = await started(world, by);
      if (lost === 'account') await world.commit(member(world, 'Suspended'));
      else await world.commit(world.wallets.put({ ...by.wallet, ...LOST[lost] }));
      const kv = await copyOf(world.kv as MemoryKv);
      const next = await operationWorld({ kv, clock: new VirtualClock(world.clock.now()) });
      await next.clock.settle();
      const failed = next.operations.find(operationId);
      const code = { account: 'ACCOUNT_SUSPENDED', wallet: 'WALLET_ACCESS_DENIED', locked: 'WALLET_LOCKED' }[lost];
      expect(codes(failed?.issues), lost).to.deep.equal([`${code} `]);
      expect(isFailure(await next.workflow.instance(REGISTER_ID, instanceId)), lost).to.equal(true);
      expect(next.sealings).to.deep.equal([]);
    }
  });

  it('follows what is promised and not sealed, also over a restart, to its seal', async () => {
    const { world, by } = await aNode();
    const base = await copyOf(world.kv as MemoryKv);
    const fenced = await operationWorld({ kv: base, clock: new VirtualClock(world.clock.now()), fenced: true });
    const { operationId, instanceId } = await started(fenced, by);
    await fenced.clock.advance(60_000);
    const waits = fenced.operations.find(operationId);
    expect(waits).to.include({ status: 'Running', percentComplete: 80, stepName: 'Submitting' });
    expect(fenced.ledger.receipt(REGISTER_ID, waits?.transactionId ?? '')).to.include({ status: 'pending' });
    const next = await operationWorld({ kv: await copyOf(base), clock: new VirtualClock(fenced.clock.now()) });
    await next.clock.advance(10_000);
    expect(next.operations.find(operationId)).to.include({ status: 'Completed', transactionId: waits?.transactionId });
    expect((await instanceOf(next, instanceId)).transactionCount).to.equal(1);
  });

  it('stops without losing what it has', async () => {
    const { world, by } = await aNode();
    const kv = world.kv as MemoryKv;
    kv.hold();
    const asked = world.operations.submit(order(by), BACKGROUND);
    for (let turns = 0; turns < 3 && kv.pending === 0; turns++) await world.clock.settle();
    kv.sync(1);
    const { operationId, instanceId } = (await asked) as OperationStarted;
    const stopped = world.operations.stop();
    kv.release();
    await stopped;
    const next = await operationWorld({ kv: await copyOf(kv), clock: new VirtualClock(world.clock.now()) });
    await next.clock.settle();
    expect(next.operations.find(operationId)?.status).to.equal('Completed');
    expect((await instanceOf(next, instanceId)).transactionCount).to.equal(1);
  });

  it('accepts nothing when the disk fails, and says that it is halted', async () => {
    const { world, by } = await aNode();
    (world.kv as MemoryKv).failNextSync();
    const error = await settled(
      world,
      world.operations.submit(order(by), BACKGROUND).catch((thrown: unknown) => thrown),
    );
    expect(error).to.be.instanceOf(Error);
    expect([world.operations.isHalted, world.operations.unfinished]).to.deep.equal([true, 0]);
    const later = await settled(world, world.operations.submit(order(by, { payload: { amount: 4 } }), BACKGROUND));
    expect(codes(later)).to.deep.equal(['NODE_UNAVAILABLE ']);
    await world.operations.stop();
  });

  it('leaves exactly one transaction and an instance that moved on, wherever a crash comes', async () => {
    const { world, by } = await aNode();
    const base = await copyOf(world.kv as MemoryKv);
    const nowMs = world.clock.now();
    const seen = new Set<string>();
    for (let writes = 0, whole = false; !whole; writes++) {
      const kv = await copyOf(base);
      const first = await operationWorld({ kv, clock: new VirtualClock(nowMs) });
      await first.clock.settle();
      const { operationId, instanceId } = await acknowledged(first, by, kv);
      kv.hold();
      for (let n = 0; n < writes; n++) {
        await first.clock.settle();
        kv.sync(1);
      }
      await first.clock.settle();
      whole = kv.pending === 0;
      // The disk keeps what it had, and loses the writes that were not synced.
      const survivor = kv.crash(0);
      const next = await operationWorld({ kv: survivor, clock: new VirtualClock(nowMs) });
      const before = next.operationStore.find(operationId);
      seen.add(before?.state ?? 'none');
      await next.clock.advance(10_000);
      const after = next.operations.find(operationId);
      expect(after, `after ${writes} writes`).to.include({ status: 'Completed', instanceId });
      const view = await instanceOf(next, instanceId);
      expect(view, `after ${writes} writes`).to.include({
        transactionCount: 1,
        firstTransactionId: after?.transactionId,
      });
      expect(view.currentActionIds).to.deep.equal([1]);
      if (before?.transactionId) expect(after?.transactionId).to.equal(before.transactionId);
      // One more opening finds nothing to do.
      expect(await next.operationStore.openOperations()).to.deep.equal([]);
      await next.operations.stop();
    }
    expect([...seen]).to.include.members(['Queued', 'Signed', 'Completed']);
  });

  async function acknowledged(world: OperationWorld, by: Acting, kv: MemoryKv): Promise<OperationStarted> {
    kv.hold();
    const asked = world.operations.submit(order(by), BACKGROUND);
    await world.clock.settle();
    // The first write is the ask: the answer comes with it, and everything else is still to do.
    kv.sync(1);
    return (await asked) as OperationStarted;
  }

  it('forgets what ended a day ago, and of one wallet more than is kept', async () => {
    const { world, by } = await aNode();
    const { operationStore: store, clock } = world;
    const first = await started(world, by);
    await store.sweep(clock.now() + OPERATION_KEEP_MS - 1, world.commit);
    expect(store.find(first.operationId)?.state).to.equal('Completed');
    const record = store.find(first.operationId);
    for (let n = 0; n < OPERATIONS_KEPT_MAX; n++)
      await world.commit(store.add({ ...(record as NonNullable<typeof record>), operationId: `copy ${n}` }, '{}'));
    expect(store.find(first.operationId)).to.equal(undefined);
    expect(store.ofWallet(by.address).length).to.equal(OPERATIONS_KEPT_MAX);
    await store.sweep(clock.now() + OPERATION_KEEP_MS, world.commit);
    expect(store.ofWallet(by.address).length).to.equal(0);
  });
});
