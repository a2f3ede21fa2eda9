// A wallet of the first family: the protocols by @openid4vc, SD-JWTs by @sd-jwt/core.
import { createHash, randomBytes, verify, X509Certificate } from 'node:crypto';
import {
  type CallbackContext,
  clientAuthenticationAnonymous,
  type JwtSigner,
  type JwtSignerJwk,
} from '@openid4vc/oauth2';
import { Openid4vciClient } from '@openid4vc/openid4vci';
import { Openid4vpClient } from '@openid4vc/openid4vp';
import { SDJwtInstance } from '@sd-jwt/core';
import { CompactEncrypt, importJWK } from 'jose';
import { aKey, jwtOf } from '../../../contract/credentials/phone.js';
import type { RequestObject } from '../../../contract/credentials/verifier-fixtures.js';
import { type Answered, type Key, type OnPhone, type PhoneFamily, REDIRECT_URI, type Taking } from './family.js';
import { presentationFor, type ShowSdJwt } from './presentation.js';

const never = () => {
  throw new Error('nothing else is asked of this wallet');
};
const digest = (data: string | Uint8Array, alg: string) => createHash(alg.replace('-', '')).update(data).digest();
const signerOf = ({ jwk }: Key): JwtSignerJwk => ({ method: 'jwk', alg: 'ES256', publicJwk: jwk as never });

function issuerClient(keys: readonly Key[]): Openid4vciClient {
  const keyOf = (signer: JwtSigner) => {
    const wanted = 'publicJwk' in signer ? signer.publicJwk.x : undefined;
    return keys.find(({ jwk }) => jwk.x === wanted) as Key;
  };
  return new Openid4vciClient({
    callbacks: {
      hash: digest,
      generateRandom: (length) => randomBytes(length),
      signJwt: (signer, { header, payload }) => {
        const key = keyOf(signer);
        return { jwt: jwtOf(key, header, payload), signerJwk: key.jwk as never };
      },
      clientAuthentication: clientAuthenticationAnonymous(),
      ...{ verifyJwt: never, encryptJwe: never, decryptJwe: never },
    },
  });
}

type Offered = Awaited<ReturnType<Openid4vciClient['resolveCredentialOffer']>>;
type Metadata = Awaited<ReturnType<Openid4vciClient['resolveIssuerMetadata']>>;

/** A token with DPoP, for the code of the offer or for that of the page. */
async function tokenOf(
  client: Openid4vciClient,
  offered: { readonly credentialOffer: Offered; readonly issuerMetadata: Metadata },
  { txCode, signIn, dpop }: Taking & { readonly dpop: { readonly signer: JwtSignerJwk } },
) {
  if (signIn === undefined)
    return client.retrievePreAuthorizedCodeAccessTokenFromOffer({
      ...{ ...offered, dpop },
      ...(txCode !== undefined && { txCode }),
    });
  const [scope = ''] = offered.credentialOffer.credential_configuration_ids;
  const begun = await client.initiateAuthorization({
    ...{ ...offered, clientId: 'wallet', redirectUri: REDIRECT_URI, scope, state: 'st', dpop },
  });
  if (!('authorizationRequestUrl' in begun)) throw new Error('another flow began');
  const requestUri = new URL(begun.authorizationRequestUrl).searchParams.get('request_uri') ?? '';
  const [authorizationServerMetadata] = offered.issuerMetadata.authorizationServers;
  const { code } = client.parseAndVerifyAuthorizationResponseRedirectUrl({
    url: await signIn(requestUri),
    authorizationServerMetadata: authorizationServerMetadata as never,
  });
  return client.retrieveAuthorizationCodeAccessTokenFromOffer({
    ...{ ...offered, authorizationCode: String(code), redirectUri: REDIRECT_URI, dpop },
    pkceCodeVerifier: begun.pkce?.codeVerifier as string,
  });
}

async function take(offerUri: string, taking: Taking = {}): Promise<OnPhone> {
  const [key, dpopKey] = [aKey(), aKey()];
  const client = issuerClient([key, dpopKey]);
  const credentialOffer = await client.resolveCredentialOffer(offerUri);
  const issuerMetadata = await client.resolveIssuerMetadata(credentialOffer.credential_issuer);
  const offered = { credentialOffer, issuerMetadata };
  const token = await tokenOf(client, offered, { ...taking, dpop: { signer: signerOf(dpopKey) } });
  const [credentialConfigurationId = ''] = credentialOffer.credential_configuration_ids;
  const { c_nonce: nonce } = await client.requestNonce({ issuerMetadata });
  const { jwt } = await client.createCredentialRequestJwtProof({
    ...{ issuerMetadata, nonce, signer: signerOf(key), credentialConfigurationId },
  });
  const { credentialResponse } = await client.retrieveCredentials({
    ...{ issuerMetadata, credentialConfigurationId, proofs: { jwt: [jwt] } },
    ...{ accessToken: token.accessTokenResponse.access_token, ...(token.dpop && { dpop: token.dpop }) },
  });
  const [given] = credentialResponse.credentials ?? [];
  const text = typeof given === 'object' ? (given as { readonly credential: string }).credential : given;
  return { text: text ?? '', key };
}

