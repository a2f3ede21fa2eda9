// The work to judge an objection: little where nothing is shown, and otherwise what it counts for in a docket, which it
// always fits in. So no definition makes a lie in it too costly to be proven.
import { expect } from 'chai';
import type { JsonObject } from '../../../../core/base/json.js';
import { selectTransactions } from '../../../../core/chain/state.js';
import { ROUTE_MEMBER } from '../../../../core/envelope/layout/layout.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { stepsOf } from '../../../../core/moves/parts/memo.js';
import { asks, definitionOf, read, shows, to } from '../../../support/definitions/short-definitions.js';
import { alice, bob, wallet } from '../../../support/register/ledger.js';
import { type Claim, SealedLedger } from '../../../support/register/sealed-ledger.js';

const carol = wallet('carol');
const WALLETS = [alice, bob, carol];
const num = { type: 'integer' };
const PARTICIPANTS = Object.entries({ x: alice, y: bob, z: carol }).map(([id, { address }]) => ({
  id,
  walletAddress: address,
}));
const R0 = { [ROUTE_MEMBER]: { reasonCode: 'ConditionMatched', routeId: 'r0' } };

describe('objections: to many cells that break a schema together', () => {
  it('are sealed: judging them takes no more than a docket has', () => {
    const names = Array.from({ length: 200 }, (_, i) => `m${i}`);
    const [first, ...others] = names as [string, ...string[]];
    const properties = Object.fromEntries(others.map((name) => [name, { maximum: 0 }]));
    const schema = {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, num])),
      dependentSchemas: { [first]: { properties } },
    };
    const definition = {
      ...definitionOf([
        { ...asks({}), dataSchemas: [schema], ...shows({ y: ['*'] }), ...to(2) },
        { sender: 'y', ...to() },
      ]),
      participants: PARTICIPANTS,
    } as JsonObject;
    const at = new SealedLedger(definition, WALLETS);
    const run = at.take({
      action: 1,
      by: alice,
      data: Object.fromEntries(names.map((name) => [name, 1])),
      next: [2],
    });
    const shown = [[run, ...names.map((name) => `/${name}`)]] as unknown as Claim['shown'];
    const claim = at.objection({ run, by: bob, ground: 'schema', at: '', shown });
    const { state, view } = at.ledger;
    const of = { state, view, transactions: [claim], timestampMs: state.timestampMs + 1000, signaturesOk: () => true };
    const { transactions, left, refused } = selectTransactions(of);
    expect({ refused, left, taken: transactions.length }).to.deep.equal({ refused: [], left: [], taken: 1 });
    expect(stepsOf(claim, state.rules)).to.be.below(1_000_000);
  });
});

describe('objections: to decisions by many conditions', () => {
  /** y decides by conditions on all that z did in rounds; z goes round once y may act. */
  const CONDITIONS: JsonObject = {
    ...definitionOf([
      { ...asks({ p: num }), ...shows({ y: ['*'], z: ['*'] }), routes: [{ id: 'f', nextActionIds: [2, 3] }] },
      {
        sender: 'y',
        ...asks({ q: num }),
        ...shows({ x: ['*'], z: ['*'] }),
        routes: [
          ...Array.from({ length: 300 }, (_, i) => ({
            id: `r${i}`,
            nextActionIds: [4],
            condition: {
              '>': [{ reduce: [read('runs.3.done'), { '+': [read('accumulator'), read('item')] }, 0] }, 1000 + i],
            },
          })),
          { id: 'd', nextActionIds: [], isDefault: true },
        ],
      },
      {
        sender: 'z',
        ...asks(Object.fromEntries(['done', ...Array.from({ length: 300 }, (_, i) => `b${i}`)].map((n) => [n, num]))),
        ...shows({ x: ['*'], y: ['*'] }),
        ...to(3),
      },
      { ...to() },
    ]),
    participants: PARTICIPANTS,
  };

  function judged(shows: number) {
    const at = new SealedLedger(CONDITIONS, WALLETS);
    const fork = at.take({ action: 1, by: alice, data: { p: 1 }, next: [2, 3] });
    const rounds: Transaction[] = [];
    for (let i = 0; i < 12; i++) {
      const previous = rounds.at(-1)?.txId ?? fork.txId;
      rounds.push(at.take({ action: 3, by: carol, data: { done: 1 }, next: [3], previous }));
    }
    const run = at.take({ action: 2, by: bob, data: R0, next: [4], previous: fork.txId });
    const shown = rounds.slice(0, shows).map((one) => [one, '/done']) as unknown as Claim['shown'];
    const claim = at.objection({ run, by: alice, ground: 'route', at: '/routes', shown });
    const before = process.cpuUsage();
    const code = at.judge(claim);
    const { user, system } = process.cpuUsage(before);
    return { code, ms: (user + system) / 1000, steps: stepsOf(claim, at.ledger.state.rules) };
  }

  it('cost next to nothing where nothing is shown', () => {
    judged(0);
    const { code, ms } = judged(0);
    expect(code).to.equal('VAL_OBJ_004');
    // Found anew for each condition in each state it took half a second; the machine may be shared.
    expect(ms).to.be.below(200);
  });

  it('have the steps of their conditions counted', () => {
    const { code, steps } = judged(12);
    expect(code).to.equal('VAL_OBJ_005');
    const hashes = 12 * 301 * 25;
    expect(steps - hashes)
      .to.be.above(50_000)
      .and.below(10_000_000);
  });
});
