// A peer in memory: what is known of it, its breakers and its budgets, and the figures that a person reads. Plain state
// and small steps on it; it writes nothing, and decides neither bans nor admission (peer-book.ts).

import { type Issue, issue } from '../../../core/base/issue.js';
import type { Clock } from '../../../core/base/ports.js';
import {
  type Breaker,
  type BreakerState,
  breakerState,
  CLOSED,
  type RequestClass,
} from '../../../core/mesh/breaker.js';
import {
  type Bucket,
  type BudgetRow,
  budgetOf,
  fullBucket,
  type PeerBudget,
  ROUND_CHANGE_REGISTERS_MAX,
  take,
} from '../../../core/mesh/budget.js';
import { CLEAN, pointsAt, type Score } from '../../../core/mesh/score.js';
import type { NodeDescriptor, Offence } from '../../../core/mesh/types.js';
import type { Ban, PeerRow } from '../../../storage/tables/node/peers.js';
import type { PeerView } from '../mesh.js';

/** Requests whose duration is remembered, for average, least and most. */
const DURATIONS_KEPT = 64;
/** Characters of a version that a peer claims. */
export const VERSION_LENGTH_MAX = 64;

export interface PeerRecord {
  readonly peerId: string;
  orgId: string;
  /** The organisation for which it first proved its node key as a member: it counts under no other. */
  memberOf: string | undefined;
  /** See PeerRow. */
  serial: string | undefined;
  version: string;
  descriptor: NodeDescriptor | undefined;
  isSeed: boolean;
  readonly firstSeenMs: number;
  lastSeenMs: number;
  failures: number;
  score: Score;
  ban: Ban | undefined;
  bans: number;
  /**
   * The change that is on its way to the disk and takes effect once it is there: every row written meanwhile says the
   * same.
   */
  pending: { readonly ban: Ban | undefined; readonly bans: number } | undefined;
  standing: 'member' | 'guest' | 'unknown';
  succeeded: number;
  total: number;
  /** Ring of the last durations in ms. */
  readonly durations: number[];
  readonly breakers: Map<RequestClass, Breaker>;
  readonly buckets: Map<PeerBudget, Bucket>;
  /** Of round changes, by register, the one longest unused first. */
  readonly roundChanges: Map<string, Bucket>;
  readonly offences: Map<Offence, number>;
  rangeStreams: number;
}

/** The facts that the link to the peer adds to its view. */
export interface LinkFacts {
  readonly state: PeerView['state'];
  readonly queued: number;
  readonly rules?: number;
  readonly roundTripMs?: number | undefined;
  readonly silentMs?: number | undefined;
  readonly advertised: PeerView['advertised'];
}

export function newRecord(peerId: string, nowMs: number): PeerRecord {
  return {
    peerId,
    orgId: '',
    memberOf: undefined,
    serial: undefined,
    version: '',
    descriptor: undefined,
    isSeed: false,
    firstSeenMs: nowMs,
    lastSeenMs: 0,
    failures: 0,
    score: CLEAN,
    ban: undefined,
    bans: 0,
    pending: undefined,
    standing: 'unknown',
    succeeded: 0,
    total: 0,
    durations: [],
    breakers: new Map(),
    buckets: new Map(),
    roundChanges: new Map(),
    offences: new Map(),
    rangeStreams: 0,
  };
}

export function recordOf(row: PeerRow): PeerRecord {
  const record = newRecord(row.peerId, row.firstSeenMs);
  record.orgId = row.orgId;
  record.memberOf = row.memberOf;
  record.serial = row.serial;
  record.version = row.version;
  record.lastSeenMs = row.lastSeenMs;
  record.descriptor = row.descriptor;
  record.failures = row.failures;
  record.score = row.score;
  record.ban = row.ban;
  record.bans = row.bans;
  return record;
}

export function rowOf(record: PeerRecord): PeerRow {
  const { peerId, orgId, memberOf, serial, version, firstSeenMs, lastSeenMs, descriptor, failures, score } = record;
  const { ban, bans } = record.pending ?? record;
  const bound = { ...(memberOf !== undefined && { memberOf }), ...(serial !== undefined && { serial }) };
  return { peerId, orgId, ...bound, version, firstSeenMs, lastSeenMs, descriptor, failures, score, ban, bans };
}

export function isBanned(record: PeerRecord, nowMs: number): boolean {
  const until = record.ban?.untilMs;
  return until !== undefined && (until === null || nowMs < until);
}

/**
 * PEER_ORGANISATION_MISMATCH for a member of another organisation than the one for which this peer id proved its node
 * key first: an authority vouches for its own nodes only, and what one has revoked must not come back under another.
 */
