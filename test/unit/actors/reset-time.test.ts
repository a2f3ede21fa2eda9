// A register that a wrong clock dated into the future, healed on a running node: the next docket is of the present; a
// restart, a replica, the repair and the deep check say the same.
import { expect } from 'chai';
import { judgeSealed } from '../../../actors/repair/judge.js';
import { certificateIssues, foldDocket } from '../../../cli/disk/chain-rules.js';
import { isFailure } from '../../../core/base/result.js';
import { memoryKv } from '../../../storage/engine/memory.js';
import { regKey } from '../../../storage/keys/chain-keys.js';
import { openStoreOn } from '../../../storage/open.js';
import { deepCheck } from '../../../storage/repair/check.js';
import { rebuildIndexes } from '../../../storage/repair/rebuild.js';
import { resealingOp } from '../../../storage/repair/reseal-note.js';
import { VirtualClock } from '../../support/base/virtual-clock.js';
import { ownerActAt } from '../../support/mesh/mesh-governance.js';
import {
  anAction,
  foundedRegister,
  keysOf,
  ledgerWorld,
  mustState,
  REGISTER_ID,
  submitted,
} from '../../support/node/ledger-world.js';
import { rowsOf } from '../../support/register/chain-rows.js';

const YEAR = 365 * 24 * 60 * 60 * 1000;
const reg = 1;

/** Docket 2 is a year ahead, docket 3 heals, docket 4 is of the present. */
async function healed() {
  const first = await ledgerWorld();
  const pin = await foundedRegister(first);
  const startMs = first.clock.now();
  await first.ledger.stop();
  const wrong = await ledgerWorld({ kv: first.kv, clock: new VirtualClock(startMs + YEAR) });
  await wrong.clock.settle();
  expect(await submitted(wrong, anAction(wrong, pin, 1))).to.include({ status: 'sealed', height: 2 });
  await wrong.ledger.stop();
  const world = await ledgerWorld({ kv: first.kv, clock: new VirtualClock(startMs + 60_000) });
  await world.clock.settle();
  const nowMs = world.clock.now();
  const act = ownerActAt(nowMs, 'reset-time', { timeFloor: new Date(nowMs - 1).toISOString() });
  expect(await submitted(world, act)).to.include({ status: 'sealed', height: 3 });
  expect(mustState(world).timestampMs).to.equal(nowMs - 1);
  return { world, pin, nowMs, wrongMs: startMs + YEAR };
}

describe('the time of a register that was reset', () => {
  it('is the same after a restart, on a replica, for the repair and for the deep check', async () => {
    const { world, pin, nowMs, wrongMs } = await healed();
    const { clock, kv } = world;
    const before = mustState(world);
    await world.ledger.stop();
    const again = await ledgerWorld({ kv, clock });
    await clock.settle();
    expect(mustState(again)).to.deep.equal(before);
    expect(await submitted(again, anAction(again, pin, 2))).to.include({ status: 'sealed', height: 4 });
    const chain = await Promise.all(
      [0, 1, 2, 3, 4].map(async (height) => (await again.chain.sealedDocket(reg, height))!),
    );
    const times = chain.slice(2).map(({ docket }) => docket.header.timestampMs);
    expect(times).to.deep.equal([wrongMs, wrongMs + 1, nowMs]);

    const replica = await ledgerWorld({ kv: memoryKv(), clock, keys: keysOf('reader') });
    expect(isFailure(await replica.ledger.follow({ genesis: chain[0]!, advertise: false }))).to.equal(false);
    for (const sealed of chain.slice(1)) {
      const given = { before: mustState(replica), genesisHash: chain[0]!.docket.hash, view: replica.chain.view(reg) };
      const judged = judgeSealed(sealed, given);
      expect(await replica.ledger.adopt(REGISTER_ID, sealed)).to.equal('sealed');
      expect(judged).to.have.property('state').that.deep.equals(mustState(replica));
    }
    expect(mustState(replica)).to.deep.equal(mustState(again));

    const check = { kv, reg, apply: foldDocket, verify: certificateIssues };
    expect(await deepCheck(check)).to.deep.equal([]);
    await again.ledger.stop();
    await replica.ledger.stop();
  });

  it('is the same where its indexes are made again, and where all its dockets are sealed again', async () => {
    const { world, pin } = await healed();
    const { clock } = world;
    expect(await submitted(world, anAction(world, pin, 2))).to.include({ status: 'sealed', height: 4 });
    const kv = memoryKv();
    const keys = keysOf('reader');
    const replica = await ledgerWorld({ kv, clock, keys });
    await replica.ledger.follow({ genesis: (await world.chain.sealedDocket(reg, 0))!, advertise: false });
    for (const height of [1, 2, 3, 4])
      expect(await replica.ledger.adopt(REGISTER_ID, (await world.chain.sealedDocket(reg, height))!)).to.equal(
        'sealed',
      );
    await replica.ledger.stop();
    const rows = await rowsOf(kv);

    const { journal } = await openStoreOn(kv, { nowMs: clock.now(), onFatal: () => undefined });
    await rebuildIndexes({ kv, journal, reg });
    expect(await rowsOf(kv), 'indexes made again').to.deep.equal(rows);

    await journal.commit([resealingOp(reg, { targetHeight: 4, isCleared: false })]);
    await journal.commit([{ key: regKey('head', reg), value: undefined }]);
    await journal.close();
    const again = await ledgerWorld({ kv, clock, keys });
    await clock.advance(60_000);
    expect(again.ledger.register(REGISTER_ID)).to.not.have.property('damage');
    expect(await rowsOf(kv), 'sealed again').to.deep.equal(rows);
    expect(mustState(again)).to.deep.equal(mustState(world));
    await again.ledger.stop();
    await world.ledger.stop();
  });
});
