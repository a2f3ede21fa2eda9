// Objections that their parties and the resolver alone read: all waits for the resolver, who says whether they are
// proven. Patched senders try to judge themselves, to object in private again, and to stop an instance without end.
import { expect } from 'chai';
import { canonical, type JsonObject } from '../../../../../core/base/json.js';
import { branchesAt, openBranches } from '../../../../../core/blueprint/instance/branches.js';
import { runsInForceAt } from '../../../../../core/blueprint/instance/run-rows.js';
import type { Dispute } from '../../../../../core/blueprint/state/dispute.js';
import { resolverIn, resolverWallet } from '../../../../../core/disputes/parties.js';
import { rowsIn } from '../../../../../core/instance/rows.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { validate } from '../../../../../core/validate/validate.js';
import { asks, definitionOf, read, shows, to } from '../../../../support/definitions/short-definitions.js';
import { alice, bob, type Wallet, wallet } from '../../../../support/register/ledger.js';
import { People } from '../../../../support/register/people.js';
import { readAnew } from '../../../../support/register/runs-anew.js';
import { SealedLedger, type Sent } from '../../../../support/register/sealed-ledger.js';

const [carol, dave, erin] = [wallet('carol'), wallet('dave'), wallet('erin')];
const DAY = 24 * 3_600_000;
const num = { type: 'integer' };

/** y calculates what x stated, and z reads both; `r` judges. */
function definition(disputes: JsonObject = {}, wallets = { x: alice, y: bob, z: carol, r: dave }): JsonObject {
  return {
    ...definitionOf([
      { ...asks({ price: num }), ...shows({ y: ['*'], z: ['*'] }), ...to(2) },
      {
        sender: 'y',
        ...asks({ note: num }),
        calculations: { double: { '*': [read('act.1.price'), 2] } },
        ...shows({ x: ['*'], z: ['*'] }),
        routes: [{ id: 'late', nextActionIds: [3], branchDeadline: 'P20D' }],
      },
      { sender: 'z', ...asks({ done: num }), ...to() },
    ]),
    participants: Object.entries(wallets).map(([id, { address }]) => ({ id, walletAddress: address })),
    disputes: { judgeWithin: 'P2D', redoWithin: 'P1D', resolver: 'r', ...disputes },
  };
}

function started(double = 9999, document = definition(), records: Readonly<Record<string, Wallet>> = {}) {
  const people = new People(definition());
  const enrolled = Object.entries(records).map(([id, by]) => people.enrol(id, [by]));
  const at = new SealedLedger(document, [alice, bob, carol, dave, erin], enrolled);
  const moved: Transaction[] = [];
  const sealed = (tx: Transaction): Transaction => {
    at.ledger.seal(tx);
    moved.push(tx);
    return tx;
  };
  const take = (sent: Sent): Transaction => sealed(at.run(sent));
  const one = take({ action: 1, by: alice, data: { price: 10 }, next: [2] });
  const two = take({ action: 2, by: bob, data: { note: 1, double }, next: [3], previous: one.txId });
  const shown = [
    [two, '/double'],
    [one, '/price'],
  ] as never;
  const claim = { run: two, ground: 'calculation', at: '/calculations/double', shown };
  const object = (by = carol, role = 'z', more: { run?: Transaction; readers?: readonly Wallet[] } = {}) =>
    at.privately({ ...claim, by, role, ...more });
  const yes = { role: 'r', proven: true, ground: 'calculation', at: '/calculations/double' };
  const inForce = (): readonly string[] => {
    const byRows = runsInForceAt(at.instance, [1, 2, 3], rowsIn(at.ledger.view)).map(({ txId }) => txId);
    const of = { definition: at.definition, transactions: moved, rowOf: rowsIn(at.ledger.view) };
    const again = readAnew(at.ledger, of).runs;
    expect(again).to.deep.equal(byRows);
    expect(canonical(at.instance)).to.equal(JSON.stringify(at.instance));
    return byRows;
  };
  const three: Sent = { action: 3, by: carol, data: { done: 1 }, next: [], previous: two.txId };
  const now = () => at.ledger.state.timestampMs;
  const handed = (role: string, from: Wallet, to: Wallet): void => {
    const payload = { type: 'handover', v: 1, role, from: from.address, to: to.address };
    at.ledger.seal(at.move('Handover', { action: 1, by: from, previous: one.txId, payload, n: 0, with: [to] }));
  };
  const leaves = (id: string, by: Wallet): void => {
    at.ledger.seal(people.enrol(id, [by], { status: 'Revoked' }));
  };
  return { people, handed, leaves, at, sealed, take, one, two, three, claim, object, yes, inForce, now };
}

