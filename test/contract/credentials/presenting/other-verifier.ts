// A verifier of others, which a wallet of the node meets: its own code for requests and answers, at a host of its own.
// A test changes one thing of what it says.
import { createHash, createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { compactDecrypt, type JWK } from 'jose';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { presentationRoutes as routes } from '../../../../api/groups/credentials/presentations/routes.js';
import { toBase64 } from '../../../../core/base/bytes.js';
import type { OutgoingCall } from '../../../../core/outgoing/ports.js';
import { good } from '../../../support/base/good.js';
import { altNames, certificate, dns, type Parts, partyOf } from '../../../support/certificates/certificates.js';
import { signedList } from '../../../support/trust-lists/signed-list.js';
import { call } from '../../world/caller.js';
import type { Persona } from '../../world/personas.js';
import type { Prepare } from '../../world/prepared.js';
import type { World } from '../../world/world.js';
import { hold, TYPE } from '../fixtures.js';
import { jwtOf } from '../phone.js';
import type { HostAnswer } from '../remote-hosts.js';
import { seedVerifier } from '../verifier-fixtures.js';

export const HOST = 'shop.example';
export const SHOP = `https://${HOST}`;
export const ROOT = partyOf('Shops');
const SELF = partyOf('Shop');
const LIST_URL = 'https://lists.example/shops.xml';

export const certificateOf = (host: string, parts: Parts = {}) =>
  certificate(SELF, ROOT, { extensions: { subjectAltName: altNames(dns(host)) }, ...parts });

/** The usual query: the name in a credential of the example organisation. */
export const QUERY = {
  credentials: [
    { id: 'member', format: 'dc+sd-jwt', meta: { vct_values: [TYPE] }, claims: [{ path: ['given_name'] }] },
  ],
};

export class OtherVerifier {
  readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  /** Of the answer key, as a request states it. */
  readonly answerJwk: JWK = { ...this.keys.publicKey.export({ format: 'jwk' }), kid: 'k1', use: 'enc', alg: 'ECDH-ES' };
  /** Forms that came. */
  readonly answers: URLSearchParams[] = [];
  readonly fetched: string[] = [];
  chain: readonly Uint8Array[] = [certificateOf(HOST)];
  /** Changes of the claims and of the header. */
  claims: Record<string, unknown> = {};
  header: Record<string, unknown> = {};
  signer = SELF;
  /** Changes of the whole text of the object. */
  change = (object: string): string => object;
  nonceBack: (nonce: string | null) => unknown = (nonce) => nonce ?? undefined;
  answer: HostAnswer | undefined = { json: {} };

  constructor(private readonly nowS: () => number) {}

  clientId = `x509_san_dns:${HOST}`;

  uri(more: Record<string, string> = {}): string {
    const query = new URLSearchParams({ client_id: this.clientId, request_uri: `${SHOP}/requests/1`, ...more });
    return `openid4vp://?${query}`;
  }

  object(walletNonce: string | null = null): string {
    const header = { typ: 'oauth-authz-req+jwt', alg: 'ES256', x5c: this.chain.map(toBase64), ...this.header };
    const nonce = this.nonceBack(walletNonce);
    const claims = {
      ...{ iss: this.clientId, aud: 'https://self-issued.me/v2', client_id: this.clientId, response_type: 'vp_token' },
      ...{
        response_mode: 'direct_post',
        response_uri: `${SHOP}/answers/1`,
        nonce: 'n-0S6_WzA2Mj',
        state: 'af0ifjsldkj',
      },
      ...{ iat: this.nowS(), exp: this.nowS() + 120, dcql_query: QUERY },
      ...(nonce !== undefined && { wallet_nonce: nonce }),
      ...this.claims,
    };
    return this.change(jwtOf({ privateKey: this.signer.privateKey, jwk: {} }, header, claims));
  }

  readonly serve = ({ url, method, body = '' }: OutgoingCall): HostAnswer | undefined => {
    const { pathname } = new URL(url);
    this.fetched.push(`${method ?? 'GET'} ${pathname}`);
    const form = new URLSearchParams(String(body));
    if (pathname === '/requests/1') return { text: this.object(form.get('wallet_nonce')) };
    if (pathname !== '/answers/1') return { status: 404, text: '' };
    this.answers.push(form);
    return this.answer;
  };

  /** The members of the newest answer, decrypted where it is encrypted. */
  async opened(): Promise<Record<string, unknown>> {
    const form = this.answers.at(-1) ?? new URLSearchParams();
    const response = form.get('response');
    if (response === null) return { ...Object.fromEntries(form), vp_token: JSON.parse(form.get('vp_token') ?? 'null') };
    const key = createPrivateKey({ key: this.keys.privateKey.export({ format: 'jwk' }), format: 'jwk' });
    const { plaintext } = await compactDecrypt(response, key);
    return JSON.parse(new TextDecoder().decode(plaintext));
  }
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url');
}

/** A list of the example organisation has the root of the shop. */
export async function trustShops({ trust }: World): Promise<void> {
  const root = certificate(ROOT, ROOT, {}, 'authority');
  trust.served.set(LIST_URL, signedList({ services: [{ certificates: [toBase64(root)] }] }, trust.operator));
  const { organisationId } = EXAMPLE;
  good(await trust.trustListRefresher.take({ organisationId, trustListId: 'shops', from: { url: LIST_URL } }));
}

/** The shop, where the node finds it. */
export function aShop(world: World): OtherVerifier {
  const shop = new OtherVerifier(() => Math.floor(world.deps.clock.now() / 1000));
  world.remoteHosts.set(SHOP, (asked) => shop.serve(asked) as HostAnswer);
  return shop;
}

export async function resolve(world: World, request: string, as: Persona = 'citizen') {
  const body = { request, walletAddress: EXAMPLE.holdingWalletAddress };
  return call(world, routes.resolvePresentation, { body }, { token: await world.token(as) });
}

export async function accept(world: World, presentationId: string, body: object = {}, as: Persona = 'citizen') {
  const parts = { params: { presentationId }, body: { consent: true, acceptUntrusted: true, ...body } };
  return call(world, routes.acceptPresentation, parts, { token: await world.token(as) });
}

/** A request of the shop that waits for the citizen. */
const withRequest: Prepare = async (world) => {
  await hold(world, { claims: { given_name: 'Eve' } });
  const { json } = await resolve(world, aShop(world).uri());
  return { as: 'citizen', params: { presentationId: json.presentationId } };
};

/** A request of the example organisation to the wallet of the citizen. */
async function withOwnRequest(world: World) {
  const credentialId = await hold(world, { claims: { given_name: 'Eve' } });
  await seedVerifier(world);
  const { json } = await askWallet(world);
  return { credentialId, params: { presentationId: String(json.requestId) } };
}

export async function askWallet(world: World, body: object = {}, as: Persona = 'administrator') {
  const question = { credentialType: TYPE, requiredClaims: [{ claimName: 'given_name' }] };
  const parts = { body: { ...question, targetWalletAddress: EXAMPLE.holdingWalletAddress, ...body } };
  return call(world, routes.requestPresentation, parts, { token: await world.token(as) });
}

export const preparePresentations: Readonly<Record<string, Prepare>> = {
  resolvePresentation: async (world) => {
    await hold(world);
    return { as: 'citizen', body: { request: aShop(world).uri(), walletAddress: EXAMPLE.holdingWalletAddress } };
  },
  requestPresentation: async (world) => {
    await hold(world);
    await seedVerifier(world);
    return { as: 'administrator' };
  },
  getPresentationOutcome: async (world) => {
    const { params } = await withOwnRequest(world);
    await accept(world, params.presentationId);
    return { as: 'administrator', params };
  },
  submitPresentation: async (world) => {
    const prepared = await withOwnRequest(world);
    return { ...prepared, as: 'citizen', body: { credentialId: prepared.credentialId, acceptUntrusted: true } };
  },
  listWaitingPresentations: async () => ({ as: 'citizen' }),
  listPresentationHistory: async () => ({ as: 'citizen' }),
  getWaitingPresentation: withRequest,
  previewPresentation: withRequest,
  acceptPresentation: withRequest,
  denyPresentation: withRequest,
};
