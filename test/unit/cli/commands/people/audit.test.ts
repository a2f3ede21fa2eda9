// The audit trail at the command line.
import { expect } from 'chai';
import { called } from '../../../../support/command.js';

const row = { id: 'e1', time: 't', organizationId: 'o', eventType: 'LoginFailed', identityId: null };
const page = { items: [{ ...row, address: '192.0.2.1', success: false, details: { failures: 2 } }], next: '5.e1' };

describe('cli audit', () => {
  it('shows events and where to go on', async () => {
    const answers = { 'GET /api/auth/me': { organizationId: 'o' }, 'GET /api/organizations/o/audit': page };
    const { exit, out, err } = await called(['audit'], answers);
    expect(exit, err).to.equal(0);
    expect(out).to.match(/^t +LoginFailed +no +- +192\.0\.2\.1 +\{"failures":2\}$/m);
    expect(err).to.contain('--before 5.e1');
  });
});
