// Participant records: who takes part on a register, the keys that others seal to, and their publication with a wallet
// that the caller may use.
import Type from 'typebox';
import {
  DELEGATED_ACTIONS_MAX,
  DELEGATED_BLUEPRINTS_MAX,
  DELEGATIONS_MAX,
} from '../../../../core/base/limits/ledger/people.js';
import { PARTICIPANT_ADDRESSES_MAX, PARTICIPANT_NAME_MAX } from '../../../../core/base/limits/ledger/registers.js';
import { ID_LENGTH_MAX, RECIPIENTS_MAX } from '../../../../core/base/limits/ledger/transactions.js';
import { CREDENTIAL_FACTS_MAX, VERIFIER_ID_MAX } from '../../../../core/base/limits/ledger/trust.js';
import { GOVERNANCE_LOOKED_MAX, PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../../../../core/base/limits/node/requests.js';
import { route } from '../../../define.js';
import {
  Address,
  Base64,
  Cursor,
  Hash,
  NextCursor,
  namedObject,
  OpenObject,
  RegisterId,
  SignatureAlgorithmName,
  Timestamp,
  Uuid,
} from '../../../schemas/base/common.js';
import { Id } from '../../../schemas/base/ids.js';
import { nameSchema } from '../../../schemas/base/names.js';
import { ParticipantAct } from '../../../schemas/registers/governance.js';

const Name = nameSchema(PARTICIPANT_NAME_MAX);
const Status = Type.Enum(['Active', 'Deprecated', 'Revoked'], { title: 'ParticipantStatus' });
const Version = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const EncapsulationKey = Type.Optional(
  Type.String({
    maxLength: 2048,
    description: 'ML-KEM-768 key of the wallet, base64: sealing withstands quantum computers.',
  }),
);
const EncapsulationProof = Type.Optional(
  Type.String({
    ...Base64,
    maxLength: 8192,
    description:
      'Signature of the wallet over its encapsulationKey, base64. Without it the key counts only where the wallet itself signs the record; this node makes it ' +
      'for its own wallets.',
  }),
);
const Key = Type.String({ ...Base64, maxLength: 8192 });

const PublishedAddress = namedObject('ParticipantAddress', {
  walletAddress: Address,
  publicKey: Base64,
  algorithm: SignatureAlgorithmName,
  primary: Type.Boolean(),
  encapsulationKey: EncapsulationKey,
  encapsulationProof: EncapsulationProof,
});

const CreateParticipantAddress = namedObject('CreateParticipantAddress', {
  walletAddress: Address,
  publicKey: Type.Optional(Key),
  algorithm: Type.Optional(SignatureAlgorithmName),
  primary: Type.Optional(Type.Boolean({ description: 'Of exactly one address; of the first where none says so.' })),
  encapsulationKey: EncapsulationKey,
  encapsulationProof: EncapsulationProof,
});

const Addresses = Type.Array(CreateParticipantAddress, {
  minItems: 1,
  maxItems: PARTICIPANT_ADDRESSES_MAX,
  description: 'Of a wallet of this node the address is enough: the node knows its keys.',
});

const Delegations = Type.Array(
  namedObject('Delegation', {
    to: Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX, description: 'Id of the participant that acts.' }),
    blueprints: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: DELEGATED_BLUEPRINTS_MAX })),
    actions: Type.Optional(
      Type.Array(Type.Integer({ minimum: 0 }), {
        minItems: 1,
        maxItems: DELEGATED_ACTIONS_MAX,
        description: 'Of the one blueprint that is named.',
      }),
    ),
    from: Timestamp,
    until: Timestamp,
    max: Type.Optional(
      Type.Object({
        var: Type.String({ maxLength: 1200 }),
        upTo: Type.String({ maxLength: 64 }),
        currency: Type.Optional(
          Type.String({ maxLength: 3, description: 'Of a member that is money, and of no other one.' }),
        ),
      }),
    ),
  }),
  { maxItems: DELEGATIONS_MAX, description: 'The wallets that act for the participant. An empty list withdraws them.' },
);

const CREDENTIAL_FACTS = {
  credentialKeys: Type.Optional(
    Type.Array(Hash, {
      maxItems: CREDENTIAL_FACTS_MAX,
      description:
        'SHA-256 of the SubjectPublicKeyInfo of keys that sign its credentials. An empty list withdraws them.',
    }),
  ),
  holderKeys: Type.Optional(
    Type.Array(Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }), {
      maxItems: CREDENTIAL_FACTS_MAX,
      description: 'JWK thumbprints (RFC 7638) of keys by which it holds credentials. An empty list withdraws them.',
    }),
  ),
  verifierIds: Type.Optional(
    Type.Array(Type.String({ pattern: '^[!-~]+$', maxLength: VERIFIER_ID_MAX }), {
      maxItems: CREDENTIAL_FACTS_MAX,
      description: 'Client ids under which its node asks wallets. An empty list withdraws them.',
    }),
  ),
};

