// An organisation issues credentials of ISO 18013-5 over OpenID4VCI 1.0. The holder shows them, and they are judged by
// the certificate of the wallet that signed.
import { createPublicKey, sign } from 'node:crypto';
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { credentialOfferRoutes } from '../../../api/groups/credentials/credential-offers/routes.js';
import { issuedCredentialRoutes } from '../../../api/groups/credentials/issued-credentials/routes.js';
import { fromBase64Url } from '../../../core/base/bytes.js';
import { isFailure } from '../../../core/base/result.js';
import { isSignedBy, readJws, statedIssuer } from '../../../core/credentials/jose/jws.js';
import { elementJson } from '../../../core/credentials/mdoc/element-json.js';
import { heldMdocOf, issuerAuthOf } from '../../../core/credentials/mdoc/issuer-signed.js';
import { draftPresentation } from '../../../core/credentials/mdoc/present.js';
import type { MdocQuestion, TrustedLeaf } from '../../../core/credentials/mdoc/presentation.js';
import { verifyMdoc } from '../../../core/credentials/mdoc/verify.js';
import { p256OfJwk } from '../../../core/crypto/keys/jwk.js';
import { verifyPath } from '../../../core/trust/x509/path.js';
import { anchorOf } from '../../support/certificates/paths.js';
import { ASKED } from '../../support/credentials/licence.js';
import { call } from '../world/caller.js';
import { worldOfAll } from '../world/world-of.js';
import { accessOf, certify, DOC_TYPE, FORMATS, issue, offer, ROOT, seedIssuerWallet, TYPE } from './fixtures.js';
import { aKey } from './phone.js';

const SPACE = 'org.northwind.1';
const CLAIMS = {
  [SPACE]: {
    given_name: 'Eve',
    birth_date: '2001-02-28',
    changed: '2026-02-28T09:30:00Z',
    card: '2026-02-30',
    portrait: 'data:image/jpeg;base64,AP8=',
    offices: [{ name: 'Oslo', since: 2024 }],
  },
};
const bytesOf = (text: string) => fromBase64Url(text) as Uint8Array;
type Key = ReturnType<typeof aKey>;

/** The leaf, where its path ends at the root of the test. */
function findIssuer(atMs: number): MdocQuestion['findIssuer'] {
  return ({ chain }): TrustedLeaf | undefined => {
    const path = verifyPath({ chain, anchors: [anchorOf(ROOT)], atMs });
    if (isFailure(path)) return undefined;
    const { key, notBeforeMs, notAfterMs } = path.leaf;
    const jwk = createPublicKey({ key: Buffer.from(key.spki), type: 'spki', format: 'der' }).export({ format: 'jwk' });
    return { publicKey: p256OfJwk(jwk) as Uint8Array, anchor: 'root', notBeforeMs, notAfterMs };
  };
}

function shown(text: string, { privateKey }: Key) {
  const { toSign, finish } = draftPresentation(heldMdocOf(bytesOf(text)), ASKED, (_, name) => name !== 'card');
  return finish(sign('sha256', toSign, { key: privateKey, dsaEncoding: 'ieee-p1363' }));
}

