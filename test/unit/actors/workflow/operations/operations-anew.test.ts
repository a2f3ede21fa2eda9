// Operations whose readers change between the moment in which they are sealed and their docket: what was asked is
// sealed anew, also later and after a restart, and one transaction of it is sealed.
import { expect } from 'chai';
import { type Issue, issue } from '../../../../../core/base/issue.js';
import { MADE_ANEW_MAX } from '../../../../../core/base/limits/node/sealing.js';
import { isFailure } from '../../../../../core/base/result.js';
import { decodeTransaction } from '../../../../../core/transaction/encode.js';
import type { MemoryKv } from '../../../../../storage/engine/memory.js';
import { VirtualClock } from '../../../../support/base/virtual-clock.js';
import {
  aNode,
  codes,
  copyOf,
  instanceOf,
  member,
  type OperationWorld,
  type OperationWorldOptions,
  operationWorld,
  sealedHere,
  started,
} from '../../../../support/node/operation-world.js';

describe('an operation whose readers change before its docket', () => {
  const others = (): readonly Issue[] => [issue('VAL_CELL_003', '/header/recipients', 'Others read it now.')];
  const busy = (): readonly Issue[] => [issue('NODE_UNAVAILABLE', '', 'Later.')];

  /** An operation that is signed, and that no ledger has taken yet; with the disk of its node. */
  async function signed() {
    let refuse = busy;
    const { world, by } = await aNode({ refuse: () => refuse() });
    const { operationId, instanceId } = await started(world, by);
    const first = world.operations.find(operationId)?.transactionId ?? '';
    expect(world.operationStore.find(operationId)).to.include({ state: 'Signed', transactionId: first });
    const restarted = async (options: OperationWorldOptions) => {
      const kv = await copyOf(world.kv as MemoryKv);
      return operationWorld({ kv, clock: new VirtualClock(world.clock.now()), ...options });
    };
    const refuses = (issues: () => readonly Issue[]) => {
      refuse = issues;
    };
    return { world, operationId, instanceId, first, restarted, refuses };
  }

  /** It is sealed once, by another transaction than the first one. */
  async function sealedOnce(
    world: OperationWorld,
    { operationId, instanceId, first }: Awaited<ReturnType<typeof signed>>,
  ) {
    const done = world.operations.find(operationId);
    expect(done).to.include({ status: 'Completed' });
    expect(done?.transactionId).to.not.equal(first);
    expect(done).to.not.have.property('earlier');
    const view = await instanceOf(world, instanceId);
    expect(view).to.include({ firstTransactionId: done?.transactionId, transactionCount: 1 });
    expect(await world.operationStore.openOperations()).to.deep.equal([]);
    expect([world.operationStore.ask(operationId), world.operationStore.signedBytes(operationId)]).to.deep.equal([
      ...[undefined, undefined],
    ]);
  }

  it('is sealed anew for those who read it by then, also after a restart', async () => {
    const made = await signed();
    const next = await made.restarted({ refuse: ({ txId }) => (txId === made.first ? others() : undefined) });
    await next.clock.advance(10_000);
    expect(next.sealings).to.have.length(1);
    await sealedOnce(next, made);
  });

  it('is sealed anew while the node runs on, when a later try is refused for it', async () => {
    const made = await signed();
    made.refuses(() => {
      made.refuses(() => undefined as never);
      return others();
    });
    await made.world.clock.advance(20_000);
    await sealedOnce(made.world, made);
  });

  it('fails with that where it is so each time, after a few', async () => {
    const made = await signed();
    const next = await made.restarted({ refuse: others });
    await next.clock.advance(60_000);
    const failed = next.operations.find(made.operationId);
    expect(failed).to.include({ status: 'Failed' });
    expect(codes(failed?.issues)).to.deep.equal(['VAL_CELL_003 /header/recipients']);
    expect(next.sealings.length).to.be.within(1, MADE_ANEW_MAX + 1);
    expect(next.operationStore.ask(made.operationId)).to.equal(undefined);
    expect(next.clock.armed).to.equal(0);
  });

  it('ends with the first one where that was taken after all, elsewhere', async () => {
    const made = await signed();
    const bytes = made.world.operationStore.signedBytes(made.operationId) as Uint8Array;
    const tx = decodeTransaction(bytes);
    if (isFailure(tx)) throw new Error(tx.issue.message);
    let isTaken = false;
    const next: OperationWorld = await made.restarted({
      refuse: ({ txId }) => (txId === made.first && !isTaken ? others() : undefined),
      seal: async (ask) => {
        isTaken = true;
        await next.ledger.submit(tx, { priority: 'Normal', waitMs: 5000 });
        return sealedHere(ask);
      },
    });
    await next.clock.advance(20_000);
    expect(next.operations.find(made.operationId)).to.include({ status: 'Completed', transactionId: made.first });
    expect((await instanceOf(next, made.instanceId)).transactionCount).to.equal(1);
  });

  it('is not sealed anew for a caller who may not use the wallet any more', async () => {
    const made = await signed();
    await made.world.commit(member(made.world, 'Suspended'));
    const next = await made.restarted({ refuse: others });
    await next.clock.advance(20_000);
    expect(next.sealings).to.deep.equal([]);
  });
});
