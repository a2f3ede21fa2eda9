// Wallets of every algorithm for tests of disclosure: made once, from fixed entropy.
import { concat } from '../../../core/base/bytes.js';
import { sha256 } from '../../../core/base/hash.js';
import type { JsonObject } from '../../../core/base/json.js';
import { encapsulationPair } from '../../../core/crypto/encryption/ml-kem.js';
import { addressOf } from '../../../core/crypto/keys/address.js';
import { generate, type KeyPair } from '../../../core/crypto/signing/algorithms.js';
import { type CellEncryption, contentOf, encryptCells } from '../../../core/envelope/cells/encrypt.js';
import type { Envelope } from '../../../core/envelope/cells/envelope.js';
import { asDisclosed, openCells } from '../../../core/envelope/cells/open.js';
import type { EnvelopeWallet, FileReference } from '../../../core/envelope/envelope.js';
import { WHOLE_MOVE } from '../../../core/envelope/layout/layout.js';
import type { Disclosed, Opener } from '../../../core/envelope/open.js';
import type { WalletKey } from '../../../core/envelope/sealed-group.js';
import type { SignatureAlgorithm } from '../../../core/model/transaction.js';
import { good } from '../base/good.js';

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

interface EnvelopeEncryption {
  /** Each with content of its own, as the one cell of a move that all of its readers read. */
  readonly groups: readonly { readonly fields: JsonObject; readonly recipients: readonly WalletKey[] }[];
  readonly files?: readonly FileReference[];
  readonly context?: typeof CONTEXT | typeof OTHER;
  readonly entropy?: Uint8Array;
}

/** What `encryptCells` is given. */
export function encryptionOf({
  groups,
  files = [],
  context = CONTEXT,
}: EnvelopeEncryption): Omit<CellEncryption, 'entropy'> {
  return {
    run: runAt(context),
    classes: groups.flatMap(({ fields }) => good(contentOf(WHOLE_MOVE, fields, [])).classes),
    groups: groups.map(({ recipients }, i) => ({ classes: [i], recipients })),
    files,
  };
}

export function sealed({ entropy = sha256('entropy of a test'), ...sealing }: EnvelopeEncryption): Envelope {
  return good(encryptCells({ ...encryptionOf(sealing), entropy }));
}

const runAt = (context: typeof CONTEXT | typeof OTHER) => ({ ...context, senderWallet: 'sender' });

/** The carrier that stands in an envelope itself. */
export function carrierOf(wallet: EnvelopeWallet | undefined): string {
  if (wallet === undefined || !('carrier' in wallet)) throw new Error('the envelope refers to a carrier');
  return wallet.carrier;
}

/** The content of the only group; none for a wallet that the envelope does not name; 'undelivered' where it lies. */
export function opened(
  envelope: Envelope,
  { opener }: Pick<TestWallet, 'opener'>,
  context: typeof CONTEXT | typeof OTHER = CONTEXT,
): readonly Disclosed[] | 'undelivered' {
  const found = openCells(envelope, opener, { run: runAt(context), layout: WHOLE_MOVE, classes: [0] });
  if (found === 'nothing') return [];
  return 'undelivered' in found ? 'undelivered' : [asDisclosed(found, WHOLE_MOVE)];
}

export const OTHER = { registerId: CONTEXT.registerId, instanceId: 'permit-2', actionId: '2' } as const;
