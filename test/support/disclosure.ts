// Wallets of every algorithm for tests of disclosure: made once, from fixed entropy.
import { concat } from '../../core/base/bytes.js';
import { sha256 } from '../../core/base/hash.js';
import { isFailure } from '../../core/base/result.js';
import { encapsulationPair } from '../../core/crypto/encryption/ml-kem.js';
import { addressOf } from '../../core/crypto/keys/address.js';
import { generate, type KeyPair } from '../../core/crypto/signing/algorithms.js';
import type { Envelope, EnvelopeWallet } from '../../core/envelope/envelope.js';
import { type OpenedGroup, type Opener, openGroups } from '../../core/envelope/open.js';
import { type Sealing, sealEnvelope } from '../../core/envelope/seal.js';
import type { WalletKey } from '../../core/envelope/sealed-group.js';
import type { SignatureAlgorithm } from '../../core/model/transaction.js';

export interface TestWallet {
  readonly key: WalletKey;
  readonly opener: Opener;
}

export const CONTEXT = {
  registerId: '0b9ff0a5-4b3b-4a52-8a6f-0d8e2a0f6d11',
  instanceId: 'permit-1',
  actionId: '2',
} as const;

const made = new Map<string, TestWallet>();
/** RSA keys take seconds. */
const pairs = new Map<string, KeyPair>();

/** A wallet by name. `hybrid`: it told its encapsulation key, which a wallet of ML-DSA-65 always does. */
export function aWallet(name: string, algorithm: SignatureAlgorithm = 'ED25519', hybrid = false): TestWallet {
  const id = `${name} ${algorithm} ${hybrid}`;
  const known = made.get(id);
  if (known) return known;
  const pair = pairs.get(`${name} ${algorithm}`) ?? generate(algorithm, sha256(`key of ${name}`));
  pairs.set(`${name} ${algorithm}`, pair);
  const encapsulation = encapsulationPair(concat(sha256(`d of ${name}`), sha256(`z of ${name}`)));
  const walletAddress = addressOf(algorithm, pair.publicKey);
  const told = hybrid || algorithm === 'ML-DSA-65' ? { encapsulationKey: encapsulation.publicKey } : {};
  const wallet = {
    key: { walletAddress, algorithm, publicKey: pair.publicKey, ...told },
    opener: { walletAddress, keys: { ...pair, encapsulation }, carrying: () => undefined },
  };
  made.set(id, wallet);
  return wallet;
}

export function sealed(sealing: Omit<Sealing, 'entropy' | 'context'> & Partial<Sealing>): Envelope {
  const result = sealEnvelope({ context: CONTEXT, entropy: sha256('entropy of a test'), ...sealing });
  if (isFailure(result)) throw new Error(result.issues.map(({ path, message }) => `${path} ${message}`).join('; '));
  return result;
}

/** The carrier that stands in an envelope itself. */
export function carrierOf(wallet: EnvelopeWallet | undefined): string {
  if (wallet === undefined || !('carrier' in wallet)) throw new Error('the envelope refers to a carrier');
  return wallet.carrier;
}

/** The groups, or the code of the issue. */
export function opened(envelope: Envelope, wallet: TestWallet, context = CONTEXT as typeof CONTEXT | typeof OTHER) {
  const result = openGroups(envelope, wallet.opener, context);
  return isFailure(result) ? result.issue.code : (result as readonly OpenedGroup[]);
}

export const OTHER = { registerId: CONTEXT.registerId, instanceId: 'permit-2', actionId: '2' } as const;