describe('the issuer of mdocs', () => {
  const world = worldOfAll();
  const question = (atMs: number): MdocQuestion => ({
    ...{ atMs, docTypes: [DOC_TYPE], binding: ASKED, status: 'closed', findIssuer: findIssuer(atMs) },
    claims: [{ name: 'birth_date', path: [SPACE, 'birth_date'], values: ['2001-02-28'] }],
  });

  /** The cell of a status token, as a verifier of mdocs asks for it. */
  const listOf = async (uri: string, headers: Record<string, string> = {}) => {
    const { pathname, search } = new URL(uri);
    const accept = 'application/statuslist+cwt';
    const answer = await world.app.inject({ method: 'GET', url: pathname + search, headers: { accept, ...headers } });
    return { answer, status: answer.rawPayload.toString('base64url') };
  };

  it('gives one that its holder shows, judged by the certificate of its wallet', async () => {
    const { text, holder, credentialId } = await issue(world, { format: 'mso_mdoc', claims: CLAIMS });
    const nowMs = world.deps.clock.now();
    const { object } = issuerAuthOf(heldMdocOf(bytesOf(text)).issuerAuth);
    const { status } = await listOf(object.status?.uri ?? '');
    const verdict = verifyMdoc({ ...shown(text, holder), status }, question(nowMs));
    expect(verdict).to.include({ docType: DOC_TYPE, isStatusChecked: true });
    const refused = verifyMdoc({ ...shown(text, aKey()), status }, question(nowMs));
    expect(refused, 'another holder').to.have.property('ground', 'binding');
    expect([object.signedMs % 3_600_000, object.validUntilMs % 3_600_000]).to.deep.equal([0, 0]);
    const params = { credentialId };
    const token = await world.token('administrator');
    await call(world, issuedCredentialRoutes.revokeCredential, { params, body: {} }, { token });
    world.advance(1000);
    const after = await listOf(object.status?.uri ?? '');
    const late = verifyMdoc({ ...shown(text, holder), status: after.status }, question(nowMs + 1000));
    expect(late, 'revoked').to.have.property('ground', 'status');
  });

  it('tells of itself under the certificate of a wallet that has one, to who asks for it', async () => {
    const { phone } = await accessOf(world, { format: 'mso_mdoc' });
    const url = '/.well-known/openid-credential-issuer/credentials/northwind';
    const get = (accept: string) => world.app.inject({ method: 'GET', url, headers: { accept } });
    const answer = await get('application/jwt');
    expect(answer.headers).to.include({ 'content-type': 'application/jwt', vary: 'accept, accept-encoding' });
    const jws = readJws(answer.body, ['openidvci-issuer-metadata+jwt']);
    const nowMs = world.deps.clock.now();
    const { publicKey } = findIssuer(nowMs)(statedIssuer(jws)) ?? {};
    expect(publicKey !== undefined && isSignedBy(jws, publicKey)).to.equal(true);
    const { json } = await phone.get(url);
    const { iss, sub, iat, exp, ...same } = jws.payload;
    expect(same).to.deep.equal(json);
    expect([iss, sub, Number(exp) - Number(iat)]).to.deep.equal([phone.url, phone.url, 300]);
    world.certificates.clear();
    expect((await get('application/jwt')).json().code).to.equal('NOT_ACCEPTABLE');
    expect((await get('application/jwt, */*;q=0.1')).json()).to.deep.equal(json);
  });

  it('tells its status list by the form that Accept names, and no list of a former time', async () => {
    const { text } = await issue(world, { format: 'mso_mdoc' });
    const uri = issuerAuthOf(heldMdocOf(bytesOf(text)).issuerAuth).object.status?.uri ?? '';
    const { answer } = await listOf(uri);
    expect(answer.headers).to.include({
      'content-type': 'application/statuslist+cwt',
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
      vary: 'accept, accept-encoding',
    });
    const same = await listOf(uri, { 'if-none-match': String(answer.headers.etag) });
    expect(same.answer.statusCode).to.equal(304);
    const jwt = await listOf(uri, { accept: '*/*' });
    expect(jwt.answer.headers['content-type']).to.equal('application/statuslist+jwt');
    expect(jwt.answer.headers.etag).to.not.equal(answer.headers.etag);
    const none = await listOf(uri, { accept: 'application/json' });
    expect(none.answer.json().code).to.equal('NOT_ACCEPTABLE');
    const former = await listOf(`${uri}?time=1686925000`);
    expect([former.answer.statusCode, former.answer.json().code]).to.deep.equal([501, 'NOT_IMPLEMENTED']);
  });

  it('makes dates, times and bytes of texts in their form, and of no other text', async () => {
    const { text } = await issue(world, { format: 'mso_mdoc', claims: CLAIMS });
    const { elements } = heldMdocOf(bytesOf(text));
    const of = (wanted: string) => elements.find(({ element: { name } }) => name === wanted)?.element.value;
    expect(of('birth_date')).to.include({ tag: 1004, value: '2001-02-28' });
    expect(of('changed')).to.include({ tag: 0, value: '2026-02-28T09:30:00Z' });
    expect(of('card'), 'no such day').to.equal('2026-02-30');
    expect(of('portrait')).to.deep.equal(Uint8Array.of(0, 255));
    expect(elementJson(of('offices') ?? null)).to.deep.equal([{ name: 'Oslo', since: 2024 }]);
  });

  it('gives a copy for each key, and each its own place', async () => {
    const { phone, token } = await accessOf(world, { format: 'mso_mdoc' });
    const { proof } = await phone.nonces();
    const keys = [aKey(), aKey(), aKey()];
    const jwt = keys.map((key) => phone.proof(proof, { key }));
    const { json } = await phone.credential(token, { credential_configuration_id: DOC_TYPE, proofs: { jwt } });
    const copies = (json.credentials as readonly { readonly credential: string }[]).map(
      ({ credential }) => issuerAuthOf(heldMdocOf(bytesOf(credential)).issuerAuth).object,
    );
    expect(copies.map(({ deviceKey }) => deviceKey)).to.deep.equal(keys.map(({ jwk }) => p256OfJwk(jwk)));
    expect(new Set(copies.map(({ status }) => status?.index)).size).to.equal(3);
  });

  it('tells of it as of a doctype, and answers requests of drafts', async () => {
    const { phone, token } = await accessOf(world, { format: 'mso_mdoc' });
    const { json } = await phone.get('/credentials/northwind/.well-known/openid-credential-issuer');
    const { [DOC_TYPE]: told } = json.credential_configurations_supported as Record<string, object>;
    expect(told).to.deep.include({
      ...{ format: 'mso_mdoc', doctype: DOC_TYPE, scope: DOC_TYPE },
      cryptographic_binding_methods_supported: ['cose_key'],
      credential_signing_alg_values_supported: [-7],
    });
    const { proof } = await phone.nonces();
    const older = { format: 'mso_mdoc', doctype: DOC_TYPE, proof: { proof_type: 'jwt', jwt: phone.proof(proof) } };
    const answer = await phone.credential(token, older);
    expect(answer.json.format).to.equal('mso_mdoc');
    expect(heldMdocOf(bytesOf(String(answer.json.credential))).elements).to.have.length(1);
  });

  it('answers by the configuration, although a wallet states the format too', async () => {
    const { phone, token } = await accessOf(world, { format: 'mso_mdoc' });
    const { proof } = await phone.nonces();
    const both = { credential_configuration_id: DOC_TYPE, format: 'mso_mdoc', doctype: DOC_TYPE };
    const { json } = await phone.credential(token, { ...both, proofs: { jwt: [phone.proof(proof)] } });
    expect(json.credentials, JSON.stringify(json)).to.have.length(1);
  });

  it('signs nothing once the certificate is gone', async () => {
    const { phone, token } = await accessOf(world, { format: 'mso_mdoc' });
    world.certificates.clear();
    const { proof } = await phone.nonces();
    const jwt = [phone.proof(proof)];
    const { json } = await phone.credential(token, { credential_configuration_id: DOC_TYPE, proofs: { jwt } });
    expect(json.error).to.equal('credential_request_denied');
  });

  const make = async (body: object) => {
    const token = await world.token('administrator');
    const stated = { issuerWalletAddress: EXAMPLE.issuerWalletAddress, ...FORMATS.mso_mdoc, ...body };
    return call(world, credentialOfferRoutes.createCredentialOffer, { body: stated }, { token });
  };
  const REFUSED: readonly (readonly [string, object, string])[] = [
    ['no elements', { claims: {} }, '/claims'],
    ['a claim of no name space', { claims: { given_name: 'Eve' } }, '/claims'],
    ['an empty name space', { claims: { [SPACE]: {} } }, '/claims'],
    ['a number that is not whole', { claims: { [SPACE]: { height: 1.5 } } }, '/claims'],
    ['a data URL that is none', { claims: { [SPACE]: { photo: 'data:image/png;base64,A' } } }, '/claims'],
    ['a name beyond its bound', { claims: { [SPACE]: { ['a'.repeat(257)]: 1 } } }, '/claims'],
    [
      'more elements than are read',
      { claims: { [SPACE]: Object.fromEntries(Array.from({ length: 257 }, (_, i) => [i, 1])) } },
      '/claims',
    ],
    ['paths of disclosures', { disclosablePaths: ['given_name'] }, '/disclosablePaths'],
    ['no certificate asked for', { trustAnchor: 'register' }, '/trustAnchor'],
    ['a life beyond its certificate', { validFor: 5 * 365 * 86_400 }, '/validFor'],
    ['the type of another format', { credentialType: TYPE }, '/format'],
  ];
  for (const [what, body, path] of REFUSED)
    it(`offers nothing with ${what}`, async () => {
      await offer(world);
      certify(world, await seedIssuerWallet(world));
      const { json } = await make({ format: 'mso_mdoc', ...body });
      expect([json.code, json.path]).to.deep.equal(['BODY_INVALID', path]);
      world.certificates.clear();
    });

  it('ends a credential with its certificate where the offer states nothing', async () => {
    certify(world, await seedIssuerWallet(world), 'x509-tenant');
    const [[name, held] = ['', undefined]] = [...world.certificates];
    const notAfterMs = world.deps.clock.now() + 90 * 60_000;
    world.certificates.set(name, { ...held, notAfterMs } as never);
    const { json } = await make({ format: 'mso_mdoc' });
    const { validUntilMs = 0 } = world.deps.credentials.offers.find(json.offerId) ?? {};
    expect(notAfterMs - validUntilMs).to.be.within(0, 3_599_999);
    world.certificates.clear();
  });
});
