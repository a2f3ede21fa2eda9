// Short rows over HTTP: dockets with their signers as bits, transactions by what they are, and pages that look at so
// many transactions and say where to go on.
import { expect } from 'chai';
import { SUMMARIES_LOOKED_MAX } from '../../../../core/base/limits/node/requests.js';
import { worldOfAll } from '../../world/world-of.js';
import { anOrder, ask, buyer, exampleOrders, type Orders, stranger, WAIT } from '../fixtures.js';

const INSTANCE = '3f0c2b57-2a51-4a53-9f4c-6c3f1f0a9d01';

interface Row {
  readonly txId: string;
  readonly docketNumber: number;
  readonly kind: string;
  readonly title?: string;
}

describe('short rows of a register', () => {
  const world = worldOfAll();
  let at: Orders;
  before(async () => {
    at = await exampleOrders(world);
    for (const [by, members] of [
      [buyer, {}],
      [stranger, {}],
      [buyer, { instanceId: INSTANCE }],
    ] as const) {
      world.advance(60_000);
      const body = anOrder(world, at, members, by);
      const answer = await ask(
        ...([world, 'submitTransaction', { params: { registerId: at.registerId }, body }, { headers: WAIT }] as const),
      );
      expect(answer.status, answer.text).to.equal(200);
    }
  });

  const params = () => ({ registerId: at.registerId });
  async function rows(query: Record<string, string | number> = {}) {
    const answer = await ask(world, 'listTransactionSummaries', { params: params(), query });
    expect(answer.status, answer.text).to.equal(200);
    return answer.json as { transactions: Row[]; total?: number; lookedTo?: number; nextCursor?: string };
  }
  async function cards(query: Record<string, string | number> = {}) {
    const answer = await ask(world, 'listDocketSummaries', { params: params(), query });
    expect(answer.status, answer.text).to.equal(200);
    return answer.json as { dockets: { number: number; timestamp: string }[]; total: number; nextCursor?: string };
  }
  const numbers = async (query: Record<string, string | number>) =>
    (await cards(query)).dockets.map(({ number }) => number);

  it('are dockets with what a card shows, newest first', async () => {
    const { dockets, total } = await cards();
    expect([total, dockets.map(({ number }) => number)]).to.deep.equal([6, [5, 4, 3, 2, 1, 0]]);
    for (const docket of dockets) {
      const whole = (await ask(world, 'getDocket', { params: { ...params(), docketId: String(docket.number) } })).json;
      const { number, hash, previousHash, timestamp, transactionCount, validatorAddress: proposer } = whole;
      const signers = whole.certificate.signatures.reduce(
        (bits: number, { voterIndex }: { voterIndex: number }) => bits | (1 << voterIndex),
        0,
      );
      const card = { number, hash, timestamp, transactionCount, proposer, signers };
      expect(docket).to.deep.equal(previousHash === undefined ? card : { ...card, previousHash });
    }
    expect(JSON.stringify(dockets[0]).length).to.be.lessThan(400);
  });

  it('are of a span of numbers or times, and tell the number of a time', async () => {
    expect(await numbers({ fromDocket: 2, toDocket: 4 })).to.deep.equal([4, 3, 2]);
    expect(await numbers({ fromDocket: 2, toDocket: 4, order: 'asc', pageSize: 2 })).to.deep.equal([2, 3]);
    expect(await numbers({ fromDocket: 9 })).to.deep.equal([]);
    expect(await numbers({ fromDocket: 4, toDocket: 2 })).to.deep.equal([]);
    const { timestamp } = (await cards({ fromDocket: 4, toDocket: 4 })).dockets[0]!;
    expect(await numbers({ since: timestamp })).to.deep.equal([5, 4]);
    expect(await numbers({ until: timestamp, pageSize: 1 })).to.deep.equal([3]);
    expect(await numbers({ until: '1990-01-01T00:00:00Z' })).to.deep.equal([]);
    const first = await cards({ pageSize: 4 });
    expect(await numbers({ pageSize: 4, cursor: first.nextCursor! })).to.deep.equal([1, 0]);
  });

  it('are transactions with kind and title, newest first, and no payload', async () => {
    const { transactions, total } = await rows();
    expect([total, transactions.map(({ docketNumber }) => docketNumber)]).to.deep.equal([6, [5, 4, 3, 2, 1, 0]]);
    expect(transactions.map(({ kind }) => kind)).to.deep.equal([
      ...['action', 'action', 'action', 'action', 'publication', 'genesis'],
    ]);
    expect(transactions[0]?.title).to.be.a('string');
    expect(transactions[4]?.title).to.be.a('string');
    expect(transactions[0]).to.not.have.any.keys('payload', 'payloads', 'signatures');
  });

  it('are found by sender, instance, blueprint, kind, action, docket and time, and by several at once', async () => {
    const of = async (query: Record<string, string | number>) =>
      (await rows(query)).transactions.map(({ docketNumber }) => docketNumber);
    expect(await of({ sender: stranger.address })).to.deep.equal([4]);
    expect(await of({ sender: buyer.address })).to.deep.equal([5, 3, 2]);
    expect(await of({ sender: buyer.address, toDocket: 4 })).to.deep.equal([3, 2]);
    expect(await of({ kind: 'publication' })).to.deep.equal([1]);
    expect(await of({ kind: 'action', sender: stranger.address })).to.deep.equal([4]);
    expect(await of({ kind: 'genesis', sender: stranger.address })).to.deep.equal([]);
    expect(await of({ blueprintId: at.order.blueprintId })).to.include(2);
    expect(await of({ blueprintId: at.order.blueprintId, kind: 'action' })).to.deep.equal([5, 4, 3, 2]);
    expect(await of({ actionId: at.order.actionId })).to.deep.equal([5, 4, 3, 2]);
    expect(await of({ instanceId: INSTANCE })).to.deep.equal([5]);
    expect(await of({ instanceId: INSTANCE, sender: stranger.address })).to.deep.equal([]);
  });

  it('say how many there are where an index knows it, and else how far they looked', async () => {
    const known = await rows({ sender: buyer.address, pageSize: 1 });
    expect([known.total, known.lookedTo]).to.deep.equal([3, 5]);
    const first = await rows({ kind: 'action', pageSize: 2 });
    expect([first.total, first.lookedTo, first.transactions.length]).to.deep.equal([undefined, 4, 2]);
    const rest = await rows({ kind: 'action', pageSize: 2, cursor: first.nextCursor! });
    expect(rest.transactions.map(({ docketNumber }) => docketNumber)).to.deep.equal([3, 2]);
    const last = await rows({ kind: 'action', pageSize: 2, cursor: rest.nextCursor! });
    expect([last.transactions, last.nextCursor, last.lookedTo]).to.deep.equal([[], undefined, 0]);
  });

  it('look at so many transactions a page, and go on where they stopped', async () => {
    const { chain } = world.deps;
    const own = chain.transactionsPage;
    const one = (await own.call(chain, world.deps.ledger.register(at.registerId)!.reg, { skip: 0, top: 1 })).items[0]!;
    const length = SUMMARIES_LOOKED_MAX + 30;
    let read = 0;
    chain.transactionsPage = async (_reg, { skip, top }) => {
      const items = Array.from({ length: Math.max(0, Math.min(top, length - skip)) }, () => one);
      read += items.length;
      return { items, total: length };
    };
    try {
      const first = await rows({ kind: 'participant' });
      expect([first.transactions, read]).to.deep.equal([[], SUMMARIES_LOOKED_MAX]);
      const next = await rows({ kind: 'participant', cursor: first.nextCursor! });
      expect([next.transactions, next.nextCursor, read]).to.deep.equal([[], undefined, length]);
    } finally {
      chain.transactionsPage = own;
    }
  });

  it('are refused with a wrong question, and to who does not see the register', async () => {
    for (const query of [{ kind: 'nothing' }, { since: 'yesterday' }, { fromDocket: -1 }, { pageSize: 101 }]) {
      const odd = await ask(world, 'listTransactionSummaries', { params: params(), query });
      expect([odd.status, odd.json.code], JSON.stringify(query)).to.deep.equal([400, 'QUERY_INVALID']);
    }
    for (const id of ['listTransactionSummaries', 'listDocketSummaries']) {
      const other = await ask(world, id, { params: { registerId: '00000000-0000-4000-8000-00000000000f' } });
      expect([other.status, other.json.code], id).to.deep.equal([404, 'REGISTER_NOT_FOUND']);
    }
    const { nextCursor } = await rows({ pageSize: 1 });
    const foreign = await ask(world, 'listTransactionSummaries', {
      params: params(),
      query: { kind: 'action', cursor: nextCursor! },
    });
    expect([foreign.status, foreign.json.code]).to.deep.equal([400, 'CURSOR_INVALID']);
  });
});
