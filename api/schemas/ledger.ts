// Named schemas of registers, transactions and dockets as clients see them. Views only: what is hashed has its one form in core/, and a submission
// is judged by the pipeline there, so that each missing member gets its own VAL code.
import Type, { type TSchema } from 'typebox';
import {
  ATTESTATIONS_MAX,
  BATCH_MAX,
  DOCKET_TRANSACTIONS_MAX,
  ID_LENGTH_MAX,
  PAGE_SIZE_MAX,
  REGISTER_DESCRIPTION_MAX,
  REGISTER_NAME_MAX,
  SIGNATURES_MAX,
  VALIDATORS_MAX,
} from '../../core/base/limits.js';
import { SIGNATURE_ALGORITHMS } from '../../core/crypto/algorithms.js';
import { DEFINITIVE } from '../errors.js';
import { Base64, Hash, named, OpenObject, RegisterId, Timestamp } from './common.js';
import { IsPublisherSigned, StatementDigest } from './publication.js';

/** Identifiers of blueprints, instances, users and tenants: printable text. */
export const Id = Type.String({
  minLength: 1,
  maxLength: ID_LENGTH_MAX,
  pattern: '^[^\\x00-\\x1f\\x7f]+$',
  description: 'Printable text.',
});
export const Height = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Docket number.' });
export const TxParams = Type.Object({ registerId: RegisterId, txId: Hash });
const Count = Type.Integer({ minimum: 0 });
const Metadata = Type.Record(Type.String({ pattern: '^[\\s\\S]{1,64}$' }), Type.String({ maxLength: 1024 }), {
  maxProperties: 32,
  description: 'Texts by name.',
});

/** The page shape of queries (reference-facts 4.2.6). */
export function pagedOf<T extends TSchema>(title: string, item: T) {
  return named(title, {
    items: Type.Array(item),
    page: Type.Integer(),
    pageSize: Type.Integer(),
    totalCount: Count,
    totalPages: Count,
    hasPreviousPage: Type.Boolean(),
    hasNextPage: Type.Boolean(),
  });
}

// ---- Registers.

export const RegisterStatus = Type.Enum(['OFFLINE', 'ONLINE', 'CHECKING', 'RECOVERY']);
export const RegisterName = Type.String({ minLength: 1, maxLength: REGISTER_NAME_MAX });
export const RegisterDescription = Type.String({ maxLength: REGISTER_DESCRIPTION_MAX });
export const Purpose = Type.String({ minLength: 1, maxLength: 64, description: 'System is restricted.' });

