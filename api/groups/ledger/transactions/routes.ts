// Transactions of a register: submission, reading, receipts, evidence, publications (specification 4.2 and 4.1
// publish).
import Type, { type Static } from 'typebox';
import { WAIT_SECONDS_DEFAULT } from '../../../../core/base/limits/node/requests.js';
import { route } from '../../../define.js';
import { RegisterId, RegisterParams } from '../../../schemas/base/common.js';
import { EvidenceQuery, EvidenceView } from '../../../schemas/base/evidence.js';
import { Id, TxParams } from '../../../schemas/base/ids.js';
import { PublishBody } from '../../../schemas/base/publication.js';
import { PUBLICATION_ERRORS, SUBMIT_ERRORS } from '../../../schemas/registers/submission-codes.js';
import {
  BatchBody,
  BatchView,
  PrepareBody,
  PreparedView,
  PublicationView,
  PublishedView,
  ReceiptView,
  SkipTopQuery,
  SubmissionBody,
  SubmittedView,
  TransactionList,
  TransactionReaders,
  TransactionView,
} from '../../../schemas/registers/transactions.js';
import { LINKED_PUBLICATION, LINKED_TRANSACTION, LINKED_TRANSACTIONS } from '../../../views/linked-forms.js';
import { SHORT_PAGE } from '../../../views/page.js';
import { listForms } from '../../../views/transaction-forms.js';

const ACCEPTANCE =
  '202 says that the transaction is durable on this node and pending; 200 that it is sealed here. `Prefer: wait=<seconds>` waits for the seal, ' +
  `for ${WAIT_SECONDS_DEFAULT} seconds at most unless the operator chose otherwise (http.waitSecondsMax). The same ` +
  'transaction again gets the same answer and is never sealed twice. Whether it is valid is decided by its signatures and the rules of the register, ' +
  'not by who sends it.';
const BlueprintParams = Type.Object({ registerId: RegisterParams.properties.registerId, blueprintId: Id });

const InstanceEvidenceQuery = Type.Object({
  ...EvidenceQuery.properties,
  registerId: Type.Optional(RegisterId),
});

