// Objections: each lie that can be shown is proven with exactly the cells that show it, on every validator alike; no
// honest run is ever found at fault, and nothing more is published than the proof.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import { ROUTE_MEMBER } from '../../../../../core/envelope/layout/layout.js';
import { rowsIn } from '../../../../../core/instance/rows.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { admission } from '../../../../../core/moves/objection/judge.js';
import { asks, definitionOf, read, shows, to } from '../../../../support/definitions/short-definitions.js';
import { alice, bob, wallet } from '../../../../support/register/ledger.js';
import { type Claim, SealedLedger } from '../../../../support/register/sealed-ledger.js';

const carol = wallet('carol');
const stranger = wallet('stranger');
const WALLETS = [alice, bob, carol, stranger];
const HOUR = 3_600_000;
const address = { x: alice.address, y: bob.address, z: carol.address };
const num = { type: 'integer' };
const part = { type: 'object', properties: { b: num, c: num } };
const text = { type: 'string' };

/** x states a price; y takes a quantity of it, in rounds; z ends. */
const DEFINITION: JsonObject = {
  ...definitionOf([
    { ...asks({ price: num, note: text }, ['note']), ...shows({ y: ['price'], z: ['price'] }), ...to(2) },
    {
      sender: 'y',
      ...asks({ qty: num, part, note: text }, ['part', 'note']),
      calculations: {
        total: { '*': [read('in.qty'), read('act.1.price')] },
        sum: {
          '+': [{ reduce: [read('runs.2.qty'), { '+': [read('accumulator'), read('item')] }, 0] }, read('in.qty')],
        },
      },
      ...shows({ x: ['*'], z: ['qty', 'total', 'part', 'part/b'] }),
      routes: [
        { id: 'much', nextActionIds: [3], condition: { '>': [read('calc.total'), 100] } },
        { id: 'more', nextActionIds: [2], condition: { '>': [read('in.qty'), 5] } },
        { id: 'end', nextActionIds: [3], isDefault: true },
      ],
    },
    { sender: 'z', ...asks({ done: num }), ...shows({ x: ['*'] }), ...to() },
  ]),
  participants: Object.entries(address).map(([id, walletAddress]) => ({ id, walletAddress })),
  disputes: { window: 'P2D', redoWithin: 'PT2H' },
};

const decided = (routeId: string, reasonCode = 'ConditionMatched') => ({ [ROUTE_MEMBER]: { reasonCode, routeId } });
const HONEST = { qty: 4, total: 40, sum: 4, ...decided('end', 'DefaultRoute') };

function started(
  stated: JsonObject = HONEST,
  next: readonly number[] = [3],
  commits: Readonly<Record<string, string>> = {},
) {
  const at = new SealedLedger(DEFINITION, WALLETS);
  const one = at.take({ action: 1, by: alice, data: { price: 10, note: 'secret' }, next: [2] });
  const two = at.take({ action: 2, by: bob, data: stated, next, previous: one.txId, commits });
  const claim = (more: Partial<Claim>): string =>
    at.judge(
      at.objection({ run: two, by: alice, ground: 'calculation', at: '/calculations/total', shown: [], ...more }),
    );
  return { at, one, two, claim };
}

const TOTAL = ['/qty', '/total'];

describe('objections: a fault that is proven', () => {
  it('is a calculated member with another value, by its operands', () => {
    const { one, two, claim } = started({ ...HONEST, total: 4000 });
    expect(
      claim({
        shown: [
          [two, ...TOTAL],
          [one, '/price'],
        ],
      }),
    ).to.equal('ok');
    // One that is absent as well.
    const { total: _, ...less } = HONEST;
    const other = started(less);
    expect(
      other.claim({
        shown: [
          [other.two, ...TOTAL],
          [other.one, '/price'],
        ],
      }),
    ).to.equal('ok');
  });

  it('is a part that breaks its schema, by itself, and one that is required and absent', () => {
    const { two, claim } = started({ ...HONEST, note: 5 });
    expect(claim({ ground: 'schema', at: '/note', shown: [[two, '/note']] })).to.equal('ok');
    const { qty: _, ...less } = HONEST;
    const other = started(less);
    expect(other.claim({ ground: 'schema', at: '/qty', shown: [[other.two, '/qty']] })).to.equal('ok');
  });

  it('is a part where none can be', () => {
    const { at, two, claim } = started();
    expect(claim({ ground: 'shape', at: '/part/b', shown: [[two, '/part', '/part/b']] })).to.equal('VAL_OBJ_004');
    // A patched sender commits a part of what is a number.
    const lying = started({ ...HONEST, part: { b: 1 } }, [3], { '/part': '5' });
    const shape = { ground: 'shape', at: '/part/b' };
    expect(lying.claim({ ...shape, shown: [[lying.two, '/part', '/part/b']] })).to.equal('ok');
    expect(lying.claim({ ...shape, shown: [[lying.two, '/part/b']] })).to.equal('VAL_OBJ_004');
    expect(lying.claim({ ...shape, shown: [[lying.two, '/part', '/part/b', '/qty']] })).to.equal('VAL_OBJ_005');
    expect(at.instance.faults).to.equal(undefined);
  });

  it('is a decision that the conditions deny, by those that are needed', () => {
    // The total is 40 and the quantity 4: it ends. The run goes on instead.
    const { two, claim } = started({ ...HONEST, ...decided('more') }, [2]);
    expect(claim({ ground: 'route', at: '/routes', shown: [[two, '/qty']] })).to.equal('ok');
    expect(claim({ ground: 'route', at: '/routes', shown: [[two, '/qty', '/total']] })).to.equal('VAL_OBJ_005');
    expect(claim({ ground: 'route', at: '/routes', shown: [[two, '/total']] })).to.equal('VAL_OBJ_004');
    // The next action is right, and the reason is not.
    const other = started({ ...HONEST, ...decided('much') });
    expect(other.claim({ ground: 'route', at: '/routes', shown: [[other.two, '/total']] })).to.equal('VAL_OBJ_004');
    expect(other.claim({ ground: 'route', at: '/routes', shown: [[other.two, '/total', '/@route']] })).to.equal('ok');
  });
});