export const RegisterView = named('Register', {
  id: RegisterId,
  name: Type.String(),
  description: Type.String(),
  height: Type.Integer({ minimum: 0, description: 'Number of sealed dockets: the last docket number and one.' }),
  status: RegisterStatus,
  statusReason: Type.Optional(Type.String({ description: 'Why the register is not ONLINE.' })),
  advertise: Type.Boolean(),
  isFullReplica: Type.Boolean(),
  tenantId: Type.String(),
  purpose: Type.Optional(Type.String()),
  sandbox: Type.Boolean({ description: 'True when metadata says sandbox=true.' }),
  metadata: Type.Record(Type.String(), Type.String()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export const RegisterCount = named('RegisterCount', { count: Count });

export const Owner = named('RegisterOwner', {
  userId: Id,
  walletId: Type.String({
    minLength: 1,
    maxLength: ID_LENGTH_MAX,
    description: 'Wallet address, or id of a wallet of this node.',
  }),
});
export const AdditionalAdmin = named('RegisterAdmin', {
  userId: Id,
  walletId: Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX }),
  role: Type.Optional(Type.Enum(['Admin', 'Designer', 'Auditor'], { description: 'Default Admin.' })),
});
export const PolicyDraftBody = named(
  'RegisterPolicyDraft',
  {
    consensus: Type.Optional(
      Type.Object({
        mode: Type.Optional(Type.Enum(['majority', 'bft'])),
        leader: Type.Optional(Type.Enum(['sticky', 'rotate'])),
        tenure: Type.Optional(Type.Integer()),
        buildWindowMs: Type.Optional(Type.Integer()),
        docketTransactionsMax: Type.Optional(Type.Integer()),
        docketBytesMax: Type.Optional(Type.Integer()),
      }),
    ),
    governance: Type.Optional(
      Type.Object({
        quorumFormula: Type.Optional(Type.Enum(['StrictMajority', 'Supermajority', 'Unanimous'])),
        proposalTtlDays: Type.Optional(Type.Integer()),
      }),
    ),
    crypto: Type.Optional(
      Type.Object({
        acceptedSignatureAlgorithms: Type.Optional(Type.Array(Type.Enum([...SIGNATURE_ALGORITHMS]))),
      }),
    ),
  },
  'What is left out gets its default.',
);
const registration = {
  name: RegisterName,
  description: Type.Optional(RegisterDescription),
  tenantId: Type.Optional(
    Type.String({ maxLength: ID_LENGTH_MAX, description: "Default: the caller's organisation." }),
  ),
  additionalAdmins: Type.Optional(Type.Array(AdditionalAdmin, { maxItems: ATTESTATIONS_MAX })),
  metadata: Type.Optional(Metadata),
  advertise: Type.Optional(Type.Boolean()),
  purpose: Type.Optional(Purpose),
  policy: Type.Optional(PolicyDraftBody),
  validators: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
      minItems: 1,
      maxItems: VALIDATORS_MAX,
      description:
        'Peer ids of the nodes that take a seat, this node among them, in voter order. Each attests the register when it is finalized. Default: this node alone.',
    }),
  ),
};
export const CreateRegisterBody = named(
  'CreateRegister',
  {
    ...registration,
    owners: Type.Optional(
      Type.Array(Owner, {
        minItems: 1,
        maxItems: ATTESTATIONS_MAX,
        description: 'Default: the caller with the oldest of its active wallets.',
      }),
    ),
  },
  'Initiate and finalize in one call: every wallet named is of this node and the caller may sign with it.',
);
export const InitiateBody = named('InitiateRegister', {
  ...registration,
  registerId: Type.Optional(RegisterId),
  owners: Type.Array(Owner, { minItems: 1, maxItems: ATTESTATIONS_MAX }),
});
export const MemberRole = Type.Enum(['Owner', 'Admin', 'Designer', 'Auditor']);
export const AttestationDataView = named('AttestationData', {
  role: MemberRole,
  subject: Type.String({ maxLength: ID_LENGTH_MAX, description: 'did:quorate:w:{wallet address}' }),
  registerId: RegisterId,
  registerName: Type.String({ maxLength: REGISTER_NAME_MAX }),
  grantedAt: Timestamp,
});
export const InitiatedView = named('InitiatedRegister', {
  registerId: RegisterId,
  attestationsToSign: Type.Array(
    Type.Object({
      userId: Type.String(),
      walletId: Type.String(),
      role: MemberRole,
      attestationData: AttestationDataView,
      dataToSign: Type.String({ description: 'Hex SHA-256 of the canonical attestationData: the 32 bytes to sign.' }),
      derivationPath: Type.String({ description: 'Path or purpose to sign with, for a wallet of this node.' }),
    }),
  ),
  expiresAt: Timestamp,
  nonce: Type.String({ description: '32 bytes, base64url. Shown once.' }),
});
export const FinalizeBody = named('FinalizeRegister', {
  registerId: RegisterId,
  nonce: Type.String({ minLength: 1, maxLength: 64 }),
  signedAttestations: Type.Array(
    Type.Object({
      attestationData: AttestationDataView,
      publicKey: Type.String({ minLength: 1, maxLength: 8192 }),
      signature: Type.String({ minLength: 1, maxLength: 8192 }),
      algorithm: Type.Enum([...SIGNATURE_ALGORITHMS]),
    }),
    { maxItems: ATTESTATIONS_MAX },
  ),
});
export const CreatedRegister = named('CreatedRegister', {
  registerId: RegisterId,
  status: Type.Enum(['created']),
  genesisTransactionId: Hash,
  genesisDocketId: Type.String(),
  genesisDocketHash: Hash,
  createdAt: Timestamp,
});
export const ChangeRegisterBody = Type.Object(
  {
    name: Type.Optional(RegisterName),
    description: Type.Optional(RegisterDescription),
    status: Type.Optional(Type.Enum(['ONLINE', 'OFFLINE'], { description: 'The others are set by the node alone.' })),
    advertise: Type.Optional(Type.Boolean()),
  },
  { title: 'ChangeRegister', minProperties: 1 },
);
// ---- Transactions.

