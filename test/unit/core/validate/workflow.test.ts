// The pipeline and workflows: routing, parallel branches and joins, deadlines, rejections, cancellations.
import { expect } from 'chai';
import type { IssueCode } from '../../../../core/base/issue.js';
import type { Json, JsonObject } from '../../../../core/base/json.js';
import type { Instance } from '../../../../core/blueprint/state/instance.js';
import { instanceIdOf } from '../../../../core/instance/rows.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import type { ValidationContext } from '../../../../core/moves/parts/context.js';
import { validate } from '../../../../core/validate/validate.js';
import { act, alice, bob, Ledger, NOW, publish, verified, type Wallet } from '../../../support/register/ledger.js';

const note = { type: 'string' };
const takes = (properties: JsonObject = { note }) => [{ type: 'object', properties }];

/** Large cases: 1 and 2, which 3 joins. Small ones: 4, in time, which is done again or leads to 5. */
const WORKFLOW: JsonObject = {
  language: 2,
  cancellation: { by: ['opener'] },
  title: 'Case',
  participants: [{ id: 'clerk' }, { id: 'judge' }],
  actions: [
    {
      id: 0,
      sender: 'clerk',
      isStartingAction: true,
      dataSchemas: takes({ amount: { type: 'integer' } }),
      routes: [
        { id: 'large', nextActionIds: [1, 2], condition: { '>=': [{ var: 'in.amount' }, 10] } },
        { id: 'small', nextActionIds: [4], isDefault: true, branchDeadline: 'PT10S' },
      ],
    },
    {
      ...{ id: 1, sender: 'clerk', dataSchemas: takes() },
      ...{ routes: [{ nextActionIds: [3] }], rejectionConfig: { targetActionId: 0 } },
    },
    { id: 2, sender: 'judge', dataSchemas: takes(), routes: [{ nextActionIds: [3] }] },
    {
      id: 3,
      sender: 'judge',
      dataSchemas: takes(),
      requiredPriorActions: [1, 2],
      rejectionConfig: {
        targetActionId: 0,
        isTerminal: true,
        requireReason: false,
        rejectionSchema: { required: ['article'] },
      },
    },
    {
      id: 4,
      sender: 'clerk',
      dataSchemas: takes({ round: { type: 'integer' }, wrong: { type: 'boolean' } }),
      routes: [
        { id: 'again', nextActionIds: [4], condition: { '<': [{ var: ['in.round', 9] }, 3] }, end: true },
        { id: 'wrong', nextActionIds: [5], condition: { var: ['in.wrong', false] } },
      ],
    },
    { id: 5, sender: 'judge', dataSchemas: takes(), routes: [] },
  ],
};

const DECISIONS: Readonly<Record<string, JsonObject>> = {
  large: { completedActionId: 0, next: [1, 2] },
  small: { completedActionId: 0, next: [4] },
  again: { completedActionId: 4, next: [4] },
  wrong: { completedActionId: 4, next: [5] },
  none: { completedActionId: 4, next: [] },
};

const REJECTION = { type: 'rejection', reason: 'No.' };

