// Peers as clients see them.
import type { Static } from 'typebox';
import type { PeerView } from '../../../../actors/mesh/mesh.js';
import { qualityRating, qualityScore } from '../../../../core/mesh/quality.js';
import { isPublic, mayKnow } from '../../../access/replicas.js';
import type { ApiCall } from '../../../define.js';
import type { BanView, PeerDetails, PeerInfo, PeerStats, QualityView } from '../../../schemas/registers/peer.js';
import { timeOrNull } from '../../../views/replicas.js';
import { isoTime } from '../../../views/transactions.js';
import type { LedgerDeps } from '../deps.js';

const PROTOCOLS = ['grpc'];
/** Registers shown of one peer. */
const ADVERTISED_MAX = 1000;

export function peerInfo(peer: PeerView, call: ApiCall<LedgerDeps>): Static<typeof PeerInfo> {
  const quality = qualityOf(peer);
  const advertised = peer.advertised.filter((item) => mayKnow(call, item.registerId, item.isPublic));
  return {
    peerId: peer.peerId,
    orgId: peer.orgId,
    orgName: peer.orgName ?? peer.orgId,
    address: peer.host,
    port: peer.port,
    supportedProtocols: PROTOCOLS,
    state: peer.state,
    standing: peer.standing,
    version: peer.version,
    firstSeen: isoTime(peer.firstSeenMs),
    lastSeen: timeOrNull(peer.lastSeenMs),
    failureCount: peer.failures,
    isSeedNode: peer.isSeed,
    averageLatencyMs: peer.requests.averageMs ?? null,
    roundTripMs: peer.roundTripMs ?? null,
    silentMs: peer.silentMs ?? null,
    ...banMembers(peer, call),
    qualityScore: quality,
    qualityRating: qualityRating(quality),
    advertisedRegisterCount: advertised.length,
    advertisedRegisters: advertised.slice(0, ADVERTISED_MAX).map((item) => ({
      registerId: item.registerId,
      syncState: call.deps.mesh.replica(item.registerId)?.state ?? 'not-replicated',
      latestVersion: item.height,
      isPublic: isPublic(call, item.registerId, item.isPublic),
    })),
  };
}

export function peerDetails(peer: PeerView, call: ApiCall<LedgerDeps>): Static<typeof PeerDetails> {
  return {
    ...peerInfo(peer, call),
    score: peer.score,
    breaker: peer.breaker,
    queueSize: peer.queued,
    qualityDetails: qualityView(peer, call.deps.clock.now()),
  };
}

export function qualityView(peer: PeerView, nowMs: number): Static<typeof QualityView> {
  const { total, succeeded, averageMs, minMs, maxMs } = peer.requests;
  const quality = qualityOf(peer);
  return {
    peerId: peer.peerId,
    averageLatencyMs: averageMs ?? null,
    minLatencyMs: minMs ?? null,
    maxLatencyMs: maxMs ?? null,
    successRate: total === 0 ? 0 : succeeded / total,
    totalRequests: total,
    successfulRequests: succeeded,
    failedRequests: total - succeeded,
    qualityScore: quality,
    qualityRating: qualityRating(quality),
    lastUpdated: isoTime(nowMs),
  };
}

export function banView(peer: PeerView, call: ApiCall<LedgerDeps>): Static<typeof BanView> {
  const { isBanned, bannedAt, banReason } = banMembers(peer, call);
  return { peerId: peer.peerId, isBanned, bannedAt, banReason };
}

export function statsView(peers: readonly PeerView[], nowMs: number): Static<typeof PeerStats> {
  const healthy = peers.filter(isHealthy).length;
  const latencies = peers.flatMap(({ requests }) => requests.averageMs ?? []);
  const scores = peers.map(qualityOf);
  const countRated = (rating: string) => scores.filter((score) => qualityRating(score) === rating).length;
  const queueSize = sum(peers.map(({ queued }) => queued));
  const circuits = (state: PeerView['breaker']) => peers.filter(({ breaker }) => breaker === state).length;
  return {
    timestamp: isoTime(nowMs),
    peerStats: {
      totalPeers: peers.length,
      healthyPeers: healthy,
      unhealthyPeers: peers.length - healthy,
      seedNodes: peers.filter(({ isSeed }) => isSeed).length,
      averageLatencyMs: average(latencies),
      totalFailures: sum(peers.map(({ failures }) => failures)),
    },
    qualityStats: {
      totalTrackedPeers: peers.length,
      excellentPeers: countRated('Excellent'),
      goodPeers: countRated('Good'),
      fairPeers: countRated('Fair'),
      poorPeers: countRated('Poor') + countRated('Very Poor'),
      averageQualityScore: average(scores),
    },
    queueStats: { queueSize, isEmpty: queueSize === 0 },
    circuitBreakerStats: {
      totalCircuitBreakers: peers.length,
      openCircuits: circuits('open'),
      halfOpenCircuits: circuits('half-open'),
      closedCircuits: circuits('closed'),
    },
  };
}

/** It has a link and answers. */
export function isHealthy(peer: PeerView): boolean {
  return peer.state === 'up' && peer.breaker !== 'open';
}

/** The reason may quote what an operator wrote: it is for callers with a token. */
function banMembers({ ban }: PeerView, { caller }: ApiCall<LedgerDeps>) {
  return {
    isBanned: ban !== undefined,
    bannedAt: timeOrNull(ban?.atMs),
    bannedUntil: timeOrNull(ban?.untilMs ?? undefined),
    banReason: ban === undefined || caller.kind === 'anonymous' ? null : ban.reason,
  };
}

function qualityOf({ requests, score }: PeerView): number {
  return qualityScore({ ...requests, points: score });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}

function average(numbers: readonly number[]): number | null {
  return numbers.length === 0 ? null : sum(numbers) / numbers.length;
}
