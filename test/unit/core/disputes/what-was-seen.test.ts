// On what the sender of a disputed run is taken to have acted: the state before the run, with what was sealed to its
// wallet in the roles that it held then. A sender that computed rightly on that is never at fault.
import { expect } from 'chai';
import type { JsonObject } from '../../../../core/base/json.js';
import { selectTransactions } from '../../../../core/chain/state.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { asks, definitionOf, shows, to } from '../../../support/definitions/short-definitions.js';
import { alice, bob, wallet } from '../../../support/register/ledger.js';
import { type Claim, SealedLedger } from '../../../support/register/sealed-ledger.js';

const carol = wallet('carol');
const WALLETS = [alice, bob, carol];
const HELD = Object.entries({ x: alice, y: bob, z: carol }).map(([id, { address }]) => ({
  id,
  walletAddress: address,
}));
const num = { type: 'integer' };

/** x forks to y, who counts what z did so far, and to z, who may do it again. The role of y is open. */
const BRANCHES: JsonObject = {
  ...definitionOf([
    {
      ...asks({ price: num }),
      ...shows({ y: ['*'], z: ['*'] }),
      routes: [{ id: 'f', nextActionIds: [2, 3] }],
    },
    {
      sender: 'y',
      ...asks({ ok: num }),
      calculations: { seen: { var: ['act.3.done', 0] }, cost: { var: ['act.1.price', 0] } },
      ...shows({ x: ['*'], z: ['*'] }),
      ...to(4),
    },
    { sender: 'z', ...asks({ done: num }), ...shows({ x: ['*'], y: ['*'] }), ...to(4) },
    { requiredPriorActions: [2, 3], ...asks({ end: num }), ...to() },
  ]),
  participants: [{ id: 'x', walletAddress: alice.address }, { id: 'y' }, { id: 'z', walletAddress: carol.address }],
};

/** The run of z is sealed before y acts, or not; y states these. */
function branched(stated: { readonly seen: number; readonly cost: number }) {
  const at = new SealedLedger(BRANCHES, WALLETS);
  const fork = at.take({ action: 1, by: alice, data: { price: 10 }, next: [2, 3] });
  const other = at.take({ action: 3, by: carol, data: { done: 7 }, next: [4], previous: fork.txId });
  const two = at.take({ action: 2, by: bob, data: { ok: 1, ...stated }, next: [4], previous: fork.txId });
  const claim = (name: string, ...shown: Claim['shown']): string =>
    at.judge(
      at.objection({
        run: two,
        by: alice,
        ground: 'calculation',
        at: `/calculations/${name}`,
        shown: [[two, `/${name}`], ...shown],
      }),
    );
  return { fork, other, claim };
}

