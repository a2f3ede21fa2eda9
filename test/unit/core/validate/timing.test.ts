// How far back a transaction may be dated: never before what it follows was there, and where its rules read the time at
// which it was signed, never an hour before its docket. Whatever way it came, each conjunct by itself.
import { expect } from 'chai';
import type { JsonObject } from '../../../../core/base/json.js';
import { CLOCK_SKEW_MS, SIGNED_AGE_MAX_MS } from '../../../../core/base/limits/ledger/transactions.js';
import { isFailure } from '../../../../core/base/result.js';
import { type DueTimer, dueTimers } from '../../../../core/blueprint/instance/open-timers.js';
import { planOf } from '../../../../core/blueprint/plan/plan.js';
import { checkDocket } from '../../../../core/chain/state.js';
import { kindOf } from '../../../../core/kinds/index.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import type { ValidationContext } from '../../../../core/moves/parts/context.js';
import { timerTransaction } from '../../../../core/transaction/timer.js';
import { MAY_TURN } from '../../../../core/validate/finality.js';
import { timing } from '../../../../core/validate/timing.js';
import { validate } from '../../../../core/validate/validate.js';
import {
  act,
  alice,
  bob,
  Ledger,
  NOW,
  publish,
  REGISTER_ID,
  verified,
  wallet,
} from '../../../support/register/ledger.js';
import { INSTANCE, People, step } from '../../../support/register/people.js';

const carol = wallet('carol');
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const THEN = 'then';
const iso = (ms: number): string => new Date(ms).toISOString();
const DATED = { calculations: { day: { dateOf: [{ var: 'time.signed' }, 'UTC'] } } };
/** Validators do not compare the day: its time is the sender's. */
const payload = { n: 1, day: '2026-01-02' };

function definition(second: object = {}, more: object = {}): JsonObject {
  return {
    language: 2,
    title: 'Dates',
    participants: [
      { id: 'buyer', walletAddress: alice.address },
      { id: 'seller', walletAddress: bob.address },
      { id: 'bank', walletAddress: carol.address },
    ],
    actions: [
      step(1, 'buyer', [2], { isStartingAction: true }),
      step(2, 'seller', [3], { rejectionConfig: { targetActionId: 1 }, ...second }),
      step(3, 'bank', []),
    ],
    ...more,
  } as unknown as JsonObject;
}

/** Codes about time alone. */
const timed = (codes: string): string => codes.match(/VAL_TIME_\d+/g)?.join(' ') ?? 'ok';

function begun(of: JsonObject = definition()) {
  const at = new People(of);
  const first = at.seal(1, alice);
  return Object.assign(at, { first, sealedMs: at.ledger.state.timestampMs });
}

type Begun = ReturnType<typeof begun>;

/** Of a move by the seller that was made then, in a docket of a day later unless stated. */
function made(at: Begun, madeMs: number, more: Parameters<People['move']>[2] & { docketMs?: number } = {}): string {
  const { docketMs = at.sealedMs + DAY_MS, ...rest } = more;
  return timed(at.judge(at.move(2, bob, { after: at.first, made: iso(madeMs), ...rest }), docketMs));
}

function judgedWith(at: Begun, tx: Transaction, given: Partial<ValidationContext>): string {
  const { state, view } = at.ledger;
  const verdict = validate(tx, { state, view, signaturesOk: true, ...given });
  return verdict.ok ? 'ok' : timed(verdict.issues.map(({ code }) => code).join(' '));
}

