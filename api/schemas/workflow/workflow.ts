// Schemas of running workflows: instances, actions and what comes of them (reference-facts 4.1.6 to 4.1.8).
import Type from 'typebox';
import { ACCEPTED_SUSPECT_MAX } from '../../../core/base/limits/node/reading.js';
import { SUSPICION_REASONS } from '../../../core/reading/cells/suspicion.js';
import { ActorView } from '../base/actor.js';
import {
  Address,
  Base64,
  Hash,
  NextCursor,
  namedObject,
  nullable,
  OpenObject,
  RegisterId,
  Timestamp,
  Uuid,
} from '../base/common.js';
import { Id } from '../base/ids.js';
import { toldMembers } from '../base/moves.js';
import { CancellationBody } from './cancellation.js';
import { holderMembers } from './delivery.js';
import { InstanceFacts } from './facts.js';
import { FileView, SubmittedFiles } from './file.js';
import { ConfirmationView, Reason, SentBackView } from './moves.js';
import { DisputeBody } from './objection.js';
import { credentialPresentations } from './presentations.js';
import { BranchState, Ground, InstanceState, Outcome, PinState, SealStatus } from './states.js';
import { instanceNames } from './subject.js';
import { also, deadline, notBefore, timer } from './timer.js';
import { decided, voteMembers, voting } from './voting.js';

export const ActionId = Type.String({
  minLength: 1,
  maxLength: 16,
  pattern: '^(0|[1-9][0-9]*)$',
  description: 'Id of the action in the definition, as decimal text.',
});
const WalletsByRole = Type.Record(Type.String(), Type.String(), { description: 'Wallet address by participant id.' });

const BranchView = namedObject('Branch', {
  id: Type.String({ description: 'Unique in the instance, the same on every node.' }),
  currentActionId: Type.Integer(),
  state: BranchState,
  lastTransactionId: Hash,
  deadline,
  notBefore,
  timer,
  voting,
  also,
  waitsFor: Type.Optional(
    Type.Array(Type.Integer(), { description: 'Actions that come first; absent where nothing has to.' }),
  ),
  mayAct: Type.Optional(
    Type.Array(ActorView, { description: 'Wallets that may act, and why; absent where anybody takes the role.' }),
  ),
  sentBack: Type.Optional(SentBackView),
});

const FaultView = namedObject('Fault', {
  transactionId: Hash,
  wallet: Address,
  ground: Ground,
  at: Type.String({ description: 'The place below the action that the objection named.' }),
  objectedBy: Address,
  objectionTransactionId: Hash,
  resolved: Type.Optional(Type.Object({ outcome: Outcome, transactionId: Hash })),
});

