// Issuances of the credentials of runs, and changes of their status: who may send them, when, and what the state keeps
// as of each height.
import { expect } from 'chai';
import { toBase64 } from '../../../../../core/base/bytes.js';
import type { JsonObject } from '../../../../../core/base/json.js';
import { INSTANCE_ISSUANCES_MAX, STATUS_CHANGES_MAX } from '../../../../../core/base/limits/ledger/credentials.js';
import { sign } from '../../../../../core/crypto/signing/algorithms.js';
import { replacementDigest } from '../../../../../core/register/governance/replacement.js';
import { credentialsOf, issuanceStatus, issuanceStatusAsOf } from '../../../../../core/register/issued/rows.js';
import { validate } from '../../../../../core/validate/validate.js';
import { operation } from '../../../../support/register/governance.js';
import { carol, DAY, dave, issuingLedger, ROOT } from '../../../../support/register/issuing.js';
import { alice, bob, REGISTER_ID, type Wallet, wallet } from '../../../../support/register/ledger.js';
import { byOwner } from '../../../../support/register/trust.js';

const erin = wallet('erin');

/** Governance puts another wallet in the place of that of a participant. */
function replacing(participantId: string, of: Wallet, by: Wallet) {
  const { algorithm, privateKey, publicKey } = by;
  const said = { participantId, replaces: of.address, publicKey: toBase64(publicKey), algorithm };
  const digest = replacementDigest({ ...said, registerId: REGISTER_ID });
  return operation('replace-wallet', { ...said, walletProof: toBase64(sign(algorithm, privateKey, digest)) });
}

