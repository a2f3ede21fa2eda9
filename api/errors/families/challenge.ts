// The challenge of a refused token.
import { RECENT_SIGN_IN_MS } from '../../../core/base/limits/node/accounts.js';
import { PROOF_ALGORITHMS } from '../../../core/credentials/issuing/dpop.js';
import type { RefusedProblem } from './error-family.js';

/** The header of a refusal that another token would avoid: of each 401, and of a 403 for want of a scope. */
export function challengeHeaders(refused: RefusedProblem) {
  const { status, code } = refused.problem;
  return status === 401 || code === 'SCOPE_MISSING' ? { 'www-authenticate': challengeOf(refused) } : {};
}

/**
 * The fault (RFC 6750 section 3), the scope that helps, and where the way to a token is told (RFC 9728 section 5.1).
 */
export function challengeOf({ problem: { code }, scope, resourceMetadata, isProven }: RefusedProblem): string {
  const isProof = Object.hasOwn(PROOF_FAULTS, code);
  const members = {
    ...faultOf(code),
    ...(isProof && { algs: PROOF_ALGORITHMS.join(' ') }),
    ...(scope !== undefined && { scope }),
    ...(resourceMetadata !== undefined && { resource_metadata: resourceMetadata }),
  };
  const text = Object.entries(members).map(([name, value]) => `${name}="${value}"`);
  return `${isProof || isProven ? 'DPoP' : 'Bearer'} ${text.join(', ')}`.trimEnd();
}

/** RFC 9449 section 7.1 and section 9. */
const PROOF_FAULTS: Readonly<Record<string, string>> = {
  DPOP_PROOF_INVALID: 'invalid_dpop_proof',
  DPOP_NONCE_NEEDED: 'use_dpop_nonce',
};

/** The reason is named only when a token was presented. */
function faultOf(code: string): Readonly<Record<string, string>> {
  // RFC 9470 section 3: a new sign-in, no other token.
  if (code === 'SIGN_IN_NOT_RECENT')
    return { error: 'insufficient_user_authentication', max_age: `${RECENT_SIGN_IN_MS / 1000}` };
  if (code === 'SCOPE_MISSING') return { error: 'insufficient_scope' };
  const ofProof = PROOF_FAULTS[code];
  if (ofProof !== undefined) return { error: ofProof };
  return code.startsWith('TOKEN_') ? { error: 'invalid_token' } : {};
}
