// Sessions of people: under which membership a person acts, refresh families, and the tokens that come with them.
import { bytesToUuid, fromBase64, toBase64Url } from '../../core/base/bytes.js';
import { sha256Hex } from '../../core/base/hash.js';
import { type Issue, issue } from '../../core/base/issue.js';
import { type Failure, fail, failIf, isFailure, type Result } from '../../core/base/result.js';
import { isBoundToOrganisation } from '../../core/tenant/federation/bound.js';
import { isProven } from '../../core/tenant/members/address.js';
import type { Organisation } from '../../core/tenant/organisation.js';
import { COMMAND_LINE } from '../../core/tenant/programs/clients.js';
import type { ProgramScope } from '../../core/tenant/programs/scopes.js';
import { tierOf } from '../../core/tenant/roles.js';
import { endOf, isOver, present, type RefreshFamily, rotate, type SignIn } from '../../core/tenant/session.js';
import type { Membership, PlatformUser } from '../../core/tenant/user.js';
import type { KvOp } from '../../storage/engine/kv.js';
import { type TokenIdentity, tokenOf } from '../../storage/tables/accounts/sessions.js';
import type { Caller } from '../auth/caller.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';

type Deps = Pick<ApiDeps, 'clock' | 'random' | 'commit' | 'tenants' | 'sessions' | 'tokens' | 'audit'>;

export interface LoginSession {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresInSeconds: number;
  /** By which its device is known at the next login; of a sign-in by password or code. */
  readonly deviceToken?: string;
}

export interface Identity {
  readonly membership: Membership;
  readonly organisation: Organisation;
  readonly mustChangePassword?: true | undefined;
  readonly isUnverified?: true | undefined;
}

/** The membership to act under: that of the named organisation, else the first usable one. */
export function identityOf(deps: Deps, user: PlatformUser, subdomain: string | undefined): Result<Identity> {
  let refusal: Issue = issue('ACCOUNT_SUSPENDED', '', 'The account has no usable membership.');
  for (const { organisationId, membershipId } of user.memberships) {
    const identity = activeIdentity(deps, organisationId, membershipId);
    if (isFailure(identity)) refusal = identity.issue;
    else if (subdomain === undefined || identity.organisation.subdomain === subdomain) return identity;
  }
  return subdomain === undefined
    ? fail(refusal)
    : fail(issue('LOGIN_FAILED', '', 'The account is not an active member of this organisation.'));
}

export function activeIdentity(deps: Deps, organisationId: string, membershipId: string): Result<Identity> {
  const organisation = deps.tenants.organisation(organisationId);
  const membership = deps.tenants.membership(organisationId, membershipId);
  if (!organisation || !membership) return fail(issue('USER_NOT_FOUND', '', 'The membership does not exist any more.'));
  if (organisation.status !== 'Active')
    return fail(issue('ORGANISATION_SUSPENDED', '', 'The organisation is suspended.'));
  if (membership.status !== 'Active') return fail(issue('ACCOUNT_SUSPENDED', '', 'The account is suspended.'));
  const user = deps.tenants.user(membership.platformUserId);
  const isUnverified = user !== undefined && !isProven(user) ? true : undefined;
  return { membership, organisation, mustChangePassword: user?.mustChangePassword, isUnverified };
}

export interface NewSession {
  readonly identity: Identity;
  readonly signIn: SignIn;
  readonly address: string;
  /** Belongs into the commit that stores the session, such as the use of what works once. */
  readonly with?: readonly KvOp[];
  /** Where its maker has to know it before. */
  readonly sessionId?: string;
  /** The program that it is given to. */
  readonly program?: string;
}

/**
 * A new session of an authenticated user: refresh family, access token, audit row. The rows have to be read in the turn
 * of this call: they are written and the token is dated before anything is awaited. A suspension or a new password
 * after it finds the session and ends it.
 */
export async function openSession(
  deps: Deps,
  { identity, signIn, address, with: ops = [], sessionId = newSessionId(deps), program }: NewSession,
): Promise<LoginSession> {
  const { membership, organisation } = identity;
  const at = new Date(deps.clock.now()).toISOString();
  const begun = newFamily(deps, membership, { ...signIn, id: sessionId });
  const { refreshToken } = begun;
  const family = { ...begun.family, address, ...(program !== undefined && { program }) };
  const stored = deps.commit([
    ...ops,
    ...deps.tenants.putMembership({ ...membership, lastLoginAt: at }),
    deps.sessions.putFamily(family),
    deps.sessions.putOwner(family),
    deps.audit.record({
      eventType: 'Login',
      organisationId: organisation.id,
      identityId: membership.id,
      address,
      success: true,
      details: { method: signIn.method },
    }),
  ]);
  const issued = deps.tokens.issueUser({ ...identity, sessionId, signIn, endsAtMs: endsAt(deps, family) });
  await stored;
  const { token, expiresInSeconds } = await issued;
  return { accessToken: token, refreshToken, expiresInSeconds };
}

