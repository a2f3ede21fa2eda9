// Validators recompute plain payloads of language 2 without any key: members, calculations and ways, on the runs that
// are in force where the action is sealed.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { OPERAND_BYTES_MAX } from '../../../../../core/base/limits/ledger/work.js';
import { RULES_LATEST } from '../../../../../core/base/version.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { seesOf } from '../../../../../core/blueprint/names/run-reads.js';
import { planOf } from '../../../../../core/blueprint/plan/plan.js';
import { decision } from '../../../../../core/blueprint/plan/routes.js';
import { instanceAt, instanceIdOf } from '../../../../../core/instance/rows.js';
import type { StateView } from '../../../../../core/model/register.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { stepsOf } from '../../../../../core/moves/parts/memo.js';
import { statedRouting } from '../../../../../core/transaction/action-metadata.js';
import { validate } from '../../../../../core/validate/validate.js';
import { act, alice, Ledger, publish } from '../../../../support/register/ledger.js';

const number = { type: 'integer' };

/**
 * An order of 1, deliveries of 2 in a loop with their running total, and a closing action behind a limit of the order.
 */
const DEFINITION = {
  language: 2,
  title: 'Deliveries',
  participants: [{ id: 'one' }, { id: 'other' }],
  actions: [
    {
      id: 1,
      sender: 'one',
      isStartingAction: true,
      dataSchemas: [
        {
          type: 'object',
          properties: { qty: number, price: number, note: { type: 'string' } },
          required: ['qty', 'price'],
        },
      ],
      calculations: {
        value: { '*': [{ var: 'in.qty' }, { var: 'in.price' }] },
        twice: { '+': [{ var: 'calc.value' }, { var: 'calc.value' }] },
      },
      routes: [{ id: 'go', nextActionIds: [2] }],
    },
    {
      id: 2,
      sender: 'one',
      dataSchemas: [{ type: 'object', properties: { sent: number, note: { type: 'string' } }, required: ['sent'] }],
      calculations: {
        total: { '+': [{ reduce: [{ var: 'runs.2.sent' }, SUM(), 0] }, { var: 'in.sent' }] },
        left: { '-': [{ var: 'act.1.qty' }, { var: 'calc.total' }] },
        round: { '+': [{ var: 'count.2' }, 1] },
      },
      routes: [
        {
          id: 'more',
          nextActionIds: [2],
          condition: { '<': [{ '+': [{ var: ['act.2.total', 0] }, { var: 'in.sent' }] }, { var: 'act.1.qty' }] },
        },
        { id: 'done', nextActionIds: [3], isDefault: true },
      ],
      rejectionConfig: { targetActionId: 1 },
    },
    {
      id: 3,
      sender: 'one',
      dataSchemas: [{ type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] }],
      rejectionConfig: { targetActionId: 2 },
    },
  ],
} as const;

function SUM(): Json {
  return { '+': [{ var: 'accumulator' }, { var: 'item' }] };
}

interface Move {
  readonly action: number;
  readonly payload: JsonObject;
  readonly route?: string;
  /** Instead of what the route gives. */
  readonly routing?: JsonObject;
  readonly previous?: Transaction;
  /** Moves by which it was calculated; those that are sealed unless stated. */
  readonly sees?: number;
}

class Deliveries {
  readonly ledger = new Ledger();
  readonly pin: string;
  private readonly definition = DEFINITION as unknown as Definition;
  private opening: Transaction | undefined;

  constructor() {
    const publication = publish(DEFINITION as unknown as JsonObject);
    this.ledger.seal(publication);
    this.pin = publication.txId;
  }

  make({ action: id, payload, route, routing, previous, sees }: Move): Transaction {
    const planned = planOf(this.definition).actions.get(String(id));
    const outcome = planned?.outcomes.find((one) => one.route?.id === route);
    const common = {
      actionId: String(id),
      publicationTxId: this.pin,
      ...(previous && {
        instanceId: instanceIdOf(this.opening ?? previous),
        previousTransactionId: previous.txId,
      }),
      payload,
    };
    const before = previous && instanceAt(this.ledger.view, instanceIdOf(this.opening ?? previous));
    const seen = sees === undefined ? planned && seesOf(this.definition, planned.action, before) : { sees };
    if (routing) return act({ ...common, metadata: { routing, ...seen } }, alice);
    if (!planned || !outcome?.route) return act({ ...common, metadata: { ...seen } }, alice);
    const { i, reasonCode } = outcome;
    const decided = statedRouting(decision(planned.action, outcome.route, { i, reasonCode }), this.pin);
    return act({ ...common, metadata: { routing: decided as unknown as JsonObject, ...seen } }, alice);
  }

  reject(previous: Transaction, action: number): Transaction {
    const place = {
      actionId: String(action),
      publicationTxId: this.pin,
      instanceId: instanceIdOf(this.opening ?? previous),
      previousTransactionId: previous.txId,
    };
    const payload = { type: 'rejection', reason: `after ${previous.txId}` };
    return this.seal(act({ ...place, payload, metadata: { type: 'Rejection' } }, alice));
  }

