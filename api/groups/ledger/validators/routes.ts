// The validator service: the one generic submission endpoint, its pools, and the seats of this node (specification
// 4.3).
import { route } from '../../../define.js';
import { RegisterParams } from '../../../schemas/base/common.js';
import { TxParams } from '../../../schemas/base/ids.js';
import { SUBMIT_ERRORS } from '../../../schemas/registers/submission-codes.js';
import { ReceiptView, SubmissionBody, ValidatedView } from '../../../schemas/registers/transactions.js';
import {
  AcceptForkBody,
  ChangeConfigBody,
  ClockStateView,
  MisbehaviourView,
  MonitoringView,
  PoolView,
  ProcessView,
  SeatView,
  StartBody,
  StartedView,
  StopBody,
  StoppedView,
  ValidatorConfig,
} from '../../../schemas/registers/validator.js';

const SEAT_ERRORS = ['PATH_INVALID', 'REGISTER_NOT_FOUND', 'FORBIDDEN', 'VALIDATOR_NOT_FOUND'] as const;
const CONTROL_ERRORS = [
  'REGISTER_NOT_FOUND',
  'FORBIDDEN',
  'VALIDATOR_NOT_FOUND',
  'VALIDATOR_FENCED',
  'REGISTER_STATUS_INVALID',
] as const;
const can = 'CanManageValidators' as const;

