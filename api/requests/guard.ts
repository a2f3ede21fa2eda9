// The caller, and whether this operation lets them in. Asked before the body is read; a token seen before costs one
// hash and no promise. An operation that is public never fails because of a stale token.
import type { Issue } from '../../core/base/issue.js';
import { issue } from '../../core/base/issue.js';
import type { Log } from '../../core/base/ports.js';
import { fail, failIf, isFailure, type Result } from '../../core/base/result.js';
import { ANONYMOUS, type Caller, type Tier } from '../auth/caller.js';
import { type Capability, isTaken, rightProblem } from '../auth/policy.js';
import type { Tokens } from '../auth/tokens.js';
import type { IncomingCall } from './incoming.js';

const CHANGE_FIRST = issue(
  'PASSWORD_CHANGE_REQUIRED',
  '',
  'Change the password that was made for you first (quorate password): until then this session may do nothing else.',
);

const NO_BEARER = fail(issue('TOKEN_INVALID', '', 'The Authorization header is not "Bearer <token>".'));

export type Identified = Pick<IncomingCall, 'headers' | 'caller' | 'denied'>;

/**
 * Sets the caller of the call, or why there is none; refuses nothing, so that the rate limit also counts bad tokens. A
 * caller whom the transport knows from before is asked whether it may still call. True when it is done; else `finish`
 * follows, with an error where the tokens cannot be read.
 */
export function identify(
  tokens: Pick<Tokens, 'recall' | 'verify' | 'standing'>,
  { call, takesFirstPassword }: { readonly call: Identified; readonly takesFirstPassword: boolean },
  finish: (error?: Error) => void,
): boolean {
  const header = call.headers.authorization;
  if (header === undefined) {
    if (call.caller !== ANONYMOUS)
      settle(call, failIf(tokens.standing(call.caller)) ?? call.caller, takesFirstPassword);
    return true;
  }
  const token = typeof header === 'string' ? bearerOf(header) : undefined;
  const known = token === undefined ? NO_BEARER : tokens.recall(token);
  if (known !== undefined) {
    settle(call, known, takesFirstPassword);
    return true;
  }
  tokens.verify(token as string).then((verified) => {
    settle(call, verified, takesFirstPassword);
    finish();
  }, finish);
  return false;
}

function settle(call: Identified, outcome: Result<Caller>, takesFirstPassword: boolean): void {
  if (isFailure(outcome)) refuseToken(call, outcome.issue);
  else if (outcome.mustChangePassword === true && !takesFirstPassword) refuseToken(call, CHANGE_FIRST);
  else call.caller = outcome;
}

function refuseToken(call: Identified, reason: Issue): void {
  call.caller = ANONYMOUS;
  call.denied = reason;
}

/**
 * An operation without a right may show more to whom it knows, and no token gives there what a right would not: one of
 * a tier that it does not name, or of a service without its scope, does not count.
 */
export function forgetOtherTiers(
  { can, tiers }: { readonly can: Capability; readonly tiers: readonly Tier[] },
  call: Pick<IncomingCall, 'caller'>,
): void {
  if (can === 'public' && !isTaken(can, call.caller, tiers)) call.caller = ANONYMOUS;
}

/** Why the caller may not do what takes this right; who may not is in the audit log. */
export function rightsProblem(
  { id, can, tiers }: { readonly id: string; readonly can: Capability; readonly tiers: readonly Tier[] },
  { caller, denied, address }: Pick<IncomingCall, 'caller' | 'denied' | 'address'>,
  log: Log,
): Issue | undefined {
  if (can === 'public') return undefined;
  const report = (event: Readonly<Record<string, string>>) =>
    log.child({ audit: true }).warn({ ...event, operationId: id, address }, 'A caller was refused.');
  if (denied !== undefined) {
    // Somebody may hold what was taken from its owner.
    if (denied.code === 'TOKEN_REVOKED') report({ eventType: 'RevokedTokenUsed' });
    return denied;
  }
  const problem = rightProblem(can, caller, tiers);
  if (problem === undefined) return undefined;
  if (caller === ANONYMOUS) return issue('AUTH_REQUIRED', '', 'Send a bearer token in the Authorization header.');
  const { subject: identityId, organisationId } = caller;
  report({ eventType: 'PermissionDenied', identityId, organisationId });
  return problem;
}

/** The token of an RFC 6750 header; the scheme is case-insensitive (RFC 9110 section 11.1). */
export function bearerOf(header: string): string | undefined {
  if (header.length < 8 || header.charCodeAt(6) !== 0x20) return undefined;
  const scheme = header.slice(0, 6);
  return scheme === 'Bearer' || scheme.toLowerCase() === 'bearer' ? header.slice(7) : undefined;
}
