// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { DEFINITION, LEDGER } from '../../../examples/ledger.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { serviceAuthRoutes } from './routes.js';

const token = {
  access_token: EXAMPLE.accessToken,
  token_type: 'Bearer',
  expires_in: 28_800,
  scope: 'dockets:write',
} as const;
const once = { newClientSecret: EXAMPLE.clientSecret, warning: 'Keep the secret now.' };

export const serviceAuthExamples: Examples<typeof serviceAuthRoutes> = {
  createServiceToken: {
    input: {
      headers: {},
      body: { grant_type: 'client_credentials', client_id: EXAMPLE.clientId, client_secret: EXAMPLE.clientSecret },
    },
    output: token,
  },
  createDelegatedToken: {
    input: {
      body: {
        clientId: EXAMPLE.clientId,
        clientSecret: EXAMPLE.clientSecret,
        delegatedUserId: EXAMPLE.userPlatformId,
        delegatedOrganizationId: EXAMPLE.organisationId,
      },
    },
    output: { ...token, expires_in: 3600 },
  },
  rotateOwnSecret: { input: { body: { currentSecret: EXAMPLE.clientSecret } }, output: once },
  signAsSystem: {
    input: {
      params: { address: EXAMPLE.walletAddress },
      body: {
        purpose: 'quorate:register-control',
        transaction: {
          ...{ registerId: LEDGER.registerId, blueprintId: DEFINITION.id, actionId: 'blueprint-publish' },
          ...{ senderWallet: EXAMPLE.walletAddress, createdAt: EXAMPLE.time },
          metadata: { Type: 'Control', transactionType: 'BlueprintPublish' },
          payload: DEFINITION,
        },
      },
    },
    output: {
      ...{ registerId: LEDGER.registerId, transactionType: 'BlueprintPublish', transactionId: LEDGER.publicationTxId },
      signature: 'mnF3FpBvyRHA05Zhd9Dro04+W8G+RkVCcdod3g2saKVYTUOan4Lxj9K7dETzJ172zWOqXQPdc/NfKQ2YXdvxAA==',
      publicKey: 'fC5586FwH7Koaiwko/34Y0t6rYCIbAwKUm1E0j/o4Zo=',
      algorithm: 'ED25519',
      signedBy: EXAMPLE.walletAddress,
      derivationPath: "m/44'/0'/0'/0/101",
      timestamp: EXAMPLE.time,
    },
  },
};
