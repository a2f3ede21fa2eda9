// Peer ids against libp2p's own: the same text for the same key, and nothing else is taken for one.

import { generateKeyPairFromSeed, publicKeyFromRaw } from '@libp2p/crypto/keys';
import { peerIdFromPublicKey, peerIdFromString } from '@libp2p/peer-id';
import { expect } from 'chai';
import { isFailure } from '../../../../core/base/result.js';
import { peerIdOf, publicKeyOf } from '../../../../core/mesh/peer-id.js';

describe('core/mesh/peer-id', () => {
  it('names a key as libp2p does, and reads it back', async () => {
    for (let i = 0; i < 50; i += 1) {
      const { publicKey } = await generateKeyPairFromSeed('Ed25519', new Uint8Array(32).fill(i * 5));
      const peerId = peerIdOf(publicKey.raw);
      expect(peerId).to.equal(peerIdFromPublicKey(publicKeyFromRaw(publicKey.raw)).toString());
      expect(publicKeyOf(peerId)).to.deep.equal(Uint8Array.from(publicKey.raw));
      expect(peerIdFromString(peerId).publicKey?.raw).to.deep.equal(publicKey.raw);
    }
  });

  it('names the lowest and the highest bytes with 52 characters that begin alike', () => {
    for (const byte of [0, 255]) expect(peerIdOf(new Uint8Array(32).fill(byte))).to.match(/^12D3KooW\w{44}$/);
  });

  it('refuses everything else', () => {
    const good = peerIdOf(new Uint8Array(32).fill(7));
    const others = [
      '',
      good.slice(1),
      `${good}1`,
      `1${good}`,
      `${good.slice(0, -1)}0`,
      // An RSA and a secp256k1 peer id of the libp2p specification.
      'QmYyQSo1c1Ym7orWxLYvCrM2EmxFTANf8wXmmE7DWjhx5N',
      '16Uiu2HAmLhLvBoYaoZfaMUKuibM6ac163GwKY74c5kiSLg5KvLpY',
      // Begins alike, but the number it stands for is larger than any key.
      `12D3KooW${'z'.repeat(44)}`,
    ];
    for (const text of others) {
      const found = publicKeyOf(text);
      expect(isFailure(found) && found.issue.code, text).to.equal('PEER_ID_INVALID');
    }
  });
});
