// The identity with which a node starts its mesh: of the installation and the organisation that the settings say, or a
// sentence on what to do.
import { join } from 'node:path';
import { expect } from 'chai';
import { isFailure } from '../../../core/base/result.js';
import { openIdentityOf } from '../../../node/compose/mesh.js';
import { loadConfig } from '../../../node/config/load.js';
import type { Config } from '../../../node/config/schema.js';
import { folderOfEach } from '../../support/base/folders.js';
import { anAuthority, DAY_MS, enrolled, ORG_A, ORG_B } from '../../support/mesh/pki.js';

describe('the identity of a starting node', () => {
  const root = folderOfEach();

  function configOf(flags: Readonly<Record<string, string>>): Config {
    const config = loadConfig({ env: {}, flags: { 'node.dataDir': root, 'network.enabled': 'true', ...flags } });
    if (isFailure(config)) throw new Error(JSON.stringify(config));
    return config as Config;
  }

  it('holds seats for the organisation of its certificate, and refuses settings that say another one', async () => {
    const nowMs = Date.now() - 60_000;
    await enrolled(join(root, 'mesh'), await anAuthority(join(root, 'ca'), { orgId: ORG_A, nowMs: nowMs - 60_000 }), {
      nowMs,
    });
    expect(openIdentityOf(configOf({}))?.orgId).to.equal(ORG_A);
    expect(openIdentityOf(configOf({ 'validator.orgId': ORG_A }))?.orgId).to.equal(ORG_A);
    expect(() => openIdentityOf(configOf({ 'validator.orgId': ORG_B })))
      .to.throw(`validator.orgId is ${ORG_B}`)
      .with.property('message')
      .that.contains(ORG_A)
      .and.contains('Remove validator.orgId');
    expect(() => openIdentityOf(configOf({ 'node.installation': 'other' }))).to.throw('Make them equal.');
    expect(openIdentityOf(configOf({ 'network.enabled': 'false', 'validator.orgId': ORG_B }))).to.equal(undefined);
  });

  it('starts with a certificate that has ended or has not begun: part mesh says so', async () => {
    const nowMs = Date.now();
    const ca = await anAuthority(join(root, 'ca'), { orgId: ORG_A, nowMs: nowMs - 3 * DAY_MS });
    for (const fromMs of [nowMs - 2 * DAY_MS, nowMs + DAY_MS]) {
      await enrolled(join(root, 'mesh'), ca, { nowMs: fromMs, days: 1 });
      expect(openIdentityOf(configOf({}))?.orgId).to.equal(ORG_A);
    }
  });

  it('says what is missing of an identity', () => {
    expect(() => openIdentityOf(configOf({}))).to.throw('quorate node enrol');
  });
});