const verifierCallbacks: Omit<CallbackContext, 'generateRandom' | 'clientAuthentication'> = {
  hash: digest,
  getX509CertificateMetadata: (certificate) => ({
    sanDnsNames: [
      ...(new X509Certificate(Buffer.from(certificate, 'base64')).subjectAltName ?? '').matchAll(/DNS:([^,]+)/g),
    ].map(([, name]) => name as string),
    sanUriNames: [],
  }),
  verifyJwt: (signer, { compact }) => {
    const [leaf = ''] = 'x5c' in signer ? signer.x5c : [];
    const { publicKey } = new X509Certificate(Buffer.from(leaf, 'base64'));
    const at = compact.lastIndexOf('.');
    const signature = Buffer.from(compact.slice(at + 1), 'base64url');
    const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
    const verified = verify('sha256', Buffer.from(compact.slice(0, at)), key, signature);
    return verified ? { verified, signerJwk: publicKey.export({ format: 'jwk' }) as never } : { verified: false };
  },
  encryptJwe: async ({ publicJwk, enc, alg, apu, apv }, data) => {
    const header = { alg, enc, kid: publicJwk.kid as string, ...(apu && { apu }), ...(apv && { apv }) };
    const draft = new CompactEncrypt(Buffer.from(data)).setProtectedHeader(header);
    return { encryptionJwk: publicJwk, jwe: await draft.encrypt(await importJWK(publicJwk as never, alg)) };
  },
  ...{ signJwt: never, decryptJwe: never },
};

const ENCRYPTION = {
  encryption: { nonce: 'bm9uY2U' },
  serverMetadata: {
    authorization_signing_alg_values_supported: [],
    authorization_encryption_alg_values_supported: ['ECDH-ES'],
    authorization_encryption_enc_values_supported: ['A128GCM', 'A256GCM'],
  },
};

/** The signature over the two parts of a JWT. */
function signed(key: Key, input: string): string {
  const [header, payload] = input.split('.').map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
  return jwtOf(key, header, payload).split('.')[2] as string;
}

const showSdJwt: ShowSdJwt = async (text, names, { request, holder }) => {
  const sdJwt = new SDJwtInstance({
    hasher: (data, alg) => digest(typeof data === 'string' ? data : new Uint8Array(data), alg),
    hashAlg: 'sha-256',
    kbSigner: (input) => signed(holder, input),
    kbSignAlg: 'ES256',
  });
  const frame = Object.fromEntries(names.map((name) => [name, true]));
  const payload = { aud: request.client_id, nonce: request.nonce, iat: Math.floor(Date.now() / 1000) };
  return sdJwt.present(text, frame as never, { kb: { payload } });
};

async function resolve(authorizationRequestUri: string) {
  const client = new Openid4vpClient({ callbacks: verifierCallbacks });
  const { params } = client.parseOpenid4vpAuthorizationRequest({ authorizationRequest: authorizationRequestUri });
  const { authorizationRequestPayload } = await client.resolveOpenId4vpAuthorizationRequest({
    authorizationRequestPayload: params as never,
  });
  return { client, request: authorizationRequestPayload as unknown as RequestObject };
}

/** The body that the verifier answers to. */
async function answer(
  { client, request }: Awaited<ReturnType<typeof resolve>>,
  authorizationResponsePayload: object,
): Promise<Answered> {
  const isEncrypted = request.response_mode === 'direct_post.jwt';
  const response = await client.createOpenid4vpAuthorizationResponse({
    authorizationRequestPayload: request as never,
    authorizationResponsePayload: authorizationResponsePayload as never,
    ...(isEncrypted && { jarm: ENCRYPTION }),
  });
  const sent = await client.submitOpenid4vpAuthorizationResponse({
    ...{ authorizationRequestPayload: request as never, ...response },
  });
  const { redirect_uri: redirectUri } = (await sent.response.clone().json()) as { readonly redirect_uri?: string };
  return { status: sent.response.status, ...(redirectUri !== undefined && { redirectUri }) };
}

export const firstFamily: PhoneFamily = {
  name: '@openid4vc with @sd-jwt/core',
  take,
  async show(authorizationRequestUri, credential) {
    const asked = await resolve(authorizationRequestUri);
    const { presentation, vpToken } = await presentationFor(asked.request, credential, showSdJwt);
    return { ...(await answer(asked, { vp_token: vpToken })), presentation };
  },
  async decline(authorizationRequestUri) {
    return answer(await resolve(authorizationRequestUri), { error: 'access_denied' });
  },
};
