// Credentials that a wallet of this node holds (reference-facts 4.4.4): for the owner of the wallet alone, also where
// others may see it.
import Type from 'typebox';
import {
  KEPT_CREDENTIALS_MAX,
  KEPT_REMOVALS_MAX,
  PENDING_MS,
  PENDING_OF_WALLET_MAX,
} from '../../../../core/base/limits/node/wallets.js';
import { route } from '../../../define.js';
import { AutoAcceptView, SetAutoAccept } from '../../../schemas/accounts/auto-accept.js';
import {
  ChangeHeldStatus,
  CredentialMatches,
  HeldChanges,
  HeldDetail,
  HeldExport,
  HeldPage,
  HeldView,
  ISSUER_ERRORS,
  MatchCredentials,
  OfferPreview,
  PendingList,
  ReceiveCredentials,
  ReceivedCredentials,
  StoreCredential,
} from '../../../schemas/accounts/held-credential.js';
import { WalletRef } from '../../../schemas/accounts/wallet.js';
import { Cursor, IfMatchHeader, Uuid } from '../../../schemas/base/common.js';

const BASE = '/api/v1/wallets/:address/credentials';
const ofWallet = Type.Object({ address: WalletRef });
const ofOne = Type.Object({ address: WalletRef, credentialId: Uuid });
const ofPending = Type.Object({ address: WalletRef, pendingId: Uuid });
const query = Type.Object({ pageSize: Type.Integer({ minimum: 1, maximum: 100, default: 20 }), cursor: Cursor });
const shared = { can: 'RequireUser', program: 'credential:hold' } as const;
const DENIED = ['PATH_INVALID', 'WALLET_NOT_FOUND', 'WALLET_ACCESS_DENIED'] as const;
/** Asks an issuer, which a person waits for. */
const ASKS_ISSUER = { rate: 'strict', bucket: 'credential-issuers' } as const;