export function foreignIssue(record: PeerRecord | undefined, orgId: string): Issue | undefined {
  if (record?.memberOf === undefined || record.memberOf === orgId) return undefined;
  const { peerId, memberOf } = record;
  return issue(
    'PEER_ORGANISATION_MISMATCH',
    '',
    `The certificate names node ${peerId} for the organisation ${orgId}, but that node is one of ${memberOf} here. A node that changes its organisation enrols with a new identity.`,
  );
}

export function breakerOf(record: PeerRecord, klass: RequestClass): Breaker {
  return record.breakers.get(klass) ?? CLOSED;
}

export function countRequest(record: PeerRecord, outcome: { readonly ok: boolean; readonly ms: number }): void {
  record.durations[record.total % DURATIONS_KEPT] = outcome.ms;
  record.total += 1;
  if (outcome.ok) record.succeeded += 1;
  else record.failures += 1;
}

/** Whether the budget of the peer has the amount left, which is taken then. */
export function takeBudget(
  record: PeerRecord,
  budget: PeerBudget,
  given: { readonly amount: number; readonly nowMs: number },
): boolean {
  const row = rateOf(record, budget);
  const bucket = record.buckets.get(budget) ?? fullBucket(row, given.nowMs);
  record.buckets.set(budget, bucket);
  return take(bucket, row, given);
}

/** The same for one round change of a register. */
export function takeRoundChange(record: PeerRecord, registerId: string, nowMs: number): boolean {
  const row = rateOf(record, 'round-changes');
  const bucket = record.roundChanges.get(registerId) ?? fullBucket(row, nowMs);
  record.roundChanges.delete(registerId);
  // A bucket unused for a second is full again and is forgotten: two for each that comes, so that few are left of a
  // burst.
  for (let i = 0; i < 2; i++) {
    const [oldest] = record.roundChanges;
    if (oldest && nowMs - oldest[1].atMs >= 1000) record.roundChanges.delete(oldest[0]);
  }
  if (record.roundChanges.size >= ROUND_CHANGE_REGISTERS_MAX) return false;
  record.roundChanges.set(registerId, bucket);
  return take(bucket, row, { amount: 1, nowMs });
}

function rateOf({ standing }: PeerRecord, budget: PeerBudget): BudgetRow {
  return budgetOf(budget, standing === 'member' ? 'member' : 'guest');
}

export function viewOf(record: PeerRecord, link: LinkFacts, clock: Pick<Clock, 'now' | 'steady'>): PeerView {
  const nowMs = clock.now();
  const banned = isBanned(record, nowMs);
  const [host, port] = splitEndpoint(record.descriptor?.endpoints[0] ?? '');
  return {
    peerId: record.peerId,
    orgId: record.orgId,
    host,
    port,
    state: banned ? 'banned' : link.state,
    standing: record.standing,
    isSeed: record.isSeed,
    firstSeenMs: record.firstSeenMs,
    lastSeenMs: record.lastSeenMs,
    version: record.version,
    failures: record.failures,
    score: Math.round(pointsAt(record.score, nowMs) * 100) / 100,
    ...(banned && record.ban !== undefined ? { ban: record.ban } : {}),
    requests: requestFigures(record),
    breaker: worstBreaker(record, clock.steady()),
    queued: link.queued,
    ...(link.rules !== undefined && { rules: link.rules }),
    ...{ roundTripMs: link.roundTripMs, silentMs: link.silentMs },
    advertised: link.advertised,
  };
}

function requestFigures({ total, succeeded, durations }: PeerRecord): PeerView['requests'] {
  if (durations.length === 0) return { total, succeeded };
  const sum = durations.reduce((all, ms) => all + ms, 0);
  return {
    total,
    succeeded,
    averageMs: sum / durations.length,
    minMs: Math.min(...durations),
    maxMs: Math.max(...durations),
  };
}

function worstBreaker(record: PeerRecord, nowMs: number): BreakerState {
  let worst: BreakerState = 'closed';
  for (const breaker of record.breakers.values()) {
    const state = breakerState(breaker, nowMs);
    if (state === 'open') return 'open';
    if (state === 'half-open') worst = state;
  }
  return worst;
}

/** `host:port` apart; ['', 0] for a node that only dials. */
function splitEndpoint(endpoint: string): readonly [host: string, port: number] {
  const at = endpoint.lastIndexOf(':');
  return at < 0 ? ['', 0] : [endpoint.slice(0, at).replace(/^\[|\]$/g, ''), Number(endpoint.slice(at + 1))];
}
