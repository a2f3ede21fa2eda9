// The cost of payloads for the validators: counted, bounded for an action and for a docket, remembered
// with the transaction.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import {
  DOCKET_STEPS_MAX,
  PUBLISHED_BYTE_STEPS,
  SCHEMA_STEPS_MAX,
  TYPING_VISIT_STEPS,
} from '../../../../../core/base/limits/ledger/work.js';
import type { Failure } from '../../../../../core/base/result.js';
import { checkDocket, selectTransactions } from '../../../../../core/chain/state.js';
import { checkExecution } from '../../../../../core/design/check/check.js';
import { instanceIdOf } from '../../../../../core/instance/rows.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { stepsOf } from '../../../../../core/moves/parts/memo.js';
import { decodeTransaction } from '../../../../../core/transaction/encode.js';
import { validate } from '../../../../../core/validate/validate.js';
import { RULES_NEXT } from '../../../../support/definitions/rules-next.js';
import { asks, definitionOf, to } from '../../../../support/definitions/short-definitions.js';
import { act, alice, DEFINITION, Ledger, NOW, publish, verified } from '../../../../support/register/ledger.js';

const [first, ...others] = DEFINITION.actions as unknown as readonly JsonObject[];

/** An item that matches no constant takes a step for its schema, one for the keyword and three for each constant. */
const CONSTANTS = 3000;
const schema = {
  properties: {
    list: { items: { anyOf: Array.from({ length: CONSTANTS }, (_, i) => ({ const: i })) } },
    note: { type: 'integer' },
  },
};
const BOMB = { ...DEFINITION, actions: [{ ...first, dataSchemas: [schema] }, ...others] };

/** An action with so many items, each of which matches the last constant only. */
const listed = (pin: string, items: number, note = 0) =>
  act(
    {
      actionId: '0',
      publicationTxId: pin,
      payload: { list: Array.from({ length: items }, () => CONSTANTS - 1), note },
    },
    alice,
  );

function published() {
  const ledger = new Ledger();
  const publication = publish(BOMB as never);
  ledger.seal(publication);
  return { ledger, pin: publication.txId };
}

const judged = ({ state, view }: Ledger, tx: Transaction) =>
  validate(tx, { state, view, signaturesOk: true, nowMs: NOW });
const given = ({ view }: Ledger) => ({ view, signaturesOk: verified });

describe('the form of a definition', () => {
  it('has steps for the largest one', () => {
    const names = Array.from({ length: 100 }, (_, i) => `c${i}`);
    const actions = Array.from({ length: 500 }, (_, id) => ({
      ...{ id, title: 't', sender: 'a' },
      disclosures: names.slice(0, 20).map((to) => ({ participantAddress: to, dataPointers: names.slice(0, 20) })),
      calculations: Object.fromEntries(names.map((name) => [name, 1])),
      routes: names.slice(0, 10).map((name) => ({ id: name, nextActionIds: [1, 2, 3], condition: true })),
    }));
    const found = checkExecution({ ...(DEFINITION as unknown as JsonObject), actions });
    expect(found.map(({ message }) => message).filter((message) => message.includes(' steps '))).to.deep.equal([]);
  });
});

