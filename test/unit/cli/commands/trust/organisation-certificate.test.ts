// Certificates of an organisation at the command line: what is sent of files and options, and what is shown.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { toBase64, utf8 } from '../../../../../core/base/bytes.js';
import { sha256Hex } from '../../../../../core/base/hash.js';
import { pemOf } from '../../../../../core/crypto/keys/pem.js';
import { folderOfAll } from '../../../../support/base/folders.js';
import { called, whole } from '../../../../support/program/command.js';

const [ORGANISATION, WALLET, ID] = ['3b0d6a2e-7a54-4f0c-9d3a-5f4c1f5d2a01', 'qr1wallet', 'c1'];
const AT = `/api/v1/trust/tenants/${ORGANISATION}/orgs/${WALLET}`;
const AUTHORITY = '/api/v1/trust/authority';
const [LEAF, ROOT] = ['leaf', 'root'].map((text) => pemOf('CERTIFICATE', utf8(text))) as [string, string];
const SHOWN = {
  ...{ certificateId: ID, status: 'Active', provenance: 'Imported', uses: ['credentials'], inForce: ['credentials'] },
  validity: { notBefore: '2026-01-01T00:00:00.000Z', notAfter: '2027-01-01T00:00:00.000Z' },
  chain: [{ subject: 'CN=Permits', issuer: 'CN=Office', serialNumber: '01', sha256: 'ab' }],
  anchor: { kind: 'list', sha256: 'cd', trustListId: 'eu' },
  eligibility: { eligible: true, boundKeySource: 'Primary' },
  createdAt: '2026-01-02T00:00:00.000Z',
};
const CSR = { csrPem: 'a request\n', boundKeySource: 'Primary', boundPublicKeyThumbprint: 'ef' };
const run = (words: readonly string[], answers: Parameters<typeof called>[1] = {}) =>
  called(['certificate', ...words], answers);
const named = ['--organisation', ORGANISATION];

describe('cli/commands/trust/organisation-certificate', () => {
  const folder = folderOfAll();

  it('asks for a request, prints it or writes it', async () => {
    const answers = { [`POST ${AT}/csr`]: CSR };
    const printed = await run(['csr', WALLET, ...named], answers);
    expect([printed.out.trim(), printed.bodies], printed.err).to.deep.equal(['a request', [{}]]);
    expect(printed.err).to.contain('ef');
    const file = join(folder, 'ours.csr');
    const words = ['csr', WALLET, '--subject', 'CN=Permits', '--use', 'requests', '--out', file, ...named];
    const { out, bodies } = await run(words, answers);
    expect(bodies).to.deep.equal([{ subjectDn: 'CN=Permits', purpose: 'requests' }]);
    expect([readFileSync(file, 'utf8'), out.trim()]).to.deep.equal(['a request\n', `Wrote the request to ${file}.`]);
  });

  it('sends the certificates of a file one by one', async () => {
    const file = join(folder, 'ours.pem');
    const answers = { [`POST ${AT}/certificates/import`]: whole(201, SHOWN) };
    writeFileSync(file, LEAF);
    expect((await run(['import', WALLET, file, ...named], answers)).bodies).to.deep.equal([{ certificatePem: LEAF }]);
    writeFileSync(file, LEAF + ROOT);
    const { out, bodies } = await run(['import', WALLET, file, '--confirm-anchor', 'CDEF', ...named], answers);
    expect(bodies).to.deep.equal([{ certificatePem: LEAF, chainPem: [ROOT], confirmAnchor: 'cdef' }]);
    expect(out)
      .to.match(/^subject +CN=Permits$/m)
      .and.match(/^leads to +list eu$/m);
  });

  it('has one issued, with the organisation of the caller', async () => {
    const answers = {
      'GET /api/auth/me': { organizationId: ORGANISATION },
      [`POST ${AT}/enrol`]: whole(201, SHOWN),
    };
    const { bodies, err } = await run(['enrol', WALLET, '--co-key', '--days', '90'], answers);
    expect(bodies.at(-1), err).to.deep.equal({ coKey: true, validityDays: 90 });
    expect(err).to.contain('quorate certificate authority');
    expect((await run(['enrol', WALLET, '--days', '3654'], answers)).exit).to.equal(2);
  });

  it('lists and retires them, and says when there is no key for one', async () => {
    const page = { eligibility: { eligible: true }, certificates: [SHOWN] };
    const listed = await run(['list', WALLET, ...named], { [`GET ${AT}/certificates`]: page });
    expect(listed.out).to.match(/^c1 +Active +Imported +credentials +CN=Office +2027-01-01T00:00:00.000Z$/m);
    const none = { eligibility: { eligible: false, reason: 'CERT_KEY_NOT_ELIGIBLE' }, certificates: [] };
    expect((await run(['list', WALLET, ...named], { [`GET ${AT}/certificates`]: none })).err).to.contain(
      'CERT_KEY_NOT_ELIGIBLE',
    );
    const answers = { [`DELETE ${AT}/certificates/${ID}`]: whole(204, undefined) };
    const retired = await run(['retire', WALLET, ID, '--yes', ...named], answers);
    expect(retired.out.trim(), retired.err).to.equal(`Retired ${ID}.`);
  });

  it('writes the chain of a wallet, and the authority of the node', async () => {
    const x5c = [toBase64(utf8('root'))];
    const answers = { [`GET ${AT}/imported-cert-chain`]: { x5c, pem: LEAF }, [`GET ${AUTHORITY}`]: { x5c, pem: ROOT } };
    expect((await run(['chain', WALLET, ...named], answers)).out).to.equal(LEAF);
    const authority = await run(['authority'], answers);
    expect(authority.out).to.equal(ROOT);
    expect(authority.err).to.contain(sha256Hex('root'));
  });
});
