// Finds the public keys that data is sealed to. It reads what is durable, makes no key up, and never takes a key whose
// hash is not the address: who could swap a key would read what others disclose.
import { fromBase64 } from '../../../core/base/bytes.js';
import { type Issue, issue } from '../../../core/base/issue.js';
import { RECIPIENTS_MAX } from '../../../core/base/limits/ledger/transactions.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import { DEFAULT_PATH } from '../../../core/crypto/derivation/hd.js';
import { recipientProblem } from '../../../core/crypto/encryption/key-wrap.js';
import { addressOf, addressOfBase64, isAddress } from '../../../core/crypto/keys/address.js';
import { isSignatureAlgorithm } from '../../../core/crypto/signing/algorithms.js';
import type { WalletKey } from '../../../core/envelope/sealed-group.js';
import type { StateView } from '../../../core/model/register.js';
import type { SignatureAlgorithm } from '../../../core/model/transaction.js';
import { addressAt } from '../../../core/register/people/participants.js';
import { turnOf, type Wallet } from '../../../core/wallet/wallet.js';
import type { ChainStore } from '../../../storage/chain/chain-store.js';
import type { KeyName, Keystore } from '../../../storage/secrets/keystore.js';
import type { WalletStore } from '../../../storage/tables/accounts/wallets.js';

/**
 * A key that a request brings along, base64. Its address must be the hash of the key, so only the encapsulation key is
 * taken on trust.
 */
export interface ExternalKey {
  readonly publicKey: string;
  readonly algorithm: string;
  readonly encapsulationKey?: string | undefined;
}

export interface RecipientKeyPorts {
  readonly chain: Pick<ChainStore, 'view' | 'bySender' | 'newestMs'>;
  readonly wallets: Pick<WalletStore, 'find'>;
  readonly keystore: Pick<Keystore, 'encapsulationKey' | 'use'>;
}

export interface RecipientKeyAsk {
  /** Local number of the register. */
  readonly reg: number;
  /** Each once or more; at most RECIPIENTS_MAX different ones. */
  readonly addresses: readonly string[];
  /** By address. */
  readonly external?: Readonly<Record<string, ExternalKey>> | undefined;
  /** Validators ask for each of these wallets, for an answer to a challenge also where its record was revoked. */
  readonly isRequired?: boolean;
}

/** The keys that are at hand while one action's keys are looked for. */
interface Near extends RecipientKeyPorts {
  readonly view: StateView;
  readonly reg: number;
  readonly external: Readonly<Record<string, ExternalKey>>;
  readonly isRequired: boolean;
}

/** No key yet; `unfit` says what is wrong with the last one that was found and cannot receive. */
interface NoneYet {
  readonly unfit: Issue | undefined;
}

/** Where a request may give the key of a wallet: every issue about a recipient points there. */
const AT = '/externalRecipientKeys';

/**
 * A key for each address, by address. Sources in order: the Active participant record on the register, the keys of the
 * request, a wallet of this node, a key that has signed on the register; then the further keys of wallets of this node,
 * and a Deprecated record. A key that can only sign gives way to the next source; a wallet of this node receives with
 * its own encapsulation key.
 *
 * Issues, all of them, each at `/externalRecipientKeys/{address}`: RECIPIENT_KEY_UNKNOWN, VAL_PARTICIPANT_005 for a
 * revoked address, WALLET_ADDRESS_INVALID, ALGORITHM_UNSUPPORTED and VAL_SIG_003 for a key that cannot receive;
 * VAL_SCHEMA_006 for too many recipients.
 */
export async function recipientKeys(
  ports: RecipientKeyPorts,
  ask: RecipientKeyAsk,
): Promise<Result<ReadonlyMap<string, WalletKey>>> {
  const addresses = [...new Set(ask.addresses)];
  if (addresses.length > RECIPIENTS_MAX)
    return fail(issue('VAL_SCHEMA_006', '', `An action has at most ${RECIPIENTS_MAX} recipients.`));
  const { reg, external = {}, isRequired = false } = ask;
  const { chain, wallets, keystore } = ports;
  const near: Near = { chain, wallets, keystore, view: chain.view(reg), reg, external, isRequired };
  const keys = new Map<string, WalletKey>();
  const issues: Issue[] = [];
  for (const address of addresses) {
    const atHand = nearKey(near, address);
    // Most keys are at hand, and make nothing else wait.
    const key = !isFailure(atHand) && 'unfit' in atHand ? await farKey(near, address, atHand) : atHand;
    if (isFailure(key)) issues.push(key.issue);
    else keys.set(address, withEncapsulation(ports, key));
  }
  return issues.length > 0 ? fail(issues) : keys;
}

