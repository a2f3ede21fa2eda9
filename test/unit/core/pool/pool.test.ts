// The pool: bounds, priorities, expiry, and which transactions go into a docket.
import { expect } from 'chai';
import fc from 'fast-check';
import { pick } from '../../../../core/pool/pick.js';
import { Pool, type PoolLimits } from '../../../../core/pool/pool.js';
import type { Priority, Transaction } from '../../../../core/transaction/types.js';

const LIMITS: PoolLimits = {
  transactionsMax: 20,
  bytesMax: 10_000,
  ttlMs: 1000,
  highShare: 0.2,
  senderShare: 0.5,
  orphanShare: 0.2,
  orphanTtlMs: 100,
};

function tx(
  id: number | string,
  more: { sender?: string; size?: number; previous?: string; expiresMs?: number } = {},
): Transaction {
  return {
    txId: String(id),
    header: {
      registerId: 'r',
      blueprintId: 'b',
      actionId: '0',
      senderWallet: more.sender ?? `s${id}`,
      payloadHash: '',
      createdAt: '',
      ...(more.previous !== undefined && { previousTransactionId: more.previous }),
      ...(more.expiresMs !== undefined && { expiresAt: new Date(more.expiresMs).toISOString() }),
    },
    payload: 0,
    signatures: [],
    bytes: new Uint8Array(more.size ?? 10),
  };
}

const ids = (transactions: readonly Transaction[]): string => transactions.map((each) => each.txId).join(' ');
const ROOM = { transactionsMax: 10, bytesMax: 1000 };