describe('an Issuance', () => {
  it('is sent by the party of a run that counts, once for each credential', () => {
    const { at, one, two, issue, sealed, statusOf, owed } = issuingLedger();
    expect(owed()).to.deep.equal(['permit', 'receipt']);
    expect(owed(one)).to.deep.equal([]);
    expect(at.judge(issue())).to.equal('ok');
    for (const by of [alice, carol, dave]) expect(at.judge(issue({}, { by }))).to.equal('VAL_ISSUE_002');
    expect(at.judge(issue({ config: 'other' }))).to.equal('VAL_ISSUE_001');
    expect(at.judge(issue({ config: 'constructor' }))).to.equal('VAL_ISSUE_001');
    expect(at.judge(issue({}, { run: one, action: 1 }))).to.equal('VAL_ISSUE_001');
    expect(at.judge(issue({}, { run: one }))).to.equal('VAL_ISSUE_001');
    const permit = sealed(issue());
    expect(statusOf(permit)).to.equal('valid');
    expect(at.judge(issue({ copies: 1 }))).to.equal('VAL_ISSUE_003');
    expect(owed()).to.deep.equal(['receipt']);
    const receipt = sealed(issue({ config: 'receipt', copies: 1 }));
    expect(credentialsOf(at.ledger.view, two.txId)).to.deep.equal({
      permit: { txId: permit.txId },
      receipt: { txId: receipt.txId },
    });
    expect(at.instance.issuing).to.deep.equal({ y: 2 });
    // An Issuance is not a run.
    expect(at.judge(issue({}, { run: permit }))).to.equal('VAL_ISSUE_001');
  });

  it('keeps to its form', () => {
    const { at, issue } = issuingLedger();
    const bad: readonly JsonObject[] = [
      { type: 'issue' },
      { v: 2 },
      { claims: {} },
      { config: 'Permit' },
      { root: 'ab' },
      { copies: 0 },
      { copies: 17 },
      { validFrom: '2026-01-01' },
      { validUntil: '2026-01-01' },
      { validUntil: '2000-01-01T00:00:00.000Z' },
      { status: 'open' },
      { replaces: 'ab' },
      ...['config', 'root', 'copies', 'validFrom', 'status'].map((name) => ({ [name]: null })),
    ];
    for (const payload of bad) expect(at.judge(issue(payload)), JSON.stringify(payload)).to.equal('VAL_SCHEMA_004');
  });

  it('has no more copies and no later end than its definition allows', () => {
    const { at, issue, from, iso } = issuingLedger();
    expect(at.judge(issue({ copies: 3 }))).to.equal('VAL_ISSUE_004');
    expect(at.judge(issue({ validUntil: iso(from + 10 * DAY + 1) }))).to.equal('VAL_ISSUE_004');
    expect(at.judge(issue({ validUntil: null }))).to.equal('VAL_ISSUE_004');
    expect(at.judge(issue({ validFrom: iso(from + 1) }))).to.equal('VAL_ISSUE_004');
    expect(at.judge(issue({ validFrom: iso(from - DAY), validUntil: iso(from + 9 * DAY) }))).to.equal('ok');
    expect(at.judge(issue({ validFrom: iso(from - DAY) }))).to.equal('VAL_ISSUE_004');
    // A definition that says nothing of it lets it be as long as it likes, but for an mdoc.
    const receipt = { config: 'receipt', copies: 1, validUntil: iso(from + 4000 * DAY) };
    expect(at.judge(issue(receipt))).to.equal('ok');
    expect(at.judge(issue({ ...receipt, validUntil: null }))).to.equal('VAL_ISSUE_004');
  });

  it('replaces the one in force, and begins with its status', () => {
    const { at, issue, change, sealed, statusOf, issuable } = issuingLedger();
    expect(at.judge(issue({ replaces: ROOT }))).to.equal('VAL_ISSUE_003');
    const first = sealed(issue());
    expect(at.judge(issue({ replaces: ROOT }))).to.equal('VAL_ISSUE_003');
    sealed(change(first, 'suspended'));
    const second = sealed(issue({ replaces: first.txId }));
    expect([statusOf(first), statusOf(second)]).to.deep.equal(['revoked', 'suspended']);
    expect(at.judge(issue({ copies: 1, replaces: first.txId }))).to.equal('VAL_ISSUE_003');
    sealed(change(second, 'revoked'));
    expect(at.judge(issue({ copies: 1, replaces: second.txId }))).to.equal('VAL_ISSUE_003');
    // A person may issue it again; nothing owes that.
    expect(issuable()).to.deep.equal(['permit', 'receipt']);
    const third = sealed(issue({ copies: 1 }));
    expect(statusOf(third)).to.equal('valid');
  });

  it('is sent by a deputy of the party', () => {
    const { at, issue, sealed } = issuingLedger();
    const [from, until] = ['2026-01-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'];
    const record = at.ledger.dockets
      .flatMap(({ docket }) => docket.transactions)
      .find((tx) => (tx.payload as JsonObject).participantId === 'b');
    sealed(
      at.record('b', bob, 2, { previous: record?.txId as string, delegations: [{ to: 'd', from, until }] as never }),
    );
    expect(at.judge(issue({}, { by: dave }))).to.equal('ok');
    expect(at.judge(issue({}, { by: carol }))).to.equal('VAL_ISSUE_002');
  });

  it('is sent by the newest key of the party, and not by a key that governance replaced', () => {
    const { at, issue, sealed } = issuingLedger();
    sealed(byOwner(replacing('b', bob, erin)));
    expect(at.judge(issue({}, { by: erin }))).to.equal('ok');
    expect(at.judge(issue())).to.equal('VAL_ISSUE_002');
  });

  it('comes also when the instance has ended, and not beyond the share of its role', () => {
    const { at, two, issue, next } = issuingLedger();
    const four = next(4, { b: 1 }, next(3, { a: 1 }, two));
    next(5, { c: 1 }, four);
    expect(at.instance.state).to.equal('Completed');
    expect(at.judge(issue())).to.equal('VAL_ISSUE_001');
    const other = issuingLedger();
    const { view, state } = other.at.ledger;
    const judged = (count: number): string => {
      const issuing = { y: count };
      const rows = (key: string) => {
        const row = view.state(key);
        return row && key.startsWith('inst/') ? ({ ...row, issuing, state: 'Completed' } as JsonObject) : row;
      };
      const verdict = validate(other.issue(), { state, view: { ...view, state: rows }, signaturesOk: true });
      return verdict.ok ? 'ok' : verdict.issues.map(({ code }) => code).join(' ');
    };
    expect(judged(INSTANCE_ISSUANCES_MAX - 1)).to.equal('ok');
    expect(judged(INSTANCE_ISSUANCES_MAX)).to.equal('VAL_ISSUE_004');
  });

  it('is of a run that others confirmed', () => {
    const { at, two, issue, sealed, owed } = issuingLedger({
      confirm: { by: ['z'], within: 'P2D', otherwise: 'redo' },
    });
    expect(owed()).to.deep.equal([]);
    expect(at.judge(issue())).to.equal('VAL_ISSUE_001');
    sealed(at.answer({ run: two, by: carol, role: 'z' }));
    expect(owed()).to.deep.equal(['permit', 'receipt']);
    expect(at.judge(issue())).to.equal('ok');
  });
});

