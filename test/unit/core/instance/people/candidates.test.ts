// Candidates of open roles on a register: only they take the role, one reserves it for a time, and what is disclosed to
// it goes to exactly those whom the ledger names. With senders that claim what is not theirs, too late, or twice.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import {
  CANDIDATES_ALL_MAX,
  CANDIDATES_MAX,
  INSTANCE_CLAIMS_MAX,
} from '../../../../../core/base/limits/ledger/people.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { planOf } from '../../../../../core/blueprint/plan/plan.js';
import type { PlannedAction } from '../../../../../core/blueprint/plan/planned.js';
import { checkExecution } from '../../../../../core/design/check/check.js';
import { expectGroup } from '../../../../../core/envelope/cells/expecting.js';
import { claimOf } from '../../../../../core/instance/people/claims.js';
import { holdersNow } from '../../../../../core/instance/people/holders.js';
import { rowsIn } from '../../../../../core/instance/rows.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { claimProblem } from '../../../../../core/moves/claim/claims.js';
import { recordsOf } from '../../../../../core/register/people/organisations.js';
import { asks, definitionOf, findingsOf, num, shows, to } from '../../../../support/definitions/short-definitions.js';
import { alice, bob, owner, publish, type Wallet, wallet } from '../../../../support/register/ledger.js';
import { INSTANCE, People, step } from '../../../../support/register/people.js';
import { SealedLedger } from '../../../../support/register/sealed-ledger.js';

const [carol, dave, eve] = [wallet('carol'), wallet('dave'), wallet('eve')];
const DAY = 24 * 60 * 60 * 1000;

/** alice asks, one of several clerks answers. */
function talk(clerk: JsonObject = { candidates: ['b', 'c'] }, more: object = {}): JsonObject {
  return {
    language: 2,
    title: 'Talk',
    description: 'One asks and another one answers.',
    participants: [
      { id: 'asks', walletAddress: alice.address },
      { id: 'clerk', ...clerk },
    ],
    actions: [
      step(1, 'asks', [2], { isStartingAction: true }),
      step(2, 'clerk', [3], { rejectionConfig: { targetActionId: 1 }, ...more }),
      step(3, 'asks', [2]),
    ],
  } as unknown as JsonObject;
}

function opened(definition = talk()) {
  const people = new People(definition, { a: alice, b: bob, c: carol, d: dave });
  const first = people.seal(1, alice);
  const claim = (by: Wallet, type = 'Claim', more: object = {}): Transaction =>
    people.move(2, by, { after: first, type, payload: { type: type.toLowerCase(), v: 1, ...more } });
  const claimed = () => claimOf(people.ledger.view, INSTANCE, 'clerk');
  return Object.assign(people, { first, claim, claimed });
}

