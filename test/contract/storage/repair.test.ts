// Repair on a real disk: a replica in LevelDB whose rows were spoilt is made whole again from a peer, and stays so over
// a restart.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Kv } from '../../../storage/engine/kv.js';
import { openLevel } from '../../../storage/engine/level.js';
import { rowRange } from '../../../storage/keys/chain-keys.js';
import type { ChainRow } from '../../../storage/keys/chain-rows.js';
import { deepCheck } from '../../../storage/repair/check.js';
import {
  anAction,
  foundedRegister,
  keysOf,
  ledgerWorld,
  mustState,
  REGISTER_ID,
  submitted,
} from '../../support/node/ledger-world.js';

async function spoil(kv: Kv, row: ChainRow): Promise<void> {
  for await (const [key, value] of kv.range({ ...rowRange(row), limit: 1 })) {
    const spoilt = Buffer.from(value);
    spoilt[spoilt.length >> 1] = spoilt[spoilt.length >> 1]! ^ 1;
    await kv.write([{ key, value: spoilt }]);
  }
}

describe('repair in LevelDB', () => {
  it('makes spoilt rows whole from a peer', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'quorate-repair-'));
    const from = await ledgerWorld();
    const pin = await foundedRegister(from);
    for (let i = 1; i < 6; i++) await submitted(from, anAction(from, pin, i));
    const kv = await openLevel(dir);
    try {
      const first = await ledgerWorld({ keys: keysOf('reader'), clock: from.clock, kv });
      await first.ledger.follow({ genesis: (await from.chain.sealedDocket(1, 0))!, advertise: false });
      await first.ledger.adoptRange(REGISTER_ID, from.chain.iterate(1, 1), 'all');
      await first.ledger.stop();
      for (const row of ['transaction', 'body', 'certificate', 'pointer', 'walletCount', 'head'] as const)
        await spoil(kv, row);
      const world = await ledgerWorld({ keys: keysOf('reader'), clock: from.clock, kv });
      world.ledger.damage.from({
        of: () => ['a peer'],
        dockets: (_, range) => from.chain.iterate(1, range.fromHeight),
        blame: () => undefined,
      });
      world.ledger.damage.suspect(1);
      for (let i = 0; i < 500 && world.ledger.damage.figures.repair.repaired === 0; i++) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        await world.clock.settle();
      }
      await world.clock.settle();
      expect(mustState(world)).to.deep.equal(mustState(from));
      expect(await deepCheck({ kv, reg: 1 })).to.deep.equal([]);
      await world.ledger.stop();
    } finally {
      await kv.close();
      rmSync(dir, { recursive: true, force: true });
    }
  });
});
