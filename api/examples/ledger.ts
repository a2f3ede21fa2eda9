// Views that the examples of the ledger's groups share: one register with one transaction in docket 1. Values of the
// right form; the hashes hash nothing.
import { EXAMPLE } from './values.js';

const hex = (digits: string): string => digits.repeat(64 / digits.length);

export const LEDGER = {
  registerId: '0d3c6a51-5f0e-4c53-8a3e-7f6a2c9d1b04',
  genesisTxId: hex('1a2b'),
  genesisHash: hex('3c4d'),
  publicationTxId: hex('5e6f'),
  txId: hex('a1b2'),
  docketHash: hex('c3d4'),
  payloadHash: hex('e5f6'),
  validatorId: hex('0718'),
  rosterHash: hex('293a'),
  signature: Buffer.alloc(64, 7).toString('base64'),
  publicKey: Buffer.alloc(32, 9).toString('base64'),
  blueprintId: 'purchase-order',
} as const;

/** A workflow of two open roles. */
export const DEFINITION = {
  id: LEDGER.blueprintId,
  language: 2,
  title: 'Purchase order',
  description: 'A buyer orders, a seller confirms.',
  participants: [
    { id: 'buyer', name: 'Buyer' },
    { id: 'seller', name: 'Seller' },
  ],
  cancellation: { by: ['opener'] },
  actions: [
    {
      id: 0,
      title: 'Order',
      sender: 'buyer',
      isStartingAction: true,
      dataSchemas: [{ type: 'object', required: ['amount'], properties: { amount: { type: 'integer', minimum: 1 } } }],
      disclosures: [{ participantAddress: 'seller', dataPointers: ['/amount'] }],
      routes: [{ id: 'confirm', nextActionIds: [1] }],
    },
    {
      id: 1,
      title: 'Confirm',
      sender: 'seller',
      dataSchemas: [{ type: 'object', properties: { confirmed: { type: 'boolean' } } }],
      disclosures: [{ participantAddress: 'buyer', dataPointers: ['/confirmed'] }],
    },
  ],
};

export const PLACE = { docketNumber: 1, docketHash: LEDGER.docketHash, index: 0 };

export const REGISTER = {
  id: LEDGER.registerId,
  name: 'Purchase orders',
  description: 'Orders and confirmations.',
  height: 2,
  status: 'ONLINE' as const,
  advertise: false,
  isFullReplica: true,
  tenantId: EXAMPLE.organisationId,
  sandbox: false,
  metadata: {},
  createdAt: EXAMPLE.time,
  updatedAt: EXAMPLE.time,
};

export const CREATED = {
  registerId: LEDGER.registerId,
  status: 'created' as const,
  genesisTransactionId: LEDGER.genesisTxId,
  genesisDocketId: '0',
  genesisDocketHash: LEDGER.genesisHash,
  createdAt: EXAMPLE.time,
};

const header = {
  registerId: LEDGER.registerId,
  blueprintId: LEDGER.blueprintId,
  actionId: '0',
  publicationTxId: LEDGER.publicationTxId,
  senderWallet: EXAMPLE.walletAddress,
  createdAt: EXAMPLE.time,
};
const signature = { publicKey: LEDGER.publicKey, signatureValue: LEDGER.signature, algorithm: 'ED25519' };

/** Input of prepare. */
export const DRAFT = { ...header, payload: { amount: 5 } };
export const SUBMISSION = {
  transactionId: LEDGER.txId,
  ...DRAFT,
  payloadHash: LEDGER.payloadHash,
  signatures: [signature],
};

export const TRANSACTION = {
  '@id': `did:quorate:register:${LEDGER.registerId}/tx/${LEDGER.txId}`,
  registerId: LEDGER.registerId,
  txId: LEDGER.txId,
  ...PLACE,
  version: 1,
  senderWallet: EXAMPLE.walletAddress,
  recipientsWallets: [],
  timeStamp: EXAMPLE.time,
  metaData: {
    registerId: LEDGER.registerId,
    transactionType: 'Action' as const,
    blueprintId: LEDGER.blueprintId,
    actionId: '0',
    publicationTxId: LEDGER.publicationTxId,
  },
  payloadHash: LEDGER.payloadHash,
  payloadCount: 1,
  payloads: [
    {
      walletAccess: [EXAMPLE.walletAddress],
      payloadSize: 12,
      hash: LEDGER.payloadHash,
      data: { amount: 5 },
      contentType: 'application/json',
      contentEncoding: 'identity',
    },
  ],
  signature: LEDGER.signature,
  signatures: [signature],
};

const voteSignature = '07'.repeat(64);
const CERTIFICATE = {
  kind: 'COMMIT' as const,
  height: 1,
  round: 0,
  docketHash: LEDGER.docketHash,
  rosterHash: LEDGER.rosterHash,
  signatures: [{ voterIndex: 0, signature: voteSignature }],
};
const HEADER = {
  v: 1,
  registerId: LEDGER.registerId,
  height: 1,
  prevHash: LEDGER.genesisHash,
  timestampMs: Date.parse(EXAMPLE.time),
  proposer: LEDGER.validatorId,
  rosterHash: LEDGER.rosterHash,
  nextRosterHash: LEDGER.rosterHash,
  txRoot: hex('4b5c'),
  bodyRoot: hex('6d7e'),
  txCount: 1,
  bytes: 1024,
  stateHash: hex('8f90'),
  historyRoot: hex('b1c2'),
  annexRoot: hex('d3e4'),
  rules: 1,
};
export const DOCKET = {
  registerId: LEDGER.registerId,
  id: 1,
  number: 1,
  previousHash: LEDGER.genesisHash,
  hash: LEDGER.docketHash,
  timestamp: EXAMPLE.time,
  validatorAddress: LEDGER.validatorId,
  transactionIds: [LEDGER.txId],
  transactionCount: 1,
  state: 'Sealed' as const,
  merkleRoot: HEADER.txRoot,
  consensusVotes: [
    {
      voterIndex: 0,
      validatorId: LEDGER.validatorId,
      decision: 'Approve' as const,
      docketHash: LEDGER.docketHash,
      validatorSignature: { signatureValue: voteSignature, algorithm: 'ED25519' as const },
    },
  ],
  header: HEADER,
  certificate: CERTIFICATE,
};
export const SEALED_DOCKET = {
  docket: {
    hash: LEDGER.docketHash,
    header: HEADER,
    transactions: [
      { header: { ...header, payloadHash: LEDGER.payloadHash }, payload: { amount: 5 }, signatures: [signature] },
    ],
    annex: [],
  },
  certificate: CERTIFICATE,
};

export const SUBMITTED = {
  transactionId: LEDGER.txId,
  registerId: LEDGER.registerId,
  status: 'sealed' as const,
  sealedAt: EXAMPLE.time,
  ...PLACE,
};
export const VALIDATED = {
  isValid: true,
  added: true,
  transactionId: LEDGER.txId,
  registerId: LEDGER.registerId,
  addedAt: EXAMPLE.time,
  status: 'pending' as const,
};
export const RECEIPT = { ...SUBMITTED, certificate: CERTIFICATE };

/** A page of one item. */
export function pageOfOne<T>(item: T) {
  return {
    items: [item],
    page: 1,
    pageSize: 20,
    totalCount: 1,
    totalPages: 1,
    hasPreviousPage: false,
    hasNextPage: false,
  };
}

/** A draft that the example node has. */
export const DRAFT_ID = 'purchase-draft';
