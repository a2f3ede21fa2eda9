// Password login, refresh and their refusals, for the JSON and the OAuth form alike. The order matters: lock first (no password is checked while
// locked), then the password, then what the account may do, so that nothing about an account shows without its password, not even that there is one.
import { bytesToUuid, fromBase64, toBase64Url } from '../../core/base/bytes.js';
import { sha256Hex } from '../../core/base/hash.js';
import { type Issue, isIssue, issue } from '../../core/base/issue.js';
import { REVOCATION_KEEP_MS } from '../../core/base/limits/node/accounts.js';
import { isFailure } from '../../core/base/result.js';
import type { Organisation } from '../../core/tenant/organisation.js';
import { present, type RefreshFamily, rotate } from '../../core/tenant/session.js';
import type { Membership, PlatformUser } from '../../core/tenant/user.js';
import { normaliseEmail } from '../../core/tenant/user.js';
import { type Refusal, refuse } from '../define.js';
import type { ApiDeps } from '../deps.js';
import type { Attempt } from './attempts.js';
import { ANONYMOUS } from './caller.js';
import { fairKey } from './fair-key.js';
import type { HashTurn } from './passwords.js';

export interface LoginSession {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresInSeconds: number;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Subdomain of the organisation to act in; the first membership when absent. */
  readonly subdomain?: string | undefined;
  readonly address: string;
}

const WRONG = issue('LOGIN_FAILED', '', 'The e-mail address or the password is wrong.');

export async function login(deps: ApiDeps, credentials: Credentials): Promise<LoginSession | Refusal | Issue> {
  const email = normaliseEmail(credentials.email);
  const { address } = credentials;
  const user = deps.tenants.userOfEmail(email);
  // A name that is no account goes the same way, at the same pace.
  const attempt = { email, address, isAccount: user !== undefined };
  const refused = locked(deps, attempt) ?? (await delayed(deps, attempt));
  if (refused) return refused;
  const matches = await deps.passwords.verify(user?.passwordHash, credentials.password, turnOf(deps, attempt));
  if (isIssue(matches)) return matches;
  // Other attempts may have counted while the hash was computed.
  const lockedMeanwhile = locked(deps, attempt);
  if (lockedMeanwhile) return lockedMeanwhile;
  const current = user && deps.tenants.user(user.id);
  // A password that was changed meanwhile is not the password any more.
  if (!current || !matches || current.passwordHash !== user.passwordHash) return failed(deps, attempt, current);
  const identity = identityOf(deps, current, credentials.subdomain);
  if (isIssue(identity)) return identity;
  deps.attempts.succeeded(attempt);
  return openSession(deps, identity, address);
}

/** An account is known where its password was right before; all other accounts that are tried at an address share its turns. */
function turnOf({ attempts }: ApiDeps, attempt: Attempt): HashTurn {
  return attempts.isKnown(attempt)
    ? { key: `account ${attempt.email}`, isKnown: true }
    : { key: fairKey({ caller: ANONYMOUS, address: attempt.address }), isKnown: false };
}

/** The refusal while failures from this address lock the account for it. */
export function locked({ attempts }: ApiDeps, attempt: Attempt): Refusal | undefined {
  const seconds = attempts.lockSeconds(attempt);
  if (seconds === 0) return undefined;
  return seconds === Number.POSITIVE_INFINITY
    ? later('The account is locked for this address until an administrator unlocks it.', 86_400)
    : later('The account is locked for this address after failed logins; try again later.', seconds);
}

async function delayed({ attempts }: ApiDeps, attempt: Attempt): Promise<Refusal | undefined> {
  const seconds = await attempts.turn(attempt);
  return seconds === 0 ? undefined : later('Too many logins to this account are waiting; try again later.', seconds);
}

function later(message: string, seconds: number): Refusal {
  return refuse(issue('LOGIN_LOCKED', '', message), {}, { 'retry-after': String(seconds) });
}

