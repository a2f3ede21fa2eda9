// Schemas of governance: operations, proposals with their votes, what was enacted, and what a node proves to get a
// seat. The rules about them are in core/register/governance/.
import Type from 'typebox';
import { VALIDATORS_MAX } from '../../../core/base/limits/ledger/consensus.js';
import { JUSTIFICATION_MAX, MEMBERS_MAX } from '../../../core/base/limits/ledger/registers.js';
import { ID_LENGTH_MAX } from '../../../core/base/limits/ledger/transactions.js';
import { DISTRUSTED_AT_ONCE_MAX, PIN_ENTRIES_MAX } from '../../../core/base/limits/ledger/trust.js';
import { OPERATION_TYPES } from '../../../core/register/governance/operation.js';
import {
  Address,
  Base64,
  CursorPageQuery,
  cursorPageOf,
  Hash,
  namedObject,
  OpenObject,
  RegisterId,
  Timestamp,
} from '../base/common.js';
import { MemberRole } from './registers.js';
import { Assurance, PinEntry, PinKind, PinnedListId, PinSource } from './trust.js';

const Did = Type.String({
  documented: { pattern: '^did:quorate:w:qr1[0-9a-z]{10,90}$' },
  minLength: 1,
  maxLength: 128,
  description: 'did:quorate:w:{wallet address}.',
});
const Signature = Type.String({ pattern: '^[0-9a-f]{128}$', description: 'Ed25519 signature in hex.' });
const Wallet = Type.String({
  minLength: 1,
  maxLength: 128,
  description: 'A wallet of this node that signs for the caller; without it the caller brings the signature.',
});
const Comment = Type.String({ maxLength: JUSTIFICATION_MAX });

const Seat = Type.Object({
  validatorId: Hash,
  orgId: Type.Optional(Type.String({ maxLength: 128 })),
  consensusKey: Hash,
  peerId: Type.Optional(Type.String({ maxLength: 128 })),
});
const RosterSeat = Type.Object({
  validatorId: Hash,
  orgId: Type.String(),
  consensusKey: Type.String(),
  peerId: Type.String(),
});
const Policy = Type.Object({
  consensus: Type.Object({
    mode: Type.String(),
    leader: Type.String(),
    tenure: Type.Integer(),
    buildWindowMs: Type.Integer(),
    docketTransactionsMax: Type.Integer(),
    docketBytesMax: Type.Integer(),
  }),
  governance: Type.Object({ quorumFormula: Type.String(), proposalTtlDays: Type.Integer() }),
  crypto: Type.Object({ acceptedSignatureAlgorithms: Type.Array(Type.String()) }),
});
export const RosterView = namedObject('GovernanceRoster', {
  registerId: RegisterId,
  members: Type.Array(
    Type.Object({
      subject: Type.String(),
      role: MemberRole,
      publicKey: Type.String(),
      algorithm: Type.String(),
      grantedAt: Timestamp,
    }),
  ),
  memberCount: Type.Integer({ minimum: 0 }),
  controlTransactionCount: Type.Integer({ description: 'Sealed control transactions that made this roster.' }),
  lastControlTxId: Hash,
  validators: Type.Array(RosterSeat),
  candidates: Type.Array(RosterSeat, { description: 'Approved seats that replicate and do not vote yet.' }),
  policy: Policy,
});
export const PolicyView = namedObject('RegisterPolicy', {
  registerId: RegisterId,
  policy: Policy,
  isDefault: Type.Boolean(),
});

const Rules = Type.Integer({
  minimum: 1,
  maximum: 65_535,
  description: 'The newest validity rules that a node knows.',
});
export const RulesSupportView = Type.Object(
  { consensusKey: Hash, rules: Rules, signature: Signature },
  { description: 'The word of a validator key that its node knows these rules and all before them.' },
);
const Support = Type.Optional(Type.Array(RulesSupportView, { minItems: 1, maxItems: VALIDATORS_MAX }));

