// Provenance (facts 4.2.10): who sealed a docket and on what that rests, and who wrote the data of an instance.
import Type from 'typebox';
import { PAGE_SIZE_MAX } from '../../../../core/base/limits/node/requests.js';
import { route } from '../../../define.js';
import { Address, CursorPageQuery, RegisterId, RegisterParams } from '../../../schemas/base/common.js';
import { Id } from '../../../schemas/base/ids.js';
import {
  DocketChecks,
  DocketProvenancePage,
  EvidenceCheckBody,
  EvidenceVerdictView,
  FieldProvenance,
  InstanceProvenance,
} from '../../../schemas/registers/provenance.js';

const DocketParams = Type.Object({ registerId: RegisterId, docketNumber: Type.Integer({ minimum: 0 }) });
const DocketsQuery = Type.Object({
  fromDocket: Type.Integer({ minimum: 0, default: 0, description: 'The first docket of the page.' }),
  pageSize: Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: 20 }),
});
const CheckQuery = Type.Object({
  head: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f]{64}@(0|[1-9][0-9]{0,15})$',
      description: 'HASH@HEIGHT that the reader has from another organisation (`quorate register head`).',
    }),
  ),
});
const InstanceParams = Type.Object({ instanceId: Id });
const InstanceQuery = Type.Object({ ...CursorPageQuery.properties, registerId: Type.Optional(RegisterId) });
const FieldQuery = Type.Object({
  member: Type.String({
    minLength: 2,
    maxLength: 512,
    pattern: '^/',
    description: 'JSON Pointer of the member (RFC 6901), `/invoiceNumber`.',
  }),
  registerId: Type.Optional(RegisterId),
  wallet: Type.Optional(Address),
});

export const provenanceRoutes = {
  listDocketProvenance: route({
    method: 'GET',
    url: '/api/provenance/registers/:registerId',
    reads: 'sealed',
    can: 'CanReadTransactions',
    summary: 'List who sealed the dockets of a register',
    description: 'In order of their numbers, from `fromDocket` on; `nextFromDocket` is where the next page begins.',
    input: { params: RegisterParams, query: DocketsQuery },
    output: DocketProvenancePage,
    errors: ['PATH_INVALID', 'QUERY_INVALID', 'REGISTER_NOT_FOUND'],
  }),
  checkDocketProvenance: route({
    method: 'GET',
    url: '/api/provenance/registers/:registerId/dockets/:docketNumber',
    reads: 'sealed',
    can: 'CanReadTransactions',
    summary: 'Check one docket again, layer by layer',
    description:
      'Every hash and signature is made again from what this node has stored. A layer for which something is missing is `unverified`, and never passes. ' +
      'The answer is the word of this node; evidence (`/evidence` of a transaction) convinces somebody without one.',
    rate: 'heavy',
    input: { params: DocketParams, query: CheckQuery },
    output: DocketChecks,
    errors: ['PATH_INVALID', 'QUERY_INVALID', 'REGISTER_NOT_FOUND', 'REGISTER_FORKED', 'DOCKET_NOT_FOUND'],
  }),
  getInstanceProvenance: route({
    method: 'GET',
    url: '/api/provenance/instances/:instanceId',
    reads: 'sealed',
    can: 'CanExecuteBlueprints',
    summary: 'List what was done in an instance, by whom, and what proves it',
    description:
      'In ledger order, with the definition first: each step has the transaction, its signers and docket, the participant record of its sender as of then, and where its evidence is.',
    input: { params: InstanceParams, query: InstanceQuery },
    output: InstanceProvenance,
    errors: [
      ...(['PATH_INVALID', 'QUERY_INVALID', 'CURSOR_INVALID'] as const),
      ...(['INSTANCE_NOT_FOUND', 'INSTANCE_TOO_LONG', 'REGISTER_FORKED'] as const),
    ],
  }),
  getFieldProvenance: route({
    method: 'GET',
    url: '/api/provenance/instances/:instanceId/fields',
    reads: 'sealed',
    can: 'CanExecuteBlueprints',
    summary: 'Read who stated a member of the data of an instance, and what proves it',
    description:
      'Every statement of it that the wallet may read, in ledger order, and those that were not taken with the reason. Opened with the key of the wallet; without `wallet` the one ' +
      'wallet of the caller that takes part.',
    input: { params: InstanceParams, query: FieldQuery },
    output: FieldProvenance,
    errors: [
      ...(['PATH_INVALID', 'QUERY_INVALID', 'INSTANCE_NOT_FOUND', 'INSTANCE_TOO_LONG'] as const),
      ...(['WALLET_ACCESS_DENIED', 'WALLET_LOCKED'] as const),
    ],
  }),
  verifyEvidence: route({
    method: 'POST',
    url: '/api/evidence/verify',
    writes: 'nothing',
    can: 'CanReadTransactions',
    summary: 'Check a document of evidence',
    description:
      'By its hashes and signatures alone, as `quorate verify` does without a node. Nothing is stored, and no register of this node is looked at.',
    bodySize: 'content',
    input: { body: EvidenceCheckBody },
    output: EvidenceVerdictView,
    errors: ['BODY_INVALID', 'EVIDENCE_TOO_LONG', 'ENGINE_BUSY'],
    rate: 'heavy',
  }),
};
