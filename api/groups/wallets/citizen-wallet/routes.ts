// The wallet of a citizen (specification 4.4): the notice of a pending application, the key that credentials are bound
// to, key bindings, and the history of presentations. For tokens of the tier consumer alone.
import Type from 'typebox';
import {
  PENDING_LABEL_MAX,
  PRESENTATIONS_KEPT_MAX,
  SIGNING_INPUT_MAX,
} from '../../../../core/base/limits/node/wallets.js';
import { route } from '../../../define.js';
import {
  PastPresentationView,
  PresentationHistoryPage,
  StatedPresentation,
} from '../../../schemas/accounts/past-presentation.js';
import { ProofHeaders } from '../../../schemas/accounts/proof-headers.js';
import { Address, Base64, CursorPageQuery, namedObject, nullable, Timestamp } from '../../../schemas/base/common.js';

export const PendingNotices = namedObject('PendingApplications', {
  notice: nullable(Type.Object({ label: Type.String(), setAt: Timestamp })),
});
export const PendingLabel = namedObject('PendingApplicationLabel', {
  label: Type.String({ minLength: 1, maxLength: 4 * PENDING_LABEL_MAX, description: '1 to 80 characters.' }),
});

export const HolderJwk = namedObject('HolderJwk', {
  kty: Type.Enum(['EC', 'OKP']),
  crv: Type.Enum(['P-256', 'Ed25519']),
  x: Type.String(),
  y: Type.Optional(Type.String({ description: 'Of a key of kty EC.' })),
});
export const HolderKeys = namedObject('HolderKeys', {
  holderJwk: HolderJwk,
  encryptionPublicKey: Type.String({ ...Base64, description: 'The key of the wallet to encrypt to.' }),
  algorithm: Type.Enum(['ES256', 'EdDSA'], {
    title: 'HolderAlgorithm',
    description: 'With which the holder key signs.',
  }),
  walletAddress: Address,
});

export const KeyBinding = namedObject('KeyBindingRequest', {
  signingInput: Type.String({
    minLength: 3,
    maxLength: SIGNING_INPUT_MAX,
    description: 'base64url(header).base64url(payload); typ of the header is kb+jwt, alg that of the holder key.',
  }),
});
export const KeyBindingSignature = namedObject('KeyBindingSignature', {
  signature: Type.String({ description: 'base64url.' }),
  algorithm: Type.Enum(['ES256', 'EdDSA'], { title: 'HolderAlgorithm' }),
});

const HISTORY = '/api/v1/wallet/presentations/history';
export const SIGN_KB = '/api/v1/wallet/presentations/sign-kb';
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
    writes: 'node',
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
    writes: 'node',
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
    url: SIGN_KB,
    writes: 'nothing',
    recentSignInFor: 'showing',
    can: 'RequireConsumer',
    summary: 'Sign a key binding with the holder key',
    description:
      'Where credentials.deviceProof is required: with a proof of RFC 9449 by the key of an enrolled device, over the access token.',
    input: { body: KeyBinding, headers: ProofHeaders },
    output: KeyBindingSignature,
    errors: ['BODY_INVALID', 'FORBIDDEN', 'WALLET_NOT_FOUND', 'DEVICE_PROOF_NEEDED'],
    rate: 'strict',
    bucket: 'sign-kb',
  }),
  listPresentations: route({
    method: 'GET',
    url: HISTORY,
    can: 'RequireConsumer',
    summary: 'List what the caller showed to whom, on whichever device',
    input: { query: CursorPageQuery },
    output: PresentationHistoryPage,
    errors: ['QUERY_INVALID', 'CURSOR_INVALID', 'FORBIDDEN'],
  }),
  addPresentation: route({
    method: 'POST',
    url: HISTORY,
    writes: 'node',
    can: 'RequireConsumer',
    summary: 'Keep that something was shown, for all devices of the caller',
    description: `The newest ${PRESENTATIONS_KEPT_MAX} are kept. The node takes the word of the wallet: it saw no presentation.`,
    input: { body: StatedPresentation },
    output: { 201: PastPresentationView },
    errors: ['BODY_INVALID', 'FORBIDDEN'],
  }),
  clearPresentations: route({
    method: 'DELETE',
    url: HISTORY,
    writes: 'node',
    can: 'RequireConsumer',
    summary: 'Forget the history of presentations of the caller',
    output: { 204: null },
    errors: ['FORBIDDEN'],
  }),
};
