// Addresses: encoding, decoding, and texts that are none.
import { bech32, bech32m } from '@scure/base';
import { expect } from 'chai';
import fc from 'fast-check';
import { concat, toBase64, toBase64Url, toHex } from '../../../../../core/base/bytes.js';
import { hash } from '../../../../../core/base/hash.js';
import { isFailure } from '../../../../../core/base/result.js';
import { addressOf, addressOfBase64, isAddress, parseAddress } from '../../../../../core/crypto/keys/address.js';
import { SIGNATURE_ALGORITHMS } from '../../../../../core/crypto/signing/algorithms.js';

const key = Uint8Array.from({ length: 32 }, (_, i) => i);
const NETWORK = [0x00, 0x01, 0x02, 0x10, 0x20, 0x21, 0x22];

describe('address', () => {
  it('is Bech32m of qr, the algorithm byte and the tagged hash of the key', () => {
    for (const [i, algorithm] of SIGNATURE_ALGORITHMS.entries()) {
      const address = addressOf(algorithm, key);
      const { prefix, words } = bech32m.decode(address as `${string}1${string}`);
      expect(prefix).to.equal('qr');
      expect(toHex(bech32m.fromWords(words))).to.equal(toHex(concat(Uint8Array.of(NETWORK[i]!), hash('address', key))));
      expect(address).to.have.lengthOf(62);
    }
  });

  it('is pinned: addresses are stored for good', () => {
    expect(addressOf('ED25519', key)).to.equal('qr1qr0prjud2xz6gyqv7awf0swp3fht5ltgd6mvhh0y7npjdhe6zwg8zx8hhzs');
    expect(addressOf('RSA-4096+ML-DSA-65', key)).to.equal(
      'qr1yt0prjud2xz6gyqv7awf0swp3fht5ltgd6mvhh0y7npjdhe6zwg8zu4x5t5',
    );
  });

  it('says which algorithm and key hash it was made of', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SIGNATURE_ALGORITHMS),
        fc.uint8Array({ maxLength: 100 }),
        (algorithm, publicKey) => {
          const address = addressOf(algorithm, publicKey);
          const parsed = parseAddress(address);
          if (isFailure(parsed)) throw new Error(parsed.issue.message);
          expect(parsed.algorithm).to.equal(algorithm);
          expect(toHex(parsed.keyHash)).to.equal(toHex(hash('address', publicKey)));
          expect(isAddress(address)).to.equal(true);
        },
      ),
    );
  });

  it('a mistyped character is always noticed', () => {
    const address = addressOf('ED25519', key);
    fc.assert(
      fc.property(fc.nat({ max: 58 }), fc.constantFrom(...'qpzry9x8gf2tvdw0s3jn54khce6mua7l'), (at, character) => {
        const changed = address.slice(0, 3 + at) + character + address.slice(4 + at);
        expect(isAddress(changed)).to.equal(changed === address);
      }),
    );
  });

  it('refuses another form of the same data', () => {
    const data = (byte: number, length: number) => concat(Uint8Array.of(byte), new Uint8Array(length));
    const encode = (codec: typeof bech32m, prefix: string, bytes: Uint8Array) =>
      codec.encode(prefix, codec.toWords(bytes), 90);
    const address = addressOf('ED25519', key);
    const others = [
      address.toUpperCase(),
      ` ${address}`,
      address.slice(1),
      `${address}q`,
      '',
      encode(bech32, 'qr', data(0, 32)),
      encode(bech32m, 'qs', data(0, 32)),
      encode(bech32m, 'qr', data(0, 31)),
      encode(bech32m, 'qr', data(0, 33)),
      encode(bech32m, 'qr', data(3, 32)),
      encode(bech32m, 'qr', data(0x23, 32)),
      // 53 words hold one bit more than 33 bytes: it must be zero.
      bech32m.encode('qr', [...bech32m.toWords(data(0, 32)).slice(0, 52), 1], 90),
    ];
    for (const text of others) {
      const parsed = parseAddress(text);
      expect(isFailure(parsed) && parsed.issue.code, text).to.equal('WALLET_ADDRESS_INVALID');
      expect(isAddress(text), text).to.equal(false);
    }
    for (const value of [undefined, null, 7, {}]) expect(isAddress(value)).to.equal(false);
    expect(isAddress(encode(bech32m, 'qr', data(0x22, 32)))).to.equal(true);
  });

  it('addressOfBase64 is addressOf for canonical base64 and base64url, the first and the second time', () => {
    const odd = Uint8Array.from({ length: 32 }, () => 0xff);
    for (const algorithm of ['ED25519', 'ML-DSA-65'] as const)
      for (const text of [toBase64(odd), toBase64Url(odd)])
        for (let i = 0; i < 2; i++) expect(addressOfBase64(algorithm, text)).to.equal(addressOf(algorithm, odd));
    expect(addressOfBase64('ED25519', `${toBase64(odd)} `)).to.equal(undefined);
    expect(addressOfBase64('ED25519', 'not base64')).to.equal(undefined);
  });
});
