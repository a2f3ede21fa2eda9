// The fold of an instance: branches, joins, rejections and ends, and what holds of every run of every workflow.
import { expect } from 'chai';
import fc from 'fast-check';
import { canonical } from '../../../../core/base/json.js';
import type { Action, Definition } from '../../../../core/blueprint/definition/types.js';
import {
  mayStillCome,
  openBranch,
  openBranches,
  takenFrom,
  waitsFor,
} from '../../../../core/blueprint/instance/branches.js';
import { planOf } from '../../../../core/blueprint/plan/plan.js';
import type { Plan, RouteOutcome } from '../../../../core/blueprint/plan/planned.js';
import type { HeadedInstance } from '../../../../core/blueprint/state/instance.js';
import type { Move, MoveOf } from '../../../../core/blueprint/state/move.js';
import type { MoveType } from '../../../../core/blueprint/state/move-types.js';
import { opened } from '../../../../core/moves/action/fold.js';
import { moved } from '../../../../core/moves/instance-after.js';

const PIN = { blueprintId: 'b', publicationTxId: 'p' };

function planFor(actions: readonly Partial<Action>[]): Plan {
  const definition: Definition = {
    title: 'x',
    participants: [{ id: 'a' }, { id: 'b', walletAddress: 'fixed' }],
    actions: actions.map((action, id) => ({ id, sender: 'a', ...action })),
  };
  return planOf(definition);
}

interface Given {
  readonly type?: MoveType;
  readonly previous?: string;
  readonly outcome?: RouteOutcome;
  readonly by?: string;
  readonly atMs?: number;
}

function move(plan: Plan, txId: string, id: number, given: Given = {}): Move {
  const planned = plan.actions.get(String(id))!;
  const type = given.type ?? 'Action';
  const outcome = type === 'Action' ? (given.outcome ?? planned.implied ?? planned.outcomes[0]) : undefined;
  return {
    ...{ txId, type, planned, outcome, atMs: given.atMs ?? 1000 },
    ...{ senderWallet: given.by ?? 'wallet', previousTransactionId: given.previous },
  } as Move;
}

/** Plans of these tests are of language 1. */
const begun = (plan: Plan, first: Move) => opened(PIN, first as MoveOf<'Action'>, plan) as HeadedInstance;
const gone = (before: HeadedInstance, next: Move, plan: Plan) => moved(before, next, plan) as HeadedInstance;

/** A run written as `action<previous`, each transaction named by its place: `s` opens, then 1, 2, … */
function run(plan: Plan, ...steps: readonly (readonly [number, string, Given?])[]): HeadedInstance {
  let instance = begun(plan, move(plan, 's', 0));
  for (const [i, [id, previous, given]] of steps.entries())
    instance = gone(instance, move(plan, String.fromCharCode(97 + i), id, { previous, ...given }), plan);
  return instance;
}

const heads = ({ heads: open }: HeadedInstance) =>
  Object.entries(open).map(([txId, { next, taken }]) => `${txId}:${next.filter((id) => !taken.includes(id))}`);

/** 0 splits into 1 and 2, which 3 joins; then 4. 3 may be rejected. */
const DIAMOND = (rejectionConfig: Action['rejectionConfig'] = { targetActionId: 1 }) =>
  planFor([
    { routes: [{ id: 'split', nextActionIds: [1, 2] }] },
    { routes: [{ nextActionIds: [3], branchDeadline: 'PT1S' }] },
    { routes: [{ nextActionIds: [3] }] },
    { requiredPriorActions: [1, 2], routes: [{ nextActionIds: [4] }], ...(rejectionConfig && { rejectionConfig }) },
    {},
  ]);