/** The key of a wallet of this node that an address names: its own, its hybrid or its post-quantum one. */
export function keyNameOf(wallet: Wallet, address: string): KeyName {
  const isPostQuantum = address === wallet.pqcAddress;
  return {
    address: wallet.address,
    algorithm: isPostQuantum ? 'ML-DSA-65' : wallet.algorithm,
    path: DEFAULT_PATH,
    hybrid: address === wallet.hybridAddress,
    turnOf: turnOf(wallet),
  };
}

const NEAR = [fromRecord, fromRequest, fromMainKey] as const;
const FAR = [fromSignature, fromOtherKey, fromFormerRecord] as const;

/** The key of an address from what this node has in memory. */
function nearKey(near: Near, address: string): Result<WalletKey | NoneYet> {
  if (!isAddress(address))
    return fail(at(address, issue('WALLET_ADDRESS_INVALID', '', 'The recipient is not a wallet.')));
  let unfit: Issue | undefined;
  for (const source of NEAR) {
    const key = source(near, address);
    if (key === undefined) continue;
    if (isFailure(key)) return key.mapIssues((problem) => at(address, problem));
    unfit = unfitness(key);
    if (unfit === undefined) return key;
  }
  return { unfit };
}

/** The key of an address from sealed transactions and from seeds. */
async function farKey(near: Near, address: string, { unfit }: NoneYet): Promise<Result<WalletKey>> {
  let problem = unfit ?? unknownKey(address);
  for (const source of FAR) {
    const key = await source(near, address);
    if (key === undefined) continue;
    const wrong = unfitness(key);
    if (wrong === undefined) return key;
    problem = wrong;
  }
  return fail(at(address, problem));
}

function unknownKey(address: string): Issue {
  return issue(
    'RECIPIENT_KEY_UNKNOWN',
    '',
    `No key of ${address} is known: it has no participant record on the register and never signed there. Publish one, or give its key with the request.`,
  );
}

/** Keys that can receive: each is one value for as long as its row is kept. */
const fit = new WeakSet<WalletKey>();

function unfitness(key: WalletKey): Issue | undefined {
  if (fit.has(key)) return undefined;
  const problem = recipientProblem(key);
  if (problem === undefined) fit.add(key);
  return problem;
}

function fromRecord({ view, isRequired }: Near, address: string): Result<WalletKey | undefined> {
  const row = addressAt(view, address);
  if (row?.status === 'Revoked' && isRequired) return walletKeyOnce(address, row);
  if (row?.status === 'Revoked')
    return fail(
      issue('VAL_PARTICIPANT_005', '', `The wallet ${address} was revoked on this register: nothing goes to it.`),
    );
  return row?.status === 'Active' ? walletKeyOnce(address, row) : undefined;
}

/** A wallet holds a role by itself, or has challenged, also when its record dropped it: validators ask for it still. */
function fromFormerRecord({ view }: Near, address: string): WalletKey | undefined {
  const row = addressAt(view, address);
  return row?.status === 'Deprecated' ? walletKeyOnce(address, row) : undefined;
}

function fromRequest({ external }: Near, address: string): Result<WalletKey | undefined> {
  const given = Object.hasOwn(external, address) ? external[address] : undefined;
  if (given === undefined) return undefined;
  const key = walletKey(address, given);
  return (
    key ?? fail(issue('RECIPIENT_KEY_UNKNOWN', '', `The key that the request gives is not the one of ${address}.`))
  );
}

