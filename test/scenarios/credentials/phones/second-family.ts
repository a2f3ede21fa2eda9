// A wallet of the second family: mdocs by @auth0/mdl, SD-JWTs by @meeco/sd-jwt, the protocols by fetch and node:crypto.
// It shares no code with the node, nor with @openid4vc.
import { createHash, randomBytes } from 'node:crypto';
import { CompactEncrypt, importJWK } from 'jose';
import { aKey, jwtOf } from '../../../contract/credentials/phone.js';
import { showSdJwt } from '../../../contract/credentials/second-wallet.js';
import type { RequestObject } from '../../../contract/credentials/verifier-fixtures.js';
import { type Answered, type OnPhone, type PhoneFamily, REDIRECT_URI, type Taking } from './family.js';
import { presentationFor } from './presentation.js';

const PRE_AUTHORIZED = 'urn:ietf:params:oauth:grant-type:pre-authorized_code';

interface Offer {
  readonly credential_issuer: string;
  readonly credential_configuration_ids: readonly string[];
  readonly grants: {
    readonly authorization_code?: { readonly issuer_state?: string };
    readonly [PRE_AUTHORIZED]?: { readonly 'pre-authorized_code': string };
  };
}

async function ask(url: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
  const response = await fetch(url, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answers ${response.status}: ${text}`);
  return JSON.parse(text);
}

const form = (fields: Readonly<Record<string, string>>) => ({ method: 'POST', body: new URLSearchParams(fields) });
const seconds = () => Math.floor(Date.now() / 1000);

/** The code of the page, by a pushed request with PKCE; with what the token request says of it. */
async function codeOf(
  { credential_issuer: issuer, credential_configuration_ids: [scope = ''], grants }: Offer,
  signIn: (requestUri: string) => Promise<string>,
) {
  const verifier = randomBytes(32).toString('base64url');
  const pushed = await ask(
    `${issuer}/par`,
    form({
      ...{ response_type: 'code', client_id: 'wallet', redirect_uri: REDIRECT_URI, scope, state: 'st' },
      ...{ code_challenge: createHash('sha256').update(verifier).digest('base64url'), code_challenge_method: 'S256' },
      issuer_state: grants.authorization_code?.issuer_state ?? '',
    }),
  );
  const came = new URL(await signIn(String(pushed.request_uri)));
  const code = came.searchParams.get('code') ?? '';
  return {
    grant_type: 'authorization_code',
    code,
    redirect_uri: REDIRECT_URI,
    code_verifier: verifier,
    client_id: 'wallet',
  };
}

async function take(offerUri: string, { txCode, signIn }: Taking = {}): Promise<OnPhone> {
  const at = new URL(offerUri).searchParams.get('credential_offer_uri') ?? '';
  const offer = (await ask(at)) as unknown as Offer;
  const issuer = offer.credential_issuer;
  const grant =
    signIn === undefined
      ? {
          ...{ grant_type: PRE_AUTHORIZED, ...offer.grants[PRE_AUTHORIZED] },
          ...(txCode !== undefined && { tx_code: txCode }),
        }
      : await codeOf(offer, signIn);
  const { access_token: token } = await ask(`${issuer}/token`, form(grant as Record<string, string>));
  const { c_nonce: nonce } = await ask(`${issuer}/nonce`, { method: 'POST' });
  const key = aKey();
  const header = { typ: 'openid4vci-proof+jwt', alg: 'ES256', jwk: key.jwk };
  const proof = jwtOf(key, header, { aud: issuer, iat: seconds(), nonce });
  const [id] = offer.credential_configuration_ids;
  const { credentials } = await ask(`${issuer}/credential`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${String(token)}` },
    body: JSON.stringify({ credential_configuration_id: id, proofs: { jwt: [proof] } }),
  });
  const [given] = credentials as readonly { readonly credential: string }[];
  return { text: given?.credential ?? '', key };
}

async function requestOf(authorizationRequestUri: string): Promise<RequestObject> {
  const { searchParams } = new URL(authorizationRequestUri);
  const answer = await fetch(searchParams.get('request_uri') ?? '');
  if (!answer.ok) throw new Error(`the request object: ${answer.status}`);
  const [, claims = ''] = (await answer.text()).split('.');
  return JSON.parse(Buffer.from(claims, 'base64url').toString());
}

async function answer(request: RequestObject, members: Readonly<Record<string, unknown>>): Promise<Answered> {
  const [key] = request.client_metadata.jwks?.keys ?? [];
  const said = { ...members, state: request.state };
  const texts = Object.entries(said).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const fields =
    request.response_mode === 'direct_post' || key === undefined
      ? Object.fromEntries(texts)
      : {
          response: await new CompactEncrypt(Buffer.from(JSON.stringify(said)))
            .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: key.kid })
            .encrypt(await importJWK(key, 'ECDH-ES')),
        };
  const response = await fetch(request.response_uri, form(fields));
  const { redirect_uri: redirectUri } = (await response.json()) as { readonly redirect_uri?: string };
  return { status: response.status, ...(redirectUri !== undefined && { redirectUri }) };
}

export const secondFamily: PhoneFamily = {
  name: '@auth0/mdl with @meeco/sd-jwt',
  take,
  async show(authorizationRequestUri, credential) {
    const request = await requestOf(authorizationRequestUri);
    const { presentation, vpToken } = await presentationFor(request, credential, (text, names, to) =>
      showSdJwt(text, names, { ...to, atMs: Date.now() }),
    );
    return { ...(await answer(request, { vp_token: vpToken })), presentation };
  },
  async decline(authorizationRequestUri) {
    return answer(await requestOf(authorizationRequestUri), { error: 'access_denied' });
  },
};
