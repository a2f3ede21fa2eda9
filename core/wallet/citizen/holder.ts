// The holder key of a citizen's wallet: which wallet it is of, its form for others (RFC 7517), and which signing inputs
// it signs: those of a key binding (typ kb+jwt) and nothing else. Pure; the keystore makes the signature itself.
import { fromBase64Url, fromUtf8 } from '../../base/bytes.js';
import { type Issue, issue } from '../../base/issue.js';
import { isObject, parseJsonText } from '../../base/json.js';
import { isFailure } from '../../base/result.js';
import { ed25519Jwk, p256Jwk } from '../../crypto/keys/jwk.js';
import type { Wallet, WalletAlgorithm } from '../wallet.js';

/** Its own slot among the paths of a wallet. */
export const HOLDER_PURPOSE = 'quorate:citizen-holder';

export type HolderAlgorithm = 'ES256' | 'EdDSA';

/** Credentials are bound to classical keys. */
const ALGORITHMS: Readonly<Partial<Record<WalletAlgorithm, HolderAlgorithm>>> = {
  NISTP256: 'ES256',
  ED25519: 'EdDSA',
};

/** The name that JOSE has for it; undefined for a wallet that can hold no credentials. */
export function holderAlgorithm({ algorithm }: Pick<Wallet, 'algorithm'>): HolderAlgorithm | undefined {
  return ALGORITHMS[algorithm];
}

/** RFC 7517 and RFC 8037. */
export interface HolderJwk {
  readonly kty: 'EC' | 'OKP';
  readonly crv: 'P-256' | 'Ed25519';
  readonly x: string;
  readonly y?: string;
}

/** Of a public key as wallets have it: the uncompressed point of P-256, or the 32 bytes of Ed25519. */
export function holderJwk(algorithm: HolderAlgorithm, publicKey: Uint8Array): HolderJwk {
  return algorithm === 'EdDSA' ? ed25519Jwk(publicKey) : p256Jwk(publicKey);
}

/**
 * A wallet of the person itself, in use, with a key that credentials can be bound to. A wallet that an organisation
 * derived does not count: the organisation has the words of it, and could present the credentials of the person.
 */
export function canHold(wallet: Wallet, personId: string): boolean {
  const { owner, status, derivedKeyId } = wallet;
  return (
    derivedKeyId === undefined &&
    owner.kind === 'person' &&
    owner.id === personId &&
    status === 'Active' &&
    holderAlgorithm(wallet) !== undefined
  );
}

const SIGNING_INPUT = /^([A-Za-z0-9_-]+)\.[A-Za-z0-9_-]+$/;

/** Why the holder key does not sign it: BODY_INVALID at /signingInput. */
export function keyBindingProblem(signingInput: string, algorithm: HolderAlgorithm): Issue | undefined {
  const encoded = SIGNING_INPUT.exec(signingInput)?.[1];
  const bytes = encoded === undefined ? undefined : fromBase64Url(encoded);
  const parsed = bytes && parseJsonText(fromUtf8(bytes));
  if (!parsed || isFailure(parsed) || !isObject(parsed))
    return holderIssue('Expected base64url(header), a dot, base64url(payload), whose header is an object of JSON.');
  const { typ, alg } = parsed;
  if (typ !== 'kb+jwt') return holderIssue('The holder key signs key bindings alone: typ of the header is kb+jwt.');
  if (alg !== algorithm) return holderIssue(`The holder key signs with ${algorithm}: alg of the header is another.`);
  return undefined;
}

function holderIssue(message: string): Issue {
  return issue('BODY_INVALID', '/signingInput', message);
}
