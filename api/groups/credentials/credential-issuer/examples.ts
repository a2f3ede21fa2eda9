// A good call of each operation of the group.
import { PRE_AUTHORIZED } from '../../../../core/credentials/issuing/offer.js';
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { credentialIssuerRoutes } from './routes.js';

const params = { subdomain: EXAMPLE.subdomain };
const url = `http://localhost:8080/credentials/${EXAMPLE.subdomain}`;
const input = { params };
const nonce = { c_nonce: EXAMPLE.credentialNonce, c_nonce_expires_in: 300 };

export const credentialIssuerExamples: Examples<typeof credentialIssuerRoutes> = {
  getIssuerMetadata: {
    input,
    output: JSON.stringify({
      credential_issuer: url,
      credential_endpoint: `${url}/credential`,
      nonce_endpoint: `${url}/nonce`,
      credential_configurations_supported: {},
    }),
  },
  getIssuerServer: { input, output: { issuer: url, token_endpoint: `${url}/token` } },
  getIssuerOfJwt: { input, output: { issuer: url, jwks_uri: `${url}/jwks` } },
  getIssuerKeys: { input, output: { keys: [] } },
  getCredentialType: {
    input: { params: { scope: EXAMPLE.subdomain, name: 'member' } },
    output: {
      ...{ vct: `http://localhost:8080/credentials/types/${EXAMPLE.subdomain}/member`, name: 'Member of Northwind' },
      display: [{ locale: 'en', name: 'Member of Northwind' }],
    },
  },
  readCredentialOffer: {
    input: { params: { ...params, offerId: EXAMPLE.offerId } },
    output: {
      credential_issuer: url,
      credential_configuration_ids: ['urn:northwind:member:1'],
      grants: { [PRE_AUTHORIZED]: { 'pre-authorized_code': EXAMPLE.preAuthorizedCode } },
    },
  },
  createCredentialToken: {
    input: {
      params,
      body: { grant_type: PRE_AUTHORIZED, 'pre-authorized_code': EXAMPLE.preAuthorizedCode },
      headers: {},
    },
    output: { access_token: EXAMPLE.preAuthorizedCode, token_type: 'Bearer', expires_in: 600, ...nonce },
  },
  createCredentialNonce: { input, output: { c_nonce: EXAMPLE.credentialNonce } },
  requestCredential: {
    input: {
      params,
      body: { credential_configuration_id: 'urn:northwind:member:1', proofs: { jwt: ['eyJ...'] } },
      headers: {},
    },
    output: { credentials: [{ credential: 'eyJ...~' }], notification_id: 'q83vEjRWeJq83u8SNFZ4mg' },
  },
  requestDeferredCredential: {
    input: {
      params,
      body: { transaction_id: EXAMPLE.preAuthorizedCode },
      headers: {},
    },
    output: { credentials: [{ credential: 'eyJ...~' }], notification_id: 'q83vEjRWeJq83u8SNFZ4mg' },
  },
  notifyIssuer: {
    input: {
      params,
      body: { notification_id: 'q83vEjRWeJq83u8SNFZ4mg', event: 'credential_accepted' },
      headers: {},
    },
    output: undefined,
  },
};
