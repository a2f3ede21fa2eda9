// Codes that operations which submit transactions state, for the documentation and the client. They give none.
import type { IssueCode } from '../../../core/base/issue.js';
import { STEPS } from '../../../core/validate/steps.js';

/** The refusals of a publication once its definition and the right to publish it are judged. */
export const PUBLICATION_ERRORS = [
  'SIGNING_RATE_EXCEEDED',
  'WALLET_ACCESS_DENIED',
  'WALLET_LOCKED',
  'ALGORITHM_UNSUPPORTED',
  'VAL_STRUCT_011',
  'VAL_SIZE_001',
  'VAL_SCHEMA_005',
  'VAL_BP_010',
  'QUOTA_EXCEEDED',
  'POOL_FULL',
  'VALIDATOR_NOT_RUNNING',
  'REGISTER_LEFT',
  'NODE_UNAVAILABLE',
] as const;

/** The refusals of a body that makes no transaction. */
export const FORM_ERRORS = [
  'VAL_STRUCT_001',
  'VAL_STRUCT_002',
  'VAL_STRUCT_003',
  'VAL_STRUCT_004',
  'VAL_STRUCT_005',
  'VAL_STRUCT_006',
  'VAL_STRUCT_007',
  'VAL_STRUCT_008',
  'VAL_STRUCT_009',
  'VAL_STRUCT_010',
  'VAL_STRUCT_011',
  'VAL_STRUCT_012',
  'VAL_SIZE_001',
  'VAL_HASH_001',
  'VAL_HASH_002',
  'VAL_SIG_001',
] as const;

/** Every code that a submission can be refused with, in the order of the pipeline. */
export const SUBMIT_ERRORS: readonly IssueCode[] = [
  // Of a publication, and of an action that asks for credentials.
  'BLUEPRINT_INVALID',
  'CREDENTIAL_REFUSED',
  'BODY_INVALID',
  'FORBIDDEN',
  'REHEARSAL_REQUIRED',
  'REGISTER_IN_USE',
  'QUOTA_EXCEEDED',
  'CONFIG_INVALID',
  'OWNER_DUPLICATE',
  'ATTESTATION_MISSING',
  'ATTESTATION_MISMATCH',
  'ATTESTATION_SIGNATURE_INVALID',
  'REGISTER_NOT_FOUND',
  'REGISTER_OFFLINE',
  'REGISTER_FORKED',
  'UPGRADE_NEEDED',
  'REGISTER_LEFT',
  ...FORM_ERRORS,
  ...STEPS.flatMap(({ codes }) => codes),
  'POOL_FULL',
  'POOL_SENDER_FULL',
  'VALIDATOR_NOT_RUNNING',
  'NODE_UNAVAILABLE',
];
