// An instance goes on past a role whose participant left: by rejections, cancellation, timers, deputies and other
// candidates. Where one Admin alone ended the record, no wallet takes the role by that.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { dueTimers } from '../../../../../core/blueprint/instance/open-timers.js';
import { planOf } from '../../../../../core/blueprint/plan/plan.js';
import { openRolesIn, singleRolesIn } from '../../../../../core/design/check/check.js';
import { expectGroup } from '../../../../../core/envelope/cells/expecting.js';
import { actorsNow } from '../../../../../core/instance/people/acting-now.js';
import { holdersNow } from '../../../../../core/instance/people/holders.js';
import { rowsIn } from '../../../../../core/instance/rows.js';
import { timerTransaction } from '../../../../../core/transaction/timer.js';
import { asks, definitionOf, num, shows, to } from '../../../../support/definitions/short-definitions.js';
import { alice, bob, owner, REGISTER_ID, type Wallet, wallet } from '../../../../support/register/ledger.js';
import { INSTANCE, People, step } from '../../../../support/register/people.js';
import { SealedLedger } from '../../../../support/register/sealed-ledger.js';

const [carol, dave] = [wallet('carol'), wallet('dave')];
const DAY = 24 * 60 * 60 * 1000;

const TALK = {
  language: 2,
  title: 'Talk',
  participants: [
    { id: 'asks', walletAddress: alice.address },
    { id: 'clerk', candidates: ['b', 'c'] },
  ],
  actions: [
    step(1, 'asks', [2], { isStartingAction: true }),
    step(2, 'clerk', [3, 4]),
    step(3, 'asks', [], { rejectionConfig: { targetActionId: 2 } }),
    // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
    step(4, 'clerk', [], { timers: [{ id: 'deemed', after: 'P1D', then: { nextActionIds: [] }, data: { n: 0 } }] }),
  ],
} as unknown as JsonObject;

/** bob took the role, and action 4 waits for it. */
function vacated(end: (at: People) => unknown = (at) => at.enrol('b', [bob], { status: 'Revoked' })) {
  const people = new People(TALK, { a: alice, b: bob, c: carol, d: dave });
  const first = people.seal(1, alice);
  const second = people.seal(2, bob, { after: first });
  end(people);
  const last = (by: Wallet) => people.move(4, by, { after: second });
  return Object.assign(people, { first, second, last });
}

