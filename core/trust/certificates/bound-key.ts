// The key that certificates of an organisation are of: its own where that is of P-256, else a co-key of its wallet.
import { issue } from '../../base/issue.js';
import { fail, type Result } from '../../base/result.js';
import { spkiOf } from './signed-form.js';

export interface BoundKey {
  readonly source: 'Primary' | 'HaipCoKey';
  readonly spki: Uint8Array;
}

/** Keys of an organisation wallet, as they are registered: points of P-256 have 65 bytes. */
export interface CertifiedKeys {
  readonly algorithm: string;
  readonly publicKey: Uint8Array;
  /** A point of P-256 that an administrator had derived beside it. */
  readonly coKey?: Uint8Array;
}

/**
 * The bound key. CERT_KEY_NOT_ELIGIBLE where the wallet has none of P-256: formats of others know its algorithm not, or
 * not alone.
 */
export function boundKeyOf({ algorithm, publicKey, coKey }: CertifiedKeys): Result<BoundKey> {
  if (algorithm === 'NISTP256') return { source: 'Primary', spki: spkiOf(publicKey) };
  if (coKey !== undefined) return { source: 'HaipCoKey', spki: spkiOf(coKey) };
  const message = `A certificate is of a key of NISTP256, and the wallet has one of ${algorithm} without a co-key.`;
  return fail(issue('CERT_KEY_NOT_ELIGIBLE', '', message));
}
