// A node that is killed at any write between a seal and the rows of its inbox: after its start it lists what is sealed,
// with the rows that a node has which was never killed.
import { expect } from 'chai';
import { type MemoryKv, memoryKv } from '../../../../../storage/engine/memory.js';
import { InboxRows } from '../../../../../storage/tables/workflow/inbox.js';
import { VirtualClock } from '../../../../support/base/virtual-clock.js';
import {
  answersOf,
  deleteRows,
  forkMove,
  forkPublication,
  inboxOn,
  placeOf,
  rowsOf,
} from '../../../../support/node/inbox.js';
import { foundedRegister, ledgerWorld, submitted } from '../../../../support/node/ledger-world.js';

describe('an inbox whose node is killed', () => {
  /** A second instance is begun, and the disk takes so many writes of that before the power goes. */
  async function killedAfter(writes: number) {
    const kv = memoryKv();
    const world = await ledgerWorld({ kv });
    await foundedRegister(world);
    const publication = forkPublication(world.clock.now());
    await submitted(world, publication);
    await inboxOn(world);
    const begin = (instanceId: string) =>
      forkMove({ pin: publication.txId, actionId: '0', instanceId, nowMs: world.clock.now() });
    expect(await submitted(world, begin('one'))).to.have.property('status', 'sealed');
    await world.clock.advance(2000);
    kv.hold();
    void world.ledger.submit(begin('two'), { priority: 'Normal', waitMs: 0 }).catch(() => undefined);
    for (let n = 0; n < writes; n++) {
      // Time goes on, so that what works behind the seals writes too.
      await world.clock.advance(2000);
      kv.sync(1);
    }
    await world.clock.advance(2000);
    return { nowMs: world.clock.now(), isWhole: kv.pending === 0, survivor: kv.crash(0) };
  }

  async function started(kv: MemoryKv, nowMs: number) {
    const world = await ledgerWorld({ kv, clock: new VirtualClock(nowMs) });
    const { reg } = placeOf(world);
    const listedTo = (await new InboxRows(world.kv).allCursors()).get(reg)?.height ?? -1;
    const sealedTo = world.chain.head(reg)?.height ?? -1;
    const inbox = await inboxOn(world);
    await world.clock.advance(2000);
    return { world, inbox, lacked: sealedTo - listedTo };
  }

  it('shows what was sealed and what waits, wherever the kill comes', async () => {
    const lacks = new Set<number>();
    const seen = new Set<string>();
    for (let writes = 0, whole = false; !whole; writes++) {
      expect(writes).to.be.lessThan(30);
      const { nowMs, isWhole, survivor } = await killedAfter(writes);
      whole = isWhole;
      const { world, inbox, lacked } = await started(survivor, nowMs);
      const told = await answersOf(inbox, world);
      const rows = await rowsOf(world.kv);
      // The node that starts seals each transaction that was promised.
      const ids = told.instances.map(({ id }) => id);
      const waits = told.pending.flatMap(({ items }) => items.map(({ instanceId }) => instanceId));
      expect(new Set(waits), `after ${writes} writes`).to.deep.equal(new Set(ids));
      seen.add(ids.join());
      lacks.add(lacked);
      await inbox.stop();
      await deleteRows(world);
      const fresh = await inboxOn(world);
      expect(await answersOf(fresh, world)).to.deep.equal(told);
      expect(await rowsOf(world.kv), `rows after ${writes} writes`).to.deep.equal(rows);
      await fresh.stop();
    }
    expect([...seen].sort(), 'before the promise, and behind it').to.deep.equal(['one', 'two,one']);
    expect([...lacks].sort(), 'also with a sealed docket that no row knew').to.deep.equal([0, 1]);
  });
});
