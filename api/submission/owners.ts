// Owners of a new register: which key of which wallet attests, and the attestations of wallets of this node. A wallet
// of a person attests with its own key; a wallet of an organisation with its attestation key, the only one that its
// delegates may use.
import { fromHex, toBase64 } from '../../core/base/bytes.js';
import { issue } from '../../core/base/issue.js';
import { PAGE_SIZE_MAX } from '../../core/base/limits/node/requests.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { DEFAULT_PATH, resolvePath } from '../../core/crypto/derivation/hd.js';
import { addressOf, isAddress } from '../../core/crypto/keys/address.js';
import type { MemberRole } from '../../core/model/register.js';
import type { Registration, SignedAttestation } from '../../core/register/genesis/genesis.js';
import { isOwner } from '../../core/wallet/access.js';
import type { Wallet } from '../../core/wallet/wallet.js';
import { ownerIdOf, standingOf } from '../access/wallet-standing.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { signWith } from './wallet-keys.js';

type Deps = Pick<ApiDeps, 'clock' | 'random' | 'commit' | 'audit' | 'wallets' | 'keystore' | 'verifySignature'>;

export const ATTESTATION_PURPOSE = 'quorate:register-attestation';

/** A member that attests. `address` is the one of the key that signs: the subject on the roster. */
export interface Attestor {
  readonly userId: string;
  /** As the request named it. */
  readonly walletId: string;
  readonly role?: MemberRole | undefined;
  readonly address: string;
  /** Purpose or path of the key. */
  readonly path: string;
  readonly hybrid: boolean;
  /** Absent for a wallet that this node does not keep. */
  readonly wallet?: Wallet;
}

interface Named {
  readonly userId: string;
  readonly walletId: string;
  readonly role?: MemberRole | undefined;
}

/**
 * The attestors that a request names, or OWNER_WALLET_UNKNOWN for a name that is neither a wallet of this node nor an
 * address.
 */
export async function attestorsOf(deps: Deps, named: readonly Named[], member: string): Promise<Result<Attestor[]>> {
  const rows: Attestor[] = [];
  for (const [i, person] of named.entries()) {
    const attestor = await attestorOf(deps, person);
    if (isFailure(attestor)) return attestor.mapIssues((problem) => ({ ...problem, path: `/${member}/${i}/walletId` }));
    rows.push(attestor);
  }
  return rows;
}

/**
 * The caller as the only owner, with the oldest active wallet of its own; OWNER_WALLET_UNKNOWN without one among its
 * first hundred.
 */
export async function defaultOwners(call: ApiCall<Deps>): Promise<Result<Named[]>> {
  const { caller, deps } = call;
  const { items } = await deps.wallets.page([{ kind: 'user', id: ownerIdOf(caller) }], PAGE_SIZE_MAX);
  const own = items.find((wallet) => wallet.status === 'Active' && isOwner(standingOf(call, wallet)));
  return own
    ? [{ userId: caller.subject, walletId: own.address }]
    : fail(
        issue(
          'OWNER_WALLET_UNKNOWN',
          '/owners',
          'You have no active wallet on this node: create one, or name an owner.',
        ),
      );
}

async function attestorOf(deps: Deps, person: Named): Promise<Result<Attestor>> {
  const { walletId } = person;
  const wallet = deps.wallets.find(walletId);
  if (!wallet || wallet.status === 'Deleted' || wallet.owner.kind === 'system')
    return isAddress(walletId)
      ? { ...person, address: walletId, path: DEFAULT_PATH, hybrid: false }
      : fail(issue('OWNER_WALLET_UNKNOWN', '', 'The wallet is not of this node, and the text is not an address.'));
  if (walletId === wallet.hybridAddress)
    return { ...person, wallet, address: walletId, path: DEFAULT_PATH, hybrid: true };
  if (wallet.owner.kind === 'person')
    return { ...person, wallet, address: wallet.address, path: DEFAULT_PATH, hybrid: false };
  const address = await attestationAddress(deps, wallet);
  return isFailure(address) ? address : { ...person, wallet, address, path: ATTESTATION_PURPOSE, hybrid: false };
}

async function attestationAddress(deps: Deps, wallet: Wallet): Promise<Result<string>> {
  const path = resolvePath(ATTESTATION_PURPOSE);
  if (isFailure(path)) return path;
  const { address, algorithm } = wallet;
  const name = { address, algorithm, path, hybrid: false };
  return await deps.keystore.use(name, (pair) => addressOf(algorithm, pair.publicKey));
}

/**
 * Signs every attestation of a registration with the caller's rights: the rules and the audit lines are those of
 * signing with a wallet.
 */
export async function signAttestations(
  call: ApiCall<Deps>,
  registration: Registration,
  attestors: readonly Attestor[],
): Promise<Result<SignedAttestation[]>> {
  const signed: SignedAttestation[] = [];
  for (const [i, { attestationData, dataToSign }] of registration.attestationsToSign.entries()) {
    const { wallet, path, hybrid } = attestors[i] as Attestor;
    if (!wallet)
      return fail(
        issue(
          'OWNER_WALLET_UNKNOWN',
          '/owners',
          'A wallet that this node does not keep attests through initiate and finalize.',
        ),
      );
    const made = await signWith(call, wallet.id, {
      data: toBase64(fromHex(dataToSign)),
      isPreHashed: true,
      derivationPath: path,
      hybridMode: hybrid,
    });
    if (isFailure(made)) return made;
    signed.push({
      attestationData,
      publicKey: toBase64(made.publicKey),
      signature: toBase64(made.signature),
      algorithm: made.algorithm,
    });
  }
  return signed;
}
