// Registers: both ways to found one, their records, and what their governance says (specification 4.2).
import Type from 'typebox';
import { ID_LENGTH_MAX } from '../../../../core/base/limits/ledger/transactions.js';
import { PAGE_SIZE_MAX } from '../../../../core/base/limits/node/requests.js';
import { route } from '../../../define.js';
import { Cursor, IfMatchHeader, RegisterParams } from '../../../schemas/base/common.js';
import { PolicyView, RosterView } from '../../../schemas/registers/governance.js';
import {
  ChangeRegisterBody,
  CreatedRegister,
  CreateRegisterBody,
  FinalizeBody,
  InitiateBody,
  InitiatedView,
  RegisterCount,
  RegisterView,
} from '../../../schemas/registers/registers.js';
import { LINKED_REGISTER, LINKED_REGISTERS } from '../../../views/linked-forms.js';

const TenantFilter = Type.Optional(Type.String({ maxLength: ID_LENGTH_MAX }));
const SandboxFilter = Type.Boolean({
  default: false,
  description: 'True: registers in which organisations rehearse, and no others.',
});
const ListQuery = Type.Object({
  tenantId: TenantFilter,
  sandbox: SandboxFilter,
  page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
  pageSize: Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_MAX }),
  cursor: Cursor,
});
const CountQuery = Type.Object({ tenantId: TenantFilter, sandbox: SandboxFilter });
const DeleteQuery = Type.Object({ tenantId: TenantFilter });

const ISOLATION = 'A register of another tenant is a 404, unless the caller holds a wallet of its governance roster.';
const FOUNDING_ERRORS = [
  'BODY_INVALID',
  'FORBIDDEN',
  'CONFIG_INVALID',
  'OWNER_DUPLICATE',
  'OWNER_WALLET_UNKNOWN',
  'REGISTER_IN_USE',
  'QUOTA_EXCEEDED',
  'RATE_LIMITED',
  'SIGNING_RATE_EXCEEDED',
  'NODE_UNAVAILABLE',
] as const;

export const registerRoutes = {
  createRegister: route({
    method: 'POST',
    url: '/api/registers',
    writes: 'node',
    can: 'CanManageRegisters',
    summary: 'Found a register in one call',
    description:
      'Builds the attestations, signs them with wallets of this node that the caller may sign with, and seals docket 0. An owner whose wallet is ' +
      'elsewhere attests through initiate and finalize. Purpose System takes a SystemAdmin of the platform organisation.',
    bodySize: 'form',
    input: { body: CreateRegisterBody },
    output: { 201: CreatedRegister },
    errors: [...FOUNDING_ERRORS, 'WALLET_ACCESS_DENIED', 'WALLET_LOCKED'],
  }),
  initiateRegister: route({
    method: 'POST',
    url: '/api/registers/initiate',
    writes: 'node',
    can: 'CanManageRegisters',
    summary: 'Begin to found a register',
    description:
      'Returns what every owner and administrator has to sign. The registration waits five minutes, survives a restart of the node and serves once.',
    bodySize: 'form',
    input: { body: InitiateBody },
    output: InitiatedView,
    errors: FOUNDING_ERRORS,
    secretAnswer: true,
  }),
  finalizeRegister: route({
    method: 'POST',
    url: '/api/registers/finalize',
    writes: 'node',
    can: 'CanManageRegisters',
    summary: 'Found the register that was initiated',
    description: 'Checks nonce and attestations, then seals docket 0.',
    chargesSignatures: true,
    bodySize: 'form',
    input: { body: FinalizeBody },
    output: { 201: CreatedRegister },
    errors: [
      'BODY_INVALID',
      'REGISTRATION_NOT_FOUND',
      'REGISTRATION_EXPIRED',
      'REGISTRATION_NONCE_INVALID',
      'ATTESTATION_MISSING',
      'ATTESTATION_MISMATCH',
      'ATTESTATION_SIGNATURE_INVALID',
      'REGISTER_IN_USE',
      'QUOTA_EXCEEDED',
      'SIGNING_RATE_EXCEEDED',
    ],
  }),
  listRegisters: route({
    method: 'GET',
    url: '/api/registers',
    can: 'CanReadRegisters',
    summary: 'List registers',
    description:
      "The caller's tenant's registers in order of creation; a SystemAdmin of the platform organisation sees all. Sandboxes of rehearsals stand in a list of their own. X-Total-Count tells how many there are.",
    input: { query: ListQuery },
    output: Type.Array(RegisterView),
    representations: LINKED_REGISTERS,
    errors: ['QUERY_INVALID', 'CURSOR_INVALID'],
  }),
  countRegisters: route({
    method: 'GET',
    url: '/api/registers/stats/count',
    can: 'CanReadRegisters',
    summary: 'Count registers',
    input: { query: CountQuery },
    output: RegisterCount,
    errors: ['QUERY_INVALID'],
  }),
  getRegister: route({
    method: 'GET',
    url: '/api/registers/:registerId',
    reads: 'sealed',
    can: 'CanReadRegisters',
    summary: 'Read one register',
    description: ISOLATION,
    input: { params: RegisterParams },
    output: RegisterView,
    representations: LINKED_REGISTER,
    errors: ['PATH_INVALID', 'REGISTER_NOT_FOUND'],
  }),
  updateRegister: route({
    method: 'PUT',
    url: '/api/registers/:registerId',
    writes: 'node',
    can: 'CanManageRegisters',
    program: 'organisation:admin',
    summary: 'Change what this node says about a register',
    description:
      'Name and description of the record on this node; the genesis keeps its own. OFFLINE stops the register here, ONLINE starts it again.',
    input: { params: RegisterParams, body: ChangeRegisterBody, headers: IfMatchHeader },
    output: RegisterView,
    errors: [
      'PATH_INVALID',
      'BODY_INVALID',
      'REGISTER_NOT_FOUND',
      'REGISTER_STATUS_INVALID',
      'FORBIDDEN',
      'RESOURCE_CHANGED',
    ],
  }),
  deleteRegister: route({
    method: 'DELETE',
    url: '/api/registers/:registerId',
    writes: 'node',
    can: 'CanManageRegisters',
    program: 'organisation:admin',
    summary: 'Delete a register from this node',
    description: 'Stops the register here and deletes its rows. Other nodes keep theirs.',
    input: { params: RegisterParams, query: DeleteQuery },
    output: { 204: null },
    errors: [
      'PATH_INVALID',
      'REGISTER_NOT_FOUND',
      'REGISTER_IN_USE',
      'QUOTA_EXCEEDED',
      'REGISTER_SEATED',
      'SUBSCRIPTION_EXISTS',
      'FORBIDDEN',
    ],
  }),
  getGovernanceRoster: route({
    method: 'GET',
    url: '/api/registers/:registerId/governance/roster',
    reads: 'sealed',
    can: 'CanReadRegisters',
    summary: 'Read who governs and validates a register',
    description: ISOLATION,
    input: { params: RegisterParams },
    output: RosterView,
    errors: ['PATH_INVALID', 'REGISTER_NOT_FOUND', 'GOVERNANCE_ROSTER_UNAVAILABLE', 'GOVERNANCE_ROSTER_NOT_SEALED'],
  }),
  getRegisterPolicy: route({
    method: 'GET',
    url: '/api/registers/:registerId/policy',
    reads: 'sealed',
    can: 'CanReadRegisters',
    summary: 'Read the policy of a register',
    description: ISOLATION,
    input: { params: RegisterParams },
    output: PolicyView,
    errors: ['PATH_INVALID', 'REGISTER_NOT_FOUND', 'REGISTER_OFFLINE'],
  }),
};
