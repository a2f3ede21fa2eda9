// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { walletAuthorizationRoutes } from './routes.js';

const params = { subdomain: EXAMPLE.subdomain };
const requestUri = `urn:ietf:params:oauth:request_uri:${EXAMPLE.preAuthorizedCode}`;

export const walletAuthorizationExamples: Examples<typeof walletAuthorizationRoutes> = {
  pushAuthorizationRequest: {
    input: {
      params,
      body: {
        response_type: 'code',
        client_id: 'https://wallet.example',
        redirect_uri: 'https://wallet.example/taken',
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
        scope: 'urn:northwind:member:1',
        state: 'af0ifjsldkj',
      },
      headers: {},
    },
    output: { request_uri: requestUri, expires_in: 90 },
  },
  showAuthorizationPage: { input: { params }, output: '<!doctype html>' },
  readCredentialAuthorization: {
    input: { body: { requestUri } },
    output: {
      issuerName: 'Northwind',
      credentialType: 'urn:northwind:member:1',
      claims: ['given_name', 'member_since'],
      clientId: 'https://wallet.example',
      redirectsTo: 'wallet.example',
    },
  },
  answerCredentialAuthorization: {
    input: { body: { requestUri, isAllowed: true } },
    output: {
      location: `https://wallet.example/taken?code=${EXAMPLE.preAuthorizedCode}&state=af0ifjsldkj&iss=http%3A%2F%2Flocalhost%3A8080%2Fcredentials%2F${EXAMPLE.subdomain}`,
    },
  },
};