describe('a transaction that says it was made before what it follows was there', () => {
  it('is refused beyond the skew of clocks, however late its docket is', () => {
    const at = begun();
    const leastMs = at.sealedMs - CLOCK_SKEW_MS;
    expect(made(at, leastMs)).to.equal('ok');
    expect(made(at, leastMs - 1)).to.equal('VAL_TIME_004');
    expect(made(at, leastMs - 3650 * DAY_MS)).to.equal('VAL_TIME_004');
  });

  it('is refused for good: no docket takes it back', () => {
    expect(MAY_TURN.has('VAL_TIME_004')).to.equal(false);
  });

  it('is refused whatever way it came: of a peer, by sealed state alone, and as a move of any kind', () => {
    const at = begun();
    const old = at.sealedMs - HOUR_MS;
    const tx = at.move(2, bob, { after: at.first, made: iso(old) });
    const nowMs = at.sealedMs + 1000;
    for (const given of [{ nowMs, relayed: true }, { docketMs: nowMs }, {}])
      expect(judgedWith(at, tx, given), JSON.stringify(given)).to.equal('VAL_TIME_004');
    for (const type of ['Rejection', 'Claim', 'Cancellation', 'Handover', 'Objection', 'Challenge', 'Release'])
      expect(made(at, old, { type }), type).to.equal('VAL_TIME_004');
  });

  it('may be as old as what it follows, which waited for its own docket: both may be made while a link is down', () => {
    const at = new People(definition());
    const first = at.move(1, alice);
    const firstMs = Date.parse(first.header.createdAt);
    const second = (ms: number) => at.move(2, bob, { after: first, made: iso(ms) });
    const checked = (ms: number): string => {
      const { state, view } = at.ledger;
      const docket = at.ledger.docket([first, second(ms)], firstMs + 10 * HOUR_MS);
      const found = checkDocket(docket, state, { view, signaturesOk: verified });
      return isFailure(found) ? found.issues.map(({ code, path }) => `${code} ${path}`).join(' ') : 'ok';
    };
    expect(checked(firstMs), 'in one docket').to.equal('ok');
    expect(checked(firstMs - 1), 'in one docket').to.equal('VAL_TIME_004 /transactions/1/header/createdAt');
    at.ledger.sealAt(firstMs + 10 * HOUR_MS, first);
    const judged = (ms: number): string => at.judge(second(ms), firstMs + 11 * HOUR_MS);
    expect(judged(firstMs), 'in the next one').to.equal('ok');
    expect(judged(firstMs - 1), 'in the next one').to.equal('VAL_TIME_004');
  });

  it('is refused as an opening from the docket of its publication on, whatever time that says of itself', () => {
    const ledger = new Ledger();
    const publication = publish();
    ledger.sealAt(NOW + HOUR_MS, publication);
    const { state, view } = ledger;
    const opens = (ms: number, more: object = {}): string => {
      const tx = act({ actionId: '0', publicationTxId: publication.txId, createdAt: iso(ms), ...more }, alice);
      const verdict = validate(tx, { state, view, signaturesOk: true, docketMs: NOW + DAY_MS });
      return verdict.ok ? 'ok' : verdict.issues.map(({ code }) => code).join(' ');
    };
    for (const more of [{}, { previousTransactionId: publication.txId }]) {
      expect(opens(NOW + HOUR_MS - CLOCK_SKEW_MS, more)).to.equal('ok');
      expect(opens(NOW + HOUR_MS - CLOCK_SKEW_MS - 1, more)).to.equal('VAL_TIME_004');
      expect(opens(Date.parse(publication.header.createdAt), more)).to.equal('VAL_TIME_004');
    }
  });

  it('is refused as the next version of a record', () => {
    const at = new People(definition());
    at.enrol('one', [alice]);
    const sealedMs = at.ledger.state.timestampMs;
    const next = (ms: number): string => timed(at.judge(at.record('one', [alice], { made: iso(ms) })));
    expect(next(sealedMs - CLOCK_SKEW_MS)).to.equal('ok');
    expect(next(sealedMs - CLOCK_SKEW_MS - 1)).to.equal('VAL_TIME_004');
    const first = at.record('two', [bob], { made: iso(NOW - 3650 * DAY_MS) });
    expect(timed(at.judge(first)), 'a first version follows nothing').to.equal('ok');
  });

  it('is not a timer, whose time the state gives; and what follows one gets nothing from that time', () => {
    const { actions, ...rest } = definition({ timers: [{ id: 't', after: 'P1D', [THEN]: { nextActionIds: [3] } }] });
    const at = begun({ ...rest, actions } as JsonObject);
    const [due] = dueTimers(at.instance, planOf(at.definition)) as [DueTimer];
    const place = { registerId: REGISTER_ID, instanceId: INSTANCE, blueprintId: 'loan', publicationTxId: at.pin };
    const firedMs = due.dueMs + 10 * DAY_MS;
    const timer = timerTransaction(place, due);
    at.ledger.sealAt(firedMs, timer);
    const third = (ms: number): string => at.judge(at.move(3, carol, { after: timer, made: iso(ms) }), firedMs + 1);
    expect(third(firedMs - CLOCK_SKEW_MS)).to.equal('ok');
    expect(third(firedMs - CLOCK_SKEW_MS - 1)).to.equal('VAL_TIME_004');
    expect(third(due.dueMs)).to.equal('VAL_TIME_004');
  });

  it('is not a timer whose time data states, however long ago that was', () => {
    const day = { type: 'object', properties: { day: { type: 'string', format: 'date-time' } }, required: ['day'] };
    const timers = [{ id: 't', at: { var: 'act.1.day' }, [THEN]: { nextActionIds: [3] } }];
    const [, ...rest] = definition({ timers }).actions as unknown as readonly JsonObject[];
    const first = { ...step(1, 'buyer', [2], { isStartingAction: true }), dataSchemas: [day] };
    const at = new People({ ...definition(), actions: [first, ...rest] } as JsonObject);
    const past = iso(NOW - 3650 * DAY_MS);
    at.seal(1, alice, { payload: { day: past }, said: { due: { '2.t': past } } });
    const [due] = dueTimers(at.instance, planOf(at.definition)) as [DueTimer];
    const place = { registerId: REGISTER_ID, instanceId: INSTANCE, blueprintId: 'loan', publicationTxId: at.pin };
    const timer = timerTransaction(place, due);
    expect([timer.header.createdAt, at.judge(timer)]).to.deep.equal([past, 'ok']);
  });

  it('is not judged by a time that governance took back', () => {
    const at = begun();
    const tx = at.move(2, bob, { after: at.first, made: iso(at.sealedMs - HOUR_MS) });
    const reset = { ...at.ledger.state, timestampMs: at.sealedMs - HOUR_MS };
    const takenBack = at.sealedMs - 1;
    for (const given of [{ docketMs: takenBack }, { nowMs: takenBack }, {}])
      expect(judgedWith(at, tx, { ...given, state: reset }), JSON.stringify(given)).to.equal('ok');
    for (const given of [{ docketMs: at.sealedMs }, { nowMs: at.sealedMs }])
      expect(judgedWith(at, tx, { ...given, state: reset }), JSON.stringify(given)).to.equal('VAL_TIME_004');
  });
});