describe('candidates of a role', () => {
  it('alone take it: the first that acts or rejects holds it for the instance', () => {
    const at = opened();
    expect(at.judge(at.move(2, dave, { after: at.first }))).to.equal('VAL_BP_002');
    expect(at.judge(at.move(2, dave, { after: at.first, type: 'Rejection' }))).to.equal('VAL_BP_002');
    const answer = at.seal(2, bob, { after: at.first });
    expect(holdersNow(at.ledger.view, INSTANCE).roles.clerk).to.equal(bob.address);
    const third = at.seal(3, alice, { after: answer });
    expect(at.judge(at.move(2, carol, { after: third }))).to.equal('VAL_BP_002');
    expect(at.judge(at.move(2, bob, { after: third }))).to.equal('ok');
  });

  it('take it in one docket in its order, and the second of both is refused', () => {
    const at = opened();
    const [one, two] = [at.claim(bob), at.move(2, carol, { after: at.first })];
    expect(() => at.ledger.seal(one, two)).to.throw('VAL_BP_002');
    at.ledger.seal(two);
    expect(at.judge(one)).to.equal('VAL_FLOW_006');
  });

  it('are records with their newest key, and no one without an Active record of its own', () => {
    const at = opened();
    at.enrol('b', [eve], { by: bob });
    expect(at.judge(at.move(2, bob, { after: at.first }))).to.equal('VAL_BP_002');
    expect(at.judge(at.move(2, eve, { after: at.first }))).to.equal('ok');
    at.enrol('c', [carol], { status: 'Deprecated' });
    expect(at.judge(at.move(2, carol, { after: at.first }))).to.equal('VAL_BP_002');
    expect(at.judge(at.claim(carol))).to.equal('VAL_FLOW_006');
  });

  it('reserve it for a time, in which no other one acts, and give it back', () => {
    const at = opened();
    expect(at.judge(at.claim(dave)), 'no candidate').to.equal('VAL_FLOW_006');
    expect(at.judge(at.claim(bob, 'Claim', { more: 1 }))).to.contain('VAL_SCHEMA_004');
    at.ledger.seal(at.claim(bob));
    const untilMs = at.ledger.state.timestampMs + DAY;
    expect(at.claimed()).to.deep.equal({ record: 'b', wallet: bob.address, untilMs });
    const acts = (by: Wallet) => at.move(2, by, { after: at.first });
    expect(at.judge(acts(carol), untilMs)).to.equal('VAL_BP_002');
    expect(at.judge(at.claim(carol), untilMs)).to.equal('VAL_FLOW_006');
    expect(at.judge(acts(bob), untilMs)).to.equal('ok');
    // At the millisecond after it the role is free, for an act and for a claim.
    expect(at.judge(acts(carol), untilMs + 1)).to.equal('ok');
    expect(at.judge(at.claim(carol), untilMs + 1)).to.equal('ok');
    expect(at.judge(at.claim(carol, 'Release'))).to.equal('VAL_FLOW_006');
    expect(at.judge(at.claim(bob, 'Release'), untilMs + 1), 'lapsed').to.equal('VAL_FLOW_006');
    at.ledger.seal(at.claim(bob, 'Release'));
    expect(at.claimed()).to.equal(undefined);
    expect(at.judge(at.claim(carol))).to.equal('ok');
  });

  it('cannot hold it back without end: a wallet whose claim lapsed waits as long before it claims again', () => {
    const at = opened(talk({ candidates: ['b', 'c'], claimFor: 'PT1H' }));
    at.ledger.seal(at.claim(bob));
    const untilMs = at.ledger.state.timestampMs + DAY / 24;
    expect(at.judge(at.claim(bob), untilMs + 1)).to.equal('VAL_FLOW_006');
    expect(at.judge(at.claim(bob), untilMs + DAY / 24 + 1)).to.equal('ok');
    expect(at.judge(at.move(2, bob, { after: at.first }), untilMs + 1), 'and may act at once').to.equal('ok');
  });

  it('get no other term by giving the role back, in one docket neither, nor by a claim of another one between', () => {
    const at = opened(talk({ candidates: ['b', 'c'], claimFor: 'PT1H' }));
    at.ledger.seal(at.claim(bob));
    const untilMs = at.ledger.state.timestampMs + DAY / 24;
    expect(() => at.ledger.seal(at.claim(bob, 'Release'), at.claim(bob))).to.throw('VAL_FLOW_006');
    at.ledger.seal(at.claim(bob, 'Release'), at.claim(carol), at.claim(carol, 'Release'));
    for (const [ms, said] of [
      [untilMs, 'VAL_FLOW_006'],
      [untilMs + DAY / 24, 'VAL_FLOW_006'],
      [untilMs + DAY / 24 + 1, 'ok'],
    ] as const)
      expect(at.judge(at.claim(bob), ms), `${ms - untilMs}`).to.equal(said);
    expect(at.judge(at.move(2, bob, { after: at.first })), 'and may act at once').to.equal('ok');
  });

  it('keep the others out for two terms each at most, also where two of them take turns', () => {
    const at = opened(talk({ candidates: ['b', 'c', 'd'], claimFor: 'PT1H' }));
    const beginMs = at.ledger.state.timestampMs;
    const turns = [bob, carol, bob, carol].map((by) => [at.claim(by), at.claim(by, 'Release')] as const);
    for (const [i, [claim, release]] of turns.entries()) {
      at.ledger.sealAt(beginMs + (i * DAY) / 24 + i + 1, claim);
      // Released in the moment in which the other one claims.
      if (i < 3) at.ledger.sealAt(beginMs + ((i + 1) * DAY) / 24 + i + 1, release);
    }
    const endMs = beginMs + (4 * DAY) / 24 + 4;
    expect(at.judge(at.claim(dave), endMs)).to.equal('VAL_FLOW_006');
    expect(at.judge(at.claim(dave), endMs + 1)).to.equal('ok');
    for (const by of [bob, carol]) expect(at.judge(at.claim(by), endMs + DAY)).to.equal('VAL_FLOW_006');
    expect(at.judge(at.move(2, dave, { after: at.first }), endMs + 1)).to.equal('ok');
  });

  it('claim at most so often in an instance', () => {
    const at = opened();
    const { view } = at.ledger;
    const key = `held/${INSTANCE}`;
    const claiming = (claimed: number) => {
      const state = (of: string) => (of === key ? { roles: {}, claimed } : view.state(of));
      const planned = planOf(talk() as unknown as Definition).actions.get('2') as PlannedAction;
      const of = { definition: talk() as unknown as Definition, planned, instanceId: INSTANCE, instance: at.instance };
      return claimProblem({ ...view, state } as never, { ...of, tx: at.claim(bob), atMs: at.ledger.state.timestampMs });
    };
    expect(claiming(INSTANCE_CLAIMS_MAX - 1)).to.equal(undefined);
    expect(claiming(INSTANCE_CLAIMS_MAX)?.code).to.equal('VAL_FLOW_006');
  });

  it('lose the claim when one of them holds the role, and no claim of another instance counts', () => {
    const at = opened();
    at.ledger.seal(at.claim(bob));
    at.seal(2, bob, { after: at.first });
    expect(at.ledger.view.state(`held/${INSTANCE}`)).to.not.have.property('claims');
    expect(at.judge(at.claim(bob))).to.equal('VAL_FLOW_006');
    const foreign = at.move(2, carol, { after: publish(), type: 'Claim', payload: { type: 'claim', v: 1 } });
    expect(at.judge(foreign)).to.contain('VAL_CHAIN');
  });

  it('keep four eyes: none reserves a role that it could not play', () => {
    const definition = talk({ candidates: ['a', 'c'] }, { notSameAs: [1] });
    const at = opened(definition);
    expect(at.judge(at.claim(alice))).to.equal('VAL_FLOW_005');
    expect(at.judge(at.claim(carol))).to.equal('ok');
  });

  it('are asked for by no role that has a wallet', () => {
    const at = opened(talk({ walletAddress: carol.address }));
    expect(at.judge(at.claim(bob))).to.equal('VAL_FLOW_006');
  });

  it('are those to whom a role passes, by a hand-over too', () => {
    const at = opened();
    at.seal(2, bob, { after: at.first });
    const handover = (to: Wallet) =>
      at.move(2, bob, {
        after: at.first,
        type: 'Handover',
        payload: { type: 'handover', v: 1, role: 'clerk', from: bob.address, to: to.address },
        with: [to],
      });
    expect(at.judge(handover(dave))).to.equal('VAL_HAND_004');
    expect(at.judge(handover(carol))).to.equal('ok');
  });

  it('have their records before the definition is published: no party founds one of that name later', () => {
    const people = new People(talk({}), { b: bob });
    const other = (id: string) => publish(talk({ candidates: ['b', id] }), 'other');
    expect(people.judge(other('z'))).to.equal('VAL_BP_016');
    people.enrol('z', [eve], { by: owner });
    expect(people.judge(other('z')), 'a record that only an Owner signed').to.equal('VAL_BP_016');
    people.enrol('z', [eve], { by: eve });
    expect(people.judge(other('z'))).to.equal('ok');
    people.enrol('z', [eve], { status: 'Deprecated' });
    expect(people.judge(other('z'))).to.equal('VAL_BP_016');
  });

  it('of an organisation are those for which governance vouches', () => {
    const at = opened(talk({ candidates: { organisation: 'The  Bank' } }));
    const acts = (by: Wallet) => at.judge(at.move(2, by, { after: at.first }));
    at.enrol('e', [eve], { organizationName: 'the bank' });
    expect(acts(eve), 'its own word is not enough').to.equal('VAL_BP_002');
    at.enrol('e', [eve], { organizationName: 'The Bank', by: owner });
    expect(acts(eve)).to.equal('ok');
    at.enrol('e', [eve], { organizationName: 'the  bank' });
    expect(acts(eve), 'it stays so while the name is the same').to.equal('ok');
    expect(recordsOf(at.ledger.view, 'the bank')).to.deep.equal(['e']);
    at.enrol('e', [eve], { organizationName: 'Another', by: owner });
    expect(acts(eve)).to.equal('VAL_BP_002');
    expect(recordsOf(at.ledger.view, 'the bank')).to.deep.equal([]);
  });

  it('of an organisation are bounded, in the order in which they came; a revoked one makes room', () => {
    const at = opened(talk({ candidates: { organisation: 'bank' } }));
    const clerks = Array.from({ length: CANDIDATES_MAX + 1 }, (_, i) => wallet(`clerk ${i}`));
    for (const [i, clerk] of clerks.entries()) {
      at.enrol(`clerk ${i}`, [clerk], { organizationName: 'bank' });
      at.enrol(`clerk ${i}`, [clerk], { organizationName: 'bank', by: owner });
    }
    const [first, last] = [clerks[0] as Wallet, clerks.at(-1) as Wallet];
    expect(at.judge(at.move(2, last, { after: at.first }))).to.equal('VAL_BP_002');
    at.enrol('clerk 0', [first], { organizationName: 'bank', status: 'Revoked' });
    at.enrol(`clerk ${CANDIDATES_MAX}`, [last], { organizationName: 'bank' });
    expect(at.judge(at.move(2, last, { after: at.first }))).to.equal('ok');
    expect(at.judge(at.move(2, first, { after: at.first }))).to.equal('VAL_BP_002');
  });

  it('are checked in the definition', () => {
    const codes = (clerk: JsonObject) =>
      findingsOf(talk(clerk)).flatMap(({ code, location }) =>
        code.startsWith('BP_CAND') ? [`${code} ${location}`] : [],
      );
    expect(codes({ candidates: ['b', 'c'], claimFor: 'PT4H', disclose: 'holder' })).to.deep.equal([]);
    for (const [clerk, at] of [
      [{ candidates: ['b'], walletAddress: bob.address }, '/candidates'],
      [{ candidates: ['b', 'b'] }, '/candidates/1'],
      [{ candidates: ['b'], claimFor: 'PT1M' }, '/claimFor'],
      [{ candidates: ['b'], claimFor: 'P31D' }, '/claimFor'],
      [{ walletAddress: bob.address, claimFor: 'P1D' }, '/claimFor'],
      [{ disclose: 'holder' }, '/disclose'],
    ] as const) {
      expect(codes(clerk as unknown as JsonObject)).to.deep.equal([`BP_CANDIDATES /participants/1${at}`]);
      expect(checkExecution(talk(clerk as unknown as JsonObject))[0]?.code).to.equal('VAL_BP_010');
    }
    const many = Array.from({ length: CANDIDATES_ALL_MAX / CANDIDATES_MAX + 1 }, (_, i) => ({
      id: `o${i}`,
      candidates: { organisation: 'bank' },
    }));
    const definition = talk({}) as unknown as { readonly participants: readonly JsonObject[] };
    const crowd = { ...definition, participants: [...definition.participants, ...many] } as unknown as JsonObject;
    expect(findingsOf(crowd).map(({ code }) => code)).to.include('BP_CANDIDATES');
  });
});

