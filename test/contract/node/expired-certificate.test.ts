// A node whose certificate has expired: it starts, says so, and does alone what it can; a renewed one takes it back.
import { join } from 'node:path';
import { expect } from 'chai';
import { createClient, sessionIn } from '../../../api/client/client.js';
import { isFailure } from '../../../core/base/result.js';
import { type ComposedNode, composeNode } from '../../../node/compose/compose.js';
import { loadConfig } from '../../../node/config/load.js';
import { folderOfAll } from '../../support/base/folders.js';
import { freePort } from '../../support/mesh/free-port.js';
import { anAuthority, DAY_MS, enrolled } from '../../support/mesh/pki.js';
import { SILENT } from '../world/world.js';

describe('a node whose certificate has expired', () => {
  const root = folderOfAll();
  let node: ComposedNode;
  after(async () => {
    await node.lifecycle.stop();
  });

  it('starts, signs people in, seals registers of its own, and is well once it is enrolled again', async () => {
    const dir = join(root, 'data', 'mesh');
    const nowMs = Date.now() - 400 * DAY_MS;
    const authority = await anAuthority(join(root, 'ca'), { nowMs });
    await enrolled(dir, authority, { nowMs, days: 365 });
    const flags = { 'node.dataDir': join(root, 'data'), 'http.port': '0', 'node.installation': 'local' };
    const network = {
      'network.enabled': 'true',
      'network.host': '127.0.0.1',
      'network.grpcPort': String(await freePort()),
    };
    const config = loadConfig({ env: {}, flags: { ...flags, ...network, 'network.gossipPort': '0' } });
    if (isFailure(config)) throw new Error(JSON.stringify(config));
    node = composeNode(config, { log: SILENT, onFatal: () => undefined });
    await node.lifecycle.start();
    const { email, password } = node.firstAdmin()!;
    const login = await createClient(node.address()).login({ body: { email, password } });
    const client = createClient(node.address(), { token: sessionIn(login).accessToken });
    const newPassword = 'seven granite bridges wait';
    await client.changePassword({ body: { currentPassword: password, newPassword } });
    const again = await createClient(node.address()).login({ body: { email, password: newPassword } });
    const own = createClient(node.address(), { token: sessionIn(again).accessToken });
    await own.createWallet({ body: { title: 'Owner', keyType: 'ED25519' } });
    const { registerId } = await own.createRegister({ body: { name: 'Alone' } });
    expect((await own.getRegister({ params: { registerId } })).height).to.equal(1);
    const health = await own.getHealth();
    expect(health.status).to.equal('degraded');
    expect(health.services.mesh?.status).to.equal('unhealthy');
    expect(health.services.mesh?.error)
      .to.contain('not valid now: no other node links with this one')
      .and.contain('enrol the node again');
    await enrolled(dir, authority, { nowMs: Date.now(), days: 30 });
    node.reload();
    expect((await own.getHealth()).services.mesh?.status).to.equal('healthy');
  });
});
