// A verifier of OpenID4VP that others wrote (@openid4vc) asks a wallet of the node, and reads its answer: in the clear
// and encrypted, under both names of a certificate, by GET and by POST.
import { createPrivateKey, sign } from 'node:crypto';
import { type CallbackContext, setGlobalConfig } from '@openid4vc/oauth2';
import { Openid4vpVerifier } from '@openid4vc/openid4vp';
import { expect } from 'chai';
import { compactDecrypt, decodeProtectedHeader } from 'jose';
import { toBase64 } from '../../../../core/base/bytes.js';
import { worldOfAll } from '../../world/world-of.js';
import { hold } from '../fixtures.js';
import { accept, aShop, HOST, hashOf, QUERY, resolve, SHOP } from './other-verifier.js';

describe('a verifier of others before a wallet of the node', () => {
  const world = worldOfAll();
  before(async () => {
    setGlobalConfig({ allowInsecureUrls: true });
    world.setClock(Date.now() - world.deps.clock.now());
    await hold(world, { claims: { given_name: 'Eve' } });
  });

  const never = () => {
    throw new Error('it is not verified here');
  };
  const WAYS = [
    { responseMode: 'direct_post', prefix: 'x509_san_dns', isPosted: false },
    { responseMode: 'direct_post.jwt', prefix: 'x509_san_dns', isPosted: true },
    { responseMode: 'direct_post.jwt', prefix: 'x509_hash', isPosted: false },
  ] as const;
  for (const { responseMode, prefix, isPosted } of WAYS)
    it(`gets what it asked for: ${responseMode}, ${prefix}, ${isPosted ? 'POST' : 'GET'}`, async () => {
      const shop = aShop(world);
      const x5c = shop.chain.map(toBase64);
      const callbacks: Omit<CallbackContext, 'generateRandom' | 'clientAuthentication'> = {
        ...{ encryptJwe: never, verifyJwt: never, hash: never },
        signJwt: async (_, { header, payload }) => {
          const input = [header, payload]
            .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
            .join('.');
          const key = { key: shop.signer.privateKey, dsaEncoding: 'ieee-p1363' } as const;
          return {
            jwt: `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`,
            signerJwk: shop.answerJwk as never,
          };
        },
        decryptJwe: async (jwe) => {
          const key = createPrivateKey({ key: shop.keys.privateKey.export({ format: 'jwk' }), format: 'jwk' });
          const { plaintext } = await compactDecrypt(jwe, key);
          expect(decodeProtectedHeader(jwe)).to.include({ alg: 'ECDH-ES', enc: 'A256GCM', kid: 'k1' });
          return {
            decrypted: true,
            payload: new TextDecoder().decode(plaintext),
            decryptionJwk: shop.answerJwk as never,
          };
        },
      };
      const verifier = new Openid4vpVerifier({ callbacks });
      const clientId =
        prefix === 'x509_hash' ? `x509_hash:${hashOf(shop.chain[0] as Uint8Array)}` : `x509_san_dns:${HOST}`;
      const asked = {
        ...({ response_type: 'vp_token', client_id: clientId, nonce: 'n-0S6_WzA2Mj', state: 'one' } as const),
        ...{ response_mode: responseMode, response_uri: `${SHOP}/answers/1`, dcql_query: QUERY },
        ...(responseMode === 'direct_post.jwt' && {
          client_metadata: {
            jwks: { keys: [shop.answerJwk] },
            encrypted_response_enc_values_supported: ['A256GCM'],
            vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] } },
          },
        }),
      };
      const makeRequest = (walletNonce?: string) =>
        verifier.createOpenId4vpAuthorizationRequest({
          authorizationRequestPayload: {
            ...asked,
            ...(walletNonce !== undefined && { wallet_nonce: walletNonce }),
          } as never,
          jar: {
            ...{
              jwtSigner: { method: 'x5c', alg: 'ES256', x5c },
              requestUri: `${SHOP}/requests/1`,
              expiresInSeconds: 100,
            },
            additionalJwtPayload: { aud: 'https://self-issued.me/v2' },
          },
          ...(walletNonce !== undefined && { wallet: { expectedNonce: walletNonce } as never }),
        });
      const { authorizationRequest } = await makeRequest();
      world.remoteHosts.set(SHOP, async (call) => {
        if (!call.url.endsWith('/requests/1')) return shop.serve(call) ?? { status: 404 };
        const nonce = new URLSearchParams(String(call.body ?? '')).get('wallet_nonce') ?? undefined;
        return { text: (await makeRequest(nonce)).jar?.authorizationRequestJwt ?? '' };
      });
      // It states the method in no request that it makes; a verifier adds it to the address.
      const method = isPosted ? '&request_uri_method=post' : '';
      const resolved = await resolve(world, authorizationRequest + method);
      expect(resolved.json.verifier?.clientId, resolved.text).to.equal(clientId);
      expect((await accept(world, resolved.json.presentationId)).status).to.equal(200);
      const parsed = await verifier.parseOpenid4vpAuthorizationResponse({
        authorizationResponse: Object.fromEntries(shop.answers.at(-1) ?? []),
        authorizationRequestPayload: asked as never,
        callbacks,
      });
      expect([parsed.type, parsed.expectedNonce]).to.deep.equal(['dcql', 'n-0S6_WzA2Mj']);
      const presentations = parsed.type === 'dcql' ? parsed.dcql.presentations : {};
      const [text = ''] = (presentations as Record<string, readonly string[]>).member ?? [];
      expect(String(text).split('~')).to.have.length(3);
    });
});