const record = {
  registerId: RegisterId,
  participantId: Id,
  organizationName: Name,
  participantName: Name,
  status: Status,
  version: Version,
  addresses: Type.Array(PublishedAddress),
  metadata: Type.Optional(OpenObject),
  delegations: Type.Optional(Delegations),
  ...CREDENTIAL_FACTS,
  transactionId: Hash,
  publishedBy: Address,
  publishedAt: Timestamp,
};
export const ParticipantView = namedObject('ParticipantRecord', record);
const ParticipantVersion = namedObject('ParticipantVersion', {
  version: Version,
  status: Status,
  transactionId: Hash,
  publishedBy: Address,
  publishedAt: Timestamp,
});
const ParticipantHistory = namedObject('ParticipantHistory', {
  latest: ParticipantView,
  history: Type.Array(ParticipantVersion, { description: 'Newest first; at most the last hundred versions.' }),
  governed: Type.Optional(
    Type.Array(ParticipantAct, {
      description: `Acts by which governance put another primary wallet into the record, or revoked it, without a version of it: newest first, since the oldest version above, of the last ${GOVERNANCE_LOOKED_MAX} acts of the register. Absent for none.`,
    }),
  ),
});
const ParticipantPage = namedObject('ParticipantPage', {
  items: Type.Array(ParticipantView),
  skip: Type.Integer(),
  top: Type.Integer(),
  totalCount: Type.Integer({ description: 'Participants of every status.' }),
  hasMore: Type.Boolean(),
  nextCursor: NextCursor,
});
export const PublicKeyView = namedObject('ParticipantPublicKey', {
  walletAddress: Address,
  participantId: Id,
  publicKey: Base64,
  algorithm: SignatureAlgorithmName,
  status: Status,
  encapsulationKey: EncapsulationKey,
});
const Resolved = namedObject('ResolvedPublicKeys', {
  resolved: Type.Record(Type.String(), PublicKeyView, { description: 'By wallet address.' }),
  notFound: Type.Array(Address),
  revoked: Type.Array(Address),
});
const Published = namedObject('PublishedParticipant', {
  transactionId: Hash,
  participantId: Id,
  registerId: RegisterId,
  version: Version,
  signerWallet: Address,
  status: Type.Enum(['pending', 'sealed'], { title: 'SealStatus', description: 'sealed where Prefer: wait was met.' }),
});

const OfRegister = Type.Object({ registerId: RegisterId });
const OfParticipant = Type.Object({ registerId: RegisterId, participantId: Id });
const OfAddress = Type.Object({ registerId: RegisterId, address: Address });
const OfOrganisation = Type.Object({ organizationId: Uuid });
const OfOrganisations = Type.Object({ organizationId: Uuid, participantId: Id });

const READ = ['PATH_INVALID', 'REGISTER_NOT_FOUND'] as const;
const WRITE = [
  'BODY_INVALID',
  'PATH_INVALID',
  'FORBIDDEN',
  'REGISTER_NOT_FOUND',
  'WALLET_ACCESS_DENIED',
  'WALLET_LOCKED',
  'ALGORITHM_UNSUPPORTED',
  'VAL_CHAIN_FORK',
  'VAL_SIG_002',
  'VAL_PARTICIPANT_001',
  'VAL_PARTICIPANT_002',
  'VAL_PARTICIPANT_003',
  'VAL_PARTICIPANT_004',
  'VAL_PARTICIPANT_006',
  'VAL_PERM_003',
  'REGISTER_LEFT',
  'QUOTA_EXCEEDED',
  'NODE_UNAVAILABLE',
] as const;
const can = 'CanReadTransactions' as const;
const SIGNED =
  'Signed by the wallet signerWalletAddress, which the caller must be allowed to sign with: the primary wallet of the record, or an Owner or Admin ' +
  'of the register.';

