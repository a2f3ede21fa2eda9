// Refresh families and revocations. Revocations are held in memory as well, loaded whole before the first token is accepted: a check is never
// skipped because the store is slow or broken (fails closed), and costs no read.
import type { RefreshFamily } from '../core/tenant/session.js';
import type { Kv, KvOp } from './kv.js';
import type { KvReader } from './table.js';
import { defineTable, Table } from './table.js';

/** Everything of `subject` that was issued at or before `atMs` is refused until `expiresAtMs`, when it would have expired by itself. */
export interface Revocation {
  readonly atMs: number;
  readonly expiresAtMs: number;
}

/** `jti:` one token, `sid:` one session, `sub:` a membership, `user:` a platform user, `org:` an organisation. */
export type RevocationSubject =
  | `jti:${string}`
  | `sid:${string}`
  | `sub:${string}`
  | `user:${string}`
  | `org:${string}`;

const families = defineTable<string, RefreshFamily>('refresh-families');
const revoked = defineTable<string, Revocation>('revoked-tokens');

/** What of a token a revocation can name. */
export interface TokenIdentity {
  readonly tokenId: string;
  readonly sessionId: string;
  readonly subject: string;
  readonly platformUserId: string;
  readonly organisationId: string;
  readonly issuedAtMs: number;
}

export class Sessions {
  private readonly queued: Pick<Kv, 'getSync'>;
  private readonly families: Table<string, RefreshFamily>;
  private readonly revoked: Table<string, Revocation>;
  private readonly live: Map<string, Revocation>;

  private constructor(kv: KvReader, queued: Pick<Kv, 'getSync'>, live: Map<string, Revocation>) {
    this.queued = queued;
    this.families = new Table(kv, families);
    this.revoked = new Table(kv, revoked);
    this.live = live;
  }

  /** Throws when the revocations cannot be read: without them no token can be trusted. */
  static async open(kv: KvReader, queued: Pick<Kv, 'getSync'>): Promise<Sessions> {
    const live = new Map<string, Revocation>();
    for await (const [subject, revocation] of new Table(kv, revoked).range()) live.set(subject, revocation);
    return new Sessions(kv, queued, live);
  }

  family(id: string): RefreshFamily | undefined {
    return this.families.current(this.queued, id);
  }

  putFamily(family: RefreshFamily): KvOp {
    return this.families.put(family.id, family);
  }

  /** Takes effect in memory at once, before it is durable: a failed write never leaves a revoked token usable. */
  revoke(subject: RevocationSubject, revocation: Revocation): KvOp {
    this.live.set(subject, revocation);
    return this.revoked.put(subject, revocation);
  }

  isRevoked(token: TokenIdentity): boolean {
    if (this.live.size === 0) return false;
    return (
      this.live.has(`jti:${token.tokenId}`) ||
      (token.sessionId !== '' && this.live.has(`sid:${token.sessionId}`)) ||
      this.issuedBefore(`sub:${token.subject}`, token.issuedAtMs) ||
      this.issuedBefore(`user:${token.platformUserId}`, token.issuedAtMs) ||
      this.issuedBefore(`org:${token.organisationId}`, token.issuedAtMs)
    );
  }

  /** The earliest time a new token of this user and organisation may carry, so that it is not taken for a revoked one. */
  notBeforeMs(who: {
    readonly subject: string;
    readonly platformUserId: string;
    readonly organisationId: string;
  }): number {
    const subjects = [`sub:${who.subject}`, `user:${who.platformUserId}`, `org:${who.organisationId}`];
    return Math.max(...subjects.map((subject) => this.live.get(subject)?.atMs ?? -1)) + 1;
  }

  /** Deletions of what has expired, at most `limit`; commit them. */
  async sweep(nowMs: number, limit = 1000): Promise<KvOp[]> {
    const ops: KvOp[] = [];
    for (const [subject, revocation] of this.live) {
      if (ops.length >= limit) return ops;
      if (revocation.expiresAtMs > nowMs) continue;
      this.live.delete(subject);
      ops.push(this.revoked.del(subject));
    }
    for await (const [id, family] of this.families.range()) {
      if (ops.length >= limit) return ops;
      if (family.expiresAtMs <= nowMs) ops.push(this.families.del(id));
    }
    return ops;
  }

  private issuedBefore(subject: string, issuedAtMs: number): boolean {
    const revocation = this.live.get(subject);
    return revocation !== undefined && issuedAtMs <= revocation.atMs;
  }
}
