// Credentials that an organisation issued: which there are, and their status. No claim of one is kept.
import Type from 'typebox';
import {
  AVAILABLE_LOOKED_MAX,
  ISSUED_LOOKED_MAX,
  RUN_OFFERS_BURST,
} from '../../../../core/base/limits/node/wallets.js';
import { route } from '../../../define.js';
import { AvailableCredentials, OffersByName } from '../../../schemas/accounts/available-credential.js';
import {
  CredentialType,
  IssueCredential,
  IssuedPage,
  IssuedState,
  IssuedToWallet,
  IssuedView,
  MadeOffer,
  RefreshCredential,
  StatusReason,
} from '../../../schemas/accounts/credential.js';
import { WalletRef } from '../../../schemas/accounts/wallet.js';
import { Cursor, Uuid } from '../../../schemas/base/common.js';
import { MoveResult } from '../../../schemas/workflow/moves.js';

const BASE = '/api/v1/credentials';
const params = Type.Object({ credentialId: Uuid });
const query = Type.Object({
  pageSize: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
  cursor: Cursor,
  state: Type.Optional(IssuedState),
  credentialType: Type.Optional(CredentialType),
});
const shared = { can: 'CanIssueCredentials' } as const;

const change = (name: string, summary: string) =>
  route({
    ...{ method: 'POST', url: `${BASE}/:credentialId/${name}` as const, writes: 'node', ...shared, summary },
    description:
      'The status list says so a second later; who has an older token of the list may believe it until that is over. Of a credential of a run it is a transaction (202), and the status list follows once that is sealed.',
    input: { params, body: StatusReason },
    output: { 200: IssuedView, 202: MoveResult },
    errors: [
      ...(['CREDENTIAL_NOT_FOUND', 'CREDENTIAL_REVOKED', 'NODE_UNAVAILABLE', 'WALLET_NOT_FOUND'] as const),
      ...(['WALLET_LOCKED', 'VAL_ISSUE_005', 'VAL_ISSUE_006'] as const),
    ],
  });