export const transactionRoutes = {
  submitTransaction: route({
    method: 'POST',
    url: '/api/registers/:registerId/transactions',
    writes: 'register',
    can: 'CanSubmitTransactions',
    summary: 'Submit a signed transaction',
    description: `A genesis founds its register, for callers who may found one. ${ACCEPTANCE}`,
    chargesSignatures: true,
    bodySize: 'content',
    input: { params: RegisterParams, body: SubmissionBody },
    output: { 200: SubmittedView, 202: SubmittedView },
    errors: ['PATH_INVALID', ...SUBMIT_ERRORS],
  }),
  submitBatch: route({
    method: 'POST',
    url: '/api/v1/transactions/batch',
    writes: 'register',
    can: 'CanSubmitTransactions',
    summary: 'Submit up to 500 signed transactions',
    description: `A result for each, in order; a refused one does not hold up the others. ${ACCEPTANCE}`,
    chargesSignatures: true,
    bodySize: 'content',
    input: { body: BatchBody },
    output: BatchView,
    errors: ['BODY_INVALID'],
  }),
  prepareTransaction: route({
    method: 'POST',
    url: '/api/v1/transactions/prepare',
    writes: 'nothing',
    can: 'CanSubmitTransactions',
    summary: 'Compute what a wallet has to sign',
    description:
      'Takes a submission without transactionId, payloadHash and signatures, and stores nothing. The payload is not encrypted: all who have the register ' +
      'read it, and POST /api/actions encrypts one for its readers. createdAt defaults to now; for a register that the caller sees, pin and instance default to those of the previous transaction, or to the newest publication; metadata.routing defaults to the decision that the payload and the readable runs before it give.',
    bodySize: 'content',
    input: { body: PrepareBody },
    output: PreparedView,
    errors: [
      ...([
        'BODY_INVALID',
        'VAL_STRUCT_002',
        'VAL_STRUCT_003',
        'VAL_STRUCT_004',
        'VAL_STRUCT_005',
        'VAL_STRUCT_011',
      ] as const),
      ...(['VAL_ROUTING_001', 'VAL_ROUTING_005'] as const),
    ],
  }),
  listTransactions: route({
    method: 'GET',
    url: '/api/registers/:registerId/transactions',
    reads: 'sealed',
    can: 'CanReadTransactions',
    summary: 'List sealed transactions in ledger order',
    input: { params: RegisterParams, query: SkipTopQuery },
    output: TransactionList,
    description: `${SHORT_PAGE} \`Accept: application/ld+json\` gives references, which lead to the transactions.`,
    representations: {
      ...listForms(
        TransactionView,
        ({ transactions }: Static<typeof TransactionList>) => transactions,
        (tx) => tx,
      ),
      ...LINKED_TRANSACTIONS,
    },
    errors: ['PATH_INVALID', 'QUERY_INVALID', 'CURSOR_INVALID', 'REGISTER_NOT_FOUND'],
  }),
  getTransaction: route({
    method: 'GET',
    url: '/api/registers/:registerId/transactions/:txId',
    reads: 'sealed',
    can: 'CanReadTransactions',
    summary: 'Read one sealed transaction',
    description: '`Accept: application/ld+json` gives JSON-LD, `application/n-quads` its canonical quads.',
    input: { params: TxParams },
    output: TransactionView,
    representations: LINKED_TRANSACTION,
    errors: ['PATH_INVALID', 'REGISTER_NOT_FOUND', 'REGISTER_FORKED', 'TRANSACTION_NOT_FOUND'],
  }),
  getReceipt: route({
    method: 'GET',
    url: '/api/registers/:registerId/transactions/:txId/receipt',
    reads: 'sealed',
    can: 'CanReadTransactions',
    summary: 'Read what became of a transaction',
    description:
      'Pending, sealed with its docket and certificate, or refused with its code: nothing that was accepted disappears.',
    input: { params: TxParams },
    output: ReceiptView,
    errors: ['PATH_INVALID', 'RECEIPT_NOT_FOUND', 'REGISTER_NOT_FOUND', 'REGISTER_FORKED'],
  }),
  getEvidence: route({
    method: 'GET',
    url: '/api/registers/:registerId/transactions/:txId/evidence',
    reads: 'sealed',
    can: 'CanReadTransactions',
    summary: 'Read the proof of a transaction as one document',
    description:
      'Transaction, Merkle paths, docket header, certificate, the chain of rosters from genesis, and a head in whose history all of it lies. `head` names a docket that ' +
      'the reader knows from elsewhere: the evidence then ends in it, or goes on from it. Checked offline by `quorate verify`.',
    input: { params: TxParams, query: EvidenceQuery },
    output: EvidenceView,
    errors: [
      'PATH_INVALID',
      'REGISTER_NOT_FOUND',
      'REGISTER_FORKED',
      'TRANSACTION_NOT_FOUND',
      'DOCKET_NOT_FOUND',
      'GOVERNANCE_ROSTER_UNAVAILABLE',
      'EVIDENCE_TOO_LONG',
    ],
    rate: 'heavy',
  }),
  getTransactionReaders: route({
    method: 'GET',
    url: '/api/registers/:registerId/transactions/:txId/readers',
    reads: 'sealed',
    can: 'CanReadTransactions',
    summary: 'Read who can open which part of a sealed transaction',
    description:
      'Candidates and deputies of the time are included, and what was delivered to wallets since. It follows from the ledger, and no key is used. Evidence that is kept off the ledger is told where it was delivered.',
    input: { params: TxParams },
    output: TransactionReaders,
    errors: [
      ...(['PATH_INVALID', 'REGISTER_NOT_FOUND', 'REGISTER_FORKED', 'TRANSACTION_NOT_FOUND'] as const),
      ...(['PUBLICATION_NOT_FOUND', 'INSTANCE_TOO_LONG'] as const),
    ],
  }),
  getInstanceEvidence: route({
    method: 'GET',
    url: '/api/instances/:instanceId/evidence',
    reads: 'sealed',
    can: 'CanReadTransactions',
    summary: 'Read the proof of all moves of an instance as one document',
    description:
      'As the evidence of its last move, with the moves before it as `earlier`: one genesis, one roster, one head. `head` names a docket that the reader knows from elsewhere, ' +
      'and the document has the moves up to it. Checked offline by `quorate verify`.',
    input: { params: Type.Object({ instanceId: Id }), query: InstanceEvidenceQuery },
    output: EvidenceView,
    errors: [
      ...(['PATH_INVALID', 'QUERY_INVALID', 'INSTANCE_NOT_FOUND', 'INSTANCE_TOO_LONG', 'REGISTER_FORKED'] as const),
      ...(['TRANSACTION_NOT_FOUND', 'DOCKET_NOT_FOUND'] as const),
      ...(['GOVERNANCE_ROSTER_UNAVAILABLE', 'EVIDENCE_TOO_LONG'] as const),
    ],
    rate: 'heavy',
  }),
  publishBlueprint: route({
    method: 'POST',
    url: '/api/registers/:registerId/blueprints/publish',
    writes: 'register',
    can: 'CanPublishToRegisters',
    summary: 'Publish a definition to a register',
    description:
      'Takes a wallet of the caller with the role Owner, Admin or Designer on the sealed roster; a service names it in publishedBy. Takes a definition without errors, with a rehearsal in the organisation of the caller or a confirmed override, as the publication of a draft does. The system wallet ' +
      'signs, and where the register is of another node that wallet. 200 when sealed, 202 while pending. The same definition again is a no-op with alreadyPublished true.',
    bodySize: 'content',
    input: { params: RegisterParams, body: PublishBody },
    output: { 200: PublishedView, 202: PublishedView },
    errors: [
      'PATH_INVALID',
      'BODY_INVALID',
      'ROSTER_ROLE_REQUIRED',
      'REGISTER_NOT_FOUND',
      'GOVERNANCE_ROSTER_NOT_SEALED',
      'GOVERNANCE_ROSTER_UNAVAILABLE',
      'BLUEPRINT_INVALID',
      'BLUEPRINT_TOO_COSTLY',
      'ENGINE_BUSY',
      'REHEARSAL_REQUIRED',
      ...PUBLICATION_ERRORS,
    ],
    idempotent: true,
  }),
  getLatestPublication: route({
    method: 'GET',
    url: '/api/registers/:registerId/blueprints/:blueprintId/publications/latest',
    reads: 'sealed',
    can: 'CanReadTransactions',
    summary: 'Read the newest publication of a blueprint',
    input: { params: BlueprintParams },
    output: PublicationView,
    representations: LINKED_PUBLICATION,
    errors: ['PATH_INVALID', 'REGISTER_NOT_FOUND', 'PUBLICATION_NOT_FOUND', 'REGISTER_FORKED'],
  }),
  getPublication: route({
    method: 'GET',
    url: '/api/registers/:registerId/publications/:txId',
    reads: 'sealed',
    can: 'CanReadTransactions',
    summary: 'Read one publication by its publicationTxId',
    input: { params: TxParams },
    output: PublicationView,
    representations: LINKED_PUBLICATION,
    errors: ['PATH_INVALID', 'REGISTER_NOT_FOUND', 'PUBLICATION_NOT_FOUND', 'REGISTER_FORKED'],
  }),
};
