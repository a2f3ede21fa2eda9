// Named schemas of the validator service: pools, seats, figures and settings (reference-facts 4.3.1).
import Type from 'typebox';
import { DOCKET_TRANSACTIONS_MAX } from '../../../core/base/limits/ledger/transactions.js';
import { POOL_TRANSACTIONS_MAX } from '../../../core/base/limits/node/pool.js';
import { Hash, NextCursor, namedObject, OpenObject, RegisterId, Timestamp } from '../base/common.js';
import { TransactionView } from './transactions.js';

const Count = Type.Integer({ minimum: 0 });

export const PoolView = namedObject('MemPool', {
  registerId: RegisterId,
  totalTransactions: Count,
  maxSize: Count,
  highPriorityCount: Count,
  normalPriorityCount: Count,
  lowPriorityCount: Count,
  fillPercentage: Type.Number({ description: '0 to 100.' }),
  totalEvictions: Count,
  totalExpired: Count,
  oldestTransactionTime: Type.Optional(Timestamp),
});
export const PendingView = namedObject('PendingTransactions', {
  registerId: RegisterId,
  page: Type.Integer(),
  pageSize: Type.Integer(),
  total: Count,
  transactions: Type.Array(TransactionView),
  nextCursor: NextCursor,
});

export const SeatState = Type.Enum(['Stopped', 'Starting', 'Running', 'Paused', 'Stopping', 'Fenced', 'Faulted']);
export const SeatView = namedObject('ValidatorStatus', {
  registerId: RegisterId,
  validatorId: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f]{64}$',
      description: 'The key of this node with which it is seated; absent where it has no seat.',
    }),
  ),
  isActive: Type.Boolean({ description: 'True while the validator votes: running or paused.' }),
  state: SeatState,
  reason: Type.Optional(Type.String()),
  transactionsInMemPool: Count,
  docketsProposed: Count,
  docketsConfirmed: Count,
  docketsRejected: Count,
  startedAt: Type.Optional(Timestamp),
  lastDocketBuildAt: Type.Optional(Timestamp),
});
const OffenceKind = Type.Enum(['DuplicateVote', 'DuplicateRoundChange', 'LyingRoundChange'], { title: 'OffenceKind' });
const Offence = {
  validatorId: Hash,
  kind: OffenceKind,
  height: Count,
  round: Count,
  evidenceHash: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'The hash that a governance act cites.' }),
};
export const MisbehaviourView = namedObject('Misbehaviour', {
  registerId: RegisterId,
  sealed: Type.Array(
    Type.Object({ ...Offence, docket: Type.Integer({ minimum: 0, description: 'The docket that holds the proof.' }) }),
  ),
  pending: Type.Array(Type.Object({ ...Offence, evidence: OpenObject }), {
    description: 'Proven on this node, and waiting for a docket.',
  }),
  claims: Type.Optional(
    Type.Array(
      Type.Object({
        height: Count,
        dockets: Type.Array(Hash),
        signers: Type.Array(Hash, {
          description: 'Validators whose keys signed both, of the roster that the proof names.',
        }),
        proof: OpenObject,
      }),
      {
        description:
          'Two certificates of one height whose signers have no say about what is sealed here: former members, or too few of the present ones. They stop nothing.',
      },
    ),
  ),
  fork: Type.Optional(
    Type.Object({
      height: Type.Integer({ minimum: 1, description: 'Two dockets were decided here.' }),
      lastCommonDocket: Type.Optional(Count),
      accepted: Type.Optional(Hash),
      sealedHere: Type.Optional(
        Type.Object(
          { height: Count, docketHash: Hash },
          {
            description:
              'The docket that this node sealed at that height, or its head below it: what accept-fork takes here.',
          },
        ),
      ),
      culprits: Type.Array(Type.Object({ validatorId: Hash, kind: OffenceKind }), {
        description:
          'Validators that this node can prove to have made the fork: by two votes of one round, or by a round change that conceals an earlier vote. ' +
          'Where the branches were decided in two rounds, that a validator signed both proves nothing against it: the list is empty when this node does not hold the lie itself, and another node may.',
      }),
      proof: OpenObject,
    }),
  ),
});
export const AcceptForkBody = namedObject('AcceptFork', { docketHash: Hash });

