// What every validator asks of a gate: its statements, their time and state, verifiers, uses, and evidence in the
// clear.
import { expect } from 'chai';
import { toBase64, utf8 } from '../../../../../core/base/bytes.js';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { GATES_MAX } from '../../../../../core/base/limits/ledger/credentials.js';
import { VERIFIED_GATE_STEPS } from '../../../../../core/base/limits/ledger/work.js';
import { planOf } from '../../../../../core/blueprint/plan/plan.js';
import { nonceOf, useOf, verifiedDigest } from '../../../../../core/credentials/gate/bytes.js';
import { GATE_FORMATS } from '../../../../../core/credentials/gate/rule.js';
import type { GateStatement } from '../../../../../core/credentials/gate/statement.js';
import { sign, verifySync } from '../../../../../core/crypto/signing/algorithms.js';
import { placeOf } from '../../../../../core/envelope/cells/root.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { stepsOf } from '../../../../../core/moves/parts/memo.js';
import { usesOf } from '../../../../../core/moves/parts/stated-gates.js';
import { gateUse } from '../../../../../core/validate/instance/gates.js';
import { verifierAlgorithms, verifierTasks } from '../../../../../core/validate/parts/gate-signatures.js';
import { signatureTasks } from '../../../../../core/validate/parts/signature.js';
import { validate } from '../../../../../core/validate/validate.js';
import { CHALLENGE, partsOf } from '../../../../support/credentials/gate.js';
import {
  carol,
  GatedLedger,
  type Requires,
  SEALED_MS,
  type Shown,
} from '../../../../support/credentials/gated-ledger.js';
import { STRANGER } from '../../../../support/credentials/shown.js';
import { act, alice, bob, DEFINITION, publish, REGISTER_ID, type Wallet } from '../../../../support/register/ledger.js';

const MINUTE = 60_000;
const OPEN: Requires = { evidence: 'public' };
const JUDGED_MS = SEALED_MS - MINUTE;
const USES = { max: 1, per: 'register' } as const;

/** The same transaction with other metadata or another payload, signed by the same wallet. */
function again(tx: Transaction, more: JsonObject, by: Wallet = alice): Transaction {
  const { actionId, publicationTxId, instanceId, recipients, previousTransactionId, createdAt, metadata } = tx.header;
  const place = { actionId, createdAt, ...(publicationTxId && { publicationTxId }), ...(recipients && { recipients }) };
  const chained = {
    ...(instanceId && { instanceId }),
    ...(previousTransactionId && { previousTransactionId }),
  };
  return act({ ...place, ...chained, metadata: metadata as JsonObject, payload: tx.payload, ...more } as never, by);
}

const stating = (statements: (usual: JsonObject) => readonly JsonObject[]): Shown => ({ statements });