export const RulesSupportBody = namedObject('RulesSupportRequest', { rules: Rules });
export const RulesView = namedObject('RegisterRules', {
  registerId: RegisterId,
  rules: Type.Integer({ description: 'The rules that the next docket is judged under.' }),
  known: Type.Array(Type.Integer(), { description: 'The rules that the program of this node knows.' }),
  validators: Type.Array(
    Type.Object({
      validatorId: Hash,
      orgId: Type.String(),
      consensusKey: Type.String(),
      isOwn: Type.Boolean({ description: 'True for a seat whose key this node holds.' }),
      knows: Type.Optional(
        Type.Integer({ description: 'The newest rules that its node says it knows; absent while it is not linked.' }),
      ),
    }),
    { description: 'The seats in force: set-rules-version carries a statement of each.' },
  ),
});

export const ReadinessView = namedObject('ValidatorReadiness', {
  registerId: RegisterId,
  height: Type.Integer({ minimum: 0 }),
  docketHash: Hash,
  stateHash: Hash,
  consensusKey: Hash,
  rules: Rules,
  signature: Signature,
});

const OPERATION = {
  operationType: Type.Enum([...OPERATION_TYPES], { title: 'GovernanceOperation' }),
  justification: Type.Optional(Comment),
  targetDid: Type.Optional(Did),
  targetRole: Type.Optional(Type.Enum(['Admin', 'Designer', 'Auditor', 'Validator'])),
  publicKey: Type.Optional(Base64),
  algorithm: Type.Optional(Type.String({ maxLength: 40 })),
  policy: Type.Optional(OpenObject),
  validator: Type.Optional(Seat),
  validatorId: Type.Optional(Hash),
  genesisHash: Type.Optional(Hash),
  proof: Type.Optional(Signature),
  readiness: Type.Optional(ReadinessView),
  evidenceHash: Type.Optional(Hash),
  rules: Type.Optional(Type.Integer()),
  support: Support,
  timeFloor: Type.Optional(Timestamp),
  participantId: Type.Optional(Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX })),
  replaces: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: ID_LENGTH_MAX,
      description: 'The primary wallet of the participant so far.',
    }),
  ),
  encapsulationKey: Type.Optional(Base64),
  walletProof: Type.Optional(Base64),
  listId: Type.Optional(PinnedListId),
  kind: Type.Optional(PinKind),
  sequence: Type.Optional(Type.Integer({ minimum: 1, description: 'Above that of the act on the list before it.' })),
  entries: Type.Optional(
    Type.Array(PinEntry, {
      ...{ minItems: 1, maxItems: PIN_ENTRIES_MAX },
      description: 'In order of their canonical texts, each once.',
    }),
  ),
  source: Type.Optional(PinSource),
  assurance: Type.Optional(Assurance),
  hashes: Type.Optional(
    Type.Array(Hash, {
      ...{ minItems: 1, maxItems: DISTRUSTED_AT_ONCE_MAX },
      description: 'SHA-256 of anchors, or of keys: they count no more in any list or record.',
    }),
  ),
  issuance: Type.Optional(Hash),
};

const ApprovalBody = namedObject('GovernanceApproval', {
  approverDid: Did,
  isApproval: Type.Boolean(),
  publicKey: Base64,
  algorithm: Type.String({ maxLength: 40 }),
  signature: Base64,
  votedAt: Type.Optional(Timestamp),
  comment: Type.Optional(Comment),
});

export const ProposeBody = namedObject('GovernancePropose', {
  ...OPERATION,
  proposerDid: Type.Optional(Did),
  proposedAt: Type.Optional(Timestamp),
  approvalSignatures: Type.Optional(Type.Array(ApprovalBody, { maxItems: MEMBERS_MAX })),
  wallet: Type.Optional(Wallet),
});

export const ApproveBody = namedObject('GovernanceApprove', {
  requestId: Type.Optional(Hash),
  approverDid: Type.Optional(Did),
  isApproval: Type.Boolean(),
  signature: Type.Optional(Base64),
  publicKey: Type.Optional(Base64),
  comment: Type.Optional(Comment),
  wallet: Type.Optional(Wallet),
});

const ProposalStatus = Type.Enum(['Pending', 'Approved', 'Rejected', 'Expired', 'Recorded'], {
  title: 'GovernanceProposalStatus',
});
const Operation = Type.Record(Type.String(), Type.Unknown(), {
  description: 'The statement that is voted on: what its approvers sign, member for member.',
});