export const issuedCredentialRoutes = {
  issueCredential: route({
    ...{ method: 'POST', url: '/api/v1/wallets/:address/credentials/issue', writes: 'node', ...shared },
    summary: 'Issue a credential to a wallet of this node',
    description:
      'The wallet of the address signs, as that of an offer. The credential is bound to the holder key of the recipient, and its text is in this answer alone: the recipient keeps it by store, or its wallet by itself where the owner accepts the issuer. A type that asks for an attestation of wallets or keys is offered instead.',
    input: { params: Type.Object({ address: WalletRef }), body: IssueCredential },
    output: { 201: IssuedToWallet },
    errors: [
      ...(['BODY_INVALID', 'PATH_INVALID', 'FORBIDDEN', 'WALLET_NOT_FOUND', 'WALLET_LOCKED'] as const),
      ...(['WALLET_ACCESS_DENIED', 'ALGORITHM_UNSUPPORTED', 'CERTIFICATE_MISSING', 'QUOTA_EXCEEDED'] as const),
      'CREDENTIAL_REFUSED',
    ],
    bodySize: 'form',
    secretAnswer: true,
  }),
  listIssuedCredentials: route({
    ...{ method: 'GET', url: BASE, ...shared },
    summary: 'List the credentials that the organisation issued, newest first',
    description: `A page looks at ${ISSUED_LOOKED_MAX} of them, and may have fewer than were asked for: go on while there is a cursor.`,
    input: { query },
    output: IssuedPage,
    errors: ['CURSOR_INVALID'],
  }),
  listAvailableCredentials: route({
    ...{ method: 'GET', url: `${BASE}/available`, can: 'RequireUser', program: 'credential:hold', rate: 'heavy' },
    summary: 'List the credentials of workflows that wait to be taken by the caller',
    description: `The ones of wallets that the caller uses, as of the newest sealed dockets, until a wallet of the caller holds them. A page looks at ${AVAILABLE_LOOKED_MAX} instances at most, and may have none: go on while there is a cursor.`,
    input: {
      query: Type.Object({
        pageSize: Type.Integer({
          ...{ minimum: 1, maximum: AVAILABLE_LOOKED_MAX, default: AVAILABLE_LOOKED_MAX },
          description: 'Instances that are looked at.',
        }),
        cursor: Cursor,
      }),
    },
    output: AvailableCredentials,
    errors: ['CURSOR_INVALID', 'QUERY_INVALID', 'NODE_UNAVAILABLE'],
    uncached: true,
  }),
  listOffersByName: route({
    ...{ method: 'GET', url: `${BASE}/offered`, can: 'RequireUser', program: 'credential:hold' },
    summary: 'List the offers of issuers of this node to the account of the caller',
    description:
      'The ones that name it as the recipient, while they can be taken. Other offers come by their text alone.',
    output: OffersByName,
    errors: [],
    uncached: true,
  }),
  getIssuedCredential: route({
    ...{ method: 'GET', url: `${BASE}/:credentialId`, ...shared },
    summary: 'Read what was issued, without its claims',
    input: { params },
    output: IssuedView,
    errors: ['CREDENTIAL_NOT_FOUND'],
  }),
  revokeCredential: change('revoke', 'Revoke a credential for good'),
  suspendCredential: change('suspend', 'Suspend a credential'),
  reinstateCredential: change('reinstate', 'Make a suspended credential valid again'),
  offerRunCredential: route({
    ...{
      method: 'POST',
      url: `${BASE}/:credentialId/offer`,
      writes: 'node',
      can: 'RequireUser',
      program: 'credential:hold',
    },
    // The questions to another node are of all its people together, and bounded there.
    ...{ rate: 'strict', burst: RUN_OFFERS_BURST, bucket: 'run-offers' },
    takesRecentSignIn: true,
    summary: 'Open the offer of a credential that a workflow issued to you',
    description:
      'For who uses the wallet of its recipient. The offer is good once and for ten minutes; another one takes its place, as often as it takes. Where a wallet of another node issued it, this node asks that one. The issuance may still wait for its seal: a wallet is then told to come again.',
    input: { params },
    output: { 201: MadeOffer },
    errors: [
      'CREDENTIAL_NOT_FOUND',
      'CREDENTIAL_REVOKED',
      'OFFER_EXPIRED',
      'FORBIDDEN',
      'QUOTA_EXCEEDED',
      'WALLET_LOCKED',
      'WALLET_NODE_AWAY',
      'MAIL_REFUSED',
      'MAIL_QUEUE_FULL',
    ],
    secretAnswer: true,
  }),
  refreshCredential: route({
    ...{ method: 'POST', url: `${BASE}/:credentialId/refresh`, writes: 'node', bodySize: 'form', ...shared },
    summary: 'Offer a credential anew',
    description:
      'An offer of the same type by the same wallet, with other claims or a later end. The former credential is revoked when a wallet takes it, and not before. A credential of a run has the claims of the run: the body is empty, and its issuer seals another Issuance (202, with the credential as it is now). The former one is revoked by that seal, and the recipient is told of the other one, which names it under replaces.',
    input: { params, body: RefreshCredential },
    output: { 201: MadeOffer, 202: IssuedView },
    errors: [
      ...(['CREDENTIAL_NOT_FOUND', 'CREDENTIAL_REVOKED', 'BODY_INVALID', 'FORBIDDEN', 'WALLET_NOT_FOUND'] as const),
      ...(['NODE_UNAVAILABLE', 'REGISTER_NOT_FOUND'] as const),
      ...([
        'WALLET_LOCKED',
        'ALGORITHM_UNSUPPORTED',
        'CERTIFICATE_MISSING',
        'USER_NOT_FOUND',
        'QUOTA_EXCEEDED',
      ] as const),
    ],
    secretAnswer: true,
  }),
};
