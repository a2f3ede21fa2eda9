// Refresh families and revocations. Revocations are held in memory as well, loaded whole before the first token is
// accepted: a check is never skipped because the store is slow or broken (fails closed), and costs no read.
import { REVOCATION_KEEP_MS, TOKEN_SKEW_S } from '../../../core/base/limits/node/accounts.js';
import type { RefreshFamily } from '../../../core/tenant/session.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import type { KvReader } from '../../engine/table.js';
import { defineTable, RowTable } from '../../engine/table.js';

/**
 * Everything of `subject` that was issued at or before `atMs` is refused until `expiresAtMs`, when it would have
 * expired by itself.
 */
export interface Revocation {
  readonly atMs: number;
  readonly expiresAtMs: number;
  /** The one session that it leaves, which asked for it. */
  readonly spares?: string;
}

/**
 * `jti:` one token, `sid:` one session, `dev:` the sessions of a device, `client:` those of a program. `sub:` a
 * membership, `user:` a platform user, `org:` an organisation, `all:` everything.
 */
export type RevocationSubject =
  | 'all:'
  | `jti:${string}`
  | `sid:${string}`
  | `dev:${string}`
  | `client:${string}`
  | `sub:${string}`
  | `user:${string}`
  | `org:${string}`;

const families = defineTable<string, RefreshFamily>('refresh-families');
/** Families by their owner: the value is the time at which the family began. */
const byUser = defineTable<readonly [userId: string, familyId: string], number>('user-refresh-families');
const revoked = defineTable<string, Revocation>('revoked-tokens');

/** The owner of a token, by the names that a revocation can have for it. */
export interface TokenOwnerName {
  readonly subject: string;
  readonly platformUserId: string;
  readonly organisationId: string;
  /** The membership for which a service acts. */
  readonly actsFor?: string | undefined;
}

/** The parts of a token that a revocation can name. */
export interface TokenIdentity extends TokenOwnerName {
  readonly tokenId: string;
  readonly sessionId: string;
  /** The device with which the session ends. */
  readonly deviceId?: string | undefined;
  /** The program that a person gave it to. */
  readonly clientId?: string | undefined;
  readonly issuedAtMs: number;
}

/** The refresh token of a family, as revocations name it: it has no id of its own. */
export function tokenOf({ id: sessionId, membershipId: subject, ...family }: RefreshFamily): TokenIdentity {
  const { deviceId, access, platformUserId, organisationId, issuedAtMs } = family;
  const { clientId } = access ?? {};
  return { tokenId: '', sessionId, deviceId, clientId, subject, platformUserId, organisationId, issuedAtMs };
}

/**
 * The row that ends everything issued up to now: of a store that lost writes, by a restore or damage, which may have
 * been revocations.
 */
export function endOfAll(kv: KvReader, nowMs: number): KvOp {
  return new RowTable(kv, revoked).put('all:', { atMs: nowMs, expiresAtMs: nowMs + REVOCATION_KEEP_MS });
}

export class Sessions {
  private readonly queued: Pick<Kv, 'getSync'>;
  private readonly families: RowTable<string, RefreshFamily>;
  private readonly ofUsers: RowTable<readonly [string, string], number>;
  private readonly revoked: RowTable<string, Revocation>;
  private readonly live: Map<string, Revocation>;
  /**
   * The latest date of what was issued. It is ahead of the clock where two things happened in one millisecond, and
   * after the clock was set back.
   */
  private lastIssuedMs = 0;
  private lastRevokedMs = -1;
  private readonly watchers = new Set<() => void>();
  private counted = 0;

  private constructor(kv: KvReader, queued: Pick<Kv, 'getSync'>, live: Map<string, Revocation>) {
    this.queued = queued;
    this.families = new RowTable(kv, families);
    this.ofUsers = new RowTable(kv, byUser);
    this.revoked = new RowTable(kv, revoked);
    this.live = live;
  }

  /** Throws when the revocations cannot be read: without them no token can be trusted. */
  static async open(kv: KvReader, queued: Pick<Kv, 'getSync'>): Promise<Sessions> {
    const live = new Map<string, Revocation>();
    for await (const [subject, revocation] of new RowTable(kv, revoked).range()) live.set(subject, revocation);
    const sessions = new Sessions(kv, queued, live);
    for await (const [, family] of sessions.families.range()) {
      sessions.noteIssue(family.issuedAtMs);
      sessions.counted++;
    }
    for (const { atMs } of live.values()) sessions.noteEnd(atMs);
    return sessions;
  }

  /** Sessions that were not over at the last sweep; all that are stored, before the first one. */
  get standing(): number {
    return this.counted;
  }

  family(id: string): RefreshFamily | undefined {
    return this.families.current(this.queued, id);
  }

  putFamily(family: RefreshFamily): KvOp {
    this.noteIssue(family.issuedAtMs);
    return this.families.put(family.id, family);
  }

  /** Of a family that begins: so that its owner finds it. */
  putOwner({ platformUserId, id, createdAtMs }: RefreshFamily): KvOp {
    return this.ofUsers.put([platformUserId, id], createdAtMs);
  }

