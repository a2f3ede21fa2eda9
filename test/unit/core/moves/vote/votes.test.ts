// Votes on a register: who may vote, what decides, and what becomes of votes when what they rest on goes.
import { expect } from 'chai';
import { canonical, type JsonObject } from '../../../../../core/base/json.js';
import { APART_STEPS, VOTER_STEPS } from '../../../../../core/base/limits/ledger/work.js';
import type { StateView } from '../../../../../core/model/register.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { stepsOf } from '../../../../../core/moves/parts/memo.js';
import { validate } from '../../../../../core/validate/validate.js';
import { act, alice, bob, owner, wallet } from '../../../../support/register/ledger.js';
import { INSTANCE, People, step } from '../../../../support/register/people.js';

const [carol, dora, erik] = [wallet('carol'), wallet('dora'), wallet('erik')];
const ROLES = [
  { id: 'buyer', walletAddress: owner.address },
  { id: 'chair', walletAddress: alice.address },
  { id: 'engineer', walletAddress: bob.address },
  { id: 'lawyer', walletAddress: carol.address },
  { id: 'treasurer' },
];
const COMMITTEE = {
  of: [{ role: 'chair', weight: 2 }, { role: 'engineer' }, { role: 'lawyer' }, { role: 'treasurer' }],
};

/** The buyer proposes, four roles decide, and the buyer orders or files; after the order it may go back. */
function definition(approval: object = {}, more: { roles?: readonly object[]; rule?: object } = {}): JsonObject {
  const decided = { ...COMMITTEE, need: 3, veto: ['lawyer'], yes: 'granted', no: 'refused', ...approval };
  const routes = [
    { id: 'granted', nextActionIds: [3] },
    { id: 'refused', nextActionIds: [4] },
  ];
  return {
    language: 2,
    title: 'Award',
    participants: more.roles ?? ROLES,
    actions: [
      step(1, 'buyer', [2], { isStartingAction: true }),
      step(2, 'chair', [], { routes, approval: decided, ...more.rule }),
      step(3, 'buyer', [5], { rejectionConfig: { targetActionId: 1 } }),
      step(4, 'buyer', []),
      step(5, 'buyer', [], { rejectionConfig: { targetActionId: 2 } }),
    ],
  } as unknown as JsonObject;
}

function begun(...of: Parameters<typeof definition>): { readonly at: People; readonly first: Transaction } {
  const at = new People(definition(...of));
  return { at, first: at.seal(1, owner) };
}

/** Tokens that stand, as `action`s. */
function open(at: People): readonly number[] {
  const taken = new Set(
    Object.values(at.instance.flow).flatMap(({ took }) => took.map(([txId, to]) => `${txId} ${to}`)),
  );
  return Object.entries(at.instance.flow).flatMap(([txId, { next }]) =>
    next.filter((to) => !taken.has(`${txId} ${to}`)),
  );
}

