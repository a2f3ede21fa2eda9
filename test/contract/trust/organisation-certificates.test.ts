// Certificates of organisation wallets through HTTP: requested, imported, issued here, retired, and found to sign
// under.
import 'reflect-metadata';
import { X509Certificate } from 'node:crypto';
import { Pkcs10CertificateRequest } from '@peculiar/x509';
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { organisationCertificateRoutes } from '../../../api/groups/trust/organisation-certificates/routes.js';
import { fromBase64, toBase64, toBase64Url, utf8 } from '../../../core/base/bytes.js';
import { sha256Hex } from '../../../core/base/hash.js';
import { CERTIFICATES_WALLET_MAX, CERTIFIED_WALLETS_MAX } from '../../../core/base/limits/node/federation.js';
import { pemOf } from '../../../core/crypto/keys/pem.js';
import { verifyEs256 } from '../../../core/crypto/signing/nist-p256.js';
import { PLATFORM_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import { PURPOSES } from '../../../core/trust/certificates/import.js';
import { daysOf } from '../../../core/trust/certificates/record.js';
import { readAnchor, readCertificate } from '../../../core/trust/x509/certificate.js';
import { TAG } from '../../../core/trust/x509/der.js';
import { verifyPath } from '../../../core/trust/x509/path.js';
import type { Wallet } from '../../../core/wallet/wallet.js';
import { OrganisationCertificateRows } from '../../../storage/tables/trust/organisation-certificates.js';
import { good } from '../../support/base/good.js';
import { codesOf } from '../../support/base/results.js';
import { altNames, authority, certificate, dns, partyOf, purposes } from '../../support/certificates/certificates.js';
import { sequence, text } from '../../support/certificates/der.js';
import { operatorOf, signedList } from '../../support/trust-lists/signed-list.js';
import { call } from '../world/caller.js';
import type { Persona } from '../world/personas.js';
import { NO_LIMITS } from '../world/world.js';
import { worldOfEach } from '../world/world-of.js';
import { certifiedOf, issuedTo, OFFICE, office, paramsOf, seedWallet } from './certificate-fixtures.js';

const { requestCertificate, importCertificate, enrolCertificate, listCertificates } = organisationCertificateRoutes;
const { retireCertificate, readImportedChain, readTrustAuthority } = organisationCertificateRoutes;
const { organisationId } = EXAMPLE;
const OFFICE_PEM = pemOf('CERTIFICATE', OFFICE);
const OFFICE_HASH = sha256Hex(OFFICE);
const DAY_MS = 86_400_000;

describe('organisation certificates', () => {
  const world = worldOfEach({ rates: NO_LIMITS });
  let wallet: Wallet;
  beforeEach(async () => {
    wallet = await seedWallet(world);
  });

  const as = async (persona: Persona = 'administrator') => ({ token: await world.token(persona) });
  const codeOf = ({ status, json }: { status: number; json: { code?: string } }) => [status, json.code];
  const request = async (body: object = {}) =>
    call(world, requestCertificate, { params: paramsOf(wallet), body }, await as());
  const bring = async (certificatePem: string, more: object = {}) =>
    call(world, importCertificate, { params: paramsOf(wallet), body: { certificatePem, ...more } }, await as());
  const enrol = async (body: object = {}) =>
    call(world, enrolCertificate, { params: paramsOf(wallet), body }, await as());
  const list = async () => (await call(world, listCertificates, { params: paramsOf(wallet) }, await as())).json;
  const retire = async (certificateId: string) =>
    call(world, retireCertificate, { params: { ...paramsOf(wallet), certificateId } }, await as());
  const inForce = (use: 'credentials' | 'requests', more: object = {}) =>
    world.trust.certificates.certificateFor({ organisationId, use, ...more });

  it('makes a request that its own key signed, for the host of the node', async () => {
    const { json } = await request({ subjectDn: 'CN=Permits, O=City, C=CY', purpose: 'requests' });
    const read = new Pkcs10CertificateRequest(json.csrPem as string);
    expect(await read.verify()).to.equal(true);
    expect([read.subject, json.boundKeySource]).to.deep.equal(['C=CY, O=City, CN=Permits', 'Primary']);
    expect(json.boundPublicKeyThumbprint).to.equal(sha256Hex(new Uint8Array(read.publicKey.rawData)));
    const text = Buffer.from(read.rawData).toString('latin1');
    expect(text).to.include('localhost');
    expect(new Pkcs10CertificateRequest((await request()).json.csrPem as string).subject).to.equal(
      'CN=Northwind Cooperative',
    );
    const unread = ['CN=#0402', 'CN=#30', 'CN=#1e0161', 'CN=#0c02c328', '9.9.9=a', 'E=\u00e9@b'];
    for (const subjectDn of ['nothing', '=', '1.2.3', ...unread])
      expect(codeOf(await request({ subjectDn })), subjectDn).to.deep.equal([400, 'BODY_INVALID']);
  });

  it('issues a certificate whose path its own rules and the platform take', async () => {
    const answer = await enrol();
    expect(answer.status).to.equal(201);
    expect(answer.json).to.deep.include({
      status: 'Active',
      provenance: 'Internal',
      uses: ['credentials', 'requests'],
    });
    expect(answer.json.eligibility).to.deep.equal({ eligible: true, boundKeySource: 'Primary' });
    const anchors = () => world.trust.certificates.tenantAnchors().map(({ hash }) => hash);
    expect(anchors()).to.deep.equal([answer.json.anchor.sha256]);
    world.trust.configured.push(OFFICE);
    expect(anchors()).to.deep.equal([answer.json.anchor.sha256, OFFICE_HASH]);
    const root = (await call(world, readTrustAuthority, {}, {})).json;
    const anchor = Buffer.from(root.x5c[0] as string, 'base64');
    for (const [use, purpose] of Object.entries(PURPOSES)) {
      const { chain, notAfterMs } = inForce(use as 'credentials')!;
      const asked = { chain, anchors: [good(readAnchor(anchor))], atMs: world.deps.clock.now(), purpose };
      const name = { kind: 'dns', value: 'localhost' } as const;
      expect(good(verifyPath({ ...asked, name })).anchor.hash).to.equal(answer.json.anchor.sha256);
      expect(notAfterMs - world.deps.clock.now()).to.be.within(396 * DAY_MS, 397 * DAY_MS);
      const [leaf, ca] = [new X509Certificate(chain[0]!), new X509Certificate(anchor)];
      expect([leaf.checkIssued(ca), leaf.verify(ca.publicKey), ca.verify(ca.publicKey), ca.ca, leaf.ca]).to.deep.equal([
        ...[true, true, true, true, false],
      ]);
    }
    expect((await call(world, readTrustAuthority, {}, {})).json).to.deep.equal(root);
    expect((await enrol({ validityDays: 3654 })).status).to.equal(400);
  });

  it('puts the country of the settings into the names of the authority and of what it issues', async () => {
    world.trust.naming.country = 'CY';
    await enrol();
    const [der] = (await call(world, readTrustAuthority, {}, {})).json.x5c;
    const [leaf, ca] = [new X509Certificate(inForce('credentials')!.chain[0]!), new X509Certificate(fromBase64(der)!)];
    expect(leaf.subject).to.equal('C=CY\nCN=Northwind Cooperative');
    expect([leaf.issuer, leaf.checkIssued(ca)]).to.deep.equal([ca.subject, true]);
    expect(ca.subject).to.match(/^C=CY\nCN=Quorate trust authority [0-9a-f]{16}$/);
  });

  it('signs under the certificate with the key that it names', async () => {
    await enrol();
    const { key, chain } = inForce('credentials')!;
    const input = utf8(`${toBase64Url(utf8('{"alg":"ES256"}'))}.e30`);
    const { signature } = good(await world.deps.keystore.signFormatted(key, 'jose', input));
    const point = good(readCertificate(chain[0]!)).key.spki.subarray(26);
    expect(verifyEs256(point, input, signature)).to.equal(true);
  });

  it('derives a co-key for a wallet of another algorithm, where an administrator asks for it', async () => {
    wallet = await seedWallet(world, 'ED25519');
    expect(codeOf(await request())).to.deep.equal([422, 'CERT_KEY_NOT_ELIGIBLE']);
    expect(codeOf(await enrol())).to.deep.equal([422, 'CERT_KEY_NOT_ELIGIBLE']);
    expect(codeOf(await bring(issuedTo(wallet)))).to.deep.equal([422, 'CERT_KEY_NOT_ELIGIBLE']);
    expect((await list()).eligibility).to.deep.equal({ eligible: false, reason: 'CERT_KEY_NOT_ELIGIBLE' });
    expect((await enrol({ coKey: true })).json.eligibility.boundKeySource).to.equal('HaipCoKey');
    expect((await request()).json.boundKeySource).to.equal('HaipCoKey');
    expect((await enrol()).status).to.equal(201);
    expect(inForce('requests')?.key.path).to.equal("m/44'/0'/0'/0/109");
    expect((await list()).eligibility).to.deep.equal({ eligible: true, boundKeySource: 'HaipCoKey' });
  });

  it('refuses a certificate by the first rule that it breaks: the typed certificate failures, 422', async () => {
    const year = (years: string) => text(`${years}0101000000Z`, TAG.utcTime);
    const rows: readonly (readonly [string, string])[] = [
      ['CERT_KEY_MISMATCH', pemOf('CERTIFICATE', certificate(partyOf('Other'), office))],
      ['CERT_CHAIN_INVALID', issuedTo(wallet, { serial: Uint8Array.of(2, 1, 0) })],
      ['CERT_EXPIRED', issuedTo(wallet, { validity: sequence(year('20'), year('21')) })],
      ['CERT_UNSUITABLE', issuedTo(wallet, { extensions: { subjectAltName: altNames(dns('other.example')) } })],
      ['CERT_UNSUITABLE', issuedTo(wallet, { extensions: { basicConstraints: authority() } })],
      ['CERT_EXTERNAL_ANCHOR_UNAVAILABLE', issuedTo(wallet)],
    ];
    for (const [code, pem] of rows) expect(codeOf(await bring(pem)), code).to.deep.equal([422, code]);
    expect(world.trust.counted.at(-1)).to.equal('Imported refused CERT_EXTERNAL_ANCHOR_UNAVAILABLE');
    expect((await list()).certificates).to.deep.equal([]);
    expect(codeOf(await bring('nothing'))).to.deep.equal([400, 'BODY_INVALID']);
    expect((await bring(issuedTo(wallet), { chainPem: ['nothing'] })).json.errors?.[0]?.path).to.equal('/chainPem/0');
  });

  it('takes an anchor of a trust list, of the settings, or one that the administrator confirms', async () => {
    const told = await bring(issuedTo(wallet), { chainPem: [OFFICE_PEM] });
    expect(told.json.detail).to.include(OFFICE_HASH);
    const wrong = await bring(issuedTo(wallet), { chainPem: [OFFICE_PEM], confirmAnchor: '0'.repeat(64) });
    expect(codeOf(wrong)).to.deep.equal([422, 'CERT_EXTERNAL_ANCHOR_UNAVAILABLE']);
    // The hash of something that is not in the chain confirms nothing.
    expect(codeOf(await bring(issuedTo(wallet), { confirmAnchor: OFFICE_HASH }))[1]).to.equal(
      'CERT_EXTERNAL_ANCHOR_UNAVAILABLE',
    );
    const confirmed = await bring(issuedTo(wallet), { chainPem: [OFFICE_PEM], confirmAnchor: OFFICE_HASH });
    expect(confirmed.json.anchor).to.deep.equal({ kind: 'confirmed', sha256: OFFICE_HASH });
    expect(inForce('credentials', { trustAnchor: 'x509-lotl' })).to.equal(undefined);
    world.trust.configured.push(OFFICE);
    expect((await bring(issuedTo(wallet))).json.anchor.kind).to.equal('setting');
    await importList('eu', organisationId);
    expect((await bring(issuedTo(wallet))).json.anchor).to.deep.equal({
      ...{ kind: 'list', sha256: OFFICE_HASH, trustListId: 'eu' },
    });
    expect(inForce('credentials', { trustAnchor: 'x509-lotl' })?.anchor.trustListId).to.equal('eu');
    await world.trust.trustLists.remove(good(world.trust.trustLists.find(organisationId, 'eu')), []);
    expect(inForce('credentials', { trustAnchor: 'x509-lotl' })).to.equal(undefined);
  });

  async function importList(trustListId: string, ofOrganisation: string): Promise<void> {
    const operator = operatorOf('Operator of the office');
    const text = signedList({ services: [{ certificates: [toBase64(OFFICE)] }] }, operator);
    const taken = await world.trust.trustLists.take({
      ...{ organisationId: ofOrganisation, trustListId, operators: [operator.certificate] },
      from: { bytes: utf8(text) },
    });
    good(taken);
  }

  it('supersedes for the uses that a later one of its provenance has, and prefers an imported one', async () => {
    world.trust.configured.push(OFFICE);
    const internal = (await enrol()).json.certificateId as string;
    const both = { extensions: { extendedKeyUsage: purposes(PURPOSES.credentials, PURPOSES.requests) } };
    const first = (await bring(issuedTo(wallet, both))).json.certificateId as string;
    const second = (await bring(issuedTo(wallet))).json.certificateId as string;
    const states = async () =>
      Object.fromEntries(
        (await list()).certificates.map((each: { certificateId: string; status: string; inForce: string[] }) => [
          each.certificateId,
          [each.status, ...each.inForce],
        ]),
      );
    expect(await states()).to.deep.equal({
      [internal]: ['Active', 'credentials', 'requests'],
      [first]: ['Active', 'requests'],
      [second]: ['Active', 'credentials'],
    });
    expect(inForce('credentials')?.certificateId).to.equal(second);
    expect(inForce('requests')?.certificateId).to.equal(first);
    expect(inForce('credentials', { trustAnchor: 'register' })?.certificateId).to.equal(internal);
    expect((await retire(first)).status).to.equal(204);
    expect((await retire(first)).status).to.equal(204);
    expect(inForce('requests')?.certificateId).to.equal(internal);
    expect((await states())[first]).to.deep.equal(['Superseded']);
    expect(codeOf(await retire(organisationId))).to.deep.equal([404, 'CERTIFICATE_NOT_FOUND']);
    const again = (await enrol()).json.certificateId as string;
    expect((await states())[internal]).to.deep.equal(['Superseded']);
    expect(inForce('requests')?.certificateId).to.equal(again);
  });

  it('gives the imported chain to everybody (imported-cert-chain), and no internal one', async () => {
    const read = (query: Readonly<Record<string, unknown>> = {}) =>
      call(world, readImportedChain, { params: paramsOf(wallet), query }, {});
    await enrol();
    expect(codeOf(await read())).to.deep.equal([404, 'CERTIFICATE_NOT_FOUND']);
    world.trust.configured.push(OFFICE);
    const pem = issuedTo(wallet);
    await bring(pem, { chainPem: [OFFICE_PEM] });
    const { status, json, headers } = await read();
    expect([status, json.pem, json.x5c.length]).to.deep.equal([200, pem, 1]);
    expect(headers['access-control-allow-origin']).to.equal('*');
    expect(codeOf(await read({ purpose: 'requests' }))).to.deep.equal([404, 'CERTIFICATE_NOT_FOUND']);
  });

  it('is for administrators of the organisation, and for its own wallets that sign', async () => {
    const params = paramsOf(wallet);
    for (const [persona, status] of [
      ['user', 403],
      ['citizen', 403],
      ['service', 403],
      ['systemAdmin', 201],
    ] as const)
      expect((await call(world, enrolCertificate, { params, body: {} }, await as(persona))).status, persona).to.equal(
        status,
      );
    const elsewhere = { ...params, tenantId: PLATFORM_ORGANISATION_ID };
    expect((await call(world, listCertificates, { params: elsewhere }, await as())).status).to.equal(404);
    expect((await call(world, listCertificates, { params: elsewhere }, await as('systemAdmin'))).json.code).to.equal(
      'WALLET_NOT_FOUND',
    );
    const locked = { ...wallet, status: 'Locked' as const };
    await world.deps.commit([...world.deps.wallets.put(locked)]);
    expect(codeOf(await enrol())).to.deep.equal([409, 'WALLET_LOCKED']);
    const foreign = { ...params, orgWalletAddress: `${wallet.address.slice(0, -1)}x` };
    expect(codeOf(await call(world, enrolCertificate, { params: foreign, body: {} }, await as()))).to.deep.equal([
      404,
      'WALLET_NOT_FOUND',
    ]);
  });

  it('finds one of a usable wallet where none is named, and of a locked one by its name', async () => {
    await enrol();
    expect(inForce('credentials')?.wallet).to.equal(wallet.address);
    await world.deps.commit(world.deps.wallets.put({ ...wallet, status: 'Locked' }));
    expect(inForce('credentials')).to.equal(undefined);
    expect(inForce('credentials', { wallet: wallet.address })?.wallet).to.equal(wallet.address);
    const of = { organisationId: `${organisationId.slice(0, -1)}f`, wallet: wallet.address };
    expect(inForce('credentials', of)).to.equal(undefined);
  });

  it('keeps so many of a wallet, of so many wallets', async () => {
    const { certificates } = world.trust;
    for (let i = 0; i < CERTIFICATES_WALLET_MAX + 3; i++) await enrol();
    const kept = certificates.of(wallet.address);
    expect(kept.length).to.equal(CERTIFICATES_WALLET_MAX);
    expect(kept.filter(({ inForce: uses }) => uses.length > 0).length).to.equal(1);
    const asked = { coKey: false, days: 10, also: () => [] };
    const more = (i: number) => certificates.enrol(certifiedOf({ ...wallet, address: `${wallet.address}${i}` }), asked);
    for (let i = 1; i < CERTIFIED_WALLETS_MAX; i++) good(await more(i));
    expect(codesOf(await more(CERTIFIED_WALLETS_MAX))).to.deep.equal(['QUOTA_EXCEEDED']);
    good(await more(1));
  });

  it('issues its own again before their end, and no other ones', async () => {
    const { certificates } = world.trust;
    world.trust.configured.push(OFFICE);
    const imported = (await bring(issuedTo(wallet))).json.certificateId;
    const first = (await enrol({ validityDays: 60 })).json.certificateId;
    const own = () => certificates.of(wallet.address).filter(({ inForce: uses }) => uses.length > 0);
    const renewed = async (days: number) => {
      world.advance(days * DAY_MS);
      await certificates.renew(world.deps.clock.now(), () => []);
      return own().find(({ provenance }) => provenance === 'Internal')!;
    };
    expect((await renewed(39)).id).to.equal(first);
    await world.deps.commit(world.deps.wallets.put({ ...wallet, status: 'Locked' }));
    expect((await renewed(1.1)).id).to.equal(first);
    await world.deps.commit(world.deps.wallets.put(wallet));
    const second = await renewed(0);
    expect([second.id === first, daysOf(second)]).to.deep.equal([false, 60]);
    expect((await renewed(1)).id).to.equal(second.id);
    expect(own().map(({ id }) => id)).to.have.members([imported, second.id]);
  });

  it('tells administrators once of an imported one that ends soon', async () => {
    const { certificates, configured, told } = world.trust;
    configured.push(OFFICE);
    await enrol();
    const end = world.deps.clock.now() + 90 * DAY_MS;
    const stamp = (ms: number) =>
      text(
        `${new Date(ms)
          .toISOString()
          .replaceAll(/[-T:]|\.\d+/g, '')
          .slice(2)}`,
        TAG.utcTime,
      );
    const lasting = { validity: sequence(stamp(end - 180 * DAY_MS), stamp(end)) };
    const { certificateId } = (await bring(issuedTo(wallet, lasting))).json;
    for (const daysBefore of [31, 29, 28]) {
      world.advance(end - daysBefore * DAY_MS - world.deps.clock.now());
      await certificates.remind(world.deps.clock.now());
      expect(told).to.deep.equal(daysBefore > 30 ? [] : [`certificate-ends ${certificateId}`]);
    }
    await retire(certificateId);
    expect(inForce('credentials')?.provenance).to.equal('Internal');
  });

  it('records and counts what was done, and finds it again after a restart', async () => {
    await request();
    await bring(issuedTo(wallet));
    await bring(issuedTo(wallet), { chainPem: [OFFICE_PEM], confirmAnchor: OFFICE_HASH });
    const { json } = await enrol();
    await retire(json.certificateId as string);
    const { rows: events } = await world.deps.audit.page([organisationId], {}, 50);
    const told = events.map(({ eventType }) => eventType);
    expect(told.filter((type) => type.startsWith('Certificate')).sort()).to.deep.equal([
      ...['CertificateEnrolled', 'CertificateImported', 'CertificateRefused', 'CertificateRequested'],
      'CertificateRetired',
    ]);
    expect(world.trust.counted).to.deep.equal([
      ...['Imported refused CERT_EXTERNAL_ANCHOR_UNAVAILABLE', 'Imported taken', 'Internal taken'],
    ]);
    const rows = await OrganisationCertificateRows.open(world.kv, world.kv);
    expect(rows.of(wallet.address)).to.deep.equal(world.trust.certificates.of(wallet.address));
    expect(rows.walletsOf(organisationId)).to.deep.equal([wallet.address]);
  });
});
