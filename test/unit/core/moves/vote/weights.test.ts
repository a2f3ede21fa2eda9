// Votes whose weights are data (`weightOf`): the run that states a weight states it in the clear, and every validator
// counts by that. Readers prove what is not that of the data. A move that takes the run back takes the votes with it.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { withWeights } from '../../../../../core/blueprint/plan/approval.js';
import { planOf } from '../../../../../core/blueprint/plan/plan.js';
import { checkExecution } from '../../../../../core/design/check/check.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { runScenario } from '../../../../../core/scenario/run.js';
import { asks, findingsOf, shows, to } from '../../../../support/definitions/short-definitions.js';
import { alice, bob, owner, wallet } from '../../../../support/register/ledger.js';
import { People, step } from '../../../../support/register/people.js';
import { SealedLedger } from '../../../../support/register/sealed-ledger.js';

const carol = wallet('carol');
const THEN = 'then';
const integer = { type: 'integer', minimum: 0, maximum: 1_000_000 };
const OF = [
  { role: 'chair', weightOf: { var: 'act.1.a' } },
  { role: 'engineer', weightOf: { var: 'act.1.b' } },
  { role: 'lawyer', weight: 10 },
];

/** The buyer states two shares, those who hold them and a lawyer decide, and after that it may go back. */
function definition(more: { of?: readonly object[]; first?: object; need?: number } = {}): JsonObject {
  const approval = { of: more.of ?? OF, need: more.need ?? 50, yes: 'granted', no: 'refused' };
  const routes = [
    { id: 'granted', nextActionIds: [3] },
    { id: 'refused', nextActionIds: [] },
  ];
  const told = shows({ chair: ['a', 'b'], engineer: ['a'], lawyer: ['a', 'secret'] });
  return {
    language: 2,
    title: 'Consent',
    description: 'Those who hold shares decide by them.',
    participants: [
      { id: 'buyer', walletAddress: owner.address },
      { id: 'chair', walletAddress: alice.address },
      { id: 'engineer', walletAddress: bob.address },
      { id: 'lawyer', walletAddress: carol.address },
    ],
    actions: [
      {
        ...{ id: 1, sender: 'buyer', isStartingAction: true, ...to(2) },
        ...asks({ a: integer, b: integer, secret: { type: 'string' } }, ['secret']),
        ...told,
        ...more.first,
      },
      step(2, 'chair', [], { routes, approval }),
      step(3, 'buyer', [], { rejectionConfig: { targetActionId: 1 } }),
    ],
  } as unknown as JsonObject;
}

const dueOf = (a: unknown, b: unknown): JsonObject =>
  ({ due: { '2.@weight.chair': a, '2.@weight.engineer': b } }) as unknown as JsonObject;

function begun(a: number, b: number, of: JsonObject = definition()) {
  const at = new People(of);
  const first = at.seal(1, owner, { payload: { a, b }, said: dueOf(String(a), String(b)) });
  return { at, first };
}

/** Targets where a branch stands. */
function open(at: People): readonly number[] {
  const taken = new Set(Object.values(at.instance.flow).flatMap(({ took }) => took.map((key) => key.join())));
  return Object.entries(at.instance.flow).flatMap(([txId, { next }]) =>
    next.filter((target) => !taken.has(`${txId},${target}`)),
  );
}

