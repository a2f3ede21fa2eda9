// The pipeline and workflows: routing, parallel branches and joins, deadlines, rejections, cancellations, envelopes.
import { expect } from 'chai';
import { toBase64Url } from '../../../../core/base/bytes.js';
import type { IssueCode } from '../../../../core/base/issue.js';
import type { Json, JsonObject } from '../../../../core/base/json.js';
import type { RoutingDecision } from '../../../../core/blueprint/definition/types.js';
import type { HeadedInstance } from '../../../../core/blueprint/state/instance.js';
import { wrapBytes, wrapOf } from '../../../../core/crypto/encryption/key-wrap.js';
import { instanceIdOf } from '../../../../core/instance/rows.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import type { ValidationContext } from '../../../../core/moves/parts/context.js';
import { validate } from '../../../../core/validate/validate.js';
import { act, alice, bob, Ledger, NOW, publish, verified, type Wallet } from '../../../support/ledger.js';

/** Large cases: 1 and 2, which 3 joins. Small ones: 4, in time, whose condition reads a value that is not given yet. */
const WORKFLOW: JsonObject = {
  title: 'Case',
  participants: [{ id: 'clerk' }, { id: 'judge' }],
  actions: [
    {
      id: 0,
      sender: 'clerk',
      isStartingAction: true,
      routes: [
        { id: 'large', nextActionIds: [1, 2], condition: { '>=': [{ var: 'amount' }, 10] } },
        { id: 'small', nextActionIds: [4], isDefault: true, branchDeadline: 'PT10S' },
      ],
    },
    { id: 1, sender: 'clerk', routes: [{ nextActionIds: [3] }], rejectionConfig: { targetActionId: 0 } },
    { id: 2, sender: 'judge', routes: [{ nextActionIds: [3] }] },
    {
      id: 3,
      sender: 'judge',
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
      routes: [
        { id: 'again', nextActionIds: [4], condition: { '<': [{ var: 'round' }, 3] } },
        { id: 'join', nextActionIds: [3], condition: { var: 'wrong' } },
      ],
    },
  ],
};

const DECISIONS: Readonly<Record<string, Omit<RoutingDecision, 'blueprintDefinitionTxId'>>> = {
  large: {
    completedActionId: 0,
    nextActions: [
      { actionId: 1, branchKey: 'large-branch-0' },
      { actionId: 2, branchKey: 'large-branch-1' },
    ],
    routeId: 'large',
    reasonCode: 'ConditionMatched',
  },
  small: { completedActionId: 0, nextActions: [{ actionId: 4 }], routeId: 'small', reasonCode: 'DefaultRoute' },
  again: { completedActionId: 4, nextActions: [{ actionId: 4 }], routeId: 'again', reasonCode: 'ConditionMatched' },
  join: { completedActionId: 4, nextActions: [{ actionId: 3 }], routeId: 'join', reasonCode: 'ConditionMatched' },
  none: { completedActionId: 4, nextActions: [], reasonCode: 'NoRoute' },
};

