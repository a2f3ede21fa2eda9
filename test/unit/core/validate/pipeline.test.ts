// The validation pipeline: one valid transaction, and the code of every step that refuses.
import { expect } from 'chai';
import { TRANSACTION_AGE_MAX_MS } from '../../../../core/base/limits/ledger/transactions.js';
import type { Instance } from '../../../../core/blueprint/state/instance.js';
import { instanceIdOf } from '../../../../core/instance/rows.js';
import { fillDraft } from '../../../../core/kinds/build.js';
import type { StateView } from '../../../../core/model/register.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import type { ValidationContext } from '../../../../core/moves/parts/context.js';
import { walletDid } from '../../../../core/register/people/did.js';
import { STEPS } from '../../../../core/validate/steps.js';
import { validate } from '../../../../core/validate/validate.js';
import {
  AT,
  act,
  actDraft,
  alice,
  bob,
  DEFINITION,
  Ledger,
  NOW,
  owner,
  publish,
  REGISTER_ID,
  signed,
  system,
  verified,
  wallet,
} from '../../../support/register/ledger.js';

describe('the validation pipeline', () => {
  const produced = new Set<string>();

  function judge(ledger: Ledger, tx: Transaction, given: Partial<ValidationContext> = {}): string {
    const verdict = validate(tx, {
      state: ledger.state,
      view: ledger.view,
      signaturesOk: verified(tx),
      nowMs: NOW,
      ...given,
    });
    if (verdict.ok) return 'ok';
    for (const found of verdict.issues) produced.add(found.code);
    return `${verdict.fault} ${verdict.issues.map((found) => `${found.code} ${found.path}`).join(', ')}`;
  }

  function published(): { ledger: Ledger; pin: string } {
    const ledger = new Ledger();
    const publication = publish();
    ledger.seal(publication);
    return { ledger, pin: publication.txId };
  }

  function started(): { ledger: Ledger; pin: string; start: Transaction; instanceId: string } {
    const { ledger, pin } = published();
    const start = act({ actionId: '0', publicationTxId: pin }, alice);
    ledger.seal(start);
    return { ledger, pin, start, instanceId: instanceIdOf(start) };
  }

  it('takes a publication, a starting action, and what the routes allow after it', () => {
    const { ledger, pin, start, instanceId } = started();
    const answer = act({ actionId: '1', publicationTxId: pin, instanceId, previousTransactionId: start.txId }, bob);
    expect(judge(ledger, answer)).to.equal('ok');
    ledger.seal(answer);
    const follow = (actionId: string) =>
      act({ actionId, publicationTxId: pin, instanceId, previousTransactionId: answer.txId }, bob);
    const [paid, archived] = [follow('2'), follow('3')];
    ledger.seal(paid, archived);
    expect(ledger.state.txCount).to.equal(6);
    expect(ledger.view.state(`inst/${instanceId}`)).to.deep.equal({
      ...{ blueprintId: 'loan', flow: {}, language: 2, moves: 4, opener: alice.address },
      ...{ participants: { clerk: bob.address }, publicationTxId: pin, since: { clerk: 1 }, state: 'Completed' },
      runs: Object.fromEntries(
        [start, answer, paid, archived].map(({ txId }, i) => [i, { changed: i + 1, count: 1, last: txId }]),
      ),
    });
  });

  it('takes a starting action that names the publication as its previous transaction', () => {
    const { ledger, pin } = published();
    const one = act({ actionId: '0', publicationTxId: pin, previousTransactionId: pin }, alice);
    const two = act({ actionId: '0', publicationTxId: pin, previousTransactionId: pin, instanceId: 'mine' }, alice);
    ledger.seal(one, two);
    expect(ledger.view.state('inst/mine')?.publicationTxId).to.equal(pin);
  });

  it('keeps an instance that somebody else opened under its derived id out of a transaction that opens its own', () => {
    const { ledger, pin } = published();
    const start = act({ actionId: '0', publicationTxId: pin }, alice);
    const instanceId = instanceIdOf(start);
    const squatter = act({ actionId: '0', publicationTxId: pin, instanceId }, alice);
    expect(judge(ledger, squatter)).to.equal('reject VAL_BP_001 /header/instanceId');
    ledger.seal(start);
    const instance = ledger.view.state(`inst/${instanceId}`) as unknown as Instance;
    expect(instance.flow).to.have.keys(start.txId);
    expect(instance.publicationTxId).to.equal(pin);
  });

  it('refuses the members that a kind does not have, another register, and what is sealed', () => {
    const { ledger, pin, start } = started();
    const odd = signed(
      {
        registerId: REGISTER_ID,
        blueprintId: 'x',
        actionId: 'blueprint-publish',
        senderWallet: owner.address,
        createdAt: AT,
        payload: DEFINITION,
        instanceId: 'i',
      },
      [owner],
    );
    expect(judge(ledger, odd)).to.equal('reject VAL_STRUCT_012 /header');
    const reserved = publish({ ...DEFINITION }, 'genesis');
    expect(judge(ledger, reserved)).to.equal('reject VAL_STRUCT_011 /header/blueprintId');
    const adrift = act({ actionId: '1', publicationTxId: pin, previousTransactionId: start.txId }, bob);
    expect(judge(ledger, adrift)).to.equal('reject VAL_STRUCT_011 /header/instanceId');
    const foreign = act(
      { actionId: '0', publicationTxId: pin, registerId: '00000000-1111-4222-8333-555555555555' },
      alice,
    );
    expect(judge(ledger, foreign)).to.equal('reject VAL_STRUCT_002 /header/registerId');
    expect(judge(ledger, start)).to.equal('reject VAL_REPLAY_001 ');
    const huge = { ...act({ actionId: '0', publicationTxId: pin }, alice), bytes: new Uint8Array(4 * 1024 * 1024 + 1) };
    expect(judge(ledger, huge)).to.equal('reject VAL_SIZE_001 ');
  });

  it('judges time by the clock at admission and by the docket afterwards', () => {
    const { ledger, pin } = published();
    const at = (createdMs: number, expiresMs?: number) =>
      act(
        {
          actionId: '0',
          publicationTxId: pin,
          createdAt: new Date(createdMs).toISOString(),
          ...(expiresMs !== undefined && { expiresAt: new Date(expiresMs).toISOString() }),
        },
        alice,
      );
    expect(judge(ledger, at(NOW + 300_001))).to.equal('reject VAL_TIME_001 /header/createdAt');
    expect(judge(ledger, at(NOW + 300_000))).to.equal('ok');
    const docket = { state: ledger.state, view: ledger.view, signaturesOk: true };
    const [young, late] = [at(NOW), NOW + TRANSACTION_AGE_MAX_MS];
    expect(judge(ledger, young, { nowMs: late + 1 })).to.equal('reject VAL_TIME_002 /header/createdAt');
    expect(judge(ledger, young, { nowMs: late + 1, relayed: true })).to.equal('ok');
    expect(judge(ledger, young, { nowMs: late })).to.equal('ok');
    expect(validate(young, { ...docket, docketMs: late + 1 })).to.deep.equal({ ok: true });
    expect(judge(ledger, at(NOW - 10, NOW))).to.equal('reject VAL_TIME_003 /header/expiresAt');
    expect(judge(ledger, at(NOW - 10, NOW + 1))).to.equal('ok');
    expect(validate(at(NOW - 10, NOW + 1), { ...docket, docketMs: NOW + 1 }).ok).to.equal(false);
  });

  it('refuses signatures that do not verify, senders that did not sign, and algorithms outside the policy', () => {
    const { ledger, pin } = published();
    const good = act({ actionId: '0', publicationTxId: pin }, alice);
    expect(judge(ledger, good, { signaturesOk: false })).to.equal('reject VAL_SIG_002 /signatures');
    const forged = signed({ ...actDraft({ actionId: '0', publicationTxId: pin }, alice) }, [bob]);
    expect(judge(ledger, forged)).to.equal('reject VAL_SIG_004 /header/senderWallet');
    // The Ed25519 point of order 8: signatures under it fit many messages, so no verifier is asked.
    const smallOrder = Buffer.from('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05', 'hex').toString(
      'base64',
    );
    const unsound = { ...good, signatures: [...good.signatures, { ...good.signatures[0]!, publicKey: smallOrder }] };
    expect(judge(ledger, unsound, { signaturesOk: true })).to.equal('reject VAL_SIG_003 /signatures/1/publicKey');
    const unsigned = signed(actDraft({ actionId: '0', publicationTxId: pin }, alice), []);
    expect(judge(ledger, unsigned)).to.equal('reject VAL_POLICY_002 /signatures');
    const narrow = {
      ...ledger.state,
      policy: { ...ledger.state.policy, crypto: { acceptedSignatureAlgorithms: ['NISTP256' as const] } },
    };
    expect(judge(ledger, good, { state: narrow })).to.equal('reject VAL_POLICY_001 /signatures/0/algorithm');
  });

  it('takes control transactions only from those with the right', () => {
    const ledger = new Ledger();
    expect(judge(ledger, publish(DEFINITION, 'loan', alice))).to.equal('reject VAL_PERM_002 /header/senderWallet');
    const unsigned = signed(
      {
        registerId: REGISTER_ID,
        blueprintId: 'loan',
        actionId: 'blueprint-publish',
        senderWallet: owner.address,
        createdAt: AT,
        payload: DEFINITION,
      },
      [],
    );
    expect(judge(ledger, unsigned)).to.equal('reject VAL_PERM_001 /signatures');
    const auditor = { ...ledger.state, members: [{ ...ledger.state.members[0]!, role: 'Auditor' as const }] };
    expect(judge(ledger, publish(), { state: auditor })).to.equal('reject VAL_PERM_003 /header/senderWallet');
    const designer = { ...ledger.state, members: [{ ...ledger.state.members[0]!, role: 'Designer' as const }] };
    expect(judge(ledger, publish(), { state: designer })).to.equal('ok');
    const bySystem = (publishedBy: string) =>
      signed(
        {
          registerId: REGISTER_ID,
          blueprintId: 'loan',
          actionId: 'blueprint-publish',
          senderWallet: system.address,
          createdAt: AT,
          payload: DEFINITION,
          metadata: { publishedBy },
        },
        [system],
      );
    expect(judge(ledger, bySystem(walletDid(owner.address)))).to.equal('ok');
    expect(judge(ledger, bySystem(alice.address))).to.equal('reject VAL_PERM_002 /header/senderWallet');
    const bare = { ...publish(), header: { ...publish().header, metadata: {} } };
    expect(judge(ledger, bare)).to.equal('reject VAL_SIG_005 /header/metadata/statement');
  });

  it('refuses governance acts without a form or by strangers, and a second genesis', () => {
    const ledger = new Ledger();
    const govern = (blueprintId: string, actionId: string, by = owner) =>
      signed(
        {
          registerId: REGISTER_ID,
          blueprintId,
          actionId,
          senderWallet: by.address,
          createdAt: AT,
          payload: { targetDid: 'x' },
        },
        [by],
      );
    const known = 'register-governance-v1';
    expect(judge(ledger, govern(known, 'add-member'))).to.contain('reject VAL_STRUCT_011 /payload/operation');
    expect(judge(ledger, govern(known, 'crown'))).to.equal('reject VAL_PERM_004 /header/actionId');
    expect(judge(ledger, govern(known, 'crown', bob))).to.equal('reject VAL_PERM_002 /header/senderWallet');
    expect(judge(ledger, govern('register-governance-v0', 'add-member'))).to.equal(
      'reject VAL_GOV_DEF_001 /header/blueprintId',
    );
    const genesis = signed(
      {
        registerId: REGISTER_ID,
        blueprintId: 'genesis',
        actionId: 'register-creation',
        senderWallet: system.address,
        createdAt: AT,
        payload: { a: 1 },
      },
      [system],
    );
    expect(judge(ledger, genesis)).to.equal('reject VAL_PERM_004 /header/actionId');
  });

  it('refuses definitions and schemas that may not be published', () => {
    const ledger = new Ledger();
    expect(judge(ledger, publish({ ...DEFINITION, actions: [] }))).to.equal('reject VAL_BP_010 /payload/actions');
    const bad = [{ id: 0, sender: 'clerk', dataSchemas: [{ type: 'no such type' }] }];
    expect(judge(ledger, publish({ ...DEFINITION, actions: bad }))).to.equal(
      'reject VAL_SCHEMA_005 /payload/actions/0/dataSchemas/0',
    );
  });

  it('resolves the pin and never falls back', () => {
    const { ledger, pin } = published();
    expect(judge(ledger, act({ actionId: '0', blueprintId: 'other' }, alice))).to.equal(
      'reject VAL_SCHEMA_001 /header/blueprintId',
    );
    expect(judge(ledger, act({ actionId: 'zero', publicationTxId: pin }, alice))).to.equal(
      'reject VAL_SCHEMA_002 /header/actionId',
    );
    expect(judge(ledger, act({ actionId: '00', publicationTxId: pin }, alice))).to.equal(
      'reject VAL_SCHEMA_002 /header/actionId',
    );
    expect(judge(ledger, act({ actionId: '9', publicationTxId: pin }, alice))).to.equal(
      'reject VAL_SCHEMA_003 /header/actionId',
    );
    const unpinned = 'reject VAL_BP_VERSION_001 /header/publicationTxId';
    expect(judge(ledger, act({ actionId: '0' }, alice))).to.equal(unpinned);
    expect(judge(ledger, act({ actionId: '0', publicationTxId: 'a'.repeat(64) }, alice))).to.equal(unpinned);
    const other = publish(DEFINITION, 'other');
    ledger.seal(other);
    expect(judge(ledger, act({ actionId: '0', publicationTxId: other.txId }, alice))).to.equal(unpinned);
    const filled = fillDraft(actDraft({ actionId: '0' }, alice), ledger.view);
    expect(filled.publicationTxId).to.equal(pin);
    expect(judge(ledger, signed(filled, [alice]))).to.equal('ok');
  });

  it('keeps the pin of an instance when a newer definition is published', () => {
    const { ledger, pin, start, instanceId } = started();
    const newer = publish({ ...DEFINITION, title: 'Loan, amended' });
    ledger.seal(newer);
    const follow = actDraft({ actionId: '1', instanceId, previousTransactionId: start.txId }, bob);
    expect(judge(ledger, signed({ ...follow, publicationTxId: newer.txId }, [bob]))).to.equal(
      'reject VAL_BP_VERSION_001 /header/publicationTxId',
    );
    const { instanceId: _, ...bare } = follow;
    const filled = fillDraft(bare, ledger.view);
    expect([filled.publicationTxId, filled.instanceId]).to.deep.equal([pin, instanceId]);
    expect(judge(ledger, signed(filled, [bob]))).to.equal('ok');
  });

  it('locates what breaks the schema in the payload', () => {
    const { ledger, pin } = published();
    const start = (payload: object) => act({ actionId: '0', publicationTxId: pin, payload: payload as never }, alice);
    expect(judge(ledger, start({}))).to.equal('reject VAL_SCHEMA_004 /payload/amount');
    expect(judge(ledger, start({ amount: 0 }))).to.equal('reject VAL_SCHEMA_004 /payload/amount');
    // A backtracking engine would need years for this text.
    expect(judge(ledger, start({ amount: 1, code: `${'a'.repeat(5000)}b` }))).to.equal(
      'reject VAL_SCHEMA_004 /payload/code',
    );
  });

  it('parks what follows an unknown transaction, and refuses forks, foreign instances and moves without a route', () => {
    const { ledger, pin, start, instanceId } = started();
    const next = (actionId: string, previousTransactionId: string, more: object = {}) =>
      act({ actionId, publicationTxId: pin, instanceId, previousTransactionId, ...more }, bob);
    expect(judge(ledger, next('1', 'b'.repeat(64)))).to.equal('retry VAL_CHAIN_001 /header/previousTransactionId');
    expect(judge(ledger, next('2', start.txId))).to.equal('reject VAL_BP_003 /header/actionId');
    expect(judge(ledger, act({ actionId: '1', publicationTxId: pin }, bob))).to.equal(
      'reject VAL_BP_001 /header/previousTransactionId',
    );
    expect(judge(ledger, act({ actionId: '0', publicationTxId: pin, instanceId }, alice))).to.equal(
      'reject VAL_BP_001 /header/instanceId',
    );
    expect(judge(ledger, next('1', start.txId, { instanceId: 'nowhere' }))).to.equal(
      'reject VAL_CHAIN_002 /header/previousTransactionId',
    );
    const answer = next('1', start.txId);
    ledger.seal(answer);
    const again = next('1', start.txId, { payload: { amount: 6 } });
    expect(judge(ledger, again)).to.equal('reject VAL_CHAIN_FORK /header/previousTransactionId');
    const stranger = act({ actionId: '0', publicationTxId: pin, payload: { amount: 7 } }, alice);
    ledger.seal(stranger);
    expect(judge(ledger, next('1', stranger.txId))).to.equal('reject VAL_CHAIN_002 /header/previousTransactionId');
    const pay = next('2', answer.txId);
    ledger.seal(pay);
    expect(judge(ledger, next('2', answer.txId, { payload: {} }))).to.equal(
      'reject VAL_CHAIN_FORK /header/previousTransactionId',
    );
    expect(judge(ledger, next('0', answer.txId))).to.equal('reject VAL_BP_003 /header/actionId');
    expect(judge(ledger, next('3', pay.txId))).to.equal('reject VAL_BP_003 /header/actionId');
    expect(judge(ledger, next('3', answer.txId))).to.equal('ok');
  });

  it('holds a role for the wallet that the definition or the first act gives it to', () => {
    const { ledger, pin, start, instanceId } = started();
    const refused = 'reject VAL_BP_002 /header/senderWallet';
    expect(judge(ledger, act({ actionId: '0', publicationTxId: pin }, bob))).to.equal(refused);
    const answer = act({ actionId: '1', publicationTxId: pin, instanceId, previousTransactionId: start.txId }, bob);
    ledger.seal(answer);
    const carol = wallet('carol');
    const pay = (by: typeof carol) =>
      act({ actionId: '2', publicationTxId: pin, instanceId, previousTransactionId: answer.txId }, by);
    expect(judge(ledger, pay(carol))).to.equal(refused);
    expect(judge(ledger, pay(bob))).to.equal('ok');
  });

  it('collects the issues of steps that do not stop', () => {
    const { ledger, pin } = published();
    const tx = act(
      {
        actionId: '0',
        publicationTxId: pin,
        payload: { amount: 'x' },
        createdAt: new Date(NOW + 400_000).toISOString(),
      },
      alice,
    );
    expect(judge(ledger, tx, { signaturesOk: false })).to.equal(
      'reject VAL_TIME_001 /header/createdAt, VAL_SIG_002 /signatures, VAL_SCHEMA_004 /payload/amount',
    );
  });

  it('skips the steps that passed before, and only those', () => {
    const { ledger, pin } = published();
    const bad = act({ actionId: '0', publicationTxId: pin, payload: {} }, alice);
    expect(judge(ledger, bad, { certified: true })).to.equal('ok');
    expect(judge(ledger, bad, { certified: true, signaturesOk: false })).to.equal('reject VAL_SIG_002 /signatures');
  });

  it('reads the state through the view alone', () => {
    const { ledger, pin } = published();
    const empty: StateView = {
      state: () => undefined,
      sealOf: () => undefined,
      transaction: () => undefined,
      docketAt: () => undefined,
    };
    expect(judge(ledger, act({ actionId: '0', publicationTxId: pin }, alice), { view: empty })).to.equal(
      'reject VAL_SCHEMA_001 /header/blueprintId',
    );
  });

  it('gives every code that its table names, and no other', () => {
    const testedElsewhere =
      'act, gates, gateKnown, gateTime, gateState, gateVerified, gateUse, gatePublic, turn, madeBefore, longSigned, routing, sees, seen, reads, overtaking, stated, voting, statedDue, ballot, join, confirmed, confirmation, cancellation, fourEyes, candidates, claims, handover, issuance, credentialStatus, delivery, deliveryKnown, deliveryProof, deliveryRead, challenge, objection, resolution, cells, plain, record, participants, recipients'.split(
        ', ',
      );
    const here = STEPS.filter((step) => !testedElsewhere.includes(step.name));
    const elsewhere =
      'CELL_001 FLOW_004 FLOW_007 FLOW_009 FLOW_010 SCHEMA_006 BP_011 BP_012 BP_014 BP_015 BP_017 WORK_001'.split(' ');
    const named = new Set(here.flatMap((step) => step.codes).filter((code) => !elsewhere.includes(code.slice(4))));
    expect([...produced].sort()).to.deep.equal([...named].sort());
  });
});
