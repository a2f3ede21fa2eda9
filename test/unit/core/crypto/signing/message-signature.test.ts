// Each algorithm verifies what the platform signed and nothing else, and the page's cryptography says the same as
// Node's.
import { constants, generateKeyPairSync, privateEncrypt, sign } from 'node:crypto';
import { expect } from 'chai';
import * as page from '../../../../../api/client/platform/crypto.js';
import { fromHex, utf8 } from '../../../../../core/base/bytes.js';
import { sha256 } from '../../../../../core/base/hash.js';
import {
  type MessageAlgorithm,
  type ScreenedKey,
  scalarBytesOf,
  verifyMessage,
} from '../../../../../core/crypto/signing/message-signature.js';

const ROWS: readonly (readonly [MessageAlgorithm, ScreenedKey['kind'], digest: string])[] = [
  ['ES256', 'P-256', 'sha256'],
  ['ES384', 'P-384', 'sha384'],
  ['ES512', 'P-521', 'sha512'],
  ['RS256', 'RSA', 'sha256'],
  ['RS384', 'RSA', 'sha384'],
  ['RS512', 'RSA', 'sha512'],
];

const message = utf8('what is signed');
const pairOf = (kind: ScreenedKey['kind']) =>
  kind === 'RSA'
    ? generateKeyPairSync('rsa', { modulusLength: 2048 })
    : generateKeyPairSync('ec', { namedCurve: kind });
const pairs = new Map((['P-256', 'P-384', 'P-521', 'RSA'] as const).map((kind) => [kind, pairOf(kind)]));
const spkiOf = (kind: ScreenedKey['kind']) => pairs.get(kind)!.publicKey.export({ type: 'spki', format: 'der' });
const signedBy = (kind: ScreenedKey['kind'], digest: string) =>
  sign(digest, message, { key: pairs.get(kind)!.privateKey, dsaEncoding: 'ieee-p1363' });

/** The same in a page: the calls that `verifyMessage` makes. */
function pageVerifies(kind: ScreenedKey['kind'], digest: string, signature: Uint8Array): boolean {
  const key = page.createPublicKey({ key: spkiOf(kind), format: 'der' });
  if (kind === 'RSA') return page.publicDecrypt({ key }, signature).length > 0;
  return page.verify(digest as 'sha256', message, { key }, signature);
}

describe('core/crypto/signing/message-signature', () => {
  for (const [algorithm, kind, digest] of ROWS)
    it(`${algorithm} verifies a signature of its key and digest, and no other, in a page too`, () => {
      const signature = signedBy(kind, digest);
      const key = { kind, spki: spkiOf(kind) };
      const isGood = (bytes: Uint8Array, of = message) =>
        verifyMessage(algorithm, key, { message: of, signature: bytes });
      expect(isGood(signature)).to.equal(true);
      expect(isGood(signature, utf8('another message'))).to.equal(false);
      expect(isGood(signature.subarray(1))).to.equal(false);
      expect(isGood(new Uint8Array(signature.length))).to.equal(false);
      const changed = Uint8Array.from(signature);
      changed[9] = changed[9]! ^ 1;
      expect(isGood(changed)).to.equal(false);
      for (const [other, , digestOfOther] of ROWS)
        if (digestOfOther !== digest) expect(verifyMessage(other, key, { message, signature }), other).to.equal(false);
      expect(pageVerifies(kind, digest, signature)).to.equal(true);
      if (kind !== 'RSA') expect(pageVerifies(kind, digest, changed)).to.equal(false);
    });

  it('compares the whole of what RSA has signed', () => {
    const key = { kind: 'RSA', spki: spkiOf('RSA') } as const;
    const signs = (info: string) => {
      const data = Buffer.concat([fromHex(info), sha256(message)]);
      const signature = privateEncrypt(
        { key: pairs.get('RSA')!.privateKey, padding: constants.RSA_PKCS1_PADDING },
        data,
      );
      return verifyMessage('RS256', key, { message, signature });
    };
    expect(signs('3031300d060960864801650304020105000420')).to.equal(true);
    // Without the NULL, and of another digest.
    expect(signs('302f300b0609608648016503040201' + '0420')).to.equal(false);
    expect(signs('3031300d060960864801650304020205000420')).to.equal(false);
  });

  it('takes no signature of RSA without its leading zero, as a page takes none', () => {
    const { privateKey, publicKey } = pairs.get('RSA')!;
    const key = { kind: 'RSA', spki: spkiOf('RSA') } as const;
    const begun = (i: number) => sign('sha256', utf8(`message ${i}`), privateKey);
    let i = 0;
    while (begun(i)[0] !== 0) i++;
    const signature = begun(i);
    const isGood = (bytes: Uint8Array) =>
      verifyMessage('RS256', key, { message: utf8(`message ${i}`), signature: bytes });
    expect(isGood(signature)).to.equal(true);
    expect(isGood(signature.subarray(1))).to.equal(false);
    const shown = page.createPublicKey({ key: publicKey.export({ type: 'spki', format: 'der' }), format: 'der' });
    expect(() => page.publicDecrypt({ key: shown }, signature.subarray(1))).to.throw();
  });

  it('says how long the numbers of a signature are', () => {
    expect(scalarBytesOf('ES512')).to.equal(66);
    expect(scalarBytesOf('RS256')).to.equal(undefined);
  });
});