describe('core/moves/instance-after', () => {
  it('opens with a head and its opener, and is complete where nothing follows', () => {
    expect(run(planFor([{ routes: [{ nextActionIds: [1] }] }, {}]))).to.deep.equal({
      blueprintId: 'b',
      completed: {},
      heads: { s: { action: 0, next: [1], taken: [] } },
      opener: 'wallet',
      participants: { a: 'wallet' },
      publicationTxId: 'p',
      state: 'Active',
    });
    expect(run(planFor([{ sender: 'b' }]))).to.include({ state: 'Completed' });
  });

  it('keeps its canonical order of members through every move', () => {
    for (const instance of [run(DIAMOND()), run(DIAMOND(), [2, 's'], [1, 's']), run(DIAMOND(), [1, 's', { by: 'x' }])])
      expect(JSON.stringify(instance)).to.equal(canonical(instance));
  });

  it('runs parallel branches in any order, and joins them once', () => {
    const plan = DIAMOND();
    const one = run(plan, [1, 's'], [2, 's']);
    expect(heads(one)).to.deep.equal(['a:3', 'b:3']);
    expect(one.completed).to.deep.equal({ 1: 'a', 2: 'b' });
    expect(one.heads.a).to.include({ dueMs: 2000 });
    const taken = takenFrom(one, plan, openBranch(one, 'a', 3)!);
    expect(taken.here.map(({ txId }) => txId)).to.deep.equal(['a', 'b']);
    const joined = run(plan, [1, 's'], [2, 's'], [3, 'b']);
    expect([heads(joined), joined.completed]).to.deep.equal([['c:4'], {}]);
    expect(run(plan, [1, 's'], [2, 's'], [3, 'b'], [4, 'c'])).to.include({ state: 'Completed' });
  });

  it('says what a join waits for, and whether it can still come', () => {
    const plan = DIAMOND();
    const half = run(plan, [1, 's']);
    expect(waitsFor(half, plan, { txId: 'a', actionId: 3 })).to.deep.equal([2]);
    expect(mayStillCome(half, [2], { plan, join: 3 })).to.equal(true);
    const alone: HeadedInstance = { ...half, heads: { a: half.heads.a! } };
    expect(mayStillCome(alone, [2], { plan, join: 3 })).to.equal(false);
  });

  it('goes back with a rejection, and undoes only what the target leads to alone', () => {
    const plan = DIAMOND();
    const back = run(plan, [1, 's'], [2, 's'], [3, 'a', { type: 'Rejection' }]);
    expect([heads(back), back.completed, back.state]).to.deep.equal([['c:1'], { 2: 'b' }, 'Active']);
    const again = gone(back, move(plan, 'd', 1, { previous: 'c' }), plan);
    expect(waitsFor(again, plan, { txId: 'd', actionId: 3 })).to.deep.equal([]);
    const whole = DIAMOND({ targetActionId: 0 });
    const anew = run(whole, [1, 's'], [2, 's'], [3, 'a', { type: 'Rejection' }]);
    expect([heads(anew), anew.completed]).to.deep.equal([['c:0'], {}]);
  });

  it('ends sibling branches when it goes back to where they started', () => {
    const plan = planFor([
      { routes: [{ nextActionIds: [1, 2] }] },
      { rejectionConfig: { targetActionId: 0 } },
      { routes: [{ nextActionIds: [3] }] },
      {},
    ]);
    const early = run(plan, [1, 's', { type: 'Rejection' }]);
    expect(heads(early)).to.deep.equal(['a:0']);
    const late = run(plan, [2, 's'], [1, 's', { type: 'Rejection' }]);
    expect(heads(late)).to.deep.equal(['b:0']);
  });

  it('ends by a terminal rejection and by cancellation', () => {
    const plan = DIAMOND({ targetActionId: 0, isTerminal: true });
    const rejected = run(plan, [1, 's'], [2, 's'], [3, 'a', { type: 'Rejection' }]);
    expect(rejected).to.deep.include({ state: 'Rejected', heads: {}, completed: {} });
    const cancelled = run(plan, [1, 's'], [1, 's', { type: 'Cancellation', by: 'other' }]);
    expect(cancelled).to.deep.include({ state: 'Cancelled', heads: {}, completed: {}, participants: { a: 'wallet' } });
  });

  it('binds an open role to the first wallet, and a fixed one to no wallet', () => {
    const plan = planFor([{ sender: 'b', routes: [{ nextActionIds: [1] }] }, { routes: [{ nextActionIds: [0] }] }]);
    expect(run(plan).participants).to.deep.equal({});
    const [one, two] = [run(plan, [1, 's', { by: 'w1' }]), run(plan, [1, 's', { by: 'w1' }], [0, 'a', { by: 'w2' }])];
    expect([one.participants, two.participants]).to.deep.equal([{ a: 'w1' }, { a: 'w1' }]);
  });
});

/** Workflows in layers: each action leads to later ones by one or two routes; some join what leads to them. */
const anActions = fc
  .array(
    fc.record({ routes: fc.array(fc.uniqueArray(fc.nat(9), { maxLength: 3 }), { maxLength: 2 }), join: fc.boolean() }),
    {
      minLength: 2,
      maxLength: 8,
    },
  )
  .map((raw) =>
    raw.map(({ routes, join }, id): Partial<Action> => {
      const targets = (picked: readonly number[]) => [
        ...new Set(picked.map((n) => id + 1 + n).filter((to) => to < raw.length)),
      ];
      const priors = raw.flatMap((other, from) =>
        from < id && other.routes.some((picked) => picked.includes(id - from - 1)) ? [from] : [],
      );
      return {
        routes: routes.map((picked, i) => ({ nextActionIds: targets(picked), condition: { var: `r${i}` } })),
        ...(join && id > 0 && priors.length > 1 && { requiredPriorActions: priors }),
        ...(id > 1 && { rejectionConfig: { targetActionId: id - 1 } }),
      };
    }),
  );