describe('the validation pipeline of workflows', () => {
  const produced = new Set<IssueCode>();

  class Case {
    readonly ledger = new Ledger();
    readonly pin: string;
    readonly start: Transaction;
    readonly instanceId: string;

    constructor(route: 'large' | 'small' = 'large') {
      const publication = publish(WORKFLOW);
      this.ledger.seal(publication);
      this.pin = publication.txId;
      this.start = this.open(route, route === 'large' ? 10 : 1);
      this.ledger.seal(this.start);
      this.instanceId = instanceIdOf(this.start);
    }

    routing(name: string, more: object = {}): JsonObject {
      return { ...DECISIONS[name], blueprintDefinitionTxId: this.pin, ...more } as unknown as JsonObject;
    }

    open(route: string | undefined, amount: Json, more: object = {}): Transaction {
      const metadata = route === undefined ? {} : { metadata: { routing: this.routing(route, more) } };
      return act({ actionId: '0', publicationTxId: this.pin, payload: { amount }, ...metadata }, alice);
    }

    next(
      actionId: string,
      previous: Transaction,
      given: { by?: Wallet; metadata?: JsonObject; payload?: Json; recipients?: readonly string[] } = {},
    ) {
      return act(
        {
          actionId,
          publicationTxId: this.pin,
          instanceId: this.instanceId,
          previousTransactionId: previous.txId,
          payload: given.payload ?? { note: actionId },
          ...(given.metadata && { metadata: given.metadata }),
          ...(given.recipients && { recipients: given.recipients }),
        },
        given.by ?? alice,
      );
    }

    judge(tx: Transaction, given: Partial<ValidationContext> = {}): string {
      const { state, view } = this.ledger;
      const verdict = validate(tx, { state, view, signaturesOk: verified(tx), nowMs: NOW, ...given });
      if (verdict.ok) return 'ok';
      for (const found of verdict.issues) produced.add(found.code);
      return `${verdict.fault} ${verdict.issues.map((found) => `${found.code} ${found.path}`).join(', ')}`;
    }

    seal(tx: Transaction): Transaction {
      this.ledger.seal(tx);
      return tx;
    }

    get instance(): Instance {
      return this.ledger.view.state(`inst/${this.instanceId}`) as unknown as Instance;
    }
  }

  it('takes the metadata of an action in its form only', () => {
    const at = new Case();
    const judge = (metadata: object) =>
      at.judge(act({ actionId: '0', publicationTxId: at.pin, metadata: metadata as JsonObject }, alice));
    const form = (member: string) => `reject VAL_STRUCT_011 /header/metadata/${member}`;
    expect(judge({ Type: 'Action' })).to.equal('reject VAL_STRUCT_012 /header/metadata');
    expect(judge({ ref: '7', 'x-note': { any: ['thing'] } }), 'what its author writes there').to.equal(
      'reject VAL_ROUTING_001 /header/metadata/routing',
    );
    expect(judge({ type: 'action' })).to.equal(`${form('type')}, VAL_STRUCT_011 /header/previousTransactionId`);
    expect(judge({ contentEncoding: 'gzip' })).to.equal(form('contentEncoding'));
    expect(judge({ routing: 'there' })).to.equal(form('routing'));
    for (const [member, values] of Object.entries({
      completedActionId: [-1, '0', null],
      next: [{}, null, ['1'], [2, 1], [1, 1], [-1], Array.from({ length: 65 }, (_, i) => i)],
      blueprintDefinitionTxId: [null, 'abc'],
    }))
      for (const value of values)
        expect(judge({ routing: at.routing('large', { [member]: value }) })).to.equal(form(`routing/${member}`));
    for (const more of [{ more: 1 }, { routeId: 'large' }, { reasonCode: 'ConditionMatched' }])
      expect(judge({ routing: at.routing('large', more) })).to.equal('reject VAL_STRUCT_012 /header/metadata/routing');
    expect(judge({ type: 'Rejection', routing: at.routing('large') })).to.equal(
      `${form('routing')}, VAL_STRUCT_011 /header/previousTransactionId`,
    );
  });

  it('asks for the decision that the payload gives, wherever the definition leaves a choice', () => {
    const at = new Case();
    const place = '/header/metadata/routing';
    expect(at.judge(at.open('large', 10, {}))).to.equal('reject VAL_REPLAY_001 ');
    expect([at.judge(at.open('large', 11)), at.judge(at.open('small', 9))]).to.deep.equal(['ok', 'ok']);
    expect(at.judge(at.open(undefined, 11))).to.equal(`reject VAL_ROUTING_001 ${place}`);
    expect(at.judge(at.open('large', 11, { completedActionId: 1 }))).to.equal(
      `reject VAL_ROUTING_002 ${place}/completedActionId`,
    );
    expect(at.judge(at.open('large', 11, { blueprintDefinitionTxId: 'ab'.repeat(32) }))).to.equal(
      `reject VAL_ROUTING_002 ${place}/blueprintDefinitionTxId`,
    );
    for (const next of [[1], [], [1, 4]])
      expect(at.judge(at.open('large', 11, { next }))).to.equal(`reject VAL_ROUTING_003 ${place}`);
    expect(at.judge(at.open('large', 9))).to.equal(`reject VAL_ROUTING_004 ${place}`);
    expect(at.judge(at.open('small', 10))).to.equal(`reject VAL_ROUTING_004 ${place}`);
    expect(at.judge(at.open('small', [{}]))).to.equal(
      `reject VAL_SCHEMA_004 /payload/amount, VAL_ROUTING_005 ${place}`,
    );
  });

  it('recomputes what needs no data of earlier actions, and takes the sender at its word for the rest', () => {
    const at = new Case('small');
    const decide = (name: string, payload: Json) =>
      at.judge(at.next('4', at.start, { payload, metadata: { routing: at.routing(name) } }));
    const no = 'reject VAL_ROUTING_004 /header/metadata/routing';
    expect([decide('again', { round: 1 }), decide('again', { round: 3 })]).to.deep.equal(['ok', no]);
    expect([decide('wrong', { wrong: true }), decide('wrong', { round: 1, wrong: true })]).to.deep.equal(['ok', no]);
    expect([decide('none', {}), decide('none', { wrong: true }), decide('none', { wrong: false })]).to.deep.equal([
      'ok',
      no,
      'ok',
    ]);
  });

  it('takes an implied decision that is told, if it is told right', () => {
    const at = new Case();
    const routing = (next: readonly number[]) => ({
      routing: { blueprintDefinitionTxId: at.pin, completedActionId: 1, next: [...next] },
    });
    expect(at.judge(at.next('1', at.start, { metadata: routing([3]) }))).to.equal('ok');
    expect(at.judge(at.next('1', at.start, { metadata: routing([]) }))).to.equal(
      'reject VAL_ROUTING_003 /header/metadata/routing',
    );
  });

  it('joins branches when all are done, and waits for those that may come', () => {
    const at = new Case();
    const one = at.seal(at.next('1', at.start));
    const early = at.next('3', one, { by: bob });
    expect(at.judge(early)).to.equal('retry VAL_BP_013 /header/actionId');
    const two = at.seal(at.next('2', at.start, { by: bob }));
    expect(at.judge(early)).to.equal('ok');
    expect(at.judge(at.next('3', one, { by: alice }))).to.equal('reject VAL_BP_002 /header/senderWallet');
    at.seal(at.next('3', two, { by: bob }));
    expect(at.instance).to.deep.include({ state: 'Completed', flow: {} });
    expect(at.judge(early)).to.equal('reject VAL_CHAIN_FORK /header/previousTransactionId');
  });

  it('follows a branch in parallel in one docket, and each once', () => {
    const at = new Case();
    const [one, two] = [at.next('1', at.start), at.next('2', at.start, { by: bob })];
    at.ledger.seal(two, one, at.next('3', one, { by: bob }));
    expect(at.instance.state).to.equal('Completed');
    expect(at.judge(at.next('1', at.start, { payload: { note: 'other' } }))).to.equal(
      'reject VAL_CHAIN_FORK /header/previousTransactionId',
    );
  });

  it('refuses what comes after the deadline of its branch, by the time of the docket', () => {
    const at = new Case('small');
    const dueMs = at.ledger.state.timestampMs + 10_000;
    expect(at.instance.flow[at.start.txId]).to.deep.include({ action: 0, dueMs, next: [4], took: [] });
    const next = at.next('4', at.start, { payload: {}, metadata: { routing: at.routing('none') } });
    const late = 'reject VAL_BP_012 /header/previousTransactionId';
    const given = (docketMs: number) => at.judge(next, { docketMs });
    expect([given(dueMs), given(dueMs + 1)]).to.deep.equal(['ok', late]);
    expect(at.judge(next, { nowMs: dueMs + 1 })).to.equal(late);
    at.ledger.sealAt(dueMs, next);
    expect(at.instance.state).to.equal('Completed');
  });

  it('rejects what may be rejected, with a reason, and goes back or ends', () => {
    const at = new Case();
    const reject = (actionId: string, previous: Transaction, payload: Json = REJECTION, by = alice) =>
      at.next(actionId, previous, { by, payload, metadata: { type: 'Rejection' } });
    expect(at.judge(reject('2', at.start, REJECTION, bob))).to.equal('reject VAL_BP_014 /header/actionId');
    expect(at.judge(reject('1', at.start, { type: 'rejection' }))).to.equal('reject VAL_SCHEMA_004 /payload/reason');
    expect(at.judge(reject('1', at.start, { ...REJECTION, more: 1 }))).to.equal('reject VAL_SCHEMA_004 /payload');
    expect(at.judge(reject('1', at.start, { ...REJECTION, fieldErrors: { a: 1 } }))).to.equal(
      'reject VAL_SCHEMA_004 /payload/fieldErrors',
    );
    expect(at.judge(reject('1', at.start, { reason: 'x' }))).to.equal('reject VAL_SCHEMA_004 /payload/type');
    expect(at.judge(reject('1', at.start, 'no'))).to.equal('reject VAL_SCHEMA_004 /payload');
    expect(at.judge(reject('1', at.start, REJECTION, bob))).to.equal('reject VAL_BP_002 /header/senderWallet');
    expect(
      at.judge(
        act({ actionId: '1', publicationTxId: at.pin, metadata: { type: 'Rejection' }, payload: REJECTION }, alice),
      ),
    ).to.equal('reject VAL_STRUCT_011 /header/previousTransactionId');
    const back = at.seal(reject('1', at.start, { ...REJECTION, fieldErrors: { amount: 'too much' } }));
    expect(Object.keys(at.instance.flow)).to.deep.equal([back.txId]);
    expect(at.instance.flow[back.txId]).to.deep.include({ action: 1, kind: 'back', next: [0], took: [] });
    const again = at.next('0', back, { payload: { amount: 12 }, metadata: { routing: at.routing('large') } });
    at.seal(again);
    const [one, two] = [at.seal(at.next('1', again)), at.seal(at.next('2', again, { by: bob }))];
    const bare = reject('3', one, { type: 'rejection' }, bob);
    expect(at.judge(bare)).to.equal('reject VAL_SCHEMA_004 /payload/article');
    at.seal(reject('3', one, { type: 'rejection', article: 7 }, bob));
    expect(at.instance.state).to.equal('Rejected');
    expect(at.judge(at.next('3', two, { by: bob }))).to.equal('reject VAL_BP_011 /header/instanceId');
  });

  it('cancels an active instance for the wallet that opened it', () => {
    const at = new Case();
    const cancel = (previous: Transaction, given: { by?: Wallet; payload?: Json } = {}) =>
      at.next('0', previous, {
        payload: { type: 'cancellation', reason: 'Over.' },
        metadata: { type: 'Cancellation' },
        ...given,
      });
    expect(at.judge(cancel(at.start, { by: bob }))).to.equal('reject VAL_BP_002 /header/senderWallet');
    expect(at.judge(cancel(at.start, { payload: { type: 'cancel' } }))).to.equal('reject VAL_SCHEMA_004 /payload/type');
    expect(at.judge(cancel(at.start, { payload: { type: 'cancellation', reason: '' } }))).to.equal(
      'reject VAL_SCHEMA_004 /payload/reason',
    );
    expect(at.judge(cancel(at.start, { payload: 1 }))).to.equal('reject VAL_SCHEMA_004 /payload');
    const other = at.seal(at.open('large', 99));
    expect(at.judge(cancel(other))).to.equal('reject VAL_CHAIN_002 /header/previousTransactionId');
    expect(at.judge(cancel({ txId: 'ab'.repeat(32) } as Transaction))).to.equal(
      'retry VAL_CHAIN_001 /header/previousTransactionId',
    );
    const one = at.seal(at.next('1', at.start));
    at.seal(cancel(at.start, { payload: { type: 'cancellation' } }));
    expect(at.instance).to.deep.include({ state: 'Cancelled', flow: {}, opener: alice.address });
    for (const tx of [at.next('2', at.start, { by: bob }), cancel(one)])
      expect(at.judge(tx)).to.equal('reject VAL_BP_011 /header/instanceId');
  });

  it('gives every code of workflows', () => {
    const codes: readonly IssueCode[] = [
      ...(['VAL_BP_011', 'VAL_BP_012', 'VAL_BP_013', 'VAL_BP_014'] as const),
      ...(['VAL_ROUTING_001', 'VAL_ROUTING_002', 'VAL_ROUTING_003', 'VAL_ROUTING_004', 'VAL_ROUTING_005'] as const),
    ];
    expect([...produced]).to.include.members([...codes]);
  });
});