describe('votes', () => {
  it('decide with the one after which no other matters, whichever role casts it', () => {
    const { at, first } = begun();
    const chair = at.cast(2, alice, ['chair', 'yes'], first);
    expect(open(at)).to.deep.equal([2]);
    expect(at.instance.ballots).to.deep.equal({
      2: { on: [first.txId], round: 1, votes: { chair: { by: alice.address, txId: chair.txId, vote: 'yes' } } },
    });
    // 2 of 3: the engineer decides.
    const last = at.cast(2, bob, ['engineer', 'yes'], first);
    expect(open(at)).to.deep.equal([3]);
    expect(at.ledger.view.state(`run/${last.txId}`)?.vote).to.deep.equal({
      by: bob.address,
      led: 'yes',
      role: 'engineer',
      round: 1,
      vote: 'yes',
    });
    expect(at.instance.runs[2]).to.deep.include({ count: 2, last: last.txId });
    expect(canonical(at.instance as never)).to.equal(JSON.stringify(at.instance));
    // Too late: the branch was taken, by the vote of another.
    expect(at.judge(at.vote(2, carol, ['lawyer', 'no'], first))).to.equal('VAL_CHAIN_FORK');
    at.seal(3, owner, { after: last });
    expect(open(at)).to.deep.equal([5]);
  });

  it('refuse by a veto, or as soon as what can still come is not enough', () => {
    const vetoed = begun();
    vetoed.at.cast(2, carol, ['lawyer', 'no'], vetoed.first);
    expect(open(vetoed.at)).to.deep.equal([4]);
    const short = begun();
    short.at.cast(2, alice, ['chair', 'abstain'], short.first);
    // 3 of 3 can still come, and then 2.
    expect(open(short.at)).to.deep.equal([2]);
    short.at.cast(2, bob, ['engineer', 'no'], short.first);
    expect(open(short.at)).to.deep.equal([4]);
  });

  it('wait for all where the definition says so, a veto too', () => {
    const { at, first } = begun({ settle: 'all' });
    at.cast(2, carol, ['lawyer', 'no'], first);
    at.cast(2, alice, ['chair', 'yes'], first);
    at.cast(2, bob, ['engineer', 'yes'], first);
    expect(open(at)).to.deep.equal([2]);
    at.cast(2, dora, ['treasurer', 'yes'], first);
    expect(open(at)).to.deep.equal([4]);
  });

  it('settle without a voter that left when all others had voted: one of them says the same again', () => {
    const roles = [...ROLES.slice(0, 4), { id: 'treasurer', walletAddress: dora.address }];
    const at = new People(definition({ settle: 'all' }, { roles }));
    at.enrol('d', [dora]);
    const first = at.seal(1, owner);
    const again = (by: typeof alice, role: string, vote: string): string =>
      at.judge(at.vote(2, by, [role, vote], first));
    at.cast(2, alice, ['chair', 'yes'], first);
    at.cast(2, bob, ['engineer', 'yes'], first);
    const lawyer = at.cast(2, carol, ['lawyer', 'yes'], first);
    expect([open(at), again(carol, 'lawyer', 'yes')]).to.deep.equal([[2], 'VAL_FLOW_003']);
    at.enrol('d', [dora], { status: 'Revoked' });
    expect(open(at)).to.deep.equal([2]);
    expect(again(carol, 'lawyer', 'no')).to.equal('VAL_FLOW_003');
    expect(again(alice, 'lawyer', 'yes')).to.match(/^VAL_BP_002/);
    expect(again(dora, 'treasurer', 'no')).to.equal('VAL_BP_002');
    expect(again(alice, 'chair', 'yes')).to.equal('ok');
    const last = at.cast(2, carol, ['lawyer', 'yes'], first);
    expect([open(at), at.instance.runs[2]]).to.deep.equal([[3], { changed: 5, count: 3, last: last.txId }]);
    expect(at.ledger.view.state(`run/${lawyer.txId}`)?.undone).to.include({ by: last.txId });
    expect(at.ledger.view.state(`run/${last.txId}`)?.vote).to.include({ led: 'yes', round: 1 });
    // The one that was said again is the one that counts.
    expect(again(alice, 'chair', 'yes')).to.equal('VAL_CHAIN_FORK');
  });

  it('are decided by their order in one docket as by that of several dockets', () => {
    const orders = [
      ['chair', 'engineer', 'lawyer'],
      ['lawyer', 'chair', 'engineer'],
      ['engineer', 'lawyer', 'chair'],
    ] as const;
    const wallets = { chair: alice, engineer: bob, lawyer: carol };
    for (const order of orders) {
      // The lawyer is against it: whether that still matters is told by the order.
      const cast = (at: People, first: Transaction) =>
        order.map((role) => at.vote(2, wallets[role], [role, role === 'lawyer' ? 'no' : 'yes'], first));
      const one = begun();
      const votes = cast(one.at, one.first);
      const decides = order.indexOf('lawyer') < 2 ? order.indexOf('lawyer') + 1 : 2;
      one.at.ledger.seal(...votes.slice(0, decides));
      expect(open(one.at), order.join()).to.deep.equal([order.indexOf('lawyer') === 2 ? 3 : 4]);
      for (const late of votes.slice(decides)) expect(one.at.judge(late), order.join()).to.equal('VAL_CHAIN_FORK');
      const whole = begun();
      const all = cast(whole.at, whole.first);
      expect(() => whole.at.ledger.seal(...all), order.join()).to.throw('VAL_CHAIN_FORK');
      const many = begun();
      for (const vote of cast(many.at, many.first).slice(0, decides)) many.at.ledger.seal(vote);
      expect(many.at.instance.ballots?.[2]?.votes, order.join()).to.deep.equal(one.at.instance.ballots?.[2]?.votes);
    }
  });

  it('count as work of their docket, by how many roles vote', () => {
    const { at, first } = begun();
    const vote = at.vote(2, alice, ['chair', 'yes'], first);
    expect(at.judge(vote)).to.equal('ok');
    const other = at.move(1, owner);
    at.judge(other);
    const { rules } = at.ledger.state;
    expect(stepsOf(vote, rules) - stepsOf(other, rules)).to.be.within(4 * VOTER_STEPS, 5 * VOTER_STEPS);
    const apart = begun({}, { rule: { notSameAs: [3, 5] } });
    const kept = apart.at.vote(2, alice, ['chair', 'yes'], apart.first);
    apart.at.judge(kept);
    expect(stepsOf(kept, rules) - stepsOf(vote, rules)).to.equal(4 * 2 * APART_STEPS);
  });

  it('are judged with one read of each row, also where no docket keeps them in mind', () => {
    const { at, first } = begun({}, { rule: { notSameAs: [3, 5] } });
    for (const [id, by] of Object.entries({ alice, bob, carol, dora, owner })) at.enrol(id, [by]);
    const { state, view } = at.ledger;
    const reads = new Map<string, number>();
    const counted: StateView = {
      ...view,
      state: (key) => {
        reads.set(key, (reads.get(key) ?? 0) + 1);
        return view.state(key);
      },
    };
    const vote = at.vote(2, alice, ['chair', 'yes'], first);
    expect(validate(vote, { state, view: counted, signaturesOk: true }).ok).to.equal(true);
    expect([...reads].filter(([, count]) => count > 1)).to.deep.equal([]);
    expect(reads.size).to.be.above(5);
  });

  it('are of the holder of a role, one each, in one role', () => {
    const { at, first } = begun();
    const judged = (by: typeof bob, role: string, vote = 'yes') => at.judge(at.vote(2, by, [role, vote], first));
    expect(judged(bob, 'chair')).to.equal('VAL_BP_002');
    expect(judged(owner, 'buyer')).to.equal('VAL_FLOW_003');
    expect(judged(alice, 'chair', 'maybe')).to.equal('VAL_STRUCT_011');
    // A holder that votes for another role takes an open one as well, and still counts once.
    at.cast(2, bob, ['engineer', 'abstain'], first);
    expect(judged(bob, 'engineer')).to.equal('VAL_FLOW_003');
    expect(judged(bob, 'treasurer')).to.equal('VAL_FLOW_003');
    at.cast(2, dora, ['treasurer', 'no'], first);
    expect(at.instance.participants).to.deep.equal({ treasurer: dora.address });
  });

  it('are the only moves that do such an action, and of no other action', () => {
    const { at, first } = begun();
    const routed = at.move(2, alice, { after: first, next: [3] });
    expect(at.judge(routed)).to.equal('VAL_FLOW_008');
    expect(at.judge(at.move(2, alice, { after: first, type: 'Rejection' }))).to.equal('VAL_BP_014');
    const plain = { actionId: '1', instanceId: 'other', publicationTxId: at.pin, payload: { n: 1 } };
    const opening = act({ ...plain, metadata: { type: 'Vote', role: 'buyer', vote: 'yes' } }, owner);
    expect(at.judge(opening)).to.equal('VAL_STRUCT_011');
    at.cast(2, alice, ['chair', 'yes'], first);
    const last = at.cast(2, bob, ['engineer', 'yes'], first);
    expect(at.judge(at.vote(3, owner, ['buyer', 'yes'], last))).to.equal('VAL_FLOW_008');
  });

  it('say nothing else in their metadata', () => {
    const { at, first } = begun();
    const place = { actionId: '2', instanceId: INSTANCE, publicationTxId: at.pin, previousTransactionId: first.txId };
    const judged = (metadata: JsonObject) => at.judge(act({ ...place, payload: { n: 9 }, metadata }, alice));
    const said = { type: 'Vote', role: 'chair', vote: 'yes' };
    expect(judged(said)).to.equal('ok');
    expect(judged({ ...said, note: 'because' })).to.equal('VAL_STRUCT_011');
    expect(judged({ type: 'Vote', vote: 'yes' })).to.equal('VAL_STRUCT_011');
    expect(
      judged({ ...said, routing: { completedActionId: 2, next: [3], blueprintDefinitionTxId: at.pin } }),
    ).to.contain('VAL_STRUCT_011');
  });
});

