// A client of OpenID4VCI that others wrote (@openid4vc) takes credentials of this node, with a bearer token and with
// DPoP.
import { createHash, randomBytes } from 'node:crypto';
import {
  clientAuthenticationAnonymous,
  type HttpMethod,
  type JwtSigner,
  type JwtSignerJwk,
  Oauth2Client,
  setGlobalConfig,
} from '@openid4vc/oauth2';
import { Openid4vciClient } from '@openid4vc/openid4vci';
import { expect } from 'chai';
import { issuedCredentialRoutes } from '../../../api/groups/credentials/issued-credentials/routes.js';
import { walletAuthorizationRoutes } from '../../../api/groups/credentials/wallet-authorizations/routes.js';
import { ACCESS_TOKEN_MS } from '../../../core/base/limits/node/wallets.js';
import { call } from '../world/caller.js';
import type { World } from '../world/world.js';
import { worldOfAll } from '../world/world-of.js';
import { offer, ownOffer, TYPE } from './fixtures.js';
import { aKey, jwtOf } from './phone.js';
import { PERMIT_TYPE, runCredential, sealIssuance } from './runs/permits.js';

type Key = ReturnType<typeof aKey>;

/** Its requests reach the server of the world, as fetch would. */
function fetchOf({ app }: World) {
  return async (url: unknown, init: RequestInit = {}): Promise<Response> => {
    const { pathname, search } = new URL(String(url));
    const headers = Object.fromEntries(new Headers(init.headers));
    const payload = init.body === undefined || init.body === null ? {} : { payload: String(init.body) };
    const method = (init.method ?? 'GET') as HttpMethod & 'GET';
    const answer = await app.inject({ method, url: pathname + search, headers, ...payload });
    const body = answer.statusCode === 204 ? null : answer.body;
    return new Response(body, { status: answer.statusCode, headers: answer.headers as Record<string, string> });
  };
}

