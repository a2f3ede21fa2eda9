// Disclosures that begin later: what was sealed reaches nobody before it is opened, by whatever way, and everybody who
// is to have it afterwards. No action is done as if it said nothing.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { sealedRunsIn } from '../../../../../core/instance/deliveries/sealed-runs.js';
import { rowsIn } from '../../../../../core/instance/rows.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { MAY_TURN } from '../../../../../core/validate/finality.js';
import { asks, definitionOf, read, shows, to } from '../../../../support/definitions/short-definitions.js';
import { DeliveryLedger } from '../../../../support/register/deliveries.js';
import { alice, bob, type Wallet, wallet } from '../../../../support/register/ledger.js';
import { SealedLedger } from '../../../../support/register/sealed-ledger.js';

const carol = wallet('carol');
const dave = wallet('dave');
const WALLETS = [alice, bob, carol, dave];
const ROLES = { buyer: alice.address, north: bob.address, south: carol.address, officer: dave.address };
const num = { type: 'integer' };
const text = { type: 'string' };
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const participants = Object.entries(ROLES).map(([id, walletAddress]) => ({ id, walletAddress }));

const until = (from: JsonObject, told: Readonly<Record<string, readonly string[]>>): readonly JsonObject[] =>
  (shows(told).disclosures as readonly JsonObject[]).map((one) => ({ ...one, from }));

/** Two bids for an officer, who opens them and then finds the lowest; the buyer reads that of the north at once. */
const bid = (sender: string, atOnce: Readonly<Record<string, readonly string[]>>, from?: JsonObject): JsonObject => ({
  sender,
  ...asks({ price: num }),
  disclosures: [
    ...(shows(atOnce).disclosures as readonly JsonObject[]),
    ...(from ? until(from, { officer: ['price'] }) : (shows({ officer: ['price'] }).disclosures as JsonObject[])),
  ],
  ...to(4),
});
const tender = (from: JsonObject | undefined): JsonObject => ({
  ...definitionOf([
    { sender: 'buyer', ...asks({ subject: text }), ...shows({ officer: ['subject'] }), ...to(2, 3) },
    bid('north', { buyer: ['price'] }, from),
    bid('south', {}, from),
    {
      sender: 'officer',
      requiredPriorActions: [2, 3],
      ...asks({ minutes: text }),
      ...shows({ buyer: ['*'] }),
      ...to(5),
    },
    {
      sender: 'officer',
      calculations: { lowest: { min: [read('act.2.price'), read('act.3.price')] } },
      ...shows({ buyer: ['*'] }),
      ...to(),
    },
  ]),
  participants,
  disputes: { window: 'P2D', redoWithin: 'PT2H', deliverWithin: 'P1D' },
});
const TENDER = tender({ action: 4 });

function bids(definition: JsonObject = TENDER) {
  const at = new DeliveryLedger(definition, WALLETS);
  at.enrol({ a: alice, b: bob, c: carol, d: dave });
  const first = at.take({ action: 1, by: alice, data: { subject: 's' }, next: [2, 3] });
  const north = at.take({ action: 2, by: bob, data: { price: 7 }, next: [4], previous: first.txId });
  const south = at.take({ action: 3, by: carol, data: { price: 5 }, next: [4], previous: first.txId });
  const opened = (): Transaction =>
    at.take({ action: 4, by: dave, data: { minutes: 'm' }, next: [5], previous: south.txId });
  const given = (by: Wallet, run: Transaction) => at.delivery({ by, to: dave, role: 'officer', runs: [run] });
  const challenge = (run: Transaction, by: Wallet = dave, role = 'officer') => {
    const payload = { type: 'challenge', v: 1, role };
    return at.move('Challenge', { action: Number(run.header.actionId), by, previous: run.txId, payload });
  };
  return { at, first, north, south, opened, given, challenge };
}

/** One sealed run, and one after it. */
const pair = (from: JsonObject, more: JsonObject = {}): JsonObject => ({
  ...definitionOf([
    {
      sender: 'buyer',
      ...asks({ opensAt: { type: 'string', format: 'date-time' } }),
      ...shows({ north: ['*'], officer: ['*'] }),
      ...to(2),
    },
    { sender: 'north', ...asks({ price: num }), disclosures: until(from, { officer: ['price'] }), ...to(3), ...more },
    {
      sender: 'officer',
      ...asks({ minutes: text }),
      ...shows({ north: ['*'] }),
      routes: [{ id: 'again', nextActionIds: [2] }],
      rejectionConfig: { targetActionId: 2 },
    },
  ]),
  participants,
  disputes: { window: 'P2D', redoWithin: 'PT2H', deliverWithin: 'P1D' },
});
const OPENS = '2040-05-01T09:00:00.000Z';

