// Named schemas of registers as clients see them, and of how they are made and changed.
import Type from 'typebox';
import { VALIDATORS_MAX } from '../../../core/base/limits/ledger/consensus.js';
import {
  ATTESTATIONS_MAX,
  REGISTER_DESCRIPTION_MAX,
  REGISTER_NAME_MAX,
} from '../../../core/base/limits/ledger/registers.js';
import { ID_LENGTH_MAX } from '../../../core/base/limits/ledger/transactions.js';
import { Hash, namedObject, RegisterId, SignatureAlgorithmName, Timestamp } from '../base/common.js';
import { Count, Id, Metadata } from '../base/ids.js';
import { nameSchema } from '../base/names.js';

export const RegisterStatus = Type.Enum(['OFFLINE', 'ONLINE', 'CHECKING', 'RECOVERY'], { title: 'RegisterStatus' });
export const RegisterName = nameSchema(REGISTER_NAME_MAX);
export const RegisterDescription = Type.String({ maxLength: REGISTER_DESCRIPTION_MAX });
export const Purpose = Type.String({ minLength: 1, maxLength: 64, description: 'System is restricted.' });

export const RegisterView = namedObject('Register', {
  id: RegisterId,
  name: Type.String(),
  description: Type.String(),
  height: Type.Integer({ minimum: 0, description: 'Number of sealed dockets: the last docket number and one.' }),
  status: RegisterStatus,
  statusReason: Type.Optional(Type.String({ description: 'Why the register is not ONLINE.' })),
  advertise: Type.Boolean(),
  isFullReplica: Type.Boolean(),
  tenantId: Type.String(),
  purpose: Type.Optional(Type.String()),
  sandbox: Type.Boolean({ description: 'True when metadata says sandbox=true.' }),
  metadata: Type.Record(Type.String(), Type.String()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export const RegisterCount = namedObject('RegisterCount', { count: Count });

export const Owner = namedObject('RegisterOwner', {
  userId: Id,
  walletId: Type.String({
    minLength: 1,
    maxLength: ID_LENGTH_MAX,
    description: 'Wallet address, or id of a wallet of this node.',
  }),
});
export const AdditionalAdmin = namedObject('RegisterAdmin', {
  userId: Id,
  walletId: Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX }),
  role: Type.Optional(Type.Enum(['Admin', 'Designer', 'Auditor'], { description: 'Default Admin.' })),
});
export const PolicyDraftBody = namedObject(
  'RegisterPolicyDraft',
  {
    consensus: Type.Optional(
      Type.Object({
        mode: Type.Optional(Type.Enum(['majority', 'bft'])),
        leader: Type.Optional(Type.Enum(['sticky', 'rotate'])),
        tenure: Type.Optional(Type.Integer()),
        buildWindowMs: Type.Optional(Type.Integer()),
        docketTransactionsMax: Type.Optional(Type.Integer()),
        docketBytesMax: Type.Optional(Type.Integer()),
      }),
    ),
    governance: Type.Optional(
      Type.Object({
        quorumFormula: Type.Optional(Type.Enum(['StrictMajority', 'Supermajority', 'Unanimous'])),
        proposalTtlDays: Type.Optional(Type.Integer()),
      }),
    ),
    crypto: Type.Optional(
      Type.Object({
        acceptedSignatureAlgorithms: Type.Optional(Type.Array(SignatureAlgorithmName)),
      }),
    ),
  },
  'Members that are left out get their default.',
);
const registration = {
  name: RegisterName,
  description: Type.Optional(RegisterDescription),
  tenantId: Type.Optional(
    Type.String({ maxLength: ID_LENGTH_MAX, description: "Default: the caller's organisation." }),
  ),
  // Besides one owner at least.
  additionalAdmins: Type.Optional(
    Type.Array(AdditionalAdmin, { maxItems: ATTESTATIONS_MAX, documented: { maxItems: ATTESTATIONS_MAX - 1 } }),
  ),
  metadata: Type.Optional(Metadata),
  advertise: Type.Optional(Type.Boolean()),
  purpose: Type.Optional(Purpose),
  policy: Type.Optional(PolicyDraftBody),
  validators: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
      minItems: 1,
      maxItems: VALIDATORS_MAX,
      documented: { uniqueItems: true },
      description:
        'Peer ids of the nodes that take a seat, this node among them, in voter order. Each attests the register when it is finalized. Default: this node alone.',
    }),
  ),
};
export const CreateRegisterBody = namedObject(
  'CreateRegister',
  {
    ...registration,
    owners: Type.Optional(
      Type.Array(Owner, {
        minItems: 1,
        maxItems: ATTESTATIONS_MAX,
        description: 'Default: the caller with the oldest of its active wallets.',
      }),
    ),
  },
  'Initiate and finalize in one call: every wallet named is of this node and the caller may sign with it.',
);
export const InitiateBody = namedObject('InitiateRegister', {
  ...registration,
  registerId: Type.Optional(RegisterId),
  owners: Type.Array(Owner, { minItems: 1, maxItems: ATTESTATIONS_MAX }),
});
export const MemberRole = Type.Enum(['Owner', 'Admin', 'Designer', 'Auditor'], { title: 'RegisterRole' });
export const AttestationDataView = namedObject('AttestationData', {
  role: MemberRole,
  subject: Type.String({ maxLength: ID_LENGTH_MAX, description: 'did:quorate:w:{wallet address}' }),
  registerId: RegisterId,
  registerName: Type.String({ maxLength: REGISTER_NAME_MAX }),
  grantedAt: Timestamp,
});
export const InitiatedView = namedObject('InitiatedRegister', {
  registerId: RegisterId,
  attestationsToSign: Type.Array(
    Type.Object({
      userId: Type.String(),
      walletId: Type.String(),
      role: MemberRole,
      attestationData: AttestationDataView,
      dataToSign: Type.String({ description: 'Hex SHA-256 of the canonical attestationData: the 32 bytes to sign.' }),
      derivationPath: Type.String({ description: 'Path or purpose to sign with, for a wallet of this node.' }),
    }),
  ),
  expiresAt: Timestamp,
  nonce: Type.String({ description: '32 bytes, base64url. Shown once.' }),
});
export const FinalizeBody = namedObject('FinalizeRegister', {
  registerId: RegisterId,
  nonce: Type.String({ minLength: 1, maxLength: 64 }),
  signedAttestations: Type.Array(
    Type.Object({
      attestationData: AttestationDataView,
      publicKey: Type.String({ minLength: 1, maxLength: 8192 }),
      signature: Type.String({ minLength: 1, maxLength: 8192 }),
      algorithm: SignatureAlgorithmName,
    }),
    { maxItems: ATTESTATIONS_MAX },
  ),
});
export const CreatedRegister = namedObject('CreatedRegister', {
  registerId: RegisterId,
  status: Type.Enum(['created']),
  genesisTransactionId: Hash,
  genesisDocketId: Type.String(),
  genesisDocketHash: Hash,
  createdAt: Timestamp,
});
export const ChangeRegisterBody = Type.Object(
  {
    name: Type.Optional(RegisterName),
    description: Type.Optional(RegisterDescription),
    status: Type.Optional(Type.Enum(['ONLINE', 'OFFLINE'], { description: 'The others are set by the node alone.' })),
    advertise: Type.Optional(Type.Boolean()),
  },
  { title: 'ChangeRegister', minProperties: 1 },
);
