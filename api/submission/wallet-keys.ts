// Sign, encrypt, decrypt and verify: the bodies of both forms brought to one request each, then core and the keystore.
// It decides no right itself (standing.ts does) and gives out no key.
import type { Static } from 'typebox';
import { fromBase64, toBase64, utf8 } from '../../core/base/bytes.js';
import { sha256 } from '../../core/base/hash.js';
import { type Issue, issue } from '../../core/base/issue.js';
import { WALLET_DATA_BYTES_MAX } from '../../core/base/limits/node/wallets.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { DEFAULT_PATH, resolvePath } from '../../core/crypto/derivation/hd.js';
import { encryptTo, openWith } from '../../core/crypto/encryption/envelope.js';
import { addressOf } from '../../core/crypto/keys/address.js';
import { isSignatureAlgorithm } from '../../core/crypto/signing/algorithms.js';
import { accessDenied, canSee, mayWrite } from '../../core/wallet/access.js';
import { turnOf, useProblem, type Wallet, walletAlgorithm, walletNotFound } from '../../core/wallet/wallet.js';
import { type Signed, signatureAlgorithm } from '../../storage/secrets/keystore.js';
import { standingOf, walletForKey } from '../access/wallet-standing.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import type { SignBody, VerifyBody } from '../schemas/accounts/wallet.js';

type Deps = Pick<ApiDeps, 'clock' | 'random' | 'commit' | 'audit' | 'wallets' | 'keystore' | 'verifySignature'>;

type SignRequest = Static<typeof SignBody>;

/** Content cipher of envelopes (core/crypto/encryption/envelope.ts). */
export const ENVELOPE_ALGORITHM = 'AES-256-GCM';

export interface WalletSignature extends Signed {
  readonly wallet: Wallet;
  /** Address of the key that signed. */
  readonly keyAddress: string;
}

/**
 * Signs for the caller. The whole rule of specification 4.4 is in `walletForKey`; malformed requests are refused before
 * it.
 */
export async function signWith(call: ApiCall<Deps>, name: string, body: SignRequest): Promise<Result<WalletSignature>> {
  const bytes = body.format === undefined ? digestOf(body) : formatDigest(body);
  if (isFailure(bytes)) return bytes;
  const path = pathOf(body.derivationPath);
  if (isFailure(path)) return path;
  const hybrid = body.hybridMode ?? false;
  const wallet = await walletForKey(call, name, { use: 'sign', path, hybrid });
  if (isFailure(wallet)) return wallet;
  const problem = modeProblem(wallet, body, hybrid);
  if (problem) return fail(problem);
  const { address, algorithm } = wallet;
  const key = { address, algorithm, path, hybrid, turnOf: turnOf(wallet) };
  const signed = await (body.format === undefined
    ? call.deps.keystore.sign(key, bytes)
    : call.deps.keystore.signFormatted(key, body.format, bytes));
  return isFailure(signed) ? signed : { ...signed, wallet, keyAddress: addressOf(signed.algorithm, signed.publicKey) };
}

function dataOf(body: SignRequest): Result<{ readonly bytes: Uint8Array; readonly member: string }> {
  if ((body.data === undefined) === (body.transactionData === undefined))
    return fail(issue('BODY_INVALID', '/data', 'Give exactly one of data and transactionData.'));
  const member = body.data === undefined ? '/transactionData' : '/data';
  const bytes = bytesOf(body.data ?? body.transactionData ?? '', member);
  return isFailure(bytes) ? bytes : { bytes, member };
}

function digestOf(body: SignRequest): Result<Uint8Array> {
  const data = dataOf(body);
  if (isFailure(data)) return data;
  const { bytes, member } = data;
  if (!body.isPreHashed) return sha256(bytes);
  return bytes.length === 32
    ? bytes
    : fail(issue('BODY_INVALID', member, 'With isPreHashed the data is a hash of exactly 32 bytes.'));
}

/** Formats of others say themselves what is hashed, and know no signature of two algorithms. */
function formatDigest(body: SignRequest): Result<Uint8Array> {
  if (body.isPreHashed || body.hybridMode)
    return fail(issue('BODY_INVALID', '/format', 'With format there is no isPreHashed and no hybridMode.'));
  const data = dataOf(body);
  return isFailure(data) ? data : data.bytes;
}

function pathOf(text: string | undefined): Result<string> {
  const path = resolvePath(text ?? DEFAULT_PATH);
  return isFailure(path) ? path.mapIssues((problem) => ({ ...problem, path: '/derivationPath' })) : path;
}

