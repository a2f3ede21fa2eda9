// Makes the record and the encrypted secret of a wallet from recovery words, in one commit. It never keeps or logs the
// words.
import { bytesToUuid, toBase64 } from '../../core/base/bytes.js';
import { type Issue, issue } from '../../core/base/issue.js';
import type { Clock, Random } from '../../core/base/ports.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { mnemonicProblem, newMnemonic } from '../../core/crypto/derivation/mnemonic.js';
import { turnOf, type Wallet, type WalletAlgorithm, type WalletOwner } from '../../core/wallet/wallet.js';
import type { KvOp } from '../engine/kv.js';
import type { WalletStore } from '../tables/accounts/wallets.js';
import type { Keystore, Minted } from './keystore.js';

export interface NewWalletPorts {
  readonly wallets: WalletStore;
  readonly keystore: Pick<Keystore, 'mint' | 'seed'>;
  readonly commit: (ops: readonly KvOp[]) => Promise<void>;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'bytes'>;
}

export interface NewWallet {
  /** BIP39 words, one space apart; fresh ones come from `freshWords`. */
  readonly words: string;
  readonly passphrase?: string | undefined;
  readonly algorithm: WalletAlgorithm;
  readonly hybrid: boolean;
  readonly name: string;
  readonly description?: string | undefined;
  readonly tags?: Readonly<Record<string, string>> | undefined;
  readonly owner: WalletOwner;
  readonly tenant?: string | undefined;
  /** Of a key that an organisation derived for its member. */
  readonly derivedKeyId?: string | undefined;
  /** Operations that join the commit of the wallet, such as its first grant. */
  readonly also?: (wallet: Wallet) => readonly KvOp[];
  /**
   * Why there may be no other wallet, if so: asked before the key is made, which takes a while, and when it is kept.
   */
  readonly refusal?: () => Issue | undefined;
}

export function freshWords(random: Pick<Random, 'bytes'>, count: 12 | 24): string {
  const entropy = random.bytes(count === 12 ? 16 : 32);
  const words = newMnemonic(entropy);
  entropy.fill(0);
  return words;
}

/**
 * The wallet of the words, durable. Issues: MNEMONIC_INVALID; WALLET_EXISTS when this node has a wallet of that address
 * that was not deleted; ALGORITHM_UNSUPPORTED for a hybrid of ML-DSA-65 with itself; NODE_UNAVAILABLE when too many
 * seeds or RSA keys are being made; what `refusal` says.
 */
export async function makeWallet(ports: NewWalletPorts, request: NewWallet): Promise<Result<Wallet>> {
  const problem = request.refusal?.() ?? requestProblem(request);
  if (problem) return fail(problem);
  const minting = { algorithm: request.algorithm, hybrid: request.hybrid, turnOf: turnOf(request) };
  const seed = await ports.keystore.seed(request, minting);
  if (isFailure(seed)) return seed;
  const minted = await ports.keystore.mint(seed, minting);
  seed.fill(0);
  if (isFailure(minted)) return minted;
  // From here to the commit nothing waits, so no other request can take the address in between.
  const existing = ports.wallets.byAddress(minted.address);
  if (existing && existing.status !== 'Deleted')
    return fail(issue('WALLET_EXISTS', '', 'This node already has the wallet of these words.'));
  const refused = request.refusal?.();
  if (refused) return fail(refused);
  const wallet = recordOf(ports, request, minted);
  await ports.commit([...ports.wallets.add(wallet), ...minted.ops, ...(request.also?.(wallet) ?? [])]);
  return wallet;
}

function requestProblem({ words, algorithm, hybrid }: NewWallet): Issue | undefined {
  if (hybrid && algorithm === 'ML-DSA-65')
    return issue(
      'ALGORITHM_UNSUPPORTED',
      '/enableHybrid',
      'ML-DSA-65 is the post-quantum half already: choose a classical one.',
    );
  return mnemonicProblem(words);
}

function recordOf(ports: NewWalletPorts, request: NewWallet, minted: Minted): Wallet {
  const now = ports.clock.now();
  return {
    id: newId(ports.random),
    address: minted.address,
    name: request.name,
    description: request.description ?? '',
    algorithm: request.algorithm,
    publicKey: toBase64(minted.publicKey),
    ...(minted.hybridAddress === undefined ? {} : { hybridAddress: minted.hybridAddress }),
    ...(minted.pqcAddress === undefined ? {} : { pqcAddress: minted.pqcAddress }),
    owner: request.owner,
    ...(request.tenant === undefined ? {} : { tenant: request.tenant }),
    status: 'Active',
    ...(request.derivedKeyId === undefined ? {} : { derivedKeyId: request.derivedKeyId }),
    tags: request.tags ?? {},
    createdAt: now,
    updatedAt: now,
  };
}

/** A random UUID (RFC 9562 section 5.4). */
export function newId(random: Pick<Random, 'bytes'>): string {
  const bytes = random.bytes(16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytesToUuid(bytes);
}
