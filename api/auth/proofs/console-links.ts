// Links into the console of this computer, each good once and for ten minutes: that of a first start, while the first
// password stands, and those that a person asks for who is logged in. In memory, by their hash: a restart ends them.
import { CONSOLE_LINK_MS, CONSOLE_LINKS_MAX } from '../../../core/base/limits/node/accounts.js';
import type { SignIn } from '../../../core/tenant/session.js';
import type { TokenIdentity } from '../../../storage/tables/accounts/sessions.js';
import { OneTimeSecrets, type SecretPorts } from '../one-time-secrets.js';

/** Whose session the link opens; what ends the session that asked for it ends the link. */
export interface ConsoleLink extends TokenIdentity {
  readonly signIn: SignIn;
  /** Of a first start: who has it is the operator, who need not know the first password. */
  readonly isOfStart: boolean;
}

export class ConsoleLinks {
  private readonly waiting: OneTimeSecrets<ConsoleLink>;
  /** The session that the link of the first start opened. */
  private startSession = '';

  constructor(ports: SecretPorts) {
    this.waiting = new OneTimeSecrets(ports, { max: CONSOLE_LINKS_MAX, attempts: 1, lifetimeMs: CONSOLE_LINK_MS });
  }

  /** The secret of a link; `address` is that of its asker. */
  open(link: ConsoleLink, address: string): string {
    return this.waiting.open(link, address);
  }

  /** Ends it: of two that come at once, the second one gets nothing. */
  take(secret: string): ConsoleLink | undefined {
    return this.waiting.take(secret);
  }

  onStart(sessionId: string): void {
    this.startSession = sessionId;
  }

  /** Whether the session came by the link of the first start, which stands for the first password. */
  isOfStart(sessionId: string): boolean {
    return sessionId !== '' && sessionId === this.startSession;
  }
}

/** The part after # names it, which no browser sends and no server logs. */
export function linkAddress(publicUrl: string, secret: string): string {
  return `${publicUrl}/console#start=${secret}`;
}
