// The docket view names voters only by the roster that the certificate binds, and a docket from outside is read
// strictly.
import { expect } from 'chai';
import { docketView, sealedDocketOf } from '../../../../api/views/dockets.js';
import { isFailure } from '../../../../core/base/result.js';
import { issueOf } from '../../../support/base/results.js';
import { Ledger, publish, REGISTER_ID, VALIDATOR } from '../../../support/register/ledger.js';

const ledger = new Ledger();
ledger.seal(publish());
const sealed = ledger.dockets[1]!;
const stored = {
  ...sealed.docket,
  txIds: sealed.docket.transactions.map((tx) => tx.txId),
  certificate: sealed.certificate,
};
const documents = sealed.docket.transactions.map(({ header, payload, signatures }) => ({
  header,
  payload,
  signatures,
}));
const body = { ...sealed, docket: { ...sealed.docket, transactions: documents } } as never as Parameters<
  typeof sealedDocketOf
>[0];

describe('api/groups/dockets/view', () => {
  it('names the voters by the roster of the certificate', () => {
    const [vote] = docketView(stored, { validators: [VALIDATOR] }).consensusVotes;
    expect(vote?.validatorId).to.equal(VALIDATOR.validatorId);
    expect(vote?.validatorSignature.publicKey).to.equal(VALIDATOR.consensusKey);
  });

  it('names no validator by another roster', () => {
    const other = { validators: [{ ...VALIDATOR, orgId: 'another' }] };
    for (const roster of [other, undefined]) {
      const [vote] = docketView(stored, roster).consensusVotes;
      expect(vote).to.deep.include({ voterIndex: 0, decision: 'Approve' });
      expect(vote).not.to.have.property('validatorId');
    }
  });

  it('reads back the docket that it would show', () => {
    const read = sealedDocketOf(body, REGISTER_ID);
    if (isFailure(read)) throw new Error(read.issue.message);
    expect(read.docket.transactions.map((tx) => tx.txId)).to.deep.equal(stored.txIds);
    expect(read.docket.transactions[0]?.bytes).to.deep.equal(sealed.docket.transactions[0]?.bytes);
  });

  it('refuses another register and a transaction that is none', () => {
    const foreign = sealedDocketOf(body, REGISTER_ID.replace('0', '1'));
    expect(issueOf(foreign)).to.deep.include({ code: 'BODY_INVALID', path: '/docket/header/registerId' });
    const docket = { ...body.docket, transactions: [{ header: {}, payload: 1, signatures: [] }] };
    const broken = sealedDocketOf({ ...body, docket }, REGISTER_ID);
    expect(isFailure(broken) && broken.issue.path.startsWith('/docket/transactions/0')).to.equal(true);
  });
});
