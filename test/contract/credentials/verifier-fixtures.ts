// An organisation that asks wallets: with a certificate for its wallet, and a trust list that has the office of
// test/support/credentials/office.ts. Also a wallet as its makers would write one.
import { CompactEncrypt, importJWK, type JWK } from 'jose';
import { EXAMPLE } from '../../../api/examples/values.js';
import { credentialVerifierRoutes } from '../../../api/groups/credentials/credential-verifier/routes.js';
import { concat, fromBase64, toBase64 } from '../../../core/base/bytes.js';
import { DEFAULT_PATH } from '../../../core/crypto/derivation/hd.js';
import { CURVES } from '../../../core/crypto/keys/curves.js';
import { good } from '../../support/base/good.js';
import {
  altNames,
  certificate,
  dns,
  type Parts,
  type Party,
  partyOf,
} from '../../support/certificates/certificates.js';
import {
  DOC_TYPE,
  licence,
  permit,
  ROOT_DER,
  SPACE,
  showLicence,
  showPermit,
  VCT,
} from '../../support/credentials/office.js';
import { signedList } from '../../support/trust-lists/signed-list.js';
import { call } from '../world/caller.js';
import { type Persona, seedExample } from '../world/personas.js';
import type { Prepare } from '../world/prepared.js';
import type { World } from '../world/world.js';
import { seedIssuerWallet } from './fixtures.js';

export const LIST_URL = 'https://lists.example/office.xml';
export const LIST_ID = 'office';
export const REGISTRAR = partyOf('Registrar');
export const POLICY = { sources: [{ kind: 'x509-lotl', confersAssurance: 'Substantial', trustListId: LIST_ID }] };

export interface Verifying {
  /** Parts of its certificate that differ. */
  readonly parts?: Parts;
}

/** The example organisation has a certificate for requests, and the list of the office. */
export async function seedVerifier(world: World, { parts = {} }: Verifying = {}): Promise<readonly Uint8Array[]> {
  const { deps, trust, verifying } = world;
  await seedExample(deps);
  const wallet = await seedIssuerWallet(world);
  const spki = concat(CURVES['P-256'].prefix, fromBase64(wallet.publicKey) as Uint8Array);
  const own: Party = { ...partyOf('Northwind'), spki };
  const extensions = { subjectAltName: altNames(dns('localhost')) };
  const chain = [certificate(own, REGISTRAR, { extensions, ...parts })];
  verifying.certify({
    of: (id) => (id === EXAMPLE.organisationId ? { wallet: wallet.address, path: DEFAULT_PATH, chain } : undefined),
  });
  if (!trust.served.has(LIST_URL))
    trust.served.set(LIST_URL, signedList({ services: [{ certificates: [toBase64(ROOT_DER)] }] }, trust.operator));
  const from = { url: LIST_URL };
  good(await trust.trustListRefresher.take({ organisationId: EXAMPLE.organisationId, trustListId: LIST_ID, from }));
  return chain;
}

export interface Asked {
  readonly requestId: string;
  readonly authorizationRequestUri: string;
  readonly requestUri: string;
  readonly nonce: string;
  readonly qr: string;
  readonly expiresAt: string;
}

/** The usual question: the name in a permit of the office. */
export const QUESTION = { credentialType: VCT, requiredClaims: [{ claimName: 'name' }], trustPolicy: POLICY };
export const MDOC_QUESTION = {
  ...{ credentialType: DOC_TYPE, format: 'mso_mdoc', trustPolicy: POLICY },
  requiredClaims: [{ claimName: `["${SPACE}","name"]` }],
};

export async function ask(world: World, body: object = QUESTION, persona: Persona = 'administrator'): Promise<Asked> {
  const token = await world.token(persona);
  const answer = await call(world, credentialVerifierRoutes.createPresentationRequest, { body }, { token });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json as Asked;
}

export interface RequestObject {
  readonly client_id: string;
  readonly nonce: string;
  readonly state: string;
  readonly response_uri: string;
  readonly response_mode: string;
  readonly transaction_data?: readonly string[];
  readonly client_metadata: { readonly jwks?: { readonly keys: readonly (JWK & { readonly kid: string })[] } };
  readonly [claim: string]: unknown;
}

const pathOf = (url: string) => new URL(url).pathname;

/** The request object, and its claims. */
export async function fetchObject({ app }: World, { requestUri }: Pick<Asked, 'requestUri'>) {
  const answer = await app.inject({ method: 'GET', url: pathOf(requestUri) });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  const [header, claims] = answer.body.split('.').map((part) => Buffer.from(part, 'base64url').toString());
  return {
    text: answer.body,
    header: JSON.parse(header as string) as Record<string, unknown>,
    claims: JSON.parse(claims as string) as RequestObject,
  };
}

