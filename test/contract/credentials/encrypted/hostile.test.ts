// Encrypted requests that nobody honest makes: headers that would have the issuer work, keys off their curves, and
// texts that are no request. Each is refused by the name of the standard, and none of them spends the token.
import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { CompactEncrypt, importJWK, type JWK } from 'jose';
import { JWE_HEADER_MAX } from '../../../../core/base/limits/node/wallets.js';
import { worldOfAll } from '../../world/world-of.js';
import { accessOf, TYPE } from '../fixtures.js';
import type { Phone } from '../phone.js';

const ENCRYPTION = 'invalid_encryption_parameters';
const REQUEST = 'invalid_credential_request';
const encoded = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const wide = (members: number) => Object.fromEntries(Array.from({ length: members }, (_, i) => [`k${i}`, 1]));
const point = (crv: string, part: string) => ({ kty: 'EC', crv, x: part, y: part });

/** What is changed of the header of a good request. */
const HEADERS: readonly (readonly [name: string, change: object])[] = [
  ['alg-none', { alg: 'none' }],
  ['alg-dir', { alg: 'dir' }],
  ['alg-rsa1_5', { alg: 'RSA1_5' }],
  ['alg-of-a-password', { alg: 'PBES2-HS512+A256KW', p2c: 2_147_483_647, p2s: 'c2FsdHNhbHRzYWx0' }],
  ['alg-that-wraps', { alg: 'ECDH-ES+A256KW' }],
  ['alg-list', { alg: ['ECDH-ES'] }],
  ['enc-of-another-family', { enc: 'A128CBC-HS256' }],
  ['enc-list', { enc: ['A256GCM'] }],
  ['epk-at-zero', { epk: point('P-256', encoded('\0'.repeat(32))) }],
  ['epk-off-its-curve', { epk: point('P-256', 'A'.repeat(43)) }],
  ['epk-of-another-curve', { epk: point('P-384', 'A'.repeat(64)) }],
  ['epk-of-another-type', { epk: { kty: 'oct', k: 'AAAA' } }],
  ['epk-absent', { epk: undefined }],
  ['epk-null', { epk: null }],
  ['kid-of-another', { kid: 'another' }],
  ['kid-object', { kid: { toString: 1 } }],
  ['zip', { zip: 'DEF' }],
  ['crit', { crit: ['x'], x: 1 }],
  ['crit-empty', { crit: [] }],
  ['b64', { b64: false, crit: ['b64'] }],
  ['header-wide', wide(17_000)],
  ['apu-long', { apu: 'A'.repeat(150_000) }],
];

/** What is encrypted in a good form. */
const CONTENTS: readonly (readonly [name: string, content: string | Uint8Array])[] = [
  ['content-deep', `${'['.repeat(60_000)}${']'.repeat(60_000)}`],
  ['content-wide', JSON.stringify(wide(15_000))],
  ['content-member-twice', '{"proofs":1,"proofs":2}'],
  ['content-of-no-text', Uint8Array.of(0xff, 0xfe)],
  ['content-null', 'null'],
  ['content-of-a-prototype', `{"__proto__":{"credential_configuration_id":"${TYPE}"}}`],
];

describe('an encrypted request that nobody honest makes', () => {
  const world = worldOfAll();
  let phone: Phone;
  let token: string;
  let key: JWK;

  before(async () => {
    ({ phone, token } = await accessOf(world));
    const { json } = await phone.get('/.well-known/openid-credential-issuer/credentials/northwind');
    const { jwks } = json.credential_request_encryption as { readonly jwks: { readonly keys: readonly JWK[] } };
    key = jwks.keys[0] as JWK;
  });

  const seal = async (content: string | Uint8Array, more: object = {}) =>
    new CompactEncrypt(typeof content === 'string' ? Buffer.from(content) : content)
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: String(key.kid), ...more })
      .encrypt(await importJWK(key, 'ECDH-ES'));
  const post = async (payload: string) => {
    const answer = await world.app.inject({
      ...{ method: 'POST', url: '/credentials/northwind/credential', payload },
      headers: { 'content-type': 'application/jwt', authorization: `Bearer ${token}` },
    });
    return [answer.statusCode, answer.json().error];
  };

  for (const [name, change] of HEADERS)
    it(`is refused: ${name}`, async () => {
      const [header = '', ...parts] = (await seal('{}')).split('.');
      const read = JSON.parse(Buffer.from(header, 'base64url').toString());
      expect(await post([encoded({ ...read, ...change }), ...parts].join('.'))).to.deep.equal([400, ENCRYPTION]);
    });

  for (const [name, content] of CONTENTS)
    it(`is refused: ${name}`, async () => {
      expect(await post(await seal(content))).to.deep.equal([400, REQUEST]);
    });

  it('is refused with a header that is too long, though it is sealed as any other', async () => {
    const at = async (length: number) => post(await seal('{}', { x: 'y'.repeat(length) }));
    expect(await at(JWE_HEADER_MAX)).to.deep.equal([400, ENCRYPTION]);
    expect(await at(1000)).to.deep.equal([400, REQUEST]);
  });

  it('is refused with parts that are none, or of another length', async () => {
    const [header, , iv, content, tag = ''] = (await seal('{}')).split('.');
    const changed = [
      [encoded('null'), '', iv, content, tag],
      [encoded('[]'), '', iv, content, tag],
      [encoded('{'), '', iv, content, tag],
      [header, 'AAAA', iv, content, tag],
      [header, '', '', content, tag],
      [header, '', 'A'.repeat(100_000), content, tag],
      [header, '', iv, content, tag.slice(0, 5)],
      [header, '', iv, content, ''],
      ['A', '', '', '', ''],
    ];
    for (const parts of changed) expect(await post(parts.join('.'))).to.deep.equal([400, ENCRYPTION]);
    for (const text of ['.'.repeat(200_000), randomBytes(200_000).toString('latin1')])
      expect(await post(text)).to.deep.equal([400, REQUEST]);
  });

  it('leaves the token as it was', async () => {
    const proofs = { jwt: [phone.proof((await phone.nonces()).proof)] };
    const good = await post(await seal(JSON.stringify({ credential_configuration_id: TYPE, proofs })));
    expect(good).to.deep.equal([200, undefined]);
  });
});