describe('voters', () => {
  it('are participants: another key of the record votes no second time', () => {
    const { at, first } = begun();
    at.enrol('board', [alice, dora]);
    const again = new People(definition());
    again.enrol('board', [alice]);
    const start = again.seal(1, owner);
    again.cast(2, alice, ['chair', 'no'], start);
    expect(again.instance.ballots?.[2]?.votes.chair?.by).to.equal('board');
    again.enrol('board', [dora, alice], { by: alice });
    expect(again.judge(again.vote(2, dora, ['chair', 'yes'], start))).to.equal('VAL_FLOW_003');
    expect(again.judge(again.vote(2, dora, ['treasurer', 'yes'], start))).to.equal('VAL_FLOW_003');
    expect(again.judge(again.vote(2, erik, ['treasurer', 'yes'], start))).to.equal('ok');
    // A vote that was cast before the wallet had a record is one of that record.
    at.cast(2, bob, ['engineer', 'no'], first);
    at.enrol('works', [bob]);
    at.enrol('works', [erik, bob], { by: bob });
    expect(at.judge(at.vote(2, erik, ['treasurer', 'yes'], first))).to.equal('VAL_FLOW_003');
  });

  it('that are vacant, or have voted for another role, are not waited for', () => {
    const { at, first } = begun({ need: 4, veto: [] });
    at.enrol('works', [bob]);
    at.enrol('works', [bob], { status: 'Revoked' });
    // 2 + 1 + 1 can still come without the engineer.
    at.cast(2, alice, ['chair', 'yes'], first);
    expect(open(at)).to.deep.equal([2]);
    at.cast(2, carol, ['lawyer', 'no'], first);
    expect(open(at)).to.deep.equal([4]);
    // The same of a role that was held by a record from the start, and is vacant now.
    const vacant = new People(definition({ need: 4, veto: [] }));
    vacant.enrol('works', [bob]);
    const start = vacant.seal(1, owner);
    vacant.enrol('works', [bob], { status: 'Revoked' });
    vacant.cast(2, carol, ['lawyer', 'no'], start);
    expect(open(vacant)).to.deep.equal([4]);
  });

  it('count with the larger one of their roles', () => {
    const roles = ROLES.map((one) => (one.id === 'engineer' ? { ...one, walletAddress: alice.address } : one));
    const { at, first } = begun({ veto: [] }, { roles });
    at.cast(2, alice, ['engineer', 'yes'], first);
    // The two others make three with it, so it is open; without one of them it is not.
    expect(open(at)).to.deep.equal([2]);
    at.cast(2, carol, ['lawyer', 'abstain'], first);
    expect(open(at)).to.deep.equal([4]);
    // Both together never were four.
    const all = begun({ need: 4, veto: [] }, { roles });
    all.at.cast(2, carol, ['lawyer', 'abstain'], all.first);
    expect(open(all.at)).to.deep.equal([4]);
  });

  it('that are kept apart from what they did cannot vote, and are not waited for', () => {
    const roles = ROLES.map((one) => (one.id === 'treasurer' ? { ...one, walletAddress: dora.address } : one));
    const { at, first } = begun({ need: 4, veto: [] }, { roles, rule: { notSameAs: [1] } });
    at.enrolKeys('firm', [owner, dora]);
    expect(at.judge(at.vote(2, dora, ['treasurer', 'yes'], first))).to.equal('VAL_FLOW_005');
    at.cast(2, carol, ['lawyer', 'abstain'], first);
    expect(open(at)).to.deep.equal([4]);
  });
});