export interface Continuation {
  /** For whom it goes on: another membership of its account, where the organisation is switched. */
  readonly identity: Identity;
  /** When its person proved once more who it is; as it was where absent. */
  readonly signedInAtMs?: number;
  /** Of the session of a program: those of the one access token. */
  readonly scopes?: readonly ProgramScope[] | undefined;
  /** Hash of the refresh token that was presented, where it may come again. */
  readonly former?: string | undefined;
  /** Belongs into the commit that stores the session. */
  readonly with?: readonly KvOp[];
}

/**
 * The same session with a fresh pair of tokens: its refresh token of before is spent, and whatever ends the session
 * ends all of them. The rows have to be read in the turn of this call, as for a session that begins: of two requests
 * with one refresh token the second finds it spent.
 */
export async function goOn(
  deps: Deps,
  family: RefreshFamily,
  { identity, signedInAtMs = family.signedInAtMs, scopes, former, with: ops = [] }: Continuation,
): Promise<LoginSession> {
  const { id: membershipId } = identity.membership;
  const { id: organisationId } = identity.organisation;
  const refreshToken = refreshTokenOf(deps, family.id);
  const { platformUserId } = family;
  const nowMs = deps.sessions.dateFor({ subject: membershipId, platformUserId, organisationId }, deps.clock.now());
  const after = rotate(
    { ...family, membershipId, organisationId, signedInAtMs },
    {
      ...{ hash: sha256Hex(refreshToken), former, nowMs, lifetimeMs: deps.tokens.refreshTokenMs },
      lastsMs: deps.tokens.lastsMs(family),
    },
  );
  const stored = deps.commit([deps.sessions.putFamily(after), ...ops]);
  const issued = deps.tokens.issueUser({
    ...{ ...identity, sessionId: family.id, endsAtMs: endsAt(deps, after) },
    signIn: scopes && after.access ? { ...after, access: { ...after.access, scopes } } : after,
  });
  await stored;
  const { token, expiresInSeconds } = await issued;
  return { accessToken: token, refreshToken, expiresInSeconds };
}

/**
 * The session of a caller, which is a person. TOKEN_EXPIRED where it is over: its access token may live a little
 * longer.
 */
export function ownFamily(deps: Pick<Deps, 'sessions' | 'tokens' | 'clock'>, caller: Caller): Result<RefreshFamily> {
  const family = deps.sessions.family(caller.sessionId);
  const isOwn = family?.platformUserId === caller.platformUserId;
  return isOwn && !isOver(family, { nowMs: deps.clock.now(), lastsMs: deps.tokens.lastsMs(family) })
    ? family
    : fail(issue('TOKEN_EXPIRED', '', 'The session of the token is over: sign in again.'));
}

/**
 * Why the session does not go on as another member of its account, if so: its sessions there were ended after its
 * person signed in. The way back is a proof, and not a session that was elsewhere meanwhile.
 */
function comingBackProblem(
  { sessions }: Pick<Deps, 'sessions'>,
  family: RefreshFamily,
  { membership, organisation }: Identity,
): Issue | undefined {
  const there = { ...family, membershipId: membership.id, organisationId: organisation.id };
  return sessions.isRevoked({ ...tokenOf(there), issuedAtMs: family.signedInAtMs }) ? SIGNED_OUT_THERE : undefined;
}

const SIGNED_OUT_THERE = issue(
  'SIGN_IN_NOT_RECENT',
  '/organizationId',
  'Your sessions in this organisation were ended after you signed in. Prove once more who you are: POST /api/auth/step-up with the password, a one-time code or a passkey, or log in again.',
);

function endsAt({ tokens }: Pick<Deps, 'tokens'>, family: RefreshFamily): number {
  return endOf(family, tokens.lastsMs(family));
}

export function newSessionId(deps: Pick<ApiDeps, 'random'>): string {
  return toBase64Url(deps.random.bytes(16));
}

