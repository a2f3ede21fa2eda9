// Peers: asks the mesh and shapes its answers; which registers show is replication/visible.ts.
import type { PeerView, ReplicaView } from '../../../../actors/mesh/mesh.js';
import { issue } from '../../../../core/base/issue.js';
import { fail, isFailure } from '../../../../core/base/result.js';
import type { Validator } from '../../../../core/model/register.js';
import { quorum } from '../../../../core/register/roster.js';
import { mayKnow } from '../../../access/replicas.js';
import type { ApiCall, Handlers } from '../../../define.js';
import { reply } from '../../../define.js';
import { keyedPage } from '../../../requests/keyed-page.js';
import type { PagedListing } from '../../../requests/paging.js';
import { totalHeader } from '../../../views/page.js';
import { timeOrNull } from '../../../views/replicas.js';
import { isoTime } from '../../../views/transactions.js';
import type { LedgerDeps } from '../deps.js';
import type { peerRoutes } from './routes.js';
import { banView, isHealthy, peerDetails, peerInfo, qualityView, statsView } from './view.js';

/** Peers and replicas in one answer without pages. */
const LISTED_MAX = 100;

export const peerHandlers: Handlers<typeof peerRoutes, LedgerDeps> = {
  listPeers({ query }, call) {
    return listOf(call, query, (peer) => peerInfo(peer, call));
  },

  listPeerQuality({ query }, call) {
    const nowMs = call.deps.clock.now();
    return listOf(call, query, (peer) => qualityView(peer, nowMs));
  },

  getPeerStats: (_, { deps }) => statsView(deps.mesh.peers(), deps.clock.now()),

  getPeerHealth(_, { deps }) {
    const peers = deps.mesh.peers();
    const healthy = peers.filter(isHealthy);
    const shown = [...peers.filter((peer) => !isHealthy(peer)), ...healthy].slice(0, LISTED_MAX);
    return {
      totalPeers: peers.length,
      healthyPeers: healthy.length,
      unhealthyPeers: peers.length - healthy.length,
      healthPercentage: peers.length === 0 ? 100 : Math.round((1000 * healthy.length) / peers.length) / 10,
      peers: shown.map((peer) => ({
        peerId: peer.peerId,
        isHealthy: isHealthy(peer),
        state: peer.state,
        lastSeen: timeOrNull(peer.lastSeenMs),
      })),
    };
  },

  listConnectedPeers(_, call) {
    const up = call.deps.mesh.peers().filter(isUp);
    if (call.caller.kind === 'anonymous') return { connectedPeerCount: up.length };
    return {
      connectedPeerCount: up.length,
      peers: up.slice(0, LISTED_MAX).map((peer) => peerInfo(peer, call)),
    };
  },

  getPeer({ params }, call) {
    const peer = call.deps.mesh.peer(params.peerId);
    return peer === undefined
      ? fail(issue('PEER_NOT_FOUND', '/peerId', 'No such peer is known here.'))
      : peerDetails(peer, call);
  },

  async banPeer({ params, body }, call) {
    const given = { reason: body.reason ?? 'Banned by an operator.', force: body.force ?? false };
    const banned = await call.deps.mesh.ban(params.peerId, given);
    if (isFailure(banned)) return banned;
    logAct(call, params.peerId, 'An operator banned a peer.');
    return banView(banned, call);
  },

  async unbanPeer({ params }, call) {
    const peer = await call.deps.mesh.unban(params.peerId);
    if (isFailure(peer)) return peer;
    logAct(call, params.peerId, 'An operator lifted the ban of a peer.');
    return banView(peer, call);
  },

  async resetPeer({ params }, call) {
    const previousFailureCount = await call.deps.mesh.reset(params.peerId);
    if (isFailure(previousFailureCount)) return previousFailureCount;
    logAct(call, params.peerId, 'An operator reset the failures of a peer.');
    return { peerId: params.peerId, failureCount: 0, previousFailureCount };
  },

  getMeshStatus(_, call) {
    const { mesh } = call.deps;
    const peers = mesh.peers();
    const shown = [...peers.filter(isUp), ...peers.filter((peer) => !isUp(peer))].slice(0, LISTED_MAX);
    const replicas = mesh.replicas().filter(({ registerId }) => mayKnow(call, registerId));
    const { orgName, ...status } = mesh.status();
    return {
      ...{ ...status, orgName: orgName ?? status.orgId },
      peers: shown.map((peer) => peerInfo(peer, call)),
      replicas: replicas.slice(0, LISTED_MAX).map((replica) => replicaStatus(replica, call)),
    };
  },
};

function listOf<V>(call: ApiCall<LedgerDeps>, query: PagedListing['query'], view: (peer: PeerView) => V) {
  const all = call.deps.mesh.peers();
  const page = keyedPage(call, { query }, { items: all, keyOf: ({ peerId }) => [peerId] });
  if (isFailure(page)) return page;
  return reply(200, page.items.map(view), { ...totalHeader(all.length), ...page.next.headers });
}

function replicaStatus(replica: ReplicaView, call: ApiCall<LedgerDeps>) {
  const { deps } = call;
  const { registerId, state, height, targetHeight, isSeated, providers, lastError, consensus } = replica;
  const sealed = deps.ledger.state(registerId);
  const roster = isFailure(sealed) ? [] : sealed.roster.validators;
  const needed = isFailure(sealed) ? 0 : quorum(sealed.policy.consensus.mode, roster.length).commit;
  return {
    registerId,
    state,
    height,
    targetHeight,
    lag: Math.max(0, targetHeight - height),
    isSeated,
    providers: [...providers],
    lastError: lastError ?? null,
    ...(consensus === undefined ? {} : { round: consensus.round, leader: consensus.leader }),
    roster: roster.map((seat) => seatView(seat, replica, call)),
    quorum: needed,
  };
}

function seatView(
  { validatorId, orgId, peerId }: Validator,
  { height, targetHeight, tips = [] }: ReplicaView,
  { deps }: ApiCall<LedgerDeps>,
) {
  const own = deps.mesh.status();
  const isOwn = peerId === own.peerId;
  const seen = tips.find((tip) => tip.peerId === peerId);
  return {
    ...{ validatorId, orgId, peerId },
    orgName: (isOwn ? own.orgName : deps.mesh.peer(peerId)?.orgName) ?? orgId,
    tip: isOwn ? height : (seen?.height ?? null),
    tipAt: isOwn ? isoTime(deps.clock.now()) : timeOrNull(seen?.heardAtMs),
    lag: isOwn ? Math.max(0, targetHeight - height) : (seen?.lag ?? 0),
  };
}

function isUp(peer: PeerView): boolean {
  return peer.state === 'up';
}

function logAct({ caller, deps, traceId }: ApiCall<LedgerDeps>, peerId: string, sentence: string): void {
  deps.log.info({ audit: true, subject: caller.subject, peerId, traceId }, sentence);
}
