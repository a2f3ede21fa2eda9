// The design-level routes of the validator service (specification 4.3): the same acts under other paths, and pause and
// resume.
import { route } from '../../../define.js';
import { CursorPageQuery, RegisterParams } from '../../../schemas/base/common.js';
import { SealedDocketBody } from '../../../schemas/registers/dockets.js';
import { CreatedRegister } from '../../../schemas/registers/registers.js';
import { FORM_ERRORS, SUBMIT_ERRORS } from '../../../schemas/registers/submission-codes.js';
import { SubmissionBody, ValidatedView } from '../../../schemas/registers/transactions.js';
import {
  CheckedView,
  PendingView,
  ProcessBody,
  ProcessView,
  SeatView,
  ValidationStatus,
} from '../../../schemas/registers/validator.js';

const SEAT_ERRORS = [
  'PATH_INVALID',
  'REGISTER_NOT_FOUND',
  'FORBIDDEN',
  'VALIDATOR_NOT_FOUND',
  'VALIDATOR_FENCED',
  'REGISTER_STATUS_INVALID',
] as const;
const can = 'CanManageValidators' as const;

const control = (act: 'start' | 'stop' | 'pause' | 'resume', summary: string) =>
  route({
    method: 'POST',
    url: `/api/admin/validation/${act}/:registerId`,
    writes: 'node',
    can,
    summary,
    input: { params: RegisterParams },
    output: SeatView,
    errors: SEAT_ERRORS,
  });

export const validationRoutes = {
  buildDocket: route({
    method: 'POST',
    url: '/api/validation/dockets/build',
    writes: 'node',
    can,
    summary: 'Build a docket of what waits',
    input: { body: ProcessBody },
    output: ProcessView,
    errors: ['BODY_INVALID', 'REGISTER_NOT_FOUND', 'FORBIDDEN', 'VALIDATOR_NOT_FOUND', 'VALIDATOR_NOT_RUNNING'],
    rate: 'heavy',
  }),
  validateDocket: route({
    method: 'POST',
    url: '/api/validation/dockets/validate',
    writes: 'nothing',
    can,
    summary: 'Judge a docket without sealing it',
    description:
      'Against the sealed state of this node: certificate, header, body, and every transaction in its place.',
    bodySize: 'docket',
    input: { body: SealedDocketBody },
    output: CheckedView,
    errors: ['BODY_INVALID', 'REGISTER_NOT_FOUND', 'REGISTER_OFFLINE'],
    rate: 'heavy',
  }),
  addTransaction: route({
    method: 'POST',
    url: '/api/validation/transactions/add',
    writes: 'register',
    can: 'CanSubmitTransactions',
    summary: 'Validate a transaction and add it to the pool',
    description: 'The same as POST /api/v1/transactions/validate.',
    chargesSignatures: true,
    bodySize: 'content',
    input: { body: SubmissionBody },
    output: ValidatedView,
    errors: SUBMIT_ERRORS,
  }),
  submitGenesis: route({
    method: 'POST',
    url: '/api/validation/genesis',
    writes: 'node',
    can: 'CanManageRegisters',
    summary: 'Found a register from a genesis transaction',
    description:
      'For callers who build and sign the genesis themselves: every member of its payload attests it, this node is its only validator, and its tenant is ' +
      "the caller's.",
    chargesSignatures: true,
    bodySize: 'content',
    input: { body: SubmissionBody },
    output: { 201: CreatedRegister },
    errors: [
      'BODY_INVALID',
      'FORBIDDEN',
      'REGISTER_IN_USE',
      'QUOTA_EXCEEDED',
      'CONFIG_INVALID',
      'OWNER_DUPLICATE',
      'ATTESTATION_MISSING',
      'ATTESTATION_MISMATCH',
      'ATTESTATION_SIGNATURE_INVALID',
      ...FORM_ERRORS,
      'VAL_PERM_001',
      'VAL_SIG_002',
      'VAL_SIG_003',
      'VAL_SIG_004',
      'VAL_TIME_001',
      'VAL_TIME_002',
    ],
  }),
  listPending: route({
    method: 'GET',
    url: '/api/validation/transactions/:registerId',
    reads: 'here',
    can: 'CanReadTransactions',
    summary: 'List transactions that wait to be sealed',
    description: 'Oldest first.',
    input: { params: RegisterParams, query: CursorPageQuery },
    output: PendingView,
    errors: ['PATH_INVALID', 'QUERY_INVALID', 'CURSOR_INVALID', 'REGISTER_NOT_FOUND'],
  }),
  startValidation: control('start', 'Start the validator of a register'),
  stopValidation: control('stop', 'Stop the validator of a register'),
  pauseValidation: control('pause', 'Pause the validator: it builds no docket, and still votes'),
  resumeValidation: control('resume', 'Resume a paused validator'),
  getValidationStatus: route({
    method: 'GET',
    url: '/api/admin/validation/status',
    can,
    summary: 'Read the state of every validator',
    description: 'Of the registers in the lists of the caller; `count` tells how many there are.',
    input: { query: CursorPageQuery },
    output: ValidationStatus,
    errors: ['QUERY_INVALID', 'CURSOR_INVALID'],
  }),
};
