// This node's seat key: Ed25519, made at the first start, used for nothing but consensus. The private key stays inside the signer.
import { createPrivateKey, sign } from 'node:crypto';
import type { ConsensusSigner } from '../../actors/ports.js';
import { toHex } from '../../core/base/bytes.js';
import { generate } from '../../core/crypto/algorithms.js';
import { validatorIdOf } from '../../core/register/roster.js';
import { type NodeSecretsPorts, nodeSecret } from '../../storage/node-secrets.js';

/** RFC 8410 section 7: what precedes the 32 key bytes of an Ed25519 key in PKCS #8. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

export async function consensusSigner(ports: NodeSecretsPorts, masterKey: Uint8Array): Promise<ConsensusSigner> {
  const entropy = await nodeSecret(ports, masterKey, { name: 'consensus-key', length: 32 });
  const { publicKey, privateKey } = generate('ED25519', entropy);
  // The key object is made once: importing it costs as much as signing.
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, privateKey]), format: 'der', type: 'pkcs8' });
  const publicHex = toHex(publicKey);
  return {
    publicKey: publicHex,
    validatorId: validatorIdOf(publicHex),
    sign: (digest) => sign(null, digest, key).toString('hex'),
  };
}