export const participantRoutes = {
  listParticipants: route({
    method: 'GET',
    url: '/api/registers/:registerId/participants',
    reads: 'sealed',
    can,
    summary: 'List participants in the order in which they were first sealed',
    description:
      'skip and top count participants of every status; of these the page shows those of the status asked for.',
    input: {
      params: OfRegister,
      query: Type.Object({
        skip: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 }),
        top: Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT }),
        status: Type.Enum(['Active', 'Deprecated', 'Revoked', 'All'], { default: 'Active' }),
        cursor: Cursor,
      }),
    },
    output: ParticipantPage,
    errors: [...READ, 'QUERY_INVALID', 'CURSOR_INVALID'],
  }),
  getParticipant: route({
    method: 'GET',
    url: '/api/registers/:registerId/participants/:participantId',
    reads: 'sealed',
    can,
    summary: 'Read a participant and its versions',
    input: { params: OfParticipant },
    output: ParticipantHistory,
    errors: [...READ, 'PARTICIPANT_NOT_FOUND'],
  }),
  getParticipantByAddress: route({
    method: 'GET',
    url: '/api/registers/:registerId/participants/by-address/:address',
    reads: 'sealed',
    can,
    summary: 'Read the participant of a wallet',
    input: { params: OfAddress },
    output: ParticipantView,
    errors: [...READ, 'PARTICIPANT_NOT_FOUND'],
  }),
  getParticipantPublicKey: route({
    method: 'GET',
    url: '/api/registers/:registerId/participants/by-address/:address/public-key',
    reads: 'sealed',
    can,
    summary: 'Read the public key of a wallet',
    description: '410 for a wallet that was revoked: nothing may be sealed to it.',
    input: { params: OfAddress },
    output: PublicKeyView,
    errors: [...READ, 'PARTICIPANT_NOT_FOUND', 'PARTICIPANT_REVOKED'],
  }),
  resolvePublicKeys: route({
    method: 'POST',
    url: '/api/registers/:registerId/participants/resolve-public-keys',
    writes: 'nothing',
    can,
    summary: 'Read the public keys of many wallets',
    bodySize: 'form',
    input: {
      params: OfRegister,
      body: namedObject('ResolvePublicKeys', {
        walletAddresses: Type.Array(Address, { minItems: 1, maxItems: RECIPIENTS_MAX }),
        algorithm: Type.Optional(
          Type.Enum(SignatureAlgorithmName.enum, {
            title: 'SignatureAlgorithm',
            description: 'Others count as not found.',
          }),
        ),
      }),
    },
    output: Resolved,
    errors: [...READ, 'BODY_INVALID'],
  }),
  publishParticipant: route({
    method: 'POST',
    url: '/api/organizations/:organizationId/participants/publish',
    writes: 'register',
    can: 'CanSubmitTransactions',
    program: 'organisation:admin',
    summary: 'Publish a participant record on a register',
    description: SIGNED,
    bodySize: 'form',
    input: {
      params: OfOrganisation,
      body: namedObject('PublishParticipant', {
        registerId: RegisterId,
        participantId: Type.Optional(Type.String({ ...Id, description: 'A fresh UUID when absent.' })),
        participantName: Name,
        organizationName: Name,
        addresses: Addresses,
        signerWalletAddress: Address,
        metadata: Type.Optional(OpenObject),
      }),
    },
    output: { 202: Published },
    errors: [...WRITE, 'RECIPIENT_KEY_UNKNOWN'],
  }),
  updateParticipant: route({
    method: 'PUT',
    url: '/api/organizations/:organizationId/participants/:participantId',
    writes: 'register',
    can: 'CanSubmitTransactions',
    program: 'organisation:admin',
    summary: 'Publish the next version of a participant record',
    description: `Members that the body does not state stay as they are. ${SIGNED}`,
    bodySize: 'form',
    input: {
      params: OfOrganisations,
      body: namedObject('UpdateParticipant', {
        registerId: RegisterId,
        participantName: Type.Optional(Name),
        organizationName: Type.Optional(Name),
        status: Type.Optional(Type.Enum(['Active', 'Deprecated'])),
        addresses: Type.Optional(Addresses),
        signerWalletAddress: Address,
        metadata: Type.Optional(OpenObject),
        delegations: Type.Optional(Delegations),
        ...CREDENTIAL_FACTS,
        primaryProof: Type.Optional(
          Type.String({
            ...Base64,
            maxLength: 8192,
            description:
              'Signature of a new primary wallet over this version, base64 (`quorate participant prove-primary`). This node makes it for its own wallets that the caller may use. ' +
              'With it the addresses are taken as they stand, each with publicKey and algorithm.',
          }),
        ),
      }),
    },
    output: { 202: Published },
    errors: [...WRITE, 'RECIPIENT_KEY_UNKNOWN', 'PARTICIPANT_NOT_FOUND'],
  }),
  revokeParticipant: route({
    method: 'DELETE',
    url: '/api/organizations/:organizationId/participants/:participantId',
    writes: 'register',
    can: 'CanSubmitTransactions',
    program: 'organisation:admin',
    summary: 'Revoke a participant for good',
    description: `Nothing new may be encrypted to its wallets, and it cannot be published again. ${SIGNED}`,
    input: { params: OfOrganisations, query: Type.Object({ registerId: RegisterId, signerWalletAddress: Address }) },
    output: { 202: Published },
    errors: [...WRITE, 'QUERY_INVALID', 'PARTICIPANT_NOT_FOUND'],
  }),
};
