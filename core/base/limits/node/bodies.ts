// How much a request body of each kind may hold, each with its reason.

import { TRUST_LIST_BYTES_MAX } from './federation.js';
import { BODY_BYTES_MAX } from './requests.js';

/**
 * `bytes` bounds what is read; `values` what is parsed: a member with a name of its own costs some 100 times what its
 * bytes cost.
 */
export interface BodyLimit {
  readonly bytes: number;
  readonly values: number;
  /** Its values are charged to no caller. */
  readonly isFree?: true;
}

/**
 * Bytes that are read and dropped of a body that is too large, so that its sender has the time to read why: many
 * clients see a broken connection otherwise. A sender that announces more, or no length, is cut off.
 */
export const BODY_DROPPED_MAX = 4 * BODY_BYTES_MAX;

const KIB = 1024;

export const BODY_LIMITS = {
  /**
   * Some names, an id, a password: every body of an operation that states nothing else, and all that a caller may send
   * without a token.
   */
  small: { bytes: 16 * KIB, values: 1000 },
  /**
   * Of a wallet: presentations of several credentials, with portraits (OpenID4VP), or 16 proofs of keys (OpenID4VCI).
   */
  answer: { bytes: 256 * KIB, values: 1000 },
  /** Lists of members, keys and signatures, tags and templates: at the most some hundred entries of some kilobytes. */
  form: { bytes: KIB * KIB, values: 20_000 },
  /** Text that carries 4 MiB of bytes: a chunk of a file, or what a wallet signs or seals. */
  data: { bytes: 6 * KIB * KIB, values: 1000 },
  /**
   * Payloads, definitions and transactions: docs/specification.md C6. So many values are parsed in some tenths of a
   * second at the worst.
   */
  content: { bytes: BODY_BYTES_MAX, values: 250_000 },
  /** A trust list as a file, with the certificates of its operators. Administrators alone may send one. */
  list: { bytes: TRUST_LIST_BYTES_MAX + 256 * KIB, values: 1000 },
  /** A whole docket of 10,000 transactions, as large as the ledger made it. Services alone may send one. */
  docket: { bytes: BODY_BYTES_MAX, values: 1_000_000, isFree: true },
} as const satisfies Readonly<Record<string, BodyLimit>>;

export type BodySize = keyof typeof BODY_LIMITS;
