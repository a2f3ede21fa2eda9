// Runs that are wrong for a wallet, as tasks: one that was not delivered can be objected to when its sender was silent,
// or when what it delivered can be shown.
import { expect } from 'chai';
import { faultsOf } from '../../../../../actors/workflow/checks/run-verdicts.js';
import { suspectRunsOf } from '../../../../../actors/workflow/checks/suspect-runs.js';
import { suspectRunViews } from '../../../../../api/groups/workflow/inbox/view.js';
import type { JsonObject } from '../../../../../core/base/json.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import type { FoundRun } from '../../../../../storage/tables/workflow/run-checks.js';
import { VirtualClock } from '../../../../support/base/virtual-clock.js';
import { asks, definitionOf, shows, to } from '../../../../support/definitions/short-definitions.js';
import { DeliveryLedger } from '../../../../support/register/deliveries.js';
import { alice, bob, REGISTER_ID, wallet } from '../../../../support/register/ledger.js';
import { SealedLedger } from '../../../../support/register/sealed-ledger.js';

const DAY = 24 * 3_600_000;
const DEFINITION: JsonObject = {
  ...definitionOf([{ ...asks({ price: { type: 'integer' } }), ...shows({ y: ['price'] }), ...to() }]),
  participants: [
    { id: 'x', walletAddress: alice.address },
    { id: 'y', walletAddress: bob.address },
  ],
  disputes: { window: 'P4D', deliverWithin: 'P2D', resolver: 'y' },
};

const carol = wallet('carol');
const done = asks({ done: { type: 'integer' } });
const STOPPED: JsonObject = {
  ...definitionOf([
    { ...asks({ price: { type: 'integer' } }), ...shows({ y: ['*'], z: ['*'] }), ...to(2, 3) },
    { sender: 'y', ...done, ...shows({ x: ['*'] }), ...to() },
    { sender: 'z', ...done, ...shows({ x: ['*'] }), ...to(4) },
    { ...done, ...to() },
  ]),
  participants: Object.entries({ x: alice, y: bob, z: carol }).map(([id, one]) => ({ id, walletAddress: one.address })),
  disputes: { onFault: 'stop', window: 'P4D', resolver: 'x' },
};

function begun() {
  const at = new DeliveryLedger(DEFINITION, [alice, bob]);
  at.enrol({ a: alice, b: bob });
  const one = at.take({ action: 1, by: alice, data: { price: 10 }, next: [] });
  const now = () => at.ledger.state.timestampMs;
  const found: FoundRun = {
    ...{ instanceId: 'inst-1', actionId: 1, sender: alice.address, sealedMs: now(), foundMs: now() },
    faults: [{ ground: 'undelivered', at: '' }],
  };
  const chain = { view: () => at.ledger.view };
  const rows = { foundBy: async () => [[one.txId, found]] as const };
  const listed = async (nowMs: number) => {
    const runs = await suspectRunsOf({ chain, rows } as never, { registerId: REGISTER_ID, reg: 1 }, bob.address);
    return suspectRunViews(runs, { wallet: bob.address, registerId: REGISTER_ID, nowMs }).map((run) => run.canObject);
  };
  const sealed = (tx: Transaction): Transaction => {
    at.ledger.seal(tx);
    return tx;
  };
  const challenge = () => {
    const payload = { type: 'challenge', v: 1, role: 'y' };
    return sealed(at.move('Challenge', { action: 1, by: bob, previous: one.txId, payload }));
  };
  const deliver = () => sealed(at.delivery({ by: alice, to: bob, role: 'y', runs: [one], provable: true }));
  return { now, listed, challenge, deliver, chain, one, found };
}

describe('suspect runs that were not delivered', () => {
  it('can be objected to when their sender was silent in its term, also behind the window', async () => {
    const { now, listed, challenge } = begun();
    expect(await listed(now())).to.deep.equal([false]);
    challenge();
    const askedMs = now();
    expect(await listed(askedMs + 2 * DAY)).to.deep.equal([false]);
    expect(await listed(askedMs + 2 * DAY + 1)).to.deep.equal([true]);
    expect(await listed(askedMs + 30 * DAY)).to.deep.equal([true]);
  });

  it('can be objected to by a delivery that can be shown, within the window from it on', async () => {
    const { now, listed, challenge, deliver } = begun();
    challenge();
    expect(await listed(now())).to.deep.equal([false]);
    deliver();
    expect(await listed(now())).to.deep.equal([true]);
    expect(await listed(now() + 4 * DAY)).to.deep.equal([true]);
    expect(await listed(now() + 4 * DAY + 1)).to.deep.equal([false]);
  });
});

