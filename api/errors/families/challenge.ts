// The challenge of a refused bearer token.
import { RECENT_SIGN_IN_MS } from '../../../core/base/limits/node/accounts.js';

/** The header of a refusal that another token would avoid: of each 401, and of a 403 for want of a scope. */
export function challengeHeaders({ status, code }: { readonly status: number; readonly code: string }) {
  return status === 401 || code === 'SCOPE_MISSING' ? { 'www-authenticate': challengeOf(code) } : {};
}

/** RFC 6750 section 3: the reason is named only when a token was presented. */
export function challengeOf(code: string): string {
  // RFC 9470 section 3: a new sign-in, no other token.
  if (code === 'SIGN_IN_NOT_RECENT')
    return `Bearer error="insufficient_user_authentication", max_age="${RECENT_SIGN_IN_MS / 1000}"`;
  if (code === 'SCOPE_MISSING') return 'Bearer error="insufficient_scope"';
  return code.startsWith('TOKEN_') ? 'Bearer error="invalid_token"' : 'Bearer';
}
