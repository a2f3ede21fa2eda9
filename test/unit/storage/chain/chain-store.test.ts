// The chain store on the disk in memory: what a seal makes readable, what clients may see when, pages against a plain
// model, and losers.
import { expect } from 'chai';
import type { JsonObject } from '../../../../core/base/json.js';
import type { Definition } from '../../../../core/blueprint/definition/types.js';
import { holdersBeforeStart } from '../../../../core/instance/people/holders.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { STATE_KEY } from '../../../../core/register/state-keys.js';
import { ChainStore } from '../../../../storage/chain/chain-store.js';
import { StoreError } from '../../../../storage/engine/fault.js';
import { Journal } from '../../../../storage/engine/journal.js';
import type { MemoryKv } from '../../../../storage/engine/memory.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import { transactionKey } from '../../../../storage/keys/chain-keys.js';
import type { ChainStep } from '../../../support/register/a-chain.js';
import { aChain, addressOfSender, aTransaction, nextStep } from '../../../support/register/a-chain.js';

const REG = 7;
const BIG = '11111111-1111-4111-8111-111111111111';

function open(kv: MemoryKv = memoryKv()) {
  const journal = new Journal(kv, {
    onFatal: (error) => {
      throw error;
    },
  });
  return { kv, journal, store: new ChainStore(kv, journal) };
}

async function seal(place: ReturnType<typeof open>, steps: readonly ChainStep[], reg = REG): Promise<void> {
  for (const step of steps) await place.journal.commit(place.store.sealOps({ reg, ...step }));
}

