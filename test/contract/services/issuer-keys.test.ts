// Services read the key by which a wallet of an organisation issues, and have it sign: at the internal listeners, for
// their own organisation, and nothing but the forms of others.
import { createPublicKey, verify } from 'node:crypto';
import { encode } from 'cborg';
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { issuerKeyRoutes as routes } from '../../../api/groups/credentials/issuer-keys/routes.js';
import { toBase64, utf8 } from '../../../core/base/bytes.js';

import { PLATFORM_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import { certify, seedHoldingWallet, seedIssuerWallet } from '../credentials/fixtures.js';
import { call } from '../world/caller.js';
import { seedExample, tokenOfService } from '../world/personas.js';
import { worldOfEach } from '../world/world-of.js';

const address = EXAMPLE.issuerWalletAddress;
const part = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url');
const jose = (header: object) => `${part(header)}.${part({ vct: 'urn:x' })}`;
const GOOD = jose({ typ: 'dc+sd-jwt', alg: 'ES256' });

describe('keys of issuers, for services', () => {
  const world = worldOfEach();
  beforeEach(() => seedExample(world.deps));

  const tokenOf = (organisationId: string | undefined, scope = 'credentials:issue') =>
    tokenOfService(world.deps, {
      ...{ clientId: `maker-${organisationId?.slice(0, 8) ?? 'node'}-${scope.slice(0, 5)}`, serviceName: 'Maker' },
      ...{ scope: [scope], ...(organisationId !== undefined && { organisationId }) },
    });
  const read = async (token: string, of: string = address) =>
    call(world, routes.readIssuerKey, { params: { address: of } }, { token });
  const sign = async (body: object, token?: string, of: string = address) =>
    call(
      world,
      routes.signAsIssuer,
      { params: { address: of }, body },
      { token: token ?? (await tokenOf(EXAMPLE.organisationId)) },
    );

  it('are read with their certificates, and sign a credential that the key verifies', async () => {
    const wallet = await seedIssuerWallet(world);
    const leaf = certify(world, wallet);
    const key = await read(await tokenOf(EXAMPLE.organisationId));
    expect(key.status, key.text).to.equal(200);
    expect(key.json.certificates).to.deep.equal([
      { trustAnchor: 'x509-tenant', x5c: [toBase64(leaf)], notAfter: '2030-01-01T00:00:00.000Z' },
    ]);
    const signed = await sign({ format: 'jose', signingInput: GOOD });
    expect(signed.json).to.include({ boundKeySource: 'Primary', algorithm: 'ES256', thumbprint: key.json.thumbprint });
    const publicKey = createPublicKey({ key: key.json.jwk, format: 'jwk' });
    const isSigned = (bytes: Uint8Array, signature: string) =>
      verify('sha256', bytes, { key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
    expect(isSigned(utf8(GOOD), signed.json.signature)).to.equal(true);
    const structure = encode(['Signature1', encode(new Map([[1, -7]])), new Uint8Array(), utf8('payload')]);
    const cose = await sign({ format: 'cose', signingInput: toBase64(structure) });
    expect(cose.status, cose.text).to.equal(200);
    expect(isSigned(structure, cose.json.signature)).to.equal(true);
  });

  it('sign nothing that has not the form, or names another algorithm', async () => {
    await seedIssuerWallet(world);
    const inputs: readonly (readonly [format: string, signingInput: string])[] = [
      ['jose', 'quorate:transaction'],
      ['jose', jose({ alg: 'none' })],
      ['jose', jose({ alg: 'HS256' })],
      ['jose', `${GOOD}.c2ln`],
      ['cose', GOOD],
      ['cose', toBase64(new Uint8Array(32))],
      ['cose', toBase64(encode(['Signature', encode(new Map([[1, -7]])), new Uint8Array(), new Uint8Array()]))],
      ['cose', toBase64(encode(['Signature1', encode(new Map([[1, -8]])), new Uint8Array(), new Uint8Array()]))],
      ['x509', GOOD],
      ['jose', ''],
    ];
    for (const [format, signingInput] of inputs) {
      const { status, json } = await sign({ format, signingInput });
      expect([status, json.code], `${format} ${signingInput}`).to.deep.equal([400, 'BODY_INVALID']);
    }
  });

  it('are for services of the organisation with the scope, at listeners of their own', async () => {
    await seedIssuerWallet(world);
    const token = await tokenOf(EXAMPLE.organisationId);
    const body = { format: 'jose', signingInput: GOOD };
    for (const url of [
      `/api/internal/wallets/${address}/issuer-cert-key`,
      `/api/internal/wallets/${address}/issuer-cert-key/sign`,
    ]) {
      const method = url.endsWith('sign') ? 'POST' : 'GET';
      const outside = await world.app.inject({
        ...{ method, url, headers: { authorization: `Bearer ${token}` }, ...(method === 'POST' && { payload: body }) },
      });
      expect(outside.statusCode, 'at the public listener').to.equal(404);
    }
    const other = await tokenOf('0b7d2a2e-6a3f-4a44-9a7f-1a1f52b1f00a');
    expect([(await read(other)).json.code, (await sign(body, other)).json.code]).to.deep.equal([
      ...['WALLET_NOT_FOUND', 'WALLET_NOT_FOUND'],
    ]);
    for (const refused of [
      await tokenOf(EXAMPLE.organisationId, 'credentials:verify'),
      await world.token('administrator'),
    ])
      expect([(await read(refused)).status, (await sign(body, refused)).status]).to.deep.equal([403, 403]);
    for (const operator of [await tokenOf(undefined), await tokenOf(PLATFORM_ORGANISATION_ID)])
      expect([(await read(operator)).status, (await sign(body, operator)).status]).to.deep.equal([200, 200]);
    const person = await seedHoldingWallet(world);
    expect((await read(token, person.address)).json.code).to.equal('WALLET_NOT_FOUND');
    expect((await read(token, 'qr1nobody')).json.code).to.be.oneOf(['PATH_INVALID', 'WALLET_NOT_FOUND']);
  });

  it('need a wallet that signs, with a key of P-256', async () => {
    const wallet = await seedIssuerWallet(world);
    await world.deps.commit(world.deps.wallets.put({ ...wallet, status: 'Locked' }));
    const token = await tokenOf(EXAMPLE.organisationId);
    expect((await read(token)).status, 'its key is public').to.equal(200);
    expect((await sign({ format: 'jose', signingInput: GOOD })).json.code).to.equal('WALLET_LOCKED');
    const other = await seedIssuerWallet(world, 'ED25519', { id: `7${wallet.id.slice(1)}` });
    expect((await read(token, other.address)).json.code).to.equal('CERT_KEY_NOT_ELIGIBLE');
    expect((await sign({ format: 'jose', signingInput: GOOD }, token, other.address)).json.code).to.equal(
      'CERT_KEY_NOT_ELIGIBLE',
    );
  });
});
