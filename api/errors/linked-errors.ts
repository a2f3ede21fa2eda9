// Rows of the error table about linked data and DIDs.
import type { LINKED_CODES } from '../../core/base/codes/linked.js';
import { bad, type ErrorRow, missing, unprocessable } from './error-row.js';

export const LINKED_ERRORS = {
  DID_INVALID: bad('The text is no DID of this ledger'),
  DID_URL_INVALID: bad('The DID URL leads nowhere'),
  DID_METHOD_UNSUPPORTED: { status: 501, title: 'The method of the DID is not resolved here' },
  DID_NOT_FOUND: missing('There is nothing of this DID'),
  LINKED_TOO_COSTLY: unprocessable('The document has no canonical form that this node computes'),
} as const satisfies Readonly<Record<(typeof LINKED_CODES)[number], ErrorRow>>;