export const heldCredentialRoutes = {
  listHeldCredentials: route({
    ...{ method: 'GET', url: BASE, ...shared },
    summary: 'List the credentials of a wallet, newest first, without their claims',
    input: { params: ofWallet, query },
    output: HeldPage,
    errors: [...DENIED, 'CURSOR_INVALID'],
  }),
  syncHeldCredentials: route({
    ...{ method: 'GET', url: `${BASE}/changes`, ...shared },
    summary: 'Read what changed in a wallet since a device last asked',
    description: `Without a cursor all credentials come. A cursor is good for 30 days and ${KEPT_REMOVALS_MAX} removals; after that: CURSOR_INVALID.`,
    input: {
      params: ofWallet,
      query: Type.Object({ since: Type.Optional(Type.String({ maxLength: 32, pattern: '^[0-9a-z.]+$' })) }),
    },
    output: HeldChanges,
    errors: [...DENIED, 'CURSOR_INVALID'],
  }),
  listPendingCredentials: route({
    ...{ method: 'GET', url: `${BASE}/pending`, ...shared },
    summary: 'List the credentials that issuers have later, and those that did not come',
    description: `The node asks the issuers by itself, for ${PENDING_MS / 86_400_000} days. A wallet waits for at most ${PENDING_OF_WALLET_MAX}.`,
    input: { params: ofWallet },
    output: PendingList,
    errors: [...DENIED],
  }),
  deletePendingCredential: route({
    ...{ method: 'DELETE', url: `${BASE}/pending/:pendingId`, writes: 'node', ...shared },
    summary: 'Wait for a credential no more, or forget that it did not come',
    input: { params: ofPending },
    output: { 204: null },
    errors: [...DENIED, 'CREDENTIAL_NOT_FOUND'],
  }),
  getAutoAccept: route({
    ...{ method: 'GET', url: `${BASE}/auto-accept`, ...shared },
    summary: 'List the issuers of which a wallet takes credentials by itself',
    input: { params: ofWallet },
    output: AutoAcceptView,
    errors: [...DENIED],
  }),
  setAutoAccept: route({
    ...{ method: 'PUT', url: `${BASE}/auto-accept`, writes: 'node', ...shared },
    takesRecentSignIn: true,
    summary: 'State the issuers of which a wallet takes credentials by itself',
    description:
      'Takes the place of the whole list; none at first. The node then takes what runs of workflows give the wallet from now on, where no transaction code is asked for. It keeps what an organisation issues to the wallet at once. An address counts for issuers of this node; of an issuer on another node the register tells the participant.',
    input: { params: ofWallet, body: SetAutoAccept, headers: IfMatchHeader },
    output: AutoAcceptView,
    errors: [...DENIED, 'BODY_INVALID', 'RESOURCE_CHANGED', 'WALLET_LOCKED', 'ALGORITHM_UNSUPPORTED'],
    bodySize: 'form',
  }),
  getHeldCredential: route({
    ...{ method: 'GET', url: `${BASE}/:credentialId`, ...shared },
    summary: 'Read a credential of a wallet with its claims',
    input: { params: ofOne },
    output: HeldDetail,
    errors: [...DENIED, 'CREDENTIAL_NOT_FOUND'],
    uncached: true,
  }),
  exportHeldCredential: route({
    ...{ method: 'GET', url: `${BASE}/:credentialId/export`, ...shared },
    summary: 'Export the text of a credential',
    description: 'All claims can be read in the text. To present it takes the key of the wallet besides.',
    input: { params: ofOne },
    output: HeldExport,
    errors: [...DENIED, 'CREDENTIAL_NOT_FOUND'],
    takesRecentSignIn: true,
    secretAnswer: true,
    uncached: true,
  }),
  matchHeldCredentials: route({
    ...{ method: 'POST', url: `${BASE}/match`, writes: 'nothing', ...shared },
    summary: 'Find the credentials of a wallet that answer a question',
    description: 'It looks at credentials that are active, not expired, and bound to a key of the wallet.',
    input: { params: ofWallet, body: MatchCredentials },
    output: CredentialMatches,
    errors: [...DENIED, 'BODY_INVALID'],
    bodySize: 'form',
    rate: 'heavy',
  }),
  storeHeldCredential: route({
    ...{ method: 'POST', url: `${BASE}/store`, writes: 'node', ...shared },
    summary: 'Keep a credential that the person has',
    description: `It is verified first: signature and issuer, dates, and the status where the list can be had. A wallet holds at most ${KEPT_CREDENTIALS_MAX}.`,
    input: { params: ofWallet, body: StoreCredential },
    output: { 201: HeldView },
    errors: [...DENIED, 'BODY_INVALID', 'CREDENTIAL_REFUSED', 'QUOTA_EXCEEDED', ...ISSUER_ERRORS],
    bodySize: 'form',
    ...ASKS_ISSUER,
  }),
  receiveCredentials: route({
    ...{ method: 'POST', url: `${BASE}/receive`, writes: 'node', ...shared },
    summary: 'Take credentials that an issuer offers',
    description:
      'Any issuer of OpenID4VCI 1.0. Without consent the answer says what is offered, and the code is not used. With it each copy is bound to a key of the wallet and verified before it is kept. 202: the issuer has all of them later, and the node asks for them by itself; or the person has to sign in at the issuer, at the address of the answer.',
    input: { params: ofWallet, body: ReceiveCredentials },
    output: { 200: OfferPreview, 201: ReceivedCredentials, 202: ReceivedCredentials },
    errors: [
      ...DENIED,
      ...(['BODY_INVALID', 'WALLET_LOCKED', 'ALGORITHM_UNSUPPORTED'] as const),
      ...(['CREDENTIAL_REFUSED', 'QUOTA_EXCEEDED'] as const),
      ...ISSUER_ERRORS,
    ],
    bodySize: 'form',
    ...ASKS_ISSUER,
  }),
  setHeldCredentialStatus: route({
    ...{ method: 'PATCH', url: `${BASE}/:credentialId/status`, writes: 'node', ...shared },
    summary: 'Note the status of a credential',
    description: 'For the wallet alone: its issuer hears nothing. A credential that is not active is never presented.',
    input: { params: ofOne, body: ChangeHeldStatus },
    output: HeldView,
    errors: [...DENIED, 'BODY_INVALID', 'CREDENTIAL_NOT_FOUND', 'CREDENTIAL_REVOKED'],
  }),
  deleteHeldCredential: route({
    ...{ method: 'DELETE', url: `${BASE}/:credentialId`, writes: 'node', ...shared },
    summary: 'Delete a credential from a wallet',
    input: { params: ofOne },
    output: { 204: null },
    errors: [...DENIED, 'CREDENTIAL_NOT_FOUND'],
  }),
};
