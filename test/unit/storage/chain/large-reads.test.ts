// Large sealed transactions are read in turns of the event loop, of all pages together; small ones are read at once.
import { expect } from 'chai';
import { READ_BYTES_AT_ONCE } from '../../../../core/base/limits/node/reading.js';
import { PAGE_READ_AT_ONCE } from '../../../../core/base/limits/node/requests.js';
import { ChainStore } from '../../../../storage/chain/chain-store.js';
import { Journal } from '../../../../storage/engine/journal.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import { aTransaction, nextStep } from '../../../support/register/a-chain.js';

const REG = 7;
const PAGE = { skip: 0, top: 100 };

/**
 * A store with one instance whose transactions have these sizes. It counts turns, and rows that are asked for at once.
 */
async function aStore(sizes: readonly number[]) {
  let turns = 0;
  const setTimer = (run: () => void) => {
    turns++;
    setImmediate(run);
    return { cancel: () => undefined };
  };
  const memory = memoryKv();
  const asked: number[] = [];
  const kv = {
    ...memory,
    getMany: (keys: readonly Uint8Array[]) => {
      asked.push(keys.length);
      return memory.getMany(keys);
    },
  };
  const journal = new Journal(kv, { onFatal: (error) => expect.fail(error.message) });
  const store = new ChainStore(kv, journal, { clock: { setTimer } });
  const transactions = sizes.map((payloadBytes, n) => aTransaction({ n, instanceId: 'large', payloadBytes }));
  await journal.commit(store.sealOps({ reg: REG, ...nextStep(undefined, transactions) }));
  const read = async () => {
    const { items } = await store.byInstance(REG, 'large', PAGE);
    expect(items.map(({ transaction }) => transaction.txId)).to.deep.equal(transactions.map(({ txId }) => txId));
  };
  return { read, turns: () => turns, store, asked };
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

  it('end where a page has enough bytes, but not before its first transaction', async () => {
    const { store } = await aStore([1000, 1000, 1000, 5000, 10]);
    const sizes = (await store.transactionsPage(REG, PAGE)).items.map(({ transaction }) => transaction.bytes.length);
    const firstOf = async (bytesMax: number, skip = 0) => {
      const page = { ...PAGE, skip, bytesMax };
      const read = [await store.transactionsPage(REG, page), await store.byInstance(REG, 'large', page)];
      expect(read.map(({ total }) => total)).to.eql([5, 5]);
      const [items, others] = read.map((each) => each.items.map(({ index }) => index));
      expect(others).to.eql(items);
      return items;
    };
    expect(await firstOf(1)).to.eql([0]);
    expect(await firstOf(sizes[0]! + sizes[1]!)).to.eql([0, 1]);
    expect(await firstOf(sizes[0]! + sizes[1]! - 1)).to.eql([0]);
    expect(await firstOf(10, 3)).to.eql([3]);
    expect(await firstOf(1_000_000)).to.eql([0, 1, 2, 3, 4]);
    expect(await firstOf(1_000_000, 5)).to.eql([]);
  });

  it('of a page with a bound are few at once', async () => {
    const { store, asked } = await aStore(Array.from({ length: PAGE_READ_AT_ONCE + 1 }, () => 10));
    await store.transactionsPage(REG, { ...PAGE, bytesMax: 1 });
    expect(asked.splice(0)).to.eql([PAGE_READ_AT_ONCE]);
    await store.transactionsPage(REG, PAGE);
    expect(asked.splice(0)).to.eql([PAGE_READ_AT_ONCE + 1]);
  });

  it('of pages in ledger order are read so too', async () => {
    const { store, turns } = await aStore([10, READ_BYTES_AT_ONCE]);
    expect((await store.transactionsPage(REG, PAGE)).items).to.have.length(2);
    expect(turns()).to.equal(1);
  });
});