/** Any one transaction of a sender carries its key: the newest is as good as the others. */
async function fromSignature({ chain, reg }: Near, address: string): Promise<WalletKey | undefined> {
  const { items } = await chain.bySender(reg, address, { skip: 0, top: 1, reverse: true });
  const entries = items[0]?.transaction.signatures ?? [];
  const entry = entries.find(({ algorithm, publicKey }) => addressOfBase64(algorithm, publicKey) === address);
  return entry && walletKey(address, entry);
}

/** The key of a wallet of this node, which is known without its private key. */
function fromMainKey(ports: Pick<RecipientKeyPorts, 'wallets' | 'keystore'>, address: string): WalletKey | undefined {
  const wallet = receivingWallet(ports, address);
  return address === wallet?.address ? withEncapsulation(ports, walletKeyOnce(address, wallet)) : undefined;
}

/** The hybrid or post-quantum key of a wallet of this node, which has to be derived. */
async function fromOtherKey(ports: RecipientKeyPorts, address: string): Promise<WalletKey | undefined> {
  const wallet = receivingWallet(ports, address);
  if (!wallet) return undefined;
  const name = keyNameOf(wallet, address);
  const publicKey = await ports.keystore.use(name, (pair) => ({
    algorithm: pair.algorithm,
    publicKey: pair.publicKey,
  }));
  if (isFailure(publicKey) || addressOf(publicKey.algorithm, publicKey.publicKey) !== address) return undefined;
  return withEncapsulation(ports, { walletAddress: address, ...publicKey });
}

function receivingWallet({ wallets }: Pick<RecipientKeyPorts, 'wallets'>, address: string): Wallet | undefined {
  const wallet = wallets.find(address);
  return wallet?.status === 'Active' && wallet.owner.kind !== 'system' ? wallet : undefined;
}

/**
 * With the key for receiving of a wallet that this node keeps, whatever a record or a request says: it is the only one
 * that the wallet opens with. Another one would be signed by a delegate who wants to read on when the grant has ended.
 */
function withEncapsulation<T extends WalletKey | undefined>(
  { wallets, keystore }: Pick<RecipientKeyPorts, 'wallets' | 'keystore'>,
  key: T,
): T {
  if (key === undefined) return key;
  const wallet = wallets.find(key.walletAddress);
  if (wallet === undefined || wallet.status === 'Deleted' || wallet.owner.kind === 'system') return key;
  const encapsulationKey = keystore.encapsulationKey(wallet.address);
  if (key.encapsulationKey === encapsulationKey) return key;
  const known = receiving.get(key);
  if (known?.encapsulationKey === encapsulationKey) return known as T;
  const full = { ...key, encapsulationKey };
  receiving.set(key, full);
  return full;
}

/**
 * Keys made of a row or of another key: both are values that never change, and come again with each action of their
 * wallet.
 */
const made = new WeakMap<object, WalletKey>();
const receiving = new WeakMap<WalletKey, WalletKey>();

/** `walletKey` of a stored row, made once for as long as the row is kept. */
function walletKeyOnce(walletAddress: string, row: Parameters<typeof walletKey>[1]): WalletKey | undefined {
  const known = made.get(row);
  if (known) return known;
  const key = walletKey(walletAddress, row);
  if (key) made.set(row, key);
  return key;
}

/** The key of an address; undefined where it is not of that address, or is not base64. */
function walletKey(
  walletAddress: string,
  given: { readonly publicKey: string; readonly algorithm: string; readonly encapsulationKey?: string | undefined },
): WalletKey | undefined {
  const { algorithm, encapsulationKey } = given;
  if (!isSignatureAlgorithm(algorithm) || addressOfBase64(algorithm, given.publicKey) !== walletAddress)
    return undefined;
  const publicKey = fromBase64(given.publicKey);
  const encapsulation = encapsulationKey === undefined ? undefined : fromBase64(encapsulationKey);
  if (!publicKey || (encapsulationKey !== undefined && !encapsulation)) return undefined;
  const key = { walletAddress, algorithm: algorithm as SignatureAlgorithm, publicKey };
  return encapsulation ? { ...key, encapsulationKey: encapsulation } : key;
}

function at(address: string, { code, message }: Issue): Issue {
  // An address has no character that a JSON Pointer would escape; another text may have.
  const token = address.replaceAll('~', '~0').replaceAll('/', '~1');
  return issue(code, `${AT}/${token}`, message);
}