describe('the data that is disclosed to a role with candidates', () => {
  const made = (clerk: JsonObject, named = (text: string): string => text) => {
    const definition = definitionOf([
      { ...asks({ a: num, b: num }), ...shows({ y: ['a'], z: ['b'] }), ...to(2) },
      { sender: 'y', ...to(1) },
    ]);
    const participants = [
      { id: 'x', walletAddress: alice.address },
      { id: 'y', ...clerk },
      { id: 'z', walletAddress: dave.address },
    ];
    const records = new People(talk({}));
    const all = Object.entries({ a: alice, b: bob, c: carol, d: dave }).map(([id, by]) => records.enrol(id, [by]));
    const stated = JSON.parse(named(JSON.stringify({ ...definition, participants }))) as JsonObject;
    return new SealedLedger(stated, [alice, bob, carol, dave], all);
  };
  const one = { action: 1, by: alice, data: { a: 1, b: 2 }, next: [2] };

  it('goes to all of them until one holds it, and to the holder alone from then on', () => {
    const at = made({ candidates: ['c', 'b'] });
    const run = at.take(one);
    expect(run.header.recipients).to.have.members([alice, bob, carol, dave].map(({ address }) => address));
    const row = rowsIn(at.ledger.view)(run.txId);
    expect(row?.also).to.deep.equal({ y: [carol.address, bob.address] });
    const reads = (by: Wallet) => expectGroup(at.definition, run, { wallet: by.address, taken: {}, row })?.classes;
    expect([reads(bob), reads(carol), reads(dave)]).to.deep.equal([[0], [0], [1]]);
    const answer = at.take({ action: 2, by: bob, data: {}, next: [1], previous: run.txId });
    // The run that takes the role is its holder's alone.
    expect(answer.header.recipients).to.deep.equal([bob.address]);
    const again = at.take({ ...one, previous: answer.txId });
    expect(again.header.recipients).to.have.members([alice.address, bob.address, dave.address]);
    expect(rowsIn(at.ledger.view)(again.txId)).to.not.have.property('also');
  });

  it('goes to the readers of a role that is named like a member of every object, which its holder keeps', () => {
    for (const name of ['__proto__', 'constructor']) {
      const at = made({ candidates: ['c', 'b'] }, (text) => text.replaceAll('"y"', JSON.stringify(name)));
      const run = at.take(one);
      expect(run.header.recipients).to.include.members([bob.address, carol.address]);
      expect(Object.entries(rowsIn(at.ledger.view)(run.txId)?.also ?? {})).to.deep.equal([
        [name, [carol.address, bob.address]],
      ]);
      const fixed = made({ walletAddress: bob.address }, (text) => text.replaceAll('"y"', JSON.stringify(name)));
      fixed.take(one);
      expect(Object.entries(holdersNow(fixed.ledger.view, INSTANCE).roles)).to.deep.include([name, bob.address]);
    }
  });

  it('waits for a claim where the definition says so, and goes to who claimed it last', () => {
    const at = made({ candidates: ['b', 'c'], disclose: 'holder' });
    const run = at.take(one);
    expect(run.header.recipients).to.have.members([alice.address, dave.address]);
    const claim = at.move('Claim', { action: 2, by: carol, previous: run.txId, payload: { type: 'claim', v: 1 } });
    const back = at.move('Rejection', {
      action: 2,
      by: carol,
      previous: run.txId,
      payload: { type: 'rejection', reason: 'x' },
    });
    expect(at.judge(back)).to.not.contain('CELL');
    at.ledger.seal(claim);
    expect(at.judge(at.run({ action: 2, by: carol, data: {}, next: [1], previous: run.txId }))).to.equal('ok');
  });

  it('is sealed anew where a record changed meanwhile: too few and too many are refused', () => {
    const at = made({ candidates: ['b', 'c'] });
    const toBoth = at.run(one);
    const records = new People(talk({}));
    for (const [id, by] of Object.entries({ a: alice, b: bob, c: carol, d: dave })) records.enrol(id, [by]);
    at.ledger.seal(records.record('c', [carol], { status: 'Revoked' }));
    at.ledger.passSlot();
    expect(at.judge(toBoth)).to.equal('VAL_CELL_003');
    expect(at.judge(at.run(one))).to.equal('ok');
  });
});
