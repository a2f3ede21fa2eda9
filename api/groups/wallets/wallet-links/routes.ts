// Participants of an organisation, which are its users, and the wallets that they proved to be their own. Records of
// participants on registers are another group (participants).
import Type from 'typebox';
import { WALLET_LINKS_MAX } from '../../../../core/base/limits/node/accounts.js';
import { route } from '../../../define.js';
import { StatusSchema } from '../../../schemas/accounts/tenant.js';
import {
  Address,
  Base64,
  namedObject,
  PageQuery,
  SignatureAlgorithmName,
  Timestamp,
  Uuid,
} from '../../../schemas/base/common.js';

const ParticipantParams = Type.Object({ organizationId: Uuid, participantId: Uuid });
const Material = Type.String({ ...Base64, minLength: 1, maxLength: 8192 });

const LinkedWallet = namedObject('LinkedWallet', {
  walletAddress: Address,
  algorithm: SignatureAlgorithmName,
  publicKey: Base64,
  linkedAt: Timestamp,
});
const participant = {
  id: Type.String({ description: 'The same as userId: a user is one participant of its organisation.' }),
  userId: Uuid,
  organizationId: Uuid,
  displayName: Type.String(),
  email: Type.String(),
  status: StatusSchema,
  hasLinkedWallet: Type.Boolean(),
  createdAt: Timestamp,
};
export const ParticipantSummary = namedObject('OrganisationParticipant', participant);
export const ParticipantDetails = namedObject('OrganisationParticipantDetails', {
  ...participant,
  linkedWallets: Type.Array(LinkedWallet),
});
export const ParticipantSearch = namedObject('ParticipantSearch', {
  query: Type.Optional(Type.String({ maxLength: 100, description: 'Part of the name or of the e-mail address.' })),
  organizationId: Type.Optional(Uuid),
  status: Type.Optional(StatusSchema),
  hasLinkedWallet: Type.Optional(Type.Boolean()),
  page: Type.Optional(PageQuery.properties.page),
  pageSize: Type.Optional(PageQuery.properties.pageSize),
});
export const ParticipantResults = namedObject('ParticipantResults', {
  results: Type.Array(ParticipantSummary),
  totalCount: Type.Integer(),
  page: Type.Integer(),
  pageSize: Type.Integer(),
  query: Type.String(),
});
export const WalletLinkList = namedObject('WalletLinkList', { linkedWallets: Type.Array(LinkedWallet) });
export const WalletLinkRequest = namedObject('WalletLinkRequest', {
  walletAddress: Address,
  algorithm: SignatureAlgorithmName,
});
export const WalletLinkChallenge = namedObject('WalletLinkChallenge', {
  challengeId: Uuid,
  challenge: Type.String({
    ...Base64,
    description:
      'Base64 of the text to sign. The wallet signs its SHA-256, as POST /api/wallets/{id}/sign does with data.',
  }),
  walletAddress: Address,
  algorithm: SignatureAlgorithmName,
  expiresAt: Timestamp,
  status: Type.Enum(['Pending']),
});
export const WalletLinkProof = namedObject('WalletLinkProof', { signature: Material, publicKey: Material });

const FOUND = ['ORGANISATION_NOT_FOUND', 'USER_NOT_FOUND', 'FORBIDDEN'] as const;

export const walletLinkRoutes = {
  getOrganizationParticipant: route({
    method: 'GET',
    url: '/api/organizations/:organizationId/participants/:participantId',
    can: 'RequireUser',
    program: 'workflow:read',
    summary: 'Read a participant of an organisation with its linked wallets',
    description: 'Of the own organisation; a citizen reads itself only.',
    input: { params: ParticipantParams },
    output: ParticipantDetails,
    errors: [...FOUND],
  }),
  searchParticipants: route({
    method: 'POST',
    url: '/api/participants/search',
    writes: 'nothing',
    can: 'RequireUser',
    program: 'workflow:read',
    tiers: ['platform'],
    summary: 'Search the participants of an organisation',
    description: 'Of the own organisation, which is meant where none is named; a SystemAdmin may name any.',
    input: { body: ParticipantSearch },
    output: ParticipantResults,
    errors: ['ORGANISATION_NOT_FOUND'],
    rate: 'heavy',
  }),
  listWalletLinks: route({
    method: 'GET',
    url: '/api/organizations/:organizationId/participants/:participantId/wallet-links',
    can: 'RequireUser',
    summary: 'List the linked wallets of a participant',
    input: { params: ParticipantParams },
    output: WalletLinkList,
    errors: [...FOUND],
  }),
  beginWalletLink: route({
    method: 'POST',
    url: '/api/organizations/:organizationId/participants/:participantId/wallet-links',
    writes: 'nothing',
    can: 'RequireUser',
    summary: 'Ask for a challenge to link a wallet of the own',
    description: `The challenge is good for five minutes and once, for this participant and this wallet. A participant has at most ${WALLET_LINKS_MAX} wallets.`,
    input: { params: ParticipantParams, body: WalletLinkRequest },
    output: { 201: WalletLinkChallenge },
    errors: [...FOUND, 'WALLET_ADDRESS_INVALID', 'ALGORITHM_UNSUPPORTED', 'WALLET_LINKED', 'WALLET_LINKS_FULL'],
    rate: 'platformAuth',
    idempotent: false,
  }),
  verifyWalletLink: route({
    method: 'POST',
    url: '/api/organizations/:organizationId/participants/:participantId/wallet-links/:challengeId/verify',
    writes: 'node',
    can: 'RequireUser',
    summary: 'Link the wallet that signed the challenge',
    input: {
      params: Type.Object({ ...ParticipantParams.properties, challengeId: Uuid }),
      body: WalletLinkProof,
    },
    output: LinkedWallet,
    errors: [...FOUND, 'LINK_CHALLENGE_INVALID', 'WALLET_PROOF_INVALID', 'WALLET_LINKED', 'WALLET_LINKS_FULL'],
    rate: 'platformAuth',
  }),
  removeWalletLink: route({
    method: 'DELETE',
    url: '/api/organizations/:organizationId/participants/:participantId/wallet-links/:walletAddress',
    writes: 'node',
    can: 'RequireUser',
    summary: 'Unlink a wallet of the own',
    description: 'Its participant may, and an administrator of the organisation.',
    input: { params: Type.Object({ ...ParticipantParams.properties, walletAddress: Address }) },
    output: { 204: null },
    errors: [...FOUND, 'WALLET_LINK_NOT_FOUND'],
  }),
};