const REJECTION = { type: 'rejection', reason: 'No.' };
const WRAP_FOR_ALICE = wrapOf('ED25519', false)!;
const texts = (bytes: number) => toBase64Url(new Uint8Array(bytes));
const BYTES_FOR_ALICE = wrapBytes('ED25519', WRAP_FOR_ALICE)!;
const ENVELOPE = {
  v: 1,
  wallets: [{ walletAddress: alice.address, wrap: WRAP_FOR_ALICE, carrier: texts(BYTES_FOR_ALICE.carrier) }],
  groups: [
    {
      groupId: '0123456789abcdef0123456789abcdef',
      alg: 'A256GCM',
      nonce: texts(12),
      ciphertext: texts(256 + 16),
      commitment: texts(32),
      keys: [{ wallet: 0, wrappedKey: texts(BYTES_FOR_ALICE.wrappedKey) }],
    },
  ],
};

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

    get instance(): HeadedInstance {
      return this.ledger.view.state(`inst/${this.instanceId}`) as unknown as HeadedInstance;
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
      nextActions: [
        {},
        [{}],
        [{ actionId: 1, x: 1 }],
        [{ actionId: 1, branchKey: '' }],
        new Array(65).fill({ actionId: 1 }),
      ],
      routeId: [1, '', 'x'.repeat(129)],
      reasonCode: [null, 'Because'],
      blueprintDefinitionTxId: [null, 'abc'],
    }))
      for (const value of values)
        expect(judge({ routing: at.routing('large', { [member]: value }) })).to.equal(form(`routing/${member}`));
    expect(judge({ routing: at.routing('large', { more: 1 }) })).to.equal(
      'reject VAL_STRUCT_012 /header/metadata/routing',
    );
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
    for (const other of [
      { nextActions: [{ actionId: 1 }] },
      { nextActions: [{ actionId: 1 }, { actionId: 2 }] },
      { routeId: 'none' },
      { reasonCode: 'Unconditional' },
    ])
      expect(at.judge(at.open('large', 11, other))).to.equal(`reject VAL_ROUTING_003 ${place}`);
    expect(at.judge(at.open('large', 9))).to.equal(`reject VAL_ROUTING_004 ${place}`);
    expect(at.judge(at.open('small', 10))).to.equal(`reject VAL_ROUTING_004 ${place}`);
    expect(at.judge(at.open('small', [{}]))).to.equal(`reject VAL_ROUTING_005 ${place}`);
  });

  it('recomputes what needs no data of earlier actions, and takes the sender at its word for the rest', () => {
    const at = new Case('small');
    const decide = (name: string, payload: Json) =>
      at.judge(at.next('4', at.start, { payload, metadata: { routing: at.routing(name) } }));
    const no = 'reject VAL_ROUTING_004 /header/metadata/routing';
    expect([decide('again', { round: 1 }), decide('again', { round: 3 })]).to.deep.equal(['ok', no]);
    expect([decide('join', { wrong: true }), decide('join', { round: 1, wrong: true })]).to.deep.equal(['ok', no]);
    expect([decide('none', {}), decide('none', { wrong: true }), decide('none', { wrong: 0 })]).to.deep.equal([
      'ok',
      no,
      'ok',
    ]);
    const metadata = { routing: at.routing('again'), contentEncoding: 'encrypted' };
    const recipients = [alice.address];
    expect(at.judge(at.next('4', at.start, { payload: ENVELOPE, metadata, recipients }))).to.equal('ok');
  });

  it('takes an implied decision that is told, if it is told right', () => {
    const at = new Case();
    const routing = (nextActions: Json) => ({
      routing: {
        blueprintDefinitionTxId: at.pin,
        completedActionId: 1,
        nextActions,
        reasonCode: 'Unconditional',
        routeId: 'route-0',
      },
    });
    expect(at.judge(at.next('1', at.start, { metadata: routing([{ actionId: 3 }]) }))).to.equal('ok');
    expect(at.judge(at.next('1', at.start, { metadata: routing([]) }))).to.equal(
      'reject VAL_ROUTING_003 /header/metadata/routing',
    );
  });

  it('joins branches when all are done, waits for those that may come, and refuses what never can', () => {
    const at = new Case();
    const one = at.seal(at.next('1', at.start));
    const early = at.next('3', one, { by: bob });
    expect(at.judge(early)).to.equal('retry VAL_BP_013 /header/actionId');
    const two = at.seal(at.next('2', at.start, { by: bob }));
    expect(at.judge(early)).to.equal('ok');
    expect(at.judge(at.next('3', one, { by: alice }))).to.equal('reject VAL_BP_002 /header/senderWallet');
    at.seal(at.next('3', two, { by: bob }));
    expect(at.instance).to.deep.include({ state: 'Completed', heads: {}, completed: {} });
    expect(at.judge(early)).to.equal('reject VAL_CHAIN_FORK /header/previousTransactionId');
    const small = new Case('small');
    const off = small.seal(
      small.next('4', small.start, { payload: { wrong: 1 }, metadata: { routing: small.routing('join') } }),
    );
    expect(small.judge(small.next('3', off, { by: bob }))).to.equal('reject VAL_BP_003 /header/actionId');
  });

  it('follows a branch in parallel in one docket, and each once', () => {
    const at = new Case();
    const [one, two] = [at.next('1', at.start), at.next('2', at.start, { by: bob })];
    at.ledger.seal(two, one, at.next('3', one, { by: bob }));
    expect(at.instance.state).to.equal('Completed');
    expect(at.judge(at.next('1', at.start, { payload: { other: 1 } }))).to.equal(
      'reject VAL_CHAIN_FORK /header/previousTransactionId',
    );
  });

  it('refuses what comes after the deadline of its branch, by the time of the docket', () => {
    const at = new Case('small');
    const dueMs = at.ledger.state.timestampMs + 10_000;
    expect(at.instance.heads[at.start.txId]).to.deep.equal({ action: 0, dueMs, next: [4], taken: [] });
    const next = at.next('4', at.start, { metadata: { routing: at.routing('none') } });
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
    expect(at.instance.heads).to.deep.equal({ [back.txId]: { action: 1, next: [0], taken: [] } });
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
    expect(at.instance).to.deep.include({ state: 'Cancelled', heads: {}, opener: alice.address });
    for (const tx of [at.next('2', at.start, { by: bob }), cancel(one)])
      expect(at.judge(tx)).to.equal('reject VAL_BP_011 /header/instanceId');
  });

  it('takes envelopes for any move by their form alone', () => {
    const at = new Case();
    const sealed = (payload: Json, type: string, recipients: readonly string[] | null = [alice.address]) =>
      at.judge(
        at.next('1', at.start, {
          ...{ payload, metadata: { contentEncoding: 'encrypted', type } },
          ...(recipients && { recipients }),
        }),
      );
    expect(['Action', 'Rejection', 'Cancellation'].map((type) => sealed(ENVELOPE, type))).to.deep.equal([
      'ok',
      'ok',
      'ok',
    ]);
    // The header says to everybody the same as the envelope does.
    for (const others of [null, [], [bob.address], [alice.address, bob.address], [alice.address, alice.address]])
      expect(sealed(ENVELOPE, 'Action', others)).to.match(/\/header\/recipients$/);
    const unnamed = { actionId: '0', publicationTxId: at.pin, payload: ENVELOPE, recipients: [alice.address] };
    const metadata = { contentEncoding: 'encrypted', routing: at.routing('large') };
    expect(at.judge(act({ ...unnamed, metadata }, alice))).to.equal('reject VAL_SCHEMA_006 /header/instanceId');
    expect(at.judge(act({ ...unnamed, metadata, instanceId: 'mine' }, alice))).to.equal('ok');
    expect(sealed({ note: 'plain' }, 'Action')).to.match(/^reject VAL_SCHEMA_006 \/payload/);
    expect(sealed({ ...ENVELOPE, groups: [{}] }, 'Rejection')).to.match(/^reject VAL_SCHEMA_006 \/payload\/groups/);
  });

  it('refuses more branches than an instance may have', () => {
    const ledger = new Ledger();
    const width = 40;
    const ids = Array.from({ length: width }, (_, i) => i + 1);
    const publication = publish({
      title: 'Wide',
      participants: [{ id: 'clerk' }, { id: 'judge' }],
      actions: [
        { id: 0, sender: 'clerk', isStartingAction: true, routes: [{ nextActionIds: ids }] },
        ...ids.map((id) => ({ id, sender: 'clerk', routes: [{ nextActionIds: id === 1 ? ids : [] }] })),
      ],
    });
    const start = act({ actionId: '0', publicationTxId: publication.txId }, alice);
    ledger.seal(publication, start);
    const more = {
      publicationTxId: publication.txId,
      instanceId: instanceIdOf(start),
      previousTransactionId: start.txId,
    };
    const { state, view } = ledger;
    const judge = (actionId: string) =>
      validate(act({ actionId, ...more }, alice), { state, view, signaturesOk: true, nowMs: NOW });
    expect(judge('2').ok).to.equal(true);
    expect(judge('1')).to.have.nested.property('issues[0].code', 'VAL_BP_003');
  });

  it('gives every code of workflows', () => {
    const codes: readonly IssueCode[] = [
      ...(['VAL_BP_011', 'VAL_BP_012', 'VAL_BP_013', 'VAL_BP_014', 'VAL_SCHEMA_006'] as const),
      ...(['VAL_ROUTING_001', 'VAL_ROUTING_002', 'VAL_ROUTING_003', 'VAL_ROUTING_004', 'VAL_ROUTING_005'] as const),
    ];
    expect([...produced]).to.include.members([...codes]);
  });
});
