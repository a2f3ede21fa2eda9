// An issuer of OpenID4VCI that others wrote (@openid4vc) gives credentials to a wallet of this node: it judges the
// offer that it made, the token request, DPoP and the proofs of keys by its own code.
import { createHash, createPublicKey, randomBytes, verify } from 'node:crypto';
import {
  clientAuthenticationAnonymous,
  Oauth2AuthorizationServer,
  PkceCodeChallengeMethod,
  setGlobalConfig,
} from '@openid4vc/oauth2';
import { type IssuerMetadataResult, Openid4vciIssuer } from '@openid4vc/openid4vci';
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { credentialReceiptRoutes as receiptRoutes } from '../../../api/groups/credentials/credential-receipts/routes.js';
import { heldCredentialRoutes as routes } from '../../../api/groups/credentials/held-credentials/routes.js';
import type { OutgoingCall } from '../../../core/outgoing/ports.js';
import { call } from '../world/caller.js';
import { worldOfEach } from '../world/world-of.js';
import { seedHoldingWallet } from './fixtures.js';
import { aKey, jwtOf } from './phone.js';
import type { HostAnswer } from './remote-hosts.js';

const ISSUER = 'https://issuer.example';
const VCT = 'urn:example:pass:1';
const GRANT = 'urn:ietf:params:oauth:grant-type:pre-authorized_code';

const issuerKey = aKey();
const never = () => {
  throw new Error('nothing is encrypted');
};
const callbacks = {
  hash: (data: Uint8Array, alg: string) => createHash(alg.replace('-', '')).update(data).digest(),
  generateRandom: (length: number) => randomBytes(length),
  signJwt: (_: unknown, { header, payload }: { header: object; payload: object }) => ({
    jwt: jwtOf(issuerKey, header, payload),
    signerJwk: issuerKey.jwk,
  }),
  verifyJwt: (signer: { publicJwk?: object }, { compact }: { compact: string }) => {
    const [header = '', payload = '', signature = ''] = compact.split('.');
    const key = createPublicKey({ key: signer.publicJwk as never, format: 'jwk' });
    const signed = Buffer.from(`${header}.${payload}`);
    const bytes = Buffer.from(signature, 'base64url');
    return verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, bytes)
      ? { verified: true, signerJwk: signer.publicJwk }
      : { verified: false };
  },
  clientAuthentication: clientAuthenticationAnonymous(),
  ...{ encryptJwe: never, decryptJwe: never },
};

const server = new Oauth2AuthorizationServer({ callbacks: callbacks as never });
const issuer = new Openid4vciIssuer({ callbacks: callbacks as never });
const serverMetadata = server.createAuthorizationServerMetadata({
  ...{ issuer: ISSUER, token_endpoint: `${ISSUER}/token`, dpop_signing_alg_values_supported: ['ES256'] },
  ...{ authorization_endpoint: `${ISSUER}/authorize`, pushed_authorization_request_endpoint: `${ISSUER}/par` },
  ...{ code_challenge_methods_supported: ['S256'], require_pushed_authorization_requests: true },
  authorization_response_iss_parameter_supported: true,
  'pre-authorized_grant_anonymous_access_supported': true,
});
const metadata = issuer.createCredentialIssuerMetadata({
  ...{ credential_issuer: ISSUER, credential_endpoint: `${ISSUER}/credential`, nonce_endpoint: `${ISSUER}/nonce` },
  batch_credential_issuance: { batch_size: 3 },
  credential_configurations_supported: {
    pass: {
      ...{ format: 'dc+sd-jwt', vct: VCT, cryptographic_binding_methods_supported: ['jwk'] },
      proof_types_supported: { jwt: { proof_signing_alg_values_supported: ['ES256'] } },
      credential_metadata: { display: [{ name: 'Pass' }] },
    },
  },
} as never);
const issuerMetadata = {
  ...{ credentialIssuer: metadata, authorizationServers: [serverMetadata], originalDraftVersion: 'V1' },
  knownCredentialConfigurations: metadata.credential_configurations_supported,
} as unknown as IssuerMetadataResult;

