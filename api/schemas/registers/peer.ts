// Named schemas of the peer service: peers, their quality, and registers as they are replicated here (reference-facts
// 4.8.1, 4.2.7).
import Type from 'typebox';
import { ID_LENGTH_MAX } from '../../../core/base/limits/ledger/transactions.js';
import { BATCH_MAX, PAGE_SIZE_MAX } from '../../../core/base/limits/node/requests.js';
import { Cursor, Hash, namedObject, nullable, RegisterId, Timestamp } from '../base/common.js';

const Count = Type.Integer({ minimum: 0 });
const Ms = Type.Number({ description: 'Milliseconds over the last requests.' });
/** Number of a docket; -1 before docket 0 is here. */
const Docket = Type.Integer({ minimum: -1 });

export const PeerId = Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX, pattern: '^[1-9A-HJ-NP-Za-km-z]+$' });
export const PeerParams = Type.Object({ peerId: PeerId });
/** A list that is a plain array, in pages; the total is in X-Total-Count, the next page in Link. */
export const ListQuery = Type.Object({
  page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
  pageSize: Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_MAX }),
  cursor: Cursor,
});

export const Rating = Type.Enum(['Excellent', 'Good', 'Fair', 'Poor', 'Very Poor'], { title: 'PeerRating' });
const AdvertisedRegister = Type.Object({
  registerId: RegisterId,
  syncState: Type.Enum(['synced', 'recovering', 'stalled', 'not-replicated'], {
    title: 'AdvertisedSyncState',
    description: 'State here.',
  }),
  latestVersion: Docket,
  isPublic: Type.Boolean(),
});

const OrgName = Type.String({ description: 'As its authority is called that this node trusts; orgId without one.' });

const peerMembers = {
  peerId: Type.String(),
  orgId: Type.String(),
  orgName: OrgName,
  address: Type.String({ description: 'Host; empty for a node that only dials.' }),
  port: Count,
  supportedProtocols: Type.Array(Type.String()),
  state: Type.Enum(['idle', 'dialling', 'handshaking', 'up', 'backing-off', 'banned'], { title: 'PeerState' }),
  standing: Type.Enum(['member', 'guest', 'unknown'], { title: 'PeerStanding' }),
  version: Type.String(),
  firstSeen: Timestamp,
  lastSeen: nullable(Timestamp),
  failureCount: Count,
  isSeedNode: Type.Boolean(),
  averageLatencyMs: nullable(Ms),
  roundTripMs: nullable(
    Type.Number({
      description: 'Milliseconds until it answered the last question that every node answers at once, asked each 5 s.',
    }),
  ),
  silentMs: nullable(
    Type.Number({ description: 'How long such a question waits without an answer; null while the peer answers.' }),
  ),
  isBanned: Type.Boolean(),
  bannedAt: nullable(Timestamp),
  bannedUntil: nullable(Timestamp),
  banReason: nullable(Type.String({ description: 'For callers with a token only.' })),
  qualityScore: Type.Number({ minimum: 0, maximum: 100 }),
  qualityRating: Rating,
  advertisedRegisterCount: Count,
  advertisedRegisters: Type.Array(AdvertisedRegister, {
    description: 'The ones that the caller may know of; at most 1,000.',
  }),
};

export const PeerInfo = namedObject('Peer', peerMembers);
export const QualityView = namedObject('PeerQuality', {
  peerId: Type.String(),
  averageLatencyMs: nullable(Ms),
  minLatencyMs: nullable(Ms),
  maxLatencyMs: nullable(Ms),
  successRate: Type.Number({ minimum: 0, maximum: 1 }),
  totalRequests: Count,
  successfulRequests: Count,
  failedRequests: Count,
  qualityScore: Type.Number({ minimum: 0, maximum: 100 }),
  qualityRating: Rating,
  lastUpdated: Timestamp,
});
export const PeerDetails = namedObject('PeerDetails', {
  ...peerMembers,
  score: Type.Number({ description: 'Points of its behaviour; at -50 and below it is banned.' }),
  breaker: Type.Enum(['closed', 'open', 'half-open']),
  queueSize: Count,
  qualityDetails: QualityView,
});
export const PeerStats = namedObject('PeerStats', {
  timestamp: Timestamp,
  peerStats: Type.Object({
    totalPeers: Count,
    healthyPeers: Count,
    unhealthyPeers: Count,
    seedNodes: Count,
    averageLatencyMs: nullable(Ms),
    totalFailures: Count,
  }),
  qualityStats: Type.Object({
    totalTrackedPeers: Count,
    excellentPeers: Count,
    goodPeers: Count,
    fairPeers: Count,
    poorPeers: Count,
    averageQualityScore: nullable(Type.Number()),
  }),
  queueStats: Type.Object({ queueSize: Count, isEmpty: Type.Boolean() }),
  circuitBreakerStats: Type.Object({
    totalCircuitBreakers: Count,
    openCircuits: Count,
    halfOpenCircuits: Count,
    closedCircuits: Count,
  }),
});
export const PeerHealth = namedObject('PeerHealth', {
  totalPeers: Count,
  healthyPeers: Count,
  unhealthyPeers: Count,
  healthPercentage: Type.Number({ minimum: 0, maximum: 100 }),
  peers: Type.Array(
    Type.Object({
      peerId: Type.String(),
      isHealthy: Type.Boolean(),
      state: Type.String(),
      lastSeen: nullable(Timestamp),
    }),
  ),
});
export const ConnectedPeers = namedObject('ConnectedPeers', {
  connectedPeerCount: Count,
  peers: Type.Optional(Type.Array(PeerInfo, { description: 'For callers with a token only.' })),
});
export const BanBody = namedObject('BanPeer', {
  reason: Type.Optional(Type.String({ maxLength: 200 })),
  force: Type.Optional(Type.Boolean({ description: 'Ban it though it holds a seat in a register of this node.' })),
});
export const BanView = namedObject('PeerBan', {
  peerId: Type.String(),
  isBanned: Type.Boolean(),
  bannedAt: nullable(Timestamp),
  banReason: nullable(Type.String()),
});
export const ResetView = namedObject('PeerReset', {
  peerId: Type.String(),
  failureCount: Count,
  previousFailureCount: Count,
});

