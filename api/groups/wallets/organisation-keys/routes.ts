// Keys of an organisation: a master key, and keys that are derived from it for its members (specification 4.4).
import Type from 'typebox';
import { DERIVED_KEYS_MAX } from '../../../../core/base/limits/node/wallets.js';
import { CUSTODY_MODES, KEY_USAGES } from '../../../../core/wallet/organisation/derived-key.js';
import { route } from '../../../define.js';
import { Address, Base64, namedObject, Timestamp, Uuid } from '../../../schemas/base/common.js';

const OrganisationParams = Type.Object({ orgId: Uuid });
const KeyParams = Type.Object({ orgId: Uuid, derivedKeyId: Uuid });
const Status = Type.Enum(['Active', 'Rotated', 'Revoked'], { title: 'DerivedKeyStatus' });

export const MasterKeyView = namedObject('OrganisationMasterKey', {
  orgId: Uuid,
  mnemonic: Type.String({ description: '24 words. Shown this once: all keys of the organisation follow from them.' }),
  walletAddress: Address,
  message: Type.String(),
});
export const DeriveKeyRequest = namedObject('DeriveKeyRequest', {
  userId: Type.String({ ...Uuid, description: 'Organisation-scoped user id (claim sub) of an active member.' }),
  departmentId: Type.String({ minLength: 1, maxLength: 64 }),
  usage: Type.Enum([...KEY_USAGES], { title: 'KeyUsage' }),
  custodyMode: Type.Enum([...CUSTODY_MODES], {
    title: 'CustodyMode',
    description:
      'Custodial: the node keeps the key. SelfCustody: the words are shown once, and the node has the public key alone.',
  }),
});
const mnemonic = Type.Optional(Type.String({ description: 'Of a new key in SelfCustody. Shown this once.' }));
export const DerivedKeyView = namedObject('DerivedKey', {
  derivedKeyId: Uuid,
  walletAddress: Address,
  publicKey: Base64,
  derivationPath: Type.String(),
  usage: Type.Enum([...KEY_USAGES], { title: 'KeyUsage' }),
  custodyMode: Type.Enum([...CUSTODY_MODES], { title: 'CustodyMode' }),
  status: Status,
  revokedAt: Type.Optional(Timestamp),
  mnemonic,
});
export const RotatedKeyView = namedObject('RotatedKey', {
  newDerivedKeyId: Uuid,
  previousKeyId: Uuid,
  previousKeyStatus: Status,
  walletAddress: Address,
  publicKey: Base64,
  mnemonic,
});
export const RevokedKeyView = namedObject('RevokedKey', { derivedKeyId: Uuid, status: Status, revokedAt: Timestamp });

const NEW = ['QUOTA_EXCEEDED', 'NODE_UNAVAILABLE', 'WALLET_EXISTS', 'DERIVED_KEYS_FULL'] as const;
const URL = '/api/wallets/org/:orgId';

export const organisationKeyRoutes = {
  createOrganizationMasterKey: route({
    method: 'POST',
    url: `${URL}/master-key`,
    writes: 'node',
    can: 'RequireAdministrator',
    takesRecentSignIn: true,
    summary: 'Make the master key of the own organisation and show its words once',
    description: 'One-shot. No caller signs with it: it makes the keys of members and nothing else.',
    input: { params: OrganisationParams },
    output: { 201: MasterKeyView },
    errors: ['ORGANISATION_NOT_FOUND', 'ORGANISATION_KEY_EXISTS', 'NODE_UNAVAILABLE'],
    rate: 'heavy',
    secretAnswer: true,
  }),
  deriveOrganizationKey: route({
    method: 'POST',
    url: `${URL}/derive-key`,
    writes: 'node',
    can: 'RequireAdministrator',
    summary: 'Derive a key for a member',
    description: `The wallet of a custodial key belongs to the member; its status is the organisation's. A member has one active key for a department and usage: asked again, it is shown. At most ${DERIVED_KEYS_MAX} keys, rotated and revoked ones too.`,
    input: { params: OrganisationParams, body: DeriveKeyRequest },
    output: DerivedKeyView,
    errors: ['ORGANISATION_NOT_FOUND', 'ORGANISATION_KEY_MISSING', 'USER_NOT_FOUND', ...NEW],
    rate: 'heavy',
    secretAnswer: true,
  }),
  rotateOrganizationKey: route({
    method: 'POST',
    url: `${URL}/keys/:derivedKeyId/rotate`,
    writes: 'node',
    can: 'RequireAdministrator',
    summary: 'Give a member another key in the place of one',
    description: 'The wallet of the key of before still decrypts, and makes nothing new.',
    input: { params: KeyParams },
    output: RotatedKeyView,
    errors: [
      'ORGANISATION_NOT_FOUND',
      'ORGANISATION_KEY_MISSING',
      'DERIVED_KEY_NOT_FOUND',
      'DERIVED_KEY_INACTIVE',
      ...NEW,
    ],
    rate: 'heavy',
    secretAnswer: true,
  }),
  revokeOrganizationKey: route({
    method: 'DELETE',
    url: `${URL}/keys/:derivedKeyId`,
    writes: 'node',
    can: 'RequireAdministrator',
    summary: 'Revoke the key of a member',
    description: 'Its wallet is locked for good. The end of an identity key is an event of its own in the audit trail.',
    input: { params: KeyParams },
    output: RevokedKeyView,
    errors: ['ORGANISATION_NOT_FOUND', 'DERIVED_KEY_NOT_FOUND', 'DERIVED_KEY_INACTIVE'],
  }),
};
