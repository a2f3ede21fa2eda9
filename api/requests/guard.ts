// The caller, and whether this operation lets them in. Asked before the body is read; a token seen before costs one
// hash and no promise, and one that is bound to a key the check of a signature. An operation that is public fails
// because of a stale token only where it looks at its caller: it would show less, and not say why.
import type { Issue, IssueCode } from '../../core/base/issue.js';
import { issue } from '../../core/base/issue.js';
import type { Log } from '../../core/base/ports.js';
import { fail, failIf, isFailure, type Result } from '../../core/base/result.js';
import { WalletRefusal } from '../../core/credentials/issuing/refusal.js';
import type { ProgramResource } from '../../core/tenant/programs/scopes.js';
import { ANONYMOUS, type Caller } from '../auth/caller.js';
import { fairKey } from '../auth/fair-key.js';
import { type AskedRight, isTaken, looksAtTokens, type NeededRight, rightProblem } from '../auth/policy.js';
import type { DpopProofs } from '../auth/proofs/dpop-proofs.js';
import type { Tokens } from '../auth/tokens.js';
import type { AccessCounters, TokenState } from '../deps/access-counters.js';
import type { IncomingCall } from './incoming.js';

const CHANGE_FIRST = issue(
  'PASSWORD_CHANGE_REQUIRED',
  '',
  'Change the password that was made for you first (quorate password): until then this session may do nothing else.',
);

const NO_TOKEN = fail(issue('TOKEN_INVALID', '', 'The Authorization header is not "Bearer <token>".'));

/** The rules of an operation about tokens, of any holder. */
export interface TokenRules {
  readonly takesFirstPassword: boolean;
  /** The resource server that it is, where that has tokens of its own. */
  readonly resource: ProgramResource | undefined;
}

export type Identified = Pick<IncomingCall, 'headers' | 'caller' | 'denied' | 'address' | 'target' | 'note'>;

export interface GuardPorts {
  readonly tokens: Pick<Tokens, 'recall' | 'verify' | 'standing'>;
  readonly proofs: Pick<DpopProofs, 'headers' | 'judge' | 'spend'>;
  /** The server that nonces of proofs are for. */
  readonly publicUrl: string;
  readonly counters: { readonly access: Pick<AccessCounters, 'countAuthentication'> | null };
}

/**
 * Sets the caller of the call, or why there is none; refuses nothing, so that the rate limit also counts bad tokens. A
 * caller whom the transport knows from before is asked whether it may still call. True when it is done; else `finish`
 * follows, with an error where the tokens cannot be read.
 */
export function identify(
  ports: GuardPorts,
  { call, rules }: { readonly call: Identified; readonly rules: TokenRules },
  finish: (error?: Error) => void,
): boolean {
  const { tokens, counters } = ports;
  const header = call.headers.authorization;
  if (header === undefined) {
    if (call.caller === ANONYMOUS) counters.access?.countAuthentication('none');
    else settle(call, failIf(tokens.standing(call.caller)) ?? call.caller, rules);
    return true;
  }
  const sent = typeof header === 'string' ? tokenOf(header) : undefined;
  if (sent === undefined) {
    counters.access?.countAuthentication('invalid');
    settle(call, NO_TOKEN, rules);
    return true;
  }
  const admit = (known: Result<Caller>) => {
    const caller = withKey(ports, forResource(known, rules), { call, sent });
    counters.access?.countAuthentication(stateOf(caller, sent));
    settle(call, caller, rules);
  };
  const known = tokens.recall(sent.token);
  if (known !== undefined) {
    admit(known);
    return true;
  }
  tokens.verify(sent.token).then((verified) => {
    admit(verified);
    finish();
  }, finish);
  return false;
}

interface SentToken {
  readonly token: string;
  /** Of the scheme DPoP: its sender says that it has the key. */
  readonly isProven: boolean;
}

/** For the counter of requests (specification section 6). */
function stateOf(known: Result<Caller>, { isProven }: SentToken): TokenState {
  if (!isFailure(known)) return isProven ? 'proven' : 'bearer';
  return STATES[known.issue.code] ?? 'invalid';
}

const STATES: Readonly<Partial<Record<IssueCode, TokenState>>> = {
  TOKEN_EXPIRED: 'expired',
  TOKEN_REVOKED: 'revoked',
  DPOP_PROOF_INVALID: 'unproven',
  DPOP_NONCE_NEEDED: 'unproven',
};

function tokenOf(header: string): SentToken | undefined {
  const bearer = bearerOf(header);
  if (bearer !== undefined) return { token: bearer, isProven: false };
  return /^dpop /i.test(header) ? { token: header.slice(5), isProven: true } : undefined;
}