/** Counts, logs and stores a wrong password. */
export async function failed(
  deps: ApiDeps,
  attempt: Attempt,
  user: PlatformUser | undefined,
): Promise<Refusal | Issue> {
  const failures = deps.attempts.failed(attempt);
  const refusal = locked(deps, attempt);
  const event = {
    organisationId: user?.memberships[0]?.organisationId ?? '',
    identityId: user?.id ?? '',
    address: attempt.address,
    success: false,
    details: { failures },
  };
  const rows = [
    deps.audit.record({ ...event, eventType: 'LoginFailed' }),
    ...(refusal ? [deps.audit.record({ ...event, eventType: 'AccountLockedOut' })] : []),
  ];
  // Anybody can fail: the last room of the disk is not for that. The log has told of it.
  if (deps.isFull?.() !== true) await deps.commit(rows);
  return refusal ?? WRONG;
}

export interface Identity {
  readonly membership: Membership;
  readonly organisation: Organisation;
  readonly mustChangePassword?: true | undefined;
}

/** The membership to act under: that of the named organisation, else the first usable one. */
function identityOf(deps: ApiDeps, user: PlatformUser, subdomain: string | undefined): Identity | Issue {
  let refusal: Issue = issue('ACCOUNT_SUSPENDED', '', 'The account has no usable membership.');
  for (const { organisationId, membershipId } of user.memberships) {
    const identity = activeIdentity(deps, organisationId, membershipId);
    if (isIssue(identity)) refusal = identity;
    else if (subdomain === undefined || identity.organisation.subdomain === subdomain) return identity;
  }
  return subdomain === undefined
    ? refusal
    : issue('LOGIN_FAILED', '', 'The account is no active member of this organisation.');
}

export function activeIdentity(deps: ApiDeps, organisationId: string, membershipId: string): Identity | Issue {
  const organisation = deps.tenants.organisation(organisationId);
  const membership = deps.tenants.membership(organisationId, membershipId);
  if (!organisation || !membership) return issue('USER_NOT_FOUND', '', 'The membership does not exist any more.');
  if (organisation.status !== 'Active') return issue('ORGANISATION_SUSPENDED', '', 'The organisation is suspended.');
  if (membership.status !== 'Active') return issue('ACCOUNT_SUSPENDED', '', 'The account is suspended.');
  const mustChangePassword = deps.tenants.user(membership.platformUserId)?.mustChangePassword;
  return { membership, organisation, mustChangePassword };
}

/**
 * A new session of an authenticated user: refresh family, access token, audit row. The rows have to be read in the turn of this call: they are
 * written and the token is dated before anything is awaited, so that a suspension or a new password after it finds the session and ends it.
 */
export async function openSession(deps: ApiDeps, identity: Identity, address: string): Promise<LoginSession> {
  const { membership, organisation } = identity;
  const at = new Date(deps.clock.now()).toISOString();
  const { family, refreshToken } = newFamily(deps, membership);
  const stored = deps.commit([
    ...deps.tenants.putMembership({ ...membership, lastLoginAt: at }),
    deps.sessions.putFamily(family),
    deps.audit.record({
      eventType: 'Login',
      organisationId: organisation.id,
      identityId: membership.id,
      address,
      success: true,
    }),
  ]);
  const issued = deps.tokens.issueUser({ ...identity, sessionId: family.id });
  await stored;
  const { token, expiresInSeconds } = await issued;
  return { accessToken: token, refreshToken, expiresInSeconds };
}

function newFamily(deps: ApiDeps, membership: Membership): { family: RefreshFamily; refreshToken: string } {
  const id = toBase64Url(deps.random.bytes(16));
  const refreshToken = refreshTokenOf(deps, id);
  const { platformUserId, organisationId } = membership;
  const nowMs = dateOf(deps, { subject: membership.id, platformUserId, organisationId });
  const family: RefreshFamily = {
    id,
    platformUserId,
    organisationId,
    membershipId: membership.id,
    current: sha256Hex(refreshToken),
    createdAtMs: nowMs,
    issuedAtMs: nowMs,
    expiresAtMs: nowMs + deps.tokens.refreshTokenMs,
    revoked: false,
  };
  return { family, refreshToken };
}

