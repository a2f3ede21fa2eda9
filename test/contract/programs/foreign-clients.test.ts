// Programs with libraries that others wrote, which refuse what is not by the book: oauth4webapi and openid-client.
import { expect } from 'chai';
import * as oauth from 'oauth4webapi';
import * as client from 'openid-client';
import type { World } from '../world/world.js';
import { worldOfEach } from '../world/world-of.js';
import { answeredAs, FORM, REDIRECT } from './fixtures.js';

const NODE = new URL('http://localhost:8080');
const SCOPE = 'ledger:read workflow:read offline_access';

describe('programs with libraries of others', () => {
  const world = worldOfEach({ isHeldToDocument: false });

  /** A fetch that asks the server of the world. */
  const fetchOf =
    ({ app }: World) =>
    async (input: string, { method, headers, body }: { method: string; headers: object; body?: unknown }) => {
      const { pathname, search } = new URL(input);
      const answer = await app.inject({
        ...{ method: method as 'GET', url: pathname + search, headers: { ...headers } },
        ...(body !== undefined && body !== null && { payload: String(body) }),
      });
      return new Response(answer.body, {
        status: answer.statusCode,
        headers: answer.headers as Record<string, string>,
      });
    };

  it('get and refresh a session: oauth4webapi, by the metadata of the resource', async () => {
    const options = { [oauth.customFetch]: fetchOf(world) as never, [oauth.allowInsecureRequests]: true };
    const resource = await oauth.processResourceDiscoveryResponse(
      NODE,
      await oauth.resourceDiscoveryRequest(NODE, options),
    );
    const issuer = new URL(resource.authorization_servers?.[0] ?? '');
    const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...options });
    const as = await oauth.processDiscoveryResponse(issuer, found);
    const own: oauth.Client = { client_id: FORM.client_id };
    const verifier = oauth.generateRandomCodeVerifier();
    const request = new URLSearchParams({
      ...{ response_type: 'code', client_id: own.client_id, redirect_uri: REDIRECT, scope: SCOPE, state: 's' },
      ...{ code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
    });
    const par = await oauth.pushedAuthorizationRequest(as, own, oauth.None(), request, options);
    const { request_uri } = await oauth.processPushedAuthorizationResponse(as, own, par);
    const asked = { client_id: own.client_id, request_uri };
    const location = await answeredAs(world, asked, await world.token('user'));
    const parameters = oauth.validateAuthResponse(as, own, location, 's');
    const answer = await oauth.authorizationCodeGrantRequest(
      ...([as, own, oauth.None(), parameters, REDIRECT, verifier, options] as const),
    );
    const tokens = await oauth.processAuthorizationCodeResponse(as, own, answer);
    expect(tokens.scope).to.equal(SCOPE);
    const refresh = tokens.refresh_token ?? '';
    const again = await oauth.refreshTokenGrantRequest(as, own, oauth.None(), refresh, options);
    const next = await oauth.processRefreshTokenResponse(as, own, again);
    const me = await oauth.protectedResourceRequest(
      ...([next.access_token, 'GET', new URL('/api/auth/me', NODE), undefined, undefined, options] as const),
    );
    expect(me.status).to.equal(200);
    const revoked = await oauth.revocationRequest(as, own, oauth.None(), next.access_token, options);
    await oauth.processRevocationResponse(revoked);
    const challenge = await oauth
      .protectedResourceRequest(
        ...([next.access_token, 'GET', new URL('/api/auth/me', NODE), undefined, undefined, options] as const),
      )
      .then(() => undefined)
      .catch((error: oauth.WWWAuthenticateChallengeError) => error.cause[0]?.parameters);
    expect(challenge).to.include({ error: 'invalid_token' });
    expect(challenge?.resource_metadata).to.equal(`${NODE.origin}/.well-known/oauth-protected-resource`);
  });

  it('bind a session to a key: oauth4webapi, and openid-client', async () => {
    const options = { [oauth.customFetch]: fetchOf(world) as never, [oauth.allowInsecureRequests]: true };
    const as = await oauth.processDiscoveryResponse(
      NODE,
      await oauth.discoveryRequest(NODE, { algorithm: 'oauth2', ...options }),
    );
    // The clock of the world stands.
    const skew = Math.round((world.deps.clock.now() - Date.now()) / 1000);
    const own: oauth.Client = { client_id: FORM.client_id, [oauth.clockSkew]: skew };
    const keys = await oauth.generateKeyPair('ES256');
    const [dpop, verifier] = [{ DPoP: oauth.DPoP(own, keys) }, oauth.generateRandomCodeVerifier()];
    const request = new URLSearchParams({
      ...{ response_type: 'code', client_id: own.client_id, redirect_uri: REDIRECT, scope: SCOPE, state: 's' },
      ...{ code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
    });
    const push = () => oauth.pushedAuthorizationRequest(as, own, oauth.None(), request, { ...options, ...dpop });
    // The library leaves it to its user to ask again with the nonce.
    const first = await oauth.processPushedAuthorizationResponse(as, own, await push()).catch((fault) => fault);
    expect(oauth.isDPoPNonceError(first)).to.equal(true);
    const { request_uri } = await oauth.processPushedAuthorizationResponse(as, own, await push());
    const location = await answeredAs(world, { client_id: own.client_id, request_uri }, await world.token('user'));
    const answer = await oauth.authorizationCodeGrantRequest(
      ...([as, own, oauth.None(), oauth.validateAuthResponse(as, own, location, 's'), REDIRECT, verifier] as const),
      { ...options, ...dpop },
    );
    const tokens = await oauth.processAuthorizationCodeResponse(as, own, answer);
    expect(tokens.token_type).to.equal('dpop');
    const me = await oauth.protectedResourceRequest(
      ...([tokens.access_token, 'GET', new URL('/api/auth/me', NODE), undefined, undefined] as const),
      { ...options, ...dpop },
    );
    expect(me.status).to.equal(200);

    const metadata = { [client.clockSkew]: skew };
    const config = new client.Configuration(as as client.ServerMetadata, FORM.client_id, metadata, client.None());
    Object.assign(config, { [client.customFetch]: fetchOf(world) });
    client.allowInsecureRequests(config);
    const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256'));
    const refresh = await client
      .refreshTokenGrant(config, tokens.refresh_token ?? '', {}, { DPoP })
      .catch(({ error }: { error?: string }) => error);
    expect(refresh, 'of another key').to.equal('invalid_grant');
    const asked = await client.initiateDeviceAuthorization(config, { scope: 'ledger:read' });
    await world.app.inject({
      ...{ method: 'POST', url: '/api/auth/device-code/answer' },
      payload: { userCode: asked.user_code, isAllowed: true },
      headers: { authorization: `Bearer ${await world.token('user')}` },
    });
    const polled = await client.pollDeviceAuthorizationGrant(config, { ...asked, interval: 0 }, {}, { DPoP });
    const [url, method] = [new URL('/api/auth/me', NODE), 'GET'];
    const read = await client.fetchProtectedResource(
      ...([config, polled.access_token, url, method, undefined, undefined, { DPoP }] as const),
    );
    expect([polled.token_type, read.status]).to.deep.equal(['dpop', 200]);
  });

  it('get a session: openid-client, and its device code', async () => {
    const config = await client.discovery(NODE, FORM.client_id, undefined, client.None(), {
      ...{
        algorithm: 'oauth2',
        [client.customFetch]: fetchOf(world) as never,
        execute: [client.allowInsecureRequests],
      },
    });
    const pkceCodeVerifier = client.randomPKCECodeVerifier();
    const url = client.buildAuthorizationUrl(config, {
      ...{ redirect_uri: REDIRECT, scope: SCOPE, state: 'the state', code_challenge_method: 'S256' },
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    });
    expect(url.pathname).to.equal('/oauth/authorize');
    const location = await answeredAs(world, Object.fromEntries(url.searchParams), await world.token('user'));
    const tokens = await client.authorizationCodeGrant(config, location, {
      ...{ pkceCodeVerifier, expectedState: 'the state' },
    });
    expect(tokens.scope).to.equal(SCOPE);
    const asked = await client.initiateDeviceAuthorization(config, { scope: 'ledger:read' });
    await world.app.inject({
      ...{ method: 'POST', url: '/api/auth/device-code/answer' },
      payload: { userCode: asked.user_code, isAllowed: true },
      headers: { authorization: `Bearer ${await world.token('user')}` },
    });
    const polled = await client.pollDeviceAuthorizationGrant(config, { ...asked, interval: 0 });
    expect([polled.scope, polled.refresh_token]).to.deep.equal(['ledger:read', undefined]);
  });
});