export async function post({ app }: World, url: string, fields: Readonly<Record<string, string>>) {
  const answer = await app.inject({
    ...{ method: 'POST', url: pathOf(url), payload: new URLSearchParams(fields).toString() },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const json = answer.json() as { readonly error?: string; readonly redirect_uri?: string; readonly code?: string };
  return { status: answer.statusCode, json };
}

/** What a wallet shows of each query: the permit, or the licence. */
export function shownTo(world: World, request: RequestObject, change: object = {}, issuing: object = {}): string {
  const atMs = world.deps.clock.now();
  const { client_id: audience, nonce, transaction_data: transactionData } = request;
  const asked = { nonce, audience, atMs, paths: [['name']], ...(transactionData && { transactionData }), ...change };
  return showPermit(permit({ atMs, ...issuing }), asked);
}

export async function licenceTo(world: World, request: RequestObject, change: object = {}, issuing: object = {}) {
  const atMs = world.deps.clock.now();
  const [key] = request.client_metadata.jwks?.keys ?? [];
  const encryptionKey = key && Buffer.from(key.kid, 'base64url');
  const asked = {
    ...{ clientId: request.client_id, nonce: request.nonce, responseUri: request.response_uri, names: ['name'] },
    ...(encryptionKey && { encryptionKey }),
    ...change,
  };
  return showLicence(licence({ atMs, ...issuing }), asked);
}

/** The form of an answer, in the clear or encrypted as the request asks. */
export async function answerOf(request: RequestObject, token: unknown, header: object = {}) {
  const fields = { vp_token: JSON.stringify(token), state: request.state };
  return request.response_mode === 'direct_post'
    ? fields
    : { response: await sealed(request, { vp_token: token, state: request.state }, header) };
}

export async function sealed(request: RequestObject, members: object, header: object = {}): Promise<string> {
  const [key] = request.client_metadata.jwks?.keys ?? [];
  if (key === undefined) throw new Error('no key');
  return new CompactEncrypt(Buffer.from(JSON.stringify(members)))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A128GCM', kid: key.kid, ...header })
    .encrypt(await importJWK(key, 'ECDH-ES'));
}

export async function resultOf(
  world: World,
  { requestId }: Pick<Asked, 'requestId'>,
  persona: Persona = 'administrator',
) {
  const token = await world.token(persona);
  return call(world, credentialVerifierRoutes.getPresentationResult, { params: { requestId } }, { token });
}

/** A request that a wallet answered with a permit. */
export async function answered(world: World, body: object = QUESTION) {
  await seedVerifier(world);
  const asked = await ask(world, body);
  const { claims } = await fetchObject(world, asked);
  const token = { credential: [shownTo(world, claims)] };
  return { asked, claims, answer: await post(world, claims.response_uri, await answerOf(claims, token)) };
}

const SAME_DEVICE = { ...QUESTION, flow: 'same-device', redirectUri: 'https://shop.example/done' };

export const prepareVerifier: Readonly<Record<string, Prepare>> = {
  createPresentationRequest: async (world) => {
    await seedVerifier(world);
    return { as: 'administrator', body: QUESTION };
  },
  getRequestObject: async (world) => {
    await seedVerifier(world);
    return { params: { requestId: (await ask(world)).requestId } };
  },
  postRequestObject: async (world) => {
    await seedVerifier(world);
    return { params: { requestId: (await ask(world)).requestId } };
  },
  answerPresentationRequest: async (world) => {
    await seedVerifier(world);
    const { requestId } = await ask(world);
    return { params: { requestId }, body: { error: 'access_denied', state: requestId } };
  },
  redeemResponseCode: async (world) => {
    const token = await world.token('administrator');
    await seedVerifier(world);
    const made = await call(
      world,
      credentialVerifierRoutes.createPresentationRequest,
      { body: SAME_DEVICE },
      { token },
    );
    const { requestId } = made.json as Asked;
    const { claims } = await fetchObject(world, made.json as Asked);
    const fields = { vp_token: JSON.stringify({ credential: [shownTo(world, claims)] }), state: claims.state };
    const { json } = await post(world, claims.response_uri, fields);
    const code = new URL(json.redirect_uri ?? '').hash.replace('#response_code=', '');
    return { token, params: { requestId }, body: { code } };
  },
  getPresentationResult: async (world) => {
    const { asked } = await answered(world);
    return { as: 'administrator', params: { requestId: asked.requestId } };
  },
};
