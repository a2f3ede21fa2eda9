// Login tokens, for those who showed one factor of two: opaque, kept as its hash, for five minutes, five tries and one use. It opens no session
// and shows nothing.
import { toBase64Url } from '../../core/base/bytes.js';
import { sha256Hex } from '../../core/base/hash.js';
import { issue } from '../../core/base/issue.js';
import { LOGIN_TOKEN_ATTEMPTS, LOGIN_TOKEN_MS, LOGIN_TOKENS_MAX } from '../../core/base/limits/node/accounts.js';
import type { Clock, Random } from '../../core/base/ports.js';
import { fail, type Result } from '../../core/base/result.js';
import { Challenges } from '../../core/tenant/factors/challenges.js';
import type { Sessions } from '../../storage/tables/accounts/sessions.js';
import { networkOf } from './fair-key.js';

/** A sign-in that waits for a second factor. */
export interface PendingSignIn {
  readonly platformUserId: string;
  readonly organisationId: string;
  readonly membershipId: string;
  /** Of the one who showed the first factor. */
  readonly address: string;
  readonly subdomain?: string | undefined;
  readonly tier?: 'consumer' | undefined;
}

type Issued = PendingSignIn & { readonly issuedAtMs: number };

export class LoginTokens {
  private readonly challenges = new Challenges<Issued>({
    max: LOGIN_TOKENS_MAX,
    attempts: LOGIN_TOKEN_ATTEMPTS,
    lifetimeMs: LOGIN_TOKEN_MS,
  });

  constructor(
    private readonly ports: {
      readonly clock: Pick<Clock, 'now' | 'steady'>;
      readonly random: Pick<Random, 'bytes'>;
      readonly sessions: Pick<Sessions, 'isRevoked' | 'dateFor'>;
    },
  ) {}

  issue(pending: PendingSignIn): string {
    const { clock, random, sessions } = this.ports;
    const token = toBase64Url(random.bytes(32));
    const issuedAtMs = sessions.dateFor({ ...pending, subject: pending.membershipId }, clock.now());
    const value = { ...pending, issuedAtMs };
    this.challenges.open(sha256Hex(token), { network: networkOf(pending.address), value }, clock.steady());
    return token;
  }

  /** The sign-in that waits, without a try: for options that come before the second factor. */
  peek(token: string): Result<PendingSignIn> {
    return this.standing(this.challenges.peek(sha256Hex(token), this.ports.clock.steady()));
  }

  /** Counts a try. LOGIN_TOKEN_INVALID for a token that is not known, was used, tried out or revoked, or has expired. */
  attempt(token: string): Result<PendingSignIn> {
    return this.standing(this.challenges.attempt(sha256Hex(token), this.ports.clock.steady()));
  }

  /** Ends the token with the right answer: of two of these at once, the second one is refused. It may have been revoked since the try. */
  use(token: string): Result<PendingSignIn> {
    return this.standing(this.challenges.take(sha256Hex(token), this.ports.clock.steady()));
  }

  private standing(found: Issued | undefined): Result<PendingSignIn> {
    if (found === undefined) return fail(NOT_GOOD);
    const token = { ...found, tokenId: '', sessionId: '', subject: found.membershipId };
    return this.ports.sessions.isRevoked(token) ? fail(NOT_GOOD) : found;
  }
}

const NOT_GOOD = issue('LOGIN_TOKEN_INVALID', '/loginToken', 'The login token is not good any more: log in again.');
