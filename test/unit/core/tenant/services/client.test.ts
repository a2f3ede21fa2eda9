// How a service proves that it is the one that it names: each outcome of specification 5.7.
import { expect } from 'chai';
import { issue } from '../../../../../core/base/issue.js';
import { fail, isFailure } from '../../../../../core/base/result.js';
import { type ClientProof, provenClient } from '../../../../../core/tenant/services/client.js';
import type { Principal } from '../../../../../core/tenant/services/principal.js';

const HASH = 'ab'.repeat(32);
const INBOX: Principal = {
  ...{ id: 'id', clientId: 'inbox', serviceName: 'Inbox', scopes: [], status: 'Active', secretHash: HASH },
  ...{ createdAt: 'then', createdBy: 'ada' },
};
const named = (clientId: string) => ({ clientId, uri: `spiffe://local/service/${clientId}` });
const NOTHING = fail(issue('WORKLOAD_IDENTITY_INVALID', '', 'No URI.'));
const PLAIN: ClientProof = { clientId: 'inbox', secretHash: undefined, workload: undefined, secretsDisabled: false };

function codeOf(proof: Partial<ClientProof>, principal: Principal | undefined = INBOX): string {
  const proven = provenClient(principal, { ...PLAIN, ...proof });
  return isFailure(proven) ? proven.issue.code : proven.clientId;
}

describe('core/tenant/services/client', () => {
  it('believes a secret, a certificate of the client, or both', () => {
    expect(codeOf({ secretHash: HASH })).to.equal('inbox');
    expect(codeOf({ workload: named('inbox') })).to.equal('inbox');
    expect(codeOf({ workload: named('inbox'), secretHash: HASH })).to.equal('inbox');
    expect(codeOf({ workload: NOTHING, secretHash: HASH })).to.equal('inbox');
  });

  it('believes no certificate of another service, whatever secret comes with it', () => {
    expect(codeOf({ workload: named('other') })).to.equal('WORKLOAD_IDENTITY_INVALID');
    expect(codeOf({ workload: named('other'), secretHash: HASH })).to.equal('WORKLOAD_IDENTITY_INVALID');
    expect(codeOf({ workload: NOTHING })).to.equal('WORKLOAD_IDENTITY_INVALID');
  });

  it('believes no wrong secret beside a good certificate', () => {
    expect(codeOf({ workload: named('inbox'), secretHash: 'cd'.repeat(32) })).to.equal('CLIENT_INVALID');
  });

  it('gives one answer for a client that is not known, not active, or has another secret', () => {
    const { secretHash: _, ...bare } = INBOX;
    const told = [
      provenClient(undefined, { ...PLAIN, secretHash: HASH }),
      provenClient(undefined, { ...PLAIN, workload: named('inbox') }),
      provenClient({ ...INBOX, status: 'Suspended' }, { ...PLAIN, secretHash: HASH }),
      provenClient({ ...INBOX, status: 'Suspended' }, { ...PLAIN, workload: named('inbox') }),
      provenClient({ ...bare, status: 'Revoked' }, { ...PLAIN, workload: named('inbox') }),
      provenClient(INBOX, { ...PLAIN, secretHash: 'cd'.repeat(32) }),
      provenClient(bare, { ...PLAIN, secretHash: 'cd'.repeat(32) }),
      provenClient(INBOX, { ...PLAIN, clientId: 'other', secretHash: HASH }),
    ];
    for (const [i, one] of told.entries()) expect(one, `${i}`).to.deep.equal(told[0]);
    expect(isFailure(told[0]!) && told[0].issue.code).to.equal('CLIENT_INVALID');
    expect(codeOf({})).to.equal('CLIENT_INVALID');
  });

  it('takes no secret where shared secrets are disabled, right or wrong', () => {
    const secretsDisabled = true;
    expect(codeOf({ secretsDisabled, secretHash: HASH })).to.equal('SHARED_SECRETS_DISABLED');
    expect(codeOf({ secretsDisabled, secretHash: HASH, workload: named('inbox') })).to.equal('SHARED_SECRETS_DISABLED');
    expect(codeOf({ secretsDisabled, workload: named('inbox') })).to.equal('inbox');
    expect(codeOf({ secretsDisabled })).to.equal('CLIENT_INVALID');
  });
});
