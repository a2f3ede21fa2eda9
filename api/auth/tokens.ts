// Makes and checks bearer tokens (HS256, specification section 5). A verified token is remembered by its SHA-256 until
// it expires; revocation, and whether its owner is of this store, are asked every time. Nothing is accepted that is not
// canonical: two spellings of a token would be two entries for one revocation.
import { createHmac } from 'node:crypto';
import { type CryptoKey, errors, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { bytesToUuid } from '../../core/base/bytes.js';
import { growing } from '../../core/base/growing.js';
import { sha256Hex } from '../../core/base/hash.js';
import type { Issue } from '../../core/base/issue.js';
import { issue } from '../../core/base/issue.js';
import {
  ACCESS_TOKEN_MS,
  DEVICE_SESSION_MS,
  REFRESH_TOKEN_MS,
  REVOCATION_KEEP_MS,
  SERVICE_TOKEN_MS,
  SESSION_MS,
  TOKEN_CACHE_MAX,
  TOKEN_LENGTH_MAX,
  TOKEN_SKEW_S,
} from '../../core/base/limits/node/accounts.js';
import { ENROL_SESSION_MS } from '../../core/base/limits/node/people.js';
import type { Clock, Log, Random } from '../../core/base/ports.js';
import { type Failure, fail, isFailure, type Result } from '../../core/base/result.js';
import {
  audienceOf,
  type Claims,
  delegatedClaims,
  enrolClaims,
  issuerOf,
  type ServicePrincipal,
  serviceClaims,
  type TokenOwner,
  userClaims,
} from '../../core/tenant/claims.js';
import { isForeign, type OwnerRows, ownerProblem } from '../../core/tenant/members/token-owner.js';
import { isProgramScope } from '../../core/tenant/programs/scopes.js';
import { isRole } from '../../core/tenant/roles.js';
import { SIGN_IN_METHODS, type SignIn } from '../../core/tenant/session.js';
import type { Membership } from '../../core/tenant/user.js';
import type { Sessions, TokenIdentity, TokenOwnerName } from '../../storage/tables/accounts/sessions.js';
import { AUDIENCES, type Caller, type Tier } from './caller.js';

export interface TokensOptions {
  readonly installation: string;
  /**
   * At least 32 characters (specification section 5.1); made at first start when none is configured. Of one store: what
   * is revoked and who is a member stands there alone (docs/decisions/0174).
   */
  readonly signingKey: string;
  /** Lifetimes and skew; the figures of specification section 5.3 by default. */
  readonly accessTokenMs?: number;
  readonly refreshTokenMs?: number;
  /** How long a session lasts, however often it is refreshed, and that of a device. */
  readonly sessionMs?: number;
  readonly deviceSessionMs?: number;
  readonly serviceTokenMs?: number;
  readonly skewSeconds?: number;
}

export interface TokenPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

export interface TokenRows extends OwnerRows {
  readonly sessions: Sessions;
}

export interface IssuedToken {
  readonly token: string;
  readonly tokenId: string;
  readonly expiresInSeconds: number;
}

interface Verified extends TokenIdentity {
  readonly caller: Caller;
  readonly expiresAtMs: number;
}

export class Tokens {
  private readonly cache = new LRUCache<string, Verified>(growing(TOKEN_CACHE_MAX));
  /** The token of each caller that is still held: a request asks again when its body is there. */
  private readonly verified = new WeakMap<Caller, Verified>();
  private readonly audiences: ReadonlyMap<string, Tier>;
  private readonly skewSeconds: number;
  private readonly sessions: Sessions;
  /** Keys the cursors of lists. */
  readonly cursorKey: Uint8Array;
  /** Signs what known devices keep. */
  readonly deviceKey: Uint8Array;
  /** Lifetime of a refresh token: login.ts makes those, this file only knows the figure. */
  readonly refreshTokenMs: number;
  private hasToldForeign = false;

  private constructor(
    private readonly options: TokensOptions,
    private readonly key: CryptoKey,
    private readonly ports: TokenPorts,
    private readonly rows: TokenRows,
  ) {
    this.sessions = rows.sessions;
    this.skewSeconds = options.skewSeconds ?? TOKEN_SKEW_S;
    this.cursorKey = createHmac('sha256', options.signingKey).update('quorate:cursor:v1').digest();
    this.deviceKey = createHmac('sha256', options.signingKey).update('quorate:known-device:v1').digest();
    this.refreshTokenMs = options.refreshTokenMs ?? REFRESH_TOKEN_MS;
    this.audiences = new Map(AUDIENCES.map((tier) => [audienceOf(options.installation, tier), tier]));
  }

  /** Throws RangeError for a signing key under 32 characters and for a lifetime beyond REVOCATION_KEEP_MS. */
  static async open(options: TokensOptions, ports: TokenPorts, rows: TokenRows): Promise<Tokens> {
    if (options.signingKey.length < 32) throw new RangeError('the signing key has fewer than 32 characters');
    const longest = Math.max(options.accessTokenMs ?? 0, options.refreshTokenMs ?? 0, options.serviceTokenMs ?? 0);
    if (longest > REVOCATION_KEEP_MS) throw new RangeError('a token would outlive its revocation');
    const bytes = new TextEncoder().encode(options.signingKey);
    // A CryptoKey verifies in a fifth of the time of raw bytes, as was measured.
    const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
      'sign',
      'verify',
    ]);
    return new Tokens(options, key, ports, rows);
  }

  /** An access token, which ends with its session at the latest. */
  issueUser(who: TokenOwner): Promise<IssuedToken> {
    const nowMs = this.dateFor(who);
    const { accessTokenMs = ACCESS_TOKEN_MS } = this.options;
    const lifetimeMs = who.endsAtMs === undefined ? accessTokenMs : Math.min(accessTokenMs, who.endsAtMs - nowMs);
    return this.sign(userClaims(this.moment(nowMs, lifetimeMs), who));
  }

  /** How long a session lasts that began so, however often it is refreshed. */
  lastsMs({ deviceId, access }: Pick<SignIn, 'deviceId' | 'access'>): number {
    const {
      accessTokenMs = ACCESS_TOKEN_MS,
      sessionMs = SESSION_MS,
      deviceSessionMs = DEVICE_SESSION_MS,
    } = this.options;
    // Without a refresh token nothing comes of it after its one token.
    if (access !== undefined && !access.scopes.includes('offline_access')) return accessTokenMs;
    const isOfAccount = access === undefined || access.scopes.includes('account:manage');
    return deviceId === undefined && isOfAccount ? sessionMs : deviceSessionMs;
  }

  /** The token that brings a device to the account of its owner. */
  issueEnrolment(who: TokenOwner): Promise<IssuedToken> {
    return this.sign(enrolClaims(this.moment(this.dateFor(who), ENROL_SESSION_MS), who));
  }

  private dateFor(who: TokenOwner): number {
    const { membership, organisation } = who;
    const { id: subject, platformUserId } = membership;
    return this.dateOf({ subject, platformUserId, organisationId: organisation.id });
  }

  issueService(service: ServicePrincipal): Promise<IssuedToken> {
    const { clientId: subject, organisationId = '' } = service;
    const nowMs = this.dateOf({ subject, platformUserId: '', organisationId });
    return this.sign(serviceClaims(this.moment(nowMs, this.options.serviceTokenMs ?? SERVICE_TOKEN_MS), service));
  }

  /**
   * For a service that acts for a member: it ends with whatever ends the tokens of either, and as early as one of the
   * member.
   */
  issueDelegated(service: ServicePrincipal, membership: Membership): Promise<IssuedToken> {
    const { platformUserId, organisationId, id: actsFor } = membership;
    const nowMs = this.dateOf({ subject: service.clientId, platformUserId, organisationId, actsFor });
    const at = this.moment(nowMs, this.options.accessTokenMs ?? ACCESS_TOKEN_MS);
    return this.sign(delegatedClaims(at, { service, membership }));
  }

  /** The caller of a token seen before, without a promise; undefined when it has to be verified. */
  recall(token: string): Result<Caller | undefined> {
    const known = this.cache.get(sha256Hex(token));
    return known === undefined ? undefined : this.admit(known);
  }

  async verify(token: string): Promise<Result<Caller>> {
    if (token.length > TOKEN_LENGTH_MAX || !isCanonical(token))
      return fail(invalid('The token is not a canonical JWT.'));
    try {
      const { payload, protectedHeader } = await jwtVerify(token, this.key, {
        algorithms: ['HS256'],
        issuer: issuerOf(this.options.installation),
        audience: [...this.audiences.keys()],
        clockTolerance: this.skewSeconds,
        currentDate: new Date(this.ports.clock.now()),
        requiredClaims: ['sub', 'jti', 'iat', 'exp', 'token_type'],
      });
      if (protectedHeader.typ !== undefined && protectedHeader.typ !== 'JWT')
        return fail(invalid('The token is of another type.'));
      const verified = this.read(payload as unknown as Claims);
      if (isFailure(verified)) return verified;
      this.remember(sha256Hex(token), verified);
      return this.admit(verified);
    } catch (error) {
      if (error instanceof errors.JWTExpired) return fail(issue('TOKEN_EXPIRED', '', 'The token has expired.'));
      if (error instanceof errors.JOSEError)
        return fail(invalid('The token was not issued by this installation for this use.'));
      throw error;
    }
  }

  /** Why a caller who was verified before would be refused now, if so: for connections that outlive a request. */
  standing(caller: Caller): Issue | undefined {
    const admitted = this.admit(this.verifiedCaller(caller));
    return admitted === caller ? undefined : (admitted as Failure).issue;
  }

  /** As `standing`, of work that may last longer than its token: it ends with what its owner lost, not by time. */
  lossOfOwner(caller: Caller): Issue | undefined {
    return this.lossOf(this.verifiedCaller(caller));
  }

  private verifiedCaller(caller: Caller): Verified {
    return this.verified.get(caller) ?? { ...caller, caller, issuedAtMs: issueTimeOf(caller.tokenId) };
  }

  /**
   * Made under a clock that was ahead it would outlive its hour by as much. After a revocation of that time no earlier
   * token is to be had.
   */
  isEarly(issued: TokenIdentity): boolean {
    const isAhead = issued.issuedAtMs > this.ports.clock.now() + this.skewSeconds * 1000;
    return isAhead && issued.issuedAtMs > this.sessions.notBeforeMs(issued);
  }

  private dateOf(who: TokenOwnerName): number {
    return this.sessions.dateFor(who, this.ports.clock.now());
  }

  private admit(known: Verified): Result<Caller> {
    if (this.ports.clock.now() >= known.expiresAtMs + this.skewSeconds * 1000)
      return fail(issue('TOKEN_EXPIRED', '', 'The token has expired.'));
    if (this.isEarly(known))
      return fail(invalid('The token was issued in the future: a clock was wrong, here or then.'));
    const loss = this.lossOf(known);
    return loss === undefined ? known.caller : fail(loss);
  }

  private lossOf(known: Verified): Issue | undefined {
    if (this.sessions.isRevoked(known)) return issue('TOKEN_REVOKED', '', 'The token was revoked.');
    const problem = ownerProblem(known.caller, this.rows);
    if (problem && isForeign(problem)) this.tellForeign(known);
    return problem;
  }

  /** Once: the operator has to know it, and a holder of the token may send it at will. */
  private tellForeign({ subject, organisationId, issuedAtMs }: Verified): void {
    if (this.hasToldForeign) return;
    this.hasToldForeign = true;
    this.ports.log.warn(
      { subject, organisationId, issuedAt: new Date(issuedAtMs).toISOString() },
      'A token that auth.signingKey signed is of an account that this store has not, and is refused. Another store has the same key, or this one was restored from before the account: give each store a key of its own.',
    );
  }

  private remember(key: string, verified: Verified): void {
    this.cache.set(key, verified);
    this.verified.set(verified.caller, verified);
  }

  private read(claims: Claims): Result<Verified> {
    const tier = typeof claims.aud === 'string' ? this.audiences.get(claims.aud) : undefined;
    if (tier === undefined) return fail(invalid('The token names no single audience of this installation.'));
    if (claims.token_type !== 'user' && claims.token_type !== 'service')
      return fail(invalid('The token has an unknown type.'));
    // A user token never has the service audience and the other way round: the signature vouches for both, this for
    // their fit.
    if ((claims.token_type === 'service') !== (tier === 'service'))
      return fail(invalid('The type of the token does not fit its audience.'));
    const isDelegated = claims.delegated_user_id !== undefined || claims.delegated_org_id !== undefined;
    if (isDelegated && tier !== 'service') return fail(invalid('A token of a user acts for no other user.'));
    const { delegated_user_id: actsFor } = claims;
    if (isDelegated && !(actsFor && claims.platform_user_id && claims.org_id))
      return fail(invalid('The token does not say for whom the service acts.'));
    const caller: Caller = {
      kind: claims.token_type,
      subject: claims.sub,
      platformUserId: claims.platform_user_id ?? '',
      organisationId: claims.org_id ?? '',
      organisationName: claims.org_name ?? '',
      // Others have none (specification section 5.2); what is decided by a role does not look at the tier again.
      roles: tier === 'platform' ? (claims.roles ?? []).filter(isRole) : [],
      ...(claims.can_publish_blueprint === true && { canPublishBlueprint: true }),
      email: claims.email ?? '',
      displayName: claims.name ?? '',
      tier: isDelegated ? 'delegated' : tier,
      clientId: claims.client_id ?? '',
      ...(actsFor !== undefined && { actsFor }),
      serviceName: claims.service_name ?? '',
      scope: claims.token_type === 'service' ? (claims.scope ?? []) : [],
      ...accessOf(claims),
      tokenId: claims.jti,
      sessionId: claims.sid ?? '',
      ...(claims.device_id !== undefined && { deviceId: claims.device_id }),
      ...signInOf(claims),
      expiresAtMs: claims.exp * 1000,
      ...(claims.must_change_password === true && { mustChangePassword: true }),
    };
    return {
      caller,
      tokenId: caller.tokenId,
      sessionId: caller.sessionId,
      deviceId: caller.deviceId,
      clientId: caller.access?.clientId,
      subject: caller.subject,
      platformUserId: caller.platformUserId,
      organisationId: caller.organisationId,
      actsFor,
      issuedAtMs: issueTimeOf(claims.jti),
      expiresAtMs: caller.expiresAtMs,
    };
  }

  private moment(nowMs: number, lifetimeMs: number) {
    return {
      installation: this.options.installation,
      jti: tokenId(nowMs, this.ports.random.bytes(10)),
      nowMs,
      lifetimeMs,
    };
  }

  private async sign(claims: Claims): Promise<IssuedToken> {
    const token = await new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(this.key);
    return { token, tokenId: claims.jti, expiresInSeconds: claims.exp - claims.iat };
  }
}