function newFamily(
  deps: Deps,
  membership: Membership,
  { id, method, signedInAtMs, tier, deviceId, access }: SignIn & { readonly id: string },
): { family: RefreshFamily; refreshToken: string } {
  const refreshToken = refreshTokenOf(deps, id);
  const { platformUserId, organisationId } = membership;
  const nowMs = deps.sessions.dateFor({ subject: membership.id, platformUserId, organisationId }, deps.clock.now());
  const family: RefreshFamily = {
    id,
    platformUserId,
    organisationId,
    membershipId: membership.id,
    current: sha256Hex(refreshToken),
    createdAtMs: nowMs,
    issuedAtMs: nowMs,
    expiresAtMs: nowMs + Math.min(deps.tokens.refreshTokenMs, deps.tokens.lastsMs({ deviceId, access })),
    revoked: false,
    ...{ method, signedInAtMs },
    ...(tier && { tier }),
    ...(deviceId !== undefined && { deviceId }),
    ...(access !== undefined && { access }),
  };
  return { family, refreshToken };
}

/** The session of the caller as a later redemption is judged by: everything that ends it from now on ends that too. */
export function sessionNow({ sessions, clock }: Pick<ApiDeps, 'sessions' | 'clock'>, caller: Caller): TokenIdentity {
  const { subject, platformUserId, organisationId, sessionId, deviceId } = caller;
  const issuedAtMs = sessions.dateFor({ subject, platformUserId, organisationId }, clock.now());
  return { tokenId: '', sessionId, deviceId, subject, platformUserId, organisationId, issuedAtMs };
}

/** How the session of a caller began, for one that is made from it. */
export function signInOf({ sessions }: Pick<ApiDeps, 'sessions'>, caller: Caller): SignIn {
  const { authMethod: method = 'pwd', signedInAtMs = 0, deviceId, access } = caller;
  // A family that is not there any more tells no tier: that of the token is not wider.
  const { tier } = sessions.family(caller.sessionId) ?? { tier: caller.tier === 'consumer' ? 'consumer' : undefined };
  return { method, signedInAtMs, tier, deviceId, access };
}

type SignInDeps = Pick<ApiDeps, 'tenants' | 'sessions'>;

/**
 * The handler of an operation that changes how an account is signed in to. FORBIDDEN for a session of the tier
 * consumer, as a device has: it would get by it what it was not given. Citizens have no other.
 */
export function changingSignIn<I, R, D extends SignInDeps>(
  handler: (input: I, call: ApiCall<D>) => R,
): (input: I, call: ApiCall<D>) => R | Failure {
  return (input, call) => failIf(narrowProblem(call)) ?? handler(input, call);
}

function narrowProblem({ deps, caller }: ApiCall<SignInDeps>): Issue | undefined {
  if (signInOf(deps, caller).tier !== 'consumer') return undefined;
  const isStaff = deps.tenants.user(caller.platformUserId)?.memberships.some((item) => {
    const organisation = deps.tenants.organisation(item.organisationId);
    const membership = deps.tenants.membership(item.organisationId, item.membershipId);
    return organisation && membership && tierOf(organisation, membership.roles) === 'platform';
  });
  return isStaff === true
    ? issue('FORBIDDEN', '', 'A session of the tier consumer does not change how a member of staff signs in.')
    : undefined;
}

/** `{family}.{secret}`: the family is found by its id, the secret only by its hash. */
function refreshTokenOf(deps: Deps, familyId: string): string {
  return `${familyId}.${toBase64Url(deps.random.bytes(32))}`;
}