describe('a wallet of others', () => {
  const world = worldOfAll();
  before(() => {
    // The world is at http://localhost.
    setGlobalConfig({ allowInsecureUrls: true });
    world.setClock(Date.now() - world.deps.clock.now());
  });

  /** The library takes the time of the machine; a world is ahead of it by so much. */
  let aheadS = 0;
  const callbacksWith = (keys: readonly Key[]) => {
    const keyOf = (signer: JwtSigner) => {
      const wanted = 'publicJwk' in signer ? signer.publicJwk.x : undefined;
      return keys.find(({ jwk }) => jwk.x === wanted) as Key;
    };
    const never = () => {
      throw new Error('nothing is encrypted or verified');
    };
    return {
      fetch: fetchOf(world) as never,
      hash: (data: Uint8Array, alg: string) => createHash(alg.replace('-', '')).update(data).digest(),
      generateRandom: (length: number) => randomBytes(length),
      signJwt: (signer: JwtSigner, { header, payload }: { header: object; payload: { iat?: number | undefined } }) => {
        const key = keyOf(signer);
        return {
          jwt: jwtOf(key, header, { ...payload, iat: Number(payload.iat) + aheadS }),
          signerJwk: key.jwk as never,
        };
      },
      clientAuthentication: clientAuthenticationAnonymous(),
      ...{ verifyJwt: never, encryptJwe: never, decryptJwe: never },
    };
  };
  const clientWith = (keys: readonly Key[]) => new Openid4vciClient({ callbacks: callbacksWith(keys) });
  const signerOf = ({ jwk }: Key): JwtSignerJwk => ({ method: 'jwk', alg: 'ES256', publicJwk: jwk as never });

  for (const byValue of [true, false])
    for (const isBound of [true, false])
      it(`takes one, ${byValue ? 'by value' : 'by reference'}, ${isBound ? 'with DPoP' : 'with a bearer token'}`, async () => {
        const [proofKey, dpopKey] = [aKey(), aKey()];
        const client = clientWith([proofKey, dpopKey]);
        const made = await offer(world, { byValue, txCode: {}, claims: { given_name: 'Eve' } });
        const credentialOffer = await client.resolveCredentialOffer(made.credentialOfferUri);
        const issuerMetadata = await client.resolveIssuerMetadata(credentialOffer.credential_issuer);
        expect(issuerMetadata.originalDraftVersion).to.equal('V1');
        const token = await client.retrievePreAuthorizedCodeAccessTokenFromOffer({
          ...{ credentialOffer, issuerMetadata, txCode: made.txCode as string },
          ...(isBound && { dpop: { signer: signerOf(dpopKey) } }),
        });
        expect(token.accessTokenResponse.token_type).to.equal(isBound ? 'DPoP' : 'Bearer');
        const access = { accessToken: token.accessTokenResponse.access_token, ...(token.dpop && { dpop: token.dpop }) };
        const { c_nonce: nonce } = await client.requestNonce({ issuerMetadata });
        const { jwt } = await client.createCredentialRequestJwtProof({
          ...{ issuerMetadata, nonce, signer: signerOf(proofKey), credentialConfigurationId: TYPE },
        });
        const given = await client.retrieveCredentials({
          ...{ ...access, issuerMetadata, credentialConfigurationId: TYPE, proofs: { jwt: [jwt] } },
        });
        const { credentials = [], notification_id: notificationId } = given.credentialResponse;
        expect(JSON.stringify(credentials[0])).to.contain('~');
        await client.sendNotification({
          ...{ ...access, issuerMetadata },
          notification: { notificationId: notificationId as string, event: 'credential_accepted' },
        });
      });

  it('takes the one of a person who signs in, with PAR, PKCE and DPoP', async () => {
    const [proofKey, dpopKey] = [aKey(), aKey()];
    const client = clientWith([proofKey, dpopKey]);
    const { credentialOfferUri } = await ownOffer(world);
    const credentialOffer = await client.resolveCredentialOffer(credentialOfferUri);
    const issuerMetadata = await client.resolveIssuerMetadata(credentialOffer.credential_issuer);
    const redirectUri = 'https://wallet.example/taken';
    const begun = await client.initiateAuthorization({
      ...{ credentialOffer, issuerMetadata, clientId: 'wallet', redirectUri, scope: TYPE, state: 'st' },
      dpop: { signer: signerOf(dpopKey) },
    });
    if (!('authorizationRequestUrl' in begun)) throw new Error('it began another flow');
    const address = new URL(begun.authorizationRequestUrl);
    expect(address.pathname).to.equal('/credentials/northwind/authorize');
    const { json } = await call(
      world,
      walletAuthorizationRoutes.answerCredentialAuthorization,
      { body: { requestUri: address.searchParams.get('request_uri') ?? '', isAllowed: true } },
      { token: await world.token('user') },
    );
    const [authorizationServerMetadata] = issuerMetadata.authorizationServers;
    const response = client.parseAndVerifyAuthorizationResponseRedirectUrl({
      url: (json as { location: string }).location,
      authorizationServerMetadata: authorizationServerMetadata as never,
    });
    const token = await client.retrieveAuthorizationCodeAccessTokenFromOffer({
      ...{ credentialOffer, issuerMetadata, authorizationCode: response.code as string, redirectUri },
      ...{ pkceCodeVerifier: begun.pkce?.codeVerifier as string, dpop: { signer: signerOf(dpopKey) } },
    });
    expect(token.accessTokenResponse.token_type).to.equal('DPoP');
    const { c_nonce: nonce } = await client.requestNonce({ issuerMetadata });
    const { jwt } = await client.createCredentialRequestJwtProof({
      ...{ issuerMetadata, nonce, signer: signerOf(proofKey), credentialConfigurationId: TYPE },
    });
    const given = await client.retrieveCredentials({
      ...{ accessToken: token.accessTokenResponse.access_token, ...(token.dpop && { dpop: token.dpop }) },
      ...{ issuerMetadata, credentialConfigurationId: TYPE, proofs: { jwt: [jwt] } },
    });
    expect(JSON.stringify(given.credentialResponse.credentials?.[0])).to.contain('~');
  });

  it('takes the permit of a workflow: deferred until its issuance is sealed, then with DPoP', async () => {
    const [proofKey, dpopKey] = [aKey(), aKey()];
    const client = clientWith([proofKey, dpopKey]);
    const credentialId = await runCredential(world, false);
    const token = await world.token('citizen');
    const offered = await call(
      world,
      issuedCredentialRoutes.offerRunCredential,
      { params: { credentialId } },
      { token },
    );
    const credentialOffer = await client.resolveCredentialOffer(offered.json.credentialOfferUri);
    const issuerMetadata = await client.resolveIssuerMetadata(credentialOffer.credential_issuer);
    const { accessTokenResponse, dpop } = await client.retrievePreAuthorizedCodeAccessTokenFromOffer({
      ...{ credentialOffer, issuerMetadata, dpop: { signer: signerOf(dpopKey) } },
    });
    const access = { accessToken: accessTokenResponse.access_token, issuerMetadata, ...(dpop && { dpop }) };
    const { c_nonce: nonce } = await client.requestNonce({ issuerMetadata });
    const { jwt } = await client.createCredentialRequestJwtProof({
      ...{ issuerMetadata, nonce, signer: signerOf(proofKey), credentialConfigurationId: PERMIT_TYPE },
    });
    const asked = { ...access, credentialConfigurationId: PERMIT_TYPE, proofs: { jwt: [jwt] } };
    const first = await client.retrieveCredentials(asked);
    const { transaction_id: transactionId = '', interval } = first.credentialResponse;
    expect([first.credentialResponse.credentials, interval]).to.deep.equal([undefined, 5]);
    const again = () => client.retrieveDeferredCredentials({ ...access, transactionId });
    expect((await again()).deferredCredentialResponse.transaction_id).to.equal(transactionId);
    // Sealed after the access token is over: the wallet gets another one by its refresh token.
    world.advance(ACCESS_TOKEN_MS);
    aheadS = ACCESS_TOKEN_MS / 1000;
    await sealIssuance(world, credentialId);
    expect(String(await again().catch((error: unknown) => error))).to.contain('The access token is over.');
    const [authorizationServerMetadata] = issuerMetadata.authorizationServers;
    const programs = new Oauth2Client({ callbacks: callbacksWith([dpopKey]) });
    const refreshed = await programs.retrieveRefreshTokenAccessToken({
      ...{ authorizationServerMetadata: authorizationServerMetadata as never },
      ...{ refreshToken: accessTokenResponse.refresh_token ?? '', ...(dpop && { dpop }) },
    });
    const later = {
      accessToken: refreshed.accessTokenResponse.access_token,
      issuerMetadata,
      ...(refreshed.dpop && { dpop: refreshed.dpop }),
    };
    const given = await client.retrieveDeferredCredentials({ ...later, transactionId });
    expect(JSON.stringify(given.deferredCredentialResponse.credentials?.[0])).to.contain('~');
  });
});
