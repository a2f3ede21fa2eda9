// Seeds and RSA private keys, encrypted at rest under the master key of the node. Plain key bytes exist only while a
// call uses them and are wiped after it; nothing here logs, and no method gives a private key away except to the
// function that uses it.
import { LRUCache } from 'lru-cache';
import { assert } from '../../core/base/assert.js';
import { concat, utf8 } from '../../core/base/bytes.js';
import { growing } from '../../core/base/growing.js';
import { type Issue, issue } from '../../core/base/issue.js';
import { KEY_CACHE_MAX, RSA_PATHS_PER_WALLET_MAX } from '../../core/base/limits/node/wallets.js';
import type { Clock, Random } from '../../core/base/ports.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import {
  DEFAULT_PATH,
  deriveEncapsulationPair,
  deriveKeyPair,
  derivePrivateKey,
} from '../../core/crypto/derivation/hd.js';
import { decryptSecret, encryptSecret } from '../../core/crypto/encryption/at-rest.js';
import type { OpeningKeys } from '../../core/crypto/encryption/key-wrap.js';
import { wipePair } from '../../core/crypto/encryption/ml-kem.js';
import { addressOf } from '../../core/crypto/keys/address.js';
import { type KeyPair, keyPairFromPrivate, sign, verifySync } from '../../core/crypto/signing/algorithms.js';
import { type SignedFormat, signFormatted } from '../../core/crypto/signing/formats.js';
import type { SignatureAlgorithm } from '../../core/model/transaction.js';
import { signForm } from '../../core/trust/certificates/signed-form.js';
import type { WalletAlgorithm } from '../../core/wallet/wallet.js';
import type { Journal } from '../engine/journal.js';
import type { KvOp } from '../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../engine/table.js';
import { KeysInUse } from './keys-in-use.js';
import type { RsaDeriver } from './rsa-deriver.js';
import { SeedMaker, type SeedTask } from './seed-maker.js';

export interface KeystorePorts {
  readonly kv: KvReader;
  readonly journal: Pick<Journal, 'commit' | 'getSync'>;
  readonly random: Pick<Random, 'bytes'>;
  readonly clock: Pick<Clock, 'setTimer'>;
  readonly rsa: Pick<RsaDeriver, 'derive' | 'refusal'>;
}

/** A key of a wallet: `hybrid` means the classical and the ML-DSA-65 key of the same path together. */
export interface KeyName {
  readonly address: string;
  readonly algorithm: WalletAlgorithm;
  /** Resolved path, not a purpose name. */
  readonly path: string;
  readonly hybrid: boolean;
  /**
   * Whose turn it takes where an RSA key has to be made: the organisation or the owner of the wallet. The node's own
   * when absent.
   */
  readonly turnOf?: string;
}

/**
 * The order for a wallet: its algorithm, with the ML-DSA-65 key beside it or not, and whose turn that takes, as in
 * KeyName.
 */
export type Minting = Pick<KeyName, 'algorithm' | 'hybrid' | 'turnOf'>;

export interface Signed {
  readonly signature: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly algorithm: SignatureAlgorithm;
  /** The opened key was seen to sign well: signatures that this process makes with it need no check. */
  readonly isProven: boolean;
}

/** A new wallet's public side, and the operations that store its secret: they belong into the commit of its record. */
export interface Minted {
  readonly address: string;
  readonly publicKey: Uint8Array;
  /** Present when the wallet is hybrid. */
  readonly hybridAddress?: string;
  readonly pqcAddress?: string;
  readonly ops: readonly KvOp[];
}

/** address ('' for the keystore itself), slot. */
const secrets = defineTable<readonly [string, string], Uint8Array>('wallet-secrets');
const CHECK: readonly [string, string] = ['', 'check'];
const CHECK_TEXT = 'quorate keystore 1';
const SEED_SLOT = 'seed';
const KEY_BYTES = 32;
const SEED_BYTES = 64;
/** Keys of the node itself. Each has a name in the place of an address, which no wallet has. */
export type NodeSlot = 'trust-authority' | 'device-issuer' | 'wallet-attester';
const AUTHORITY: NodeSlot = 'trust-authority';