describe('a weight that data gives', () => {
  it('is stated in the clear by the run that has it, each and no other, and that of readable data', () => {
    const at = new People(definition());
    const judged = (said: JsonObject, payload: JsonObject = { a: 60, b: 5 }): string =>
      at.judge(at.move(1, owner, { payload, said }));
    expect(judged(dueOf('60', '5'))).to.equal('ok');
    expect(judged({})).to.equal('VAL_FLOW_002');
    for (const [a, b] of [
      ['60', undefined],
      ['60', '6'],
      [60, '5'],
      ['060', '5'],
      ['60.0', '5'],
      ['-60', '5'],
      ['1000001', '5'],
      ['1970-01-01T00:00:00.060Z', '5'],
    ])
      expect(judged(dueOf(a, b)), `${a} ${b}`).to.contain('VAL_FLOW_002');
  });

  it('is what the vote counts: by the numbers of the data votes grant, need each other, or refuse', () => {
    const alone = begun(50, 0);
    alone.at.cast(2, alice, ['chair', 'yes'], alone.first);
    expect(open(alone.at)).to.deep.equal([3]);
    const both = begun(20, 30);
    both.at.cast(2, alice, ['chair', 'yes'], both.first);
    expect(open(both.at)).to.deep.equal([2]);
    both.at.cast(2, bob, ['engineer', 'yes'], both.first);
    expect(open(both.at)).to.deep.equal([3]);
    // 49 with all others: without the chair it cannot be granted any more.
    const least = begun(11, 39);
    least.at.cast(2, alice, ['chair', 'no'], least.first);
    expect(least.at.instance.state).to.equal('Completed');
    expect(least.at.instance.ballots ?? {}).to.not.have.property('2');
  });

  it('is one of the newest run in force: a run that is taken back takes the votes with it', () => {
    const { at, first } = begun(50, 50);
    const vote = at.cast(2, alice, ['chair', 'yes'], first);
    expect(at.instance.dues).to.deep.equal({ '2.@weight.chair': 50, '2.@weight.engineer': 50 });
    at.seal(3, owner, { after: vote, type: 'Rejection' });
    expect(at.instance.dues).to.equal(undefined);
    const back = at.ledger.view.transaction(Object.keys(at.instance.flow)[0] as string) as Transaction;
    const again = at.seal(1, owner, { after: back, payload: { a: 1, b: 49 }, said: dueOf('1', '49') });
    at.cast(2, bob, ['engineer', 'yes'], again);
    expect(open(at)).to.deep.equal([2]);
    at.cast(2, alice, ['chair', 'yes'], again);
    expect(open(at)).to.deep.equal([3]);
  });

  it('counts nothing where no run states it', () => {
    const approval = planOf(definition() as unknown as Definition).actions.get('2')?.approval;
    const weights = (dues: Record<string, number> | undefined) =>
      [...withWeights(approval as never, dues ? { dues } : {}).voters.values()].map(({ weight }) => weight);
    expect(weights(undefined)).to.deep.equal([0, 0, 10]);
    expect(weights({ '2.@weight.engineer': 7 })).to.deep.equal([0, 7, 10]);
  });

  it('is proven false by who reads the member, with that alone, and never against an honest sender', () => {
    for (const isLie of [true, false]) {
      const at = new SealedLedger(definition(), [owner, alice, bob, carol]);
      const { due } = dueOf(isLie ? '61' : '60', '5');
      const data = { a: 60, b: 5, secret: 's' };
      for (const bad of ['060', '1000001', '6e1', ''])
        expect(at.judge(at.run({ action: 1, by: owner, data, next: [2], ...dueOf(bad, '5') } as never)), bad).to.equal(
          'VAL_FLOW_002',
        );
      const run = at.take({ action: 1, by: owner, data, next: [2], due: due as JsonObject });
      const claim = (place: string, ...pointers: readonly string[]): string => {
        const shown = pointers.length > 0 ? ([[run, ...pointers]] as [Transaction, ...string[]][]) : [];
        return at.judge(at.objection({ run, by: carol, ground: 'calculation', at: place, shown }));
      };
      expect(claim('/due/2.@weight.chair', '/a')).to.equal(isLie ? 'ok' : 'VAL_OBJ_004');
      expect(claim('/due/2.@weight.chair', '/a', '/secret')).to.equal('VAL_OBJ_005');
      expect(claim('/due/2.@weight.engineer', '/a')).to.equal('VAL_OBJ_005');
    }
  });

  it('counts where a false vote is void, also while all waits for others to confirm what came of it', () => {
    const { participants, ...common } = definition() as { participants: JsonObject[] };
    const [first, vote, last] = (definition() as { actions: JsonObject[] }).actions;
    const scored = {
      ...vote,
      ...asks({ score: integer }),
      calculations: { worth: { '*': [{ var: 'in.score' }, 10] } },
      ...shows({ buyer: ['*'], lawyer: ['*'] }),
    };
    const confirm = { by: ['lawyer'], within: 'P1D', otherwise: 'redo' };
    const actions = [first, scored, { ...last, confirm, ...shows({ lawyer: ['*'] }), ...to(4) }, step(4, 'buyer', [])];
    const at = new SealedLedger({ ...common, participants, actions } as unknown as JsonObject, [
      owner,
      alice,
      bob,
      carol,
    ]);
    const data = { a: 30, b: 30, secret: 's' };
    const run = at.take({ action: 1, by: owner, data, next: [2], due: dueOf('30', '30').due as JsonObject });
    const cast = (by: typeof alice, role: string, worth: number): Transaction =>
      at.take({
        ...{ action: 2, by, data: { score: 3, worth }, next: [], previous: run.txId },
        vote: { role, vote: 'yes' },
      });
    const lie = cast(alice, 'chair', 31);
    const granted = cast(bob, 'engineer', 30);
    expect(at.instance.ballots?.[2]?.decided).to.equal(granted.txId);
    const done = at.take({ action: 3, by: owner, data: { n: 1 }, next: [4], previous: granted.txId });
    expect(at.instance.flow[done.txId]?.kind).to.equal('waits');
    expect(at.instance.dues).to.deep.equal({ '2.@weight.chair': 30, '2.@weight.engineer': 30 });
    const shown = [[lie, '/score', '/worth']] as [Transaction, ...string[]][];
    const objection = at.objection({ run: lie, by: owner, ground: 'calculation', at: '/calculations/worth', shown });
    expect(at.judge(objection)).to.equal('ok');
    at.ledger.seal(objection);
    // 30 of 50 grant nothing: the votes are open again, with that of the engineer.
    expect(at.instance.ballots?.[2]).to.not.have.property('decided');
    expect(Object.keys(at.instance.ballots?.[2]?.votes ?? {})).to.deep.equal(['engineer']);
    expect(at.instance.flow).to.not.have.property(done.txId);
  });

  it('is counted in scenarios as on a register', () => {
    const vote = (role: string, expect: object) => ({
      action: 2,
      as: role,
      vote: 'yes' as const,
      payload: { n: 1 },
      expect,
    });
    const result = runScenario(definition() as unknown as Definition, {
      name: 'shares',
      steps: [
        { action: 1, payload: { a: 45, b: 4 } },
        vote('chair', { enabled: [2] }),
        vote('lawyer', { route: 'granted', enabled: [3] }),
      ],
    });
    expect(result.steps.flatMap(({ problems }) => problems)).to.deep.equal([]);
    expect(result.passed).to.equal(true);
  });
});