describe('ballots', () => {
  it('go when a rejection takes back what they rest on, and the votes with them', () => {
    const { at, first } = begun();
    at.cast(2, alice, ['chair', 'yes'], first);
    const last = at.cast(2, bob, ['engineer', 'yes'], first);
    const back = at.seal(3, owner, { after: last, type: 'Rejection' });
    expect(at.instance).to.not.have.property('ballots');
    expect(at.instance.runs[2]?.count).to.equal(0);
    const again = at.seal(1, owner, { after: back });
    expect(at.judge(at.vote(2, alice, ['chair', 'no'], again))).to.equal('ok');
  });

  it('are all anew where a rejection leads back to the decision', () => {
    const { at, first } = begun();
    at.cast(2, alice, ['chair', 'yes'], first);
    const last = at.cast(2, bob, ['engineer', 'yes'], first);
    const three = at.seal(3, owner, { after: last });
    const back = at.seal(5, owner, { after: three, type: 'Rejection' });
    expect(open(at)).to.deep.equal([2]);
    expect(at.instance).to.not.have.property('ballots');
    expect(at.instance.runs[2]?.count).to.equal(0);
    at.cast(2, carol, ['lawyer', 'no'], back);
    expect(at.instance.runs[2]?.count).to.equal(1);
    expect(open(at)).to.deep.equal([4]);
  });

  it('end with a timer of the action, whatever was voted', () => {
    // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
    const timers = [{ id: 'silence', after: 'P1D', then: { nextActionIds: [4] } }];
    const { at, first } = begun({}, { rule: { timers } });
    at.cast(2, alice, ['chair', 'yes'], first);
    const due = at.ledger.state.timestampMs + 86_400_000;
    expect(at.judge(at.vote(2, bob, ['engineer', 'yes'], first), due)).to.equal('VAL_BP_012');
  });

  it('stay through a hand-over: the role has voted, whichever wallet holds it', () => {
    const { at, first } = begun();
    at.enrol('works', [bob]);
    at.enrol('next', [erik]);
    at.cast(2, bob, ['engineer', 'abstain'], first);
    const payload = { type: 'handover', v: 1, role: 'engineer', from: bob.address, to: erik.address };
    const handed = at.move(2, bob, { after: first, type: 'Handover', payload, with: [erik] });
    at.ledger.seal(handed);
    expect(at.judge(at.vote(2, erik, ['engineer', 'yes'], first))).to.equal('VAL_FLOW_003');
    expect(at.instance.ballots?.[2]?.votes.engineer?.vote).to.equal('abstain');
  });
});