const SignatureBody = Type.Object({
  publicKey: Type.Optional(Type.String({ description: 'Required. Base64.' })),
  signatureValue: Type.Optional(Type.String({ description: 'Required. Base64.' })),
  algorithm: Type.Optional(Type.String({ description: `Required. One of ${SIGNATURE_ALGORITHMS.join(', ')}.` })),
});
/** Members of a submission that a TxId covers. Types only: presence and form are judged by the pipeline under their own codes. */
const header = {
  registerId: Type.Optional(Type.String({ description: 'Required.' })),
  blueprintId: Type.Optional(Type.String({ description: 'Required.' })),
  actionId: Type.Optional(Type.String({ description: 'Required. Step number of an action as text.' })),
  instanceId: Type.Optional(Type.String()),
  publicationTxId: Type.Optional(Type.String({ description: 'Pin: the publication that an action follows.' })),
  previousTransactionId: Type.Optional(Type.String()),
  senderWallet: Type.Optional(Type.String({ description: "Default: the address of the first signature's key." })),
  recipients: Type.Optional(Type.Array(Type.String())),
  createdAt: Type.Optional(Type.String({ description: 'Required. ISO 8601 UTC with milliseconds.' })),
  expiresAt: Type.Optional(Type.String()),
  metadata: Type.Optional(OpenObject),
  payload: Type.Optional(Type.Unknown({ description: 'Required. Any JSON but null.' })),
};
const priority = Type.Optional(
  Type.Enum(['Low', 'Normal', 'High'], { description: 'Default Normal. Not part of the ledger.' }),
);
export const SubmissionBody = named(
  'Submission',
  {
    transactionId: Type.Optional(Type.String({ description: 'Required. Recomputed and compared.' })),
    ...header,
    payloadHash: Type.Optional(Type.String({ description: 'Required. SHA-256 of the canonical payload, hex.' })),
    signatures: Type.Optional(
      Type.Array(SignatureBody, {
        description: `Required. Over SHA-256 of {TxId}:{PayloadHash}; at most ${SIGNATURES_MAX}.`,
      }),
    ),
    priority,
  },
  'A signed transaction. POST /api/v1/transactions/prepare computes transactionId and payloadHash.',
);
export const PrepareBody = named('PrepareRequest', {
  ...header,
  priority,
});
export const PreparedView = named('PreparedTransaction', {
  transactionId: Hash,
  payloadHash: Hash,
  signingDigest: Type.String({ description: 'The 32 bytes that wallets sign, hex.' }),
  dataToSign: Type.String({ description: 'The same 32 bytes in base64, for a wallet: isPreHashed true.' }),
  statementDigest: Type.Optional(StatementDigest),
  transaction: Type.Record(Type.String(), Type.Unknown(), { description: 'The submission but for its signatures.' }),
});
export const SubmittedView = named('SubmittedTransaction', {
  transactionId: Hash,
  registerId: RegisterId,
  status: Type.Enum(['pending', 'sealed']),
  acceptedAt: Type.Optional(Timestamp),
  sealedAt: Type.Optional(Timestamp),
  docketNumber: Type.Optional(Height),
  docketHash: Type.Optional(Hash),
  index: Type.Optional(Type.Integer()),
});
export const BatchBody = named('SubmissionBatch', {
  transactions: Type.Array(SubmissionBody, { minItems: 1, maxItems: BATCH_MAX }),
});
export const BatchResult = named('SubmissionResult', {
  transactionId: Type.String({ description: 'As submitted; empty when the submission had none.' }),
  status: Type.Enum(['sealed', 'pending', 'refused', 'duplicate']),
  docketNumber: Type.Optional(Height),
  docketHash: Type.Optional(Hash),
  index: Type.Optional(Type.Integer()),
  definitive: Type.Optional(Type.Boolean({ description: DEFINITIVE })),
  code: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
  path: Type.Optional(Type.String()),
});
export const BatchView = named('SubmissionResults', { results: Type.Array(BatchResult) });
export const ValidatedView = named('ValidatedTransaction', {
  isValid: Type.Boolean(),
  added: Type.Boolean({ description: 'False when this node knew the transaction already.' }),
  transactionId: Hash,
  registerId: RegisterId,
  addedAt: Timestamp,
  status: Type.Enum(['pending', 'sealed']),
  message: Type.Optional(Type.String()),
  docketNumber: Type.Optional(Height),
  docketHash: Type.Optional(Hash),
  index: Type.Optional(Type.Integer()),
});

