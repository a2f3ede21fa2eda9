// Codes of issues about linked data and DIDs. One file an area; issue.ts is all of them.

export const LINKED_CODES = [
  'DID_INVALID',
  'DID_URL_INVALID',
  'DID_METHOD_UNSUPPORTED',
  'DID_NOT_FOUND',
  'LINKED_TOO_COSTLY',
] as const;
