// Large sealed transactions are read in turns of the event loop, of all pages together; small ones are read at once.
import { expect } from 'chai';
import { READ_BYTES_AT_ONCE } from '../../../../core/base/limits/node/reading.js';
import { ChainStore } from '../../../../storage/chain/chain-store.js';
import { Journal } from '../../../../storage/engine/journal.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import { aTransaction, nextStep } from '../../../support/register/a-chain.js';

const REG = 7;
const PAGE = { skip: 0, top: 100 };

/** A store with one instance whose transactions have these sizes, and the turns that reads of it waited for. */
async function aStore(sizes: readonly number[]) {
  let turns = 0;
  const setTimer = (run: () => void) => {
    turns++;
    setImmediate(run);
    return { cancel: () => undefined };
  };
  const kv = memoryKv();
  const journal = new Journal(kv, { onFatal: (error) => expect.fail(error.message) });
  const store = new ChainStore(kv, journal, { clock: { setTimer } });
  const transactions = sizes.map((payloadBytes, n) => aTransaction({ n, instanceId: 'large', payloadBytes }));
  await journal.commit(store.sealOps({ reg: REG, ...nextStep(undefined, transactions) }));
  const read = async () => {
    const { items } = await store.byInstance(REG, 'large', PAGE);
    expect(items.map(({ transaction }) => transaction.txId)).to.deep.equal(transactions.map(({ txId }) => txId));
  };
  return { read, turns: () => turns, store };
}

describe('large reads', () => {
  const half = READ_BYTES_AT_ONCE / 2;

  it('are split by their bytes, and what fits is read at once', async () => {
    for (const [sizes, turns] of [
      [[10, 10, half], 0],
      [[half, half], 1],
      [[half, half, 10, 10, half], 2],
      [[READ_BYTES_AT_ONCE], 1],
      [[10, 3 * READ_BYTES_AT_ONCE, 3 * READ_BYTES_AT_ONCE], 2],
    ] as const) {
      const one = await aStore(sizes);
      await one.read();
      expect(one.turns(), `${sizes}`).to.equal(turns);
    }
  });

  it('that come together take one turn each', async () => {
    const { read, turns } = await aStore([READ_BYTES_AT_ONCE]);
    await Promise.all(Array.from({ length: 12 }, read));
    expect(turns()).to.equal(12);
  });

  it('of pages in ledger order are read so too', async () => {
    const { store, turns } = await aStore([10, READ_BYTES_AT_ONCE]);
    expect((await store.transactionsPage(REG, PAGE)).items).to.have.length(2);
    expect(turns()).to.equal(1);
  });
});