function one(from: JsonObject) {
  const at = new DeliveryLedger(pair(from), WALLETS);
  at.enrol({ a: alice, b: bob, c: carol, d: dave });
  const stated = typeof from.time === 'object' && from.time ? { due: { '@from.act.1.opensAt': OPENS } } : {};
  const first = at.take({ action: 1, by: alice, data: { opensAt: OPENS }, next: [2], ...stated });
  const run = at.take({ action: 2, by: bob, data: { price: 7 }, next: [3], previous: first.txId });
  const sealedMs = at.ledger.state.timestampMs;
  const delivery = (of: Transaction = run, provable = false) =>
    at.delivery({ by: bob, to: dave, role: 'officer', runs: [of], provable });
  const payload = { type: 'challenge', v: 1, role: 'officer' };
  const challenge = (of: Transaction = run) =>
    at.move('Challenge', { action: 2, by: dave, previous: of.txId, payload });
  return { at, first, run, sealedMs, delivery, challenge };
}

describe('a sealed run', () => {
  it('is encrypted to its sender and to who reads it at once', () => {
    const { north, south } = bids();
    expect(north.header.recipients).to.have.members([alice.address, bob.address]);
    expect(south.header.recipients).to.deep.equal([carol.address]);
  });

  it('is refused where its sender encrypts it to another one', () => {
    const at = new SealedLedger(TENDER, WALLETS);
    const first = at.take({ action: 1, by: alice, data: { subject: 's' }, next: [2, 3] });
    const sent = { action: 2, by: bob, data: { price: 7 }, next: [4], previous: first.txId };
    expect(at.judge(at.run(sent))).to.equal('ok');
    const patched = Object.assign(Object.create(SealedLedger.prototype) as SealedLedger, at, {
      definition: tender(undefined) as unknown as Definition,
    });
    const run = patched.run(sent);
    expect(run.header.recipients).to.include(dave.address);
    expect(at.judge(run)).to.equal('VAL_CELL_003');
  });

  it('is given and challenged by nobody before it is opened, and nothing of that stands for good', () => {
    const { at, north, south, given, challenge } = bids();
    expect(at.judge(given(bob, north)), 'by its sender').to.equal('VAL_DELIVER_008');
    expect(at.judge(given(alice, north)), 'by another reader').to.equal('VAL_DELIVER_008');
    expect(at.judge(given(carol, south))).to.equal('VAL_DELIVER_008');
    expect(at.judge(challenge(north))).to.equal('VAL_DELIVER_008');
    expect(MAY_TURN.has('VAL_DELIVER_008')).to.equal(true);
    expect(at.owed).to.deep.equal([]);
    const seen = at.read(dave).find(({ txId }) => txId === north.txId);
    expect([seen?.members.size, seen?.undelivered]).to.deep.equal([0, undefined]);
  });

  it('is owed, given and read from then on, by its sender and by who was given it', () => {
    const { at, north, south, opened, given, challenge } = bids();
    opened();
    expect(at.owed).to.have.members([north, south].map(({ txId }) => `officer ${txId} ${dave.address}`));
    expect(at.judge(given(alice, north)), 'another reader').to.equal('ok');
    expect(at.judge(given(alice, south)), 'who has it not').to.equal('VAL_DELIVER_003');
    expect(at.judge(challenge(south))).to.equal('ok');
    at.deliver({ by: bob, to: dave, role: 'officer', runs: [north] });
    at.deliver({ by: carol, to: dave, role: 'officer', runs: [south] });
    const prices = at.read(dave).flatMap(({ data }) => (data.price === undefined ? [] : [data.price]));
    expect(prices).to.deep.equal([7, 5]);
    expect(at.owed).to.deep.equal([]);
  });

  it('is a fault of its sender where it is challenged and not delivered in time', () => {
    const { at, north, opened, challenge } = bids();
    opened();
    const asked = challenge(north);
    at.ledger.seal(asked);
    const claim = at.objection({ run: north, by: alice, ground: 'undelivered', at: asked.txId, shown: [] });
    expect(at.judge(claim)).to.equal('VAL_OBJ_004');
    expect(at.judge(claim, at.ledger.state.timestampMs + DAY + 1)).to.equal('ok');
  });

  it('is read before others act on it', () => {
    const { at, north, south, opened, given } = bids();
    const opening = opened();
    const record = (lowest: number) =>
      at.run({ action: 5, by: dave, data: { lowest }, next: [], previous: opening.txId });
    expect(at.judge(record(0))).to.equal('VAL_DELIVER_009');
    at.ledger.seal(given(bob, north));
    expect(at.judge(record(7)), 'one of two').to.equal('VAL_DELIVER_009');
    at.ledger.seal(given(carol, south));
    expect(at.judge(record(5))).to.equal('ok');
    expect(MAY_TURN.has('VAL_DELIVER_009')).to.equal(true);
  });

  it('is read before others act on it by any name', () => {
    const rules = {
      'runs.2.price': { sum: [read('runs.2.price')] },
      'fact.price': read('fact.price'),
    };
    for (const [name, lowest] of Object.entries(rules)) {
      const actions = (TENDER.actions as readonly JsonObject[]).map((one) =>
        one.id === 5 ? { ...one, calculations: { lowest } } : one,
      );
      const { at, north, opened, given } = bids({ ...TENDER, actions, facts: { price: [2] } } as JsonObject);
      const opening = opened();
      const record = () => at.run({ action: 5, by: dave, data: { lowest: 7 }, next: [], previous: opening.txId });
      expect(at.judge(record()), name).to.equal('VAL_DELIVER_009');
      // That of the south is read by no rule, so that it holds up nothing.
      at.ledger.seal(given(bob, north));
      expect(at.judge(record()), name).to.equal('ok');
    }
  });

  it('may say nothing where it is plain, and is no run of a role that reads it at once', () => {
    const { at, opened } = bids(tender(undefined));
    const opening = opened();
    const run = at.run({ action: 5, by: dave, data: { lowest: 5 }, next: [], previous: opening.txId });
    expect(at.judge(run)).to.equal('ok');
  });
});

