// The peer service: who is known, how good they are, and the acts of an operator on them (specification 4.7,
// reference-facts 4.8.1).

import Type from 'typebox';
import { route } from '../../../define.js';
import {
  BanBody,
  BanView,
  ConnectedPeers,
  ListQuery,
  MeshStatusView,
  PeerDetails,
  PeerHealth,
  PeerInfo,
  PeerParams,
  PeerStats,
  QualityView,
  ResetView,
} from '../../../schemas/registers/peer.js';

const BAN_ERRORS = ['PATH_INVALID', 'PEER_NOT_FOUND', 'MESH_OFF'] as const;

export const peerRoutes = {
  listPeers: route({
    method: 'GET',
    url: '/api/peers',
    can: 'public',
    summary: 'List the peers that this node knows',
    description:
      'In pages; X-Total-Count has the total. Registers that are not public show to callers who may see them only.',
    input: { query: ListQuery },
    output: Type.Array(PeerInfo),
    errors: ['QUERY_INVALID', 'CURSOR_INVALID'],
  }),
  listPeerQuality: route({
    method: 'GET',
    url: '/api/peers/quality',
    can: 'public',
    summary: 'List how well peers answer',
    input: { query: ListQuery },
    output: Type.Array(QualityView),
    errors: ['QUERY_INVALID', 'CURSOR_INVALID'],
  }),
  getPeerStats: route({
    method: 'GET',
    url: '/api/peers/stats',
    can: 'public',
    summary: 'Read the totals over all peers',
    output: PeerStats,
    errors: [],
  }),
  getPeerHealth: route({
    method: 'GET',
    url: '/api/peers/health',
    can: 'public',
    summary: 'Read which peers are reachable',
    description: 'At most 100 peers are listed, unhealthy ones first; the counts are of all.',
    output: PeerHealth,
    errors: [],
  }),
  listConnectedPeers: route({
    method: 'GET',
    url: '/api/peers/connected',
    can: 'public',
    summary: 'Read how many peers have an open link',
    description: 'A caller with a token also sees which; at most 100.',
    output: ConnectedPeers,
    errors: [],
  }),
  getPeer: route({
    method: 'GET',
    url: '/api/peers/:peerId',
    can: 'public',
    summary: 'Read a peer',
    input: { params: PeerParams },
    output: PeerDetails,
    errors: ['PATH_INVALID', 'PEER_NOT_FOUND'],
  }),
  banPeer: route({
    method: 'POST',
    url: '/api/peers/:peerId/ban',
    writes: 'node',
    can: 'CanBanPeers',
    summary: 'Ban a peer until an operator lifts it',
    description:
      'Durable before it takes effect: links are closed and none is opened. A member of a roster that this node shares needs force, as it may cost quorum.',
    input: { params: PeerParams, body: BanBody },
    output: BanView,
    errors: ['BODY_INVALID', ...BAN_ERRORS, 'PEER_BANNED', 'PEER_IN_ROSTER'],
  }),
  unbanPeer: route({
    method: 'DELETE',
    url: '/api/peers/:peerId/ban',
    writes: 'node',
    can: 'CanBanPeers',
    summary: 'Lift the ban of a peer',
    input: { params: PeerParams },
    output: BanView,
    errors: [...BAN_ERRORS, 'PEER_NOT_BANNED'],
  }),
  resetPeer: route({
    method: 'POST',
    url: '/api/peers/:peerId/reset',
    writes: 'node',
    can: 'CanBanPeers',
    summary: 'Forget the failures and the score of a peer',
    input: { params: PeerParams },
    output: ResetView,
    errors: BAN_ERRORS,
  }),
  getMeshStatus: route({
    method: 'GET',
    url: '/api/mesh/status',
    can: 'CanReadRegisters',
    summary: 'Read the mesh of this node: itself, its peers and its replicas',
    output: MeshStatusView,
    errors: [],
  }),
};
