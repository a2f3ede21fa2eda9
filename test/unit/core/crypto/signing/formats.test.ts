// Signatures in the formats of others, checked by jose and by the platform; and what is not of a format, case by case.
import { createPublicKey, verify } from 'node:crypto';
import { encode } from 'cborg';
import { expect } from 'chai';
import { compactVerify, exportJWK, importJWK } from 'jose';
import { toBase64Url, utf8 } from '../../../../../core/base/bytes.js';
import { isFailure } from '../../../../../core/base/result.js';
import { generate, type KeyPair, sign, signMessage } from '../../../../../core/crypto/signing/algorithms.js';
import { type SignedFormat, signFormatted } from '../../../../../core/crypto/signing/formats.js';

const ENTROPY = new Uint8Array(32).fill(7);
const ed25519 = generate('ED25519', ENTROPY);
const p256 = generate('NISTP256', ENTROPY);

const SPKI = { ED25519: '302a300506032b6570032100', NISTP256: '3059301306072a8648ce3d020106082a8648ce3d030107034200' };
const keyOf = ({ algorithm, publicKey }: KeyPair) =>
  createPublicKey({
    key: Buffer.concat([Buffer.from(SPKI[algorithm as keyof typeof SPKI], 'hex'), publicKey]),
    format: 'der',
    type: 'spki',
  });

const jws = (header: object, payload = '{"nonce":"n"}') =>
  `${toBase64Url(utf8(JSON.stringify(header)))}.${toBase64Url(utf8(payload))}`;
const protectedOf = (alg: unknown) => encode(new Map([[1, alg]]));
const structure = (alg: unknown) => encode(['Signature1', protectedOf(alg), new Uint8Array(0), utf8('payload')]);

function signature(pair: KeyPair, format: SignedFormat, bytes: Uint8Array): Uint8Array {
  const signed = signFormatted(pair, format, bytes);
  if (isFailure(signed)) throw new Error(`${signed.issue.code} ${signed.issue.message}`);
  return signed;
}
const code = (pair: KeyPair, format: SignedFormat, bytes: Uint8Array) => {
  const signed = signFormatted(pair, format, bytes);
  return isFailure(signed) ? signed.issue.code : 'signed';
};

describe('core/crypto/signing: formats of others', () => {
  for (const [pair, alg] of [
    [ed25519, 'EdDSA'],
    [p256, 'ES256'],
  ] as const)
    it(`signs a JWS with ${alg} that jose verifies`, async () => {
      const input = jws({ alg, typ: 'kb+jwt' });
      const token = `${input}.${toBase64Url(signature(pair, 'jose', utf8(input)))}`;
      const jwk = { ...(await exportJWK(keyOf(pair))), alg };
      const { protectedHeader } = await compactVerify(token, await importJWK(jwk));
      expect(protectedHeader).to.deep.equal({ alg, typ: 'kb+jwt' });
    });

  for (const [pair, alg] of [
    [ed25519, -8],
    [p256, -7],
  ] as const)
    it(`signs a COSE_Sign1 with ${alg} that the platform verifies`, () => {
      const bytes = structure(alg);
      const key = { key: keyOf(pair), dsaEncoding: 'ieee-p1363' } as const;
      const signed = signature(pair, 'cose', bytes);
      expect(verify(pair === p256 ? 'sha256' : null, bytes, key, signed)).to.equal(true);
    });

  it('signs with ML-DSA-65, and not with two keys at once', () => {
    const pair = generate('ML-DSA-65', ENTROPY);
    expect(signature(pair, 'jose', utf8(jws({ alg: 'ML-DSA-65' })))).to.have.length(3309);
    expect(signature(pair, 'cose', structure(-49))).to.have.length(3309);
    const both = generate('ED25519+ML-DSA-65', new Uint8Array(64).fill(1));
    expect(code(both, 'jose', utf8(jws({ alg: 'EdDSA' })))).to.equal('ALGORITHM_UNSUPPORTED');
  });

  const notJose: readonly (readonly [string, string | Uint8Array])[] = [
    ['nothing', ''],
    ['a digest', ENTROPY],
    ['a text', 'a text'],
    ['three parts', `${jws({ alg: 'EdDSA' })}.abc`],
    ['base64 with padding', `${jws({ alg: 'EdDSA' })}=`],
    ['a line break', `${jws({ alg: 'EdDSA' })}\n`],
    ['a header without algorithm', jws({ typ: 'kb+jwt' })],
    ['the algorithm of another key', jws({ alg: 'ES256' })],
    ['no signature', jws({ alg: 'none' })],
    ['an algorithm that is no text', jws({ alg: ['EdDSA'] })],
    ['a header that names the algorithm twice', `${toBase64Url(utf8('{"alg":"none","alg":"EdDSA"}'))}.e30`],
    ['a header that is no object', `${toBase64Url(utf8('{"'))}.e30`],
    ['what the ledger hashes', 'quorate:transaction:v1'],
  ];
  for (const [name, input] of notJose)
    it(`refuses ${name} as a JWS`, () =>
      expect(code(ed25519, 'jose', typeof input === 'string' ? utf8(input) : input)).to.equal('BODY_INVALID'));

  const notCose: readonly (readonly [string, Uint8Array])[] = [
    ['nothing', new Uint8Array(0)],
    ['a digest', ENTROPY],
    ['another context', encode(['CounterSignature', protectedOf(-8), new Uint8Array(0), new Uint8Array(0)])],
    ['three members', encode(['Signature1', protectedOf(-8), new Uint8Array(0)])],
    ['a payload that is no bytes', encode(['Signature1', protectedOf(-8), new Uint8Array(0), 'payload'])],
    ['the algorithm of another key', structure(-7)],
    ['an algorithm that is no number', structure('EdDSA')],
    ['no algorithm', encode(['Signature1', encode(new Map()), new Uint8Array(0), new Uint8Array(0)])],
    ['bytes behind it', Uint8Array.from([...structure(-8), 0])],
    [
      'a header that names the algorithm twice',
      encode(['Signature1', Uint8Array.of(0xa2, 1, 0x26, 1, 0x27), new Uint8Array(0), utf8('p')]),
    ],
    ['arrays without end', new Uint8Array(50_000).fill(0x81)],
  ];
  for (const [name, bytes] of notCose)
    it(`refuses ${name} as a COSE_Sign1`, () => expect(code(ed25519, 'cose', bytes)).to.equal('BODY_INVALID'));

  it('keeps digests and messages apart', () => {
    expect(() => signMessage('ED25519', ed25519.privateKey, ENTROPY)).to.throw('a message is not a digest');
    expect(() => signMessage('NISTP256', p256.privateKey, utf8('a message'))).to.throw('takes a message');
    expect(() => sign('ED25519', ed25519.privateKey, utf8('a message'))).to.throw('32-byte digest');
  });
});
