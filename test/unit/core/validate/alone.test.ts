// The judgement of a transaction without its register says the same as the pipeline with it, and nothing that only a
// state can tell.
import { expect } from 'chai';
import { TRANSACTION_AGE_MAX_MS } from '../../../../core/base/limits/ledger/transactions.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { validateAlone } from '../../../../core/validate/alone.js';
import { validate } from '../../../../core/validate/validate.js';
import { act, alice, bob, DEFINITION, Ledger, NOW, publish, verified } from '../../../support/register/ledger.js';

function started(): { ledger: Ledger; pin: string; start: Transaction } {
  const ledger = new Ledger();
  const publication = publish();
  ledger.seal(publication);
  const start = act({ actionId: '0', publicationTxId: publication.txId }, alice);
  ledger.seal(start);
  return { ledger, pin: publication.txId, start };
}

function alone(tx: Transaction, signaturesOk = verified(tx), nowMs = NOW): readonly string[] {
  return validateAlone(tx, { signaturesOk, nowMs }).map(({ code, path }) => `${code} ${path}`);
}

describe('core/validate/alone', () => {
  it('says what no state could change, as the pipeline says it', () => {
    const { ledger, pin } = started();
    const good = act({ actionId: '0', publicationTxId: pin, payload: { amount: 8 } }, alice);
    const odd: readonly (readonly [Transaction, boolean?, number?])[] = [
      [good, false],
      [good, true, NOW - 400_000],
      [good, true, NOW + TRANSACTION_AGE_MAX_MS + 1],
      [{ ...good, signatures: [] }],
      [{ ...publish(DEFINITION, 'another'), signatures: [] }],
      [{ ...good, header: { ...good.header, senderWallet: bob.address } }],
      [{ ...good, bytes: new Uint8Array(8 * 1024 * 1024) }],
    ];
    for (const [tx, signaturesOk = verified(tx), nowMs = NOW] of odd) {
      const [first] = alone(tx, signaturesOk, nowMs);
      const verdict = validate(tx, { state: ledger.state, view: ledger.view, signaturesOk, nowMs });
      expect(verdict).to.include({ ok: false, fault: 'reject' });
      expect(verdict.ok ? [] : verdict.issues.map(({ code, path }) => `${code} ${path}`)).to.include(first);
    }
  });

  it('says nothing of what only a state can tell', () => {
    const { pin, start } = started();
    const good = act({ actionId: '0', publicationTxId: pin, payload: { amount: 8 } }, alice);
    const later = [good, start, publish(), act({ actionId: '9', publicationTxId: 'ab'.repeat(32) }, bob)];
    expect(later.map((tx) => alone(tx))).to.deep.equal([[], [], [], []]);
  });
});
