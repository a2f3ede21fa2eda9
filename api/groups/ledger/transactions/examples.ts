// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { INSTANCE } from '../../../examples/instance.js';
import {
  DEFINITION,
  DRAFT,
  LEDGER,
  PLACE,
  RECEIPT,
  SUBMISSION,
  SUBMITTED,
  TRANSACTION,
} from '../../../examples/ledger.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { transactionRoutes } from './routes.js';

const { registerId, txId, blueprintId, publicationTxId } = LEDGER;
const { signatures: _, ...unsigned } = SUBMISSION;
const publication = {
  registerId,
  blueprintId,
  publicationTxId,
  version: 1,
  publishedAt: EXAMPLE.time,
  publishedBy: `did:quorate:w:${EXAMPLE.walletAddress}`,
  isPublisherSigned: true,
  definition: DEFINITION,
};

export const transactionExamples: Examples<typeof transactionRoutes> = {
  submitTransaction: { input: { params: { registerId }, body: SUBMISSION }, output: SUBMITTED },
  submitBatch: {
    input: { body: { transactions: [SUBMISSION] } },
    output: { results: [{ transactionId: txId, status: 'sealed', ...PLACE }] },
  },
  prepareTransaction: {
    input: { body: DRAFT },
    output: {
      transactionId: txId,
      payloadHash: LEDGER.payloadHash,
      signingDigest: LEDGER.rosterHash,
      dataToSign: Buffer.from(LEDGER.rosterHash, 'hex').toString('base64'),
      transaction: unsigned,
    },
  },
  listTransactions: {
    input: { params: { registerId }, query: { $skip: 0, $top: 20 } },
    output: { page: 1, pageSize: 20, total: 1, transactions: [TRANSACTION] },
  },
  getTransaction: { input: { params: { registerId, txId } }, output: TRANSACTION },
  getReceipt: { input: { params: { registerId, txId } }, output: RECEIPT },
  getEvidence: {
    input: { params: { registerId, txId }, query: {} },
    output: { format: 'quorate-evidence', version: 2, registerId, txId },
  },
  getTransactionReaders: {
    input: { params: { registerId, txId } },
    output: {
      transactionId: txId,
      isPublic: false,
      groups: [
        { members: ['/amount'], wallets: [{ wallet: EXAMPLE.walletAddress, readsAs: 'sender', roles: ['buyer'] }] },
      ],
      deliveries: [],
    },
  },
  getInstanceEvidence: {
    input: { params: { instanceId: INSTANCE.id }, query: {} },
    output: { format: 'quorate-evidence', version: 2, registerId },
  },
  publishBlueprint: {
    input: {
      params: { registerId },
      body: { blueprintId, blueprintJson: DEFINITION, override: { confirm: true, reason: 'Rehearsed elsewhere.' } },
    },
    output: {
      blueprintId,
      registerId,
      txId: publicationTxId,
      publicationTxId,
      version: 1,
      submitted: true,
      alreadyPublished: false,
    },
  },
  getLatestPublication: { input: { params: { registerId, blueprintId } }, output: publication },
  getPublication: { input: { params: { registerId, txId: publicationTxId } }, output: publication },
};