// ---- Registers as they are replicated here.

export const SyncStateEnum = Type.Enum(['synced', 'recovering', 'stalled'], { title: 'SyncState' });
const Progress = Type.Number({ minimum: 0, maximum: 100 });
export const SubscriptionView = namedObject('Subscription', {
  registerId: RegisterId,
  mode: Type.Enum(['full-replica']),
  syncState: SyncStateEnum,
  lastSyncedDocketVersion: Docket,
  lastSyncedTransactionVersion: Count,
  totalDocketsInChain: Count,
  syncProgressPercent: Progress,
  canParticipateInValidation: Type.Boolean(),
  isReceiving: Type.Boolean(),
  lastSyncAt: nullable(Timestamp),
  consecutiveFailures: Count,
  errorMessage: nullable(Type.String()),
});
export const CacheView = namedObject('RegisterCache', {
  registerId: RegisterId,
  transactionCount: Count,
  docketCount: Count,
  latestTransactionVersion: Count,
  latestDocketVersion: Docket,
  lastUpdateTime: Timestamp,
});
export const AvailableView = namedObject('AvailableRegister', {
  registerId: RegisterId,
  name: Type.String(),
  description: Type.String(),
  peerCount: Count,
  latestVersion: Docket,
  latestDocketVersion: Docket,
  isPublic: Type.Boolean(),
  fullReplicaPeerCount: Count,
});
export const SubscribeBody = namedObject('Subscribe', {
  mode: Type.Enum(['full-replica', 'forward-only'], { documented: { enum: ['full-replica'] } }),
  genesisHash: Type.Optional(Hash),
  checkpoint: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f]{64}@(0|[1-9][0-9]{0,15})$',
      description:
        'HASH@HEIGHT of a docket that is on the chain, from its owners: needed where fewer than two organisations tell the head. It may be given again for a register that is here.',
    }),
  ),
});
export const UnsubscribeQuery = Type.Object({ purge: Type.Boolean({ default: false }) });
export const UnsubscribedView = namedObject('Unsubscribed', {
  registerId: RegisterId,
  unsubscribed: Type.Boolean(),
  cacheRetained: Type.Boolean(),
});
export const PurgedView = namedObject('Purged', {
  registerId: RegisterId,
  purged: Type.Boolean(),
  transactionsRemoved: Count,
  docketsRemoved: Count,
});
export const AdvertiseBody = namedObject('Advertise', { isPublic: Type.Boolean() });
export const AdvertisedView = namedObject('Advertised', { registerId: RegisterId, isPublic: Type.Boolean() });
export const BulkAdvertiseBody = namedObject('BulkAdvertise', {
  advertisements: Type.Array(Type.Object({ registerId: RegisterId, isPublic: Type.Boolean() }), {
    maxItems: BATCH_MAX,
  }),
  fullSync: Type.Optional(
    Type.Boolean({ description: "The list is complete: the caller's other registers are no longer offered." }),
  ),
});
export const BulkAdvertisedView = namedObject('BulkAdvertised', {
  processed: Count,
  added: Count,
  updated: Count,
  removed: Count,
});
export const SyncHealth = namedObject('SyncHealth', {
  status: SyncStateEnum,
  registers: Type.Array(
    Type.Object({
      registerId: RegisterId,
      status: SyncStateEnum,
      currentDocket: Docket,
      targetDocket: Docket,
      progressPercent: Progress,
      docketsProcessed: Count,
      lastError: nullable(Type.String()),
      isStale: Type.Boolean(),
    }),
    { description: 'At most 1,000; a caller without a token sees advertised ones only.' },
  ),
  checkedAt: Timestamp,
});
export const MeshStatusView = namedObject('MeshStatus', {
  isOn: Type.Boolean(),
  peerId: Type.String(),
  orgId: Type.String(),
  orgName: OrgName,
  endpoint: Type.String(),
  peersUp: Count,
  peersKnown: Count,
  peers: Type.Array(PeerInfo, { description: 'Connected ones first; at most 100.' }),
  replicas: Type.Array(
    Type.Object({
      registerId: RegisterId,
      state: SyncStateEnum,
      height: Docket,
      targetHeight: Docket,
      lag: Count,
      isSeated: Type.Boolean(),
      providers: Type.Array(Type.String()),
      lastError: nullable(Type.String()),
      round: Type.Optional(Type.Integer({ description: 'Of the height that is being decided, where known.' })),
      leader: Type.Optional(Type.String({ description: 'validatorId that proposes in this round, where known.' })),
      roster: Type.Array(
        Type.Object({
          validatorId: Type.String(),
          orgId: Type.String(),
          orgName: OrgName,
          peerId: Type.String(),
          tip: nullable(Docket),
          tipAt: nullable(Timestamp),
          lag: Type.Integer({
            minimum: 0,
            description: 'Dockets sealed here more than two seconds ago that the seat has not told since.',
          }),
        }),
        { description: 'tip is the newest docket that a seat has by its own word, which this node heard at tipAt.' },
      ),
      quorum: Type.Integer({ minimum: 0, description: 'Seats that have to agree on a docket; 0 without a roster.' }),
    }),
    { description: 'The ones that the caller may see; at most 100.' },
  ),
});
