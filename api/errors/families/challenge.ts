// The challenge of a refused bearer token.

/** RFC 6750 section 3: the reason is named only when a token was presented. */
export function challengeOf(code: string): string {
  return code.startsWith('TOKEN_') ? 'Bearer error="invalid_token"' : 'Bearer';
}
