// Deputies that vote on a register: the vote is that of the participant which holds the role, counted once whichever
// deputy casts it, and a participant casts one. With senders, times and records that are wrong, and against a slow
// second rule.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import { castFact, castSaidIn } from '../../../../../core/chain/evidence/vote.js';
import { rowsIn } from '../../../../../core/instance/rows.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import type { Delegation } from '../../../../../core/register/people/delegations.js';
import { Dice } from '../../../../support/base/dice.js';
import { alice, bob, NOW, owner, type Wallet, wallet } from '../../../../support/register/ledger.js';
import { People, step } from '../../../../support/register/people.js';

const [carol, dave, erin] = [wallet('carol'), wallet('dave'), wallet('erin')];
const HOUR = 60 * 60 * 1000;
const iso = (ms: number) => new Date(ms).toISOString();
const WALLETS: Readonly<Record<string, Wallet>> = { a: alice, b: bob, c: carol, d: dave, e: erin };

const to = (deputy: string, more: Partial<Delegation> = {}): Delegation => ({
  ...{ to: deputy, from: iso(NOW), until: iso(NOW + 10 * HOUR) },
  ...more,
});

/** The owner proposes; a counts twice and has a veto, b and c count once, and three are needed. */
function award(more: object = {}, approval: object = {}): JsonObject {
  const of = [{ role: 'a', weight: 2 }, { role: 'b' }, { role: 'c' }];
  const decided = { of, need: 3, veto: ['a'], yes: 'granted', no: 'refused', ...approval };
  const routes = [
    { id: 'granted', nextActionIds: [3] },
    { id: 'refused', nextActionIds: [4] },
  ];
  return {
    language: 2,
    title: 'Award',
    participants: [
      { id: 'owner', walletAddress: owner.address },
      ...['a', 'b', 'c'].map((id) => ({ id, walletAddress: WALLETS[id]?.address })),
      { id: 'clerk' },
    ],
    actions: [
      step(1, 'owner', [2], { isStartingAction: true }),
      step(2, 'a', [], { routes, approval: decided, ...more }),
      step(3, 'clerk', []),
      step(4, 'owner', []),
    ],
  } as unknown as JsonObject;
}

/** `delegations` by record; dave is that of no role. */
function begun(delegations: Readonly<Record<string, readonly Delegation[]>>, definition = award()) {
  const at = new People(definition);
  // A record is there before others delegate to it.
  for (const [id, by] of Object.entries(WALLETS)) at.enrol(id, [by]);
  for (const [id, lines] of Object.entries(delegations)) at.enrol(id, [WALLETS[id] as Wallet], { delegations: lines });
  const first = at.seal(1, owner);
  const judge = (by: Wallet, cast: readonly [string, string, string?], atMs?: number): string =>
    at.judge(at.vote(2, by, cast, first), atMs);
  return {
    at,
    first,
    judge,
    cast: (by: Wallet, cast: readonly [string, string, string?]) => at.cast(2, by, cast, first),
  };
}

/** Actions that stand. */
function open({ instance }: People): readonly number[] {
  return Object.values(instance.flow).flatMap(({ next }) => next.filter((id) => id !== 1 && id !== 2));
}

