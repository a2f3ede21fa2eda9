// `quorate certificate verify`: the verdict with its path, or the rule that does not hold, from files alone.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { pemOf } from '../../../../../core/crypto/keys/pem.js';
import { folderOfAll } from '../../../../support/base/folders.js';
import { ca, leaf, root, usual } from '../../../../support/certificates/paths.js';
import { called } from '../../../../support/program/command.js';

describe('cli/commands/trust/certificate', () => {
  const folder = folderOfAll();
  const file = (name: string, ...certificates: readonly Uint8Array[]) => {
    const path = join(folder, name);
    writeFileSync(path, certificates.map((der) => pemOf('CERTIFICATE', der)).join(''));
    return path;
  };
  const verify = (...more: readonly string[]) =>
    called([
      'certificate',
      'verify',
      file('chain.pem', ...usual),
      '--anchor',
      file('root.pem', ca(root, root)),
      ...more,
    ]);

  it('shows the path to the anchor, for people and for programs, and asks no node', async () => {
    const people = await verify('--at', '2026-06-01', '--host', 'leaf.example');
    expect([people.exit, people.err, people.requests.length]).to.deep.equal([0, '', 0]);
    expect(people.out)
      .to.match(/^The path is valid\.$/m)
      .and.contain('CN=Root, O=Quorate')
      .and.contain('CN=Leaf, O=Quorate');
    const { out } = await verify('--at', '2026-06-01', '--json');
    const document = JSON.parse(out) as { readonly certificates: readonly unknown[] };
    expect(document).to.deep.include({
      verdict: 'valid',
      at: '2026-06-01T00:00:00.000Z',
      anchor: 'CN=Root, O=Quorate',
    });
    expect(document.certificates.length).to.equal(2);
    expect(document.certificates[0]).to.deep.include({ subject: 'CN=Leaf, O=Quorate', key: 'P-256', serial: '01' });
  });

  it('names the certificate and the rule that does not hold', async () => {
    for (const [more, place] of [
      [['--at', '2031-01-01'], '/0/date'],
      [['--at', '2026-06-01', '--host', 'other.example'], '/0/subject'],
      [['--at', '2026-06-01', '--purpose', '1.2.3'], '/0/purpose'],
    ] as const) {
      const { exit, err } = await verify(...more);
      expect(exit, place).to.equal(1);
      expect(err).to.contain(place).and.contain('CERT_CHAIN_INVALID');
    }
    const { out } = await verify('--at', '2031-01-01', '--json');
    expect(JSON.parse(out)).to.deep.include({ verdict: 'invalid', at: '2031-01-01T00:00:00.000Z' });
  });

  it('says for which level a policy trusts the issuer, by lists that files hold', async () => {
    const policy = join(folder, 'policy.json');
    const sources = [
      { kind: 'x509-lotl', trustListId: 'eu', confersAssurance: 'High', allowedIssuers: ['leaf.example'] },
      { kind: 'x509-tenant' },
    ];
    writeFileSync(policy, JSON.stringify({ sources, minAssuranceLevel: 'Substantial' }));
    const listed = await verify(
      '--at',
      '2026-06-01',
      '--policy',
      policy,
      '--list',
      `eu=${join(folder, 'root.pem')}`,
      '--json',
    );
    expect(listed.exit).to.equal(0);
    expect(JSON.parse(listed.out)).to.deep.include({ verdict: 'valid', level: 'High' });
    const unlisted = await verify('--at', '2026-06-01', '--policy', policy);
    expect(unlisted.exit).to.equal(1);
    expect(unlisted.err).to.contain('/minAssuranceLevel').and.contain('CREDENTIAL_REFUSED');
    writeFileSync(policy, '{}');
    expect((await verify('--at', '2026-06-01', '--policy', policy)).err)
      .to.contain('/sources')
      .and.contain('BODY_INVALID');
    for (const more of [['--list', 'eu']]) expect((await verify(...more)).exit).to.equal(2);
    expect((await called(['certificate', 'verify', file('chain.pem', ...usual)])).exit).to.equal(2);
  });

  it('tells a file that has no certificate, or whose anchor is none', async () => {
    const [chain, empty] = [file('chain.pem', ...usual), file('empty.pem')];
    writeFileSync(empty, 'text');
    const none = await called(['certificate', 'verify', chain, '--anchor', empty]);
    expect(none.exit).to.equal(2);
    expect(none.err).to.contain('has no certificate in PEM');
    const bad = await called(['certificate', 'verify', chain, '--anchor', file('bad.pem', Uint8Array.of(0x30, 0))]);
    expect(bad.exit).to.equal(1);
    expect(bad.err).to.contain('CERT_CHAIN_INVALID');
  });

  it('says whether a certificate may be one of the organisation, and by which code not', async () => {
    const files = [file('ours.pem', ...usual), '--anchor', file('root.pem', ca(root, root)), '--at', '2026-06-01'];
    const check = (key: Uint8Array, host: string, ...more: readonly string[]) =>
      called(['certificate', 'check', ...files, '--key', Buffer.from(key).toString('base64'), '--host', host, ...more]);
    const point = leaf.spki.subarray(26);
    const taken = await check(point, 'leaf.example');
    expect([taken.exit, taken.err, taken.requests.length]).to.deep.equal([0, '', 0]);
    expect(taken.out).to.contain('credentials, requests').and.contain('CN=Leaf, O=Quorate');
    const { out } = await check(point, 'leaf.example', '--json');
    expect(JSON.parse(out)).to.deep.include({ eligible: true, uses: ['credentials', 'requests'] });
    for (const [key, host, code] of [
      [new Uint8Array(32), 'leaf.example', 'CERT_KEY_NOT_ELIGIBLE'],
      [new Uint8Array(65), 'leaf.example', 'CERT_KEY_MISMATCH'],
      [point, 'other.example', 'CERT_UNSUITABLE'],
    ] as const) {
      const { exit, err } = await check(key, host);
      expect([exit, err.includes(code)], code).to.deep.equal([1, true]);
    }
    const noKey = await called(['certificate', 'check', ...files, '--key', '!', '--host', 'leaf.example']);
    expect(noKey.exit).to.equal(2);
  });
});