describe('objections: an objection that is refused', () => {
  it('is one to an honest run, whatever it shows', () => {
    const { one, two, claim } = started();
    const all = [two, '/qty', '/total', '/sum', '/note', '/part', '/part/b'] as const;
    expect(
      claim({
        shown: [
          [two, ...TOTAL],
          [one, '/price'],
        ],
      }),
    ).to.equal('VAL_OBJ_004');
    expect(claim({ at: '/calculations/sum', shown: [[two, '/qty', '/sum']] })).to.equal('VAL_OBJ_004');
    expect(claim({ at: '/calculations/none' })).to.equal('VAL_OBJ_004');
    expect(claim({ ground: 'schema', at: '/note', shown: [[two, '/note']] })).to.equal('VAL_OBJ_004');
    expect(claim({ ground: 'schema', at: '', shown: [[...all]] })).to.equal('VAL_OBJ_004');
    expect(claim({ ground: 'route', at: '/routes', shown: [[two, '/qty', '/total', '/@route']] })).to.equal(
      'VAL_OBJ_004',
    );
  });

  it('is one without all operands, with others, and with too much', () => {
    const { one, two, claim } = started({ ...HONEST, total: 4000 });
    expect(claim({ shown: [[two, ...TOTAL]] })).to.equal('VAL_OBJ_004');
    expect(
      claim({
        shown: [
          [two, '/total'],
          [one, '/price'],
        ],
      }),
    ).to.equal('VAL_OBJ_004');
    expect(
      claim({
        shown: [
          [two, ...TOTAL],
          [one, '/price', '/note'],
        ],
      }),
    ).to.equal('VAL_OBJ_005');
    expect(
      claim({
        shown: [
          [two, ...TOTAL, '/note'],
          [one, '/price'],
        ],
      }),
    ).to.equal('VAL_OBJ_005');
    expect(
      claim({
        shown: [
          [two, ...TOTAL],
          [two, ...TOTAL],
          [one, '/price'],
        ],
      }),
    ).to.equal('VAL_OBJ_003');
    // The rule of a schema reads no run before.
    expect(
      claim({
        ground: 'schema',
        at: '/note',
        shown: [
          [two, '/note'],
          [one, '/price'],
        ],
      }),
    ).to.equal('VAL_OBJ_003');
  });

  it('is one with an opening that does not give the root, or of another form', () => {
    const { at, one, two, claim } = started({ ...HONEST, total: 4000 });
    const opening = at.show(two, TOTAL) as JsonObject;
    const changed = JSON.parse(JSON.stringify(opening).replace('4000', '4001'));
    expect(claim({ shown: [changed, [one, '/price']] })).to.equal('VAL_OBJ_003');
    expect(claim({ shown: [{ ...opening, txId: one.txId }, at.show(two, TOTAL)] })).to.equal('VAL_OBJ_003');
    expect(claim({ shown: [{ txId: two.txId }] })).to.equal('VAL_OBJ_003');
    expect(claim({ ground: 'malice' })).to.equal('VAL_SCHEMA_004');
    const many = { txId: two.txId, classes: [{ leaves: new Array(16_385).fill(null), open: [] }] };
    expect(claim({ shown: [many] })).to.equal('VAL_SCHEMA_004');
    expect(claim({ shown: new Array(257).fill({ txId: two.txId }) })).to.equal('VAL_SCHEMA_004');
  });

  it('is one of a stranger, one that is late, and one to a run that counts no more', () => {
    const { at, one, two, claim } = started({ ...HONEST, total: 4000 });
    const shown = [
      [two, ...TOTAL],
      [one, '/price'],
    ] as Claim['shown'];
    expect(claim({ by: stranger, shown })).to.equal('VAL_OBJ_006');
    const claimed = at.objection({ run: two, by: carol, ground: 'calculation', at: '/calculations/total', shown });
    const { timestampMs } = at.ledger.state;
    expect(at.judge(claimed, timestampMs + 48 * HOUR)).to.equal('ok');
    expect(at.judge(claimed, timestampMs + 48 * HOUR + 1)).to.equal('VAL_OBJ_002');
    at.ledger.seal(claimed);
    const again = at.objection({ run: two, by: alice, ground: 'calculation', at: '/calculations/total', shown });
    expect(at.judge(again)).to.equal('VAL_BP_017');
    const redone = at.take({ action: 2, by: bob, data: HONEST, next: [3], previous: claimed.txId });
    expect(at.judge(again)).to.equal('VAL_OBJ_007');
    expect(at.judge(at.objection({ run: claimed, by: alice, ground: 'schema', at: '/qty', shown: [] }))).to.equal(
      'VAL_OBJ_001',
    );
    expect(at.instance.runs[2]).to.deep.include({ count: 1, last: redone.txId });
  });

  it('is one to what no wallet stated', () => {
    const { at, two } = started();
    const { ledger, instance, definition } = at;
    const row = rowsIn(ledger.view)(two.txId);
    const tx = at.objection({ run: two, by: alice, ground: 'schema', at: '/note', shown: [] });
    const admitted = (type: string): string | undefined => {
      const run = { ...two, header: { ...two.header, metadata: { ...two.header.metadata, type } } };
      return admission({ tx, instance, definition, row, run, atMs: ledger.state.timestampMs, held: [], since: 0 })
        ?.code;
    };
    expect(admitted('Action')).to.equal(undefined);
    expect(admitted('Timer')).to.equal('VAL_OBJ_001');
  });

  it('takes less than 50 ms', () => {
    const members = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`m${i}`, num]));
    const large = {
      ...DEFINITION,
      ...definitionOf([
        { ...asks(members), ...shows({ y: ['*'] }), ...to(2) },
        { sender: 'y', ...to() },
      ]),
      participants: DEFINITION.participants,
    } as JsonObject;
    const at = new SealedLedger(large, WALLETS);
    const data = Object.fromEntries(Object.keys(members).map((name) => [name, 1]));
    const run = at.take({ action: 1, by: alice, data, next: [2] });
    const opening = at.show(run, ['/m0', '/m1', '/m2']);
    const claim = (shown: Claim['shown'], more: Partial<Claim> = {}): Transaction =>
      at.objection({ run, by: bob, ground: 'schema', at: '', shown, ...more });
    const all = claim([[run, ...Object.keys(members).map((name) => `/${name}`)]]);
    const most = claim(Array.from({ length: 30 }, () => opening));
    for (const [tx, code] of [
      [all, 'VAL_OBJ_004'],
      [most, 'VAL_OBJ_003'],
      [claim([opening], { at: '/m0' }), 'VAL_OBJ_005'],
    ] as const) {
      at.judge(run);
      const before = process.cpuUsage();
      expect(at.judge(tx)).to.equal(code);
      const { user, system } = process.cpuUsage(before);
      // Ten times what is measured: the machine may be shared.
      expect((user + system) / 1000).to.be.below(500);
    }
  });
});