describe('an action whose rules read the time at which it was signed', () => {
  const of = (second: object = DATED): Begun => begun(definition(second));
  /** By how much its docket is later than it. */
  const late = (at: Begun, ms: number, more: Parameters<typeof made>[2] = {}): string =>
    made(at, at.sealedMs, { docketMs: at.sealedMs + ms, payload, ...more });

  it('is not sealed more than an hour later, and any other is', () => {
    const at = of();
    expect(late(at, SIGNED_AGE_MAX_MS)).to.equal('ok');
    expect(late(at, SIGNED_AGE_MAX_MS + 1)).to.equal('VAL_TIME_005');
    expect(late(of({}), 365 * DAY_MS, { payload: { n: 1 } }), 'reads no time').to.equal('ok');
    const others = { calculations: { day: { dateOf: [{ var: 'time.opened' }, 'UTC'] } } };
    expect(late(of(others), 365 * DAY_MS), 'reads another time').to.equal('ok');
  });

  it('is not sealed more than five minutes earlier, as any other', () => {
    const at = of();
    const early = (ms: number): string => made(at, at.sealedMs + DAY_MS + ms, { payload });
    expect(early(CLOCK_SKEW_MS)).to.equal('ok');
    expect(early(CLOCK_SKEW_MS + 1)).to.equal('VAL_TIME_001');
  });

  it('is one whose route depends on it, and one that is voted on', () => {
    const routes = [
      { id: 'late', nextActionIds: [3], condition: { '>': [{ var: 'time.signed' }, '2026-01-01T00:00:00.000Z'] } },
      { id: 'end', nextActionIds: [], isDefault: true },
    ];
    expect(late(of({ routes }), SIGNED_AGE_MAX_MS + 1, { payload: { n: 1 } })).to.equal('VAL_TIME_005');
    const approval = { of: [{ role: 'seller' }, { role: 'bank' }], need: 2, yes: 'a', no: 'b' };
    const ways = [
      { id: 'a', nextActionIds: [3] },
      { id: 'b', nextActionIds: [] },
    ];
    const at = of({ ...DATED, approval, routes: ways, rejectionConfig: undefined });
    const vote = at.move(2, bob, { after: at.first, type: 'Vote', payload, said: { role: 'seller', vote: 'yes' } });
    const judged = (ms: number): string => timed(at.judge(vote, Date.parse(vote.header.createdAt) + ms));
    expect([judged(SIGNED_AGE_MAX_MS), judged(SIGNED_AGE_MAX_MS + 1)]).to.deep.equal(['ok', 'VAL_TIME_005']);
  });

  it('is rejected, or left to others, at any time: that calculates nothing', () => {
    const at = of();
    for (const type of ['Rejection', 'Claim', 'Cancellation'])
      expect(late(at, 2 * SIGNED_AGE_MAX_MS, { type, payload: { type: type.toLowerCase() } }), type).to.equal('ok');
  });

  it('is refused whatever way it came: of a peer by the clock, and by a sealed time', () => {
    const at = of();
    const tx = at.move(2, bob, { after: at.first, payload });
    const endMs = Date.parse(tx.header.createdAt) + SIGNED_AGE_MAX_MS;
    const sealedAt = (timestampMs: number) => ({ state: { ...at.ledger.state, timestampMs } });
    for (const [given, code] of [
      [{ nowMs: endMs, relayed: true }, 'ok'],
      [{ nowMs: endMs + 1, relayed: true }, 'VAL_TIME_005'],
      [{ nowMs: endMs + 1 }, 'VAL_TIME_002 VAL_TIME_005'],
      [sealedAt(endMs), 'ok'],
      [sealedAt(endMs + 1), 'VAL_TIME_005'],
      [{ ...sealedAt(endMs + 1), docketMs: endMs }, 'ok'],
    ] as const)
      expect(judgedWith(at, tx, given), JSON.stringify(given)).to.equal(code);
  });
});

describe('the end that a transaction states', () => {
  it('is behind the docket, and behind the time at which it says that it was made', () => {
    const tx = (madeMs: number, expiresMs: number) =>
      act({ actionId: '0', createdAt: iso(madeMs), expiresAt: iso(expiresMs) }, alice);
    const judged = (made: Transaction, docketMs: number): string | undefined => {
      const [found] = timing({ tx: made, row: kindOf(made.header), ctx: { signaturesOk: true, docketMs } });
      return found?.code;
    };
    const madeMs = NOW + CLOCK_SKEW_MS;
    // Its docket may be five minutes earlier than it: then the docket alone does not show that it never was valid.
    expect(judged(tx(madeMs, madeMs + 1), NOW)).to.equal(undefined);
    expect(judged(tx(madeMs, madeMs), NOW)).to.equal('VAL_TIME_003');
    expect(judged(tx(madeMs, NOW + 1), NOW)).to.equal('VAL_TIME_003');
    expect(judged(tx(NOW, NOW + 10), NOW + 9)).to.equal(undefined);
    expect(judged(tx(NOW, NOW + 10), NOW + 10)).to.equal('VAL_TIME_003');
  });
});
