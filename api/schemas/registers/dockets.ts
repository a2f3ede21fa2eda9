// Named schemas of dockets as clients see them. The hashed form of a docket is the one in core/.
import Type from 'typebox';
import { DOCKET_TRANSACTIONS_MAX, SIGNATURES_MAX } from '../../../core/base/limits/ledger/transactions.js';
import { Hash, namedObject, OpenObject, RegisterId, Timestamp } from '../base/common.js';
import { Count, Height } from '../base/ids.js';

export const DocketHeaderView = namedObject('DocketHeader', {
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
export const CertificateView = namedObject('Certificate', {
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
export const DocketView = namedObject('Docket', {
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
export const SealedDocketBody = namedObject(
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
export const DocketWritten = namedObject('DocketWritten', {
  registerId: RegisterId,
  docketNumber: Height,
  docketHash: Hash,
  status: Type.Enum(['sealed', 'already-sealed']),
});