export const ProposalView = namedObject('GovernanceProposal', {
  proposalId: Hash,
  registerId: RegisterId,
  status: ProposalStatus,
  reason: Type.Optional(Type.String()),
  operation: Operation,
  txId: Hash,
  openedAt: Timestamp,
  expiresAt: Timestamp,
  closedAt: Type.Optional(Timestamp),
  enactedBy: Type.Optional(Hash),
  quorum: Type.Optional(
    Type.Object(
      { voters: Type.Integer(), needed: Type.Integer(), approvals: Type.Integer(), refusals: Type.Integer() },
      { description: 'Of an open proposal.' },
    ),
  ),
  votes: Type.Array(
    Type.Object({
      approverDid: Did,
      isApproval: Type.Boolean(),
      txId: Hash,
      sealedAt: Timestamp,
      comment: Type.Optional(Type.String()),
    }),
  ),
});
export const ProposalPage = cursorPageOf('GovernanceProposalPage', ProposalView);
export const ProposalQuery = Type.Object({ ...CursorPageQuery.properties, status: Type.Optional(ProposalStatus) });

export const MyProposalPage = cursorPageOf(
  'MyProposalPage',
  Type.Object({
    registerName: Type.String(),
    ownVoters: Type.Array(Did, { description: 'Members of the caller that vote on it and have not.' }),
    proposal: ProposalView,
  }),
);
export const MyProposalQuery = Type.Object({
  ...CursorPageQuery.properties,
  registerId: Type.Optional(RegisterId),
  which: Type.Optional(
    Type.Enum(['open', 'waiting'], { title: 'MyProposalChoice', description: 'open, unless stated.' }),
  ),
});

/** The state of a proposal or a vote: unsigned, prepared for a person's signature, on its way, or sealed. */
export const GovernedView = namedObject('GovernanceOutcome', {
  state: Type.Enum(['Unsigned', 'Prepared', 'Submitted', 'Sealed'], {
    description:
      'Unsigned: sign the statement of `operation` and send it again with the signature. Prepared: sign and submit `transaction`. Submitted: it waits for ' +
      'its docket. Sealed: see `proposal`.',
  }),
  proposalId: Hash,
  operation: Operation,
  statementVersion: Type.Integer(),
  transactionId: Type.Optional(Hash),
  transaction: Type.Optional(OpenObject),
  proposal: Type.Optional(ProposalView),
});

export const SigningRequestView = namedObject('GovernanceSigningRequest', {
  requestId: Hash,
  registerId: RegisterId,
  operation: Operation,
  statementVersion: Type.Integer(),
  approverDid: Did,
  expiresAt: Timestamp,
});
export const SigningRequestQuery = Type.Object({ approverDid: Did });
export const ProposalParams = Type.Object({ registerId: RegisterId, proposalId: Hash });

const ChangeView = namedObject('GovernanceChange', {
  ordinal: Type.Integer(),
  proposalId: Hash,
  operationType: Type.String(),
  txId: Hash,
  docketNumber: Type.Integer(),
  sealedAt: Timestamp,
  rosterChanged: Type.Boolean({ description: 'True when the next docket is decided by another validator roster.' }),
});
export const ChangePage = cursorPageOf('GovernanceHistory', ChangeView);

/** An act on the record of a participant. */
const GovernedKey = Type.Object({ walletAddress: Address, publicKey: Base64, algorithm: Type.String() });
export const ParticipantAct = namedObject('ParticipantAct', {
  operationType: Type.Enum(['replace-wallet', 'revoke-participant']),
  transactionId: Type.String({ ...Hash, description: 'The transaction that enacted it: the proposal or a last vote.' }),
  proposalId: Hash,
  sealedAt: Timestamp,
  oldKey: Type.Optional(GovernedKey),
  newKey: Type.Optional(GovernedKey),
});

export const CandidacyBody = namedObject('ValidatorCandidacyRequest', {
  replaces: Type.Optional(Hash),
});
export const CandidacyView = namedObject('ValidatorCandidacy', {
  validator: Seat,
  genesisHash: Hash,
  proof: Signature,
  support: Support,
});
