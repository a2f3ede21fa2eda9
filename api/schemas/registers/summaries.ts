// Named schemas of short rows: a docket and a transaction as a list or a card shows them, without ciphertext,
// signatures and ids of everything inside; and things that are found by the beginning of their names.
import Type from 'typebox';
import { ADDRESS_LENGTH_MAX } from '../../../core/base/limits/ledger/transactions.js';
import { DID_LENGTH_MAX } from '../../../core/base/limits/node/reading.js';
import { FIND_LENGTH_MIN, PAGE_SIZE_MAX } from '../../../core/base/limits/node/requests.js';
import { KINDS } from '../../../core/kinds/index.js';
import type { TransactionKind } from '../../../core/model/transaction.js';
import { Address, Cursor, Hash, NextCursor, namedObject, RegisterId, StatedTime, Timestamp } from '../base/common.js';
import { Count, Height, Id } from '../base/ids.js';

const KindName = Type.Enum(Object.keys(KINDS) as TransactionKind[], { title: 'TransactionKind' });

/** The dockets that a list is about; all where nothing is stated. */
const DocketSpan = {
  fromDocket: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'The lowest.' })),
  toDocket: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'The highest.' })),
  since: Type.Optional({ ...StatedTime, description: 'Sealed then or later.' }),
  until: Type.Optional({ ...StatedTime, description: 'Sealed before.' }),
};

const Paging = {
  order: Type.Enum(['asc', 'desc'], {
    title: 'ListDocketsOrder',
    default: 'desc',
    description: 'By place in the ledger; desc is newest first.',
  }),
  pageSize: Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: 20 }),
  cursor: Cursor,
};

export const DocketSummaryQuery = Type.Object({ ...DocketSpan, ...Paging });
export const TransactionSummaryQuery = Type.Object({
  kind: Type.Optional(KindName),
  sender: Type.Optional(Address),
  blueprintId: Type.Optional(Id),
  actionId: Type.Optional(Id),
  instanceId: Type.Optional(Id),
  ...DocketSpan,
  ...Paging,
});

export const DocketSummary = namedObject('DocketSummary', {
  number: Height,
  hash: Hash,
  previousHash: Type.Optional(Hash),
  timestamp: Timestamp,
  transactionCount: Count,
  proposer: Type.String({ description: 'Id of the validator that proposed it.' }),
  signers: Type.Integer({
    minimum: 0,
    maximum: 2 ** 31 - 1,
    description: 'The places of the roster that signed, as bits: place 0 is the lowest.',
  }),
});
export const DocketSummaryList = namedObject('DocketSummaryList', {
  dockets: Type.Array(DocketSummary),
  total: { ...Count, description: 'Of the dockets that were asked for.' },
  nextCursor: NextCursor,
});

export const TransactionSummary = namedObject('TransactionSummary', {
  txId: Hash,
  docketNumber: Height,
  index: Type.Integer({ minimum: 0 }),
  sealedAt: Timestamp,
  kind: KindName,
  title: Type.Optional(
    Type.String({ description: 'Of the action, or of what was published, in the language of the caller.' }),
  ),
  blueprintId: Type.String(),
  actionId: Type.String(),
  instanceId: Type.Optional(Type.String()),
  senderWallet: Type.String({ maxLength: ADDRESS_LENGTH_MAX }),
  recipients: { ...Count, description: 'Wallets that it is for beside the sender; 0 where everybody reads it.' },
  payloadSize: { ...Count, description: 'Bytes of the canonical payload.' },
});
export const TransactionSummaryList = namedObject('TransactionSummaryList', {
  transactions: Type.Array(TransactionSummary),
  total: Type.Optional({ ...Count, description: 'Of all that fit; absent where an index does not know it.' }),
  lookedTo: Type.Optional({ ...Height, description: 'The docket up to which this page looked.' }),
  nextCursor: NextCursor,
});

export const FindQuery = Type.Object({
  q: Type.String({
    minLength: FIND_LENGTH_MIN,
    maxLength: DID_LENGTH_MAX,
    description: 'The beginning of a name or an id, a DID, or HASH@HEIGHT of a docket.',
  }),
});
export const FoundThing = namedObject('FoundThing', {
  kind: Type.Enum(['register', 'docket', 'transaction', 'instance', 'blueprint', 'participant', 'wallet']),
  id: Type.String({ description: 'Of a docket its number.' }),
  title: Type.Optional(Type.String()),
  registerId: RegisterId,
  registerName: Type.String(),
  docketNumber: Type.Optional(Height),
  txId: Type.Optional(Hash),
  address: Type.Optional(Type.String({ description: 'A wallet of the participant.' })),
});
export const FoundThings = namedObject('FoundThings', {
  found: Type.Array(FoundThing),
  isWhole: Type.Boolean({ description: 'False where there is more than is shown, or a register was not looked at.' }),
});
