// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { credentialReceiptRoutes } from './routes.js';

const issuer = 'https://issuer.example';

export const credentialReceiptExamples: Examples<typeof credentialReceiptRoutes> = {
  showReceiptPage: { input: {}, output: '<!doctype html>' },
  getCredentialReceipt: {
    input: { params: { receiptId: EXAMPLE.receiptId } },
    output: {
      receiptId: EXAMPLE.receiptId,
      walletAddress: EXAMPLE.holdingWalletAddress,
      issuer: { url: issuer },
      status: 'Waiting',
      expiresAt: EXAMPLE.time,
    },
  },
  answerCredentialReceipt: {
    input: { body: { state: EXAMPLE.preAuthorizedCode, code: 'SplxlOBeZQQYbYS6WxSbIA', iss: issuer } },
    output: { credentials: [] },
  },
};