const LedgerSignature = Type.Object({ publicKey: Base64, signatureValue: Base64, algorithm: Type.String() });
export const TransactionView = named('Transaction', {
  '@id': Type.String({ description: 'DID of the transaction.' }),
  registerId: RegisterId,
  txId: Hash,
  prevTxId: Type.Optional(Hash),
  docketNumber: Type.Optional(Height),
  docketHash: Type.Optional(Hash),
  index: Type.Optional(Type.Integer({ description: 'Place in the docket.' })),
  version: Type.Integer(),
  senderWallet: Type.String(),
  recipientsWallets: Type.Array(Type.String()),
  timeStamp: Timestamp,
  expiresAt: Type.Optional(Timestamp),
  metaData: Type.Object({
    registerId: RegisterId,
    transactionType: Type.Enum(['Control', 'Action', 'Participant']),
    blueprintId: Type.String(),
    actionId: Type.String(),
    instanceId: Type.Optional(Type.String()),
    publicationTxId: Type.Optional(Hash),
    trackingData: Type.Optional(OpenObject),
  }),
  payloadHash: Hash,
  payloadCount: Type.Integer(),
  payloads: Type.Array(
    Type.Object({
      walletAccess: Type.Array(Type.String()),
      payloadSize: Type.Integer({ description: 'Bytes of the canonical payload.' }),
      hash: Hash,
      data: Type.Unknown(),
      contentType: Type.String(),
      contentEncoding: Type.String(),
    }),
  ),
  signature: Type.String({ description: 'The first signature.' }),
  signatures: Type.Array(LedgerSignature),
});
export const SkipTopQuery = Type.Object({
  $skip: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 }),
  $top: Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: 20 }),
  $count: Type.Boolean({ default: true, description: 'False leaves `total` out.' }),
});
export const TransactionList = named('TransactionList', {
  page: Type.Integer(),
  pageSize: Type.Integer(),
  total: Type.Optional(Count),
  transactions: Type.Array(TransactionView),
});
export const TransactionPage = pagedOf('TransactionPage', TransactionView);
export const WalletTransactionPage = pagedOf(
  'WalletTransactionPage',
  named('WalletTransaction', { transaction: TransactionView, registerId: RegisterId, registerName: Type.String() }),
);

// ---- Dockets.

