// An action states by how many moves of its instance it was calculated. A register takes it only where nothing that its
// rules read has changed since: not by a run, a confirmation, a timer, a rejection, an objection, or a run that was
// kept. What they do not read may change.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { dueTimers } from '../../../../../core/blueprint/instance/open-timers.js';
import { planOf } from '../../../../../core/blueprint/plan/plan.js';
import { type DraftSubmission, fillDraft } from '../../../../../core/kinds/build.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { timerTransaction } from '../../../../../core/transaction/timer.js';
import { validate } from '../../../../../core/validate/validate.js';
import { asks, definitionOf, read, shows, to } from '../../../../support/definitions/short-definitions.js';
import { act, actDraft, alice, bob, wallet } from '../../../../support/register/ledger.js';
import { SealedLedger, type Sent } from '../../../../support/register/sealed-ledger.js';

const [carol, dave] = [wallet('carol'), wallet('dave')];
const WALLETS = [alice, bob, carol, dave];
const OLD = 'VAL_READ_001';
const num = { type: 'integer' };
const LATER = 1000 * 3_600_000;

/** x forks to y, who counts the draws of z, and to z, who draws and may take that back. r decides disputes. */
function definition(draw: JsonObject = {}, more: JsonObject = {}): JsonObject {
  const holders = { x: alice, y: bob, z: carol, r: dave };
  return {
    ...definitionOf([
      { ...asks({ price: num }), ...shows({ y: ['*'], z: ['*'] }), routes: [{ id: 'f', nextActionIds: [2, 3] }] },
      {
        sender: 'y',
        ...asks({ q: num }),
        calculations: { drawn: { '+': [read('count.3'), read('in.q')] } },
        ...shows({ x: ['*'] }),
        ...to(5),
      },
      {
        sender: 'z',
        ...asks({ t: num }),
        calculations: { twice: { '*': [read('in.t'), 2] } },
        ...shows({ x: ['*'], y: ['*'] }),
        ...to(4),
        ...draw,
      },
      { sender: 'z', ...asks({ u: num }), rejectionConfig: { targetActionId: 3, requireReason: false }, ...to(5) },
      { requiredPriorActions: [2, 4], ...asks({ end: num }), ...to() },
    ]),
    participants: Object.entries(holders).map(([id, { address }]) => ({ id, walletAddress: address })),
    ...more,
  };
}

function started(document = definition()) {
  const at = new SealedLedger(document, WALLETS);
  const fork = at.take({ action: 1, by: alice, data: { price: 1 }, next: [2, 3] });
  const sum = (sees: Json | undefined, drawn = 1): Transaction =>
    at.run({
      ...{ action: 2, by: bob, data: { q: 1, drawn }, next: [5], previous: fork.txId },
      ...(sees !== undefined && { sees }),
    });
  const draw = (previous = fork.txId, twice = 2): Sent => ({
    ...{ action: 3, by: carol, data: { t: 1, twice }, next: [4], previous },
  });
  const { moves } = at.instance;
  /** What was calculated before the change is refused after it, and the same by the state after it is not. */
  const changes = (change: () => unknown, docketMs?: number): void => {
    const before = at.instance.moves;
    expect(at.judge(sum(before)), 'before').to.equal('ok');
    change();
    const lateMs = docketMs === undefined ? undefined : at.ledger.state.timestampMs + docketMs;
    expect(at.judge(sum(before), lateMs), 'after').to.equal(OLD);
    expect(at.judge(sum(at.instance.moves), lateMs), 'anew').to.equal('ok');
  };
  return { at, fork, sum, draw, moves, changes };
}

/** The linter takes an object with this member, written out, for a promise. */
const THEN = 'then';