describe('private objections', () => {
  it('are read by who objects, who is accused and the resolver, and pause all for the time to judge', () => {
    const { at, sealed, one, two, three, object, inForce, now } = started();
    const before = at.instance.flow[two.txId]?.dueMs as number;
    const claim = sealed(object());
    expect([...(claim.header.recipients ?? [])].sort()).to.deep.equal([bob, carol, dave].map((w) => w.address).sort());
    expect(JSON.stringify(claim.payload)).to.not.include('calculation');
    const sinceMs = now();
    const unproven = { accused: bob.address, accusedRole: 'y', by: carol.address, role: 'z', run: two.txId };
    expect(at.instance.dispute).to.deep.equal({
      ...{ action: 2, gone: {}, objection: claim.txId, sinceMs, unproven, untilMs: sinceMs + 2 * DAY },
    });
    expect(at.instance).to.include({ state: 'Disputed', pausedMs: 2 * DAY });
    expect(at.instance).to.not.have.property('faults');
    expect(inForce()).to.deep.equal([one.txId, two.txId]);
    expect(branchesAt(at.instance, sinceMs + 2 * DAY)).to.deep.equal([]);
    expect(at.judge(at.run(three), sinceMs + 2 * DAY)).to.equal('VAL_BP_017');
    expect(at.instance.flow[two.txId]?.dueMs).to.equal(before + 2 * DAY);
  });

  it('that are proven take the run out, and what all know then is resolved as ever', () => {
    const { at, sealed, one, two, three, object, yes, inForce, now } = started();
    const claim = sealed(object());
    const word = sealed(at.found(claim, dave, yes));
    expect(inForce()).to.deep.equal([one.txId]);
    const fault = { at: '/calculations/double', by: carol.address, ground: 'calculation', objectionTxId: word.txId };
    expect(at.instance.faults).to.deep.equal([{ ...fault, role: 'y', txId: two.txId, wallet: bob.address }]);
    expect(at.instance).to.include({ state: 'Disputed' });
    expect(at.instance).to.not.have.property('privately');
    expect(openBranches(at.instance).map(({ txId, actionId }) => [txId, actionId])).to.deep.equal([[word.txId, 2]]);
    expect(at.instance.dispute?.untilMs).to.be.at.most(now() + DAY);
    expect(at.judge(at.found(claim, dave, yes))).to.equal('VAL_RES_001');
    expect(at.judge(at.found(word, dave, yes))).to.equal('VAL_RES_004');
    sealed(at.found(word, dave, { role: 'r', outcome: 'keep' }));
    expect(inForce()).to.deep.equal([one.txId, two.txId]);
    expect(at.judge(at.run(three))).to.equal('ok');
  });

  it('that are not proven leave all as it was, give the time back, and bar the role from another one', () => {
    const { at, sealed, one, two, three, claim, object, now } = started(20);
    const first = sealed(object());
    const sinceMs = now();
    const before = at.instance.flow[two.txId]?.dueMs as number;
    at.ledger.sealAt(sinceMs + DAY, at.found(first, dave, { role: 'r', proven: false }));
    expect(at.instance).to.include({ state: 'Active', pausedMs: DAY });
    expect(at.instance.flow[two.txId]?.dueMs).to.equal(before - DAY);
    expect(at.instance.privately).to.deep.equal({ z: first.txId });

    expect(rowsIn(at.ledger.view)(two.txId)).to.not.have.property('undone');
    expect(at.judge(object(carol, 'z', { run: one }))).to.equal('VAL_OBJ_009');
    expect(at.judge(at.objection({ ...claim, by: carol }))).to.equal('VAL_OBJ_004');
    expect(at.judge(at.run(three))).to.equal('ok');
  });

  it('of which the resolver says nothing are not proven', () => {
    const { at, sealed, one, three, object, yes, now } = started();
    const claim = sealed(object());
    const untilMs = now() + 2 * DAY;
    expect(at.judge(at.found(claim, dave, yes), untilMs)).to.equal('ok');
    expect(at.judge(at.found(claim, dave, yes), untilMs + 1)).to.equal('VAL_RES_001');
    expect(at.judge(at.run(three), untilMs + 1)).to.equal('ok');
    expect(at.judge(object(carol, 'z', { run: one }), untilMs + 1)).to.equal('VAL_OBJ_009');
    expect(at.judge(object(alice, 'x'), untilMs + 1), 'another role').to.equal('ok');
  });

  it('are judged by the resolver alone', () => {
    const { at, sealed, object, yes } = started();
    const claim = sealed(object());
    for (const [by, role] of [
      [carol, 'z'],
      [alice, 'x'],
      [bob, 'y'],
      [carol, 'r'],
      [erin, 'r'],
    ] as const)
      expect(at.judge(at.found(claim, by, { ...yes, role })), role).to.equal('VAL_RES_002');
    expect(at.judge(at.found(claim, dave, { role: 'r', outcome: 'end' }))).to.equal('VAL_RES_004');
    expect(at.judge(at.found(claim, dave, { role: 'r', proven: true }))).to.equal('VAL_SCHEMA_004');
    expect(at.judge(at.found(claim, dave, { ...yes, proven: false }))).to.equal('VAL_SCHEMA_004');
    expect(at.judge(at.found(claim, dave, { ...yes, ground: 'undelivered' }))).to.equal('VAL_SCHEMA_004');
  });

  it('are refused to others than the parties, without a resolver, and where that is a party itself', () => {
    const { at, object } = started();
    expect(at.judge(object(carol, 'z', { readers: [carol, dave] }))).to.match(/VAL_CELL_003/);
    expect(at.judge(object(carol, 'z', { readers: [alice, bob, carol, dave] }))).to.match(/VAL_CELL_003/);
    expect(at.judge(object(carol, 'x'))).to.equal('VAL_OBJ_009');
    expect(at.judge(object(erin, 'z'))).to.equal('VAL_OBJ_006');
    expect(at.judge(object(dave, 'r')), 'judges itself').to.equal('VAL_OBJ_009');
    const { resolver: _, ...disputes } = definition().disputes as JsonObject;
    const without = started(9999, { ...definition(), disputes });
    expect(without.at.judge(without.object())).to.equal('VAL_OBJ_009');
    const own = started(9999, definition({}, { x: alice, y: bob, z: carol, r: bob }));
    expect(own.at.judge(own.object())).to.equal('VAL_OBJ_009');
  });

  it('are refused where a party that had the role of the resolver gave it to a friend, who would judge for it', () => {
    for (const had of [bob, carol]) {
      const document = definition({}, { x: alice, y: bob, z: carol, r: had });
      const { at, object, handed } = started(9999, document, { b: bob, c: carol, e: erin });
      handed('r', had, erin);
      expect(at.judge(object())).to.equal('VAL_OBJ_009');
    }
    const { at, object, handed } = started(9999, definition({}, { x: alice, y: bob, z: carol, r: alice }), { e: erin });
    handed('r', alice, erin);
    expect(at.judge(object()), 'another party').to.equal('ok');
  });

  it('are judged by who was the resolver then, and by no one who got the role since', () => {
    const { at, sealed, object, yes, handed, leaves } = started(9999, definition(), { d: dave, e: erin });
    const claim = sealed(object());
    handed('r', dave, erin);
    const of = { definition: at.definition, instanceId: 'inst-1', instance: at.instance };
    const judgeNow = () => resolverIn(at.ledger.view, of, at.instance.dispute as Dispute);
    expect(judgeNow()).to.deep.equal({ role: 'r', wallet: dave.address });
    expect(at.judge(at.found(claim, erin, yes))).to.equal('VAL_RES_002');
    // It is told that the public form is the way out, and from when on.
    const { state, view } = at.ledger;
    const docketMs = state.timestampMs + 1000;
    const refused = validate(at.found(claim, erin, yes), { state, view, signaturesOk: true, docketMs });
    const until = new Date(at.instance.dispute?.untilMs as number).toISOString();
    expect(refused.ok ? '' : refused.issues[0]?.message)
      .to.contain(`not proven after ${until}`)
      .and.contain('in public');
    expect(at.judge(at.found(claim, dave, yes))).to.equal('ok');
    leaves('d', dave);
    expect(judgeNow()).to.equal(undefined);
    expect(at.judge(at.found(claim, dave, yes)), 'who has left').to.equal('VAL_RES_002');
  });

  it('are judged by the newest key of who was the resolver then', () => {
    const { at, people, sealed, object, yes, leaves, handed } = started(9999, definition(), { a: alice, d: dave });
    const claim = sealed(object());
    at.ledger.seal(people.enrol('d', [erin, dave], { by: dave }));
    const of = { definition: at.definition, instanceId: 'inst-1', instance: at.instance };
    const { view } = at.ledger;
    const dispute = at.instance.dispute as Dispute;
    expect(resolverIn(view, of, dispute)).to.deep.equal({ role: 'r', wallet: erin.address });
    expect(resolverWallet(view, of, dispute), 'whose key opens it').to.equal(dave.address);
    expect(at.judge(at.found(claim, dave, yes)), 'its earlier key').to.equal('VAL_RES_002');
    expect(at.judge(at.found(claim, erin, yes))).to.equal('ok');
    // The role passes on, and the party that reads it says what it is all the same.
    handed('r', erin, alice);
    expect(at.judge(at.found(claim, alice, yes))).to.equal('VAL_RES_002');
    expect(at.judge(at.found(claim, erin, yes))).to.equal('ok');
    leaves('d', erin);
    expect(at.judge(at.found(claim, erin, yes)), 'who has left').to.equal('VAL_RES_002');
  });

  it('are refused for a resolver who was revoked, and would say nothing', () => {
    const { at, object, leaves } = started(9999, definition(), { d: dave });
    leaves('d', dave);
    expect(at.judge(object())).to.equal('VAL_OBJ_009');
  });

  it('behind a slow resolver are disputes that pause as long as others', () => {
    const { at, sealed, object, yes, now, three } = started();
    const claim = sealed(object());
    const slowMs = now() + 2 * DAY;
    at.ledger.sealAt(slowMs, at.found(claim, dave, yes));
    expect(at.instance.dispute?.untilMs).to.equal(slowMs + DAY);
    expect(at.instance).to.deep.include({ pausedMs: 3 * DAY, judging: { z: 2 * DAY } });
    expect(at.judge(at.run(three), slowMs + DAY)).to.match(/^VAL_BP_017/);
  });

  it('pause an instance for a time that is bounded, also where each is proven', () => {
    const { at, sealed, object, yes, take, now, one } = started();
    let run = at.ledger.view.transaction(at.instance.runs[2]?.last as string) as Transaction;
    let pausedMs = 0;
    for (let n = 0; ; n++) {
      const claim = at.privately({
        ...{ run, by: carol, role: 'z', ground: 'calculation', at: '/calculations/double' },
        shown: [
          [run, '/double'],
          [one, '/price'],
        ] as never,
      });
      const said = at.judge(claim);
      if (said !== 'ok') {
        expect([said, n]).to.deep.equal(['VAL_OBJ_009', 2]);
        break;
      }
      sealed(claim);
      const word = at.found(claim, dave, yes);
      pausedMs += 30 * 3_600_000;
      at.ledger.sealAt(now() + 30 * 3_600_000, word);
      run = take({ action: 2, by: bob, data: { note: n, double: 9999 }, next: [3], previous: word.txId });
    }
    expect(at.instance.judging).to.deep.equal({ z: pausedMs });
    expect(at.judge(object(alice, 'x', { run })), 'another role').to.equal('ok');
  });

  it('can be made in public where the resolver was silent or wrong, also behind the window', () => {
    const late = definition({ window: 'P3D' });
    for (const isSilent of [true, false]) {
      const { at, object, claim, now } = started(9999, late);
      const lastMs = now() + 3 * DAY;
      const tx = object();
      at.ledger.sealAt(lastMs, tx);
      if (!isSilent) at.ledger.sealAt(lastMs + 1, at.found(tx, dave, { role: 'r', proven: false }));
      const again = (by: Wallet) => at.objection({ ...claim, by });
      const endMs = lastMs + 4 * DAY;
      expect(at.judge(again(alice), endMs), 'another party').to.equal('VAL_OBJ_002');
      expect(at.judge(again(carol), endMs)).to.equal('ok');
      expect(at.judge(again(carol), endMs + 1)).to.equal('VAL_OBJ_002');
      at.ledger.sealAt(endMs, again(carol));
      expect(at.instance.faults?.map(({ wallet }) => wallet)).to.deep.equal([bob.address]);
      expect(at.judge(again(alice), endMs + 2 * DAY), 'nobody is judged twice').to.equal('VAL_OBJ_007');
    }
  });

  it('are one at a time, and none of an instance that has ended', () => {
    const { at, take, three, object } = started();
    take(three);
    expect(at.judge(object())).to.equal('VAL_OBJ_009');
    const other = started();
    other.sealed(other.object());
    expect(other.at.judge(other.object(alice, 'x'))).to.equal('VAL_BP_017');
  });
});
