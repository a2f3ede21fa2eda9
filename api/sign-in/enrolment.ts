// How a device comes to an account: by the token in a QR code, or by a short code. Both work once, and both die with
// the session that asked for them. They give a consumer session that says when its person signed in, which is not the
// time of its making. The operations are in api/groups/people/enrolment.
import { type Issue, issue } from '../../core/base/issue.js';
import { fail, failIf, isFailure, type Result } from '../../core/base/result.js';
import type { DeviceDelegation } from '../../core/tenant/devices/delegation.js';
import { type Device, type NewDevice, withDevice } from '../../core/tenant/devices/device.js';
import type { AuditEvent } from '../../core/tenant/organisations/audit-events.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { TokenIdentity } from '../../storage/tables/accounts/sessions.js';
import type { Caller } from '../auth/caller.js';
import type { Enroller } from '../auth/enrol-codes.js';
import { isCanonical } from '../auth/tokens.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import {
  activeIdentity,
  type Identity,
  type LoginSession,
  newId,
  newSessionId,
  openSession,
  sessionNow,
  signInOf,
} from './session.js';

type Deps = Pick<
  ApiDeps,
  'clock' | 'random' | 'commit' | 'tenants' | 'sessions' | 'tokens' | 'audit' | 'devices' | 'announcements'
>;

/** The person that the token of a caller stands for, as a member. TOKEN_INVALID for a service. */
export function enrollerOf({ deps, caller }: ApiCall<Deps>): Result<Identity> {
  if (caller.platformUserId === '') return fail(issue('TOKEN_INVALID', '', 'The token stands for no person.'));
  return activeIdentity(deps, caller.organisationId, caller.subject);
}

/** The session that brings a device, as its redemption is judged by. A device is of the person and of no program. */
export function identityNow(deps: Deps, caller: Caller): Omit<Enroller, 'route'> {
  const { access: _, ...signIn } = signInOf(deps, caller);
  return { ...sessionNow(deps, caller), signIn: { ...signIn, tier: 'consumer' } };
}

/**
 * Whose enrol session a token is of. ENROL_TOKEN_MALFORMED, _INVALID, _SCOPE, _USED and _EXPIRED say why it is not
 * good.
 */
export async function readEnrolToken(deps: Deps, token: string): Promise<Result<Caller>> {
  if (!isCanonical(token)) return fail(issue('ENROL_TOKEN_MALFORMED', '/sessionToken', 'This is not a token.'));
  const caller = await deps.tokens.verify(token);
  if (!isFailure(caller)) return failIf(enrolProblem(deps, caller)) ?? caller;
  const { code } = caller.issue;
  if (code === 'TOKEN_INVALID')
    return fail(issue('ENROL_TOKEN_INVALID', '/sessionToken', 'The token is not of this installation.'));
  return fail(code === 'TOKEN_REVOKED' && isSpent(deps, token) ? usedIssue() : over());
}

/** Asked again in the turn in which the token is spent: of two that come at once, one wins. */
export function enrolProblem(deps: Deps, caller: Caller): Issue | undefined {
  if (caller.tier !== 'enrol-session')
    return issue('ENROL_TOKEN_SCOPE', '/sessionToken', 'The token is good for something else than to enrol a device.');
  // Other tokens may be some minutes late, for clocks that differ; this one comes from this node.
  if (deps.clock.now() >= caller.expiresAtMs) return over();
  if (deps.tokens.standing(caller) === undefined) return undefined;
  return deps.sessions.isTokenRevoked(caller.tokenId) ? usedIssue() : over();
}

function isSpent({ sessions }: Deps, token: string): boolean {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString('utf8')) as {
    jti: string;
  };
  return sessions.isTokenRevoked(claims.jti);
}

function usedIssue(): Issue {
  return issue('ENROL_TOKEN_USED', '/sessionToken', 'The token was used before; it works once.');
}

function over(): Issue {
  return issue('ENROL_TOKEN_EXPIRED', '/sessionToken', 'The token has expired, or the session that made it has ended.');
}

/** The membership of a code that was redeemed, if its session still stands; no answer says why not. */
export function standingOf(deps: Deps, enroller: TokenIdentity): Identity | undefined {
  if (deps.sessions.isRevoked(enroller)) return undefined;
  const identity = activeIdentity(deps, enroller.organisationId, enroller.subject);
  return isFailure(identity) ? undefined : identity;
}

export interface Enrolled {
  readonly session: LoginSession;
  readonly identity: Identity;
  readonly device: Device | undefined;
}

/**
 * The session of who came with the token or the code, and its device where it names one, in one commit. Has to be
 * called in the turn in which that was taken; `spend` is made only where nothing refuses it.
 */
export async function enrol(
  { deps, address, trace }: ApiCall<Deps>,
  {
    identity,
    signIn: asked,
    device: named,
    delegate,
    spend,
    event,
  }: {
    readonly identity: Identity;
    readonly signIn: Enroller['signIn'];
    readonly device: NewDevice | undefined;
    /** Of a device that proved a key. */
    readonly delegate?: (() => { readonly delegation: DeviceDelegation; readonly ops: readonly KvOp[] }) | undefined;
    readonly spend: () => readonly KvOp[];
    /** Told beside that of the device. */
    readonly event?: { readonly eventType: AuditEvent; readonly details: Readonly<Record<string, string>> };
  },
): Promise<Result<Enrolled>> {
  const { membership, organisation } = identity;
  const { platformUserId } = membership;
  const sessionId = newSessionId(deps);
  const plain: Device | undefined = named && {
    ...{ label: named.label, platform: named.platform },
    ...{ id: newId(deps), status: 'Active', enrolledAtMs: deps.clock.now(), sessionId },
  };
  const others = plain && withDevice(deps.devices.of(platformUserId), plain);
  if (others !== undefined && isFailure(others)) return others;
  const delegated = plain && delegate?.();
  const device = plain && { ...plain, ...(delegated && { delegation: delegated.delegation }) };
  const by = { organisationId: organisation.id, identityId: membership.id, address, success: true, trace };
  const ops = [
    ...spend(),
    ...(others && device ? deps.devices.put(platformUserId, [...others.slice(0, -1), device]) : []),
    ...(delegated?.ops ?? []),
    ...(device ? [deps.audit.record({ ...by, eventType: 'DeviceEnrolled', details: { deviceId: device.id } })] : []),
    ...(event ? [deps.audit.record({ ...by, ...event })] : []),
  ];
  // A sign-in that names no device is that of the device whose session asked for it, if so.
  const signIn = device === undefined ? asked : { ...asked, deviceId: device.id };
  const session = await openSession(deps, { identity, signIn, address, with: ops, sessionId });
  if (device)
    deps.announcements.announce({
      ...{ type: 'device-enrolled', platformUserId, deviceId: device.id, atMs: device.enrolledAtMs, trace },
    });
  return { session, identity, device };
}