  /** Families of a user that are not over, the newest first; `readMax` are looked at, and `limit` given. */
  async ofUser(
    platformUserId: string,
    { nowMs, limit, readMax }: { readonly nowMs: number; readonly limit: number; readonly readMax: number },
  ): Promise<readonly RefreshFamily[]> {
    const begun: (readonly [string, number])[] = [];
    for await (const [[, id], atMs] of this.ofUsers.range({ prefix: platformUserId, limit: readMax }))
      begun.push([id, atMs]);
    begun.sort(([, a], [, b]) => b - a);
    const rows: RefreshFamily[] = [];
    for (const [id] of begun) {
      if (rows.length >= limit) break;
      const family = this.family(id);
      if (family !== undefined && this.stands(family, nowMs)) rows.push(family);
    }
    return rows;
  }

  private stands(family: RefreshFamily, nowMs: number): boolean {
    return !family.revoked && family.expiresAtMs > nowMs && !this.isRevoked(tokenOf(family));
  }

  /** Told of everything that a later revocation has to reach. */
  private noteIssue(atMs: number): void {
    this.lastIssuedMs = Math.max(this.lastIssuedMs, atMs);
  }

  private noteEnd(atMs: number): void {
    this.lastRevokedMs = Math.max(this.lastRevokedMs, atMs);
  }

  /**
   * Takes effect in memory at once, before it is durable: a failed write never leaves a revoked token usable. It
   * reaches all that was issued up to now, also what is dated a little later than now; what is dated further ahead than
   * the skew counts as early, and is refused for that. Kept until every token of before has ended, unless it says
   * otherwise. A row that spares a session takes the place of an earlier one: the session stood then, so that it began
   * after that one, or was spared by it.
   */
  revoke(
    subject: RevocationSubject,
    atMs: number,
    {
      expiresAtMs = atMs + REVOCATION_KEEP_MS,
      spares,
    }: { readonly expiresAtMs?: number; readonly spares?: string | undefined } = {},
  ): KvOp {
    const reachMs = Math.min(this.lastIssuedMs, atMs + TOKEN_SKEW_S * 1000);
    const isSparing = spares !== undefined && spares !== '';
    const revocation = { atMs: Math.max(atMs, reachMs), expiresAtMs, ...(isSparing && { spares }) };
    this.live.set(subject, revocation);
    this.noteEnd(revocation.atMs);
    for (const watcher of this.watchers) watcher();
    return this.revoked.put(subject, revocation);
  }

  /** Calls `watcher` at each revocation, until the function that this gives is called. */
  watch(watcher: () => void): () => void {
    this.watchers.add(watcher);
    return () => void this.watchers.delete(watcher);
  }

  /** Whether this token was ended by itself, and not with its session or its owner. */
  isTokenRevoked(tokenId: string): boolean {
    return this.live.has(`jti:${tokenId}`);
  }

  isRevoked(token: TokenIdentity): boolean {
    if (this.live.size === 0) return false;
    return (
      this.isTokenRevoked(token.tokenId) ||
      (token.sessionId !== '' && this.live.has(`sid:${token.sessionId}`)) ||
      (token.deviceId !== undefined && this.live.has(`dev:${token.deviceId}`)) ||
      (token.clientId !== undefined && this.reaches(`client:${token.clientId}`, token)) ||
      this.reaches('all:', token) ||
      this.reaches(`sub:${token.subject}`, token) ||
      (token.actsFor !== undefined && this.reaches(`sub:${token.actsFor}`, token)) ||
      this.reaches(`user:${token.platformUserId}`, token) ||
      this.reaches(`org:${token.organisationId}`, token)
    );
  }

  /**
   * The date of what is issued to somebody at `nowMs`: later than any revocation that reaches it. So it stands in the
   * same millisecond, and under a clock that was set back since. Every later one reaches it.
   */
  dateFor(owner: TokenOwnerName, nowMs: number): number {
    const atMs = Math.max(nowMs, this.notBeforeMs(owner));
    this.noteIssue(atMs);
    return atMs;
  }

  /**
   * The date of a sign-in at `nowMs`: later than all that was ended before, also in the same millisecond, and no
   * further ahead than the skew. Every later revocation reaches it.
   */
  signInDate(nowMs: number): number {
    const atMs = Math.max(nowMs, Math.min(this.lastRevokedMs + 1, nowMs + TOKEN_SKEW_S * 1000));
    this.noteIssue(atMs);
    return atMs;
  }

  /**
   * The earliest time a new token of this user or service and organisation may carry, so that it is not taken for a
   * revoked one.
   */
  notBeforeMs(who: TokenOwnerName): number {
    const subjects = ['all:', `sub:${who.subject}`, `user:${who.platformUserId}`, `org:${who.organisationId}`];
    if (who.actsFor !== undefined) subjects.push(`sub:${who.actsFor}`);
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
    let standing = 0;
    for await (const [id, family] of this.families.range()) {
      if (ops.length >= limit) return ops;
      if (this.stands(family, nowMs)) standing++;
      if (family.expiresAtMs <= nowMs) ops.push(this.families.del(id), this.ofUsers.del([family.platformUserId, id]));
    }
    this.counted = standing;
    return ops;
  }

  private reaches(subject: string, { issuedAtMs, sessionId }: TokenIdentity): boolean {
    const revocation = this.live.get(subject);
    return revocation !== undefined && issuedAtMs <= revocation.atMs && revocation.spares !== sessionId;
  }
}
