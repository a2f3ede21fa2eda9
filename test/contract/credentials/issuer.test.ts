// An organisation issues a credential to a wallet over OpenID4VCI 1.0, from the offer to the status list.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { credentialOfferRoutes } from '../../../api/groups/credentials/credential-offers/routes.js';
import { issuedCredentialRoutes } from '../../../api/groups/credentials/issued-credentials/routes.js';
import { call } from '../world/caller.js';
import type { Persona } from '../world/personas.js';
import { worldOfAll } from '../world/world-of.js';
import { accessOf, certify, issue, offer, seedIssuerWallet, TYPE } from './fixtures.js';
import { aKey, Phone } from './phone.js';

const ISS = 'http://localhost:8080/credentials/northwind';
const decoded = (segment = '') => JSON.parse(Buffer.from(segment, 'base64url').toString());

function partsOf(jws: string) {
  const [header, payload, signature = ''] = jws.split('.');
  return { header: decoded(header), payload: decoded(payload), input: `${header}.${payload}`, signature };
}

describe('the issuer of credentials', () => {
  const world = worldOfAll();
  const jwk = async () =>
    (await new Phone(world).get('/credentials/northwind/jwks')).json.keys as readonly { kid: string }[];
  const isSigned = async (jws: string) => {
    const { header, input, signature } = partsOf(jws);
    const key = (await jwk()).find(({ kid }) => kid === header.kid);
    const publicKey = createPublicKey({ key: { ...key }, format: 'jwk' });
    const bytes = Buffer.from(signature, 'base64url');
    return verify('sha256', Buffer.from(input), { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes);
  };
  const statusOf = async (text: string) => {
    const { idx, uri } = partsOf(text.split('~')[0] as string).payload.status.status_list;
    const answer = await world.app.inject({ method: 'GET', url: new URL(uri).pathname });
    const list = inflateSync(Buffer.from(partsOf(answer.body).payload.status_list.lst, 'base64url'));
    return { answer, value: ((list[idx >> 2] as number) >> ((idx & 3) * 2)) & 3 };
  };
  const ask = async (
    id: keyof typeof issuedCredentialRoutes,
    credentialId: string,
    persona: Persona = 'administrator',
  ) =>
    call(
      world,
      issuedCredentialRoutes[id],
      { params: { credentialId }, body: id === 'getIssuedCredential' ? undefined : { reason: 'left' } },
      { token: await world.token(persona) },
    );

  it('gives an SD-JWT VC that verifies with its published key, whose claims the holder may keep to itself', async () => {
    const claims = { given_name: 'Eve', address: { street: 'Elm 1', city: 'Oslo' } };
    const { text } = await issue(world, { claims, disclosablePaths: ['given_name', '/address/street'] });
    const [jws = '', ...disclosures] = text.split('~').slice(0, -1);
    const { header, payload } = partsOf(jws);
    expect(await isSigned(jws)).to.equal(true);
    expect([header.typ, header.alg, payload.iss, payload.vct]).to.deep.equal(['dc+sd-jwt', 'ES256', ISS, TYPE]);
    expect(payload.address.city).to.equal('Oslo');
    expect(JSON.stringify(payload)).to.not.contain('Eve').and.to.not.contain('Elm');
    expect(disclosures.map((part) => decoded(part).slice(1))).to.deep.include.members([
      ['given_name', 'Eve'],
      ['street', 'Elm 1'],
    ]);
    const digests = disclosures.map((part) => createHash('sha256').update(part).digest('base64url'));
    expect([...payload._sd, ...payload.address._sd]).to.include.members(digests);
  });

  it('names its key by a certificate where the wallet has one and the offer states no other way', async () => {
    const { address, publicKey } = await seedIssuerWallet(world);
    const leaf = certify(world, { address, publicKey });
    const headerOf = async (body: object = {}) => partsOf((await issue(world, body)).text.split('~')[0] as string);
    const { header, payload } = await headerOf();
    expect(header.x5c).to.deep.equal([Buffer.from(leaf).toString('base64')]);
    const list = await statusOf((await issue(world)).text);
    expect(partsOf(list.answer.body).header.x5c, 'its list').to.deep.equal(header.x5c);
    const plain = await headerOf({ trustAnchor: 'register' });
    expect(plain.header).to.have.property('kid').and.to.equal(header.kid);
    expect(plain.header).to.not.have.property('x5c');
    expect(plain.payload.status.status_list.uri, 'another list').to.not.equal(payload.status.status_list.uri);
    world.certificates.clear();
  });

  it('takes sixteen proofs of some kilobytes, as those with an attestation of their key are', async () => {
    const { phone, token } = await accessOf(world);
    const { proof: nonce } = await phone.nonces();
    const jwt = Array.from({ length: 16 }, () => phone.proof(nonce, { payload: { padding: 'x'.repeat(5000) } }));
    const answer = await phone.credential(token, { credential_configuration_id: TYPE, proofs: { jwt } });
    expect([answer.status, (answer.json.credentials as unknown[]).length]).to.deep.equal([200, 16]);
  });

  it('tells of itself at every address that a wallet may ask', async () => {
    await issue(world);
    const phone = new Phone(world);
    const names = ['openid-credential-issuer', 'oauth-authorization-server', 'jwt-vc-issuer'];
    for (const name of names) {
      const inserted = await phone.get(`/.well-known/${name}/credentials/northwind`);
      const appended = await phone.get(`/credentials/northwind/.well-known/${name}`);
      const root = await phone.get(`/.well-known/${name}`);
      expect(inserted.json, name).to.deep.equal(appended.json);
      expect(inserted.json.credential_issuer ?? inserted.json.issuer).to.equal(ISS);
      expect(root.json.credential_issuer ?? root.json.issuer).to.equal('http://localhost:8080');
      expect(root.headers['access-control-allow-origin']).to.equal('*');
    }
    const { json } = await phone.get('/.well-known/openid-credential-issuer');
    expect(json.credential_configurations_supported).to.have.nested.property(`${TYPE}.vct`, TYPE);
    expect((await phone.get('/credentials/nobody/jwks')).json.code).to.equal('ORGANISATION_NOT_FOUND');
  });

  it('offers by value and by reference, once', async () => {
    const phone = new Phone(world);
    const byValue = await offer(world, { byValue: true });
    const uri = new URL(byValue.credentialOfferUri);
    const value = JSON.parse(uri.searchParams.get('credential_offer') ?? '');
    expect(value.credential_issuer).to.equal(ISS);
    const made = await offer(world, { txCode: { length: 4 } });
    const reference = new URL(made.credentialOfferUri).searchParams.get('credential_offer_uri') ?? '';
    const { json } = await phone.get(new URL(reference).pathname);
    const grant = Object.values(json.grants as object)[0];
    expect(grant).to.deep.equal({
      'pre-authorized_code': made.preAuthorizedCode,
      tx_code: { input_mode: 'numeric', length: 4 },
    });
    expect(made.txCode).to.match(/^\d{4}$/);
    expect(made.qr).to.match(/^<svg .*<\/svg>$/s);
    const given = await phone.token(made.preAuthorizedCode, { txCode: made.txCode ?? '' });
    expect([given.status, given.json.token_type, given.headers['cache-control']]).to.deep.equal([
      200,
      'Bearer',
      'no-store',
    ]);
    expect((await phone.get(new URL(reference).pathname)).json.code).to.equal('OFFER_USED');
  });

  it('answers the wallets of drafts at the root, with one credential and a nonce', async () => {
    const { phone, token } = await accessOf(world, {}, '');
    const { proof } = await phone.nonces();
    const request = { format: 'vc+sd-jwt', vct: TYPE, proof: { proof_type: 'jwt', jwt: phone.proof(proof) } };
    const { status, json } = await phone.credential(token, request);
    expect([status, json.format]).to.deep.equal([200, 'vc+sd-jwt']);
    expect(partsOf(String(json.credential).split('~')[0] as string).payload.iss).to.equal('http://localhost:8080');
    expect(json).to.include.keys('c_nonce', 'c_nonce_expires_in');
  });

  it('gives a copy for each key, each at a place of its own, and a key that comes again the same bytes', async () => {
    const { phone, token, offerId } = await accessOf(world, { claims: { n: 1 } });
    const keys = [aKey(), aKey(), aKey()];
    const get = async (some: typeof keys) => {
      const { proof } = await phone.nonces();
      const jwt = some.map((key) => phone.proof(proof, { key }));
      const { json } = await phone.credential(token, { credential_configuration_id: TYPE, proofs: { jwt } });
      const copies = json.credentials as readonly { credential: string }[];
      return copies.map(({ credential }) => partsOf(credential.split('~')[0] as string));
    };
    const [given, more] = [await get(keys), await get([keys[1] as (typeof keys)[0], aKey()])];
    expect(more[0]?.input).to.equal(given[1]?.input);
    const [first, again] = [given.map(({ payload }) => payload), more.map(({ payload }) => payload)];
    expect(first.map(({ cnf }) => cnf.jwk.x)).to.deep.equal(keys.map(({ jwk: { x } }) => x));
    const places = [...first, ...again].map(({ status }) => status.status_list.idx);
    expect(new Set(places).size).to.equal(4);
    expect(places[3]).to.equal(places[1]);
    expect(new Set([...first, ...again].map(({ iat, exp }) => `${iat} ${exp}`)).size, 'dates link nothing').to.equal(1);
    const { credentialId = '' } = world.deps.credentials.offers.find(offerId) ?? {};
    expect((await ask('getIssuedCredential', credentialId)).json.copies).to.equal(4);
  });

  it('says in its status list that a credential is suspended, reinstated, revoked', async () => {
    const { text, credentialId } = await issue(world);
    const before = await statusOf(text);
    const { headers } = before.answer;
    expect([
      before.value,
      headers['content-type'],
      headers['cache-control'],
      headers['access-control-allow-origin'],
    ]).to.deep.equal([0, 'application/statuslist+jwt', 'public, max-age=300', '*']);
    expect(await isSigned(before.answer.body)).to.equal(true);
    const steps = [
      ['suspendCredential', 'Suspended', 2],
      ['reinstateCredential', 'Valid', 0],
      ['revokeCredential', 'Revoked', 1],
    ] as const;
    for (const [id, state, value] of steps) {
      const changed = await ask(id, credentialId);
      expect([changed.status, changed.json.state], id).to.deep.equal([200, state]);
      world.advance(1000);
      expect((await statusOf(text)).value, id).to.equal(value);
    }
    expect((await ask('revokeCredential', credentialId)).status, 'again').to.equal(200);
    expect((await ask('reinstateCredential', credentialId)).json.code).to.equal('CREDENTIAL_REVOKED');
  });

  it('signs a list anew a second after a change, where it is older than its ttl, and else tells one token by its tag', async () => {
    const { text, credentialId } = await issue(world);
    const first = (await statusOf(text)).answer;
    const url = new URL(partsOf(text.split('~')[0] as string).payload.status.status_list.uri).pathname;
    const same = await world.app.inject({
      method: 'GET',
      url,
      headers: { 'if-none-match': String(first.headers.etag) },
    });
    expect(same.statusCode).to.equal(304);
    await ask('suspendCredential', credentialId);
    expect((await statusOf(text)).answer.body, 'within a second').to.equal(first.body);
    world.advance(1000);
    const second = (await statusOf(text)).answer.body;
    expect(second).to.not.equal(first.body);
    world.advance(299_000);
    expect((await statusOf(text)).answer.body).to.equal(second);
    world.advance(1000);
    const later = partsOf((await statusOf(text)).answer.body).payload;
    expect([later.iat - partsOf(second).payload.iat, later.ttl]).to.deep.equal([300, 300]);
    expect(later.exp - later.iat).to.equal(12 * 60 * 60);
    const lists = (await new Phone(world).get('/api/v1/credentials/status-lists?issuer=northwind')).json.status_lists;
    expect(lists).to.include(later.sub);
    // The machine rested, or its clock was set: a token is of the time of day.
    for (const hours of [13, -13]) {
      world.setClock(hours * 60 * 60 * 1000);
      world.advance(1000);
      const { iat } = partsOf((await statusOf(text)).answer.body).payload;
      expect(iat, `${hours}`).to.equal(Math.floor(world.deps.clock.now() / 1000));
    }
  });

  it('revokes what a wallet says that it deleted, and keeps what it says', async () => {
    const { phone, token, notificationId, credentialId, text } = await issue(world);
    const tell = (event: string, id = notificationId) =>
      phone.post('/notification', { notification_id: id, event }, { authorization: `Bearer ${token}` });
    expect((await tell('credential_accepted')).status).to.equal(204);
    expect((await ask('getIssuedCredential', credentialId)).json).to.include({
      state: 'Valid',
      walletSaid: 'credential_accepted',
    });
    expect((await tell('credential_sold')).json.error).to.equal('invalid_notification_request');
    const bare = { authorization: `Bearer ${token}` };
    for (const body of [
      {},
      { notification_id: notificationId },
      { notification_id: 1, event: 'credential_accepted' },
    ]) {
      const { status, json } = await phone.post('/notification', body, bare);
      expect([status, json.error]).to.deep.equal([400, 'invalid_notification_request']);
    }
    expect((await tell('credential_deleted', 'another')).json.error).to.equal('invalid_notification_id');
    expect((await tell('credential_deleted')).status).to.equal(204);
    expect((await ask('getIssuedCredential', credentialId)).json).to.include({
      state: 'Revoked',
      walletSaid: 'credential_deleted',
    });
    world.advance(1000);
    expect((await statusOf(text)).value).to.equal(1);
  });

  it('lists what it issued, the newest first and without claims, to those of its organisation alone', async () => {
    const one = await issue(world, { claims: { secret: 'zebra' } });
    world.advance(1);
    const two = await issue(world);
    const token = await world.token('administrator');
    const page = async (query: object) =>
      (await call(world, issuedCredentialRoutes.listIssuedCredentials, { query } as object, { token })).json;
    const first = await page({ pageSize: 1 });
    const second = await page({ pageSize: 1, cursor: first.nextCursor });
    expect([first, second].map(({ credentials }) => credentials[0].id)).to.deep.equal([
      two.credentialId,
      one.credentialId,
    ]);
    expect(JSON.stringify(second)).to.not.contain('zebra');
    expect((await ask('getIssuedCredential', one.credentialId, 'systemAdmin')).json.code).to.equal(
      'CREDENTIAL_NOT_FOUND',
    );
    expect((await ask('revokeCredential', one.credentialId, 'user')).json.code).to.equal('FORBIDDEN');
    const malformed = await world.app.inject({
      method: 'GET',
      url: '/api/v1/credentials/7',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(malformed.json().code).to.equal('PATH_INVALID');
  });

  const REFUSED: readonly (readonly [string, object, string, string])[] = [
    ['a claim that the issuer states itself', { claims: { exp: 1 } }, 'BODY_INVALID', '/claims'],
    [
      'a path that leads nowhere',
      { claims: { a: 1 }, disclosablePaths: ['/a/b'] },
      'BODY_INVALID',
      '/disclosablePaths/0',
    ],
    ['digests of its own', { claims: { a: { _sd: [] } } }, 'BODY_INVALID', '/claims'],
    [
      'a certificate that it has not',
      { format: 'mso_mdoc', claims: { a: { b: 1 } } },
      'CERTIFICATE_MISSING',
      '/issuerWalletAddress',
    ],
    ['an anchor that it has not', { trustAnchor: 'x509-lotl' }, 'CERTIFICATE_MISSING', '/issuerWalletAddress'],
    ['an anchor that there is not', { trustAnchor: 'web' }, 'BODY_INVALID', '/trustAnchor'],
    [
      'the wallet of a person',
      { issuerWalletAddress: EXAMPLE.walletAddress },
      'WALLET_NOT_FOUND',
      '/issuerWalletAddress',
    ],
    ['another organisation', { tenantId: '00000000-0000-0000-0000-000000000001' }, 'FORBIDDEN', '/tenantId'],
  ];
  for (const [what, body, code, path] of REFUSED)
    it(`offers nothing with ${what}`, async () => {
      await offer(world);
      const stated = { issuerWalletAddress: EXAMPLE.issuerWalletAddress, credentialType: TYPE, ...body };
      const token = await world.token('administrator');
      const answer = await call(world, credentialOfferRoutes.createCredentialOffer, { body: stated }, { token });
      expect([answer.json.code, answer.json.path]).to.deep.equal([code, path]);
    });

  it('offers nothing with a wallet of another algorithm, a locked one, or by a member without the right', async () => {
    const ed = await seedIssuerWallet(world, 'ED25519', { id: `9${EXAMPLE.walletId.slice(1)}` });
    const make = async (body: object, persona: Persona = 'administrator') =>
      call(
        world,
        credentialOfferRoutes.createCredentialOffer,
        { body: { issuerWalletAddress: EXAMPLE.issuerWalletAddress, credentialType: TYPE, ...body } },
        { token: await world.token(persona) },
      );
    expect((await make({ issuerWalletAddress: ed.address })).json.code).to.equal('ALGORITHM_UNSUPPORTED');
    expect((await make({}, 'user')).json.code).to.equal('FORBIDDEN');
    const { access, wallet } = {
      access: await accessOf(world),
      wallet: await seedIssuerWallet(world, 'NISTP256', { status: 'Locked' }),
    };
    expect((await make({})).json.code).to.equal('WALLET_LOCKED');
    const { phone, token } = access;
    const { proof } = await phone.nonces();
    const denied = await phone.credential(token, {
      credential_configuration_id: TYPE,
      proofs: { jwt: [phone.proof(proof)] },
    });
    expect([denied.json.error, wallet.status]).to.deep.equal(['credential_request_denied', 'Locked']);
    await seedIssuerWallet(world);
  });

  it('lets the role Issuer offer with a wallet that an administrator chose, and with no other', async () => {
    const { deps } = world;
    const become = async () => {
      const membership = deps.tenants.membership(EXAMPLE.organisationId, EXAMPLE.userId);
      if (!membership) throw new Error('no user in the world');
      await deps.commit(deps.tenants.putMembership({ ...membership, roles: ['Issuer'] }));
      return world.token('user');
    };
    await offer(world);
    const token = await become();
    const make = () =>
      call(
        world,
        credentialOfferRoutes.createCredentialOffer,
        { body: { issuerWalletAddress: EXAMPLE.issuerWalletAddress, credentialType: TYPE } },
        { token },
      );
    expect((await make()).status).to.equal(201);
    const { credentials } = deps;
    const known = credentials.issuers.of(EXAMPLE.organisationId);
    await deps.commit([credentials.issuers.put(EXAMPLE.organisationId, { ...known, keys: [] })]);
    expect((await make()).json.code).to.equal('FORBIDDEN');
    await deps.commit([credentials.issuers.put(EXAMPLE.organisationId, known)]);
  });

  it('shows and cancels an offer, and neither to others nor after it was taken', async () => {
    const token = await world.token('administrator');
    const asked = async (id: 'getCredentialOffer' | 'cancelCredentialOffer', offerId: string, by = token) =>
      call(world, credentialOfferRoutes[id], { params: { offerId } }, { token: by });
    const waiting = await offer(world, { claims: { secret: 'zebra' } });
    const shown = await asked('getCredentialOffer', waiting.offerId);
    expect(shown.json).to.include({ status: 'Pending', credentialType: TYPE });
    expect(shown.text).to.not.contain('zebra').and.to.not.contain(waiting.preAuthorizedCode);
    expect((await asked('getCredentialOffer', waiting.offerId, await world.token('user'))).json.code).to.equal(
      'FORBIDDEN',
    );
    expect((await asked('cancelCredentialOffer', waiting.offerId)).status).to.equal(204);
    expect((await new Phone(world).token(waiting.preAuthorizedCode)).json.error).to.equal('invalid_grant');
    expect((await asked('getCredentialOffer', waiting.offerId)).json.status).to.equal('Cancelled');
    const { offerId } = await accessOf(world);
    expect((await asked('cancelCredentialOffer', offerId)).json.code).to.equal('OFFER_USED');
    const brief = await offer(world, { expiresIn: 60 });
    world.advance(60_000);
    expect((await asked('getCredentialOffer', brief.offerId)).json.status).to.equal('Expired');
    expect((await new Phone(world).get(`/credentials/northwind/offers/${brief.offerId}`)).json.code).to.equal(
      'OFFER_EXPIRED',
    );
    const { offers } = world.deps.credentials.issuers.of(EXAMPLE.organisationId);
    await world.deps.credentials.offers.sweep(world.deps.clock.now() + 3 * 24 * 3_600_000, world.deps.commit);
    expect((await asked('getCredentialOffer', brief.offerId)).json.code).to.equal('OFFER_NOT_FOUND');
    expect(world.deps.credentials.issuers.of(EXAMPLE.organisationId).offers).to.be.below(offers);
  });
});
