// Login tokens, for those who showed one factor of two: opaque, kept as its hash, for five minutes, five tries and one
// use. It opens no session and shows nothing.
import { issue } from '../../core/base/issue.js';
import { LOGIN_TOKEN_ATTEMPTS, LOGIN_TOKEN_MS, LOGIN_TOKENS_MAX } from '../../core/base/limits/node/accounts.js';
import type { Clock } from '../../core/base/ports.js';
import { fail, type Result } from '../../core/base/result.js';
import type { SignInMethod } from '../../core/tenant/session.js';
import type { Sessions } from '../../storage/tables/accounts/sessions.js';
import { OneTimeSecrets, type SecretPorts } from './one-time-secrets.js';

/** A sign-in that waits for a second factor. */
export interface PendingSignIn {
  readonly platformUserId: string;
  readonly organisationId: string;
  readonly membershipId: string;
  /** Of the one who showed the first factor. */
  readonly address: string;
  readonly subdomain?: string | undefined;
  readonly tier?: 'consumer' | undefined;
  /** The first factor. */
  readonly method: SignInMethod;
}

interface LoginTokenPorts extends SecretPorts {
  readonly clock: Pick<Clock, 'now' | 'steady'>;
  readonly sessions: Pick<Sessions, 'isRevoked' | 'dateFor'>;
}

type Issued = PendingSignIn & { readonly issuedAtMs: number };

export class LoginTokens {
  private readonly tokens: OneTimeSecrets<Issued>;

  constructor(private readonly ports: LoginTokenPorts) {
    const bounds = { max: LOGIN_TOKENS_MAX, attempts: LOGIN_TOKEN_ATTEMPTS, lifetimeMs: LOGIN_TOKEN_MS };
    this.tokens = new OneTimeSecrets(ports, bounds);
  }

  issue(pending: PendingSignIn): string {
    const { clock, sessions } = this.ports;
    const issuedAtMs = sessions.dateFor({ ...pending, subject: pending.membershipId }, clock.now());
    return this.tokens.open({ ...pending, issuedAtMs }, pending.address);
  }

  /** The sign-in that waits, without a try: for options that come before the second factor. */
  peek(token: string): Result<PendingSignIn> {
    return this.standing(this.tokens.peek(token));
  }

  /**
   * Counts a try. LOGIN_TOKEN_INVALID for a token that is not known, was used, tried out or revoked, or has expired.
   */
  attempt(token: string): Result<PendingSignIn> {
    return this.standing(this.tokens.attempt(token));
  }

  /**
   * Ends the token with the right answer: of two of these at once, the second one is refused. It may have been revoked
   * since the try.
   */
  use(token: string): Result<PendingSignIn> {
    return this.standing(this.tokens.take(token));
  }

  private standing(entry: Issued | undefined): Result<PendingSignIn> {
    if (entry === undefined) return fail(NOT_GOOD);
    const token = { ...entry, tokenId: '', sessionId: '', subject: entry.membershipId };
    return this.ports.sessions.isRevoked(token) ? fail(NOT_GOOD) : entry;
  }
}

const NOT_GOOD = issue('LOGIN_TOKEN_INVALID', '/loginToken', 'The login token is not good any more: log in again.');