export class Keystore {
  private readonly ports: KeystorePorts;
  private readonly masterKey: Uint8Array;
  private readonly table: RowTable<readonly [string, string], Uint8Array>;
  /** Public keys to receive with, by address: to derive one takes most of a millisecond. */
  private readonly receiving = new LRUCache<string, Uint8Array>(growing(KEY_CACHE_MAX));
  /** For signing, where one wallet does much in a row; whatever else uses a key opens it for that once. */
  private readonly inUse: KeysInUse;
  private readonly seeds = new SeedMaker();
  /** RSA keys being made now, so that one key is not made twice at a time. Bounded by the queue of the deriver. */
  private readonly making = new Map<string, Promise<Result<Uint8Array>>>();

  private constructor(ports: KeystorePorts, masterKey: Uint8Array) {
    this.ports = ports;
    this.masterKey = masterKey;
    this.table = new RowTable(ports.kv, secrets);
    this.inUse = new KeysInUse(ports.clock);
  }

  /**
   * Opens the keystore, or makes it on a new store. KEYSTORE_KEY_WRONG, with nothing changed, if the master key is not
   * the one it was made with.
   */
  static async open(ports: KeystorePorts, masterKey: Uint8Array): Promise<Result<Keystore>> {
    assert(masterKey.length === KEY_BYTES, 'a master key has 32 bytes');
    const keystore = new Keystore(ports, Uint8Array.from(masterKey));
    const probe = keystore.table.get(CHECK);
    if (probe !== undefined) return isFailure(keystore.decrypt(CHECK, probe)) ? fail(wrongKey()) : keystore;
    for await (const _ of keystore.table.range({ limit: 1 })) return fail(wrongKey());
    await ports.journal.commit([keystore.encrypt(CHECK, utf8(CHECK_TEXT))]);
    return keystore;
  }

  /** Wipes the master key; the keystore cannot be used after it. */
  close(): void {
    this.inUse.close();
    this.seeds.close();
    this.masterKey.fill(0);
  }

  /**
   * The seed of a new wallet, which the caller wipes. NODE_UNAVAILABLE if too many are being made, and before any work
   * where too many RSA keys are.
   */
  seed({ words, passphrase }: Pick<SeedTask, 'words' | 'passphrase'>, { algorithm, turnOf = '' }: Minting) {
    const refusal = () => (algorithm === 'RSA-4096' ? this.ports.rsa.refusal(turnOf) : undefined);
    return this.seeds.make({ words, passphrase, key: turnOf, refusal });
  }

  /**
   * Keys of a new wallet from its seed, which the caller wipes. NODE_UNAVAILABLE if too many RSA keys are being made.
   */
  async mint(seed: Uint8Array, { algorithm, hybrid, turnOf }: Minting): Promise<Result<Minted>> {
    const main = await this.derive({ algorithm, path: DEFAULT_PATH, turnOf }, seed);
    if (isFailure(main)) return main;
    const address = addressOf(algorithm, main.publicKey);
    const ops = [this.encrypt([address, SEED_SLOT], seed)];
    if (algorithm === 'RSA-4096') ops.push(this.encrypt([address, rsaSlot(DEFAULT_PATH)], main.privateKey));
    main.privateKey.fill(0);
    const minted = { address, publicKey: main.publicKey, ops };
    if (!hybrid || algorithm === 'ML-DSA-65') return minted;
    const pqc = deriveKeyPair('ML-DSA-65', seed, DEFAULT_PATH);
    pqc.privateKey.fill(0);
    const hybridKey = concat(main.publicKey, pqc.publicKey);
    return {
      ...minted,
      pqcAddress: addressOf('ML-DSA-65', pqc.publicKey),
      hybridAddress: addressOf(`${algorithm}+ML-DSA-65`, hybridKey),
    };
  }

  /**
   * Deletes the seed of a wallet that was made for a while and is in no list. Nothing opens or signs with it again;
   * none of RSA, which keeps more.
   */
  forget(address: string): KvOp {
    assert(address !== '', 'a wallet has an address');
    this.inUse.forget(address);
    return this.table.del([address, SEED_SLOT]);
  }

