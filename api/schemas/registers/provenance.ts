// Named schemas of provenance as clients see it.
import Type from 'typebox';
import { SUSPICION_REASONS } from '../../../core/reading/cells/suspicion.js';
import { Address, Hash, NextCursor, namedObject, nullable, OpenObject, RegisterId, Timestamp } from '../base/common.js';
import { Count, Height, Id } from '../base/ids.js';
import { toldMembers } from '../base/moves.js';

export const DocketProvenancePage = namedObject('DocketProvenancePage', {
  registerId: RegisterId,
  dockets: Type.Array(
    namedObject('DocketProvenance', {
      docketNumber: Height,
      docketHash: Hash,
      sealedAt: Timestamp,
      transactionCount: Count,
      proposerValidatorId: Hash,
      signerCount: Count,
      rosterChanged: Type.Boolean({ description: 'Other validators decide from the next docket on.' }),
    }),
  ),
  hasMore: Type.Boolean(),
  nextFromDocket: nullable(Height),
});

export const DocketChecks = namedObject('DocketChecks', {
  registerId: RegisterId,
  docketNumber: Height,
  docketHash: Hash,
  checks: Type.Array(
    namedObject('ProvenanceCheck', {
      layer: Type.Enum(['anchor', 'chain', 'seal', 'signers', 'proposer']),
      status: Type.Enum(['verified', 'failed', 'unverified']),
      headline: Type.String(),
      checkedAgainst: Type.String({ description: 'Hash, HASH@HEIGHT or validator that it was compared with.' }),
      reason: Type.Optional(Type.String({ description: 'Why it is not verified.' })),
    }),
  ),
});

const Author = namedObject('ProvenanceAuthor', {
  participantId: Id,
  participantName: Type.String(),
  organizationName: Type.String(),
  version: Type.Integer({ description: 'The version of the record that was in force.' }),
  transactionId: Hash,
});

const place = {
  transactionId: Hash,
  docketNumber: Height,
  index: Count,
  sealedAt: Timestamp,
  senderWallet: Address,
  author: Type.Optional(Author),
  evidence: Type.String({ description: 'Path of the evidence of the transaction on this node.' }),
};

export const InstanceProvenance = namedObject('InstanceProvenance', {
  instanceId: Id,
  registerId: RegisterId,
  definition: Type.Optional(
    namedObject('DefinitionProvenance', {
      ...{ blueprintId: Id, version: nullable(Type.Integer()) },
      ...place,
      publishedBy: Type.Optional(
        Type.String({
          description:
            'Wallet of the member of the register that answers for the publication, where the system wallet of its node sent it: `author` is its record.',
        }),
      ),
    }),
  ),
  steps: Type.Array(
    namedObject('ProvenanceStep', {
      ...place,
      senderWallet: Type.String({ description: 'Address of the wallet that made it; `timer` where no wallet did.' }),
      ...toldMembers,
      actionId: Type.String(),
      actionTitle: nullable(Type.String()),
      previousTransactionId: nullable(Hash),
      payloadHash: Hash,
      signatures: Type.Array(
        Type.Object({ algorithm: Type.String(), publicKey: Type.String({ description: 'Base64.' }) }),
      ),
    }),
  ),
  page: Type.Integer(),
  pageSize: Type.Integer(),
  totalCount: Type.Integer(),
  nextCursor: NextCursor,
});

export const FieldProvenance = namedObject('FieldProvenance', {
  instanceId: Id,
  registerId: RegisterId,
  member: Type.String(),
  statements: Type.Array(
    namedObject('FieldStatement', {
      ...place,
      actionId: Type.String(),
      actionTitle: nullable(Type.String()),
      value: Type.Optional(Type.Unknown()),
      suspicion: Type.Optional(
        Type.Enum([...SUSPICION_REASONS], {
          title: 'SuspicionReason',
          description: 'The statement breaks the definition, and was not taken: the instance does not go on from it.',
        }),
      ),
      calculatedFrom: Type.Array(Type.String(), {
        description: 'The names that the rule of the member reads; empty where it was stated.',
      }),
      opening: Type.String({
        description:
          'Path that shows the member with its proof, for a reader without a key (POST, as `tx evidence --open`).',
      }),
    }),
  ),
});

export const EvidenceCheckBody = namedObject('EvidenceCheck', {
  evidence: { ...OpenObject, description: 'The document as the operation `getEvidence` gives it.' },
  head: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f]{64}@(0|[1-9][0-9]{0,15})$',
      description: 'HASH@HEIGHT from another organisation: nothing is valid without one.',
    }),
  ),
  genesisHash: Type.Optional({ ...Hash, description: 'Of the genesis docket of the register that is meant.' }),
});
export const EvidenceVerdictView = namedObject('EvidenceVerdict', {
  verdict: Type.Enum(['valid', 'consistent', 'invalid']),
  registerId: Type.Optional(Type.String()),
  txId: Type.Optional(Type.String()),
  height: Type.Optional(Type.Integer()),
  docketHash: Type.Optional(Type.String()),
  sealedAt: Type.Optional(Timestamp),
  facts: Type.Array(Type.String(), { description: 'The checks that it passed, in their order.' }),
  unanchored: Type.Optional(Type.String({ description: 'Why the head that was stated does not make it valid.' })),
  issues: Type.Array(Type.Object({ code: Type.String(), path: Type.String(), message: Type.String() })),
});
