// The words to tenants about requests that failed: as much as cannot show them the network of the operator.
import { expect } from 'chai';
import { issue } from '../../../../core/base/issue.js';
import { type Failure, isFailure } from '../../../../core/base/result.js';
import { addressProblem, targetOf } from '../../../../core/outgoing/target.js';
import { issueForTenant } from '../../../../core/outgoing/told.js';

describe('core/outgoing: what tenants are told', () => {
  const target = targetOf('https://db.corp.example/', new Set());
  if (isFailure(target)) throw new Error('no target');

  it('is one sentence for a private address, for none, and for whatever a port does', () => {
    const found = [
      addressProblem(target, ['10.0.0.1'])!,
      addressProblem(target, [])!,
      issue('OUTGOING_FAILED', '', 'The host db.corp.example could not be asked (ENOTFOUND).'),
      issue('OUTGOING_FAILED', '', 'The host db.corp.example could not be asked (ECONNREFUSED).'),
      issue('OUTGOING_FAILED', '', 'The host db.corp.example could not be asked (ERR_SSL_WRONG_VERSION_NUMBER).'),
    ].map((one) => issueForTenant(one, false));
    expect(new Set(found.map((one) => JSON.stringify(one)))).to.have.property('size', 1);
    expect(found[0]).to.deep.include({ code: 'OUTGOING_FAILED', path: '' });
    expect(found[0]?.message)
      .to.match(/\(unreachable\).*quorate outgoing check/)
      .and.not.contain('db.corp');
  });

  it('says that the time was over', () => {
    const late = issueForTenant(issue('OUTGOING_FAILED', '', 'The host db.corp.example did not answer in time.'), true);
    expect([late.code, /\(timed-out\)/.test(late.message)]).to.deep.equal(['OUTGOING_FAILED', true]);
    expect(issueForTenant(addressProblem(target, ['10.0.0.1'])!, true).message, 'a slow resolver').to.match(
      /unreachable/,
    );
  });

  it('is all of what the text of the URL, an answer, or this node decides', () => {
    const told = [
      (targetOf('https://a.example:25/', new Set()) as Failure).issue,
      issue('OUTGOING_ANSWER_REFUSED', '', 'The answer of a.example has more than 10 bytes.'),
      issue('OUTGOING_BUSY', '', 'Too many requests.'),
    ];
    for (const one of told) expect(issueForTenant(one, false)).to.deep.equal({ ...one, path: '' });
  });
});
