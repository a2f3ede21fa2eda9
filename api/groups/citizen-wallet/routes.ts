// The wallet of a citizen: the notice of a pending application, the key that credentials are bound to, and key bindings
// (specification 4.4). For tokens of the tier consumer alone.
import Type from 'typebox';
import { PENDING_LABEL_MAX, SIGNING_INPUT_MAX } from '../../../core/base/limits/node/wallets.js';
import { route } from '../../define.js';
import { Address, Base64, named, nullable, Timestamp } from '../../schemas/base/common.js';

export const PendingNotices = named('PendingApplications', {
  notice: nullable(Type.Object({ label: Type.String(), setAt: Timestamp })),
});
export const PendingLabel = named('PendingApplicationLabel', {
  label: Type.String({ minLength: 1, maxLength: 4 * PENDING_LABEL_MAX, description: '1 to 80 characters.' }),
});

export const HolderJwk = named('HolderJwk', {
  kty: Type.Enum(['EC', 'OKP']),
  crv: Type.Enum(['P-256', 'Ed25519']),
  x: Type.String(),
  y: Type.Optional(Type.String({ description: 'Of a key of kty EC.' })),
});
export const HolderKeys = named('HolderKeys', {
  holderJwk: HolderJwk,
  encryptionPublicKey: Type.String({ ...Base64, description: 'The key of the wallet to encrypt to.' }),
  algorithm: Type.Enum(['ES256', 'EdDSA'], { description: 'With which the holder key signs.' }),
  walletAddress: Address,
});

export const KeyBinding = named('KeyBindingRequest', {
  signingInput: Type.String({
    minLength: 3,
    maxLength: SIGNING_INPUT_MAX,
    description: 'base64url(header).base64url(payload); typ of the header is kb+jwt, alg that of the holder key.',
  }),
});
export const KeyBindingSignature = named('KeyBindingSignature', {
  signature: Type.String({ description: 'base64url.' }),
  algorithm: Type.Enum(['ES256', 'EdDSA']),
});

const URL = '/api/v1/wallet/pending-applications';
const NOTICE = 'It is the same on all devices of the citizen, and is cleared after 24 hours.';

export const citizenWalletRoutes = {
  getPendingApplications: route({
    method: 'GET',
    url: URL,
    can: 'RequireConsumer',
    summary: 'Read the notice of a pending application',
    description: NOTICE,
    output: PendingNotices,
    errors: [],
    rate: 'strict',
    bucket: 'pending-applications',
  }),
  setPendingApplication: route({
    method: 'PUT',
    url: URL,
    can: 'RequireConsumer',
    summary: 'Say that an application is pending',
    description: NOTICE,
    input: { body: PendingLabel },
    output: PendingNotices,
    errors: ['BODY_INVALID'],
    rate: 'strict',
    bucket: 'pending-applications',
  }),
  clearPendingApplications: route({
    method: 'DELETE',
    url: URL,
    can: 'RequireConsumer',
    summary: 'Clear the notice of a pending application',
    output: { 204: null },
    errors: [],
    rate: 'strict',
    bucket: 'pending-applications',
  }),
  getHolderKeys: route({
    method: 'GET',
    url: '/api/v1/wallet/holder-keys',
    can: 'RequireConsumer',
    summary: 'Read the key that credentials of the caller are bound to',
    description:
      'Of the oldest active wallet of the caller with a key of P-256 or Ed25519, at the path of quorate:citizen-holder.',
    output: HolderKeys,
    errors: ['FORBIDDEN', 'WALLET_NOT_FOUND'],
  }),
  signKeyBinding: route({
    method: 'POST',
    url: '/api/v1/wallet/presentations/sign-kb',
    can: 'RequireConsumer',
    summary: 'Sign a key binding with the holder key',
    input: { body: KeyBinding },
    output: KeyBindingSignature,
    errors: ['BODY_INVALID', 'FORBIDDEN', 'WALLET_NOT_FOUND'],
    rate: 'strict',
    bucket: 'sign-kb',
  }),
};