/** Later than any revocation of the user: what is issued in the same millisecond stands, and what is issued under a clock that was set back since. */
function dateOf({ clock, sessions }: ApiDeps, who: Parameters<ApiDeps['sessions']['notBeforeMs']>[0]): number {
  return Math.max(clock.now(), sessions.notBeforeMs(who));
}

/** `{family}.{secret}`: the family is found by its id, the secret only by its hash. */
function refreshTokenOf(deps: ApiDeps, familyId: string): string {
  return `${familyId}.${toBase64Url(deps.random.bytes(32))}`;
}

/** The family of a well-formed refresh token. */
export function familyOf(deps: ApiDeps, refreshToken: string): RefreshFamily | undefined {
  const [id, secret, more] = refreshToken.split('.');
  if (
    id === undefined ||
    secret === undefined ||
    more !== undefined ||
    id.length !== 22 ||
    fromBase64(secret)?.length !== 32
  )
    return undefined;
  return deps.sessions.family(id);
}

export async function refresh(deps: ApiDeps, refreshToken: string, address: string): Promise<LoginSession | Issue> {
  const family = familyOf(deps, refreshToken);
  if (!family) return issue('TOKEN_INVALID', '/refreshToken', 'The refresh token is not known.');
  const state = present(family, sha256Hex(refreshToken), deps.clock.now());
  if (isFailure(state)) return state.issue;
  if (state === 'spent') return reused(deps, family, address);
  const token = {
    tokenId: '',
    sessionId: family.id,
    subject: family.membershipId,
    platformUserId: family.platformUserId,
    organisationId: family.organisationId,
    issuedAtMs: family.issuedAtMs,
  };
  if (deps.sessions.isRevoked(token)) return issue('TOKEN_REVOKED', '/refreshToken', 'The refresh token was revoked.');
  if (deps.tokens.isEarly(token))
    return issue('TOKEN_INVALID', '/refreshToken', 'The refresh token is dated in the future: a clock was wrong.');
  const identity = activeIdentity(deps, family.organisationId, family.membershipId);
  if (isIssue(identity)) return identity;
  const next = refreshTokenOf(deps, family.id);
  // Queued before anything is awaited: a second request with the same token in this turn finds it spent.
  const stored = deps.commit([
    deps.sessions.putFamily(
      rotate(family, { hash: sha256Hex(next), nowMs: dateOf(deps, token), lifetimeMs: deps.tokens.refreshTokenMs }),
    ),
    deps.audit.record({
      eventType: 'TokenRefreshed',
      organisationId: family.organisationId,
      identityId: family.membershipId,
      address,
      success: true,
    }),
  ]);
  const issued = await deps.tokens.issueUser({ ...identity, sessionId: family.id });
  await stored;
  return { accessToken: issued.token, refreshToken: next, expiresInSeconds: issued.expiresInSeconds };
}

async function reused(deps: ApiDeps, family: RefreshFamily, address: string): Promise<Issue> {
  await deps.commit([
    ...endFamily(deps, family),
    deps.audit.record({
      eventType: 'TokenReuseDetected',
      organisationId: family.organisationId,
      identityId: family.membershipId,
      address,
      success: false,
    }),
  ]);
  return issue('TOKEN_REVOKED', '/refreshToken', 'The refresh token was used before; the session is ended.');
}

/** Operations that end a session: its refresh token and the access tokens that came with it. */
export function endFamily(deps: ApiDeps, family: RefreshFamily) {
  const nowMs = deps.clock.now();
  return [
    deps.sessions.putFamily({ ...family, revoked: true }),
    deps.sessions.revoke(`sid:${family.id}`, { atMs: nowMs, expiresAtMs: nowMs + REVOCATION_KEEP_MS }),
  ];
}

export function newId(deps: Pick<ApiDeps, 'random'>): string {
  return bytesToUuid(deps.random.bytes(16));
}
