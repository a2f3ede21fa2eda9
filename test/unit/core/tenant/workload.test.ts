// The service that a client certificate names, whatever stands in it. Handshakes and certificates as bytes:
// test/contract/node/listeners.test.ts.
import { expect } from 'chai';
import { isFailure } from '../../../../core/base/result.js';
import { type ClientCertificate, workloadOf, workloadUri } from '../../../../core/tenant/workload.js';

const at = { installation: 'local', nowMs: 500 };
const good: ClientCertificate = {
  uris: [workloadUri('local', 'inbox')],
  isAuthority: false,
  notBeforeMs: 100,
  notAfterMs: 500,
  fingerprint: '',
};

const codeOf = (change: Partial<ClientCertificate>, when = at) => {
  const found = workloadOf({ ...good, ...change }, when);
  return isFailure(found) ? found.issue.code : found.clientId;
};

describe('core/tenant/workload', () => {
  it('is what its one URI names', () => {
    expect(workloadOf(good, at)).to.deep.equal({ clientId: 'inbox', uri: 'spiffe://local/service/inbox' });
    for (const id of ['a', 'A.b_c-9', 'x'.repeat(128)])
      expect(codeOf({ uris: [workloadUri('local', id)] })).to.equal(id);
  });

  it('is none by a certificate of other dates, of an authority, or of other names', () => {
    for (const nowMs of [99, 501])
      expect(codeOf({}, { ...at, nowMs }), `${nowMs}`).to.equal('WORKLOAD_IDENTITY_INVALID');
    const ids = ['', '.', '..', 'a b', 'a%2Fb', 'ä', 'x'.repeat(129), 'a\n', 'a/b', 'a?b', 'a#b', 'a:b'];
    const changes = [
      { isAuthority: true },
      { uris: [] },
      { uris: [...good.uris, ...good.uris] },
      { uris: [workloadUri('locale', 'inbox')] },
      { uris: [workloadUri('Local', 'inbox')] },
      ...ids.map((id) => ({ uris: [workloadUri('local', id)] })),
    ];
    for (const change of changes) expect(codeOf(change), JSON.stringify(change)).to.equal('WORKLOAD_IDENTITY_INVALID');
  });
});