  /**
   * Signature of a 32-byte digest. DERIVATION_PATH_INVALID beyond the paths that an RSA wallet may have;
   * NODE_UNAVAILABLE as in `mint`.
   */
  async sign(key: KeyName, digest: Uint8Array): Promise<Result<Signed>> {
    const { address, algorithm, path, hybrid } = key;
    const name = `${address} ${algorithm} ${path} ${hybrid}`;
    const known = this.inUse.get(name);
    if (known) return signWith(known, digest, true);
    const privateKey = await this.privateKey(key);
    if (isFailure(privateKey)) return privateKey;
    let isKept = false;
    try {
      const pair = keyPairFromPrivate(signatureAlgorithm(key), privateKey);
      const signed = signWith(pair, digest, false);
      if (algorithm === 'RSA-4096') return signed;
      // Once for all that it signs while it is open.
      assert(verifySync(pair.algorithm, pair.publicKey, digest, signed.signature), 'an opened key signs well');
      isKept = this.inUse.keep(name, address, pair);
      return { ...signed, isProven: true };
    } finally {
      if (!isKept) privateKey.fill(0);
    }
  }

  /**
   * Signature of bytes in a format of others, as in core/crypto/signing/formats.ts and, for `x509`,
   * core/trust/certificates/signed-form.ts, with their errors and those of `sign`.
   */
  async signFormatted(key: KeyName, format: SignedFormat | 'x509', bytes: Uint8Array): Promise<Result<Signed>> {
    const signer = key.address === AUTHORITY ? 'authority' : 'wallet';
    return this.use(key, (pair) => {
      const signature = format === 'x509' ? signForm(pair, signer, bytes) : signFormatted(pair, format, bytes);
      const { publicKey, algorithm } = pair;
      return isFailure(signature) ? signature : { signature, publicKey, algorithm, isProven: false };
    });
  }

  /** A key of this node, which is made when it is first asked for, and durable then. */
  async nodeKey(address: NodeSlot): Promise<KeyName> {
    const name = [address, SEED_SLOT] as const;
    if (this.table.current(this.ports.journal, name) === undefined) {
      const seed = this.ports.random.bytes(SEED_BYTES);
      const op = this.encrypt(name, seed);
      seed.fill(0);
      await this.ports.journal.commit([op]);
    }
    return { address, algorithm: 'NISTP256', path: DEFAULT_PATH, hybrid: false };
  }

  /** Gives the pair to `work`, which runs at once and must not keep it: the private key is wiped when it returns. */
  async use<T>(key: KeyName, work: (pair: KeyPair) => T): Promise<Result<T>> {
    const algorithm = signatureAlgorithm(key);
    const privateKey = await this.privateKey(key);
    if (isFailure(privateKey)) return privateKey;
    try {
      return work(keyPairFromPrivate(algorithm, privateKey));
    } finally {
      privateKey.fill(0);
    }
  }

  /**
   * Public half of the ML-KEM-768 pair of a wallet: others encrypt to it. 1184 bytes, always the same; a millisecond of
   * work.
   */
  encapsulationKey(address: string): Uint8Array {
    const known = this.receiving.get(address);
    if (known) return known;
    const { publicKey } = this.withSeed(address, (seed) => {
      const pair = deriveEncapsulationPair(seed);
      wipePair(pair);
      return pair;
    });
    this.receiving.set(address, publicKey);
    return publicKey;
  }

  /**
   * `use` with the pair for receiving beside the key pair: what was encrypted to the wallet in any way opens with them.
   */
  async useToOpen<T>(key: KeyName, work: (keys: OpeningKeys) => T): Promise<Result<T>> {
    return this.use(key, (pair) => {
      const encapsulation = this.withSeed(key.address, deriveEncapsulationPair);
      try {
        return work({ ...pair, encapsulation });
      } finally {
        wipePair(encapsulation);
      }
    });
  }

  private async privateKey(key: KeyName): Promise<Result<Uint8Array>> {
    if (key.algorithm !== 'RSA-4096') return this.withSeed(key.address, (seed) => privateOf(key, seed));
    const rsa = await this.rsaKey(key);
    if (isFailure(rsa) || !key.hybrid) return rsa;
    const pqc = this.withSeed(key.address, (seed) =>
      privateOf({ ...key, algorithm: 'ML-DSA-65', hybrid: false }, seed),
    );
    const both = concat(rsa, pqc);
    rsa.fill(0);
    pqc.fill(0);
    return both;
  }

  /** A fresh copy of the RSA key at a path: decrypted if it was made before, else made in a thread and encrypted. */
  private async rsaKey(key: KeyName): Promise<Result<Uint8Array>> {
    const { address, path } = key;
    const name = [address, rsaSlot(path)] as const;
    const encrypted = this.table.current(this.ports.journal, name);
    if (encrypted !== undefined) return this.decryptOwn(name, encrypted);
    const id = `${address} ${path}`;
    let made = this.making.get(id);
    if (made === undefined) {
      made = this.makeRsaKey(key).finally(() => this.making.delete(id));
      this.making.set(id, made);
    }
    const result = await made;
    return isFailure(result) ? result : this.decryptOwn(name, result);
  }

