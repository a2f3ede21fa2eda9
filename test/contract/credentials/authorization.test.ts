// A wallet has a person asked for a credential (OpenID4VCI 1.0 section 5): pushed request, page, code, token.
import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { credentialOfferRoutes } from '../../../api/groups/credentials/credential-offers/routes.js';
import { walletAuthorizationRoutes } from '../../../api/groups/credentials/wallet-authorizations/routes.js';
import { openSession } from '../../../api/sign-in/session.js';
import {
  AUTHORIZATION_CODE_MS,
  AUTHORIZATION_MS,
  OFFERS_OF_RECIPIENT_MAX,
  WALLET_STATE_MAX,
} from '../../../core/base/limits/node/wallets.js';
import type { CredentialOffer } from '../../../core/credentials/issuing/offer.js';
import type { Organisation } from '../../../core/tenant/organisation.js';
import { PLATFORM_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import type { Membership } from '../../../core/tenant/user.js';
import { call } from '../world/caller.js';
import type { Persona } from '../world/personas.js';
import type { World } from '../world/world.js';
import { worldOfAll } from '../world/world-of.js';
import { offer, ownOffer, TYPE } from './fixtures.js';
import { Phone } from './phone.js';

const ISS = 'http://localhost:8080/credentials/northwind';
const REDIRECT = 'eudi-wallet://taken';

interface Asked {
  readonly phone: Phone;
  readonly requestUri: string;
  readonly verifier: string;
}

const FORM = {
  ...{ response_type: 'code', client_id: 'wallet', redirect_uri: REDIRECT, state: 'st', scope: TYPE },
  ...{ code_challenge: 'A'.repeat(43), code_challenge_method: 'S256' },
};

/** A request that a wallet pushed, with what a test changes of it. */
async function push(world: World, change: object = {}, headers: Record<string, string> = {}): Promise<Asked> {
  const verifier = randomBytes(32).toString('base64url');
  const phone = new Phone(world);
  const form = {
    ...FORM,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    ...change,
  };
  const members = Object.entries(form).filter(([, value]) => value !== undefined) as [string, string][];
  const { status, json } = await phone.post('/par', new URLSearchParams(members).toString(), headers);
  expect(status, JSON.stringify(json)).to.equal(201);
  return { phone, requestUri: String(json.request_uri), verifier };
}

const ask = async (world: World, requestUri: string, persona: Persona = 'user') =>
  call(
    world,
    walletAuthorizationRoutes.readCredentialAuthorization,
    { body: { requestUri } },
    { token: await world.token(persona) },
  );
const answer = async (world: World, requestUri: string, isAllowed = true, persona: Persona = 'user') =>
  call(
    world,
    walletAuthorizationRoutes.answerCredentialAuthorization,
    { body: { requestUri, isAllowed } },
    { token: await world.token(persona) },
  );

async function codeOf(world: World, asked: Asked): Promise<string> {
  const { json } = await answer(world, asked.requestUri);
  return new URL((json as { location: string }).location).searchParams.get('code') ?? '';
}

const tokenOf = ({ phone, verifier }: Asked, code: string, change: object = {}, headers = {}) =>
  phone.post(
    '/token',
    new URLSearchParams({
      ...{ grant_type: 'authorization_code', code, code_verifier: verifier, client_id: 'wallet' },
      ...{ redirect_uri: REDIRECT, ...change },
    }).toString(),
    headers,
  );

describe('a wallet that has a person asked', () => {
  const world = worldOfAll();

  it('gets the credential of the person who signed in, by scope', async () => {
    const { userId } = await ownOffer(world);
    const { pendingApplications: notices, clock } = world.deps;
    await world.deps.commit([notices.put(userId, { label: 'Membership', setAtMs: clock.now() })]);
    const asked = await push(world);
    const { json: shown } = await ask(world, asked.requestUri);
    expect(shown).to.deep.equal({
      ...{ issuerName: 'Northwind Cooperative', credentialType: TYPE, claims: ['given_name'] },
      ...{ clientId: 'wallet', redirectsTo: 'eudi-wallet:' },
    });
    const { json } = await answer(world, asked.requestUri);
    const { searchParams } = new URL((json as { location: string }).location);
    expect([searchParams.get('state'), searchParams.get('iss')]).to.deep.equal(['st', ISS]);
    const { json: token } = await tokenOf(asked, searchParams.get('code') ?? '');
    expect(token.authorization_details).to.equal(undefined);
    const { proof } = await asked.phone.nonces();
    const request = { credential_configuration_id: TYPE, proofs: { jwt: [asked.phone.proof(proof)] } };
    const issued = await asked.phone.credential(String(token.access_token), request);
    expect([issued.status, (issued.json.credentials as unknown[]).length]).to.deep.equal([200, 1]);
    expect(notices.of(userId, clock.now()), 'what the person waited for came').to.equal(undefined);
  });

  it('finds the offer by its issuer_state, and names the credential by an identifier where it asked with details', async () => {
    const { issuerState } = await ownOffer(world);
    const details = JSON.stringify([{ type: 'openid_credential', credential_configuration_id: TYPE }]);
    const asked = await push(world, { issuer_state: issuerState, scope: undefined, authorization_details: details });
    const { json: token } = await tokenOf(asked, await codeOf(world, asked));
    expect(token.authorization_details).to.deep.equal([
      { type: 'openid_credential', credential_configuration_id: TYPE, credential_identifiers: [TYPE] },
    ]);
    const body = async (id: string) => ({
      credential_identifier: id,
      proofs: { jwt: [asked.phone.proof((await asked.phone.nonces()).proof)] },
    });
    const wrong = await asked.phone.credential(String(token.access_token), await body('urn:other'));
    expect(wrong.json.error).to.equal('unknown_credential_identifier');
    expect((await asked.phone.credential(String(token.access_token), await body(TYPE))).status).to.equal(200);
  });

  it('finds an offer of its issuer, however many others have for that person', async () => {
    const { userId, issuerState } = await ownOffer(world);
    const { offers } = world.deps.credentials;
    const [own] = await offers.ofRecipient([userId, EXAMPLE.organisationId], 1);
    const others = Array.from({ length: OFFERS_OF_RECIPIENT_MAX }, (_, i) => {
      const changed = { id: `z${i}`, codeHash: `z${i}`, organisationId: PLATFORM_ORGANISATION_ID };
      return offers.add({ ...(own as CredentialOffer), ...changed });
    });
    await world.deps.commit(others.flat());
    const byState = { scope: undefined, issuer_state: issuerState };
    for (const change of [{}, byState])
      expect((await ask(world, (await push(world, change)).requestUri)).status, JSON.stringify(change)).to.equal(200);
  });

  it('is bound to the key of its pushed request', async () => {
    await ownOffer(world);
    const phone = new Phone(world);
    const pushed = await push(world, {}, { dpop: phone.dpop('/par', (await phone.nonces()).dpop) });
    const asked = { ...pushed, phone };
    const stranger = new Phone(world);
    const proof = stranger.dpop('/token', (await stranger.nonces()).dpop);
    const refused = await tokenOf(asked, await codeOf(world, asked), {}, { dpop: proof });
    expect(refused.json.error).to.equal('invalid_grant');
    const thumbprint = { dpop_jkt: 'A'.repeat(43) };
    const form = new URLSearchParams({ ...FORM, ...thumbprint }).toString();
    const mixed = await phone.post('/par', form, { dpop: phone.dpop('/par', (await phone.nonces()).dpop) });
    expect(mixed.json.error).to.equal('invalid_dpop_proof');
    const jkt = await push(world, thumbprint);
    expect((await tokenOf(jkt, await codeOf(world, jkt))).json.error, 'a bearer').to.equal('invalid_grant');
    const pushing = { dpop: phone.dpop('/par', (await phone.nonces()).dpop) };
    // Nothing of a stranger is kept, so that its proof may come again: the token is bound to its key all the same.
    await push(world, {}, pushing);
    const again = await push(world, {}, pushing);
    const own = phone.dpop('/token', (await phone.nonces()).dpop);
    const token = await tokenOf({ ...again, phone }, await codeOf(world, again), {}, { dpop: own });
    expect(token.json.token_type).to.equal('DPoP');
  });

  it('says no to the wallet, and ends the request, where the person does', async () => {
    await ownOffer(world);
    const { requestUri } = await push(world);
    const { json } = await answer(world, requestUri, false);
    expect((json as { location: string }).location).to.equal(
      `${REDIRECT}?error=access_denied&state=st&iss=${encodeURIComponent(ISS)}`,
    );
    expect((await answer(world, requestUri)).json).to.include({ code: 'AUTHORIZATION_NOT_FOUND' });
  });

  it('gets nothing from anybody but the recipient, and of no other issuer or type', async () => {
    const { issuerState } = await ownOffer(world);
    const { requestUri } = await push(world);
    for (const persona of ['administrator', 'systemAdmin'] as const) {
      expect((await ask(world, requestUri, persona)).json, persona).to.include({ code: 'OFFER_NOT_FOUND' });
      expect((await answer(world, requestUri, true, persona)).json, persona).to.include({ code: 'OFFER_NOT_FOUND' });
    }
    const other = await push(world, { scope: 'urn:other' });
    expect((await ask(world, other.requestUri)).json).to.include({ code: 'OFFER_NOT_FOUND' });
    const mixed = await push(world, { scope: 'urn:other', issuer_state: issuerState });
    expect((await ask(world, mixed.requestUri)).json).to.include({ code: 'OFFER_NOT_FOUND' });
    const guessed = await push(world, { issuer_state: 'guessed' });
    expect((await ask(world, guessed.requestUri)).json).to.include({ code: 'OFFER_NOT_FOUND' });
    // The issuer_state is in the offer, which anybody may have seen.
    const phone = new Phone(world);
    expect((await phone.token(issuerState)).json.error).to.equal('invalid_grant');
  });

  /** A session of the administrator that began at the provider of an organisation. */
  async function boundTo(organisationId: string): Promise<string> {
    const { deps } = world;
    const user = deps.tenants.userOfEmail(EXAMPLE.administratorEmail);
    const at = user?.memberships[0] as NonNullable<typeof user>['memberships'][number];
    const membership = deps.tenants.membership(at.organisationId, at.membershipId) as Membership;
    const organisation = deps.tenants.organisation(organisationId) as Organisation;
    const opened = await openSession(deps, {
      identity: { membership: { ...membership, organisationId }, organisation },
      signIn: { method: 'oidc', signedInAtMs: deps.sessions.signInDate(deps.clock.now()) },
      address: '127.0.0.1',
    });
    return opened.accessToken;
  }

  it('takes a citizen, and a session of the provider of an organisation for that organisation alone', async () => {
    await ownOffer(world, EXAMPLE.administratorEmail);
    const { requestUri } = await push(world);
    expect((await ask(world, requestUri, 'citizen')).status).to.equal(200);
    const [own, other] = [await boundTo(EXAMPLE.organisationId), await boundTo(PLATFORM_ORGANISATION_ID)];
    const read = (token: string) =>
      call(world, walletAuthorizationRoutes.readCredentialAuthorization, { body: { requestUri } }, { token });
    expect((await read(own)).status).to.equal(200);
    expect((await read(other)).json).to.include({ code: 'OFFER_NOT_FOUND' });
  });

  it('says that an offer was taken, and offers none that ended', async () => {
    const { issuerState } = await ownOffer(world);
    const asked = await push(world, { issuer_state: issuerState });
    await tokenOf(asked, await codeOf(world, asked));
    const late = await push(world, { issuer_state: issuerState });
    expect((await ask(world, late.requestUri)).json).to.include({ code: 'OFFER_USED' });
    expect((await answer(world, late.requestUri)).json).to.include({ code: 'OFFER_USED' });
  });

  const BAD: Readonly<Record<string, object>> = {
    'another verifier': { code_verifier: 'a'.repeat(43) },
    'no verifier': { code_verifier: '' },
    'another client_id': { client_id: 'other' },
    'another redirect_uri': { redirect_uri: 'eudi-wallet://other' },
    'another code': { code: 'a'.repeat(43) },
  };
  for (const [name, change] of Object.entries(BAD))
    it(`refuses ${name} for a code, which is spent then`, async () => {
      await ownOffer(world);
      const asked = await push(world);
      const code = await codeOf(world, asked);
      expect((await tokenOf(asked, code, change)).json.error).to.equal('invalid_grant');
      const isSpent = !('code' in change);
      expect((await tokenOf(asked, code)).status).to.equal(isSpent ? 400 : 200);
    });

  it('gets one token where two ask at once', async () => {
    await ownOffer(world);
    const asked = await push(world);
    const code = await codeOf(world, asked);
    const [one, other] = await Promise.all([tokenOf(asked, code), tokenOf(asked, code)]);
    expect([one.status, other.status].sort()).to.deep.equal([200, 400]);
    const { preAuthorizedCode } = await offer(world);
    const both = await Promise.all([asked.phone.token(preAuthorizedCode), asked.phone.token(preAuthorizedCode)]);
    expect(both.map(({ status }) => status).sort()).to.deep.equal([200, 400]);
  });

  it('loses its token where the code comes a second time', async () => {
    await ownOffer(world);
    const asked = await push(world);
    const code = await codeOf(world, asked);
    const { json: token } = await tokenOf(asked, code);
    expect((await tokenOf(asked, code)).json.error).to.equal('invalid_grant');
    const { proof } = await asked.phone.nonces();
    const request = { credential_configuration_id: TYPE, proofs: { jwt: [asked.phone.proof(proof)] } };
    const late = await asked.phone.credential(String(token.access_token), request);
    expect([late.status, late.json.error]).to.deep.equal([401, 'invalid_token']);
  });

  const UNPUSHED: readonly (readonly [what: string, change: object])[] = [
    ['pkce-plain', { code_challenge_method: 'plain' }],
    ['pkce-missing', { code_challenge: undefined, code_challenge_method: undefined }],
    ['pkce-method-missing', { code_challenge_method: undefined }],
    ['pkce-short', { code_challenge: 'A'.repeat(42) }],
    ['implicit', { response_type: 'token' }],
    ['code-and-id-token', { response_type: 'code id_token' }],
    ['scopes-of-two', { scope: `${TYPE} urn:other` }],
    ['state-too-long', { state: 'x'.repeat(WALLET_STATE_MAX + 1) }],
    ['redirect-missing', { redirect_uri: undefined }],
    ['request-uri-pushed', { request_uri: 'urn:ietf:params:oauth:request_uri:x' }],
  ];
  for (const [what, change] of UNPUSHED)
    it(`pushes nothing: ${what}`, async () => {
      const form = Object.entries({ ...FORM, ...change }).filter(([, value]) => value !== undefined);
      const { status, json } = await new Phone(world).post('/par', new URLSearchParams(form).toString());
      expect([status, json.error, json.request_uri]).to.deep.equal([400, 'invalid_request', undefined]);
    });

  it('pushes nothing where nothing is asked for', async () => {
    const { scope: _, ...form } = FORM;
    const { status, json } = await new Phone(world).post('/par', new URLSearchParams(form).toString());
    expect([status, json.error]).to.deep.equal([400, 'invalid_scope']);
  });

  it('shows nothing where no request was pushed', async () => {
    await ownOffer(world);
    for (const requestUri of ['', 'urn:ietf:params:oauth:request_uri:guessed', 'https://wallet.example/request']) {
      expect((await ask(world, requestUri)).json, requestUri).to.include({ code: 'AUTHORIZATION_NOT_FOUND' });
      expect((await answer(world, requestUri)).json, requestUri).to.include({ code: 'AUTHORIZATION_NOT_FOUND' });
    }
  });

  it('is shown for the client that pushed it alone', async () => {
    await ownOffer(world);
    const { requestUri } = await push(world);
    const token = await world.token('user');
    const { readCredentialAuthorization: read, answerCredentialAuthorization: give } = walletAuthorizationRoutes;
    for (const clientId of ['', 'another']) {
      const body = { requestUri, clientId };
      const answers = [await call(world, read, { body }, { token })];
      for (const isAllowed of [true, false])
        answers.push(await call(world, give, { body: { ...body, isAllowed } }, { token }));
      expect(answers.map(({ json }) => json.code)).to.deep.equal(answers.map(() => 'AUTHORIZATION_NOT_FOUND'));
    }
    const own = { requestUri, clientId: 'wallet' };
    expect((await call(world, read, { body: own }, { token })).status).to.equal(200);
    expect((await call(world, give, { body: { ...own, isAllowed: true } }, { token })).status).to.equal(200);
  });

  it('has ten minutes for its person, and the wallet one for the code', async () => {
    await ownOffer(world);
    const asked = await push(world);
    const code = await codeOf(world, asked);
    const late = await push(world);
    world.advance(AUTHORIZATION_CODE_MS);
    expect((await tokenOf(asked, code)).json.error).to.equal('invalid_grant');
    expect((await ask(world, late.requestUri)).status).to.equal(200);
    world.advance(AUTHORIZATION_MS - AUTHORIZATION_CODE_MS);
    expect((await ask(world, late.requestUri)).json).to.include({ code: 'AUTHORIZATION_NOT_FOUND' });
  });

  it('takes a pushed request once', async () => {
    await ownOffer(world);
    const asked = await push(world);
    const code = await codeOf(world, asked);
    expect((await ask(world, asked.requestUri)).json).to.include({ code: 'AUTHORIZATION_NOT_FOUND' });
    expect((await answer(world, asked.requestUri)).json).to.include({ code: 'AUTHORIZATION_NOT_FOUND' });
    expect((await tokenOf(asked, code)).status, 'the code of the first answer is good').to.equal(200);
  });

  it('is refused by the names of the standard', async () => {
    await ownOffer(world);
    const phone = new Phone(world);
    const { status, json } = await phone.post('/par', 'response_type=code&client_id=w');
    expect([status, json.error]).to.deep.equal([400, 'invalid_request']);
    const nobody = await new Phone(world, '/credentials/nobody').post('/par', 'response_type=code');
    expect([nobody.status, nobody.json.error]).to.deep.equal([404, 'invalid_request']);
  });

  it('is for a person who is there, and takes no transaction code', async () => {
    const { userId } = await ownOffer(world);
    const token = await world.token('administrator');
    const make = (change: object) =>
      call(
        world,
        credentialOfferRoutes.createCredentialOffer,
        { body: { issuerWalletAddress: EXAMPLE.issuerWalletAddress, credentialType: TYPE, ...change } },
        { token },
      );
    const nobody = await make({ recipientUserId: '6f9619ff-8b86-4011-b42d-00c04fc964ff' });
    expect(nobody.json).to.include({ code: 'USER_NOT_FOUND' });
    expect((await make({ recipientUserId: userId, txCode: {} })).json).to.include({ code: 'BODY_INVALID' });
  });
});