export const InstanceBody = namedObject('Instance', {
  id: Id,
  registerId: RegisterId,
  blueprintId: Id,
  ...instanceNames,
  publicationTxId: Hash,
  blueprintVersion: nullable(Type.Integer({ description: 'Ordinal of the publication on the register.' })),
  pinState: Type.Enum(['pinned', 'unresolvable', 'unpinned'], {
    title: 'PinState',
    description: 'Whether this node holds the definition that the instance follows.',
  }),
  state: InstanceState,
  currentActionIds: Type.Array(Type.Integer(), { description: 'Actions that may run now.' }),
  isStuck: Type.Optional(
    Type.Boolean({
      description:
        'True where no action can run any more: deadlines have passed, a join waits for what no branch leads to, or roles have made all the moves that they may make. It can only be cancelled; in the last case any party that has moves left does so.',
    }),
  ),
  participantWallets: WalletsByRole,
  activeBranches: Type.Array(BranchView),
  moves: Type.Optional(
    Type.Integer({
      description:
        'How many moves are sealed. An action whose rules read runs and that is calculated by this state states it as metadata.sees.',
    }),
  ),
  confirmations: Type.Optional(
    Type.Array(ConfirmationView, {
      description: 'Runs that count once others have confirmed them; until then nothing follows them.',
    }),
  ),
  faults: Type.Optional(
    Type.Array(FaultView, { description: 'Runs that were proven to break their rules, in the order of the ledger.' }),
  ),
  ...{ disputedUntil: Type.Optional(Timestamp), dispute: Type.Optional(DisputeBody) },
  ...holderMembers,
  cancellation: Type.Optional(CancellationBody),
  firstTransactionId: Type.Optional(Hash),
  lastTransactionId: Type.Optional(Hash),
  completedActionCount: Type.Integer(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  completedAt: Type.Optional(Timestamp),
  metadata: Type.Optional(Type.Record(Type.String(), Type.String())),
});

export const CreateInstance = namedObject('CreateInstance', {
  registerId: RegisterId,
  blueprintId: Id,
  publicationTxId: Type.Optional(Hash),
  tenantId: Type.Optional(Type.String({ maxLength: 128, description: "The caller's organisation; no other." })),
  metadata: Type.Optional(
    Type.Record(Type.String({ pattern: '^[\\s\\S]{1,64}$' }), Type.String({ maxLength: 1024 }), {
      maxProperties: 32,
      description: 'Texts by name; kept on this node and never on the ledger.',
    }),
  ),
});

export const InstanceDefinition = namedObject('InstanceDefinition', {
  instanceId: Id,
  blueprintId: Id,
  publicationTxId: Hash,
  blueprintExecDefHash: nullable(Type.String({ description: 'Hash of everything that decides how it runs.' })),
  blueprintVersion: nullable(Type.Integer()),
  isPinnedToLatest: nullable(Type.Boolean({ description: 'The pin is the newest publication of the blueprint.' })),
  pinState: PinState,
});

const SuspicionView = namedObject('Suspicion', {
  transactionHash: Hash,
  actionId: ActionId,
  senderWallet: Address,
  member: Type.String({
    description:
      'JSON Pointer of the member that is wrong; "" for all, "/@route" for the way that the action took, "/@gate/NAME" for what was shown at a gate.',
  }),
  reason: Type.Enum([...SUSPICION_REASONS], {
    title: 'SuspicionReason',
    description:
      'schema, missing: it breaks the schema. calculation, route: the data gives another one. credential: what was shown does not pass its gate. ' +
      'shape: a part of a value that is not an object, or an object that says otherwise than the file that it names. undelivered: it does not open, or is not what was committed.',
  }),
  isUndone: Type.Boolean({ description: 'A rejection took the action back: it stops no party any more.' }),
});
export const suspect = Type.Array(SuspicionView, {
  description:
    'The fault in the data that was encrypted for the wallet: it stays as it was stated. An action by the wallet is refused with FACT_VIOLATED or FACT_UNDELIVERED.',
});

export const InstanceData = namedObject('InstanceData', {
  instanceId: Id,
  actionCount: Type.Integer(),
  previousTransactionId: Type.Optional(Hash),
  data: OpenObject,
  facts: Type.Optional(InstanceFacts),
  suspect,
  branchStates: Type.Record(Type.String(), BranchState),
});

const NextActionView = namedObject('NextAction', {
  actionId: Type.Integer(),
  actionTitle: Type.String(),
  participantId: Type.String(),
  branchId: Type.Optional(Type.String()),
  waitsFor: Type.Optional(
    Type.Array(Type.Integer(), {
      description: 'Actions that have to be complete before it; absent where nothing has to, and before the seal.',
    }),
  ),
});

export const InstanceNext = namedObject('InstanceNextActions', {
  instanceId: Id,
  state: InstanceState,
  isComplete: Type.Boolean(),
  nextActions: Type.Array(
    namedObject('InstanceNextAction', {
      actionId: Type.Integer(),
      title: Type.String(),
      description: Type.String(),
      participantId: Type.String(),
      branchId: Type.Optional(Type.String({ description: 'Absent before the first action: no branch is there yet.' })),
      previousTransactionId: Type.Optional(Hash),
      deadline,
      timer,
      also,
    }),
  ),
});

const externalRecipientKeys = Type.Optional(
  Type.Record(
    Type.String({ pattern: '^qr1[0-9a-z]{10,90}$' }),
    namedObject('ExternalRecipientKey', {
      publicKey: Base64,
      algorithm: Type.String({ maxLength: 32 }),
      encapsulationKey: Type.Optional(Base64),
    }),
    { maxProperties: 200, description: 'Keys of recipients that the register does not know.' },
  ),
);
const previousTransactionHash = Type.Optional(Hash);
const acceptSuspect = Type.Optional(
  Type.Array(Hash, {
    maxItems: ACCEPTED_SUSPECT_MAX,
    description:
      'TxIds of actions in which something is suspect (FACT_VIOLATED, FACT_UNDELIVERED), to act with it all the same.',
  }),
);
/** The members of an action without its credentials. */
export const actionMembers = {
  senderWallet: Address,
  payloadData: OpenObject,
  ...voteMembers,
  files: SubmittedFiles,
  previousTransactionHash,
  externalRecipientKeys,
  acceptSuspect,
};
/** The members of an action, wherever it goes. */
const submission = { ...actionMembers, credentialPresentations };

export const ActionBody = namedObject('ActionSubmission', {
  blueprintId: Id,
  actionId: ActionId,
  registerAddress: RegisterId,
  instanceId: Type.Optional(Id),
  ...submission,
});
export const InstanceActionBody = namedObject('InstanceActionSubmission', submission);

export const ActionResult = namedObject('ActionResult', {
  transactionId: Hash,
  transactionHash: Hash,
  instanceId: Id,
  status: Type.Enum(['pending', 'sealed'], {
    title: 'SealStatus',
    description: 'pending: accepted durably; its receipt tells when it is sealed.',
  }),
  nextActions: Type.Array(NextActionView),
  decided,
  calculations: OpenObject,
  isComplete: Type.Boolean(),
  isAsync: Type.Boolean(),
  files: Type.Optional(Type.Array(FileView)),
  repeated: Type.Optional(Type.Boolean({ description: 'The same was submitted before: this is what came of it.' })),
  timestamp: Timestamp,
});

/** Of a cancellation: one of an instance that has done nothing is not a transaction. */
export const CancelResult = namedObject('CancelResult', {
  ...ActionResult.properties,
  transactionId: Type.Optional(Hash),
  transactionHash: Type.Optional(Hash),
  status: Type.Enum(['sealed', 'pending', 'forgotten'], {
    description: 'forgotten: it had done nothing, so nothing is on the ledger and its id means nothing any more.',
  }),
});

export const ActionAccepted = namedObject('ActionAccepted', {
  /** There with isAsync: it is followed at /api/operations/{operationId}. */
  operationId: Type.Optional(Uuid),
  transactionId: Type.Optional(Hash),
  transactionHash: Type.Optional(Hash),
  instanceId: Id,
  status: Type.Enum(['pending', 'sealed', 'encrypting'], {
    description:
      'pending: signed and accepted durably; its receipt tells when it is sealed. encrypting: accepted durably, and encrypted, signed and submitted by the operation.',
  }),
  nextActions: Type.Array(NextActionView),
  calculations: OpenObject,
  isComplete: Type.Boolean(),
  isAsync: Type.Boolean(),
  files: Type.Optional(Type.Array(FileView)),
  repeated: Type.Optional(Type.Boolean()),
  timestamp: Timestamp,
});

export const OperationBody = namedObject('Operation', {
  operationId: Uuid,
  status: Type.Enum(['Queued', 'Running', 'Completed', 'Failed'], {
    description: 'Completed: the transaction is sealed, and the instance has moved on.',
  }),
  registerId: RegisterId,
  blueprintId: Id,
  actionId: ActionId,
  instanceId: Id,
  submittingWalletAddress: Address,
  totalRecipients: Type.Integer(),
  totalGroups: Type.Integer({ description: 'Different sets of fields that are encrypted.' }),
  currentStep: Type.Integer({ minimum: 1 }),
  totalSteps: Type.Integer(),
  stepName: Type.String(),
  percentComplete: Type.Integer({ minimum: 10, maximum: 100 }),
  transactionHash: Type.Optional(Hash),
  error: Type.Optional(Type.String()),
  errors: Type.Optional(
    Type.Array(namedObject('OperationError', { code: Type.String(), path: Type.String(), message: Type.String() }), {
      description: 'The answer that the same submission without an operation would have got.',
    }),
  ),
  failedRecipient: Type.Optional(Type.String()),
  createdAt: Timestamp,
  completedAt: Type.Optional(Timestamp),
});

export const OperationPage = namedObject('OperationPage', {
  items: Type.Array(OperationBody),
  page: Type.Integer(),
  pageSize: Type.Integer(),
  totalCount: Type.Integer(),
  hasMore: Type.Boolean(),
  nextCursor: NextCursor,
});

const fieldErrors = Type.Optional(Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 1000 })));
export const RejectBody = namedObject('ActionRejection', {
  reason: Type.Optional(Reason),
  transactionHash: Hash,
  senderWallet: Address,
  registerAddress: RegisterId,
  actionId: Type.Optional(ActionId),
  fieldErrors,
  externalRecipientKeys,
  credentialPresentations,
});
export const InstanceRejectBody = namedObject('InstanceActionRejection', {
  reason: Type.Optional(Reason),
  senderWallet: Address,
  previousTransactionHash,
  fieldErrors,
  externalRecipientKeys,
  credentialPresentations,
});
export const RejectResult = namedObject('RejectionResult', {
  transactionId: Hash,
  instanceId: Id,
  status: SealStatus,
  targetAction: Type.Optional(NextActionView),
  timestamp: Timestamp,
});
export const ClaimBody = namedObject('RoleClaim', {
  senderWallet: Address,
  role: Type.Optional(
    Type.String({ ...Id, description: 'Of several that vote on the action, or stand in, the one that is reserved.' }),
  ),
});
export const CancelBody = namedObject('InstanceCancellation', { senderWallet: Address, reason: Type.Optional(Reason) });