export const validatorRoutes = {
  validateTransaction: route({
    method: 'POST',
    url: '/api/v1/transactions/validate',
    writes: 'register',
    can: 'CanSubmitTransactions',
    summary: 'Validate a transaction and add it to the pool',
    description:
      'The generic submission endpoint for every kind of transaction. 200 once it is durable on this node, sealed or pending; `added` is false when the ' +
      'node knew it before. A refusal is a problem with isValid false and errors[{code, message, field}]. `Prefer: wait=<seconds>` waits for the seal.',
    chargesSignatures: true,
    bodySize: 'content',
    input: { body: SubmissionBody },
    output: ValidatedView,
    errors: SUBMIT_ERRORS,
  }),
  getMemPool: route({
    method: 'GET',
    url: '/api/v1/transactions/mempool/:registerId',
    reads: 'here',
    can: 'CanReadRegisters',
    summary: 'Read the pool of a register',
    input: { params: RegisterParams },
    output: PoolView,
    errors: ['PATH_INVALID', 'REGISTER_NOT_FOUND', 'REGISTER_OFFLINE', 'VALIDATOR_NOT_RUNNING'],
  }),
  getValidatorReceipt: route({
    method: 'GET',
    url: '/api/v1/transactions/:registerId/:txId/receipt',
    reads: 'sealed',
    can: 'CanReadTransactions',
    summary: 'Read what became of a transaction',
    input: { params: TxParams },
    output: ReceiptView,
    errors: ['PATH_INVALID', 'REGISTER_NOT_FOUND', 'RECEIPT_NOT_FOUND'],
  }),
  startValidator: route({
    method: 'POST',
    url: '/api/admin/validators/start',
    writes: 'node',
    can,
    summary: 'Start the validator of a register',
    input: { body: StartBody },
    output: StartedView,
    errors: ['BODY_INVALID', ...CONTROL_ERRORS],
  }),
  stopValidator: route({
    method: 'POST',
    url: '/api/admin/validators/stop',
    writes: 'node',
    can,
    summary: 'Stop the validator of a register',
    description:
      'A stopped validator counts as crashed: it votes on nothing. Accepted submissions are durable whatever persistMemPool says.',
    input: { body: StopBody },
    output: StoppedView,
    errors: ['BODY_INVALID', ...CONTROL_ERRORS],
  }),
  getValidatorStatus: route({
    method: 'GET',
    url: '/api/admin/validators/:registerId/status',
    reads: 'here',
    can,
    summary: 'Read the state of the validator of a register',
    input: { params: RegisterParams },
    output: SeatView,
    errors: SEAT_ERRORS,
  }),
  processPool: route({
    method: 'POST',
    url: '/api/admin/validators/:registerId/process',
    writes: 'node',
    can,
    summary: 'Close the build window now',
    description: 'Builds a docket of what waits and answers when it is sealed, or that there was nothing to do.',
    input: { params: RegisterParams },
    output: ProcessView,
    errors: [...SEAT_ERRORS, 'VALIDATOR_NOT_RUNNING'],
    rate: 'heavy',
  }),
  acceptAmnesia: route({
    method: 'POST',
    url: '/api/admin/validators/:registerId/accept-amnesia',
    writes: 'node',
    // The loss was the node's, and so is the acceptance: it frees the validators of every tenant.
    can: 'RequireSystemAdmin',
    summary: 'Let the fenced validators of this node vote again',
    description:
      'After a restore the validators may have forgotten votes that they cast, and do not vote. A SystemAdmin who knows that no other copy of the node ran ' +
      'takes the responsibility here, for every register of the node.',
    input: { params: RegisterParams },
    output: SeatView,
    errors: [...SEAT_ERRORS, 'REGISTER_STATUS_INVALID'],
  }),
  getClock: route({
    method: 'GET',
    url: '/api/admin/clock',
    can,
    summary: 'Read what this node thinks of its clock',
    description:
      'A node whose clock jumped builds no dockets: one that it dates wrong dates its register for as long. It goes on voting and sealing.',
    output: ClockStateView,
    errors: [],
  }),
  confirmClock: route({
    method: 'POST',
    url: '/api/admin/clock/confirm',
    writes: 'node',
    can: 'RequireSystemAdmin',
    summary: 'Say that the clock of this node is right',
    description:
      'Ends the doubt of a node whose clock jumped, or that was away for very long. Compare the time with another clock first: a docket of the future ' +
      'dates its register until then.',
    output: ClockStateView,
    errors: [],
  }),
  getMisbehaviour: route({
    method: 'GET',
    url: '/api/registers/:registerId/misbehaviour',
    reads: 'here',
    can: 'CanReadRegisters',
    summary: 'Read what is proven against the validators of a register',
    description:
      'Evidence that dockets sealed, evidence of this node that waits for a docket, and the proof of a fork. Each piece proves itself by signatures.',
    input: { params: RegisterParams },
    output: MisbehaviourView,
    errors: ['PATH_INVALID', 'REGISTER_NOT_FOUND'],
  }),
  acceptFork: route({
    method: 'POST',
    url: '/api/registers/:registerId/fork/accept',
    writes: 'node',
    can: 'RequireSystemAdmin',
    summary: 'Go on with one branch of a forked register',
    description:
      'The organisations agree on a branch, by the hash of its docket at the forked height. A node that holds it goes on here. Any other node deletes the ' +
      'register and subscribes to it again at a node that holds the branch. The proof stays readable.',
    input: { params: RegisterParams, body: AcceptForkBody },
    output: MisbehaviourView,
    errors: ['PATH_INVALID', 'BODY_INVALID', 'REGISTER_NOT_FOUND', 'FORBIDDEN', 'REGISTER_STATUS_INVALID'],
  }),
  getMonitoring: route({
    method: 'GET',
    url: '/api/admin/validators/monitoring',
    can,
    summary: 'List the registers whose validator runs',
    description: 'At most 1,000.',
    output: MonitoringView,
    errors: [],
  }),
  getValidatorConfig: route({
    method: 'GET',
    url: '/api/admin/config',
    can,
    summary: 'Read the settings of the validators of this node',
    output: ValidatorConfig,
    errors: [],
  }),
  updateValidatorConfig: route({
    method: 'PUT',
    url: '/api/admin/config',
    writes: 'node',
    can: 'RequireSystemAdmin',
    summary: 'Change the settings of the validators of this node',
    description:
      'Durable; members that are left out stay. maxTransactionsPerDocket holds from the next docket on, memPool for registers opened from now on, ' +
      'buildWindowMs for registers founded from now on. The policy of a register may be tighter.',
    input: { body: ChangeConfigBody },
    output: ValidatorConfig,
    errors: ['BODY_INVALID'],
  }),
};
