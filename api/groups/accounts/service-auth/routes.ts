// Tokens of services, and what services alone may ask of the node: at the listeners for services, and at the public one
// never (specification 4.5, 5.6, 5.7, 5.13).
import Type from 'typebox';
import { SERVICE_SIGNINGS_PER_MINUTE } from '../../../../core/base/limits/node/wallets.js';
import { SYSTEM_PURPOSES } from '../../../../core/wallet/system-purposes.js';
import { route } from '../../../define.js';
import { Address, Base64, Hash, namedObject, RegisterId, Timestamp, Uuid } from '../../../schemas/base/common.js';
import { FORM_ERRORS } from '../../../schemas/registers/submission-codes.js';
import { PrepareBody } from '../../../schemas/registers/transactions.js';

const SERVICES = ['internal', 'workload'] as const;
const Secret = Type.String({ minLength: 1, maxLength: 512 });

export const ServiceTokenRequest = Type.Object(
  {
    grant_type: Type.Optional(
      Type.String({ documented: { enum: ['client_credentials'] }, examples: ['client_credentials'] }),
    ),
    client_id: Type.Optional(Type.String({ maxLength: 128 })),
    client_secret: Type.Optional(Type.String({ maxLength: 512 })),
    scope: Type.Optional(Type.String({ maxLength: 2000, description: 'All of its scopes where it is absent.' })),
  },
  {
    title: 'ServiceTokenRequest',
    documented: { required: ['grant_type'] },
    description: 'Form fields. Client id and secret may come as HTTP Basic instead (RFC 6749 section 2.3.1).',
    // RFC 6749 section 3.2: fields that are not known are passed over.
    additionalProperties: true,
  },
);

export const ServiceTokenResponse = namedObject('ServiceTokenResponse', {
  access_token: Type.String(),
  token_type: Type.Enum(['Bearer']),
  expires_in: Type.Integer(),
  scope: Type.String({ description: 'The scopes of the token, with a space between them.' }),
});

export const DelegatedTokenRequest = namedObject('DelegatedTokenRequest', {
  clientId: Type.String({ minLength: 1, maxLength: 128 }),
  clientSecret: Type.Optional(Secret),
  delegatedUserId: Type.String({ ...Uuid, description: 'Platform user id of the user to act for.' }),
  delegatedOrganizationId: Type.Optional(
    Type.String({ ...Uuid, description: 'Its organisation to act in; the first usable one where it is absent.' }),
  ),
  scope: Type.Optional(Type.String({ maxLength: 2000 })),
});

export const RotateRequest = namedObject('RotateSecretRequest', { currentSecret: Secret });
export const RotatedOwnSecret = namedObject('RotatedOwnSecret', {
  newClientSecret: Type.String({ description: 'Shown this once.' }),
  warning: Type.String(),
});

const { priority: _, ...members } = PrepareBody.properties;
export const SystemSigningRequest = namedObject('SystemSigningRequest', {
  transaction: Type.Object(
    {
      ...members,
      transactionId: Type.Optional(Type.String({ description: 'Recomputed and compared.' })),
      payloadHash: Type.Optional(Type.String({ description: 'Recomputed and compared.' })),
    },
    { description: 'Without its signatures. senderWallet is the address of the path.' },
  ),
  purpose: Type.Optional(
    Type.Enum([...SYSTEM_PURPOSES], { title: 'SystemPurpose', description: 'Follows from the transaction; compared.' }),
  ),
});
export const SystemSignatureView = namedObject('SystemSignature', {
  registerId: RegisterId,
  transactionType: Type.String({ examples: ['BlueprintPublish'] }),
  transactionId: Hash,
  signature: Base64,
  publicKey: Base64,
  algorithm: Type.String(),
  signedBy: Address,
  derivationPath: Type.String(),
  timestamp: Timestamp,
});

export const serviceAuthRoutes = {
  createServiceToken: route({
    method: 'POST',
    url: '/api/internal/service-auth/token',
    writes: 'account',
    rate: 'api',
    can: 'public',
    listeners: SERVICES,
    summary: 'Get a token of a service (OAuth 2.0, form-encoded)',
    description:
      'grant_type=client_credentials. At the workload listener client_secret is optional where the certificate has the URI spiffe://{installation}/service/{client_id}. ' +
      'A client that is not believed is answered invalid_client (401). The answer is the same for a client that is not known, not active, or has another secret.',
    family: 'oauth',
    takes: ['application/x-www-form-urlencoded'],
    input: { body: ServiceTokenRequest, headers: Type.Object({ authorization: Type.Optional(Type.String()) }) },
    output: ServiceTokenResponse,
    errors: ['CLIENT_INVALID', 'SCOPE_INVALID', 'SHARED_SECRETS_DISABLED', 'WORKLOAD_IDENTITY_INVALID'],
    secretAnswer: true,
  }),
  createDelegatedToken: route({
    method: 'POST',
    url: '/api/internal/service-auth/token/delegated',
    writes: 'account',
    rate: 'api',
    can: 'public',
    listeners: SERVICES,
    summary: 'Get a token by which a service acts for a user',
    description:
      'For a service with the scope users:delegate. The token acts in workflows with the wallets that the user has in the organisation. It has no roles, and lasts as long as a token of the user would; whatever ends ' +
      'the tokens of the user, of the organisation or of the service ends it. Where there is no user to act for the answer is invalid_grant, whatever the reason.',
    family: 'oauth',
    input: { body: DelegatedTokenRequest },
    output: ServiceTokenResponse,
    errors: [
      'CLIENT_INVALID',
      'SCOPE_INVALID',
      'SHARED_SECRETS_DISABLED',
      'WORKLOAD_IDENTITY_INVALID',
      'USER_NOT_FOUND',
    ],
    secretAnswer: true,
  }),
  rotateOwnSecret: route({
    method: 'POST',
    url: '/api/internal/service-auth/rotate-secret',
    writes: 'node',
    can: 'RequireService',
    listeners: SERVICES,
    summary: 'Give the own service principal another secret and show it once',
    description: 'Tokens of before end at once, that of this call too.',
    input: { body: RotateRequest },
    output: RotatedOwnSecret,
    errors: ['CLIENT_INVALID', 'SHARED_SECRETS_DISABLED'],
    secretAnswer: true,
  }),
  signAsSystem: route({
    method: 'POST',
    url: '/api/internal/wallets/:address/sign',
    writes: 'node',
    can: 'CanSignAsSystem',
    listeners: SERVICES,
    summary: 'Sign a transaction with the system wallet',
    description:
      `For a service with the scope system-wallet:sign, at most ${SERVICE_SIGNINGS_PER_MINUTE} times a minute and register. The transaction is whole but for its signatures: a genesis of a register ` +
      'that is not there; a publication or a governance act of a register of this node whose system wallet this is. Register, kind and purpose are read from it. The signed bytes are SHA-256 over its ' +
      '{TxId}:{PayloadHash}, and nothing else; each call is in the audit trail.',
    bodySize: 'content',
    input: { params: Type.Object({ address: Address }), body: SystemSigningRequest },
    output: SystemSignatureView,
    errors: [
      'WALLET_NOT_FOUND',
      'SIGNING_PURPOSE_REFUSED',
      'SIGNING_RATE_EXCEEDED',
      'REGISTER_NOT_FOUND',
      'NODE_UNAVAILABLE',
      'REGISTER_IN_USE',
      'BODY_INVALID',
      ...FORM_ERRORS,
    ],
  }),
};
