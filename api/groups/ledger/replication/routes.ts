// Registers as peers offer them and as this node replicates them: following, keeping and offering (reference-facts
// 4.8.1, 4.2.7).
import Type from 'typebox';
import { route } from '../../../define.js';
import { RegisterParams } from '../../../schemas/base/common.js';
import {
  AdvertiseBody,
  AdvertisedView,
  AvailableView,
  BulkAdvertiseBody,
  BulkAdvertisedView,
  CacheView,
  ListQuery,
  PurgedView,
  SubscribeBody,
  SubscriptionView,
  SyncHealth,
  UnsubscribedView,
  UnsubscribeQuery,
} from '../../../schemas/registers/peer.js';

const HIDDEN =
  'In pages; X-Total-Count has the total. A register that is not public shows to those who may see it only.';
const PURGE_ERRORS = ['REGISTER_NOT_FOUND', 'REGISTER_SEATED', 'REGISTER_OFFLINE', 'REGISTER_STATUS_INVALID'] as const;

export const replicationRoutes = {
  listSubscriptions: route({
    method: 'GET',
    url: '/api/registers/subscriptions',
    can: 'public',
    knowsCaller: true,
    summary: 'List the registers that this node replicates',
    description: HIDDEN,
    input: { query: ListQuery },
    output: Type.Array(SubscriptionView),
    errors: ['QUERY_INVALID', 'CURSOR_INVALID'],
  }),
  listRegisterCache: route({
    method: 'GET',
    url: '/api/registers/cache',
    can: 'public',
    knowsCaller: true,
    summary: 'List what this node holds of each register',
    description: HIDDEN,
    input: { query: ListQuery },
    output: Type.Array(CacheView),
    errors: ['QUERY_INVALID', 'CURSOR_INVALID'],
  }),
  listAvailableRegisters: route({
    method: 'GET',
    url: '/api/registers/available',
    can: 'public',
    knowsCaller: true,
    summary: 'List the registers that connected peers offer',
    description: HIDDEN,
    input: { query: ListQuery },
    output: Type.Array(AvailableView),
    errors: ['QUERY_INVALID', 'CURSOR_INVALID'],
  }),
  subscribeRegister: route({
    method: 'POST',
    url: '/api/registers/:registerId/subscribe',
    writes: 'node',
    can: 'CanManagePeers',
    summary: 'Replicate a register that a peer offers',
    description:
      'Follows it from docket 0 on and verifies everything. With genesisHash the docket 0 must be that one. Its head is believed once nodes of two ' +
      'organisations tell it, or a checkpoint is on its chain; until then nothing above docket 0 is taken. Mode forward-only is refused: what came before ' +
      'could not be verified.',
    input: { params: RegisterParams, body: SubscribeBody },
    output: { 201: SubscriptionView },
    errors: [
      'BODY_INVALID',
      'REPLICATION_MODE_UNSUPPORTED',
      'REGISTER_NOT_ADVERTISED',
      'SUBSCRIPTION_EXISTS',
      'REGISTER_IN_USE',
      'MESH_OFF',
    ],
  }),
  unsubscribeRegister: route({
    method: 'DELETE',
    url: '/api/registers/:registerId/subscribe',
    writes: 'node',
    can: 'CanManagePeers',
    summary: 'Stop replicating a register',
    description: 'Keeps what is here, unless purge=true, which takes the rights of purging it.',
    input: { params: RegisterParams, query: UnsubscribeQuery },
    output: UnsubscribedView,
    errors: ['QUERY_INVALID', 'FORBIDDEN', 'SUBSCRIPTION_NOT_FOUND', 'MESH_OFF', ...PURGE_ERRORS],
  }),
  purgeRegisterCache: route({
    method: 'DELETE',
    url: '/api/registers/:registerId/cache',
    writes: 'node',
    can: 'CanManagePeers',
    summary: 'Delete what this node holds of a register that it no longer replicates',
    description: 'For administrators of the tenant of the register, and for operators of the node.',
    input: { params: RegisterParams },
    output: PurgedView,
    errors: ['PATH_INVALID', 'FORBIDDEN', 'SUBSCRIPTION_EXISTS', ...PURGE_ERRORS],
  }),
  advertiseRegister: route({
    method: 'POST',
    url: '/api/registers/:registerId/advertise',
    writes: 'node',
    can: 'CanManagePeers',
    summary: 'Offer a register to peers, or no longer',
    description: 'For administrators of the tenant of the register, and for operators of the node.',
    input: { params: RegisterParams, body: AdvertiseBody },
    output: AdvertisedView,
    errors: ['BODY_INVALID', 'FORBIDDEN', 'REGISTER_NOT_FOUND', 'REGISTER_STATUS_INVALID'],
  }),
  bulkAdvertise: route({
    method: 'POST',
    url: '/api/registers/bulk-advertise',
    writes: 'node',
    can: 'CanManagePeers',
    summary: 'Offer several registers to peers, or no longer',
    description:
      'Every register is checked before the first is changed. Counted are those newly offered, offered before, and no longer offered.',
    bodySize: 'form',
    input: { body: BulkAdvertiseBody },
    output: BulkAdvertisedView,
    errors: ['BODY_INVALID', 'FORBIDDEN', 'REGISTER_NOT_FOUND', 'REGISTER_STATUS_INVALID'],
  }),
  getSyncHealth: route({
    method: 'GET',
    url: '/health/sync',
    can: 'public',
    knowsCaller: true,
    summary: 'Tell whether the replicas of this node are at their heads',
    output: SyncHealth,
    errors: [],
  }),
};