  /** Derives, encrypts and stores; gives the encrypted value: each of those who wait opens a copy of its own. */
  private async makeRsaKey({ address, path, turnOf }: KeyName): Promise<Result<Uint8Array>> {
    let count = 0;
    for await (const [[, slot]] of this.table.range({ prefix: address })) if (slot !== SEED_SLOT) count += 1;
    if (count >= RSA_PATHS_PER_WALLET_MAX)
      return fail(
        issue(
          'DERIVATION_PATH_INVALID',
          '/derivationPath',
          `An RSA wallet has keys at no more than ${RSA_PATHS_PER_WALLET_MAX} paths.`,
        ),
      );
    const seed = this.withSeed(address, (bytes) => Uint8Array.from(bytes));
    const pair = await this.derive({ algorithm: 'RSA-4096', path, turnOf }, seed);
    seed.fill(0);
    if (isFailure(pair)) return pair;
    const op = this.encrypt([address, rsaSlot(path)], pair.privateKey);
    pair.privateKey.fill(0);
    await this.ports.journal.commit([op]);
    assert(op.value !== undefined, 'an encrypted secret is a value');
    return op.value;
  }

  private async derive(
    { algorithm, path, turnOf = '' }: Pick<KeyName, 'algorithm' | 'path'> & { readonly turnOf: string | undefined },
    seed: Uint8Array,
  ): Promise<Result<KeyPair>> {
    return algorithm === 'RSA-4096'
      ? this.ports.rsa.derive({ algorithm, seed, path }, turnOf)
      : deriveKeyPair(algorithm, seed, path);
  }

  private withSeed<T>(address: string, work: (seed: Uint8Array) => T): T {
    const name = [address, SEED_SLOT] as const;
    const encrypted = this.table.current(this.ports.journal, name);
    assert(encrypted !== undefined, 'a wallet has an encrypted seed');
    const seed = this.decryptOwn(name, encrypted);
    try {
      return work(seed);
    } finally {
      seed.fill(0);
    }
  }

  private encrypt(name: readonly [string, string], secret: Uint8Array): KvOp {
    return this.table.put(name, encryptSecret(this.masterKey, recordName(name), secret, this.ports.random.bytes(12)));
  }

  private decrypt(name: readonly [string, string], encrypted: Uint8Array): Result<Uint8Array> {
    return decryptSecret(this.masterKey, recordName(name), encrypted);
  }

  /**
   * The master key was checked at the start: a row that does not open now was changed on disk, and no key of it is
   * usable.
   */
  private decryptOwn(name: readonly [string, string], encrypted: Uint8Array): Uint8Array {
    const secret = this.decrypt(name, encrypted);
    assert(!isFailure(secret), 'an encrypted secret opens under the master key');
    return Uint8Array.from(secret);
  }
}

function signWith({ algorithm, publicKey, privateKey }: KeyPair, digest: Uint8Array, isProven: boolean): Signed {
  return { signature: sign(algorithm, privateKey, digest), publicKey, algorithm, isProven };
}

/**
 * The algorithm of a key: the composite one when it is hybrid. ML-DSA-65 is its own other half, so it has no hybrid.
 */
export function signatureAlgorithm({ algorithm, hybrid }: Pick<KeyName, 'algorithm' | 'hybrid'>): SignatureAlgorithm {
  if (!hybrid) return algorithm;
  assert(algorithm !== 'ML-DSA-65', 'a hybrid key has a classical half');
  return `${algorithm}+ML-DSA-65`;
}

function privateOf(key: KeyName, seed: Uint8Array): Uint8Array {
  return derivePrivateKey(signatureAlgorithm(key), seed, key.path);
}

function rsaSlot(path: string): string {
  return `rsa:${path}`;
}

/** The associated data: an encrypted value that was moved to another wallet or slot does not open. */
function recordName([address, slot]: readonly [string, string]): string {
  return `wallet-secrets/${address}/${slot}`;
}

function wrongKey(): Issue {
  return issue(
    'KEYSTORE_KEY_WRONG',
    '',
    'The master key does not open the wallets of this store. Start the node with the key that made it; nothing was changed.',
  );
}