/** The algorithm that the body names must be that of the wallet, so that one signature is not taken for another. */
function modeProblem(wallet: Wallet, body: SignRequest, hybrid: boolean): Issue | undefined {
  if (hybrid && wallet.algorithm === 'ML-DSA-65')
    return issue('ALGORITHM_UNSUPPORTED', '/hybridMode', 'A wallet of ML-DSA-65 has no classical half.');
  if (body.pqcWalletAddress !== undefined && (!hybrid || body.pqcWalletAddress !== wallet.pqcAddress))
    return issue(
      'BODY_INVALID',
      '/pqcWalletAddress',
      'This is not the post-quantum address of the wallet in hybrid mode.',
    );
  if (body.algorithm === undefined) return undefined;
  const made = signatureAlgorithm({ algorithm: wallet.algorithm, hybrid });
  if (body.algorithm === made || walletAlgorithm(body.algorithm, '') === wallet.algorithm) return undefined;
  return issue('ALGORITHM_UNSUPPORTED', '/algorithm', `This wallet signs with ${made}.`);
}

/**
 * Seals bytes to the wallet named `recipient` on behalf of the wallet named `name`, which the caller must own or be
 * able to write with.
 */
export function encryptWith(
  call: ApiCall<Deps>,
  name: string,
  body: {
    readonly payload: string;
    readonly recipient?: string | undefined;
    readonly members: readonly [string, string];
  },
): Result<{ readonly sealed: string; readonly recipient: Wallet }> {
  const [payloadMember, recipientMember] = body.members;
  const plaintext = bytesOf(body.payload, payloadMember);
  if (isFailure(plaintext)) return plaintext;
  const wallet = call.deps.wallets.find(name);
  const standing = wallet && standingOf(call, wallet);
  if (!wallet || !standing || !canSee(standing)) return fail(walletNotFound());
  if (!mayWrite(standing)) return fail(accessDenied());
  const problem = useProblem(wallet, 'encrypt');
  if (problem) return fail(problem);
  const recipient = body.recipient === undefined ? wallet : call.deps.wallets.find(body.recipient);
  const publicKey = recipient && recipient.status === 'Active' ? fromBase64(recipient.publicKey) : undefined;
  if (!recipient || !publicKey || recipient.owner.kind === 'system')
    return fail(issue('RECIPIENT_KEY_UNKNOWN', recipientMember, 'This node knows no active wallet of that name.'));
  // The wallets of this node are at hand with both of their keys: what is sealed here stays closed when one of the two
  // algorithms falls.
  const encapsulationKey = call.deps.keystore.encapsulationKey(recipient.address);
  const key = { algorithm: recipient.algorithm, publicKey, encapsulationKey };
  const sealed = encryptTo(key, plaintext, contextOf(recipient), call.deps.random.bytes(32));
  return isFailure(sealed)
    ? sealed.mapIssues((fault) => ({ ...fault, path: recipientMember }))
    : { sealed: toBase64(sealed), recipient };
}

/** Opens what was encrypted to the wallet. The rule is that of signing with the default path. */
export async function decryptWith(
  call: ApiCall<Deps>,
  name: string,
  body: { readonly payload: string; readonly member: string },
): Promise<Result<{ readonly plaintext: string; readonly wallet: Wallet }>> {
  const sealed = bytesOf(body.payload, body.member);
  if (isFailure(sealed)) return sealed;
  const wallet = await walletForKey(call, name, { use: 'decrypt', path: DEFAULT_PATH, hybrid: false });
  if (isFailure(wallet)) return wallet;
  const key = { address: wallet.address, algorithm: wallet.algorithm, path: DEFAULT_PATH, hybrid: false };
  const plaintext = await call.deps.keystore.useToOpen(key, (keys) => openWith(keys, sealed, contextOf(wallet)));
  return isFailure(plaintext)
    ? plaintext.mapIssues((problem) => ({ ...problem, path: body.member }))
    : { plaintext: toBase64(plaintext), wallet };
}

/**
 * True if the signature is good. A key or signature that is well-formed base64 and nothing else is simply not valid.
 */
export async function verifySignature(
  { deps }: ApiCall<Deps>,
  body: Static<typeof VerifyBody>,
): Promise<Result<boolean>> {
  const digest = digestOf({ data: body.data, isPreHashed: body.isPreHashed ?? false });
  if (isFailure(digest)) return digest;
  const publicKey = bytesOf(body.publicKey, '/publicKey');
  if (isFailure(publicKey)) return publicKey;
  const signature = bytesOf(body.signature, '/signature');
  if (isFailure(signature)) return signature;
  const algorithm = isSignatureAlgorithm(body.algorithm)
    ? body.algorithm
    : walletAlgorithm(body.algorithm, '/algorithm');
  return isFailure(algorithm) ? algorithm : deps.verifySignature({ algorithm, publicKey, digest, signature });
}

function bytesOf(text: string, member: string): Result<Uint8Array> {
  const bytes = fromBase64(text);
  if (!bytes) return fail(issue('BODY_INVALID', member, 'The text is not canonical base64.'));
  if (bytes.length > WALLET_DATA_BYTES_MAX)
    return fail(issue('BODY_TOO_LARGE', member, `At most ${WALLET_DATA_BYTES_MAX} bytes.`));
  return bytes;
}

/** Associated data: an envelope taken for that of another wallet does not open. */
function contextOf(wallet: Wallet): Uint8Array {
  return utf8(`quorate:wallet-envelope:${wallet.address}`);
}