/** A token that is bound to a key comes with a proof of that key, and no other one does (RFC 9449 section 7). */
function withKey(
  { proofs, publicUrl: server }: GuardPorts,
  known: Result<Caller>,
  { call, sent: { token, isProven } }: { readonly call: Identified; readonly sent: SentToken },
): Result<Caller> {
  if (isFailure(known)) return known;
  const thumbprint = known.access?.thumbprint;
  if (thumbprint === undefined) return isProven ? fail(NOT_BOUND) : known;
  for (const [name, value] of Object.entries(proofs.headers(server))) call.note(name, value);
  const { dpop } = call.headers;
  if (!isProven || typeof dpop !== 'string' || call.target === undefined) return fail(BOUND);
  const proof = proofs.judge(dpop, { ...call.target, server, token, thumbprint });
  const refused =
    proof instanceof WalletRefusal ? proof : proofs.spend(proof, fairKey({ caller: known, address: call.address }));
  if (refused === undefined) return known;
  const code = refused.error === 'use_dpop_nonce' ? 'DPOP_NONCE_NEEDED' : 'DPOP_PROOF_INVALID';
  return fail(issue(code, '', refused.message));
}

const NOT_BOUND = issue('TOKEN_INVALID', '', 'The token is bound to no key: send it as "Bearer <token>".');
const BOUND = issue(
  'DPOP_PROOF_INVALID',
  '',
  'The token is bound to a key: send it as "DPoP <token>", with a proof of the key in the header DPoP.',
);

/**
 * A token of a program is good for one resource server (RFC 8707 section 2), which cannot pass it on to another one.
 * That of the person itself is for the whole node.
 */
function forResource(known: Result<Caller>, { resource }: TokenRules): Result<Caller> {
  if (isFailure(known) || isForResource(known, resource)) return known;
  return fail(
    issue('TOKEN_INVALID', '', 'The token is for another resource of this node: ask for one with this resource.'),
  );
}

function isForResource({ access }: Caller, resource: ProgramResource | undefined): boolean {
  return access === undefined || access.resource === resource || isOfCommandLine(access);
}

/** The command line of this node, which alone manages the account, speaks to the whole node for its person. */
function isOfCommandLine({ resource, scopes }: NonNullable<Caller['access']>): boolean {
  return resource === undefined && scopes.includes('account:manage');
}

/** Whether an operation with these rules takes the token of the caller at all. */
export function takesToken({ takesFirstPassword, resource }: TokenRules, caller: Caller): boolean {
  return isForResource(caller, resource) && (caller.mustChangePassword !== true || takesFirstPassword);
}

function settle(call: Identified, outcome: Result<Caller>, { takesFirstPassword }: TokenRules): void {
  if (isFailure(outcome)) refuseToken(call, outcome.issue);
  else if (outcome.mustChangePassword === true && !takesFirstPassword) refuseToken(call, CHANGE_FIRST);
  else call.caller = outcome;
}

function refuseToken(call: Identified, reason: Issue): void {
  call.caller = ANONYMOUS;
  call.denied = reason;
}

type Guarded = AskedRight & NeededRight;

/**
 * An operation without a right knows its caller where it says so, and no token gives there what a right would not: one
 * of a tier that it does not name, or of a service without its scope, does not count.
 */
export function forgetCaller(asked: Guarded, call: Pick<IncomingCall, 'caller'>): void {
  if (asked.can !== 'public') return;
  if (!looksAtTokens(asked) || !isTaken(asked.can, call.caller, asked)) call.caller = ANONYMOUS;
}

/** Why the caller may not do what takes this right; who may not is in the audit log. */
export function rightsProblem(
  asked: Guarded & { readonly id: string },
  { caller, denied, address }: Pick<IncomingCall, 'caller' | 'denied' | 'address'>,
  log: Log,
): Issue | undefined {
  const { id, can } = asked;
  if (can === 'public' && !(looksAtTokens(asked) && denied !== undefined)) return undefined;
  const report = (event: Readonly<Record<string, string>>) =>
    log.child({ audit: true }).warn({ ...event, operationId: id, address }, 'A caller was refused.');
  if (denied !== undefined) {
    // A person may hold what was taken from its owner.
    if (denied.code === 'TOKEN_REVOKED') report({ eventType: 'RevokedTokenUsed' });
    if (denied.code === 'DPOP_PROOF_INVALID') report({ eventType: 'TokenWithoutKeyUsed' });
    return denied;
  }
  const problem = rightProblem(can, caller, asked);
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