describe('the check of weights that data gives', () => {
  const found = (of: JsonObject): readonly string[] =>
    findingsOf(of)
      .filter(({ code }) => /APPROVAL|WEIGHT|ABSENT|FORM/.test(code) && code !== 'BP_APPROVAL_WAITS')
      .map(({ severity, code, location }) => `${severity} ${code} ${location.replace('/actions/1/approval/', '')}`);
  const one = (voter: object): readonly string[] =>
    found(
      definition({
        of: [
          { role: 'chair', ...voter },
          { role: 'engineer', weight: 60 },
        ],
      }),
    );

  it('warns that everybody reads it', () => {
    expect(found(definition())).to.deep.equal([
      'warning BP_WEIGHT_PUBLIC of/0/weightOf',
      'warning BP_WEIGHT_PUBLIC of/1/weightOf',
    ]);
    expect(checkExecution(definition())).to.deep.equal([]);
  });

  it('refuses what is no whole number that an action surely states, and two weights', () => {
    for (const name of ['a', 'act.1.none', 'act.9.a', 'act.1.secret', 'fact.a', 'act.1.a.x']) {
      expect(one({ weightOf: { var: name } }), name).to.include('error BP_APPROVAL of/0/weightOf/var');
      const of = [
        { role: 'chair', weightOf: { var: name } },
        { role: 'engineer', weight: 60 },
      ];
      expect(checkExecution(definition({ of })).length, name).to.be.above(0);
    }
    for (const a of [{ type: 'number' }, { type: 'string' }, { type: ['integer', 'null'] }])
      expect(found(definition({ first: asks({ a, b: integer }) })), JSON.stringify(a)).to.include(
        'error BP_APPROVAL of/0/weightOf/var',
      );
    expect(one({ weight: 2, weightOf: { var: 'act.1.a' } })).to.include('error BP_APPROVAL of/0/weightOf');
    expect(one({ weightOf: { var: 'act.3.n' } })).to.include('error BP_READ_MAYBE_ABSENT of/0/weightOf/var');
  });

  it('takes the most that a weight may be for what all votes can count', () => {
    expect(found(definition({ need: 2_000_010 }))).to.not.include('error BP_APPROVAL_NEED need');
    expect(found(definition({ need: 2_000_011 }))).to.include('error BP_APPROVAL_NEED need');
  });

  it('refuses a timer that states none', () => {
    const timer = { id: 't', after: 'P1D', data: { a: 2_000_000, b: 1 }, [THEN]: { nextActionIds: [2] } };
    const first = { ...asks({ a: { type: 'integer' }, b: integer }), timers: [timer], isStartingAction: true };
    expect(found(definition({ first }))).to.include('error BP_APPROVAL of/0/weightOf/var');
  });
});
