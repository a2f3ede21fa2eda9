// The pool: bounds, priorities, expiry, and which transactions go into a docket.
import { expect } from 'chai';
import fc from 'fast-check';
import type { Priority, Transaction } from '../../../../core/model/transaction.js';
import { pick } from '../../../../core/pool/pick.js';
import { Pool, type PoolLimits } from '../../../../core/pool/pool.js';

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
    for (let i = 0; i < 10; i++) pool.add(tx(i), { priority: 'Normal' }, 0);
    pool.park(tx('child', { previous: 'unknown' }), { priority: 'Normal' }, 0);
    pool.setLimits({ ...LIMITS, transactionsMax: 5, ttlMs: 5000, orphanTtlMs: 50 });
    expect(pool.size).to.equal(10);
    expect(pool.figures().maxSize).to.equal(5);
    expect(pool.add(tx('more'), { priority: 'Normal' }, 1)).to.equal('full');
    expect(pool.sweep(60).map((entry) => entry.tx.txId)).to.deep.equal(['child']);
    expect(pool.sweep(1000)).to.deep.equal([]);
    expect(pool.nextExpiryMs()).to.equal(5000);
    expect(pool.sweep(5000)).to.have.length(10);
  });

  it('reserves a fifth for High, and treats High beyond it as Normal', () => {
    const pool = new Pool(LIMITS);
    for (let i = 0; i < 16; i++) expect(pool.add(tx(i), { priority: 'Normal' }, i)).to.equal('added');
    expect(pool.add(tx('n'), { priority: 'Low' }, 16)).to.equal('full');
    for (let i = 0; i < 4; i++) expect(pool.add(tx(`h${i}`), { priority: 'High' }, 20 + i)).to.equal('added');
    expect(pool.add(tx('h4'), { priority: 'High' }, 30)).to.equal('full');
    pool.remove('0');
    expect(pool.add(tx('h4'), { priority: 'High' }, 31)).to.equal('added');
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
    for (let i = 0; i < 10; i++) pool.add(tx(i, { sender: 'one' }), { priority: 'Normal' }, 0);
    expect(pool.add(tx(10, { sender: 'one' }), { priority: 'Normal' }, 0)).to.equal('sender-full');
    expect(pool.park(tx(10, { sender: 'one', previous: 'p' }), { priority: 'Normal' }, 0)).to.equal('sender-full');
    expect(pool.add(tx(3), { priority: 'Normal' }, 0)).to.equal('duplicate');
    expect(pool.add(tx('big', { size: 9_901 }), { priority: 'Normal' }, 0)).to.equal('full');
    expect(pool.add(tx('big', { size: 9_900 }), { priority: 'Normal' }, 0)).to.equal('added');
    expect(pool.park(tx('o', { previous: 'p' }), { priority: 'Normal' }, 0)).to.equal('full');
    pool.evict('big');
    for (let i = 0; i < 4; i++)
      expect(pool.park(tx(`o${i}`, { previous: 'p' }), { priority: 'Normal' }, 0)).to.equal('parked');
    expect(pool.park(tx('o4', { previous: 'p' }), { priority: 'Normal' }, 0)).to.equal('full');
    expect(pool.park(tx('o3', { previous: 'p' }), { priority: 'Normal' }, 0)).to.equal('duplicate');
    expect(pool.figures()).to.include({ orphans: 4, totalTransactions: 10, totalEvictions: 1 });
  });

  it('gives orphans back when what they follow is sealed, and keeps their age', () => {
    const pool = new Pool(LIMITS);
    pool.park(tx('child', { previous: 'parent' }), { priority: 'High' }, 5);
    pool.park(tx('other', { previous: 'elsewhere' }), { priority: 'Normal' }, 6);
    expect(pool.takeSealed(['x', 'parent']).map((entry) => [entry.tx.txId, entry.priority])).to.deep.equal([
      ['child', 'High'],
    ]);
    expect(pool.add(tx('child', { previous: 'parent' }), { priority: 'High' }, 50)).to.equal('added');
    expect(pool.get('child')).to.include({ addedMs: 5, priority: 'High' });
    expect(pool.orphans).to.equal(1);
    expect(pool.takeSealed(['parent'])).to.deep.equal([]);
  });

  it('expires by its own stay, by the orphan stay, and by the transaction', () => {
    const pool = new Pool(LIMITS);
    pool.add(tx('a'), { priority: 'Normal' }, 0);
    pool.add(tx('b', { expiresMs: 500 }), { priority: 'High' }, 0);
    pool.park(tx('c', { previous: 'p' }), { priority: 'Normal' }, 0);
    pool.park(tx('d', { previous: 'p' }), { priority: 'Normal' }, 0);
    pool.add(tx('d', { previous: 'p' }), { priority: 'Normal' }, 50);
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
      pool.add(tx(i), { priority: 'Normal' }, i);
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
            const answer = pool.add(each, { priority: wanted }, nowMs);
            if (answer === 'added') model.set(each.txId, { tx: each, parked: false, addedMs: known?.addedMs ?? nowMs });
            expect(answer === 'duplicate').to.equal(known !== undefined && !known.parked);
          } else if (what === 'park') {
            const answer = pool.park(each, { priority: wanted }, nowMs);
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

describe('the pool among organisations', () => {
  const WIDE = { ...LIMITS, transactionsMax: 100, senderShare: 1 };
  const brought = (from: string) => ({ priority: 'Normal', from }) as const;

  it('closes to clients of this node before it closes to what other validators bring', () => {
    const pool = new Pool(WIDE);
    for (let i = 0; i < 34; i++) {
      expect(pool.refusal(tx(i), brought('a'), true), String(i)).to.equal(undefined);
      pool.add(tx(i), brought('a'), i);
    }
    expect(pool.refusal(tx(34), brought('a'), true)).to.equal('share-full');
    expect(pool.refusal(tx(34), brought('a'))).to.equal(undefined);
    expect(pool.refusal(tx(34), brought('b'), true)).to.equal(undefined);
  });

  it('leaves places to a stranger whatever one organisation brings, and throws nothing out for it', () => {
    const pool = new Pool(WIDE);
    const answers = Array.from({ length: 100 }, (_, i) => pool.add(tx(i), brought('a'), i));
    expect([answers.indexOf('share-full'), pool.size]).to.deep.equal([40, 40]);
    for (let i = 0; i < 20; i++) expect(pool.add(tx(`b${i}`), brought('b'), 100)).to.equal('added');
    expect(pool.add(tx('b20'), brought('b'), 100)).to.equal('share-full');
    expect(pool.add(tx('c'), brought('c'), 100)).to.equal('added');
    expect(pool.add(tx('of the node itself'), { priority: 'Normal' }, 100)).to.equal('added');
    for (let i = 0; i < 40; i++) expect(pool.has(`${i}`)).to.equal(true);
    for (let i = 0; i < 40; i++) pool.remove(`${i}`);
    expect(pool.add(tx('again'), brought('a'), 200), 'room is given back').to.equal('added');
  });

  it('shares out bytes and places of parked ones too', () => {
    const pool = new Pool({ ...WIDE, orphanShare: 0.1 });
    for (let i = 0; i < 5; i++) expect(pool.add(tx(i, { size: 1000 }), brought('a'), 0)).to.equal('added');
    expect(pool.add(tx('more', { size: 1000 }), brought('a'), 0)).to.equal('share-full');
    expect(pool.park(tx('more', { size: 1000, previous: 'p' }), brought('a'), 0)).to.equal('share-full');
    expect(pool.add(tx('other', { size: 5000 }), brought('b'), 0)).to.equal('added');
    pool.remove('other');
    for (let i = 0; i < 5; i++) expect(pool.park(tx(`p${i}`, { previous: 'p' }), brought('b'), 0)).to.equal('parked');
    expect(pool.park(tx('p5', { previous: 'p' }), brought('b'), 0)).to.equal('share-full');
    expect(pool.park(tx('p6', { previous: 'p' }), brought('c'), 0)).to.equal('parked');
    pool.sweep(LIMITS.orphanTtlMs);
    expect(pool.park(tx('p7', { previous: 'p' }), brought('b'), 0)).to.equal('parked');
  });

  it('is picked from in turns, and a sender that was sealed comes after the others', () => {
    const pool = new Pool(WIDE);
    for (let i = 0; i < 6; i++) pool.add(tx(`a${i}`), brought('a'), i);
    for (const from of ['b', 'c']) for (let i = 0; i < 2; i++) pool.add(tx(`${from}${i}`), brought(from), 10);
    pool.add(tx('low'), { priority: 'Low', from: 'd' }, 0);
    expect(ids(pick(pool, ROOM))).to.equal('a0 b0 c0 a1 b1 c1 a2 a3 a4 a5');
    // Dockets of one: no sender is passed over.
    const order: string[] = [];
    for (
      let next = pick(pool, { ...ROOM, transactionsMax: 1 });
      next[0];
      next = pick(pool, { ...ROOM, transactionsMax: 1 })
    ) {
      order.push(next[0].txId);
      pool.remove(next[0].txId);
    }
    expect(order.join(' ')).to.equal('a0 b0 c0 a1 b1 c1 a2 a3 a4 a5 low');
  });

  it('gives a stranger a place in the next docket, and citizens a turn together', () => {
    const pool = new Pool(WIDE);
    const citizens = Array.from({ length: 20 }, (_, i) => `all member ${i}`);
    for (const [i, from] of citizens.entries()) expect(pool.add(tx(`x${i}`), brought(from), i)).to.equal('added');
    for (let i = 0; i < 5; i++) expect(pool.add(tx(`s${i}`), brought('s'), 100 + i)).to.equal('added');
    const picked = pick(pool, ROOM).map(({ txId }) => txId);
    expect(picked.filter((txId) => txId.startsWith('s'))).to.have.length(5);
  });
});

describe('picking', () => {
  it('takes High up to a fifth, then by age, then Low', () => {
    const pool = new Pool(LIMITS);
    for (let i = 0; i < 3; i++) pool.add(tx(`l${i}`), { priority: 'Low' }, i);
    for (let i = 0; i < 8; i++) pool.add(tx(`n${i}`), { priority: 'Normal' }, 10 + i);
    for (let i = 0; i < 4; i++) pool.add(tx(`h${i}`), { priority: 'High' }, 12 + i);
    expect(ids(pick(pool, ROOM))).to.equal('h0 h1 n0 n1 n2 n3 n4 h2 n5 h3');
    expect(ids(pick(pool, { transactionsMax: 14, bytesMax: 1000 }))).to.equal(
      'h0 h1 n0 n1 n2 n3 n4 h2 n5 h3 n6 n7 l0 l1',
    );
    expect(ids(pick(pool, { transactionsMax: 1, bytesMax: 1000 }))).to.equal('h0');
    expect(pick(new Pool(LIMITS), ROOM)).to.deep.equal([]);
  });

  it('passes over those that it is told, whatever their place', () => {
    const pool = new Pool(LIMITS);
    pool.add(tx('huge', { size: 2000 }), { priority: 'Normal' }, 0);
    pool.add(tx('h'), { priority: 'High' }, 1);
    for (const id of ['a', 'b']) pool.add(tx(id), { priority: 'Normal' }, 2);
    const one = { transactionsMax: 1, bytesMax: 1000 };
    expect(ids(pick(pool, { ...one, without: new Set() }))).to.equal('huge');
    expect(ids(pick(pool, { ...one, without: new Set(['huge']) }))).to.equal('h');
    expect(ids(pick(pool, { ...one, without: new Set(['huge', 'h', 'a']) }))).to.equal('b');
    expect(pick(pool, { ...one, without: new Set(['huge', 'h', 'a', 'b']) })).to.deep.equal([]);
  });

  it('puts parents before children and lets parked children follow', () => {
    const pool = new Pool(LIMITS);
    pool.add(tx('c', { previous: 'b' }), { priority: 'High' }, 0);
    pool.add(tx('b', { previous: 'a' }), { priority: 'Normal' }, 1);
    pool.add(tx('a'), { priority: 'Low' }, 2);
    pool.park(tx('d', { previous: 'c' }), { priority: 'Normal' }, 3);
    pool.park(tx('e', { previous: 'd' }), { priority: 'Normal' }, 4);
    pool.park(tx('x', { previous: 'unknown' }), { priority: 'Normal' }, 5);
    expect(ids(pick(pool, { transactionsMax: 20, bytesMax: 1000 }))).to.equal('a b c d e');
    expect(ids(pick(pool, { transactionsMax: 2, bytesMax: 1000 }))).to.equal('a b');
  });

  it('picks what follows a parked one whose parent is not here, to be parked too, and not that one', () => {
    const pool = new Pool(LIMITS);
    // Its parent was in the pool when it came, and was parked since.
    pool.add(tx('grandchild', { previous: 'child' }), { priority: 'Normal' }, 0);
    pool.park(tx('child', { previous: 'unknown' }), { priority: 'Normal' }, 1);
    const one = { transactionsMax: 1, bytesMax: 1000 };
    expect(ids(pick(pool, one))).to.equal('grandchild');
    pool.add(tx('other'), { priority: 'Normal' }, 2);
    expect(ids(pick(pool, ROOM))).to.equal('grandchild other');
    pool.add(tx('unknown'), { priority: 'Low' }, 3);
    expect(ids(pick(pool, ROOM))).to.equal('unknown child grandchild other');
  });

  it('keeps to the bytes, and lets no large transaction starve', () => {
    const pool = new Pool(LIMITS);
    pool.add(tx('large', { size: 950 }), { priority: 'Normal' }, 0);
    for (let i = 0; i < 4; i++) pool.add(tx(`h${i}`, { size: 30 }), { priority: 'High' }, 1 + i);
    pool.add(tx('n'), { priority: 'Normal' }, 10);
    expect(ids(pick(pool, ROOM))).to.equal('h0 large');
    pool.remove('large');
    pool.add(tx('huge', { size: 2000 }), { priority: 'Low' }, 11);
    expect(ids(pick(pool, ROOM))).to.equal('h0 h1 h2 h3 n');
    for (const id of ['h0', 'h1', 'h2', 'h3', 'n']) pool.remove(id);
    expect(ids(pick(pool, ROOM))).to.equal('huge');
  });

  it('lets a large parent go first, however young it is', () => {
    const pool = new Pool(LIMITS);
    // It was parked until its parent came, and kept its age.
    pool.add(tx('child', { previous: 'parent' }), { priority: 'Normal' }, 0);
    pool.add(tx('n'), { priority: 'Normal' }, 1);
    pool.add(tx('parent', { previous: 'first', size: 2000 }), { priority: 'Normal' }, 2);
    for (let i = 0; i < 4; i++) pool.add(tx(`h${i}`, { size: 30 }), { priority: 'High' }, 3 + i);
    expect(ids(pick(pool, ROOM)), 'alone').to.equal('parent');
    expect(ids(pick(pool, { ...ROOM, without: new Set(['child']) }))).to.equal('h0 h1 n');
    expect(ids(pick(pool, { ...ROOM, without: new Set(['parent']) })), 'nor its child').to.equal('h0 h1 n h2 h3');
    pool.remove('parent');
    pool.add(tx('parent', { previous: 'first', size: 950 }), { priority: 'Low' }, 7);
    expect(ids(pick(pool, ROOM)), 'room is kept for it').to.equal('h0 parent child n');
    pool.add(tx('first', { size: 2000 }), { priority: 'Low' }, 8);
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
          if (e.park) pool.park(each, e, i);
          else pool.add(each, e, i);
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
