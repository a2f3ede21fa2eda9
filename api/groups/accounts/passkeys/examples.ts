// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { passkeyRoutes } from './routes.js';

const session = {
  accessToken: EXAMPLE.accessToken,
  refreshToken: EXAMPLE.refreshToken,
  tokenType: 'Bearer',
  expiresIn: 3600,
} as const;

const transactionId = 'oF2yq8Zk3hWn6vBtR1xJcD5mLsPaEuGi7QwT0rYzXbM';
const loginToken = 'Vg9cTn3Yk0xq2m7sB5wD8hJ1fL4pR6uZ0aEiOyQtXcM';
const id = 'u7Qn0b7S3aHc2mXJ4yq1Zw';

const options = {
  transactionId,
  options: { challenge: 'q8Zk3hWn6vBtR1xJcD5mLsPaEuGi7QwT0rYzXbMoF2w', rpId: 'localhost' },
};
const answer = { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const;
const attestationResponse = {
  ...answer,
  response: {
    clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
    attestationObject: 'o2NmbXRkbm9uZQ',
    transports: ['internal'],
  },
};
const assertionResponse = {
  ...answer,
  response: { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0', authenticatorData: 'SZYN5Q', signature: 'MEUCIQ' },
};
const passkey = {
  id,
  displayName: 'Uma on her telephone',
  deviceType: 'multiDevice',
  isBackedUp: true,
  status: 'Active',
  createdAt: EXAMPLE.time,
  lastUsedAt: null,
} as const;

export const passkeyExamples: Examples<typeof passkeyRoutes> = {
  beginPasskeySignUp: { input: { body: { displayName: 'Uma User' } }, output: options },
  signUpWithPasskey: {
    input: { body: { transactionId, attestationResponse } },
    output: { ...session, isNewUser: true },
  },
  beginPasskey: { input: { body: { displayName: 'Uma on her telephone' } }, output: options },
  enrolPasskey: { input: { body: { transactionId, attestationResponse } }, output: passkey },
  listPasskeys: { input: {}, output: { credentials: [passkey], maxCredentials: 10 } },
  revokePasskey: { input: { params: { id } }, output: undefined },
  beginPasskeySignIn: { input: { body: {} }, output: options },
  signInWithPasskey: {
    input: { body: { transactionId, assertionResponse } },
    output: { ...session, isNewUser: false },
  },
  beginPasskeyFactor: { input: { body: { loginToken } }, output: options },
  showPasskey: { input: { body: { loginToken, transactionId, assertionResponse } }, output: session },
};