describe('the pool', () => {
  it('takes other limits without dropping what it holds, and counts the stay by them', () => {
    const pool = new Pool(LIMITS);
    for (let i = 0; i < 10; i++) pool.add(tx(i), 'Normal', 0);
    pool.park(tx('child', { previous: 'unknown' }), 'Normal', 0);
    pool.setLimits({ ...LIMITS, transactionsMax: 5, ttlMs: 5000, orphanTtlMs: 50 });
    expect(pool.size).to.equal(10);
    expect(pool.figures().maxSize).to.equal(5);
    expect(pool.add(tx('more'), 'Normal', 1)).to.equal('full');
    expect(pool.sweep(60).map((entry) => entry.tx.txId)).to.deep.equal(['child']);
    expect(pool.sweep(1000)).to.deep.equal([]);
    expect(pool.nextExpiryMs()).to.equal(5000);
    expect(pool.sweep(5000)).to.have.length(10);
  });

  it('reserves a fifth for High, and treats High beyond it as Normal', () => {
    const pool = new Pool(LIMITS);
    for (let i = 0; i < 16; i++) expect(pool.add(tx(i), 'Normal', i)).to.equal('added');
    expect(pool.add(tx('n'), 'Low', 16)).to.equal('full');
    for (let i = 0; i < 4; i++) expect(pool.add(tx(`h${i}`), 'High', 20 + i)).to.equal('added');
    expect(pool.add(tx('h4'), 'High', 30)).to.equal('full');
    pool.remove('0');
    expect(pool.add(tx('h4'), 'High', 31)).to.equal('added');
    expect(pool.get('h4')?.priority).to.equal('Normal');
    expect(pool.figures()).to.deep.equal({
      totalTransactions: 20,
      maxSize: 20,
      highPriorityCount: 4,
      normalPriorityCount: 16,
      lowPriorityCount: 0,
      fillPercentage: 100,
      bytes: 200,
      orphans: 0,
      totalEvictions: 0,
      totalExpired: 0,
      oldestTransactionMs: 1,
    });
  });

  it('bounds senders, bytes and orphans, and knows duplicates', () => {
    const pool = new Pool(LIMITS);
    for (let i = 0; i < 10; i++) pool.add(tx(i, { sender: 'one' }), 'Normal', 0);
    expect(pool.add(tx(10, { sender: 'one' }), 'Normal', 0)).to.equal('sender-full');
    expect(pool.park(tx(10, { sender: 'one', previous: 'p' }), 'Normal', 0)).to.equal('sender-full');
    expect(pool.add(tx(3), 'Normal', 0)).to.equal('duplicate');
    expect(pool.add(tx('big', { size: 9_901 }), 'Normal', 0)).to.equal('full');
    expect(pool.add(tx('big', { size: 9_900 }), 'Normal', 0)).to.equal('added');
    expect(pool.park(tx('o', { previous: 'p' }), 'Normal', 0)).to.equal('full');
    pool.evict('big');
    for (let i = 0; i < 4; i++) expect(pool.park(tx(`o${i}`, { previous: 'p' }), 'Normal', 0)).to.equal('parked');
    expect(pool.park(tx('o4', { previous: 'p' }), 'Normal', 0)).to.equal('full');
    expect(pool.park(tx('o3', { previous: 'p' }), 'Normal', 0)).to.equal('duplicate');
    expect(pool.figures()).to.include({ orphans: 4, totalTransactions: 10, totalEvictions: 1 });
  });

  it('gives orphans back when what they follow is sealed, and keeps their age', () => {
    const pool = new Pool(LIMITS);
    pool.park(tx('child', { previous: 'parent' }), 'High', 5);
    pool.park(tx('other', { previous: 'elsewhere' }), 'Normal', 6);
    expect(pool.sealed(['x', 'parent']).map((entry) => [entry.tx.txId, entry.priority])).to.deep.equal([
      ['child', 'High'],
    ]);
    expect(pool.add(tx('child', { previous: 'parent' }), 'High', 50)).to.equal('added');
    expect(pool.get('child')).to.include({ addedMs: 5, priority: 'High' });
    expect(pool.orphans).to.equal(1);
    expect(pool.sealed(['parent'])).to.deep.equal([]);
  });

  it('expires by its own stay, by the orphan stay, and by the transaction', () => {
    const pool = new Pool(LIMITS);
    pool.add(tx('a'), 'Normal', 0);
    pool.add(tx('b', { expiresMs: 500 }), 'High', 0);
    pool.park(tx('c', { previous: 'p' }), 'Normal', 0);
    pool.park(tx('d', { previous: 'p' }), 'Normal', 0);
    pool.add(tx('d', { previous: 'p' }), 'Normal', 50);
    const sweep = (nowMs: number): string => ids(pool.sweep(nowMs).map((entry) => entry.tx));
    expect(pool.nextExpiryMs()).to.equal(100);
    expect(sweep(99)).to.equal('');
    expect(sweep(100)).to.equal('c');
    expect(sweep(499)).to.equal('');
    expect(sweep(500)).to.equal('b');
    expect(sweep(999)).to.equal('');
    expect(sweep(1000).split(' ').sort().join(' ')).to.equal('a d');
    expect(pool.figures()).to.include({ totalTransactions: 0, totalExpired: 4, bytes: 0 });
  });

  it('does not grow with what has left', () => {
    const pool = new Pool(LIMITS);
    for (let i = 0; i < 20_000; i++) {
      pool.add(tx(i), 'Normal', i);
      pool.remove(String(i));
    }
    expect(pool.size).to.equal(0);
    // Left-over expiries are dropped long before their time: the earliest is a recent one.
    expect(pool.nextExpiryMs()).to.be.greaterThan(15_000);
  });

  it('keeps its books like a naive model', () => {
    const priority = fc.constantFrom<Priority>('High', 'Normal', 'Low');
    const id = fc.integer({ min: 0, max: 30 });
    const step = fc.oneof(
      fc.record({ do: fc.constant('add' as const), id, priority }),
      fc.record({ do: fc.constant('park' as const), id, priority }),
      fc.record({ do: fc.constant('remove' as const), id, priority }),
      fc.record({ do: fc.constant('sweep' as const), id, priority }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const pool = new Pool(LIMITS);
        const model = new Map<string, { tx: Transaction; parked: boolean; addedMs: number }>();
        let nowMs = 0;
        for (const { do: what, id: n, priority: wanted } of steps) {
          nowMs += 17;
          const each = tx(n, { sender: `s${n % 3}`, size: 10 + n, previous: `p${n % 2}` });
          const known = model.get(each.txId);
          if (what === 'add') {
            const answer = pool.add(each, wanted, nowMs);
            if (answer === 'added') model.set(each.txId, { tx: each, parked: false, addedMs: known?.addedMs ?? nowMs });
            expect(answer === 'duplicate').to.equal(known !== undefined && !known.parked);
          } else if (what === 'park') {
            const answer = pool.park(each, wanted, nowMs);
            if (answer === 'parked') model.set(each.txId, { tx: each, parked: true, addedMs: nowMs });
            expect(answer === 'duplicate').to.equal(known !== undefined);
          } else if (what === 'remove') {
            expect(pool.remove(each.txId)).to.equal(model.delete(each.txId));
          } else {
            const due = [...model.values()]
              .filter((m) => m.addedMs + (m.parked ? 100 : 1000) <= nowMs)
              .map((m) => m.tx.txId);
            expect(
              pool
                .sweep(nowMs)
                .map((entry) => entry.tx.txId)
                .sort(),
            ).to.deep.equal(due.sort());
            for (const gone of due) model.delete(gone);
          }
          const all = [...model.values()];
          const waiting = all.filter((m) => !m.parked);
          expect(pool.size).to.equal(waiting.length);
          expect(pool.orphans).to.equal(all.length - waiting.length);
          expect(pool.bytes).to.equal(all.reduce((sum, m) => sum + m.tx.bytes.length, 0));
          const figures = pool.figures();
          expect(figures.highPriorityCount).to.be.at.most(4);
          expect(figures.normalPriorityCount + figures.lowPriorityCount).to.be.at.most(16);
          expect(pool.orphans).to.be.at.most(4);
          for (const s of ['s0', 's1', 's2'])
            expect(all.filter((m) => m.tx.header.senderWallet === s).length).to.be.at.most(10);
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe('picking', () => {
  it('takes High up to a fifth, then by age, then Low', () => {
    const pool = new Pool(LIMITS);
    for (let i = 0; i < 3; i++) pool.add(tx(`l${i}`), 'Low', i);
    for (let i = 0; i < 8; i++) pool.add(tx(`n${i}`), 'Normal', 10 + i);
    for (let i = 0; i < 4; i++) pool.add(tx(`h${i}`), 'High', 12 + i);
    expect(ids(pick(pool, ROOM))).to.equal('h0 h1 n0 n1 n2 n3 n4 h2 n5 h3');
    expect(ids(pick(pool, { transactionsMax: 14, bytesMax: 1000 }))).to.equal(
      'h0 h1 n0 n1 n2 n3 n4 h2 n5 h3 n6 n7 l0 l1',
    );
    expect(ids(pick(pool, { transactionsMax: 1, bytesMax: 1000 }))).to.equal('h0');
    expect(pick(new Pool(LIMITS), ROOM)).to.deep.equal([]);
  });

  it('passes over those that it is told, whatever their place', () => {
    const pool = new Pool(LIMITS);
    pool.add(tx('huge', { size: 2000 }), 'Normal', 0);
    pool.add(tx('h'), 'High', 1);
    for (const id of ['a', 'b']) pool.add(tx(id), 'Normal', 2);
    const one = { transactionsMax: 1, bytesMax: 1000 };
    expect(ids(pick(pool, { ...one, without: new Set() }))).to.equal('huge');
    expect(ids(pick(pool, { ...one, without: new Set(['huge']) }))).to.equal('h');
    expect(ids(pick(pool, { ...one, without: new Set(['huge', 'h', 'a']) }))).to.equal('b');
    expect(pick(pool, { ...one, without: new Set(['huge', 'h', 'a', 'b']) })).to.deep.equal([]);
  });

  it('puts parents before children and lets parked children follow', () => {
    const pool = new Pool(LIMITS);
    pool.add(tx('c', { previous: 'b' }), 'High', 0);
    pool.add(tx('b', { previous: 'a' }), 'Normal', 1);
    pool.add(tx('a'), 'Low', 2);
    pool.park(tx('d', { previous: 'c' }), 'Normal', 3);
    pool.park(tx('e', { previous: 'd' }), 'Normal', 4);
    pool.park(tx('x', { previous: 'unknown' }), 'Normal', 5);
    expect(ids(pick(pool, { transactionsMax: 20, bytesMax: 1000 }))).to.equal('a b c d e');
    expect(ids(pick(pool, { transactionsMax: 2, bytesMax: 1000 }))).to.equal('a b');
  });

  it('picks what follows a parked one whose parent is not here, to be parked too, and not that one', () => {
    const pool = new Pool(LIMITS);
    // Its parent was in the pool when it came, and was parked since.
    pool.add(tx('grandchild', { previous: 'child' }), 'Normal', 0);
    pool.park(tx('child', { previous: 'unknown' }), 'Normal', 1);
    const one = { transactionsMax: 1, bytesMax: 1000 };
    expect(ids(pick(pool, one))).to.equal('grandchild');
    pool.add(tx('other'), 'Normal', 2);
    expect(ids(pick(pool, ROOM))).to.equal('grandchild other');
    pool.add(tx('unknown'), 'Low', 3);
    expect(ids(pick(pool, ROOM))).to.equal('unknown child grandchild other');
  });

  it('keeps to the bytes, and lets no large transaction starve', () => {
    const pool = new Pool(LIMITS);
    pool.add(tx('large', { size: 950 }), 'Normal', 0);
    for (let i = 0; i < 4; i++) pool.add(tx(`h${i}`, { size: 30 }), 'High', 1 + i);
    pool.add(tx('n'), 'Normal', 10);
    expect(ids(pick(pool, ROOM))).to.equal('h0 large');
    pool.remove('large');
    pool.add(tx('huge', { size: 2000 }), 'Low', 11);
    expect(ids(pick(pool, ROOM))).to.equal('h0 h1 h2 h3 n');
    for (const id of ['h0', 'h1', 'h2', 'h3', 'n']) pool.remove(id);
    expect(ids(pick(pool, ROOM))).to.equal('huge');
  });

  it('lets a large parent go first, however young it is', () => {
    const pool = new Pool(LIMITS);
    // It was parked until its parent came, and kept its age.
    pool.add(tx('child', { previous: 'parent' }), 'Normal', 0);
    pool.add(tx('n'), 'Normal', 1);
    pool.add(tx('parent', { previous: 'first', size: 2000 }), 'Normal', 2);
    for (let i = 0; i < 4; i++) pool.add(tx(`h${i}`, { size: 30 }), 'High', 3 + i);
    expect(ids(pick(pool, ROOM)), 'alone').to.equal('parent');
    expect(ids(pick(pool, { ...ROOM, without: new Set(['child']) }))).to.equal('h0 h1 n');
    expect(ids(pick(pool, { ...ROOM, without: new Set(['parent']) })), 'nor its child').to.equal('h0 h1 n h2 h3');
    pool.remove('parent');
    pool.add(tx('parent', { previous: 'first', size: 950 }), 'Low', 7);
    expect(ids(pick(pool, ROOM)), 'room is kept for it').to.equal('h0 parent child n');
    pool.add(tx('first', { size: 2000 }), 'Low', 8);
    expect(ids(pick(pool, ROOM)), 'the first of a line').to.equal('first');
  });

  it('never exceeds its limits, never repeats, is the same twice, and puts no child first', () => {
    const entry = fc.record({
      id: fc.integer({ min: 0, max: 40 }),
      size: fc.integer({ min: 1, max: 400 }),
      previous: fc.option(fc.integer({ min: 0, max: 40 }), { nil: undefined }),
      priority: fc.constantFrom<Priority>('High', 'Normal', 'Low'),
      park: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 40 }), fc.integer({ min: 1, max: 12 }), (entries, transactionsMax) => {
        const pool = new Pool({ ...LIMITS, senderShare: 1, orphanShare: 0.5 });
        for (const [i, e] of entries.entries()) {
          const each = tx(e.id, { size: e.size, ...(e.previous !== undefined && { previous: String(e.previous) }) });
          if (e.park) pool.park(each, e.priority, i);
          else pool.add(each, e.priority, i);
        }
        const picked = pick(pool, { transactionsMax, bytesMax: 1000 });
        expect(pick(pool, { transactionsMax, bytesMax: 1000 })).to.deep.equal(picked);
        expect(picked.length).to.be.at.most(transactionsMax);
        expect(picked.reduce((sum, each) => sum + each.bytes.length, 0)).to.be.at.most(1000);
        const order = picked.map((each) => each.txId);
        expect(new Set(order).size).to.equal(order.length);
        if (pool.size > 0) expect(order.length).to.be.greaterThan(0);
        for (const each of picked) {
          const parent = each.header.previousTransactionId;
          if (parent === undefined || !order.includes(parent) || cyclic(each.txId, picked)) continue;
          expect(order.indexOf(parent)).to.be.lessThan(order.indexOf(each.txId));
        }
      }),
      { numRuns: 300 },
    );
  });
});

/** TxIds cover their parents, so real transactions never form a ring; random ones may. */
function cyclic(txId: string, transactions: readonly Transaction[]): boolean {
  const byId = new Map(transactions.map((each) => [each.txId, each.header.previousTransactionId]));
  const seen = new Set<string>();
  for (let at: string | undefined = txId; at !== undefined; at = byId.get(at)) {
    if (seen.has(at)) return true;
    seen.add(at);
  }
  return false;
}