describe('objections: the state that a sender saw', () => {
  it('has nothing of what was sealed to others', () => {
    // y held no role when z acted.
    expect(branched({ seen: 0, cost: 0 }).claim('seen')).to.equal('VAL_OBJ_004');
    expect(branched({ seen: 5, cost: 0 }).claim('seen')).to.equal('ok');
  });

  it('is what was sealed to its wallet: a wallet that took an open role late acted on the default', () => {
    const late = branched({ seen: 0, cost: 0 });
    expect(late.claim('cost')).to.equal('VAL_OBJ_004');
    // Nothing was sealed to it, so that its value is made up, and no cell of that run is shown for it.
    const lie = branched({ seen: 0, cost: 10 });
    expect(lie.claim('cost')).to.equal('ok');
    expect(lie.claim('cost', [lie.fork, '/price'])).to.equal('VAL_OBJ_005');
  });

  it('is what its roles read then, also where it was sent the run for another role', () => {
    const [first, second, ...others] = BRANCHES.actions as readonly JsonObject[];
    const told = { ...first, ...asks({ price: num, note: num }), ...shows({ y: ['*'], z: ['note'] }) };
    const definition = { ...BRANCHES, actions: [told, second, ...others] } as unknown as JsonObject;
    const at = new SealedLedger(definition, WALLETS);
    const fork = at.take({ action: 1, by: alice, data: { price: 10, note: 1 }, next: [2, 3] });
    // carol plays z, and takes y now: the price was not sealed to her.
    const data = { ok: 1, seen: 0, cost: 0 };
    const two = at.take({ action: 2, by: carol, data, next: [4], previous: fork.txId });
    const claim = { run: two, by: alice, ground: 'calculation', at: '/calculations/cost' };
    const shown = [
      [two, '/cost'],
      [fork, '/price'],
    ] as Claim['shown'];
    expect(at.judge(at.objection({ ...claim, shown }))).to.equal('VAL_OBJ_005');
    expect(at.judge(at.objection({ ...claim, shown: shown.slice(0, 1) }))).to.equal('VAL_OBJ_004');
  });

  it('is the one before it, for a role that is held', () => {
    const held = { ...BRANCHES, participants: HELD } as JsonObject;
    for (const [seen, code] of [
      [0, 'ok'],
      [7, 'VAL_OBJ_004'],
      [8, 'ok'],
    ] as const) {
      const at = new SealedLedger(held, WALLETS);
      const fork = at.take({ action: 1, by: alice, data: { price: 10 }, next: [2, 3] });
      const other = at.take({ action: 3, by: carol, data: { done: 7 }, next: [4], previous: fork.txId });
      const data = { ok: 1, seen, cost: 10 };
      const two = at.take({ action: 2, by: bob, data, next: [4], previous: fork.txId });
      const shown = [
        [two, '/seen'],
        [other, '/done'],
      ] as Claim['shown'];
      const claim = { run: two, by: alice, ground: 'calculation', at: '/calculations/seen' };
      expect(at.judge(at.objection({ ...claim, shown })), `${seen}`).to.equal(code);
      // Without the run of the other branch an operand is missing.
      expect(at.judge(at.objection({ ...claim, shown: shown.slice(0, 1) }))).to.equal('VAL_OBJ_004');
    }
  });

  it('is one state: a docket takes the run where its place has what it saw, and nowhere else', () => {
    const at = new SealedLedger({ ...BRANCHES, participants: HELD } as JsonObject, WALLETS);
    const fork = at.take({ action: 1, by: alice, data: { price: 10 }, next: [2, 3] });
    const other = at.run({ action: 3, by: carol, data: { done: 7 }, next: [4], previous: fork.txId });
    const place = { action: 2, by: bob, next: [4], previous: fork.txId };
    const early = at.run({ ...place, data: { ok: 1, seen: 0, cost: 10 }, sees: 1 });
    const late = at.run({ ...place, data: { ok: 1, seen: 7, cost: 10 }, sees: 2 });
    const { state, view } = at.ledger;
    const takes = (...transactions: Transaction[]): readonly Transaction[] =>
      selectTransactions({
        ...{ state, view, transactions, timestampMs: state.timestampMs + 1000 },
        signaturesOk: () => true,
        knownTransaction: (tx) => tx,
      }).transactions;
    expect(takes(other, late)).to.deep.equal([other, late]);
    expect(takes(late)).to.deep.equal([]);
    expect(takes(early, other)).to.deep.equal([early, other]);
    expect(takes(other, early)).to.deep.equal([other]);
  });

  it('includes the times of the ledger, but of what a join follows', () => {
    const times = { o: { var: 'time.opened' }, p: { var: 'time.previous' }, s: { var: 'time.signed' } };
    const timed = (joins: JsonObject): JsonObject => ({
      ...definitionOf([
        { ...asks({ price: num }), ...shows({ y: ['*'], z: ['*'] }), ...to(2) },
        { sender: 'y', ...asks({ ok: num }), ...shows({ x: ['*'], z: ['*'] }), ...to(3) },
        { sender: 'z', ...joins, ...asks({ end: num }), calculations: times, ...shows({ x: ['*'] }), ...to() },
      ]),
      participants: HELD,
    });
    for (const isJoin of [false, true]) {
      const at = new SealedLedger(timed(isJoin ? { requiredPriorActions: [2] } : {}), WALLETS);
      const sealedAt = (): string => new Date(at.ledger.state.timestampMs).toISOString();
      const one = at.take({ action: 1, by: alice, data: { price: 1 }, next: [2] });
      const o = sealedAt();
      const two = at.take({ action: 2, by: bob, data: { ok: 1 }, next: [3], previous: one.txId });
      const right = { end: 1, o, p: sealedAt(), s: two.header.createdAt };
      for (const name of ['o', 'p', 's'] as const)
        for (const [stated, code] of [
          [right[name], 'VAL_OBJ_004'],
          // The time of what it follows is not known of a join.
          ['2020-01-01T00:00:00.000Z', isJoin && name === 'p' ? 'VAL_OBJ_004' : 'ok'],
        ] as const) {
          const data = { ...right, [name]: stated };
          const other = new SealedLedger(timed(isJoin ? { requiredPriorActions: [2] } : {}), WALLETS);
          other.ledger.seal(one);
          other.ledger.seal(two);
          const run = other.take({ action: 3, by: carol, data, next: [], previous: two.txId });
          const claim = {
            run,
            by: alice,
            ground: 'calculation',
            at: `/calculations/${name}`,
            shown: [[run, `/${name}`]],
          };
          expect(other.judge(other.objection(claim as never)), `${name} ${isJoin}`).to.equal(code);
        }
    }
  });
});