describe('an issuer of others before a wallet of the node', () => {
  const world = worldOfEach();
  const judged: string[] = [];
  let now = new Date(0);

  before(() => setGlobalConfig({ allowInsecureUrls: false }));
  beforeEach(async () => {
    judged.length = 0;
    now = new Date(world.deps.clock.now());
    world.remoteHosts.set(ISSUER, answer);
    await seedHoldingWallet(world);
  });

  async function answer(asked: OutgoingCall): Promise<HostAnswer> {
    const documents: Readonly<Record<string, unknown>> = {
      '/.well-known/openid-credential-issuer': metadata,
      '/.well-known/oauth-authorization-server': serverMetadata,
      '/.well-known/jwt-vc-issuer': { issuer: ISSUER, jwks: { keys: [issuerKey.jwk] } },
      '/nonce': { c_nonce: 'c1' },
    };
    const { pathname } = new URL(asked.url);
    const json = documents[pathname];
    if (json !== undefined) return { json };
    if (pathname === '/par') return push(asked);
    const isExchange = String(asked.body).includes('grant_type=authorization_code');
    if (pathname === '/token') return isExchange ? exchange(asked) : token(asked);
    return credential(asked);
  }

  let pushed: Record<string, unknown> = {};

  async function push({ url, headers = {}, body = '' }: OutgoingCall): Promise<HostAnswer> {
    const request = { method: 'POST' as const, url, headers: new Headers(headers) };
    const form = Object.fromEntries(new URLSearchParams(String(body)));
    const parsed = await server.parsePushedAuthorizationRequest({ request, authorizationRequest: form });
    const { authorizationRequest, dpop } = parsed;
    const verified = await server.verifyPushedAuthorizationRequest({
      ...{ authorizationRequest, request, now, authorizationServerMetadata: serverMetadata },
      dpop: { required: true, ...(dpop && { ...dpop }) },
    });
    pushed = { ...authorizationRequest, thumbprint: verified.dpop?.jwkThumbprint };
    judged.push(`push ${verified.dpop?.jwkThumbprint.length}`);
    const requestUri = 'urn:ietf:params:oauth:request_uri:pushed-1';
    const { pushedAuthorizationResponse: json } = server.createPushedAuthorizationResponse({
      ...{ requestUri, expiresInSeconds: 90 },
    });
    return { status: 201, json };
  }

  /** A code of the page, for the challenge that was pushed. */
  async function exchange({ url, headers = {}, body = '' }: OutgoingCall): Promise<HostAnswer> {
    const request = { method: 'POST' as const, url, headers: new Headers(headers) };
    const accessTokenRequest = Object.fromEntries(new URLSearchParams(String(body)));
    const parsed = server.parseAccessTokenRequest({ accessTokenRequest, request });
    const { dpop } = await server.verifyAuthorizationCodeAccessTokenRequest({
      ...{ accessTokenRequest: parsed.accessTokenRequest, request, now, authorizationServerMetadata: serverMetadata },
      ...{ grant: parsed.grant as never, expectedCode: 'page-code' },
      dpop: { required: true, ...(parsed.dpop?.jwt !== undefined && { jwt: parsed.dpop.jwt }) },
      pkce: {
        codeChallenge: String(pushed.code_challenge),
        codeChallengeMethod: PkceCodeChallengeMethod.S256,
        ...(parsed.pkceCodeVerifier !== undefined && { codeVerifier: parsed.pkceCodeVerifier }),
      },
    });
    const isSame =
      [dpop?.jwkThumbprint, accessTokenRequest.redirect_uri].join() === [pushed.thumbprint, pushed.redirect_uri].join();
    judged.push(`exchange ${isSame}`);
    return { json: { access_token: 'the-token', token_type: 'DPoP', expires_in: 60 } };
  }

  async function token({ url, headers = {}, body = '' }: OutgoingCall): Promise<HostAnswer> {
    const request = { method: 'POST' as const, url, headers: new Headers(headers) };
    const accessTokenRequest = Object.fromEntries(new URLSearchParams(String(body)));
    const parsed = server.parseAccessTokenRequest({ accessTokenRequest, request });
    const { dpop } = await server.verifyPreAuthorizedCodeAccessTokenRequest({
      ...{ accessTokenRequest: parsed.accessTokenRequest, request, now, authorizationServerMetadata: serverMetadata },
      ...{ grant: parsed.grant as never, expectedPreAuthorizedCode: 'the-code', expectedTxCode: '1234' },
      dpop: { required: true, ...(parsed.dpop?.jwt !== undefined && { jwt: parsed.dpop.jwt }) },
    });
    judged.push(`token ${dpop?.jwkThumbprint.length}`);
    return { json: { access_token: 'the-token', token_type: 'DPoP', expires_in: 60 } };
  }

  async function credential({ url, headers = {}, body = '' }: OutgoingCall): Promise<HostAnswer> {
    const request = { method: 'POST' as const, url, headers: new Headers(headers) };
    await server.verifyDpopJwt({ ...{ dpopJwt: headers.dpop ?? '', request, now, accessToken: 'the-token' } });
    const { proofs } = issuer.parseCredentialRequest({ issuerMetadata, credentialRequest: JSON.parse(String(body)) });
    const credentials: { readonly credential: string }[] = [];
    for (const jwt of proofs?.jwt ?? []) {
      const proof = await issuer.verifyCredentialRequestJwtProof({ issuerMetadata, jwt, now, expectedNonce: 'c1' });
      const payload = { iss: ISSUER, vct: VCT, cnf: { jwk: proof.header.jwk }, name: 'Eve' };
      credentials.push({ credential: `${jwtOf(issuerKey, { typ: 'dc+sd-jwt', alg: 'ES256' }, payload)}~` });
    }
    judged.push(`credential ${credentials.length}`);
    return { json: { credentials } };
  }

  it('gives three copies for a token that is bound to a key', async () => {
    const { credentialOffer: offerUri } = await issuer.createCredentialOffer({
      ...{ issuerMetadata, credentialConfigurationIds: ['pass'] },
      grants: { [GRANT]: { 'pre-authorized_code': 'the-code', tx_code: { input_mode: 'numeric', length: 4 } } },
    });
    const body = { offerUri, consent: true, txCode: '1234' };
    const params = { address: EXAMPLE.holdingWalletAddress };
    const taken = await call(
      world,
      routes.receiveCredentials,
      { params, body },
      { token: await world.token('citizen') },
    );
    expect(taken.status, taken.text).to.equal(201);
    expect(taken.json.credentials[0]).to.include({ type: VCT, issuer: ISSUER, copies: 3, canPresent: true });
    expect(judged).to.deep.equal(['token 43', 'credential 3']);
  });

  it('gives them to a person who signed in at its page, by a pushed request with a challenge', async () => {
    const { credentialOffer: offerUri } = await issuer.createCredentialOffer({
      ...{ issuerMetadata, credentialConfigurationIds: ['pass'] },
      grants: { authorization_code: { issuer_state: 'offer-1' } },
    });
    const token = await world.token('citizen');
    const params = { address: EXAMPLE.holdingWalletAddress };
    const asked = await call(
      world,
      routes.receiveCredentials,
      { params, body: { offerUri, consent: true } },
      { token },
    );
    expect(asked.status, asked.text).to.equal(202);
    const url = new URL(asked.json.authorization.url);
    expect([url.origin + url.pathname, url.searchParams.get('client_id')]).to.deep.equal([
      ...[`${ISSUER}/authorize`, 'http://localhost:8080'],
    ]);
    expect(pushed).to.include({ issuer_state: 'offer-1', response_type: 'code', code_challenge_method: 'S256' });
    const body = { state: String(pushed.state), code: 'page-code', iss: ISSUER };
    const taken = await call(world, receiptRoutes.answerCredentialReceipt, { body }, { token });
    expect(taken.status, taken.text).to.equal(201);
    expect(taken.json.credentials[0]).to.include({ type: VCT, issuer: ISSUER, copies: 3, canPresent: true });
    expect(judged).to.deep.equal(['push 43', 'exchange true', 'credential 3']);
  });
});
