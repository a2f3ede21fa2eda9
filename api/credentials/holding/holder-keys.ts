// The keys of a wallet that credentials are bound to: that of quorate:citizen-holder, and one below it for each copy of
// a batch. The gate to private keys says who may use them.
import { type Issue, issue } from '../../../core/base/issue.js';
import { failIf, isFailure, type Result } from '../../../core/base/result.js';
import type { Draft } from '../../../core/credentials/draft.js';
import type { ProofJwk } from '../../../core/credentials/issuing/own-key.js';
import { PURPOSE_PATHS } from '../../../core/crypto/derivation/hd.js';
import { p256Jwk } from '../../../core/crypto/keys/jwk.js';
import type { SignedFormat } from '../../../core/crypto/signing/formats.js';
import { HOLDER_PURPOSE } from '../../../core/wallet/citizen/holder.js';
import type { Wallet } from '../../../core/wallet/wallet.js';
import type { KeyName } from '../../../storage/secrets/keystore.js';
import { walletForKey } from '../../access/wallet-standing.js';
import type { ApiCall } from '../../define.js';
import type { ApiDeps } from '../../deps/deps.js';

export type HolderCall = ApiCall<Pick<ApiDeps, 'audit' | 'clock' | 'commit' | 'keystore' | 'wallets'>>;

/** Signs with keys of a wallet to which the right was judged. */
export type SigningCall = { readonly deps: Pick<ApiDeps, 'keystore'> };

export const HOLDER_PATH = PURPOSE_PATHS.get(HOLDER_PURPOSE) as string;

/** Of the copy with this number: no other key leads to it, and it leads to no other. */
export const copyPath = (number: number) => `${HOLDER_PATH}/${number}'`;

/**
 * The wallet, if the caller may have its holder keys sign. WALLET_ACCESS_DENIED also for a wallet that an organisation
 * derived: the organisation has the words of it, and could present the credentials of the person.
 */
export async function holdingWallet(call: HolderCall, name: string): Promise<Result<Wallet>> {
  const wallet = await walletForKey(call, name, { use: 'sign', path: HOLDER_PATH, hybrid: false });
  return isFailure(wallet) ? wallet : (failIf(holdingProblem(wallet)) ?? wallet);
}

/** Why no credential is bound to a key of the wallet. */
export function holdingProblem({ derivedKeyId, algorithm }: Wallet): Issue | undefined {
  if (derivedKeyId !== undefined)
    return issue('WALLET_ACCESS_DENIED', '', 'An organisation derived this wallet: take one of your own.');
  return algorithm === 'NISTP256'
    ? undefined
    : issue('ALGORITHM_UNSUPPORTED', '', 'Credentials are bound to a wallet of NISTP256 (ES256).');
}

const keyOf = ({ address, algorithm }: Wallet, path: string): KeyName => ({ address, algorithm, path, hybrid: false });

/** The public key at the path, as an uncompressed point. */
export function holderPoint({ deps }: SigningCall, wallet: Wallet, path: string): Promise<Result<Uint8Array>> {
  return deps.keystore.use(keyOf(wallet, path), ({ publicKey }) => Uint8Array.from(publicKey));
}

/** The draft of a text, signed by the key at the path; it may name the key. */
export async function signAtPath<T>(
  call: SigningCall,
  { wallet, path }: { readonly wallet: Wallet; readonly path: string },
  draftOf: (jwk: ProofJwk, point: Uint8Array) => Draft<T> & { readonly signedAs?: SignedFormat },
): Promise<Result<T>> {
  const point = await holderPoint(call, wallet, path);
  if (isFailure(point)) return point;
  const { toSign, finish, signedAs = 'jose' } = draftOf(p256Jwk(point), point);
  const signed = await call.deps.keystore.signFormatted(keyOf(wallet, path), signedAs, toSign);
  return isFailure(signed) ? signed : finish(signed.signature);
}
