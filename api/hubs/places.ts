// The places for live connections of one node: of all, of one organisation, which may have any number of users, and of
// one subject. It counts and refuses.

import { type Issue, issue } from '../../core/base/issue.js';
import { HUB_CONNECTIONS_MAX, HUB_CONNECTIONS_SUBJECT_MAX } from '../../core/base/limits/node/hubs.js';
import { HUB_CONNECTIONS_RESERVED } from '../../core/base/limits/node/sharing.js';
import { Shares } from '../../core/base/queues/shares.js';
import { shareOf } from '../../core/base/queues/turn-key.js';
import type { Caller } from '../auth/caller.js';
import { fairKey } from '../auth/fair-key.js';
import { isAllowed } from '../auth/policy.js';

export interface Visitor {
  readonly caller: Caller;
  readonly address: string;
}

/** An organisation in one word, or one of the citizens, who have a share together. */
interface Taken {
  readonly subject: string;
  readonly organisation: string;
}

/**
 * When a client that found no place may come back: a page that is closed or a socket that is silent makes one in the
 * meantime.
 */
const RETRY_SECONDS = 10;

export class Places {
  private readonly taken = new Map<object, Taken>();
  private readonly subjects = new Map<string, number>();
  private readonly organisations = new Shares();

  constructor(private readonly max = HUB_CONNECTIONS_MAX) {}

  /**
   * Why there is none, if so. An organisation that has as many as are free gets no more: one gets half of all, and each
   * of several leaves as many as it has to those who come next. A platform administrator finds one although all are
   * taken.
   */
  problem(visitor: Visitor): Issue | undefined {
    const { subject } = visitor.caller;
    if ((this.subjects.get(subject) ?? 0) >= HUB_CONNECTIONS_SUBJECT_MAX)
      return later(
        'RATE_LIMITED',
        `You have ${HUB_CONNECTIONS_SUBJECT_MAX} live connections, as many as a subject may have.`,
      );
    const free = this.max - this.taken.size;
    if (isAllowed('RequireSystemAdmin', visitor.caller))
      return free + HUB_CONNECTIONS_RESERVED > 0 ? undefined : full(this.max);
    if (free <= 0) return full(this.max);
    const key = fairKey(visitor);
    if (this.organisations.fits(key, 1, free)) return undefined;
    const held = this.organisations.of(shareOf(key));
    return later(
      'RATE_LIMITED',
      `Your organisation has ${held} live connections and ${free} of ${this.max} are free; it gets another one while more are free than it has.`,
    );
  }

  take(connection: object, visitor: Visitor): void {
    const taken = { subject: visitor.caller.subject, organisation: fairKey(visitor) };
    this.taken.set(connection, taken);
    this.count(taken, 1);
  }

  leave(connection: object): void {
    const taken = this.taken.get(connection);
    if (taken === undefined) return;
    this.taken.delete(connection);
    this.count(taken, -1);
  }

  private count({ subject, organisation }: Taken, change: 1 | -1): void {
    add(this.subjects, subject, change);
    this.organisations.count(organisation, change);
  }
}

function add(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}

function full(max: number): Issue {
  return later('NODE_UNAVAILABLE', `The node has ${max} live connections, as many as it takes.`);
}

function later(code: 'RATE_LIMITED' | 'NODE_UNAVAILABLE', message: string): Issue {
  return { ...issue(code, '', message), retryAfterSeconds: RETRY_SECONDS };
}
