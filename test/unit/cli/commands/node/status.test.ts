// The status of a node for people and programs, ready or not.
import { expect } from 'chai';
import { runShell } from '../../../../../cli/shell/shell.js';
import { COMMANDS, NOUNS } from '../../../../support/commands.js';
import { fakeTerminal, withFetch } from '../../../../support/terminal.js';

const healthy = {
  status: 'healthy',
  timestamp: '2026-01-01T00:00:00.000Z',
  version: '0.1.0',
  uptime: '00.00:01:00',
  services: { store: { status: 'healthy', endpoint: 'http://node:1' } },
};

async function run(words: string) {
  const terminal = fakeTerminal({ env: { XDG_CONFIG_HOME: '/nonexistent', QUORATE_URL: 'http://node:1' } });
  const exit = await runShell({ commands: COMMANDS, nouns: NOUNS, version: '0', terminal }, words.split(' '));
  return { exit, out: terminal.out(), err: terminal.err() };
}

describe('cli/commands/node/status', () => {
  it('shows health, version and services', async () => {
    const requests = await withFetch(
      () => ({ status: 200, body: healthy }),
      async () => {
        const { exit, out } = await run('status');
        expect(exit).to.equal(0);
        expect(out).to.match(/^healthy\nnode +http:\/\/node:1\n/);
        expect(out)
          .to.match(/^All parts are healthy: store\.$/m)
          .and.not.contain('PART');
        expect(JSON.parse((await run('status --json')).out)).to.deep.equal({
          url: 'http://node:1',
          loggedIn: false,
          ...healthy,
        });
      },
    );
    expect(requests[0]?.url).to.equal('http://node:1/api/health');
  });

  it('shows why a node is not ready and ends with 1', async () => {
    const body = {
      ...healthy,
      status: 'unhealthy',
      services: { store: { status: 'unhealthy', error: 'The disk is full.' }, mesh: { status: 'healthy' } },
    };
    await withFetch(
      () => ({ status: 503, body }),
      async () => {
        const { exit, out, err } = await run('status');
        expect(exit).to.equal(1);
        expect(out)
          .to.match(/^store +unhealthy +The disk is full\.$/m)
          .and.match(/^Healthy: mesh\.$/m);
        expect(err).to.equal('quorate: the node is unhealthy\n');
      },
    );
  });

  it('ends with 3 when no node answers and with 1 when something else does', async () => {
    await withFetch(
      () => new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) }),
      async () => {
        const { exit, err } = await run('status');
        expect(exit).to.equal(3);
        expect(err).to.contain('The node at http://node:1 does not answer').and.contain('quorate start');
      },
    );
    await withFetch(
      () => ({ status: 404, body: '<html>' }),
      async () => {
        expect((await run('status')).err).to.equal(
          'quorate: a server answered 404, and not as a Quorate node does\n  Check the address and the port: QUORATE_URL, or quorate login --url.\n',
        );
      },
    );
  });
});
