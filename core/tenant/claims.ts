// Claims of a token (specification section 5.2 to 5.4): issuer, audience by tier, and the claims of users and services.
// Pure: time and ids are arguments; signing is api/auth/tokens.ts.
import type { Organisation } from './organisation.js';
import type { ProgramAccess } from './programs/scopes.js';
import { tierOf } from './roles.js';
import type { SignIn } from './session.js';
import type { Membership } from './user.js';

export interface Claims {
  readonly iss: string;
  readonly aud: string;
  readonly sub: string;
  readonly jti: string;
  readonly iat: number;
  readonly exp: number;
  readonly token_type: 'user' | 'service';
  readonly platform_user_id?: string;
  readonly org_id?: string;
  readonly org_name?: string;
  readonly roles?: readonly string[];
  /**
   * Lets a member publish who is not an administrator; designers have it (specification section 5.9). The register's
   * roster decides beside it.
   */
  readonly can_publish_blueprint?: boolean;
  readonly email?: string;
  /** False where the account did not prove that the address is its own (OpenID Connect Core, section 5.1). */
  readonly email_verified?: false;
  readonly name?: string;
  /** Session: the refresh family that the token came with. */
  readonly sid?: string;
  /** The device with which the session ends. */
  readonly device_id?: string;
  /**
   * How the session began, and when in seconds since 1970 (OpenID Connect Core, section 2): a refresh proves nothing
   * anew.
   */
  readonly auth_method?: string;
  readonly auth_time?: number;
  /** The session may do nothing but change the password that it was made with. */
  readonly must_change_password?: boolean;
  readonly client_id?: string;
  readonly service_name?: string;
  /** Of a service, and of a program that a user let in. */
  readonly scope?: readonly string[];
  /** The one resource server that takes the token of a program; the API where absent. */
  readonly resource?: string;
  /** The key that the token of a program is bound to (RFC 7800, RFC 9449 section 6.1). */
  readonly cnf?: { readonly jkt: string };
  /**
   * The organisation-scoped user for whom the service acts: such a token has other rights than that of the service
   * itself.
   */
  readonly delegated_user_id?: string;
  readonly delegated_org_id?: string;
}

/** Specification section 5.2. */
export function issuerOf(installation: string): string {
  return `urn:quorate:${installation}`;
}

/** `{installation}:{tier}`, specification section 5.2. */
export function audienceOf(installation: string, tier: string): string {
  return `${installation}:${tier}`;
}

export interface TokenMoment {
  readonly installation: string;
  readonly jti: string;
  readonly nowMs: number;
  readonly lifetimeMs: number;
}

function moment(at: TokenMoment): Pick<Claims, 'iss' | 'jti' | 'iat' | 'exp'> {
  const iat = Math.floor(at.nowMs / 1000);
  return { iss: issuerOf(at.installation), jti: at.jti, iat, exp: iat + Math.floor(at.lifetimeMs / 1000) };
}

export interface TokenOwner {
  readonly membership: Membership;
  readonly organisation: Organisation;
  readonly sessionId: string;
  readonly signIn: SignIn;
  /** When the session is over. */
  readonly endsAtMs?: number | undefined;
  readonly mustChangePassword?: true | undefined;
  /** The account did not prove its address. */
  readonly isUnverified?: true | undefined;
}

/** A consumer token has the same shape without roles (specification section 5.2). */
export function userClaims(at: TokenMoment, who: TokenOwner): Claims {
  const tier = who.signIn.tier ?? tierOf(who.organisation, who.membership.roles);
  return {
    ...moment(at),
    aud: audienceOf(at.installation, tier),
    sub: who.membership.id,
    token_type: 'user',
    platform_user_id: who.membership.platformUserId,
    org_id: who.organisation.id,
    org_name: who.organisation.name,
    ...(tier === 'platform' ? { roles: who.membership.roles } : {}),
    ...(tier === 'platform' && who.membership.roles.includes('Designer') ? { can_publish_blueprint: true } : {}),
    email: who.membership.email,
    ...(who.isUnverified && { email_verified: false }),
    name: who.membership.displayName,
    sid: who.sessionId,
    ...(who.signIn.deviceId !== undefined && { device_id: who.signIn.deviceId }),
    auth_method: who.signIn.method,
    auth_time: Math.floor(who.signIn.signedInAtMs / 1000),
    ...(who.mustChangePassword === true && { must_change_password: true }),
    ...(who.signIn.access && accessClaims(who.signIn.access)),
  };
}

function accessClaims({ clientId, scopes, resource, thumbprint: jkt }: ProgramAccess): Partial<Claims> {
  return {
    ...{ client_id: clientId, scope: scopes, ...(resource !== undefined && { resource }) },
    ...(jkt !== undefined && { cnf: { jkt } }),
  };
}

/** Claims of the token that brings a device to the account of its maker: good for that and for nothing else. */
export function enrolClaims(at: TokenMoment, who: TokenOwner): Claims {
  const { can_publish_blueprint: _, ...claims } = userClaims(at, {
    ...who,
    signIn: { ...who.signIn, tier: 'consumer' },
  });
  return { ...claims, aud: audienceOf(at.installation, 'enrol-session') };
}

export interface ServicePrincipal {
  readonly clientId: string;
  readonly serviceName: string;
  readonly scope: readonly string[];
  readonly organisationId?: string;
}

/** Claims of a service token (specification section 5.4): no user, but client id, name and scope. */
export function serviceClaims(at: TokenMoment, service: ServicePrincipal): Claims {
  return {
    ...moment(at),
    aud: audienceOf(at.installation, 'service'),
    sub: service.clientId,
    token_type: 'service',
    client_id: service.clientId,
    service_name: service.serviceName,
    scope: service.scope,
    ...(service.organisationId === undefined ? {} : { org_id: service.organisationId }),
  };
}

/** Claims of a service that acts for a member of an organisation. Its subject is the service. */
export function delegatedClaims(
  at: TokenMoment,
  { service, membership }: { readonly service: ServicePrincipal; readonly membership: Membership },
): Claims {
  const { organisationId: _, ...own } = service;
  return {
    ...serviceClaims(at, own),
    platform_user_id: membership.platformUserId,
    org_id: membership.organisationId,
    delegated_user_id: membership.id,
    delegated_org_id: membership.organisationId,
  };
}
