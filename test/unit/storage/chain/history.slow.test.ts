// Audit paths of dockets from the stored rows of the history: those of the whole tree, in O(log n) reads.
import { expect } from 'chai';
import { toHex } from '../../../../core/base/bytes.js';
import { inclusionPath, pathBy, verifyInclusion } from '../../../../core/base/merkle.js';
import { ChainStore } from '../../../../storage/chain/chain-store.js';
import { historyNodes } from '../../../../storage/chain/history.js';
import { StoreError } from '../../../../storage/engine/fault.js';
import { Journal } from '../../../../storage/engine/journal.js';
import { type MemoryKv, memoryKv } from '../../../../storage/engine/memory.js';
import { heightKey, rowRange } from '../../../../storage/keys/chain-keys.js';
import { deepCheck } from '../../../../storage/repair/check.js';
import { pointerOps } from '../../../../storage/repair/repair-ops.js';
import { lookAt } from '../../../../storage/repair/survey.js';
import { aChain } from '../../../support/register/a-chain.js';

const REG = 3;
const steps = aChain(70, 1);
const leaves = steps.map(({ sealed }) => Buffer.from(sealed.docket.hash, 'hex'));

async function filled(count = steps.length): Promise<{ kv: MemoryKv; journal: Journal; chain: ChainStore }> {
  const kv = memoryKv();
  const journal = new Journal(kv, { onFatal: () => undefined });
  const chain = new ChainStore(kv, journal);
  for (const step of steps.slice(0, count)) await journal.commit(chain.sealOps({ reg: REG, ...step }));
  return { kv, journal, chain };
}

async function historyOf(kv: MemoryKv): Promise<string[]> {
  const rows: string[] = [];
  for await (const [key, value] of kv.range(rowRange('history'))) rows.push(`${toHex(key)}=${toHex(value)}`);
  return rows;
}

describe('storage/chain/history', () => {
  it('gives the path of every docket in the history of every head', async () => {
    const { chain } = await filled();
    const nodes = chain.history(REG);
    for (let size = 1; size <= steps.length - 1; size++) {
      const { historyRoot } = steps[size]!.sealed.docket.header;
      for (let index = 0; index < size; index++) {
        const path = pathBy(nodes, index, size);
        expect(path.map(toHex)).to.deep.equal(inclusionPath(leaves.slice(0, size), index).map(toHex));
        expect(verifyInclusion(leaves[index]!, index, size, path, Buffer.from(historyRoot, 'hex'))).to.equal(true);
      }
    }
  });

  it('reads a number of rows that grows with the logarithm of the chain', async () => {
    const { kv } = await filled();
    const readsFor = (index: number, size: number): number => {
      let reads = 0;
      const counted = {
        getSync(key: Uint8Array) {
          reads += 1;
          return kv.getSync(key);
        },
      };
      pathBy(historyNodes(counted, REG), index, size);
      return reads;
    };
    // Fifteen pointers beside the leaf, at most fifteen at the right edge, and a row a level.
    for (const [index, size] of [
      [0, 69],
      [33, 69],
      [68, 69],
      [17, 63],
    ] as const)
      expect(readsFor(index, size)).to.be.lessThan(15 + 15 + 2 * 7);
  });

  it('has a row for every sixteenth docket', async () => {
    const { kv } = await filled();
    const rows = await historyOf(kv);
    expect(rows).to.have.length(4);
    // 4 bytes of sum and a subtree for each power of two from sixteen on.
    expect(rows.map((row) => (row.split('=')[1]!.length / 2 - 4) / 32)).to.deep.equal([1, 2, 1, 3]);
  });

  it('is found wrong by the check, and repaired docket by docket', async () => {
    const { kv, journal } = await filled();
    const whole = await historyOf(kv);
    for (const value of [undefined, Buffer.alloc(36, 9)]) {
      await kv.write([{ key: heightKey('history', REG, 31), value }]);
      expect(() => pathBy(historyNodes(kv, REG), 0, 64)).to.throw(StoreError);
      expect((await deepCheck({ kv, reg: REG })).map(({ message }) => message)).to.deep.equal([
        'The history of docket 31 is not stored. Run quorate rebuild-indexes.',
      ]);
      const below = { hash: steps[30]!.sealed.docket.hash, txCount: 31 };
      const found = await lookAt(kv, { reg: REG, height: 31 }, below);
      expect(found.damage).to.include({ pointer: true, body: false, certificate: false });
      await journal.commit(pointerOps(kv, { reg: REG, countBelow: 1 }, steps[31]!.sealed.docket));
      expect(await historyOf(kv)).to.deep.equal(whole);
      expect((await lookAt(kv, { reg: REG, height: 31 }, below)).damage?.pointer).not.to.equal(true);
    }
  });
});