describe('what opens a sealed run', () => {
  const judged = (from: JsonObject, afterMs: (sealedMs: number) => number) => {
    const { at, delivery, sealedMs } = one(from);
    const due = afterMs(sealedMs);
    return [due, due + 1].map((ms) => at.judge(delivery(), ms));
  };
  it('is a docket after a time, a stated time, or so much after its own', () => {
    const expected = ['VAL_DELIVER_008', 'ok'];
    expect(judged({ time: OPENS }, () => Date.parse(OPENS))).to.deep.equal(expected);
    expect(judged({ time: { var: 'act.1.opensAt' } }, () => Date.parse(OPENS))).to.deep.equal(expected);
    expect(judged({ after: 'PT5H' }, (ms) => ms + 5 * HOUR)).to.deep.equal(expected);
  });

  it('is a run of an action after it, and none before it', () => {
    const { at, run, delivery } = one({ action: 3 });
    const done = (previous: Transaction) =>
      at.take({ action: 3, by: dave, data: { minutes: 'm' }, next: [2], previous: previous.txId });
    expect(at.judge(delivery())).to.equal('VAL_DELIVER_008');
    const opening = done(run);
    expect(at.judge(delivery())).to.equal('ok');
    const second = at.take({ action: 2, by: bob, data: { price: 9 }, next: [3], previous: opening.txId });
    expect(at.judge(delivery()), 'the one before').to.equal('ok');
    expect(at.judge(delivery(second)), 'sealed after the opening').to.equal('VAL_DELIVER_008');
    done(second);
    expect(at.judge(delivery(second))).to.equal('ok');
  });

  it('closes again where it is taken back, but for who was challenged while it was open', () => {
    for (const isAsked of [false, true]) {
      const { at, run, delivery, challenge } = one({ action: 3 });
      // A patched sender states a number where a text has to be.
      const opening = at.take({
        ...{ action: 3, by: dave, data: { minutes: 'm' }, next: [2], previous: run.txId },
        commits: { '/minutes': '7' },
      });
      if (isAsked) at.ledger.seal(challenge());
      expect(at.judge(delivery(run, true))).to.equal('ok');
      const shown = [[opening, '/minutes'] as const];
      at.ledger.seal(at.objection({ run: opening, by: bob, ground: 'schema', at: '/minutes', shown }));
      expect(at.judge(delivery(run, true)), `challenged ${isAsked}`).to.equal(isAsked ? 'ok' : 'VAL_DELIVER_008');
    }
  });

  it('opens nothing that was taken back before', () => {
    const { at, run, delivery, challenge } = one({ time: OPENS });
    const rejection = at.move('Rejection', {
      ...{ action: 3, by: dave, previous: run.txId, payload: { type: 'rejection', reason: 'withdrawn' } },
    });
    at.ledger.seal(rejection);
    expect(rowsIn(at.ledger.view)(run.txId)?.undone).to.not.equal(undefined);
    expect(at.judge(delivery(), Date.parse(OPENS) + 1)).to.equal('VAL_DELIVER_008');
    expect(at.judge(challenge(), Date.parse(OPENS) + 1)).to.equal('VAL_DELIVER_005');
    expect(at.owedAt(Date.parse(OPENS) + 1)).to.deep.equal([]);
  });

  it('begins the time in which it is challenged', () => {
    const { at, challenge } = one({ time: OPENS });
    const opensMs = Date.parse(OPENS);
    expect(at.judge(challenge(), opensMs + 2 * DAY)).to.equal('ok');
    expect(at.judge(challenge(), opensMs + 2 * DAY + 1)).to.equal('VAL_OBJ_002');
  });
});

describe('sealed runs that are shown', () => {
  it('say for whom, until when and how large, until they are opened or taken back', () => {
    const shown = (from: JsonObject, atMs: number) => {
      const { at, first, run } = one(from);
      const of = { definition: at.definition, instance: at.instance, rowOf: rowsIn(at.ledger.view) };
      const found = sealedRunsIn(of, [first, run], atMs);
      expect(
        found.every(({ txId, roles, bytes }) => txId === run.txId && roles[0] === 'officer' && bytes === 256),
      ).to.equal(true);
      return found.map((sealed) => sealed.until);
    };
    const opensMs = Date.parse(OPENS);
    expect(shown({ time: OPENS }, opensMs)).to.deep.equal([{ afterMs: opensMs }]);
    expect(shown({ time: OPENS }, opensMs + 1)).to.deep.equal([]);
    expect(shown({ action: 3 }, opensMs)).to.deep.equal([{ action: 3 }]);
  });
});
