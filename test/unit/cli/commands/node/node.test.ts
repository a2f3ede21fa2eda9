// The commands of identities together: a CA and a node at hand, a node far from its CA, other organisations,
// revocation, and calls that go wrong.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { prepareFolder } from '../../../../../storage/engine/folder.js';
import { folderOfEach } from '../../../../support/base/folders.js';
import { NOW_MS, ORG_A, ORG_B } from '../../../../support/mesh/pki.js';
import { called } from '../../../../support/program/command.js';

describe('cli/commands/node/node and ca', () => {
  const root = folderOfEach();
  const at = (name: string) => join(root, name);

  const run = (...words: string[]) => called(words, {}, { nowMs: NOW_MS });
  async function done(...words: string[]) {
    const { exit, out, err } = await run(...words, '--json');
    expect(exit, err).to.equal(0);
    return JSON.parse(out);
  }
  const ca = (name: string, org: string) => done('ca', 'init', '--dir', at(name), '--org', org);

  it('enrols with the CA at hand, renews, and shows it, also before the first start', async () => {
    expect(await ca('ca', ORG_A)).to.include({ orgId: ORG_A, installation: 'local', revoked: 0 });
    const data = ['--data-dir', at('data')];
    const first = await done('node', 'enrol', '--ca', at('ca'), '--host', 'one.example', '--days', '10', ...data);
    const second = await done('node', 'enrol', '--ca', at('ca'), ...data);
    expect(second.peerId).to.equal(first.peerId);
    expect(first.notAfter).to.equal('2026-12-01T00:00:00.000Z');
    expect(await done('node', 'show', ...data)).to.deep.equal(second);
    const { out } = await run('node', 'show', ...data);
    expect(out).to.contain(first.peerId).and.contain(ORG_A).and.contain('member');
    expect((await done('ca', 'show', '--dir', at('ca'))).issued).to.have.length(2);
    // A store can still be begun beside the identity.
    prepareFolder(at('data'));
  });

  it('carries a request to a CA elsewhere and its certificate back', async () => {
    await ca('ca', ORG_A);
    const pki = ['--pki-dir', at('pki')];
    await done('node', 'request', '--out', at('request'), '--host', 'one.example', ...pki);
    const early = await run('node', 'show', ...pki);
    expect(early.exit).to.equal(1);
    expect(early.err).to.contain('quorate node enrol').and.contain('NODE_IDENTITY_MISSING');
    const signed = await done('ca', 'sign', at('request'), '--dir', at('ca'), '--out', at('crt'));
    const shown = await done('node', 'install', at('crt'), '--ca-cert', join(at('ca'), 'ca.crt'), ...pki);
    expect(shown).to.include({ peerId: signed.peerId, orgId: ORG_A, standing: 'member' });
    const again = await run('ca', 'sign', at('request'), '--dir', at('ca'), '--out', at('crt'));
    expect(again.err).to.contain('exists');
    writeFileSync(at('forged'), readFileSync(at('request'), 'utf8').replace('one.example', 'two.example'));
    const forged = await run('ca', 'sign', at('forged'), '--dir', at('ca'), '--out', at('other'));
    expect(forged.exit).to.equal(1);
    expect(forged.err).to.contain('NODE_REQUEST_INVALID');
    expect(existsSync(at('other'))).to.equal(false);
  });

  it('trusts and distrusts other organisations', async () => {
    await ca('ca', ORG_A);
    const { fingerprint } = await ca('bank', ORG_B);
    const data = ['--data-dir', at('data')];
    await done('node', 'enrol', '--ca', at('ca'), ...data);
    const added = await done('node', 'trust', join(at('bank'), 'ca.crt'), ...data);
    expect(added.trusted.map((one: { orgId: string }) => one.orgId)).to.deep.equal([ORG_A, ORG_B]);
    expect(added.added[0]).to.include({ fingerprint, orgId: ORG_B });
    const left = await done('node', 'trust', '--remove', ORG_B, ...data);
    expect(left.trusted).to.have.length(1);
    expect((await run('node', 'trust', '--remove', fingerprint, ...data)).exit).to.equal(1);
    expect((await run('node', 'trust', join(at('ca'), 'ca.key'), ...data)).err).to.contain('holds no certificate');
  });

  it('revokes by peer id, and the node hears of it by the list', async () => {
    await ca('ca', ORG_A);
    const data = ['--data-dir', at('data')];
    const { peerId } = await done('node', 'enrol', '--ca', at('ca'), ...data);
    expect((await run('ca', 'revoke', 'ff', '--dir', at('ca'))).exit).to.equal(1);
    const { file, listed } = await done('ca', 'revoke', peerId, '--dir', at('ca'));
    expect(listed).to.equal(1);
    expect((await done('ca', 'show', '--dir', at('ca'))).issued[0].revoked).to.equal(true);
    await done('node', 'trust', file, ...data);
    const { exit, err } = await run('node', 'show', ...data);
    expect(exit).to.equal(1);
    expect(err).to.contain('PEER_CERTIFICATE_REVOKED');
  });

  it('makes nothing of a call that is wrong', async () => {
    await ca('ca', ORG_A);
    expect((await run('ca', 'init', '--dir', at('ca'), '--org', ORG_B)).err).to.contain('There is a CA');
    expect((await run('ca', 'init', '--dir', at('x'), '--org', 'me')).exit).to.equal(2);
    expect((await run('ca', 'init', '--dir', at('x'), '--org', ORG_A, '--installation', 'A B')).exit).to.equal(2);
    expect((await run('ca', 'show', '--dir', at('x'))).err).to.contain('quorate ca init');
    const data = ['--data-dir', at('data')];
    expect((await run('node', 'enrol', ...data)).exit).to.equal(2);
    expect((await run('node', 'enrol', '--ca', at('x'), ...data)).exit).to.equal(1);
    expect(existsSync(at('x')) || existsSync(at('data'))).to.equal(false);
    const guest = await done('node', 'enrol', '--guest', '--org', ORG_B, ...data);
    expect(guest).to.include({ standing: 'guest', orgId: ORG_B });
  });
});
