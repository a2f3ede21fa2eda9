// A member whose disk was spoilt comes back in a mesh of three: it repairs itself from the others, votes again, and all
// chains are the same.
import { expect } from 'chai';
import type { MemoryKv } from '../../../../storage/engine/memory.js';
import { rowRange } from '../../../../storage/keys/chain-keys.js';
import type { ChainRow } from '../../../../storage/keys/chain-rows.js';
import { MeshWorld } from '../../../support/mesh/mesh-world.js';
import { REGISTER_ID } from '../../../support/node/ledger-world.js';

const NAMES = ['one', 'two', 'three'];

async function spoil(kv: MemoryKv, row: ChainRow): Promise<void> {
  for await (const [key, value] of kv.range({ ...rowRange(row), reverse: true, limit: 1 })) {
    const spoilt = Buffer.from(value);
    spoilt[spoilt.length >> 1] = spoilt[spoilt.length >> 1]! ^ 1;
    await kv.write([{ key, value: spoilt }]);
  }
}

describe('a damaged member of a mesh', () => {
  for (const row of ['body', 'transaction', 'certificate', 'head', 'state', 'walletCount'] as const)
    it(`repairs its ${row} from the others and votes again`, async () => {
      const mesh = await MeshWorld.of(...NAMES);
      const pin = await mesh.found(NAMES);
      for (let i = 0; i < 4; i++) {
        await mesh.submit('one', mesh.action('one', pin, i));
        await mesh.clock.advance(500);
      }
      const height = mesh.height('one');
      await mesh.crash('three');
      const kv = mesh.node('three').kv.crash();
      await spoil(kv, row);
      await mesh.restart('three', { kv, ledger: { scrub: { bytesPerSecond: 2_000_000, fromStart: true } } });
      await mesh.clock.advance(60_000);
      const record = mesh.node('three').world.ledger.register(REGISTER_ID);
      expect(record).to.include({ status: 'ONLINE' }).and.not.have.property('damage');
      expect(mesh.node('three').world.ledger.seat(REGISTER_ID)).to.include({ state: 'Running' });
      // Without the second one the vote of the third is needed.
      mesh.isolate('two');
      await mesh.submit('one', mesh.action('one', pin, 9));
      await mesh.clock.advance(30_000);
      expect(mesh.height('three')).to.equal(height + 1);
      expect(await mesh.chain('three')).to.deep.equal(await mesh.chain('one'));
      await mesh.stop();
    }).timeout(60_000);
});
