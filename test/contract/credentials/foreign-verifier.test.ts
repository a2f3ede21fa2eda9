// A wallet of OpenID4VP that others wrote (@openid4vc) answers a request of this node: in the clear and encrypted, with
// an SD-JWT VC and with an mdoc, whose proofs our own core makes.
import { createHash, verify, X509Certificate } from 'node:crypto';
import { type CallbackContext, type HttpMethod, setGlobalConfig } from '@openid4vc/oauth2';
import { Openid4vpClient } from '@openid4vc/openid4vp';
import { expect } from 'chai';
import { CompactEncrypt, importJWK } from 'jose';
import type { World } from '../world/world.js';
import { worldOfAll } from '../world/world-of.js';
import {
  ask,
  licenceTo,
  MDOC_QUESTION,
  QUESTION,
  type RequestObject,
  resultOf,
  seedVerifier,
  shownTo,
} from './verifier-fixtures.js';

/** Its requests reach the server of the world, as fetch would. */
function fetchOf({ app }: World) {
  return async (url: unknown, init: RequestInit = {}): Promise<Response> => {
    const { pathname, search } = new URL(String(url));
    const headers = Object.fromEntries(new Headers(init.headers));
    const payload = init.body === undefined || init.body === null ? {} : { payload: String(init.body) };
    const method = (init.method ?? 'GET') as HttpMethod & 'GET';
    const answer = await app.inject({ method, url: pathname + search, headers, ...payload });
    return new Response(answer.body, { status: answer.statusCode, headers: answer.headers as Record<string, string> });
  };
}

describe('a wallet of others before a verifier', () => {
  const world = worldOfAll();
  before(async () => {
    // The world is at http://localhost.
    setGlobalConfig({ allowInsecureUrls: true });
    world.setClock(Date.now() - world.deps.clock.now());
    await seedVerifier(world);
  });

  const never = () => {
    throw new Error('nothing is signed or decrypted');
  };
  const callbacks = (): Omit<CallbackContext, 'generateRandom' | 'clientAuthentication'> => ({
    fetch: fetchOf(world) as never,
    hash: (data, alg) => createHash(alg.replace('-', '')).update(data).digest(),
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
  });

  const CASES = [
    ['an SD-JWT VC', QUESTION, shownTo],
    ['an mdoc', MDOC_QUESTION, licenceTo],
  ] as const;
  const WAYS = [{ responseMode: 'direct_post' }, { responseMode: 'direct_post.jwt' }, { profile: 'haip' }] as const;
  for (const [what, question, show] of CASES)
    for (const way of WAYS)
      it(`shows ${what}: ${Object.values(way).join()}`, async () => {
        const client = new Openid4vpClient({ callbacks: callbacks() });
        const asked = await ask(world, { ...question, ...way });
        const parsed = client.parseOpenid4vpAuthorizationRequest({
          authorizationRequest: asked.authorizationRequestUri,
        });
        const resolved = await client.resolveOpenId4vpAuthorizationRequest({
          authorizationRequestPayload: parsed.params as never,
        });
        expect([resolved.version, resolved.client.prefix]).to.deep.equal([
          100,
          'profile' in way ? 'x509_hash' : 'x509_san_dns',
        ]);
        const request = resolved.authorizationRequestPayload as unknown as RequestObject;
        const vp_token = { credential: [await show(world, request)] };
        const isEncrypted = request.response_mode === 'direct_post.jwt';
        const response = await client.createOpenid4vpAuthorizationResponse({
          authorizationRequestPayload: request as never,
          authorizationResponsePayload: { vp_token } as never,
          ...(isEncrypted && {
            jarm: {
              encryption: { nonce: 'bm9uY2U' },
              serverMetadata: {
                authorization_signing_alg_values_supported: [],
                authorization_encryption_alg_values_supported: ['ECDH-ES'],
                authorization_encryption_enc_values_supported: ['A128GCM', 'A256GCM'],
              },
            },
          }),
        });
        const sent = await client.submitOpenid4vpAuthorizationResponse({
          ...{ authorizationRequestPayload: request as never, ...response },
        });
        expect(sent.response.status, await sent.response.clone().text()).to.equal(200);
        const { json } = await resultOf(world, asked);
        expect([json.state, json.result.errors]).to.deep.equal(['Verified', []]);
      });
});