describe('a finding of a suspect run', () => {
  it('names the ground and the place of the objection that proves it', () => {
    const found = (rule: string, ...cells: readonly string[]) =>
      faultsOf({ verdicts: [{ rule, verdict: 'violated', cells }] } as never);
    expect(found('/delegation', '/amount')).to.deep.equal([{ ground: 'delegation', at: '/delegation' }]);
    expect(found('/routes', '/@route')).to.deep.equal([{ ground: 'route', at: '/routes' }]);
    expect(found('/calculations/total', '/total')).to.deep.equal([
      { ground: 'calculation', at: '/calculations/total' },
    ]);
    expect(found('schema', '/a', '/b')).to.deep.equal(['/a', '/b'].map((at) => ({ ground: 'schema', at })));
  });
});

describe('suspect runs of an instance that a dispute stops', () => {
  it('have no end that is known, and after it the time that the ledger gives them', async () => {
    const at = new SealedLedger(STOPPED, [alice, bob, carol]);
    const sealed = (tx: Transaction): Transaction => {
      at.ledger.seal(tx);
      return tx;
    };
    const now = () => at.ledger.state.timestampMs;
    const fork = at.take({ action: 1, by: alice, data: { price: 10 }, next: [2, 3] });
    const other = at.take({ action: 2, by: bob, data: { done: 'much' }, next: [], previous: fork.txId });
    const otherMs = now();
    const lie = at.take({ action: 3, by: carol, data: { done: 'all' }, next: [4], previous: fork.txId });
    const found: FoundRun = {
      ...{ instanceId: 'inst-1', actionId: 2, sender: bob.address, sealedMs: otherMs, foundMs: otherMs },
      faults: [{ ground: 'schema', at: '/done' }],
    };
    const ports = { chain: { view: () => at.ledger.view }, rows: { foundBy: async () => [[other.txId, found]] } };
    const listed = async (nowMs: number) => {
      const runs = await suspectRunsOf(ports as never, { registerId: REGISTER_ID, reg: 1 }, alice.address);
      const [view] = suspectRunViews(runs, { wallet: alice.address, registerId: REGISTER_ID, nowMs });
      return { until: view?.objectUntil, canObject: view?.canObject, isDisputed: view?.isDisputed };
    };
    const objection = (run: Transaction) =>
      at.objection({ run, by: alice, ground: 'schema', at: '/done', shown: [[run, '/done']] });
    const windowEnd = otherMs + 4 * DAY;
    const until = (ms: number) => new Date(ms).toISOString();
    expect(await listed(now())).to.deep.equal({ until: until(windowEnd), canObject: true, isDisputed: undefined });
    const claim = sealed(objection(lie));
    const stoppedMs = now();
    for (const ms of [stoppedMs, windowEnd + 1, stoppedMs + 300 * DAY])
      expect(await listed(ms)).to.deep.equal({ until: undefined, canObject: false, isDisputed: true });
    expect(at.judge(objection(other), windowEnd + 1)).to.equal('VAL_BP_017');
    sealed(at.resolution({ objection: claim, by: alice, role: 'x', outcome: 'keep' }));
    const lastMs = windowEnd + now() - stoppedMs;
    expect(lastMs).to.be.above(windowEnd);
    const open = { until: until(lastMs), canObject: true, isDisputed: undefined };
    expect(await listed(lastMs)).to.deep.equal(open);
    expect(at.judge(objection(other), lastMs)).to.equal('ok');
    expect(await listed(lastMs + 1)).to.deep.equal({ ...open, canObject: false });
    expect(at.judge(objection(other), lastMs + 1)).to.equal('VAL_OBJ_002');
  });
});

describe('suspect runs of a sender that floods them', () => {
  it('are told, however many that were undone stand before them', async () => {
    const { chain, one, found } = begun();
    // A sender chooses its TxIds, by which the rows are read.
    const flood = Array.from({ length: 3000 }, (_, i) => [String(i).padStart(64, '0'), found] as const);
    const rows = {
      foundBy: async (_: string, _1: number, limit: number) => [...flood, [one.txId, found]].slice(0, limit),
    };
    const ports = { chain, rows, clock: new VirtualClock() };
    const listing = suspectRunsOf(ports as never, { registerId: REGISTER_ID, reg: 1 }, bob.address);
    await ports.clock.settle();
    expect((await listing).map(({ txId }) => txId)).to.deep.equal([one.txId]);
  });
});
