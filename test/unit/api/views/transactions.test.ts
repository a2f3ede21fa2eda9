// Transactions and receipts as clients see them: absent members stay out, and each state of a receipt says what it
// knows and no more.
import { expect } from 'chai';
import { bodyIssues } from '../../../../api/submission/submit.js';
import { payloadSizeOf, receiptView, transactionView } from '../../../../api/views/transactions.js';
import { issue } from '../../../../core/base/issue.js';
import { canonical } from '../../../../core/base/json.js';
import { AT, act, alice, NOW, publish, REGISTER_ID } from '../../../support/register/ledger.js';

const HASH = 'ab'.repeat(32);
const at = { registerId: REGISTER_ID, txId: HASH };

describe('api/groups/transactions/view', () => {
  it('shows an action with its payload and leaves out what it lacks', () => {
    const tx = act({ actionId: '0', publicationTxId: HASH, recipients: ['qr1x'] }, alice);
    const view = transactionView(tx, { height: 4, index: 2, docketHash: HASH });
    expect(view).to.deep.include({
      txId: tx.txId,
      docketNumber: 4,
      index: 2,
      timeStamp: AT,
      senderWallet: alice.address,
    });
    expect(view['@id']).to.equal(`did:quorate:register:${REGISTER_ID}/tx/${tx.txId}`);
    expect(view.metaData).to.deep.include({ transactionType: 'Action', publicationTxId: HASH });
    expect(view.payloads[0]).to.deep.include({ data: { amount: 5 }, payloadSize: 12, hash: tx.header.payloadHash });
    expect(view.payloads[0]?.walletAccess).to.deep.equal([alice.address, 'qr1x']);
    expect(view).not.to.have.any.keys('prevTxId', 'expiresAt');
    expect(transactionView(tx)).not.to.have.any.keys('docketNumber', 'index');
  });

  it('tells the size of a payload by the bytes of the transaction, without writing the payload', () => {
    for (const payload of [{}, { amount: 5 }, { text: 'é世\u2028"\\', list: [null, 1.5, { a: {} }] }]) {
      const tx = act({ actionId: '0', publicationTxId: HASH, payload }, alice);
      expect(payloadSizeOf(tx)).to.equal(Buffer.byteLength(canonical(payload)));
    }
    expect(payloadSizeOf(publish())).to.equal(Buffer.byteLength(canonical(publish().payload)));
    const unread = new Proxy({}, { ownKeys: () => expect.fail('the payload is written') });
    expect(
      payloadSizeOf({ ...act({ actionId: '0', publicationTxId: HASH, payload: {} }, alice), payload: unread }),
    ).to.equal(2);
  });

  it('shows a publication as control', () => {
    expect(transactionView(publish()).metaData.transactionType).to.equal('Control');
  });

  it('shows each state of a receipt', () => {
    expect(receiptView(at, { status: 'pending', acceptedAtMs: NOW }, undefined)).to.deep.equal({
      transactionId: HASH,
      registerId: REGISTER_ID,
      status: 'pending',
      acceptedAt: AT,
    });
    const refused = { status: 'refused', issue: issue('VAL_TIME_003', '/header/expiresAt', 'Expired.') } as const;
    expect(receiptView(at, { ...refused, refusedAtMs: NOW, definitive: false }, undefined)).to.deep.include({
      status: 'refused',
      code: 'VAL_TIME_003',
      definitive: false,
      refusedAt: AT,
    });
    const abandoned = { status: 'abandoned', issue: issue('REGISTER_LEFT', '', 'Gone.'), abandonedAtMs: NOW } as const;
    expect(receiptView(at, abandoned, undefined)).to.deep.include({
      status: 'abandoned',
      code: 'REGISTER_LEFT',
      definitive: false,
      abandonedAt: AT,
    });
  });

  it('points into the submission', () => {
    const found = [issue('VAL_SIG_004', '/header/senderWallet', 'x'), issue('VAL_SIG_002', '/signatures', 'x')];
    expect(bodyIssues(found).map(({ path }) => path)).to.deep.equal(['/senderWallet', '/signatures']);
  });
});