/**
 * UUID version 7 (RFC 9562 section 5.7): its 48 bits of time are the millisecond of issue, which `iat` is too coarse
 * for.
 */
function tokenId(nowMs: number, random: Uint8Array): string {
  const bytes = new Uint8Array(16);
  new DataView(bytes.buffer).setUint32(0, Math.floor(nowMs / 0x1_0000));
  new DataView(bytes.buffer).setUint16(4, nowMs % 0x1_0000);
  bytes.set(random, 6);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  return bytesToUuid(bytes);
}

/** Of the id of a token. */
export function issueTimeOf(jti: string): number {
  return Number.parseInt(jti.slice(0, 8) + jti.slice(9, 13), 16);
}

/**
 * Three base64url segments, each in its one spelling (RFC 7515 section 2): jose accepts spaces, padding and stray bits.
 */
export function isCanonical(token: string): boolean {
  const parts = token.split('.');
  return parts.length === 3 && parts.every((p) => p !== '' && Buffer.from(p, 'base64url').toString('base64url') === p);
}

/** Tokens of earlier programs tell nothing of it. */
function signInOf({ auth_method: method, auth_time: time }: Claims): Pick<Caller, 'authMethod' | 'signedInAtMs'> {
  const authMethod = SIGN_IN_METHODS.find((known) => known === method);
  return authMethod !== undefined && time !== undefined ? { authMethod, signedInAtMs: time * 1000 } : {};
}

/** The program that a user let in, and its scopes. A word that this node does not know opens nothing. */
function accessOf({ token_type: type, client_id: clientId, scope, resource, cnf }: Claims): Pick<Caller, 'access'> {
  if (type !== 'user' || scope === undefined) return {};
  return {
    access: {
      ...{ clientId: clientId ?? '', scopes: scope.filter(isProgramScope) },
      ...(resource === 'mcp' && { resource }),
      ...(cnf !== undefined && { thumbprint: cnf.jkt }),
    },
  };
}

function invalid(message: string): Issue {
  return issue('TOKEN_INVALID', '', message);
}
