// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { credentialOfferRoutes } from './routes.js';

const offer = {
  offerId: EXAMPLE.offerId,
  credentialType: 'urn:northwind:member:1',
  format: 'dc+sd-jwt',
  issuerWalletAddress: EXAMPLE.issuerWalletAddress,
  status: 'Pending',
  createdAt: EXAMPLE.time,
  expiresAt: '2026-11-22T10:00:00.000Z',
} as const;
const params = { offerId: EXAMPLE.offerId };

export const credentialOfferExamples: Examples<typeof credentialOfferRoutes> = {
  createCredentialOffer: {
    input: {
      body: {
        issuerWalletAddress: EXAMPLE.issuerWalletAddress,
        credentialType: 'urn:northwind:member:1',
        claims: { given_name: 'Eve', member_since: 2024 },
        txCode: {},
      },
    },
    output: {
      ...offer,
      credentialOfferUri: `openid-credential-offer://?credential_offer_uri=http%3A%2F%2Flocalhost%3A8080%2Fcredentials%2F${EXAMPLE.subdomain}%2Foffers%2F${EXAMPLE.offerId}`,
      preAuthorizedCode: EXAMPLE.preAuthorizedCode,
      txCode: '493536',
      qr: '<svg></svg>',
    },
  },
  getCredentialOffer: { input: { params }, output: offer },
  cancelCredentialOffer: { input: { params }, output: undefined },
};
