// Passwords that are to be set anew: in memory, by the token in the mail, for an hour and one use. A token is good for
// the password that the account had when it was asked for, so that none outlives a change.
import { PASSWORD_RESET_MS, PASSWORD_RESETS_MAX } from '../../core/base/limits/node/accounts.js';
import { networkOf } from './fair-key.js';
import { MailRate } from './mail-rate.js';
import { OneTimeSecrets, type SecretPorts } from './one-time-secrets.js';

export interface PasswordReset {
  readonly platformUserId: string;
  /** Undefined for an account without a password. */
  readonly passwordHash: string | undefined;
}

export class PasswordResets {
  private readonly waiting: OneTimeSecrets<PasswordReset>;
  private readonly mails: MailRate;

  constructor(ports: SecretPorts) {
    this.mails = new MailRate(ports.clock);
    this.waiting = new OneTimeSecrets(ports, { max: PASSWORD_RESETS_MAX, attempts: 1, lifetimeMs: PASSWORD_RESET_MS });
  }

  /** A token, good for nothing yet. */
  draw(): string {
    return this.waiting.draw();
  }

  /** Makes a token good, where the address may get a mail. */
  open(token: string, { email, ...reset }: PasswordReset & { readonly email: string }, address: string): boolean {
    if (this.mails.seconds(email, networkOf(address)) > 0) return false;
    this.waiting.open(reset, address, token);
    return true;
  }

  peek(token: string): PasswordReset | undefined {
    return this.waiting.peek(token);
  }

  take(token: string): PasswordReset | undefined {
    return this.waiting.take(token);
  }
}