describe('actions whose rules read runs', () => {
  it('state a whole number of moves', () => {
    const { at, sum, moves } = started();
    expect(moves).to.equal(1);
    for (const sees of [null, -1, '1', true] as const) expect(at.judge(sum(sees)), `${sees}`).to.equal(OLD);
    expect(at.judge(sum(1))).to.equal('ok');
  });

  it('state it alone: no other move does', () => {
    const { at, fork, draw } = started();
    expect(at.judge(at.run({ ...draw(), sees: 1 }))).to.equal(OLD);
    expect(at.judge(at.run(draw()))).to.equal('ok');
    at.ledger.seal(at.run(draw()));
    const payload = { type: 'rejection', reason: 'no' };
    const first = Object.values(at.instance.flow).length > 0 && Object.keys(at.instance.flow).at(-1);
    const back = { action: 4, by: carol, previous: first as string, payload };
    expect(at.judge(at.move('Rejection', { ...back, metadata: { sees: 2 } }))).to.equal(OLD);
    expect(at.judge(at.move('Rejection', back))).to.equal('ok');
    const { header } = fork;
    const opening = { actionId: '1', instanceId: 'other', publicationTxId: at.pin, payload: { price: 1 } };
    const metadata = header.metadata as JsonObject;
    const { contentEncoding: _, ...plain } = metadata;
    expect(at.judge(act({ ...opening, metadata: { ...plain, sees: 0 } }, alice))).to.equal(OLD);
    expect(at.judge(act({ ...opening, metadata: plain }, alice))).to.equal('ok');
  });

  it('say for good what is wrong with the form, and wait for moves that are not there yet', () => {
    const { at, sum } = started();
    const verdict = (tx: Transaction) => {
      const { state, view } = at.ledger;
      const found = validate(tx, { state, view, signaturesOk: true });
      return found.ok ? 'ok' : [found.fault, found.issues[0]?.code, found.issues[0]?.stands === true];
    };
    expect(verdict(sum(null))).to.deep.equal(['reject', OLD, true]);
    expect(verdict(sum(2))).to.deep.equal(['retry', OLD, false]);
    const { at: other, sum: old, draw } = started();
    other.ledger.seal(other.run(draw()));
    const { state, view } = other.ledger;
    const found = validate(old(1), { state, view, signaturesOk: true });
    expect(found).to.deep.include({ ok: false, fault: 'reject' });
  });

  it('are prepared with the moves that are sealed, where everybody reads them', () => {
    const { at, fork, moves } = started();
    at.take({ action: 3, by: carol, data: { t: 1, twice: 2 }, next: [4], previous: fork.txId });
    const place = { actionId: '2', previousTransactionId: fork.txId, payload: { q: 1, drawn: 2 } };
    const filled = (more: Partial<DraftSubmission>) =>
      fillDraft({ ...actDraft({ ...place }, bob), ...more }, at.ledger.view).metadata;
    expect(filled({})).to.deep.equal({ sees: moves + 1 });
    expect(filled({ metadata: { note: 'a' } })).to.deep.equal({ note: 'a', sees: moves + 1 });
    expect(filled({ metadata: { sees: 1 } })).to.deep.equal({ sees: 1 });
    // Who encrypted it knows by which state.
    expect(filled({ metadata: { contentEncoding: 'encrypted' } })).to.not.have.property('sees');
    expect(filled({ metadata: { type: 'Rejection' } })).to.not.have.property('sees');
    expect(filled({ actionId: '3' })).to.equal(undefined);
  });

  it('are old after a run of what they read', () => {
    const { at, draw, changes } = started();
    changes(() => at.ledger.seal(at.run(draw())));
  });

  it('are not old after a run of what they do not read', () => {
    const { at, sum, draw } = started();
    const drawn = at.take(draw());
    const { moves } = at.instance;
    at.take({ action: 4, by: carol, data: { u: 1 }, next: [5], previous: drawn.txId });
    expect(at.instance.moves).to.equal(moves + 1);
    expect(at.judge(sum(moves))).to.equal('ok');
  });

  it('are old after a rejection that takes such a run back', () => {
    const { at, draw, changes } = started();
    const drawn = at.take(draw());
    const payload = { type: 'rejection', reason: 'no' };
    changes(() => at.ledger.seal(at.move('Rejection', { action: 4, by: carol, previous: drawn.txId, payload })));
  });

  it('are old after the confirmation by which such a run counts, and not after the run', () => {
    const { at, sum, draw, changes } = started(
      definition({ confirm: { by: ['x'], within: 'PT2H', otherwise: 'redo' } }),
    );
    const run = at.take(draw());
    expect(at.judge(sum(1))).to.equal('ok');
    changes(() => at.ledger.seal(at.answer({ run, by: alice, role: 'x', isPlain: true })));
  });

  it('are old after a timer that states data of such an action', () => {
    const timers = [{ id: 'silence', after: 'PT1H', [THEN]: { nextActionIds: [4] }, data: { t: 0, twice: 0 } }];
    const { at, fork, changes } = started(definition({ timers, calculations: {}, ...asks({ t: num, twice: num }) }));
    const [due] = dueTimers(at.instance, planOf(at.definition));
    const { registerId, blueprintId } = fork.header;
    const of = { registerId, instanceId: 'inst-1', blueprintId, publicationTxId: at.pin };
    changes(() => at.ledger.sealAt((due?.dueMs ?? 0) + 1, timerTransaction(of, due as NonNullable<typeof due>)));
  });

  it('are old after an objection that voids such a run, and after the decision that keeps it', () => {
    const { at, draw, sum } = started(definition({}, { disputes: { onFault: 'stop', resolver: 'r' } }));
    const lie = at.take(draw(undefined, 3));
    const before = at.instance.moves;
    const claim = at.objection({
      ...{ run: lie, by: alice, ground: 'calculation' },
      at: '/calculations/twice',
      shown: [[lie, '/t', '/twice']] as never,
    });
    at.ledger.seal(claim);
    const voided = at.instance.moves;
    expect(at.instance.runs[3]).to.deep.include({ count: 0, changed: voided });
    at.ledger.seal(at.resolution({ objection: claim, by: dave, role: 'r', outcome: 'keep' }));
    expect(at.instance.runs[3]).to.deep.include({ count: 1, changed: at.instance.moves });
    for (const sees of [before, voided]) expect(at.judge(sum(sees))).to.equal(OLD);
    expect(at.judge(sum(at.instance.moves))).to.equal('ok');
    const redo = started(definition({}, { disputes: { redoWithin: 'PT2H' } }));
    const false3 = redo.at.take(redo.draw(undefined, 3));
    redo.changes(() => {
      const of = { run: false3, by: alice, ground: 'calculation', at: '/calculations/twice' };
      redo.at.ledger.seal(redo.at.objection({ ...of, shown: [[false3, '/t', '/twice']] as never }));
    }, LATER);
  });

  it('are old in the docket that holds the change before them', () => {
    const { at, sum, draw } = started();
    const drawn = at.run(draw());
    const [early, late] = [sum(1), sum(2, 2)];
    expect(() => at.ledger.seal(drawn, early)).to.throw(OLD);
    at.ledger.seal(drawn, late);
    expect(at.instance.moves).to.equal(3);
  });

  it('of a join read which branches it takes where a rule has the time of the newest', () => {
    const times = { calculations: { p: read('time.previous') } };
    const made = (joins: boolean): JsonObject => {
      const actions = definitionOf([
        { ...asks({ price: num }), ...shows({ y: ['*'], z: ['*'] }), routes: [{ id: 'f', nextActionIds: [2, 3] }] },
        { sender: 'y', ...asks({ q: num }), ...to(4) },
        { sender: 'z', ...asks({ t: num }), ...to() },
        { sender: 'x', ...(joins && { requiredPriorActions: [2] }), ...asks({ end: num }), ...times, ...to() },
      ]);
      const { participants } = definition();
      return { ...actions, participants: participants as Json };
    };
    const place = (document: JsonObject) => {
      const at = new SealedLedger(document, WALLETS);
      const fork = at.take({ action: 1, by: alice, data: { price: 1 }, next: [2, 3] });
      const two = at.take({ action: 2, by: bob, data: { q: 1 }, next: [4], previous: fork.txId });
      const p = new Date(at.ledger.state.timestampMs).toISOString();
      const end = (sees: Json) =>
        at.judge(at.run({ action: 4, by: alice, data: { end: 1, p }, next: [], previous: two.txId, sees }));
      const other = () => at.take({ action: 3, by: carol, data: { t: 1 }, next: [], previous: fork.txId });
      return { end, other };
    };
    const joining = place(made(true));
    expect([joining.end(null), joining.end(1), joining.end(2)]).to.deep.equal([OLD, OLD, 'ok']);
    joining.other();
    expect([joining.end(2), joining.end(3)]).to.deep.equal([OLD, 'ok']);
    // Of all others what they follow says it.
    const following = place(made(false));
    expect([following.end(null), following.end(2)]).to.deep.equal(['ok', OLD]);
  });
});
