// Offers of credentials, by accounts and services that may issue in the name of an organisation.
import Type from 'typebox';
import { route } from '../../../define.js';
import { CreateOffer, MadeOffer, OfferId, OfferView } from '../../../schemas/accounts/credential.js';

const params = Type.Object({ offerId: OfferId });
const shared = { can: 'CanIssueCredentials' } as const;

export const credentialOfferRoutes = {
  createCredentialOffer: route({
    ...{ method: 'POST', url: '/api/v1/offers', writes: 'node', bodySize: 'form', ...shared },
    summary: 'Offer a credential to a wallet',
    description:
      'The pre-authorised code, the transaction code and the claims are in no other answer. The first offer that a wallet signs takes an administrator or a service; its key is published from then on.',
    input: { body: CreateOffer },
    output: { 201: MadeOffer },
    errors: [
      'BODY_INVALID',
      'FORBIDDEN',
      'WALLET_NOT_FOUND',
      'WALLET_LOCKED',
      'ALGORITHM_UNSUPPORTED',
      'CERTIFICATE_MISSING',
      'QUOTA_EXCEEDED',
      'USER_NOT_FOUND',
    ],
    secretAnswer: true,
  }),
  getCredentialOffer: route({
    ...{ method: 'GET', url: '/api/v1/offers/:offerId', ...shared },
    summary: 'See what came of an offer',
    input: { params },
    output: OfferView,
    errors: ['OFFER_NOT_FOUND'],
  }),
  cancelCredentialOffer: route({
    ...{ method: 'DELETE', url: '/api/v1/offers/:offerId', writes: 'node', ...shared },
    summary: 'Cancel an offer that no wallet has taken',
    input: { params },
    output: { 204: null },
    errors: ['OFFER_NOT_FOUND', 'OFFER_USED'],
  }),
};