export const StartingActions = namedObject('StartingActions', {
  walletAddress: Address,
  registerAddress: RegisterId,
  blueprints: Type.Array(
    namedObject('StartableBlueprint', {
      blueprintId: Id,
      publicationTxId: Hash,
      title: Type.String(),
      description: Type.String(),
      version: Type.Integer(),
      availableActions: Type.Array(
        namedObject('StartableAction', {
          actionId: Type.Integer(),
          title: Type.String(),
          description: Type.String(),
          isAvailable: Type.Boolean({
            description: 'False where the wallet neither holds the role now, nor may take it, nor acts for its holder.',
          }),
          dataSchema: Type.String({ description: 'JSON Schemas of the data, as text.' }),
        }),
      ),
    }),
  ),
});

export const ActionDetails = namedObject('ActionDetails', {
  transactionHash: Hash,
  blueprintId: Id,
  actionId: ActionId,
  instanceId: Id,
  type: toldMembers.type,
  senderWallet: Type.String({ description: 'Address of the wallet that made it; `timer` where no wallet did.' }),
  timer: toldMembers.timer,
  registerAddress: RegisterId,
  payloadData: OpenObject,
  suspect,
  files: Type.Array(FileView),
  timestamp: Timestamp,
  previousTransactionHash,
});
export const WalletRegister = Type.Object({ wallet: Address, register: RegisterId });
