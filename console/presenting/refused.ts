// Why a request, or the answer to it, is refused: the ground for which there are words of what to do.

const GROUNDS: ReadonlySet<string> = new Set([
  ...['REQUEST_OBJECT_INVALID', 'REQUEST_HOST_MISMATCH', 'REQUEST_EXPIRED', 'REQUEST_NOT_FOUND'],
  ...['VERIFIER_REFUSED', 'VERIFIER_UNTRUSTED', 'CREDENTIAL_REFUSED', 'QUOTA_EXCEEDED', 'BODY_INVALID'],
  ...['WALLET_LOCKED', 'WALLET_ACCESS_DENIED', 'OUTGOING_REFUSED', 'OUTGOING_BUSY'],
]);
/** Codes that mean the same to a person. */
const SAME: Readonly<Record<string, string>> = {
  OUTGOING_FAILED: 'AWAY',
  OUTGOING_ANSWER_REFUSED: 'AWAY',
  WALLET_NOT_FOUND: 'WALLET_ACCESS_DENIED',
};

export function refusedGround(code: string): string {
  return SAME[code] ?? (GROUNDS.has(code) ? code : 'other');
}

/** An offer that is pasted in the place of a request: it is taken elsewhere. */
export function isOffer(text: string): boolean {
  return /^openid-credential-offer:/i.test(text.trim());
}

/** The request with which a verifier led the browser here, in the query of the address; undefined for none. */
export function requestIn(search: string): string | undefined {
  const query = new URLSearchParams(search);
  return query.has('client_id') ? `openid4vp://?${query}` : undefined;
}
