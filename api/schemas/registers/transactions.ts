// Named schemas of transactions. A submission is judged by the pipeline in core/, so that each missing member gets its
// own VAL code.
import Type from 'typebox';
import {
  ADDRESS_LENGTH_MAX,
  ID_LENGTH_MAX,
  RECIPIENTS_MAX,
  SIGNATURES_MAX,
} from '../../../core/base/limits/ledger/transactions.js';
import { BATCH_MAX, PAGE_SIZE_MAX } from '../../../core/base/limits/node/requests.js';
import { READS_AS } from '../../../core/instance/deliveries/readers.js';
import { DEFINITIVE } from '../../errors/errors.js';
import {
  Base64,
  Cursor,
  canonicalBase64,
  HASH_PATTERN,
  Hash,
  NextCursor,
  namedObject,
  OpenObject,
  RegisterId,
  SignatureAlgorithmName,
  Timestamp,
  UUID_PATTERN,
} from '../base/common.js';
import { Count, Height, pageSchemaOf } from '../base/ids.js';
import { IsPublisherSigned, Lift, StatementDigest } from '../base/publication.js';
import { CertificateView } from './dockets.js';

/** For the document, as core/transaction/structure.ts judges them. */
const Id = { documented: { minLength: 1, maxLength: ID_LENGTH_MAX, pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]+$' } };
const HashText = { documented: { pattern: HASH_PATTERN } };
const AddressText = { documented: { ...Id.documented, maxLength: ADDRESS_LENGTH_MAX } };
const Time = { documented: { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z$' } };

const SignatureBody = Type.Object(
  {
    publicKey: Type.Optional(Type.String({ ...canonicalBase64, description: 'Base64.' })),
    signatureValue: Type.Optional(Type.String({ ...canonicalBase64, description: 'Base64.' })),
    algorithm: Type.Optional(Type.String({ documented: SignatureAlgorithmName })),
  },
  { title: 'SubmittedSignature', documented: { required: ['publicKey', 'signatureValue', 'algorithm'] } },
);
/**
 * Members of a submission that a TxId covers. Types only: presence and form are judged by the pipeline under their own
 * codes.
 */
const header = {
  registerId: Type.Optional(Type.String({ documented: { pattern: UUID_PATTERN } })),
  blueprintId: Type.Optional(Type.String(Id)),
  actionId: Type.Optional(Type.String({ ...Id, description: 'Step number of an action as text.' })),
  instanceId: Type.Optional(Type.String(Id)),
  publicationTxId: Type.Optional(
    Type.String({ ...HashText, description: 'Pin: the publication that an action follows.' }),
  ),
  previousTransactionId: Type.Optional(Type.String(HashText)),
  senderWallet: Type.Optional(
    Type.String({ ...AddressText, description: "Default: the address of the first signature's key." }),
  ),
  recipients: Type.Optional(Type.Array(Type.String(AddressText), { documented: { maxItems: RECIPIENTS_MAX } })),
  createdAt: Type.Optional(Type.String({ ...Time, description: 'ISO 8601 UTC with milliseconds.' })),
  expiresAt: Type.Optional(Type.String(Time)),
  metadata: Type.Optional(OpenObject),
  payload: Type.Optional(Type.Unknown({ description: 'Any JSON but null.' })),
};
const priority = Type.Optional(
  Type.Enum(['Low', 'Normal', 'High'], {
    title: 'TransactionPriority',
    description: 'Default Normal. Not part of the ledger.',
  }),
);
/** For the document: the pipeline refuses a submission without one of these, each under its own code. */
const NEEDED = ['registerId', 'blueprintId', 'actionId', 'createdAt', 'payload'] as const;

export const SubmissionBody = Type.Object(
  {
    transactionId: Type.Optional(Type.String({ ...HashText, description: 'Recomputed and compared.' })),
    ...header,
    payloadHash: Type.Optional(Type.String({ ...HashText, description: 'SHA-256 of the canonical payload, hex.' })),
    signatures: Type.Optional(
      Type.Array(SignatureBody, {
        documented: { minItems: 1, maxItems: SIGNATURES_MAX },
        description: `Over SHA-256 of {TxId}:{PayloadHash}; at most ${SIGNATURES_MAX}.`,
      }),
    ),
    priority,
  },
  {
    title: 'Submission',
    documented: { required: ['transactionId', ...NEEDED, 'payloadHash', 'signatures'] },
    description: 'A signed transaction. POST /api/v1/transactions/prepare computes transactionId and payloadHash.',
  },
);
export const PrepareBody = Type.Object(
  { ...header, priority },
  { title: 'PrepareRequest', documented: { required: [...NEEDED, 'senderWallet'] } },
);
export const PreparedView = namedObject('PreparedTransaction', {
  transactionId: Hash,
  payloadHash: Hash,
  signingDigest: Type.String({ description: 'The 32 bytes that wallets sign, hex.' }),
  dataToSign: Type.String({ description: 'The same 32 bytes in base64, for a wallet: isPreHashed true.' }),
  statementDigest: Type.Optional(StatementDigest),
  transaction: Type.Record(Type.String(), Type.Unknown(), { description: 'The submission but for its signatures.' }),
});
export const SubmittedView = namedObject('SubmittedTransaction', {
  transactionId: Hash,
  registerId: RegisterId,
  status: Type.Enum(['pending', 'sealed'], { title: 'SealStatus' }),
  acceptedAt: Type.Optional(Timestamp),
  sealedAt: Type.Optional(Timestamp),
  docketNumber: Type.Optional(Height),
  docketHash: Type.Optional(Hash),
  index: Type.Optional(Type.Integer()),
});
export const BatchBody = namedObject('SubmissionBatch', {
  transactions: Type.Array(SubmissionBody, { minItems: 1, maxItems: BATCH_MAX }),
});
export const BatchResult = namedObject('SubmissionResult', {
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
export const BatchView = namedObject('SubmissionResults', { results: Type.Array(BatchResult) });
export const ValidatedView = namedObject('ValidatedTransaction', {
  isValid: Type.Boolean(),
  added: Type.Boolean({ description: 'False when this node knew the transaction already.' }),
  transactionId: Hash,
  registerId: RegisterId,
  addedAt: Timestamp,
  status: Type.Enum(['pending', 'sealed'], { title: 'SealStatus' }),
  message: Type.Optional(Type.String()),
  docketNumber: Type.Optional(Height),
  docketHash: Type.Optional(Hash),
  index: Type.Optional(Type.Integer()),
});

const LedgerSignature = Type.Object({ publicKey: Base64, signatureValue: Base64, algorithm: Type.String() });
export const TransactionView = namedObject('Transaction', {
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
    instanceId: Type.Optional(Type.String(Id)),
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
  cursor: Cursor,
});
export const TransactionList = namedObject('TransactionList', {
  page: Type.Integer(),
  pageSize: Type.Integer(),
  total: Type.Optional(Count),
  transactions: Type.Array(TransactionView),
  nextCursor: NextCursor,
});
export const TransactionPage = pageSchemaOf('TransactionPage', TransactionView);
export const WalletTransaction = namedObject('WalletTransaction', {
  transaction: TransactionView,
  registerId: RegisterId,
  registerName: Type.String(),
});
export const WalletTransactionPage = pageSchemaOf('WalletTransactionPage', WalletTransaction);

const ReaderView = namedObject('TransactionReader', {
  wallet: Type.String(),
  readsAs: Type.Enum([...READS_AS], {
    title: 'ReadsAs',
    description:
      'candidate: a role that nobody held yet could be taken by the wallet. deputy: the wallet stood in for a holder. opener: it opened the instance. named: the move is for it.',
  }),
  roles: Type.Array(Type.String(), { description: 'The roles by which it reads.' }),
});
const Members = Type.Array(Type.String(), {
  description: 'JSON Pointers of the parts; one empty text for a move that is encrypted as a whole.',
});
export const TransactionReaders = namedObject('TransactionReaders', {
  transactionId: Hash,
  isPublic: Type.Boolean({ description: 'It is not encrypted: who has the register reads all of it.' }),
  groups: Type.Array(Type.Object({ members: Members, wallets: Type.Array(ReaderView) }), {
    description: 'Of the envelope, as it was sealed: each part with the wallets whose keys open it.',
  }),
  deliveries: Type.Array(
    Type.Object({
      wallet: Type.String(),
      role: Type.String(),
      gate: Type.Optional(Type.String({ description: 'Where it gave the kept evidence of this gate.' })),
      members: Members,
      transactionId: Hash,
      at: Timestamp,
    }),
    { description: 'Given to wallets later, in ledger order.' },
  ),
});

export const ReceiptView = namedObject('Receipt', {
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
export const PublishedView = namedObject('PublishedBlueprint', {
  blueprintId: Type.String(),
  registerId: RegisterId,
  txId: Hash,
  publicationTxId: Hash,
  version: Type.Optional(Type.Integer({ description: 'Ordinal, a label only; known once sealed.' })),
  submitted: Type.Boolean(),
  alreadyPublished: Type.Boolean(),
  lift: Lift,
});
export const PublicationView = namedObject('Publication', {
  registerId: RegisterId,
  blueprintId: Type.String(),
  publicationTxId: Hash,
  version: Type.Integer(),
  publishedAt: Timestamp,
  publishedBy: Type.Optional(Type.String()),
  isPublisherSigned: IsPublisherSigned,
  definition: OpenObject,
});
