// This node's seat keys: Ed25519, the first made at the first start, used for nothing but consensus. The private keys
// stay inside the signers.
import { createPrivateKey, sign } from 'node:crypto';
import type { ConsensusKeys, ConsensusSigner } from '../../actors/ports.js';
import { consensusKeys } from '../../actors/register-replica/consensus-keys.js';
import { toHex } from '../../core/base/bytes.js';
import { generate } from '../../core/crypto/signing/algorithms.js';
import { validatorIdOf } from '../../core/register/roster.js';
import { consensusSecrets, type NodeSecretsPorts, nextConsensusSecret } from '../../storage/secrets/node-secrets.js';

/** RFC 8410 section 7: what precedes the 32 key bytes of an Ed25519 key in PKCS #8. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Opens the keys of the store. The copy of the master key, with which further keys are sealed, is wiped by `close`. */
export async function openConsensusKeys(
  ports: NodeSecretsPorts,
  masterKey: Uint8Array,
): Promise<{ readonly keys: ConsensusKeys; close(): void }> {
  const master = Uint8Array.from(masterKey);
  let closed = false;
  const kept = (await consensusSecrets(ports, master)).map(signerOf);
  const keys = consensusKeys(kept, async (count) => {
    if (closed) throw new Error('the keys are closed');
    return signerOf(await nextConsensusSecret(ports, master, count));
  });
  const close = () => {
    closed = true;
    master.fill(0);
  };
  return { keys, close };
}

function signerOf(entropy: Uint8Array): ConsensusSigner {
  const { publicKey, privateKey } = generate('ED25519', entropy);
  // The key object is made once: importing it costs as much as signing.
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, privateKey]), format: 'der', type: 'pkcs8' });
  entropy.fill(0);
  privateKey.fill(0);
  const publicHex = toHex(publicKey);
  return {
    publicKey: publicHex,
    validatorId: validatorIdOf(publicHex),
    sign: (digest) => sign(null, digest, key).toString('hex'),
  };
}
