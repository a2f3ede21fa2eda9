// Codes of issues about linked data and DIDs.
import { bad, missing, unprocessable } from './code-row.js';

export const LINKED_CODES = {
  DID_INVALID: bad(
    'The text is not a DID of this ledger',
    'The text breaks the syntax of DIDs, or names neither a register by its UUID nor a wallet by its address. Both are in lower case and without escapes.',
    'Send did:quorate:register:REGISTER-ID or did:quorate:w:ADDRESS, percent-encoded as one segment of the path.',
  ),
  DID_URL_INVALID: bad(
    'The DID URL leads nowhere',
    'Behind a register are /tx/TXID and /docket/NUMBER, in a document its keys and services by their fragments; parameters are not taken.',
    'Read the DID without what follows it, and take the names in its document.',
  ),
  DID_METHOD_UNSUPPORTED: {
    status: 501,
    title: 'The method of the DID is not resolved here',
    cause: 'The DID is of another method than quorate. A node asks no other server for a DID.',
    remedy: 'Ask a resolver of that method.',
  },
  DID_NOT_FOUND: missing(
    'There is nothing of this DID',
    'There is no such register, wallet, transaction or docket here, or it is not yours to see: the answer is the same.',
    'Send a bearer token of somebody who sees it; without one, only registers that are advertised and the wallets on their rosters and records are resolved.',
  ),
  LINKED_TOO_COSTLY: unprocessable(
    'The document has no canonical form that this node computes',
    'Parts of the document without names look alike, such as the same recipient fifty times; to order them takes too long.',
    'Read it as application/ld+json.',
  ),
};