describe('ChainStore', () => {
  it('reads back what was sealed', async () => {
    const place = open();
    const steps = aChain(5, 3);
    await seal(place, steps);
    const { store } = place;
    expect(store.head(REG)!.height).to.equal(4);
    expect(store.loadState(REG)).to.deep.equal(steps[4]!.after);
    const { docket, certificate } = steps[2]!.sealed;
    const stored = store.docket(REG, 2)!;
    expect(stored.hash).to.equal(docket.hash);
    expect(stored.header).to.deep.equal(docket.header);
    expect(stored.txIds).to.deep.equal(docket.transactions.map((tx) => tx.txId));
    expect(stored.certificate).to.deep.equal(certificate);
    const transactions = (await store.sealedDocket(REG, 2))!.docket.transactions;
    expect(transactions.map((tx) => Buffer.from(tx.bytes).toString())).to.deep.equal(
      docket.transactions.map((tx) => Buffer.from(tx.bytes).toString()),
    );
    const one = store.transaction(REG, docket.transactions[1]!.txId)!;
    expect([one.height, one.index, one.docketHash, one.timestampMs]).to.deep.equal([
      2,
      1,
      docket.hash,
      docket.header.timestampMs,
    ]);
    expect(one.transaction.header).to.deep.equal(docket.transactions[1]!.header);
    expect(store.transaction(REG, 'ab'.repeat(32))).to.equal(undefined);
    expect(store.docket(REG, 5)).to.equal(undefined);
    expect(store.head(REG + 1)).to.equal(undefined);
    const walked = [];
    for await (const sealed of store.iterate(REG, 1)) walked.push(sealed.docket.hash);
    expect(walked).to.deep.equal(steps.slice(1).map((step) => step.sealed.docket.hash));
  });

  it('queues several seals at once, and shows clients none of them before it is durable', async () => {
    const place = open();
    const { kv, journal, store } = place;
    const steps = aChain(4, 3);
    kv.hold();
    const commits = steps.map((step) => journal.commit(store.sealOps({ reg: REG, ...step })));
    expect(store.head(REG)).to.equal(undefined);
    expect(store.loadState(REG)!.height).to.equal(3);
    const view = store.view(REG);
    const last = steps[3]!.sealed.docket.transactions[2]!;
    const { timestampMs } = steps[3]!.sealed.docket.header;
    expect(view.sealOf(last.txId)).to.deep.equal({ height: 3, index: 2, timestampMs });
    expect(view.transaction(last.txId)!.header).to.deep.equal(last.header);
    expect(view.state('count')).to.deep.equal({ txCount: 12 });
    expect(store.location(REG, last.txId)).to.equal(undefined);
    kv.release();
    await Promise.all(commits);
    const queued = await dump(kv);
    const slow = open();
    await seal(slow, steps);
    expect(queued).to.deep.equal(await dump(slow.kv));
  });

  it('pages every index like a plain model, both ways', async () => {
    const place = open();
    // Enough of them that most groups fill runs, and some do not.
    const steps = aChain(12, 14);
    await seal(place, steps);
    await seal(place, aChain(2, 3, BIG), REG + 1);
    const heightOf = new Map<Transaction, number>();
    for (const { sealed } of steps)
      for (const tx of sealed.docket.transactions) heightOf.set(tx, sealed.docket.header.height);
    const all = [...heightOf.keys()];
    const alice = addressOfSender('wallet1');
    const lists = {
      all: all,
      sent: all.filter((tx) => tx.header.senderWallet === alice),
      received: all.filter((tx) => tx.header.recipients?.includes(alice)),
      any: all.filter((tx) => tx.header.senderWallet === alice || tx.header.recipients?.includes(alice)),
      blueprint: all.filter((tx) => tx.header.blueprintId === 'bp1'),
      instance: all.filter((tx) => tx.header.instanceId === 'inst3'),
      successors: all.filter((tx) => tx.header.previousTransactionId === all[4]!.txId),
    };
    const spans = [
      undefined,
      { from: 0, below: 5 },
      { from: 3, below: 4 },
      { from: 2, below: 1 },
      { from: 7, below: 99 },
    ];
    for (const [reverse, heights] of [false, true].flatMap((way) => spans.map((span) => [way, span] as const))) {
      for (const [skip, top] of [
        [0, 100],
        [0, 3],
        [2, 4],
        [4, 1],
        [14, 4],
        [16, 40],
        [29, 5],
        [1000, 5],
        [0, 0],
      ] as const) {
        const page = { skip, top, reverse, ...(heights && { heights }) };
        const pages = {
          all: await place.store.transactionsPage(REG, page),
          sent: await place.store.bySender(REG, alice, page),
          received: await place.store.byWallet(REG, alice, { ...page, role: 'received' }),
          any: await place.store.byWallet(REG, alice, page),
          blueprint: await place.store.byBlueprint(REG, 'bp1', page),
          instance: await place.store.byInstance(REG, 'inst3', page),
          successors: await place.store.successors(REG, all[4]!.txId, page),
        };
        for (const name of Object.keys(lists) as (keyof typeof lists)[]) {
          const isIn = (tx: Transaction) => {
            const height = heightOf.get(tx) as number;
            return heights === undefined || (height >= heights.from && height < heights.below);
          };
          const part = lists[name].filter(isIn);
          const model = reverse ? [...part].reverse() : part;
          expect(lists[name].length, name).to.be.greaterThan(0);
          expect(pages[name].total, name).to.equal(model.length);
          const found = pages[name].items.map((item) => item.transaction.txId);
          expect(found, `${name} ${skip} ${top}`).to.deep.equal(model.slice(skip, skip + top).map((tx) => tx.txId));
        }
      }
    }
    expect((await place.store.registersOfWallet(alice)).map((row) => row.reg)).to.deep.equal([REG, REG + 1]);
  });

  it('finds the docket of a time', async () => {
    const place = open();
    const steps = aChain(6, 1);
    await seal(place, steps);
    for (const { sealed } of steps) {
      const { height, timestampMs } = sealed.docket.header;
      expect(place.store.heightAt(REG, timestampMs)).to.equal(height);
      expect(place.store.heightAt(REG, timestampMs + 1)).to.equal(height + 1);
    }
    expect(place.store.heightAt(REG, 0)).to.equal(0);
    expect(place.store.heightAt(REG + 7, 0)).to.equal(0);
  });

  it('counts what statistics need', async () => {
    const place = open();
    const steps = aChain(6, 5);
    await seal(place, steps);
    const all = steps.flatMap((step) => step.sealed.docket.transactions);
    const senders = new Set(all.map((tx) => tx.header.senderWallet));
    const recipients = new Set(all.flatMap((tx) => tx.header.recipients ?? []));
    expect(place.store.stats(REG)).to.deep.equal({
      transactions: 30,
      bytes: all.reduce((sum, tx) => sum + tx.bytes.length, 0),
      uniqueWallets: new Set([...senders, ...recipients]).size,
      uniqueSenders: senders.size,
      uniqueRecipients: recipients.size,
      firstMs: steps[0]!.sealed.docket.header.timestampMs,
      lastMs: steps[5]!.sealed.docket.header.timestampMs,
    });
  });

  it('counts a wallet that sends to itself once', async () => {
    const place = open();
    const me = addressOfSender('me');
    await seal(place, [nextStep(undefined, [aTransaction({ n: 1, sender: 'me', recipients: [me, me] })])]);
    for (const role of ['any', 'sent', 'received'] as const)
      expect((await place.store.byWallet(REG, me, { skip: 0, top: 9, role })).total).to.equal(1);
    expect(place.store.stats(REG)).to.include({ uniqueWallets: 1, uniqueSenders: 1, uniqueRecipients: 1 });
  });

  it('keeps candidates until the seal deletes the losers', async () => {
    const place = open();
    const { kv, journal, store } = place;
    const [genesis] = aChain(1, 1);
    await seal(place, [genesis!]);
    const txs = [1, 2, 3].map((n) => aTransaction({ n: 100 + n }));
    const winner = nextStep(genesis!.after, txs);
    const loser = nextStep(genesis!.after, [...txs, aTransaction({ n: 200 })], 5);
    for (const step of [loser, winner]) await journal.commit(store.bodyOps(REG, step.sealed.docket));
    await journal.commit(store.recordOps(REG, { height: 1, tipHash: genesis!.sealed.docket.hash }));
    expect(store.loadBody(REG, 1, loser.sealed.docket.hash)!.transactions.length).to.equal(4);
    expect(await store.undecidedRegisters()).to.deep.equal([REG]);
    const ops = store.sealOps({ reg: REG, ...winner });
    const bodyRows = ops.filter((op) => op.value !== undefined && op.key[0] === 'T'.charCodeAt(0));
    expect(bodyRows.length, 'a stored body is not written again').to.equal(0);
    await journal.commit([...ops, ...store.recordOps(REG, null)]);
    expect(store.loadBody(REG, 1, loser.sealed.docket.hash)).to.equal(undefined);
    expect((await store.sealedDocket(REG, 1))!.docket.transactions.length).to.equal(3);
    expect(await store.undecidedRegisters()).to.deep.equal([]);
    expect(store.loadRecord(REG)).to.equal(undefined);
    const direct = open();
    await seal(direct, [genesis!, winner]);
    expect(await dump(kv)).to.deep.equal(await dump(direct.kv));
  });

  it('gives no body under a hash that only begins like its own', async () => {
    const place = open();
    const { journal, store } = place;
    const [genesis] = aChain(1, 1);
    await seal(place, [genesis!]);
    const { docket } = nextStep(genesis!.after, [aTransaction({ n: 300 })]).sealed;
    await journal.commit(store.bodyOps(REG, docket));
    expect(store.loadBody(REG, 1, docket.hash)?.hash).to.equal(docket.hash);
    // Eight bytes of a hash are its key: a node that finds another docket with the same ones must not have it read as
    // this one.
    expect(store.loadBody(REG, 1, docket.hash.slice(0, 16) + '0'.repeat(48))).to.equal(undefined);
  });

  it('never serves transaction bytes that do not give their TxId', async () => {
    const place = open();
    const [step] = aChain(1, 2);
    await seal(place, [step!]);
    const { docket } = step!.sealed;
    const key = transactionKey({ reg: REG, height: 0, hash: Buffer.from(docket.hash, 'hex') }, 0);
    await place.kv.write([{ key, value: docket.transactions[1]!.bytes }]);
    expect(() => place.store.transaction(REG, docket.transactions[0]!.txId)).to.throw(StoreError, 'TxId');
  });

  it('reads a transaction again that was damaged when it was read, once a repair says so', async () => {
    const { kv, store, ...place } = open();
    const [step] = aChain(1, 2);
    await seal({ kv, store, ...place }, [step!]);
    const { docket } = step!.sealed;
    const [tx, other] = docket.transactions;
    const key = transactionKey({ reg: REG, height: 0, hash: Buffer.from(docket.hash, 'hex') }, 0);
    const read = () => store.view(REG).transaction(tx!.txId)?.header;
    await kv.write([{ key, value: other!.bytes }]);
    expect(read()).to.deep.equal(other!.header);
    await kv.write([{ key, value: tx!.bytes }]);
    store.forgetFacts();
    expect(read()).to.deep.equal(tx!.header);
    expect(store.loadBody(REG, 0, docket.hash)!.transactions[0]!.header).to.deep.equal(tx!.header);
  });

  it('keeps holders that were found until a record of their register is sealed, or rows are repaired', async () => {
    const place = open();
    const { store } = place;
    const definition = { participants: [{ id: 'buyer', walletAddress: 'w1' }] } as unknown as Definition;
    const steps = aChain(4, 1);
    const sealing = (step: ChainStep | undefined, rows: Readonly<Record<string, JsonObject>>) => [
      { ...(step as ChainStep), changes: Object.entries(rows).map(([key, value]) => ({ key, value })) },
    ];
    const record = (primary: string) => ({ [STATE_KEY.participant('p')]: { status: 'Active', primary } });
    const address = { [STATE_KEY.address('w1')]: { participantId: 'p', own: true } };
    const found = () => holdersBeforeStart(store.view(REG), definition);
    const view = store.view(REG);
    await seal(place, sealing(steps[0], { ...record('w1'), ...address, [STATE_KEY.participants]: { count: 1 } }));
    const first = found();
    expect(first.roles).to.deep.equal({ buyer: 'w1' });
    expect(store.view(REG + 1).people).not.to.equal(store.view(REG).people);
    await seal(place, sealing(steps[1], { [STATE_KEY.instance('i')]: { any: true } }));
    expect(found()).to.equal(first);
    await seal(place, sealing(steps[2], record('w2')));
    expect(found().roles).to.deep.equal({ buyer: 'w2' });
    expect(holdersBeforeStart(view, definition).roles, 'a view from before').to.deep.equal({ buyer: 'w2' });
    const again = found();
    store.forgetFacts();
    expect(found()).not.to.equal(again);
    expect(store.viewOfSealed(REG).people).to.equal(undefined);
  });
});

/** Every row but the journal's ring. */
async function dump(kv: MemoryKv): Promise<string[]> {
  const rows: string[] = [];
  for await (const [key, value] of kv.range({ gte: Buffer.of(0), lt: Buffer.of(255) }))
    if (key[0] !== 'j'.charCodeAt(0))
      rows.push(`${Buffer.from(key).toString('hex')}=${Buffer.from(value).toString('hex')}`);
  return rows;
}
