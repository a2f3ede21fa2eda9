// The entity model of a node: registers, their transactions and their dockets, with the names of the JSON of the other
// operations.
import type { ComplexType, EntityModel, EntityType } from '../../../../core/query/model.js';

const text = { type: 'Edm.String' } as const;
const textOrNone = { type: 'Edm.String', isNullable: true } as const;
const texts = { type: 'Edm.String', isCollection: true } as const;
const time = { type: 'Edm.DateTimeOffset' } as const;
const small = { type: 'Edm.Int32' } as const;
const large = { type: 'Edm.Int64' } as const;
const isIt = { type: 'Edm.Boolean' } as const;

/** Members that parties chose themselves. */
const TrackingData: ComplexType = { name: 'TrackingData', isOpen: true, properties: {} };
const RegisterMetadata: ComplexType = { name: 'RegisterMetadata', isOpen: true, properties: {} };

const TransactionMetadata: ComplexType = {
  name: 'TransactionMetadata',
  properties: {
    transactionType: text,
    blueprintId: text,
    actionId: text,
    instanceId: textOrNone,
    publicationTxId: textOrNone,
    trackingData: { type: TrackingData, isNullable: true },
  },
};

const Payload: ComplexType = {
  name: 'Payload',
  properties: {
    walletAccess: texts,
    payloadSize: small,
    hash: text,
    // Canonical JSON as one text: a payload has the type that its parties gave it, and most are encrypted.
    data: { type: 'Edm.String', isOpaque: true },
    contentType: text,
    contentEncoding: text,
  },
};

const Signature: ComplexType = {
  name: 'Signature',
  properties: { publicKey: text, signatureValue: text, algorithm: text },
};

export const REGISTER: EntityType = {
  name: 'Register',
  key: ['id'],
  navigation: { transactions: 'Transactions', dockets: 'Dockets' },
  properties: {
    id: text,
    name: text,
    description: text,
    height: large,
    status: text,
    statusReason: textOrNone,
    advertise: isIt,
    isFullReplica: isIt,
    tenantId: text,
    purpose: textOrNone,
    sandbox: isIt,
    metadata: { type: RegisterMetadata },
    createdAt: time,
    updatedAt: time,
  },
};

export const TRANSACTION: EntityType = {
  name: 'Transaction',
  key: ['txId'],
  navigation: {},
  properties: {
    txId: text,
    registerId: text,
    prevTxId: textOrNone,
    docketNumber: large,
    docketHash: text,
    index: small,
    sealedAt: time,
    version: small,
    senderWallet: text,
    recipientsWallets: texts,
    timeStamp: time,
    expiresAt: { type: 'Edm.DateTimeOffset', isNullable: true },
    metaData: { type: TransactionMetadata },
    payloadHash: text,
    payloadCount: small,
    payloads: { type: Payload, isCollection: true },
    signature: text,
    signatures: { type: Signature, isCollection: true },
  },
};

export const DOCKET: EntityType = {
  name: 'Docket',
  key: ['registerId', 'number'],
  navigation: { transactions: 'Transactions' },
  properties: {
    registerId: text,
    number: large,
    previousHash: textOrNone,
    hash: text,
    timestamp: time,
    validatorAddress: text,
    transactionIds: texts,
    transactionCount: small,
    state: text,
    merkleRoot: text,
  },
};

export const MODEL: EntityModel = {
  namespace: 'Quorate',
  sets: [
    { name: 'Registers', entity: REGISTER },
    { name: 'Transactions', entity: TRANSACTION },
    { name: 'Dockets', entity: DOCKET },
  ],
};