describe('the status of a credential', () => {
  it('is changed by its party and the roles of the definition, and revoked for good', () => {
    const { at, two, issue, change, sealed, statusOf } = issuingLedger();
    const permit = sealed(issue());
    const receipt = sealed(issue({ config: 'receipt', copies: 1 }));
    for (const by of [bob, carol]) expect(at.judge(change(permit, 'suspended', by))).to.equal('ok');
    for (const by of [alice, dave]) expect(at.judge(change(permit, 'suspended', by))).to.equal('VAL_ISSUE_006');
    // The receipt names no role.
    expect(at.judge(change(receipt, 'revoked', carol))).to.equal('VAL_ISSUE_006');
    expect(at.judge(change(permit, 'valid'))).to.equal('VAL_ISSUE_005');
    expect(at.judge(change(two, 'revoked'))).to.equal('VAL_ISSUE_005');
    sealed(change(permit, 'suspended', carol));
    expect(statusOf(permit)).to.equal('suspended');
    sealed(change(permit, 'valid'));
    sealed(change(permit, 'revoked', carol));
    expect(statusOf(permit)).to.equal('revoked');
    for (const [n, status] of (['valid', 'suspended', 'revoked'] as const).entries())
      expect(at.judge(change(permit, status, bob, n + 1))).to.equal('VAL_ISSUE_005');
    const odd = at.move('CredentialStatus', {
      action: 2,
      by: bob,
      previous: receipt.txId,
      payload: { type: 'credential-status', v: 1, to: 'gone' },
    });
    expect(at.judge(odd)).to.equal('VAL_SCHEMA_004');
  });

  it('stands as of each height', () => {
    const { at, issue, change, sealed } = issuingLedger();
    const before = at.ledger.state.height;
    const permit = sealed(issue());
    const issued = at.ledger.state.height;
    sealed(change(permit, 'suspended'));
    sealed(change(permit, 'revoked'));
    const asOf = [before, issued, issued + 1, issued + 2, issued + 9].map((height) =>
      issuanceStatusAsOf(at.ledger.view, permit.txId, height),
    );
    expect(asOf).to.deep.equal([undefined, 'valid', 'suspended', 'revoked', 'revoked']);
    expect(issuanceStatus(at.ledger.view, at.pin)).to.equal(undefined);
  });

  it('changes a bounded number of times, and can be revoked then', () => {
    const { at, issue, change, sealed } = issuingLedger();
    const permit = sealed(issue());
    for (let n = 0; n < STATUS_CHANGES_MAX; n++) sealed(change(permit, n % 2 === 0 ? 'suspended' : 'valid', bob, n));
    expect(at.judge(change(permit, 'suspended', bob, 99))).to.equal('VAL_ISSUE_005');
    expect(at.judge(change(permit, 'revoked', bob, 99))).to.equal('ok');
  });

  it('follows actions that say so, of credentials that are issued later too', () => {
    const { at, two, issue, change, sealed, statusOf, next, owed } = issuingLedger();
    const permit = sealed(issue());
    const three = next(3, { a: 1 }, two);
    expect(statusOf(permit)).to.equal('suspended');
    // The workflow suspended it, so that its party does not reinstate it.
    expect(at.judge(change(permit, 'valid'))).to.equal('VAL_ISSUE_005');
    const receipt = sealed(issue({ config: 'receipt', copies: 1 }));
    expect(statusOf(receipt)).to.equal('suspended');
    const four = next(4, { b: 1 }, three);
    expect([permit, receipt].map(statusOf)).to.deep.equal(['valid', 'valid']);
    sealed(change(receipt, 'revoked'));
    next(5, { c: 1 }, four);
    expect([permit, receipt].map(statusOf)).to.deep.equal(['revoked', 'revoked']);
    expect(owed()).to.deep.equal([]);
    expect(at.judge(issue({ copies: 1 }))).to.equal('VAL_ISSUE_001');
    expect(at.judge(issue({ config: 'receipt', copies: 1, root: 'cd'.repeat(32) }))).to.equal('VAL_ISSUE_001');
  });

  it('is owed anew in the place of the one in force, and of no other', () => {
    const { two, issue, sealed, reject, change, owed } = issuingLedger();
    const first = sealed(issue());
    expect(owed(two, first.txId)).to.deep.equal(['permit', 'receipt']);
    const second = sealed(issue({ replaces: first.txId }));
    expect(owed(two, first.txId)).to.deep.equal(['receipt']);
    expect(owed(two, second.txId)).to.deep.equal(['permit', 'receipt']);
    sealed(change(second, 'revoked'));
    expect(owed(two, second.txId)).to.deep.equal(['receipt']);
    reject(two);
    expect(owed(two, second.txId)).to.deep.equal([]);
  });

  it('is revoked where the run becomes void, and the next run has credentials of its own', () => {
    const { at, two, issue, sealed, statusOf, reject, owed } = issuingLedger();
    const permit = sealed(issue());
    const back = reject(two);
    expect(statusOf(permit)).to.equal('revoked');
    expect(credentialsOf(at.ledger.view, two.txId)).to.deep.equal({ permit: {} });
    expect(owed()).to.deep.equal([]);
    expect(at.judge(issue({ copies: 1 }))).to.equal('VAL_ISSUE_001');
    const again = at.take({ action: 2, by: bob, data: { number: 8 }, next: [3], previous: back.txId });
    expect(owed(again)).to.deep.equal(['permit', 'receipt']);
    expect(statusOf(sealed(issue({}, { run: again })))).to.equal('valid');
  });

  it('is revoked by governance for good, whoever issued it', () => {
    const { at, issue, sealed, statusOf, two, owed } = issuingLedger();
    const permit = sealed(issue());
    const act = (issuance: string) => byOwner(operation('revoke-credential', { issuance }));
    expect(at.judge(act(two.txId))).to.equal('VAL_PERM_004');
    sealed(act(permit.txId));
    expect(statusOf(permit)).to.equal('revoked');
    expect(at.judge(act(permit.txId))).to.contain('VAL_');
    expect(at.judge(issue({ copies: 1 }))).to.equal('VAL_ISSUE_001');
    expect(owed()).to.deep.equal(['receipt']);
  });
});