describe('objections: on which state a sender acted', () => {
  it('is any between what its run follows and the run: a value that one of them gives is no lie', () => {
    // Two rounds of action 2 in a row: the sum of the second reads the first.
    const first = { qty: 6, total: 60, sum: 6, ...decided('more') };
    const { at, one, two } = started(first, [2]);
    const claim = (run: Transaction, shown: Claim['shown']): string =>
      at.judge(at.objection({ run, by: alice, ground: 'calculation', at: '/calculations/sum', shown }));
    const right = at.take({ action: 2, by: bob, data: { ...HONEST, sum: 10 }, next: [3], previous: two.txId });
    expect(
      claim(right, [
        [right, '/qty', '/sum'],
        [two, '/qty'],
      ]),
    ).to.equal('VAL_OBJ_004');
    const other = started(first, [2]);
    const wrong = other.at.take({
      action: 2,
      by: bob,
      data: { ...HONEST, sum: 4 },
      next: [3],
      previous: other.two.txId,
    });
    const shown = [
      [wrong, '/qty', '/sum'],
      [other.two, '/qty'],
    ] as Claim['shown'];
    const claimed = other.at.objection({
      run: wrong,
      by: alice,
      ground: 'calculation',
      at: '/calculations/sum',
      shown,
    });
    // It follows the first round, so that its sender knew of it.
    expect(other.at.judge(claimed)).to.equal('ok');
    expect(one.txId).to.not.equal(two.txId);
  });
});
