// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { issuerKeyRoutes } from './routes.js';

const address = EXAMPLE.issuerWalletAddress;
const key = { walletAddress: address, boundKeySource: 'Primary', algorithm: 'ES256' } as const;
const thumbprint = 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs';

export const issuerKeyExamples: Examples<typeof issuerKeyRoutes> = {
  readIssuerKey: {
    input: { params: { address } },
    output: {
      ...key,
      jwk: {
        ...{ kty: 'EC', crv: 'P-256', x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU' },
        y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
      },
      ...{ thumbprint, certificates: [] },
    },
  },
  signAsIssuer: {
    input: {
      params: { address },
      body: { format: 'jose', signingInput: 'eyJ0eXAiOiJkYytzZC1qd3QiLCJhbGciOiJFUzI1NiJ9.eyJ2Y3QiOiJ1cm46eCJ9' },
    },
    output: { ...key, thumbprint, signature: 'c2lnbmF0dXJl' },
  },
};
