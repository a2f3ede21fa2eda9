// Mail that waits to be sent. A call that leads to a mail is answered before the mail server is asked, so that its time
// tells nothing about the account.
import type { Issue } from '../../core/base/issue.js';
import { issue } from '../../core/base/issue.js';
import type { Clock, Log, Timer } from '../../core/base/ports.js';
import type { Mail } from '../../core/outgoing/ports.js';

/** Mails that wait: a minute of a mail server that takes 16 a second. */
const WAITING_MAX = 1000;
/**
 * Tries, and the pause after each. A server that greylists asks for some minutes; links in mails are good for an hour
 * and more.
 */
const PAUSES_MS = [5000, 30_000, 120_000, 600_000] as const;

interface Waiting {
  readonly mail: Mail;
  tries: number;
}

export interface MailQueuePorts {
  /** Sends one now. `final` where another try would be answered alike. */
  readonly deliver: (mail: Mail) => Promise<{ readonly problem?: Issue; readonly final?: boolean }>;
  readonly clock: Clock;
  readonly log: Log;
}

export class MailQueue {
  private readonly ready: Waiting[] = [];
  private readonly pauses = new Set<Timer>();
  private waiting = 0;
  private isSending = false;
  private isStopped = false;

  constructor(private readonly ports: MailQueuePorts) {}

  get size(): number {
    return this.waiting;
  }

  /** MAIL_QUEUE_FULL beyond the bound, and when the node stops. */
  post(mail: Mail): Issue | undefined {
    if (this.isStopped || this.waiting >= WAITING_MAX)
      return issue('MAIL_QUEUE_FULL', '', `${this.waiting} mails wait to be sent, which is the most. Try again later.`);
    this.waiting++;
    this.enqueue({ mail, tries: 0 });
    return undefined;
  }

  /** Forgets what waits, and says how many. */
  stop(): void {
    this.isStopped = true;
    for (const pause of this.pauses) pause.cancel();
    this.pauses.clear();
    this.ready.length = 0;
    if (this.waiting > 0) this.ports.log.warn({ mails: this.waiting }, 'Mails were not sent before the stop.');
    this.waiting = 0;
  }

  private enqueue(item: Waiting): void {
    this.ready.push(item);
    if (!this.isSending) void this.sendAll();
  }

  private async sendAll(): Promise<void> {
    this.isSending = true;
    for (let item = this.ready.shift(); item !== undefined; item = this.ready.shift()) await this.sendOne(item);
    this.isSending = false;
  }

  private async sendOne(item: Waiting): Promise<void> {
    const { problem, final } = await this.ports.deliver(item.mail);
    if (this.isStopped) return;
    item.tries++;
    const pauseMs = final ? undefined : PAUSES_MS[item.tries - 1];
    if (problem === undefined || pauseMs === undefined) {
      this.waiting--;
      if (problem !== undefined)
        this.ports.log.warn(
          { kind: item.mail.kind, tries: item.tries, reason: problem.message },
          'A mail was given up.',
        );
      return;
    }
    const pause = this.ports.clock.setTimer(() => {
      this.pauses.delete(pause);
      this.enqueue(item);
    }, pauseMs);
    this.pauses.add(pause);
  }
}