describe('the work of a payload', () => {
  it('is refused where its steps end, and remembered', () => {
    const { ledger, pin } = published();
    const tx = listed(pin, 600);
    const verdict = judged(ledger, tx);
    expect(verdict.ok ? 'ok' : verdict.issues.map(({ code, path }) => `${code} ${path}`)).to.deep.equal([
      'VAL_WORK_001 /payload/list/111',
    ]);
    expect(judged(ledger, tx)).to.deep.equal(verdict);
    expect(stepsOf(tx, ledger.state.rules)).to.equal(1_000_000);
    expect(stepsOf(tx, RULES_NEXT), 'judged again once the rules rose').to.equal(0);
    const found = (checkDocket(ledger.docket([tx]), ledger.state, given(ledger)) as Failure).issues;
    expect(found[0]).to.include({ code: 'VAL_WORK_001', path: '/transactions/0/payload/list/111' });
  });

  it('of all actions of a docket is bounded, whichever part judged them before', () => {
    const { ledger, pin } = published();
    // Some 0.9 million steps each: eleven fit.
    const all = Array.from({ length: 12 }, (_, i) => listed(pin, 100, i));
    for (const tx of all) expect(judged(ledger, tx).ok).to.equal(true);
    const each = stepsOf(all[0] as Transaction, ledger.state.rules);
    expect(Math.floor(DOCKET_STEPS_MAX / each)).to.equal(11);
    const { state, view } = ledger;
    const candidates = { state, view, transactions: all, timestampMs: state.timestampMs + 1 };
    const selected = selectTransactions({ ...candidates, signaturesOk: verified, knownTransaction: (tx) => tx });
    expect([selected.transactions.length, selected.refused, selected.left]).to.deep.equal([11, [], [all[11]]]);
    const tooMuch = ledger.docket(all);
    for (const known of [() => undefined, (tx: Transaction) => tx])
      expect(
        (checkDocket(tooMuch, state, { ...given(ledger), knownTransaction: known }) as Failure).issues[0],
      ).to.include({
        code: 'DOCKET_WORK',
        path: '/transactions/11',
      });
    // A quorum answers for what it sealed.
    expect(checkDocket(tooMuch, state, { ...given(ledger), isCertified: () => true })).to.have.property('effect');
    expect(checkDocket(ledger.docket(all.slice(0, 11)), state, given(ledger))).to.have.property('effect');
  });

  it('of publications counts in a docket, so that several large ones are sealed one after the other', () => {
    const sized = (bytes: number, id: string) => {
      const [one, ...rest] = DEFINITION.actions as unknown as readonly JsonObject[];
      const actions = [{ ...one, dataSchemas: [{ type: 'object', description: 'x'.repeat(bytes) }] }, ...rest];
      return publish({ ...DEFINITION, id, actions } as never, id);
    };
    const ledger = new Ledger();
    const { state, view } = ledger;
    const large = [sized(400_000, 'large-1'), sized(400_000, 'large-2')];
    for (const tx of large) expect(judged(ledger, tx)).to.deep.equal({ ok: true });
    const steps = large.map((tx) => stepsOf(tx, state.rules));
    expect(steps).to.deep.equal(large.map(({ bytes }) => bytes.length * PUBLISHED_BYTE_STEPS));
    const candidates = { state, view, transactions: large, timestampMs: state.timestampMs + 1 };
    const selected = selectTransactions({ ...candidates, signaturesOk: verified, knownTransaction: (tx) => tx });
    expect(selected.left).to.deep.equal(large.slice(1));
    const both = checkDocket(ledger.docket(large), state, given(ledger));
    expect((both as Failure).issues[0]).to.include({ code: 'DOCKET_WORK', path: '/transactions/1' });
    // However large one is, it can be sealed, and an action beside it.
    const largest = sized(1_500_000, 'largest');
    expect(judged(ledger, largest).ok).to.equal(true);
    expect(stepsOf(largest, state.rules)).to.equal(DOCKET_STEPS_MAX - SCHEMA_STEPS_MAX);
    expect(checkDocket(ledger.docket([largest]), state, given(ledger))).to.have.property('effect');
  });

  it('of the types of a definition counts by the parts of its rules, those inside of "reduce" several times', () => {
    const nested = (depth: number): Json =>
      depth === 0 ? { '+': [{ var: 'accumulator' }, 1] } : { reduce: [[1, 2], nested(depth - 1), 0] };
    const steps = (depth: number) => {
      const [one, ...rest] = definitionOf([
        { ...asks({ price: { type: 'integer' } }), ...to(2) },
        { sender: 'y', ...asks({ ok: { type: 'integer' } }), ...to() },
      ]).actions as readonly JsonObject[];
      const made = definitionOf([]) as JsonObject;
      const tx = publish({ ...made, actions: [{ ...one, calculations: { sum: nested(depth) } }, ...rest] } as never);
      const ledger = new Ledger();
      const verdict = judged(ledger, tx);
      expect(verdict.ok ? 'ok' : JSON.stringify(verdict.issues)).to.equal('ok');
      return stepsOf(tx, ledger.state.rules) - tx.bytes.length * PUBLISHED_BYTE_STEPS;
    };
    const [shallow, deep] = [steps(1), steps(4)];
    expect(shallow % TYPING_VISIT_STEPS).to.equal(0);
    expect(deep).to.be.above(4 * shallow);
  });

  it('is counted for rejections too, and remembered', () => {
    const ledger = new Ledger();
    const rejectionConfig = { targetActionId: 0, rejectionSchema: schema };
    const actions = [
      { id: 0, sender: 'one', isStartingAction: true, routes: [{ nextActionIds: [1] }] },
      { id: 1, sender: 'other', routes: [], rejectionConfig },
    ];
    const definition = { language: 2, title: 'Rejected', participants: [{ id: 'one' }, { id: 'other' }], actions };
    const pin = ledger.seal(publish(definition as never)).transactions[0]?.txId as string;
    const opening = act({ actionId: '0', publicationTxId: pin, payload: {} }, alice);
    ledger.seal(opening);
    const rejected = (items: number) =>
      act(
        {
          actionId: '1',
          publicationTxId: pin,
          instanceId: instanceIdOf(opening),
          previousTransactionId: opening.txId,
          payload: { type: 'rejection', reason: 'r', list: Array.from({ length: items }, () => CONSTANTS - 1) },
          metadata: { type: 'Rejection' },
        },
        alice,
      );
    const [some, tooMany] = [rejected(100), rejected(600)];
    expect(judged(ledger, some)).to.deep.equal({ ok: true });
    expect(stepsOf(some, ledger.state.rules)).to.be.greaterThan(800_000);
    const verdict = judged(ledger, tooMany);
    expect(verdict.ok ? 'ok' : verdict.issues.map(({ code, path }) => `${code} ${path}`)).to.deep.equal([
      'VAL_SCHEMA_004 /payload/list/111',
    ]);
    expect(stepsOf(tooMany, ledger.state.rules)).to.equal(1_000_000);
    expect(judged(ledger, tooMany)).to.deep.equal(verdict);
  });

  it('is the same in whichever order a client sends the members', () => {
    const branch = { additionalProperties: { anyOf: [{ type: 'array', ...schema.properties.list }, { const: true }] } };
    const definition = {
      ...DEFINITION,
      actions: [{ ...first, dataSchemas: [{ properties: { free: { anyOf: [branch, true] } } }] }, ...others],
    };
    const ledger = new Ledger();
    const publication = publish(definition as never);
    ledger.seal(publication);
    const list = Array.from({ length: 600 }, () => CONSTANTS - 1);
    // In canonical order the steps end in the list; where the other member came first, the branch would end before it.
    const [sent, other] = [
      { b: false, a: list },
      { a: list, b: false },
    ].map((free) => act({ actionId: '0', publicationTxId: publication.txId, payload: { free } }, alice)) as [
      Transaction,
      Transaction,
    ];
    expect(sent.txId).to.equal(other.txId);
    const decoded = decodeTransaction(sent.bytes) as Transaction;
    for (const tx of [sent, other, decoded]) {
      const verdict = judged(ledger, tx);
      expect(verdict.ok ? 'ok' : verdict.issues[0]?.code).to.equal('VAL_WORK_001');
    }
  });
});