describe('gates: what validators judge', () => {
  for (const format of GATE_FORMATS) {
    it(`seals an action whose evidence its readers judge, and cannot look into it (${format})`, () => {
      const gated = new GatedLedger([{}], format);
      expect(gated.judge({ format })).to.equal('ok');
      expect(gated.judge({ format, showing: { key: STRANGER } })).to.equal('ok');
    });

    it(`judges evidence in the clear, in an envelope and beside data in the clear (${format})`, () => {
      const gated = new GatedLedger([OPEN], format);
      for (const isPlain of [false, true]) {
        expect(gated.judge({ format, isOpen: true }, { isPlain })).to.equal('ok');
        const forged = gated.run({ format, isOpen: true, showing: { key: STRANGER } }, { isPlain });
        const verdict = gated.at.judge(forged, SEALED_MS);
        expect(verdict).to.equal('VAL_GATE_006');
      }
    });
  }

  it('says the ground of evidence in the clear, and no value of a claim', () => {
    const gated = new GatedLedger([OPEN]);
    const { state, view } = gated.at.ledger;
    const claims = { number: 'L-18', classes: ['B', 'C'], holder: { name: 'Ada', born: '1990-01-01' } };
    const tx = gated.run({ isOpen: true, showing: { claims } });
    const verdict = validate(tx, { state, view, signaturesOk: true, docketMs: SEALED_MS });
    const [problem] = verdict.ok ? [] : verdict.issues;
    expect(problem?.message).to.include('claims/number').and.not.include('L-18');
    expect(problem?.path).to.equal('/payload/@gate/licence');
  });

  it('takes a presentation for one action with one content', () => {
    const gated = new GatedLedger([OPEN]);
    const first = gated.run({ isOpen: true }, { isPlain: true });
    const other = again(first, { payload: { ...(first.payload as JsonObject), n: 2 } });
    expect([first, other].map((tx) => gated.at.judge(tx, SEALED_MS))).to.deep.equal(['ok', 'VAL_GATE_006']);
  });

  it('gives one verdict, however often it is asked', () => {
    const gated = new GatedLedger([OPEN]);
    const tx = gated.run({ isOpen: true });
    expect([1, 2].map(() => gated.at.judge(tx, SEALED_MS))).to.deep.equal(['ok', 'ok']);
  });

  describe('statements', () => {
    const cases: readonly (readonly [string, readonly Requires[], Shown])[] = [
      ['none', [{}], stating(() => [])],
      ['another gate', [{}], stating((usual) => [{ ...usual, id: 'other' }])],
      ['two of one gate', [{}], stating((usual) => [usual, usual])],
      ['a member that no statement has', [{}], stating((usual) => [{ ...usual, issuer: 'x' }])],
      ['a use where none is counted', [{}], stating((usual) => [{ ...usual, use: 'ab'.repeat(32) }])],
      ['no use where it is counted', [{ uses: USES }], {}],
      [
        'a verifier where none is named',
        [{}],
        stating((usual) => [
          {
            ...usual,
            by: {
              ...{ wallet: bob.address, algorithm: bob.algorithm, publicKey: toBase64(bob.publicKey) },
              signature: 'AAAA',
            },
          },
        ]),
      ],
      ['no verifier where one is named', [{ verifiedBy: 'y' }], {}],
      ['one of two gates', [{}, { id: 'second' }], {}],
      ['the other order', [{}, { id: 'second' }], stating((usual) => [{ ...usual, id: 'second' }, usual])],
      ['none of the alternatives', [{ anyOfGroup: 'a' }, { id: 'second', anyOfGroup: 'a' }], stating(() => [])],
      [
        'both alternatives',
        [{ anyOfGroup: 'a' }, { id: 'second', anyOfGroup: 'a' }],
        stating((usual) => [usual, { ...usual, id: 'second' }]),
      ],
    ];
    for (const [what, requirements, shown] of cases)
      it(`VAL_GATE_001: ${what}`, () => {
        expect(new GatedLedger(requirements).judge(shown)).to.equal('VAL_GATE_001');
      });

    it('are one of the alternatives, whichever was met', () => {
      const either = [{ anyOfGroup: 'a' }, { id: 'second', anyOfGroup: 'a' }];
      expect(new GatedLedger(either).judge()).to.equal('ok');
      const second = stating((usual) => [{ ...usual, id: 'second' }]);
      expect(new GatedLedger(either).judge(second)).to.equal('ok');
    });

    it('are of an action alone whose definition has gates', () => {
      const gated = new GatedLedger();
      const first = gated.take();
      const next = { action: 2, by: bob, data: { n: 2 }, next: [], previous: first.txId };
      const bare = gated.at.run(next);
      expect(gated.at.judge(bare, SEALED_MS + 1)).to.equal('ok');
      const gates = [gated.statement()] as Json;
      const stated = again(bare, { metadata: { ...(bare.header.metadata as JsonObject), gates } }, bob);
      expect(gated.at.judge(stated, SEALED_MS + 1)).to.equal('VAL_GATE_001');
    });

    it('are of an instance with a name, so that one presentation opens one', () => {
      const gated = new GatedLedger([OPEN]);
      const tx = gated.run({ isOpen: true }, { isPlain: true });
      const { instanceId: _, ...header } = tx.header;
      expect(gated.at.judge(again({ ...tx, header }, {}), SEALED_MS)).to.equal('VAL_GATE_001');
    });

    it('stand in an envelope where evidence is encrypted, and beside it where it is in the clear', () => {
      const sealed = new GatedLedger();
      expect(sealed.judge({}, { isPlain: true })).to.equal('VAL_GATE_001');
      expect(sealed.judge({ isOpen: true })).to.equal('VAL_GATE_001');
      const open = new GatedLedger([OPEN]);
      const tx = open.run({ isOpen: true });
      const { '@gate': member, ...rest } = tx.payload as JsonObject;
      const payloads: readonly JsonObject[] = [
        rest,
        { ...rest, '@gate': {} },
        { ...rest, '@gate': 'none' },
        { ...rest, '@gate': { ...(member as JsonObject), other: {} } },
      ];
      for (const payload of payloads) expect(open.at.judge(again(tx, { payload }), SEALED_MS)).to.equal('VAL_GATE_001');
    });

    it('are refused with other letters', () => {
      const gated = new GatedLedger();
      const tx = gated.run();
      const { gates, ...metadata } = tx.header.metadata as JsonObject;
      expect(gated.at.judge(again(tx, { metadata: { ...metadata, Gates: gates as Json } }), SEALED_MS)).to.equal(
        'VAL_STRUCT_012',
      );
    });
  });

  it('VAL_GATE_002: a docket comes a minute before it was judged at most, and proofMaxAge after it', () => {
    const gated = new GatedLedger();
    const at = (ms: number) => gated.judge({}, {}, JUDGED_MS + ms);
    expect([-MINUTE, 15 * MINUTE].map(at)).to.deep.equal(['ok', 'ok']);
    expect([-MINUTE - 1, 15 * MINUTE + 1].map(at)).to.deep.equal(['VAL_GATE_002', 'VAL_GATE_002']);
    const hour = new GatedLedger([{ proofMaxAge: 'PT1H' }]);
    expect(hour.judge({}, {}, JUDGED_MS + 60 * MINUTE)).to.equal('ok');
  });

  it('VAL_GATE_002: nobody calls it too early who has neither a docket nor a clock', () => {
    const gated = new GatedLedger();
    expect(gated.at.judge(gated.run())).to.equal('ok');
  });

  describe('the state that it was judged by', () => {
    it('is one that is sealed, and may be sealed yet', () => {
      const gated = new GatedLedger();
      const { state, view } = gated.at.ledger;
      const tx = gated.run({ statement: { asOf: state.height + 1 } });
      const verdict = validate(tx, { state, view, signaturesOk: true, docketMs: SEALED_MS });
      const codes = verdict.ok ? [] : verdict.issues.map(({ code }) => code);
      expect([codes, !verdict.ok && verdict.fault]).to.deep.equal([['VAL_GATE_003'], 'retry']);
    });

    it('is not one that was succeeded long before', () => {
      const gated = new GatedLedger();
      const { height } = gated.at.ledger.state;
      const before = (ms: number) => {
        const one = new GatedLedger();
        one.at.ledger.sealAt(JUDGED_MS - ms, publish(DEFINITION, 'other'));
        return one.judge({ statement: { asOf: height } });
      };
      expect([15 * MINUTE, 15 * MINUTE + 1].map(before)).to.deep.equal(['ok', 'VAL_GATE_003']);
    });

    it('has the root of the pinned anchors that it says', () => {
      const gated = new GatedLedger();
      expect(gated.judge({ statement: { trust: 'ab'.repeat(32) } })).to.equal('VAL_GATE_003');
      expect(gated.judge({ statement: { asOf: 0 } })).to.equal('VAL_GATE_003');
    });
  });

  describe('a verifier', () => {
    const keyOf = (of: Wallet) => ({ algorithm: of.algorithm, publicKey: toBase64(of.publicKey) });

    interface Alter {
      readonly role: string;
      readonly wallet: Wallet;
      readonly by: Wallet;
      readonly said: JsonObject;
      readonly requires: Requires;
      readonly shown: Shown;
      /** The evidence that is sealed in place of that which was signed for. */
      readonly evidence: JsonObject;
    }

    function verified(alter: Partial<Alter> = {}) {
      const { role = 'y', wallet = bob, by = bob, said = {}, requires = {}, shown = {}, evidence } = alter;
      const gated = new GatedLedger([{ ...requires, verifiedBy: role }]);
      const none = { wallet: bob.address, ...keyOf(bob), signature: 'AAAA' };
      const tx = gated.run({ ...stating((usual) => [{ ...usual, by: none }]), ...shown });
      const statement = gated.statement() as unknown as GateStatement;
      const payload = tx.payload as JsonObject & { readonly root: string };
      const open = (payload['@gate'] as JsonObject | undefined)?.['licence'];
      const root = new Uint8Array(Buffer.from(payload.root, 'base64url'));
      const digest = verifiedDigest(
        { place: placeOf({ ...tx.header, registerId: REGISTER_ID }), root, open },
        statement,
      );
      const signature = toBase64(sign(by.algorithm, by.privateKey, digest));
      const gates = [
        { ...statement, ...said, by: { wallet: wallet.address, ...keyOf(wallet), signature } },
      ] as unknown as Json;
      const metadata = { ...(tx.header.metadata as JsonObject), gates };
      const whole = again(tx, { metadata, ...(evidence && { payload: { ...payload, '@gate': evidence } }) });
      return { gated, tx: whole, verdict: gated.at.judge(whole, SEALED_MS) };
    }

    const areSigned = (tx: Transaction) =>
      signatureTasks(tx).every((task) => verifySync(task.algorithm, task.publicKey, task.digest, task.signature));

    it('signed the statement and all that the run commits to', () => {
      expect(signatureTasks(verified().tx)).to.have.length(2);
      expect(areSigned(verified().tx)).to.equal(true);
      expect(areSigned(verified({ by: alice }).tx)).to.equal(false);
      expect(areSigned(verified({ said: { at: new Date(JUDGED_MS + 1).toISOString() } }).tx)).to.equal(false);
    });

    it('signed the evidence that stands in the clear, and no other one', () => {
      const open = { requires: OPEN, shown: { isOpen: true } };
      expect(areSigned(verified(open).tx)).to.equal(true);
      expect(areSigned(verified({ ...open, evidence: { licence: { v: 1 } } }).tx)).to.equal(false);
    });

    it('holds the role, and has an active record', () => {
      expect(verified().verdict).to.equal('ok');
      expect(verified({ wallet: alice, by: alice }).verdict).to.equal('VAL_GATE_004');
      expect(verified({ role: 'z', wallet: carol, by: carol }).verdict).to.equal('VAL_GATE_004');
    });

    it('is one signature more for the verifiers of signatures, and costs a docket its time', () => {
      const { gated, tx } = verified();
      expect(stepsOf(tx, gated.at.ledger.state.rules)).to.be.at.least(VERIFIED_GATE_STEPS);
      const sealed = new GatedLedger();
      const other = sealed.run();
      expect(sealed.at.judge(other, SEALED_MS)).to.equal('ok');
      expect(stepsOf(other, sealed.at.ledger.state.rules)).to.be.below(VERIFIED_GATE_STEPS);
      expect([signatureTasks(other).length, verifierAlgorithms(tx.header)]).to.deep.equal([1, ['ED25519']]);
    });

    it('is not looked for in statements of another form, or in too many', () => {
      const { tx } = verified();
      const [statement] = tx.header.metadata!.gates as unknown as readonly JsonObject[];
      const tasks = (gates: Json, payload: Json = tx.payload) =>
        verifierTasks({ header: { ...tx.header, metadata: { ...tx.header.metadata, gates } }, payload } as never)
          .length;
      expect(tasks([statement!])).to.equal(1);
      expect(tasks([{ ...statement, issuer: 'x' }, null, 1])).to.equal(0);
      expect(tasks('none')).to.equal(0);
      expect(tasks(Array.from({ length: GATES_MAX }, () => statement!))).to.equal(GATES_MAX);
      expect(tasks(Array.from({ length: GATES_MAX + 1 }, () => statement!))).to.equal(0);
      expect(tasks([statement!], 'text')).to.equal(0);
    });
  });

  describe('uses', () => {
    const issued = partsOf('sd-jwt-vc').issued as string;
    const use = useOf(REGISTER_ID, utf8(issued.split('.').slice(0, 2).join('.')));
    const second: Requires = { id: 'second', uses: { ...USES, max: 2 } };

    it('VAL_GATE_005: count each time that the credential was sealed, and no more of them are', () => {
      const gated = new GatedLedger([{ uses: { ...USES, max: 2 } }, second]);
      const both = (n: number): Shown => ({
        statements: (usual) => [
          { ...usual, use },
          { ...usual, id: 'second', use: n === 2 ? use : 'cd'.repeat(32) },
        ],
      });
      expect([1, 2].map((n) => gated.judge(both(n)))).to.deep.equal(['ok', 'ok']);
      gated.take(both(2));
      expect(usesOf(gated.at.ledger.view, use)).to.equal(2);
      const later = gated.run({ statement: { use } });
      const of = { state: gated.at.ledger.state, view: gated.at.ledger.view, docketMs: SEALED_MS };
      const { definition } = gated.at;
      const planned = planOf(definition).actions.get('1');
      expect(gateUse({ tx: later, ctx: of, definition, planned } as never).map(({ code }) => code)).to.deep.equal([]);
      const again = gated.run(both(2));
      expect(gateUse({ tx: again, ctx: of, definition, planned } as never).map(({ code }) => code)).to.deep.equal([
        'VAL_GATE_005',
      ]);
    });

    it('VAL_GATE_005: two gates of one action count both', () => {
      const gated = new GatedLedger([{ uses: USES }, { ...second, uses: USES }]);
      const both = (other: string) =>
        gated.judge(
          stating((usual) => [
            { ...usual, use },
            { ...usual, id: 'second', use: other },
          ]),
        );
      expect(both('cd'.repeat(32))).to.equal('ok');
      expect(both(use)).to.equal('VAL_GATE_005');
    });
  });

  it('binds the nonce to the data, whatever else is drawn for its encryption', () => {
    const gated = new GatedLedger();
    const nonces: string[] = [];
    const parts: Shown['parts'] = (usual, run) => {
      nonces.push(nonceOf(run, CHALLENGE, 'licence'));
      return new Map([['licence', usual]]);
    };
    const roots = [{}, {}, { data: { n: 2 } }].map((more) => (gated.run({ parts }, more).payload as JsonObject).root);
    expect(nonces[0]).to.equal(nonces[1]);
    expect(nonces[2]).to.not.equal(nonces[0]);
    expect(new Set(roots).size).to.equal(3);
  });
});
