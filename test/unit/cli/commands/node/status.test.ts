// The status of a node for people and programs, ready or not.
import { expect } from 'chai';
import { called, whole } from '../../../../support/program/command.js';

const healthy = {
  status: 'healthy',
  service: 'quorate',
  timestamp: '2026-01-01T00:00:00.000Z',
  version: '0.1.0',
  uptime: '00.00:01:00',
  services: { store: { status: 'healthy', endpoint: 'http://node:1' } },
};

const status = (answer: unknown, words = 'status') => called(words, () => answer);

describe('cli/commands/node/status', () => {
  it('shows health, version and services', async () => {
    const { exit, out, requests } = await status(healthy);
    expect(exit).to.equal(0);
    expect(out).to.match(/^healthy\nnode +http:\/\/node:1\n/);
    expect(out)
      .to.match(/^All parts are healthy: store\.$/m)
      .and.not.contain('PART');
    expect(requests[0]?.url).to.equal('http://node:1/api/health');
    const { out: data } = await status(healthy, 'status --json');
    expect(JSON.parse(data)).to.deep.equal({ url: 'http://node:1', loggedIn: true, ...healthy });
  });

  it('shows why a node is not ready and ends with 1', async () => {
    const services = { store: { status: 'unhealthy', error: 'The disk is full.' }, mesh: { status: 'healthy' } };
    const { exit, out, err } = await status(whole(503, { ...healthy, status: 'unhealthy', services }));
    expect(exit).to.equal(1);
    expect(out)
      .to.match(/^store +unhealthy +The disk is full\.$/m)
      .and.match(/^Healthy: mesh\.$/m);
    expect(err).to.equal('quorate: the node is unhealthy\n');
  });

  it('ends with 3 when no node answers and with 1 when something else does', async () => {
    const refused = new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) });
    const { exit, err } = await status(refused);
    expect(exit).to.equal(3);
    expect(err).to.contain('The node at http://node:1 does not answer').and.contain('quorate start');
    expect((await status(whole(404, '<html>'))).err).to.equal(
      'quorate: a server answered 404, and not as a Quorate node does\n  Check the address and the port: QUORATE_URL, or quorate login --url.\n',
    );
  });
});