export const DocketHeaderView = named('DocketHeader', {
  v: Type.Integer(),
  registerId: RegisterId,
  height: Height,
  prevHash: Hash,
  timestampMs: Height,
  proposer: Hash,
  rosterHash: Hash,
  nextRosterHash: Hash,
  txRoot: Hash,
  bodyRoot: Hash,
  txCount: Count,
  bytes: Count,
  stateHash: Hash,
  historyRoot: Hash,
  annexRoot: Hash,
  rules: Type.Integer(),
});
export const CertificateView = named('Certificate', {
  kind: Type.Enum(['PREPARE', 'COMMIT', 'GENESIS']),
  height: Height,
  round: Type.Integer({ minimum: 0, maximum: 0xffff_ffff }),
  docketHash: Hash,
  rosterHash: Hash,
  signatures: Type.Array(
    Type.Object({
      voterIndex: Type.Integer({ minimum: 0, maximum: 30 }),
      signature: Type.String({ pattern: '^[0-9a-f]{128}$' }),
    }),
    { maxItems: 31 },
  ),
});
export const DocketView = named('Docket', {
  registerId: RegisterId,
  id: Height,
  number: Height,
  previousHash: Type.Optional(Hash),
  hash: Hash,
  timestamp: Timestamp,
  validatorAddress: Type.String({ description: 'Id of the validator that proposed the docket.' }),
  transactionIds: Type.Array(Hash),
  transactionCount: Count,
  state: Type.Enum(['Sealed']),
  merkleRoot: Hash,
  consensusVotes: Type.Array(
    Type.Object({
      voterIndex: Type.Integer(),
      validatorId: Type.Optional(Hash),
      decision: Type.Enum(['Approve']),
      docketHash: Hash,
      validatorSignature: Type.Object({
        publicKey: Type.Optional(Type.String({ description: 'Ed25519, hex.' })),
        signatureValue: Type.String({ description: 'Hex.' }),
        algorithm: Type.Enum(['ED25519']),
      }),
    }),
  ),
  header: DocketHeaderView,
  certificate: CertificateView,
});
export const SealedDocketBody = named(
  'SealedDocket',
  {
    docket: Type.Object({
      hash: Hash,
      header: DocketHeaderView,
      transactions: Type.Array(
        Type.Object({
          header: OpenObject,
          payload: Type.Unknown(),
          signatures: Type.Array(OpenObject, { maxItems: SIGNATURES_MAX }),
        }),
        {
          maxItems: 10 * DOCKET_TRANSACTIONS_MAX,
          description: 'In docket order; each is {header, payload, signatures}.',
        },
      ),
      annex: Type.Array(OpenObject, { maxItems: 1000 }),
    }),
    certificate: CertificateView,
  },
  'A docket with its quorum certificate.',
);
export const DocketWritten = named('DocketWritten', {
  registerId: RegisterId,
  docketNumber: Height,
  docketHash: Hash,
  status: Type.Enum(['sealed', 'already-sealed']),
});

export const ReceiptView = named('Receipt', {
  transactionId: Hash,
  registerId: RegisterId,
  status: Type.Enum(['pending', 'sealed', 'refused', 'abandoned']),
  acceptedAt: Type.Optional(Timestamp),
  sealedAt: Type.Optional(Timestamp),
  docketNumber: Type.Optional(Height),
  docketHash: Type.Optional(Hash),
  index: Type.Optional(Type.Integer()),
  certificate: Type.Optional(CertificateView),
  ...{ refusedAt: Type.Optional(Timestamp), abandonedAt: Type.Optional(Timestamp) },
  definitive: Type.Optional(Type.Boolean({ description: 'False while the transaction could still be sealed.' })),
  code: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
  path: Type.Optional(Type.String()),
});
// ---- Publications.

export const PublishedView = named('PublishedBlueprint', {
  blueprintId: Type.String(),
  registerId: RegisterId,
  txId: Hash,
  publicationTxId: Hash,
  version: Type.Optional(Type.Integer({ description: 'Ordinal, a label only; known once sealed.' })),
  submitted: Type.Boolean(),
  alreadyPublished: Type.Boolean(),
});
export const PublicationView = named('Publication', {
  registerId: RegisterId,
  blueprintId: Type.String(),
  publicationTxId: Hash,
  version: Type.Integer(),
  publishedAt: Timestamp,
  publishedBy: Type.Optional(Type.String()),
  isPublisherSigned: IsPublisherSigned,
  definition: OpenObject,
});