describe('deputies that vote', () => {
  it('cast the vote of the participant that holds the role, in the time and for the actions of its delegation', () => {
    const { judge } = begun({ a: [to('d', { from: iso(NOW + HOUR), until: iso(NOW + 2 * HOUR) })] });
    expect(judge(dave, ['a', 'yes', 'a'], NOW + HOUR - 1)).to.equal('VAL_BP_002');
    expect(judge(dave, ['a', 'yes', 'a'], NOW + HOUR)).to.equal('ok');
    expect(judge(dave, ['a', 'yes', 'a'], NOW + 2 * HOUR + 1)).to.equal('VAL_BP_002');
    const only = (actions: readonly number[]) =>
      begun({ a: [to('d', { blueprints: ['loan'], actions })] }).judge(dave, ['a', 'yes', 'a']);
    expect([only([2]), only([1])]).to.deep.equal(['ok', 'VAL_BP_002']);
  });

  it('say whose vote it is, and vote for no other role or participant', () => {
    const { judge } = begun({ a: [to('d')], b: [to('e')] });
    expect(judge(dave, ['a', 'yes', 'a'])).to.equal('ok');
    expect(judge(dave, ['a', 'yes']), 'in its own name').to.equal('VAL_BP_002');
    expect(judge(dave, ['b', 'yes', 'b'])).to.equal('VAL_BP_002');
    expect(judge(dave, ['b', 'yes', 'a'])).to.equal('VAL_BP_002');
    expect(judge(dave, ['a', 'yes', 'b'])).to.equal('VAL_BP_002');
    expect(judge(alice, ['a', 'yes', 'a']), 'no deputy of itself').to.equal('VAL_BP_002');
    expect(judge(alice, ['a', 'yes'])).to.equal('ok');
    expect(judge(dave, ['a', 'yes', ''])).to.equal('VAL_STRUCT_011');
  });

  it('leave on the ledger who voted and for whom: in the row, in the ballots and in the evidence', () => {
    const { at, cast } = begun({ a: [to('d')] });
    const vote = cast(dave, ['a', 'abstain', 'a']);
    const kept = { by: 'a', deputy: 'd' };
    expect(rowsIn(at.ledger.view)(vote.txId)).to.deep.include({ by: dave.address });
    expect(rowsIn(at.ledger.view)(vote.txId)?.vote).to.deep.include({ ...kept, role: 'a', vote: 'abstain' });
    expect(at.instance.ballots?.['2']?.votes.a).to.deep.equal({ ...kept, txId: vote.txId, vote: 'abstain' });
    const said = castSaidIn(vote);
    expect(said).to.deep.include({ by: dave.address, role: 'a', vote: 'abstain', for: 'a', actionId: '2' });
    expect(said && castFact(said)).to.contain('as a deputy of the participant a');
    const own = at.vote(2, bob, ['b', 'yes'], vote);
    expect(castSaidIn(own)).to.not.have.property('for');
  });

  it('count with the weight and the veto of the role', () => {
    const yes = begun({ a: [to('d')] });
    yes.cast(dave, ['a', 'yes', 'a']);
    expect(open(yes.at)).to.deep.equal([]);
    yes.cast(bob, ['b', 'yes']);
    expect(open(yes.at)).to.deep.equal([3]);
    const no = begun({ a: [to('d')] });
    no.cast(dave, ['a', 'no', 'a']);
    expect(open(no.at)).to.deep.equal([4]);
  });

  it('count once with their participant, whichever of both is first', () => {
    const one = begun({ a: [to('d'), to('e')] }, award({}, { need: 2 }));
    one.cast(dave, ['a', 'abstain', 'a']);
    expect(one.judge(alice, ['a', 'yes'])).to.equal('VAL_FLOW_003');
    expect(one.judge(erin, ['a', 'yes', 'a'])).to.equal('VAL_FLOW_003');
    const other = begun({ a: [to('d')] }, award({}, { need: 2 }));
    other.cast(alice, ['a', 'abstain']);
    expect(other.judge(dave, ['a', 'yes', 'a'])).to.equal('VAL_FLOW_003');
    // Both in one docket: the second is refused there as well.
    const both = begun({ a: [to('d')] });
    const votes = [
      both.at.vote(2, dave, ['a', 'yes', 'a'], both.first),
      both.at.vote(2, alice, ['a', 'yes'], both.first),
    ];
    expect(() => both.at.ledger.seal(...votes)).to.throw('VAL_FLOW_003');
  });

  it('cast one vote in a decision: that of one participant, or their own', () => {
    const two = begun({ a: [to('d')], b: [to('d')] }, award({}, { need: 2 }));
    two.cast(dave, ['a', 'abstain', 'a']);
    expect(two.judge(dave, ['b', 'yes', 'b'])).to.equal('VAL_FLOW_003');
    expect(two.judge(bob, ['b', 'yes'])).to.equal('ok');
    // carol has a vote of her own.
    const own = begun({ a: [to('c')] });
    own.cast(carol, ['c', 'yes']);
    expect(own.judge(carol, ['a', 'yes', 'a'])).to.equal('VAL_FLOW_003');
    expect(own.judge(alice, ['a', 'yes'])).to.equal('ok');
    const other = begun({ a: [to('c')] });
    other.cast(carol, ['a', 'yes', 'a']);
    expect(other.judge(carol, ['c', 'yes'])).to.equal('VAL_FLOW_003');
    // No vote of carol is waited for: without that of bob the three cannot come together.
    other.cast(bob, ['b', 'no']);
    expect(open(other.at)).to.deep.equal([4]);
  });

  it('vote for a vacant role, which is waited for as long as one of them can', () => {
    const { at, cast, judge } = begun({ a: [to('d', { until: iso(NOW + 5 * HOUR) })] }, award({}, { veto: [] }));
    const ends = { status: 'Deprecated', delegations: [to('d', { until: iso(NOW + 5 * HOUR) })] } as const;
    at.enrol('a', [alice], ends);
    cast(bob, ['b', 'yes']);
    cast(carol, ['c', 'yes']);
    expect(open(at), 'of three there are two').to.deep.equal([]);
    expect(judge(dave, ['a', 'yes', 'a'])).to.equal('ok');
    expect(judge(bob, ['b', 'yes']), 'a deputy can still vote').to.equal('VAL_FLOW_003');
    expect(judge(bob, ['b', 'yes'], NOW + 5 * HOUR + 1), 'it says the same again').to.equal('ok');
    const gone = begun({ a: [to('d')] }, award({}, { veto: [] }));
    gone.at.enrol('a', [alice], { status: 'Deprecated' });
    gone.cast(bob, ['b', 'yes']);
    expect(open(gone.at)).to.deep.equal([4]);
  });

  it('keep four eyes as themselves and as their participant, which did what they voted', () => {
    const apart = award({ notSameAs: [1] }) as unknown as { participants: JsonObject[]; actions: JsonObject[] };
    // The wallet that comes first is the owner.
    const asked = {
      ...apart,
      participants: apart.participants.map(({ id, ...one }) => (id === 'owner' ? { id } : { id, ...one })),
    };
    const doneBy = (asks: Wallet) => {
      const at = new People(asked as unknown as JsonObject);
      for (const [id, by] of Object.entries(WALLETS)) at.enrol(id, [by]);
      at.enrol('a', [alice], { delegations: [to('d')] });
      return at.judge(at.vote(2, dave, ['a', 'yes', 'a'], at.seal(1, asks)));
    };
    expect(doneBy(dave), 'the deputy did the other action').to.equal('VAL_FLOW_005');
    expect(doneBy(alice), 'its participant did').to.equal('VAL_FLOW_005');
    expect(doneBy(erin)).to.equal('ok');
    const actions = (award() as unknown as { actions: JsonObject[] }).actions;
    const later = { ...award(), actions: actions.map((one) => (one.id === 3 ? { ...one, notSameAs: [2] } : one)) };
    const { at, cast } = begun({ a: [to('d')] }, later as unknown as JsonObject);
    cast(dave, ['a', 'yes', 'a']);
    const last = cast(bob, ['b', 'yes']);
    const third = (by: Wallet) => at.judge(at.move(3, by, { after: last }));
    expect([dave, alice, bob, erin].map(third)).to.deep.equal([
      ...['VAL_FLOW_005', 'VAL_FLOW_005', 'VAL_FLOW_005'],
      'ok',
    ]);
  });

  it('say yes up to their amount, and no whatever it is', () => {
    const { judge } = begun({ a: [to('d', { max: { var: 'in.n', upTo: '0' } })] });
    expect(judge(dave, ['a', 'yes', 'a'])).to.equal('VAL_FLOW_009');
    expect([judge(dave, ['a', 'no', 'a']), judge(dave, ['a', 'abstain', 'a'])]).to.deep.equal(['ok', 'ok']);
    expect(judge(alice, ['a', 'yes'])).to.equal('ok');
  });

  it('are one of several kinds of voters that a second rule tells apart', () => {
    const everybody = Object.fromEntries(
      Object.keys(WALLETS).map((id) => [
        id,
        Object.keys(WALLETS).flatMap((other) => (other === id ? [] : [to(other)])),
      ]),
    );
    for (let seed = 1; seed <= 6; seed++) {
      const dice = new Dice(`deputies ${seed}`);
      // Nothing is decided before all have voted.
      const { at, first } = begun(everybody, award({}, { settle: 'all' }));
      const done: string[][] = [];
      const voted = new Set<string>();
      for (let i = 0; i < 12 && voted.size < 2; i++) {
        const role = dice.pick(['a', 'b', 'c']);
        const by = dice.pick(Object.keys(WALLETS));
        const vote: Transaction = at.vote(
          2,
          WALLETS[by] as Wallet,
          [role, 'yes', ...(by === role ? [] : [role])] as never,
          first,
        );
        const isFree = !voted.has(role) && !done.some((parties) => parties.includes(role) || parties.includes(by));
        expect(at.judge(vote), `${seed}: ${by} for ${role} after ${done.join(' ')}`).to.equal(
          isFree ? 'ok' : 'VAL_FLOW_003',
        );
        if (!isFree) continue;
        at.ledger.seal(vote);
        voted.add(role);
        done.push([role, by]);
      }
    }
  });
});