describe('an instance with a vacant role', () => {
  it('is rejected and cancelled by the others, and its timer fires', () => {
    const at = vacated();
    expect(at.judge(at.last(bob))).to.equal('VAL_BP_002');
    expect(at.judge(at.move(3, alice, { after: at.second, type: 'Rejection' }))).to.equal('ok');
    expect(at.judge(at.move(3, alice, { after: at.second, type: 'Cancellation' }))).to.equal('ok');
    const { instance } = at;
    const [due] = dueTimers(instance, planOf(TALK as unknown as Definition));
    const { blueprintId, publicationTxId } = instance;
    const of = { registerId: REGISTER_ID, instanceId: INSTANCE, blueprintId, publicationTxId };
    const fired = timerTransaction(of, due as NonNullable<typeof due>);
    expect(at.judge(fired, (due?.dueMs ?? 0) + 1)).to.equal('ok');
    expect(due?.dueMs).to.be.below(at.ledger.state.timestampMs + DAY);
  });

  it('goes on with another candidate, who then holds the role, and may reserve it before', () => {
    const at = vacated();
    expect(at.judge(at.last(dave)), 'no candidate').to.equal('VAL_BP_002');
    const claim = at.move(4, carol, { after: at.second, type: 'Claim', payload: { type: 'claim', v: 1 } });
    at.ledger.seal(claim);
    at.ledger.seal(at.last(carol));
    expect(holdersNow(at.ledger.view, INSTANCE).roles.clerk).to.equal(carol.address);
    expect(at.ledger.view.state(`held/${INSTANCE}`)).to.not.have.property('claims');
  });

  it('is shown with those who may act', () => {
    const at = vacated();
    const definition = TALK as unknown as Definition;
    const place = { definition, blueprintId: 'loan', instanceId: INSTANCE, instance: at.instance };
    const planned = planOf(definition).actions.get('4') as NonNullable<
      ReturnType<typeof planOf>['actions']
    > extends ReadonlyMap<string, infer P>
      ? P
      : never;
    const actors = actorsNow(at.ledger.view, { ...place, atMs: at.ledger.state.timestampMs }, planned);
    expect(actors).to.deep.equal([{ wallet: carol.address, why: 'candidate', participantId: 'c' }]);
  });

  it('keeps the role of a participant whose record one Admin ended from its other candidates', () => {
    const at = vacated((people) => people.enrol('b', [bob], { status: 'Revoked', by: owner }));
    expect(at.judge(at.last(carol))).to.equal('VAL_BP_002');
    const claim = at.move(4, carol, { after: at.second, type: 'Claim', payload: { type: 'claim', v: 1 } });
    expect(at.judge(claim)).to.equal('VAL_FLOW_006');
  });

  it('keeps four eyes: no wallet takes over a role that it could not play', () => {
    const apart = {
      ...TALK,
      actions: (TALK.actions as JsonObject[]).map((one) => (one.id === 4 ? { ...one, notSameAs: [1] } : one)),
    };
    const people = new People(
      {
        ...apart,
        participants: [
          { id: 'asks', walletAddress: alice.address },
          { id: 'clerk', candidates: ['a', 'b'] },
        ],
      } as unknown as JsonObject,
      { a: alice, b: bob },
    );
    const first = people.seal(1, alice);
    const second = people.seal(2, bob, { after: first });
    people.enrol('b', [bob], { status: 'Revoked' });
    expect(people.judge(people.move(4, alice, { after: second }))).to.equal('VAL_FLOW_005');
  });

  it('is told of before it is published, where somebody asks', () => {
    const roles = (definition: JsonObject) =>
      singleRolesIn(definition).map(({ code, location }) => `${code} ${location}`);
    expect(roles(TALK)).to.deep.equal(['BP_ROLE_SINGLE /participants/0']);
    const [one, two] = TALK.participants as JsonObject[];
    expect(roles({ ...TALK, participants: [{ ...one, replaceBy: ['clerk'] }, two] as JsonObject[] })).to.deep.equal([]);
  });

  it('is not told to be open where it has a wallet or candidates, or only opens instances', () => {
    const open = (participants: readonly JsonObject[]) =>
      openRolesIn({ ...TALK, participants } as unknown as JsonObject).map(
        ({ code, location }) => `${code} ${location}`,
      );
    const [one, two] = TALK.participants as JsonObject[];
    const [asks, clerk] = [one, two].map((role) => ({ id: role?.id })) as JsonObject[];
    expect(open([one as JsonObject, two as JsonObject])).to.deep.equal([]);
    expect(open([one as JsonObject, clerk as JsonObject])).to.deep.equal(['BP_ROLE_OPEN /participants/1']);
    expect(open([asks as JsonObject, two as JsonObject])).to.deep.equal([]);
  });

  it('discloses to the candidates again, and to the one who took the role from then on', () => {
    const definition = definitionOf([
      { ...asks({ a: num }), ...shows({ y: ['a'] }), ...to(2) },
      { sender: 'y', ...asks({ c: num }), ...to(1) },
    ]);
    const participants = [
      { id: 'x', walletAddress: alice.address },
      { id: 'y', candidates: ['b', 'c', 'd'] },
    ];
    const records = new People(TALK, { b: bob, c: carol, d: dave });
    const sealed = ['b', 'c', 'd'].map(
      (id) =>
        records.ledger.view.transaction(
          String((records.ledger.view.state(`part/${id}`) as JsonObject).latest),
        ) as never,
    );
    const at = new SealedLedger(
      { ...definition, participants } as unknown as JsonObject,
      [alice, bob, carol, dave],
      sealed,
    );
    const one = { action: 1, by: alice, data: { a: 1 }, next: [2] };
    const first = at.take(one);
    const answer = at.take({ action: 2, by: bob, data: { c: 1 }, next: [1], previous: first.txId });
    at.ledger.seal(records.record('b', [bob], { status: 'Revoked' }));
    at.ledger.passSlot();
    const again = at.take({ ...one, previous: answer.txId });
    expect(again.header.recipients).to.have.members([alice, carol, dave].map(({ address }) => address));
    const taking = at.take({ action: 2, by: carol, data: { c: 2 }, next: [1], previous: again.txId });
    expect(taking.header.recipients).to.deep.equal([carol.address]);
    const row = rowsIn(at.ledger.view)(taking.txId);
    const taken = { y: bob.address };
    expect(expectGroup(at.definition, taking, { wallet: carol.address, taken, row })?.classes).to.not.equal(undefined);
    const third = at.take({ ...one, previous: taking.txId });
    expect(third.header.recipients).to.have.members([alice.address, carol.address]);
  });
});