interface Possible {
  readonly txId: string;
  readonly id: number;
}

function possible(plan: Plan, instance: HeadedInstance): Possible[] {
  const ready = openBranches(instance).filter((branch) => waitsFor(instance, plan, branch).length === 0);
  return ready.map(({ txId, actionId: id }) => ({ txId, id }));
}

describe('every run of an instance', () => {
  it('loses no branch, and takes each once from its head', () => {
    fc.assert(
      fc.property(anActions, fc.array(fc.nat(), { maxLength: 40 }), (actions, choices) => {
        const plan = planFor(actions);
        const pick = (id: number, n: number) => {
          const { outcomes } = plan.actions.get(String(id))!;
          return outcomes[n % outcomes.length]!;
        };
        let instance = begun(plan, move(plan, 's', 0, { outcome: pick(0, choices[0] ?? 0) }));
        for (const [n, choice] of choices.entries()) {
          const ways = possible(plan, instance);
          if (ways.length === 0) break;
          const { txId, id } = ways[choice % ways.length]!;
          const planned = plan.actions.get(String(id))!;
          const outcome = pick(id, choice >> 3);
          const taken = takenFrom(instance, plan, openBranch(instance, txId, id)!);
          const joined = taken.here.map((branch) => branch.txId);
          const next = gone(instance, move(plan, `t${n}`, id, { previous: txId, outcome }), plan);
          const opens = outcome.route?.nextActionIds.length ?? 0;
          expect(taken.count).to.equal(joined.length);
          expect(openBranches(next).length).to.equal(openBranches(instance).length - joined.length + opens);
          for (const head of joined) expect(next.heads[head]?.taken ?? [id]).to.include(id);
          for (const head of Object.keys(instance.heads))
            if (!joined.includes(head)) expect(next.heads[head]).to.equal(instance.heads[head]);
          for (const { next: to, taken: done } of Object.values(next.heads)) expect(done.length).to.be.below(to.length);
          for (const prior of planned.priors) expect(next.completed).to.not.have.property(String(prior));
          expect(next.state === 'Active').to.equal(openBranches(next).length > 0);
          instance = next;
        }
      }),
    );
  });

  it('comes to one state whatever the order of independent branches', () => {
    fc.assert(
      fc.property(anActions, fc.nat(), fc.nat(), fc.nat(), (actions, a, b, n) => {
        const plan = planFor(actions);
        const outcome = (id: number) => {
          const { outcomes } = plan.actions.get(String(id))!;
          return outcomes[n % outcomes.length]!;
        };
        let instance = begun(plan, move(plan, 's', 0, { outcome: outcome(0) }));
        for (let step = 0; step < 6; step++) {
          const ways = possible(plan, instance);
          const [one, two] = [ways[a % ways.length], ways[b % ways.length]];
          if (!one || !two) return;
          const take = (from: HeadedInstance, { txId, id }: Possible) =>
            gone(from, move(plan, `t${step}-${id}-${txId}`, id, { previous: txId, outcome: outcome(id) }), plan);
          const first = take(instance, one);
          const independent =
            one.id !== two.id && possible(plan, first).some((way) => way.txId === two.txId && way.id === two.id);
          if (independent) {
            const second = take(instance, two);
            if (possible(plan, second).some((way) => way.txId === one.txId && way.id === one.id))
              expect(canonical(take(first, two))).to.equal(canonical(take(second, one)));
          }
          instance = first;
        }
      }),
    );
  });

  it('goes on after a rejection: some branch leads to its target', () => {
    fc.assert(
      fc.property(anActions, fc.array(fc.nat(), { maxLength: 20 }), (actions, choices) => {
        const plan = planFor(actions);
        let instance = begun(plan, move(plan, 's', 0));
        for (const [n, choice] of choices.entries()) {
          const ways = possible(plan, instance);
          if (ways.length === 0) break;
          const { txId, id } = ways[choice % ways.length]!;
          const config = plan.actions.get(String(id))!.action.rejectionConfig;
          const type = config && choice % 3 === 0 ? 'Rejection' : 'Action';
          instance = gone(instance, move(plan, `t${n}`, id, { previous: txId, type }), plan);
          if (type !== 'Rejection' || !config) continue;
          expect(instance.heads[`t${n}`]).to.deep.equal({ action: id, next: [config.targetActionId], taken: [] });
          expect(instance.state).to.equal('Active');
          expect(instance.completed).to.not.have.property(String(config.targetActionId));
        }
      }),
    );
  });
});
