// A node that is killed at any write between the seal of a false run and its check: after its start it finds the run,
// and once it has noted that it finds the same by its rows.
import { expect } from 'chai';
import type { AnnouncementHub } from '../../../../actors/announcements.js';
import { AgreementCache } from '../../../../actors/workflow/checks/accepted.js';
import { RunCheckDriver } from '../../../../actors/workflow/checks/run-checks.js';
import { isFailure } from '../../../../core/base/result.js';
import { ChainStore } from '../../../../storage/chain/chain-store.js';
import { Journal } from '../../../../storage/engine/journal.js';
import type { MemoryKv } from '../../../../storage/engine/memory.js';
import { RunChecks } from '../../../../storage/tables/workflow/run-checks.js';
import { QUIET } from '../../../support/node/ledger-world.js';
import { copyOf } from '../../../support/node/operation-world.js';
import { aWorld } from '../../world/world.js';
import { falseRuns, OFFICE } from './false-run.js';

describe('a check whose node is killed', () => {
  it('is made up for at the start, wherever the kill comes', async () => {
    const world = await aWorld();
    const { at, stated } = await falseRuns(world, { window: 'P2D' });
    const { registerId } = at;
    const { reg } = world.deps.ledger.register(registerId) as { reg: number };
    const kv = world.kv as MemoryKv;
    const copies: MemoryKv[] = [];
    let isDone = false;
    kv.hold();
    const lie = stated('false', { n: 4, m: 1, double: 9 }).finally(() => {
      isDone = true;
    });
    for (let idle = 0; idle < 3; idle = isDone && kv.pending === 0 ? idle + 1 : 0) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      copies.push(await copyOf(kv));
      kv.sync(1);
    }
    kv.release();
    const txId = await lie;
    const faults: Error[] = [];
    /** The findings that the office is told by a node that starts with these bytes. */
    const found = async (copy: MemoryKv) => {
      const journal = new Journal(copy, { onFatal: (error) => faults.push(error) });
      const [chain, rows] = [new ChainStore(copy, journal), new RunChecks(copy)];
      const { announcements, clock, keystore, wallets, ledger } = world.deps;
      const one = new RunCheckDriver({
        ...{
          announcements: announcements as AnnouncementHub,
          clock,
          keystore,
          wallets,
          ledger,
          chain,
          rows,
          log: QUIET,
        },
        ...{ commit: (ops) => journal.commit(ops), ownRuns: undefined, accepted: new AgreementCache(clock) },
      });
      const isChecked = rows.cursor(reg)?.height === chain.head(reg)?.height;
      const runs = await one.suspectRuns({ registerId, reg }, OFFICE);
      await one.stop();
      const isSealed = chain.transaction(reg, txId) !== undefined;
      return { isSealed, isChecked, told: isFailure(runs) ? runs.issue.code : runs.map((run) => run.txId) };
    };
    const seen = new Set<string>();
    for (const copy of copies) {
      const { isSealed, isChecked, told } = await found(copy);
      seen.add(`${isSealed ? 'sealed' : 'open'}, ${isChecked ? 'checked' : 'not checked'}`);
      expect(told).to.deep.equal(isSealed ? [txId] : []);
      expect(await found(copy), 'once it is noted').to.deep.equal({ isSealed, isChecked: true, told });
    }
    expect([...seen]).to.include.members(['open, not checked', 'sealed, not checked']);
    expect([faults, world.errors]).to.deep.equal([[], []]);
    await world.close();
  });
});
