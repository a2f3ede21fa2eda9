// The audit trail at the command line.
import { expect } from 'chai';
import { called } from '../../../../support/program/command.js';

const row = { id: 'e1', time: 't', organizationId: 'o', eventType: 'LoginFailed', identityId: null };
const events = { items: [{ ...row, address: '192.0.2.1', success: false, details: { failures: 2 } }], next: '5.e1' };
const answers = {
  'GET /api/auth/me': { organizationId: 'o' },
  'GET /api/organizations/o/audit': { ...events, page: 1, pageSize: 20, totalCount: 42 },
  'GET /api/platform/audit': events,
};

describe('cli audit identity', () => {
  it('shows events, how many there are and where to go on', async () => {
    const { exit, out, err } = await called(['audit', 'identity'], answers);
    expect(exit, err).to.equal(0);
    expect(out).to.match(/^t +LoginFailed +no +- +192\.0\.2\.1 +\{"failures":2\}$/m);
    expect(err).to.contain('42 in all.').and.contain('--before 5.e1');
  });

  it('asks for what is stated: time, actor, kind, page', async () => {
    const words =
      '--since 2026-01-01T00:00:00Z --until 2026-02-01T00:00:00Z --actor a1 --type Login --failures --page 3';
    const { requests } = await called(['audit', 'identity', ...words.split(' ')], answers);
    const query = Object.fromEntries(new URL(requests.at(-1)?.url ?? '').searchParams);
    expect(query).to.deep.equal({
      ...{ pageSize: '20', eventType: 'Login', identityId: 'a1', success: 'false', page: '3' },
      ...{ from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z' },
    });
  });

  it('says in the words of its options what is no time and no kind, and asks the node nothing', async () => {
    for (const [option, value] of [
      ['--since', 'yesterday'],
      ['--until', '-1'],
      ['--since', '1969-01-01'],
    ] as const) {
      const { exit, err, requests } = await called(['audit', 'identity', option, value], answers);
      expect([exit, requests.length]).to.deep.equal([2, 0]);
      expect(err).to.contain(`${option} takes a time, and "${value}" is not one`).and.contain('7d');
    }
    const { exit, err } = await called(['audit', 'identity', '--type', 'Logon'], answers);
    expect(exit).to.equal(2);
    expect(err).to.contain('--type').and.contain('LoginFailed');
  });

  it('takes a day, and how long ago', async () => {
    const { requests } = await called(['audit', 'identity', '--since', '2d', '--until', '2026-02-01'], answers, {
      nowMs: 86_400_000 * 3,
    });
    const query = Object.fromEntries(new URL(requests.at(-1)?.url ?? '').searchParams);
    expect(query.to).to.equal('2026-02-01T00:00:00.000Z');
    expect(query.from).to.equal('1970-01-02T00:00:00.000Z');
  });

  it('reads those of the node, which have no numbers', async () => {
    const { requests, err } = await called(['audit', 'identity', '--platform'], answers);
    expect(requests.at(-1)?.url).to.contain('/api/platform/audit');
    expect(err).to.not.contain('in all');
    expect((await called(['audit', 'identity', '--platform', '--page', '2'], answers)).exit).to.equal(2);
  });
});
