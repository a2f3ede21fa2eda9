// Makers of wallets who vouch for them, over HTTP: as clients at PAR and at the token endpoint, and for their keys at
// the credential endpoint. Each condition has a case that it alone refuses.
import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { walletAuthorizationRoutes } from '../../../../api/groups/credentials/wallet-authorizations/routes.js';
import { PRE_AUTHORIZED } from '../../../../core/credentials/issuing/offer.js';
import { PURPOSES } from '../../../../core/trust/certificates/import.js';
import { call } from '../../world/caller.js';
import type { World } from '../../world/world.js';
import { worldOfEach } from '../../world/world-of.js';
import { accessOf, offer, ownOffer, TYPE } from '../fixtures.js';
import { aKey, type Changes, Phone } from '../phone.js';
import { selfSigned, WalletMaker, withRoot } from './wallet-maker.js';

const VERIFIER = randomBytes(32).toString('base64url');
const REDIRECT = 'eudi-wallet://taken';
const FORM = {
  ...{ response_type: 'code', client_id: 'wallet', redirect_uri: REDIRECT, scope: TYPE },
  ...{ code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'), code_challenge_method: 'S256' },
};
const form = (members: Record<string, string>) => new URLSearchParams(members).toString();
const documentOf = (world: World, name: string) => new Phone(world).get(`/credentials/northwind/.well-known/${name}`);

type Case = readonly [
  name: string,
  attestation: (maker: WalletMaker) => Changes,
  proof?: (maker: WalletMaker) => Changes,
];

/** The lists in which makers are looked up from now on; undefined for all of them. */
function lookUps({ trust: { certificates } }: World): (string | undefined)[] {
  const asked: (string | undefined)[] = [];
  const anchorsOf = certificates.anchorsOf.bind(certificates);
  certificates.anchorsOf = (of) => {
    asked.push(of.trustListId);
    return anchorsOf(of);
  };
  return asked;
}

/** Each is good but for one thing. */
const CLIENTS: readonly Case[] = [
  ['attestation-expired', (maker) => ({ payload: { exp: maker.now() - 61 } })],
  ['attestation-without-end', () => ({ payload: { exp: undefined } })],
  ['attestation-of-the-future', (maker) => ({ payload: { nbf: maker.now() + 61 } })],
  ['attestation-self-signed', selfSigned],
  ['attestation-without-certificate', () => ({ header: { x5c: undefined } })],
  ['attestation-with-anchor', (maker) => ({ header: withRoot(maker) })],
  ['attestation-foreign-signature', () => ({ key: aKey() })],
  ['attestation-of-organisation', (maker) => ({ header: maker.leafFor(...Object.values(PURPOSES)) })],
  ['attestation-other-type', () => ({ header: { typ: 'jwt' } })],
  ['attestation-sub-differs', () => ({ payload: { sub: 'another' } }), () => ({ payload: { iss: 'another' } })],
  ['attestation-no-sub', () => ({ payload: { sub: undefined } })],
  ['attestation-without-key', () => ({ payload: { cnf: undefined } })],
  ['attestation-foreign-pop', () => ({}), () => ({ key: aKey() })],
  ['pop-other-client', () => ({}), () => ({ payload: { iss: 'another' } })],
  ['pop-other-server', () => ({}), () => ({ payload: { aud: 'https://other.example' } })],
  [
    'pop-several-servers',
    () => ({}),
    () => ({ payload: { aud: ['http://localhost:8080/credentials/northwind', 'b'] } }),
  ],
  ['pop-without-id', () => ({}), () => ({ payload: { jti: undefined } })],
  ['pop-old', () => ({}), (maker) => ({ payload: { iat: maker.now() - 61 } })],
  ['pop-other-type', () => ({}), () => ({ header: { typ: 'jwt' } })],
];

describe('a client that its maker attests', () => {
  const world = worldOfEach();
  let maker: WalletMaker;
  let phone: Phone;
  beforeEach(async () => {
    maker = new WalletMaker(world).believed();
    phone = new Phone(world);
    await ownOffer(world);
  });

  const push = (headers: Record<string, string>, change: object = {}) =>
    phone.post('/par', form({ ...FORM, ...change }), headers);
  async function codeOf(requestUri: unknown): Promise<string> {
    const body = { requestUri: String(requestUri), isAllowed: true };
    const { answerCredentialAuthorization: answer } = walletAuthorizationRoutes;
    const { json } = await call(world, answer, { body }, { token: await world.token('user') });
    return new URL((json as { location: string }).location).searchParams.get('code') ?? '';
  }
  const redeem = (code: string, headers: Record<string, string>, change: Record<string, string> = {}) =>
    phone.post(
      '/token',
      form({
        ...{ grant_type: 'authorization_code', code, code_verifier: VERIFIER, redirect_uri: REDIRECT, ...change },
      }),
      headers,
    );
  const exchange = async (headers: Record<string, string>, change: Record<string, string> = {}) => {
    const { preAuthorizedCode } = await offer(world);
    return phone.post(
      '/token',
      form({ grant_type: PRE_AUTHORIZED, 'pre-authorized_code': preAuthorizedCode, ...change }),
      headers,
    );
  };

  it('is told of by the server, as is the way without one', async () => {
    const { json } = await documentOf(world, 'oauth-authorization-server');
    expect(json).to.deep.include({
      token_endpoint_auth_methods_supported: ['attest_jwt_client_auth', 'none'],
      client_attestation_signing_alg_values_supported: ['ES256'],
      client_attestation_pop_signing_alg_values_supported: ['ES256'],
    });
  });

  it('gets a token by the code of a person, attested at both endpoints', async () => {
    const { status, json } = await push(maker.headers());
    expect(status).to.equal(201);
    const token = await redeem(await codeOf(json.request_uri), maker.headers());
    expect(token.status, JSON.stringify(token.json)).to.equal(200);
  });

  it('may have a certificate that states other uses than those of organisations', async () => {
    const header = maker.leafFor(PURPOSES.credentials, '1.3.6.1.5.5.7.3.2');
    expect((await push(maker.headers({ header }))).status).to.equal(201);
  });

  it('is not followed at the token endpoint by one that has no attestation, or one of another client', async () => {
    for (const headers of [
      {},
      maker.headers({ payload: { sub: 'another' } }, { payload: { iss: 'another' } }),
    ] as Record<string, string>[]) {
      const { json } = await push(maker.headers());
      const answer = await redeem(await codeOf(json.request_uri), headers);
      expect([answer.status, answer.json.error]).to.deep.equal([400, 'invalid_grant']);
    }
  });

  it('gets a token for a pre-authorised code, and is then no anonymous client', async () => {
    expect((await exchange(maker.headers())).status).to.equal(200);
  });

  for (const [name, attestation, proof = () => ({})] of CLIENTS)
    it(`is refused at PAR and at the token endpoint: ${name}`, async () => {
      const headers = () => maker.headers(attestation(maker), proof(maker));
      for (const answer of [await push(headers()), await exchange(headers(), { client_id: 'wallet' })])
        expect([answer.status, answer.json.error]).to.deep.equal([401, 'invalid_client']);
    });

  it('is refused with a proof that came before, one of the two headers alone, and texts of any length', async () => {
    const headers = maker.headers();
    expect((await push(headers)).status).to.equal(201);
    const { 'OAuth-Client-Attestation': attestation = '', 'OAuth-Client-Attestation-PoP': pop = '' } = maker.headers();
    for (const wrong of [
      headers,
      { 'OAuth-Client-Attestation': attestation },
      { 'OAuth-Client-Attestation-PoP': pop },
      { 'OAuth-Client-Attestation': 'x.y.z', 'OAuth-Client-Attestation-PoP': pop },
    ]) {
      const answer = await push(wrong);
      expect([answer.status, answer.json.error]).to.deep.equal([401, 'invalid_client']);
    }
    const long = await push({ 'OAuth-Client-Attestation': 'x'.repeat(8193), 'OAuth-Client-Attestation-PoP': pop });
    expect([long.status, long.json.error]).to.deep.equal([400, 'invalid_request']);
  });

  it('has its maker looked up once at a request, and only where its own proof is good', async () => {
    const asked = lookUps(world);
    expect((await push(maker.headers({}, { key: aKey() }))).status).to.equal(401);
    expect(asked).to.deep.equal([]);
    const { credentials, commit } = world.deps;
    const issuer = credentials.issuers.of(EXAMPLE.organisationId);
    const types = issuer.types.map((type) => ({ ...type, clientAttestation: { trustListId: 'wallets' } }));
    await commit([credentials.issuers.put(EXAMPLE.organisationId, { ...issuer, types })]);
    const code = await codeOf((await push(maker.headers())).json.request_uri);
    expect((await redeem(code, maker.headers())).json.error).to.equal('invalid_client');
    expect(asked).to.deep.equal([undefined, 'wallets']);
  });

  it('is passed over by an issuer that believes no maker', async () => {
    world.trust.configured.length = 0;
    const { json } = await documentOf(world, 'oauth-authorization-server');
    expect(json.token_endpoint_auth_methods_supported).to.deep.equal(['none']);
    expect((await push(maker.headers({ payload: { exp: 1 } }))).status).to.equal(201);
  });
});

const KEYS: readonly (readonly [string, (maker: WalletMaker) => Changes])[] = [
  ['attestation-without-nonce', () => ({ payload: { nonce: undefined } })],
  ['attestation-of-the-future', (maker) => ({ payload: { iat: maker.now() + 61 } })],
  ['attestation-expired', (maker) => ({ payload: { exp: maker.now() - 61 } })],
  ['x5c-has-anchor', (maker) => ({ header: withRoot(maker) })],
  ['self-signed', selfSigned],
  ['without-certificate', () => ({ header: { x5c: undefined } })],
  ['foreign-signature', () => ({ key: aKey() })],
  ['other-type', () => ({ header: { typ: 'jwt' } })],
  ['no-keys', () => ({ payload: { attested_keys: [] } })],
  ['17-keys', () => ({ payload: { attested_keys: Array.from({ length: 17 }, () => aKey().jwk) } })],
  [
    'key-twice',
    () => {
      const { jwk } = aKey();
      return { payload: { attested_keys: [jwk, jwk] } };
    },
  ],
  ['private-key', () => ({ payload: { attested_keys: [{ ...aKey().jwk, d: 'AA' }] } })],
  ['other-curve', () => ({ payload: { attested_keys: [aKey('P-384').jwk] } })],
  ['levels-unbounded', () => ({ payload: { key_storage: Array.from({ length: 9 }, () => 'a') } })],
];

describe('keys that their maker attests', () => {
  const world = worldOfEach();
  let maker: WalletMaker;
  beforeEach(() => {
    maker = new WalletMaker(world).believed();
  });

  const request = (phone: Phone, token: string, proofs: object) =>
    phone.credential(token, { credential_configuration_id: TYPE, proofs });
  const holders = (json: Record<string, unknown>) =>
    (json.credentials as { credential: string }[]).map(
      ({ credential }) => JSON.parse(Buffer.from(credential.split('.')[1]!, 'base64url').toString()).cnf.jwk.x,
    );
  const recordOf = (offerId: string) => {
    const { credentialId = '' } = world.deps.credentials.offers.find(offerId)!;
    return world.deps.credentials.issued.find(EXAMPLE.organisationId, credentialId);
  };

  it('are told of in the metadata', async () => {
    await accessOf(world);
    const { json } = await documentOf(world, 'openid-credential-issuer');
    const { [TYPE]: type } = json.credential_configurations_supported as Record<
      string,
      { proof_types_supported: object }
    >;
    expect(Object.keys(type!.proof_types_supported)).to.deep.equal(['jwt', 'attestation']);
  });

  it('get a copy each, by an attestation alone, and the issuer keeps how strong they are', async () => {
    const { phone, token, offerId } = await accessOf(world);
    const keys = [aKey(), aKey()];
    const nonce = (await phone.nonces()).proof;
    const { status, json } = await request(phone, token, { attestation: [maker.keys(keys, { payload: { nonce } })] });
    expect(status, JSON.stringify(json)).to.equal(200);
    expect(holders(json)).to.deep.equal(keys.map(({ jwk }) => jwk.x));
    const record = recordOf(offerId)!;
    const attester = createHash('sha256').update(maker.leaf).digest('hex');
    for (const { strength } of record.copies)
      expect(strength).to.deep.equal({
        ...{ attester, keyStorage: ['iso_18045_high'], userAuthentication: ['iso_18045_moderate'] },
      });
    const token2 = await world.token('administrator');
    const shown = await world.app.inject({
      url: `/api/v1/credentials/${record.id}`,
      headers: { authorization: `Bearer ${token2}` },
    });
    expect(shown.body).not.to.include('iso_18045');
  });

  it('get a copy each by the proof of one of them', async () => {
    const { phone, token } = await accessOf(world);
    const keys = [aKey(), aKey(), aKey()];
    const nonce = (await phone.nonces()).proof;
    const jwt = [phone.proof(nonce, { key: keys[1]!, header: { key_attestation: maker.keys(keys) } })];
    const { status, json } = await request(phone, token, { jwt });
    expect(status, JSON.stringify(json)).to.equal(200);
    expect(holders(json)).to.deep.equal(keys.map(({ jwk }) => jwk.x));
  });

  for (const [name, change] of KEYS)
    it(`are refused: ${name}`, async () => {
      const { phone, token } = await accessOf(world);
      const nonce = (await phone.nonces()).proof;
      const { payload, ...changes } = change(maker);
      const attestation = [maker.keys([aKey()], { ...changes, payload: { nonce, ...payload } })];
      const { status, json } = await request(phone, token, { attestation });
      expect([status, json.error]).to.deep.equal([400, 'invalid_proof']);
    });

  it('are refused with a nonce that is over or used, and with more than one attestation', async () => {
    const { phone, token } = await accessOf(world);
    const once = maker.keys([aKey()], { payload: { nonce: (await phone.nonces()).proof } });
    expect((await request(phone, token, { attestation: [once] })).status).to.equal(200);
    const again = await request(phone, token, { attestation: [once] });
    expect([again.status, again.json.error]).to.deep.equal([400, 'invalid_nonce']);
    const nonce = (await phone.nonces()).proof;
    const two = [1, 2].map(() => maker.keys([aKey()], { payload: { nonce } }));
    for (const proofs of [{ attestation: two }, { attestation: [once], jwt: [phone.proof(nonce)] }]) {
      const { status, json } = await request(phone, token, proofs);
      expect([status, json.error]).to.deep.equal([400, 'invalid_proof']);
    }
  });

  it('are refused in a proof: key-not-attested, another nonce, some proofs without, and a bad attestation', async () => {
    const { phone, token } = await accessOf(world);
    const nonce = (await phone.nonces()).proof;
    const [mine, other] = [aKey(), aKey()];
    const good = maker.keys([mine, other]);
    const proof = (key: ReturnType<typeof aKey>, attestation?: string) =>
      phone.proof(nonce, { key, ...(attestation !== undefined && { header: { key_attestation: attestation } }) });
    for (const jwt of [
      [proof(mine, maker.keys([other]))],
      [proof(mine, maker.keys([mine], { payload: { nonce: 'another' } }))],
      [proof(mine, good), proof(other)],
      [proof(mine, good), proof(other, maker.keys([other]))],
      [proof(mine, maker.keys([mine], { key: aKey() }))],
      [proof(mine, 'nothing')],
    ]) {
      const { status, json } = await request(phone, token, { jwt });
      expect([status, json.error]).to.deep.equal([400, 'invalid_proof']);
    }
    expect((await request(phone, token, { jwt: [proof(mine, good), proof(other, good)] })).status).to.equal(200);
  });

  it('have their maker looked up only for a nonce that is good', async () => {
    const { phone, token } = await accessOf(world);
    const asked = lookUps(world);
    const attestation = (nonce: string) => [maker.keys([aKey()], { payload: { nonce } })];
    expect((await request(phone, token, { attestation: attestation('over') })).json.error).to.equal('invalid_nonce');
    expect(asked).to.deep.equal([]);
    await request(phone, token, { attestation: attestation((await phone.nonces()).proof) });
    expect(asked).to.deep.equal([undefined]);
  });

  it('are proved one by one where the issuer believes no maker', async () => {
    world.trust.configured.length = 0;
    const { phone, token } = await accessOf(world);
    const nonce = (await phone.nonces()).proof;
    const key = aKey();
    const bare = await request(phone, token, { attestation: [maker.keys([key], { payload: { nonce } })] });
    expect(bare.json.error).to.equal('invalid_proof');
    const jwt = [phone.proof(nonce, { key, header: { key_attestation: maker.keys([key, aKey()]) } })];
    const { status, json } = await request(phone, token, { jwt });
    expect([status, holders(json)]).to.deep.equal([200, [key.jwk.x]]);
  });
});