  seal(tx: Transaction): Transaction {
    this.opening ??= tx;
    this.ledger.seal(tx);
    return tx;
  }

  take(move: Move): Transaction {
    return this.seal(this.make(move));
  }

  judge(tx: Transaction, view: StateView = this.ledger.view): string {
    const verdict = validate(tx, { state: this.ledger.state, view, signaturesOk: true });
    return verdict.ok
      ? 'ok'
      : `${verdict.fault} ${verdict.issues.map(({ code, path }) => `${code} ${path}`).join(', ')}`;
  }
}

const ORDER = { qty: 10, price: 3, value: 30, twice: 60 };

function ordered() {
  const at = new Deliveries();
  const order = at.take({ action: 1, payload: ORDER });
  const judge = (payload: JsonObject, route = 'more', previous = order) =>
    at.judge(at.make({ action: 2, payload, route, previous }));
  return { at, order, judge };
}

describe('plain payloads of language 2', () => {
  it('have the members of their action, and no others', () => {
    const at = new Deliveries();
    const judge = (payload: JsonObject) => at.judge(at.make({ action: 1, payload }));
    expect(judge(ORDER)).to.equal('ok');
    expect(judge({ ...ORDER, note: 'x' })).to.equal('ok');
    for (const name of ['pirce', 'sent', 'total', '__proto', 'left', '\uff50rice'])
      expect(judge({ ...ORDER, [name]: 1 }), name).to.equal(`reject VAL_SCHEMA_007 /payload/${name}`);
  });

  it('have every calculated member, with the value that the calculation gives', () => {
    const at = new Deliveries();
    const judge = (payload: JsonObject) => at.judge(at.make({ action: 1, payload }));
    const { value: _, ...without } = ORDER;
    expect(judge(without)).to.equal('reject VAL_CALC_001 /payload/value');
    for (const value of [31, -500, '30', null, 30.5])
      expect(judge({ ...ORDER, value }), String(value)).to.match(/^reject VAL_CALC_001/);
    expect(judge({ ...ORDER, value: 31, twice: 62 })).to.equal('reject VAL_CALC_001 /payload/value');
    expect(judge({ ...ORDER, twice: 1 })).to.equal('reject VAL_CALC_001 /payload/twice');
    expect(judge({ qty: 10, price: 3, value: 3000, twice: 0 })).to.match(/VAL_CALC_001/);
  });

  it('are calculated on the runs in force where they are sealed', () => {
    const { at, judge } = ordered();
    expect(judge({ sent: 4, total: 4, left: 6, round: 1 })).to.equal('ok');
    expect(judge({ sent: 4, total: 4, left: 60, round: 1 })).to.equal('reject VAL_CALC_001 /payload/left');
    expect(judge({ sent: 4, total: 1, left: 9, round: 1 })).to.equal('reject VAL_CALC_001 /payload/total');
    expect(judge({ sent: 4, total: 4, left: 6, round: 7 })).to.equal('reject VAL_CALC_001 /payload/round');
    const order = at.ledger.dockets.at(-1)?.docket.transactions[0] as Transaction;
    const one = at.take({
      action: 2,
      payload: { sent: 4, total: 4, left: 6, round: 1 },
      route: 'more',
      previous: order,
    });
    const two = { sent: 3, total: 7, left: 3, round: 2 };
    expect(judge({ sent: 3, total: 3, left: 7, round: 1 }, 'more', one)).to.match(/VAL_CALC_001/);
    expect(judge(two, 'more', one)).to.equal('ok');
    // No rule reads a run that a rejection took back.
    const again = at.take({
      action: 1,
      payload: { qty: 5, price: 1, value: 5, twice: 10 },
      previous: at.reject(one, 2),
    });
    expect(judge(two, 'more', again)).to.match(/VAL_CALC_001/);
    expect(judge({ sent: 3, total: 3, left: 2, round: 1 }, 'more', again)).to.equal('ok');
  });

  it('lead where conditions on runs before say', () => {
    const { at, order, judge } = ordered();
    const all = { sent: 10, total: 10, left: 0, round: 1 };
    expect(judge(all, 'more')).to.equal('reject VAL_ROUTING_006 /header/metadata/routing');
    expect(judge(all, 'done')).to.equal('ok');
    const some = { sent: 4, total: 4, left: 6, round: 1 };
    expect(judge(some, 'done')).to.equal('reject VAL_ROUTING_006 /header/metadata/routing');
    const one = at.take({ action: 2, payload: some, route: 'more', previous: order });
    const rest = { sent: 6, total: 10, left: 0, round: 2 };
    expect(judge(rest, 'more', one)).to.match(/VAL_ROUTING_006/);
    expect(judge(rest, 'done', one)).to.equal('ok');
  });

  it('are left to those who see the operands, where a run before is sealed', () => {
    const { at, order } = ordered();
    const sealed = (tx: Transaction): Transaction => ({
      ...tx,
      header: { ...tx.header, metadata: { ...tx.header.metadata, contentEncoding: 'encrypted' } },
    });
    const { view } = at.ledger;
    const hidden: StateView = {
      ...view,
      transaction: (txId) => {
        const tx = view.transaction(txId);
        return tx && txId === order.txId ? sealed(tx) : tx;
      },
    };
    const judge = (payload: JsonObject) =>
      at.judge(at.make({ action: 2, payload, route: 'done', previous: order }), hidden);
    // The order is sealed: what is left of it and where it leads is not known here; the total and the round are.
    expect(judge({ sent: 4, total: 4, left: 99, round: 1 })).to.equal('ok');
    expect(judge({ sent: 4, total: 5, left: 5, round: 1 })).to.equal('reject VAL_CALC_001 /payload/total');
    expect(judge({ sent: 4, total: 4, left: 6, round: 3 })).to.equal('reject VAL_CALC_001 /payload/round');
    expect(judge({ sent: 4, total: 4, round: 1 })).to.equal('reject VAL_CALC_001 /payload/left');
  });

  it('are read up to a bound, and what they take is counted for the docket', () => {
    const { at, order } = ordered();
    const before = at.make({
      action: 2,
      payload: { sent: 4, total: 4, left: 6, round: 1 },
      route: 'more',
      previous: order,
    });
    expect(at.judge(before)).to.equal('ok');
    const few = stepsOf(before, RULES_LATEST);
    expect(few).to.be.above(order.bytes.length / 4);
    let last = order;
    for (let i = 1; i <= 20; i++) {
      const payload = { sent: 0, total: 0, left: 10, round: i, note: 'n'.repeat(1000) };
      last = at.take({ action: 2, payload, route: 'more', previous: last });
    }
    const late = at.make({
      action: 2,
      payload: { sent: 4, total: 4, left: 6, round: 21 },
      route: 'more',
      previous: last,
    });
    expect(at.judge(late)).to.equal('ok');
    expect(stepsOf(late, RULES_LATEST)).to.be.above(few + 20 * 250);
    const { view } = at.ledger;
    let read = 0;
    const large: StateView = {
      ...view,
      transaction: (txId) => {
        const tx = view.transaction(txId);
        read++;
        return tx && { ...tx, bytes: { length: OPERAND_BYTES_MAX / 4 } as Uint8Array };
      },
    };
    const bad = at.make({
      action: 2,
      payload: { sent: 4, total: 5, left: 5, round: 21 },
      route: 'more',
      previous: last,
    });
    expect(at.judge(bad)).to.match(/VAL_CALC_001/);
    expect(at.judge(bad, large), 'too much to read').to.equal('ok');
    // The previous transaction is also read by the step of the chain, if at all.
    expect(read).to.be.at.most(6);
  });

  it('are judged with what comes before them in the same docket', () => {
    const { at, order } = ordered();
    const one = at.make({
      action: 2,
      payload: { sent: 4, total: 4, left: 6, round: 1 },
      route: 'more',
      previous: order,
    });
    const payload = { sent: 3, total: 7, left: 3, round: 2 };
    const two = at.make({ action: 2, payload, route: 'more', previous: one, sees: 2 });
    at.ledger.seal(one, two);
    expect(at.ledger.view.sealOf(two.txId)?.index).to.equal(1);
  });

  it('say where they lead, and neither by which route nor why', () => {
    const { at, order } = ordered();
    const all = { sent: 10, total: 10, left: 0, round: 1 };
    const made = at.make({ action: 2, payload: all, route: 'done', previous: order });
    expect(made.header.metadata?.routing).to.deep.equal({
      completedActionId: 2,
      next: [3],
      blueprintDefinitionTxId: at.pin,
    });
    const judge = (change: JsonObject, drop: readonly string[] = []) => {
      const { routing } = made.header.metadata as { readonly routing: JsonObject };
      const kept = Object.fromEntries(Object.entries(routing).filter(([name]) => !drop.includes(name)));
      return at.judge(at.make({ action: 2, payload: all, routing: { ...kept, ...change }, previous: order }));
    };
    expect(judge({})).to.equal('ok');
    const place = '/header/metadata/routing';
    for (const more of [{ routeId: 'done' }, { reasonCode: 'DefaultRoute' }, { nextActions: [] }] as const)
      expect(judge(more)).to.equal(`reject VAL_STRUCT_012 ${place}`);
    for (const next of [[3, 3], [3, 2], ['3'], 3, [-1]])
      expect(judge({ next: next as Json })).to.equal(`reject VAL_STRUCT_011 ${place}/next`);
    expect(judge({ next: [1] })).to.equal(`reject VAL_ROUTING_003 ${place}`);
    expect(judge({ next: [2, 3] })).to.equal(`reject VAL_ROUTING_003 ${place}`);
    expect(judge({ next: [2] })).to.equal(`reject VAL_ROUTING_006 ${place}`);
    expect(judge({ completedActionId: 3 })).to.equal(`reject VAL_ROUTING_002 ${place}/completedActionId`);
    const older = { nextActions: [{ actionId: 3 }], routeId: 'done', reasonCode: 'DefaultRoute' };
    expect(judge(older, ['next'])).to.contain(`reject VAL_STRUCT_012 ${place}`);
  });
});
