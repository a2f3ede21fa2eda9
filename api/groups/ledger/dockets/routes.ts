// Dockets of a register (specification 4.2): reading, and the one way in for a docket that another validator brings.
import Type from 'typebox';
import { PAGE_SIZE_MAX } from '../../../../core/base/limits/node/requests.js';
import { route } from '../../../define.js';
import { Cursor, CursorPageQuery, RegisterId, RegisterParams } from '../../../schemas/base/common.js';
import { DocketView, DocketWritten, SealedDocketBody } from '../../../schemas/registers/dockets.js';
import { TransactionView } from '../../../schemas/registers/transactions.js';
import { ConsensusView } from '../../../schemas/registers/validator.js';
import { LINKED_DOCKET, LINKED_DOCKETS } from '../../../views/linked-forms.js';

const DocketParams = Type.Object({
  registerId: RegisterId,
  docketId: Type.String({ pattern: '^([0-9]{1,15}|latest)$', description: 'Docket number, or latest.' }),
});
const ListQuery = Type.Object({
  page: Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1 }),
  pageSize: Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: 20 }),
  order: Type.Enum(['asc', 'desc'], { default: 'asc', description: 'By number.' }),
  cursor: Cursor,
});

export const docketRoutes = {
  listDockets: route({
    method: 'GET',
    url: '/api/registers/:registerId/dockets',
    reads: 'sealed',
    can: 'CanReadTransactions',
    summary: 'List dockets by number',
    description: 'X-Total-Count tells how many there are; Link has the next page.',
    input: { params: RegisterParams, query: ListQuery },
    output: Type.Array(DocketView),
    representations: LINKED_DOCKETS,
    errors: ['PATH_INVALID', 'QUERY_INVALID', 'CURSOR_INVALID', 'REGISTER_NOT_FOUND'],
  }),
  getDocket: route({
    method: 'GET',
    url: '/api/registers/:registerId/dockets/:docketId',
    reads: 'sealed',
    can: 'CanReadTransactions',
    summary: 'Read one docket with its certificate',
    description: '`hash` is the tagged hash of `header`; `certificate` proves that the roster sealed it.',
    input: { params: DocketParams },
    output: DocketView,
    representations: LINKED_DOCKET,
    errors: ['PATH_INVALID', 'REGISTER_NOT_FOUND', 'REGISTER_FORKED', 'DOCKET_NOT_FOUND'],
  }),
  listDocketTransactions: route({
    method: 'GET',
    url: '/api/registers/:registerId/dockets/:docketId/transactions',
    reads: 'sealed',
    can: 'CanReadTransactions',
    summary: 'List the transactions of a docket',
    description: 'In docket order. X-Total-Count tells how many there are; Link has the next page.',
    input: { params: DocketParams, query: CursorPageQuery },
    output: Type.Array(TransactionView),
    errors: [
      ...(['PATH_INVALID', 'QUERY_INVALID', 'CURSOR_INVALID'] as const),
      ...(['REGISTER_NOT_FOUND', 'REGISTER_FORKED', 'DOCKET_NOT_FOUND'] as const),
    ],
  }),
  getConsensus: route({
    method: 'GET',
    url: '/api/registers/:registerId/consensus',
    reads: 'here',
    can: 'CanReadRegisters',
    summary: 'Read the docket that is being decided: its state, round, leader and votes',
    description:
      'As this node sees it at this moment. Init: nothing is proposed in this round. Proposed: a signed proposal is here. Accepted: a quorum decided it and it is ' +
      'on its way to the disk. Rejected: this attempt is over, and the next round begins.',
    input: { params: RegisterParams },
    output: ConsensusView,
    errors: ['PATH_INVALID', 'REGISTER_NOT_FOUND'],
  }),
  writeDocket: route({
    method: 'POST',
    url: '/api/registers/:registerId/dockets',
    writes: 'node',
    can: 'CanWriteDockets',
    summary: 'Bring a sealed docket with its certificate',
    description:
      'For service tokens with the scope dockets:write. Everything is verified as when a peer sends it; the same docket again is a 200, another one at a ' +
      'sealed height a 409.',
    bodySize: 'docket',
    input: { params: RegisterParams, body: SealedDocketBody },
    output: { 200: DocketWritten, 201: DocketWritten },
    errors: [
      'PATH_INVALID',
      'BODY_INVALID',
      'REGISTER_NOT_FOUND',
      'REGISTER_OFFLINE',
      'REGISTER_FORKED',
      'UPGRADE_NEEDED',
      'CERTIFICATE_INVALID',
      'DOCKET_CONFLICT',
      'DOCKET_PARENT_UNKNOWN',
      'DOCKET_HASH_MISMATCH',
      'DOCKET_ROOT_MISMATCH',
      'DOCKET_ROSTER_MISMATCH',
      'DOCKET_STATE_MISMATCH',
      'DOCKET_WORK',
      'DOCKET_HISTORY_MISMATCH',
      'DOCKET_ANNEX_MISMATCH',
      'DOCKET_TIME_INVALID',
      'DOCKET_SIZE_INVALID',
      'DOCKET_EMPTY',
      'DOCKET_DUPLICATE_TRANSACTION',
      'DOCKET_RULES_UNKNOWN',
      'VAL_CHAIN_003',
      'VAL_CHAIN_004',
    ],
    rate: 'heavy',
  }),
};
