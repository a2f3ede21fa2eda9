// Encrypted requests for credentials, and their answers (OpenID4VCI 1.0 section 10), by a wallet with a library of its
// own.
import { expect } from 'chai';
import { CompactEncrypt, compactDecrypt, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { worldOfAll } from '../../world/world-of.js';
import { accessOf, TYPE } from '../fixtures.js';
import type { Phone } from '../phone.js';

const JWT = 'application/jwt';
const text = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

describe('encrypted requests for credentials', () => {
  const world = worldOfAll();
  let own: Awaited<ReturnType<typeof generateKeyPair>>;
  let jwk: JWK;

  before(async () => {
    own = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true });
    jwk = { ...(await exportJWK(own.publicKey)), alg: 'ECDH-ES', use: 'enc', kid: 'mine' };
  });

  const metadata = async (phone: Phone) =>
    (await phone.get('/.well-known/openid-credential-issuer/credentials/northwind')).json as Record<string, never>;
  const keyOf = async (phone: Phone): Promise<JWK> => {
    const { jwks } = (await metadata(phone)).credential_request_encryption as unknown as { jwks: { keys: JWK[] } };
    return jwks.keys[0] as JWK;
  };
  const sealed = async (phone: Phone, body: unknown, header: object = {}, key?: JWK) => {
    const stated = key ?? (await keyOf(phone));
    const target = await importJWK(stated, 'ECDH-ES');
    const bytes = body instanceof Uint8Array ? body : text(body);
    return new CompactEncrypt(bytes)
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: String(stated.kid), ...header })
      .encrypt(target);
  };
  const post = async (path: string, payload: string, token: string, type = JWT) => {
    const answer = await world.app.inject({
      ...{ method: 'POST', url: `/credentials/northwind${path}`, payload },
      headers: { 'content-type': type, authorization: `Bearer ${token}` },
    });
    return { status: answer.statusCode, type: String(answer.headers['content-type']), body: answer.body };
  };
  const opened = async (compact: string) => {
    const { plaintext, protectedHeader } = await compactDecrypt(compact, own.privateKey);
    return { header: protectedHeader, json: JSON.parse(new TextDecoder().decode(plaintext)) };
  };
  const asked = async (phone: Phone, more: object = {}) => ({
    credential_configuration_id: TYPE,
    proofs: { jwt: [phone.proof((await phone.nonces()).proof)] },
    ...more,
  });
  const error = ({ status, body }: { status: number; body: string }) => [status, JSON.parse(body).error];

  it('are offered by the metadata, with the key', async () => {
    const { phone } = await accessOf(world);
    const { credential_request_encryption: requests, credential_response_encryption: responses } =
      await metadata(phone);
    expect(requests).to.deep.include({ enc_values_supported: ['A128GCM', 'A256GCM'], encryption_required: false });
    expect(await keyOf(phone)).to.include({ kty: 'EC', crv: 'P-256', alg: 'ECDH-ES', use: 'enc' });
    expect(await keyOf(phone))
      .to.include.keys('kid')
      .and.not.include.keys('d');
    expect(responses).to.deep.equal({
      alg_values_supported: ['ECDH-ES'],
      enc_values_supported: ['A128GCM', 'A256GCM'],
      encryption_required: false,
    });
  });

  for (const enc of ['A128GCM', 'A256GCM'])
    it(`get an answer that is encrypted to the key of the wallet, by ${enc}`, async () => {
      const { phone, token } = await accessOf(world);
      const body = await asked(phone, { credential_response_encryption: { jwk, enc } });
      const answer = await post('/credential', await sealed(phone, body, { enc }), token);
      expect([answer.status, answer.type]).to.deep.equal([200, JWT]);
      const { header, json } = await opened(answer.body);
      expect(header).to.include({ alg: 'ECDH-ES', enc, kid: 'mine' });
      expect(json.credentials).to.have.lengthOf(1);
      expect(json.notification_id).to.be.a('string');
    });

  it('get one in the clear where they ask for no other', async () => {
    const { phone, token } = await accessOf(world);
    const answer = await post('/credential', await sealed(phone, await asked(phone)), token);
    expect([answer.status, JSON.parse(answer.body).credentials.length]).to.deep.equal([200, 1]);
  });

  const curve: Partial<JWK> = { x: 'A'.repeat(43) };
  const REFUSED: readonly (readonly [string, () => unknown])[] = [
    ['no-object', () => 7],
    ['no-key', () => ({ enc: 'A128GCM' })],
    ['key-off-its-curve', () => ({ jwk: { ...jwk, ...curve }, enc: 'A128GCM' })],
    ['private-key', () => ({ jwk: { ...jwk, d: jwk.x }, enc: 'A128GCM' })],
    ['no-alg', () => ({ jwk: { ...jwk, alg: undefined }, enc: 'A128GCM' })],
    ['alg-differs', () => ({ jwk: { ...jwk, alg: 'ECDH-ES+A256KW' }, enc: 'A128GCM' })],
    ['key-for-signatures', () => ({ jwk: { ...jwk, use: 'sig' }, enc: 'A128GCM' })],
    ['long-kid', () => ({ jwk: { ...jwk, kid: 'k'.repeat(257) }, enc: 'A128GCM' })],
    ['no-enc', () => ({ jwk })],
    ['enc-differs', () => ({ jwk, enc: 'A128CBC-HS256' })],
    ['zip', () => ({ jwk, enc: 'A128GCM', zip: 'DEF' })],
  ];
  for (const [what, stated] of REFUSED)
    it(`are refused with parameters of another form: ${what}`, async () => {
      const { phone, token } = await accessOf(world);
      const body = await asked(phone, { credential_response_encryption: stated() });
      const name = what === 'no-object' ? 'invalid_credential_request' : 'invalid_encryption_parameters';
      expect(error(await post('/credential', await sealed(phone, body), token))).to.deep.equal([400, name]);
      const { status } = await post('/credential', await sealed(phone, await asked(phone)), token);
      expect(status, 'nothing was issued').to.equal(200);
    });

  it('are the only ones that get an encrypted answer: another one could put its key into a clear one', async () => {
    const { phone, token } = await accessOf(world);
    const body = JSON.stringify(await asked(phone, { credential_response_encryption: { jwk, enc: 'A128GCM' } }));
    const clear = await post('/credential', body, token, 'application/json');
    expect(error(clear)).to.deep.equal([400, 'invalid_encryption_parameters']);
  });

  it('are refused where they cannot be opened, or do not have their form', async () => {
    const { phone, token } = await accessOf(world);
    const good = await sealed(phone, await asked(phone));
    const at = async (payload: string) => error(await post('/credential', payload, token));
    const other = { ...jwk, kid: (await keyOf(phone)).kid as string };
    const parts = good.split('.');
    const zipped = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(parts[0] as string, 'base64url').toString()), zip: 'DEF' }),
    ).toString('base64url');
    const unopened: readonly string[] = [
      await sealed(phone, await asked(phone), { kid: 'another' }),
      await sealed(phone, await asked(phone), {}, other),
      await sealed(phone, await asked(phone), { enc: 'A128CBC-HS256' }),
      [zipped, ...parts.slice(1)].join('.'),
      `${good.slice(0, -4)}AAAA`,
    ];
    for (const payload of unopened) expect(await at(payload)).to.deep.equal([400, 'invalid_encryption_parameters']);
    const misfits: readonly unknown[] = [
      new TextEncoder().encode('{"a":1,"a":2}'),
      new TextEncoder().encode('{"a":'),
      7,
      { proofs: 7 },
      Array.from({ length: 1001 }, () => 0),
    ];
    for (const body of misfits)
      expect(await at(await sealed(phone, body))).to.deep.equal([400, 'invalid_credential_request']);
    expect(await at('a.b.c')).to.deep.equal([400, 'invalid_credential_request']);
    expect((await post('/credential', good, token)).status, 'none of these used up the token').to.equal(200);
    const none = await post('/credential', good, 'A'.repeat(43));
    expect(none.status, 'without a token').to.equal(401);
  });

  it('are taken for a deferred credential too', async () => {
    const { phone, token } = await accessOf(world);
    const payload = { transaction_id: 'none', credential_response_encryption: { jwk, enc: 'A128GCM' } };
    expect(error(await post('/deferred', await sealed(phone, payload), token))).to.deep.equal([
      400,
      'invalid_transaction_id',
    ]);
    const clear = await post('/deferred', JSON.stringify(payload), token, 'application/json');
    expect(error(clear)).to.deep.equal([400, 'invalid_encryption_parameters']);
  });
});