/** The family of a well-formed refresh token. */
export function familyOf(deps: Deps, refreshToken: string): RefreshFamily | undefined {
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

interface Switch extends Pick<Continuation, 'former'> {
  readonly organisationId: string;
  readonly address: string;
}

/**
 * The session goes on for another organisation of its person; the refresh token of before is spent. A session of the
 * provider of one organisation does not: it speaks for a member, and not for the account.
 */
export async function switchOrganisation(
  deps: Deps,
  family: RefreshFamily,
  { organisationId, address, former }: Switch,
): Promise<Result<LoginSession>> {
  const isBound = isBoundToOrganisation({ authMethod: family.method, organisationId: family.organisationId });
  const user = isBound ? undefined : deps.tenants.user(family.platformUserId);
  const row = user?.memberships.find((membership) => membership.organisationId === organisationId);
  // Not a member and not there look the same from outside.
  if (!row)
    return fail(
      issue('ORGANISATION_NOT_FOUND', '/organizationId', 'The caller is not a member of such an organisation.'),
    );
  const identity = activeIdentity(deps, row.organisationId, row.membershipId);
  if (isFailure(identity)) return identity;
  const signedOut = comingBackProblem(deps, family, identity);
  if (signedOut) return fail(signedOut);
  const { membership, organisation } = identity;
  const event = { organisationId: organisation.id, identityId: membership.id, address, success: true };
  const lastLoginAt = new Date(deps.clock.now()).toISOString();
  return goOn(deps, family, {
    ...{ identity, former },
    with: [
      ...deps.tenants.putMembership({ ...membership, lastLoginAt }),
      deps.audit.record({ ...event, eventType: 'Login', details: { method: family.method } }),
    ],
  });
}

interface Refreshing {
  readonly address: string;
  /** For which the session goes on, where it is of another one. */
  readonly organisationId?: string | undefined;
  /** Of the session of a program: fewer scopes for the one access token. */
  readonly scopes?: readonly ProgramScope[];
  /** The program that asks; the command line where absent, which has an endpoint of its own besides. */
  readonly clientId?: string;
  /** Of the key that it proved. */
  readonly thumbprint?: string | undefined;
  /** For so long the token may come again: of a browser, which loses answers where a page is left. */
  readonly graceMs?: number;
}

export async function refresh(
  deps: Deps,
  refreshToken: string,
  { address, organisationId, scopes, clientId = COMMAND_LINE.clientId, thumbprint, graceMs }: Refreshing,
): Promise<Result<LoginSession>> {
  const family = familyOf(deps, refreshToken);
  const isOther = family?.access !== undefined && family.access.clientId !== clientId;
  if (!family || isOther) return fail(issue('TOKEN_INVALID', '/refreshToken', 'The refresh token is not known.'));
  // Before it counts as spent: who has a token without its key ends nothing.
  if (family.access?.thumbprint !== thumbprint)
    return fail(issue('TOKEN_INVALID', '/refreshToken', 'The session is bound to another key, or to none.'));
  const hash = sha256Hex(refreshToken);
  const former = graceMs === undefined ? undefined : hash;
  const state = present(family, { hash, nowMs: deps.clock.now(), lastsMs: deps.tokens.lastsMs(family), graceMs });
  if (isFailure(state)) return state;
  if (state === 'spent') return endReusedFamily(deps, family, address);
  const token = tokenOf(family);
  if (deps.sessions.isRevoked(token))
    return fail(issue('TOKEN_REVOKED', '/refreshToken', 'The refresh token was revoked.'));
  if (deps.tokens.isEarly(token))
    return fail(
      issue('TOKEN_INVALID', '/refreshToken', 'The refresh token is dated in the future: a clock was wrong.'),
    );
  if (organisationId !== undefined && organisationId !== family.organisationId)
    return switchOrganisation(deps, family, { organisationId, address, former });
  const identity = activeIdentity(deps, family.organisationId, family.membershipId);
  if (isFailure(identity)) return identity;
  const refreshed = deps.audit.record({
    eventType: 'TokenRefreshed',
    organisationId: family.organisationId,
    identityId: family.membershipId,
    address,
    success: true,
  });
  return goOn(deps, family, { identity, with: [refreshed], scopes, former });
}

async function endReusedFamily(deps: Deps, family: RefreshFamily, address: string): Promise<Failure> {
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
  return fail(issue('TOKEN_REVOKED', '/refreshToken', 'The refresh token was used before; the session is ended.'));
}

/** The operation after which a token is not good any more. */
export function endToken({ sessions, clock }: Deps, { tokenId }: Pick<Caller, 'tokenId'>): KvOp {
  const atMs = clock.now();
  return sessions.revoke(`jti:${tokenId}`, atMs);
}

/** Operations that end a session: its refresh token and the access tokens that came with it. */
export function endFamily(deps: Pick<Deps, 'clock' | 'sessions'>, family: RefreshFamily) {
  const nowMs = deps.clock.now();
  return [deps.sessions.putFamily({ ...family, revoked: true }), deps.sessions.revoke(`sid:${family.id}`, nowMs)];
}

/** Ends all sessions of the account of a caller but its own, those of devices too. */
export function endOthers({ clock, sessions }: Pick<Deps, 'clock' | 'sessions'>, caller: Caller): KvOp {
  return sessions.revoke(`user:${caller.platformUserId}`, clock.now(), { spares: caller.sessionId });
}

export function newId(deps: Pick<ApiDeps, 'random'>): string {
  return bytesToUuid(deps.random.bytes(16));
}
