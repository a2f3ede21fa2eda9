// The caller: the verified claims of a token in the words of the domain. Made by guard.ts only; handlers trust it.
import type { ActionBounds } from '../../actors/workflow/moves/action/ask.js';
import type { Issue } from '../../core/base/issue.js';
import type { Result } from '../../core/base/result.js';
import type { GrantedAct } from '../../core/tenant/programs/grants.js';
import type { ProgramAccess } from '../../core/tenant/programs/scopes.js';
import type { Role } from '../../core/tenant/roles.js';
import type { SignInMethod } from '../../core/tenant/session.js';

/** Audiences of tokens, without the installation's name (specification section 5.2). */
export const AUDIENCES = ['consumer', 'platform', 'service', 'enrol-session'] as const;
/**
 * By which rights are given: the audience, and apart from it the token of a service that acts for a user (specification
 * section 5.6).
 */
export type Tier = (typeof AUDIENCES)[number] | 'delegated';
export const TIERS: readonly Tier[] = [...AUDIENCES, 'delegated'];

export interface Caller {
  readonly kind: 'anonymous' | 'user' | 'service';
  /** Claim `sub`: the organisation-scoped user id, or the service principal. Empty for an anonymous caller. */
  readonly subject: string;
  readonly platformUserId: string;
  /** Empty when the token has no organisation. */
  readonly organisationId: string;
  readonly organisationName: string;
  readonly roles: readonly Role[];
  /** Claim `can_publish_blueprint`. */
  readonly canPublishBlueprint?: true;
  readonly email: string;
  readonly displayName: string;
  readonly tier: Tier | 'none';
  readonly clientId: string;
  /**
   * Of the tier `delegated`: the organisation-scoped user for whom the service acts. The platform user and the
   * organisation are those of that user.
   */
  readonly actsFor?: string;
  readonly serviceName: string;
  /** Of a service. */
  readonly scope: readonly string[];
  /** The program that acts for a user, and what that may do; undefined where the person itself calls. */
  readonly access?: ProgramAccess;
  /** Claim `jti`. */
  readonly tokenId: string;
  /** Claim `sid`: the refresh family; empty for services. */
  readonly sessionId: string;
  /** Claim `device_id`: the device with which the session ends. */
  readonly deviceId?: string;
  /** How the session of a user began, and when; absent without a sign-in. */
  readonly authMethod?: SignInMethod;
  readonly signedInAtMs?: number;
  readonly expiresAtMs: number;
  /** The session was made with a password that has to be changed first: guard.ts lets it do nothing else. */
  readonly mustChangePassword?: true;
}

/**
 * The name under which a caller is counted and its answers are kept: each user for whom a service acts counts apart,
 * and none of them is the service itself. Empty for an anonymous caller. No client id has a space.
 */
export function callerKey({ subject, actsFor }: Pick<Caller, 'subject' | 'actsFor'>): string {
  return actsFor === undefined ? subject : `${subject} for ${actsFor}`;
}

export const ANONYMOUS: Caller = {
  kind: 'anonymous',
  subject: '',
  platformUserId: '',
  organisationId: '',
  organisationName: '',
  roles: [],
  email: '',
  displayName: '',
  tier: 'none',
  clientId: '',
  serviceName: '',
  scope: [],
  tokenId: '',
  sessionId: '',
  expiresAtMs: 0,
};

/** Acts of a program about which its person is not asked. */
export interface UnaskedActs {
  /** STANDING_GRANT_NEEDED where no standing grant covers it. */
  boundsOf(act: GrantedAct): Result<ActionBounds>;
  /** Counts it, durably. To be called before it is sent; the same issue where it is not covered by now. */
  count(act: GrantedAct, transactionId: string): Promise<readonly Issue[]>;
}
