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