export const StartBody = namedObject('StartValidator', { registerId: RegisterId });
export const StopBody = namedObject('StopValidator', {
  registerId: RegisterId,
  persistMemPool: Type.Optional(
    Type.Boolean({ description: 'Accepted submissions are kept on disk whatever this says.' }),
  ),
});
export const StartedView = namedObject('ValidatorStarted', {
  registerId: RegisterId,
  status: Type.Enum(['Started']),
  message: Type.String(),
});
export const StoppedView = namedObject('ValidatorStopped', {
  registerId: RegisterId,
  status: Type.Enum(['Stopped']),
  message: Type.String(),
  memPoolPersisted: Type.Boolean({ description: 'True: what was accepted is on disk and stays promised.' }),
});
export const MonitoringView = namedObject('ValidatorMonitoring', { registerIds: Type.Array(RegisterId), count: Count });
export const ValidationStatus = namedObject('ValidationStatus', {
  validators: Type.Array(SeatView),
  count: Count,
  nextCursor: NextCursor,
});
export const ProcessBody = namedObject('BuildDocket', { registerId: RegisterId });
export const ProcessView = namedObject('ProcessResult', {
  registerId: RegisterId,
  transactionCount: Count,
  consensusAchieved: Type.Boolean(),
  writtenToRegister: Type.Boolean(),
  docketNumber: Type.Optional(Type.Integer()),
  duration: Type.Optional(Type.Number({ description: 'Milliseconds.' })),
  message: Type.Optional(Type.String()),
  errorMessage: Type.Optional(Type.String()),
});
export const CheckedView = namedObject('DocketCheck', {
  isValid: Type.Boolean(),
  docketHash: Hash,
  errors: Type.Array(Type.Object({ code: Type.String(), message: Type.String(), field: Type.String() })),
});

const MemPoolSettings = Type.Object({
  maxSize: Type.Integer({ minimum: 1, maximum: POOL_TRANSACTIONS_MAX, description: 'Transactions a register.' }),
  defaultTtlMinutes: Type.Integer({ minimum: 1, maximum: 1440 }),
});
const DocketBuildSettings = Type.Object({
  maxTransactionsPerDocket: Type.Integer({ minimum: 1, maximum: DOCKET_TRANSACTIONS_MAX }),
  buildWindowMs: Type.Integer({ minimum: 0, maximum: 60_000 }),
});
export const ValidatorConfig = namedObject('ValidatorConfig', {
  memPool: MemPoolSettings,
  docketBuild: DocketBuildSettings,
});
export const ChangeConfigBody = Type.Object(
  {
    memPool: Type.Optional(Type.Partial(MemPoolSettings)),
    docketBuild: Type.Optional(Type.Partial(DocketBuildSettings)),
  },
  { title: 'ChangeValidatorConfig', minProperties: 1 },
);

// ---- Metrics.

export const FigureQuery = Type.Object({ registerId: Type.Optional(RegisterId) });
export const DocketFigures = namedObject('DocketMetrics', { proposed: Count, sealed: Count, rejected: Count });
export const TransactionFigures = namedObject('TransactionMetrics', {
  submitted: Count,
  accepted: Count,
  refused: Count,
  sealed: Count,
  pending: Count,
  successRate: Type.Number({ description: 'Accepted among submitted, 0 to 1.' }),
  refusedByCode: Type.Record(Type.String(), Count),
});
export const ConsensusFigures = namedObject('ConsensusMetrics', {
  activeRegisters: Count,
  restarts: Count,
  halted: Count,
  docketsProposed: Count,
  docketsSealed: Count,
  docketsRejected: Count,
});
export const PoolTotals = namedObject('MemPoolMetrics', { pendingTransactions: Count, pools: Type.Array(PoolView) });
export const MetricsView = namedObject('ValidatorMetrics', {
  dockets: DocketFigures,
  transactions: TransactionFigures,
  consensus: ConsensusFigures,
  mempool: PoolTotals,
});

export const ConsensusView = namedObject(
  'Consensus',
  {
    registerId: RegisterId,
    height: Type.Integer({ description: 'Number of the docket that is being decided.' }),
    round: Count,
    leader: Type.String({ description: 'Id of the validator whose turn it is to propose in this round.' }),
    isLeader: Type.Boolean({ description: 'It is the seat of this node.' }),
    state: Type.Enum(['Init', 'Proposed', 'Accepted', 'Rejected'], {
      description: 'Of the candidate of this round. Sealed dockets are read at /dockets.',
    }),
    docketHash: Type.Union([Hash, Type.Null()]),
    votes: Type.Array(
      Type.Object({
        validatorId: Hash,
        kind: Type.Enum(['PREPARE', 'COMMIT']),
        decision: Type.Enum(['Approve', 'Reject']),
        code: Type.String({ description: 'Why it was rejected; empty for an approval.' }),
        round: Count,
        docketHash: Hash,
      }),
      { description: 'Held here for this height; other validators may hold others.' },
    ),
    busy: Type.Boolean({ description: 'Somebody has something to decide.' }),
    waitingFor: Type.Array(
      Type.Object({
        transactionId: Hash,
        reachable: Count,
        needed: Count,
        since: Timestamp,
        reason: Type.String(),
      }),
      {
        description:
          'Changes of the roster that this node does not build before enough of their validators are linked.',
      },
    ),
  },
  'The knowledge of this node about the docket that is being decided. Nothing of it is sealed.',
);

export const ClockStateView = namedObject('ClockState', {
  time: Timestamp,
  believed: Type.Boolean({ description: 'False while this node builds no dockets because of its clock.' }),
  offByMs: Type.Optional(
    Type.Integer({ description: 'How far the clock is from where it should be by its own account.' }),
  ),
  reason: Type.Optional(Type.String()),
  headsAhead: Type.Integer({ description: 'Registers whose newest docket is of the future by this clock.' }),
  lastRun: Type.Optional(Timestamp),
});
