// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { citizenWalletRoutes } from './routes.js';

const notice = { label: 'Driving licence', setAt: EXAMPLE.time };
/** {"alg":"EdDSA","typ":"kb+jwt"} and {"aud":"x509_san_dns:verifier.example","nonce":"n-0S6"}. */
const KEY_BINDING =
  'eyJhbGciOiJFZERTQSIsInR5cCI6ImtiK2p3dCJ9.eyJhdWQiOiJ4NTA5X3Nhbl9kbnM6dmVyaWZpZXIuZXhhbXBsZSIsIm5vbmNlIjoibi0wUzYifQ';

const shown = {
  requestingParty: 'x509_san_dns:verifier.example',
  disclosedClaims: ['age_over_18'],
  outcome: 'Verified',
} as const;
const presentation = { id: '6f1b1c8e-4a55-4c0b-9a52-0d1b7ad7a004', ...shown, presentedAt: EXAMPLE.time };

export const citizenWalletExamples: Examples<typeof citizenWalletRoutes> = {
  getPendingApplications: { input: {}, output: { notice } },
  setPendingApplication: { input: { body: { label: 'Driving licence' } }, output: { notice } },
  clearPendingApplications: { input: {}, output: undefined },
  getHolderKeys: {
    input: {},
    output: {
      holderJwk: { kty: 'OKP', crv: 'Ed25519', x: 'fC5586FwH7Koaiwko_34Y0t6rYCIbAwKUm1E0j_o4Zo' },
      encryptionPublicKey: 'fC5586FwH7Koaiwko/34Y0t6rYCIbAwKUm1E0j/o4Zo=',
      algorithm: 'EdDSA',
      walletAddress: EXAMPLE.walletAddress,
    },
  },
  signKeyBinding: {
    input: { headers: {}, body: { signingInput: KEY_BINDING } },
    output: {
      signature: 'mnF3FpBvyRHA05Zhd9Dro04-W8G-RkVCcdod3g2saKVYTUOan4Lxj9K7dETzJ172zWOqXQPdc_NfKQ2YXdvxAA',
      algorithm: 'EdDSA',
    },
  },
  listPresentations: {
    input: { query: { page: 1, pageSize: 20 } },
    output: { presentations: [presentation], totalCount: 1 },
  },
  addPresentation: { input: { body: shown }, output: presentation },
  clearPresentations: { input: {}, output: undefined },
};
