// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { accessGrantRoutes } from './routes.js';

const SUBJECT = EXAMPLE.userPlatformId;
const params = { address: EXAMPLE.walletAddress } as const;

const grant = {
  id: '6f1b1c8e-4a55-4c0b-9a52-0d1b7ad7a002',
  subject: SUBJECT,
  accessRight: 'ReadWrite',
  grantedBy: EXAMPLE.administratorPlatformId,
  reason: 'Attests new registers.',
  grantedAt: '2026-11-21T10:00:00.000Z',
  expiresAt: '2099-12-31T00:00:00.000Z',
  allowedDerivationContexts: ['quorate:register-attestation'],
  isActive: true,
} as const;

export const accessGrantExamples: Examples<typeof accessGrantRoutes> = {
  grantWalletAccess: {
    input: {
      params,
      body: {
        subject: SUBJECT,
        accessRight: 'ReadWrite',
        reason: 'Attests new registers.',
        expiresAt: '2099-12-31T00:00:00.000Z',
        allowedDerivationContexts: ['quorate:register-attestation'],
      },
    },
    output: grant,
  },
  listWalletAccess: { input: { params }, output: [grant] },
  revokeWalletAccess: { input: { params: { ...params, subject: SUBJECT } }, output: undefined },
  checkWalletAccess: {
    input: { params: { ...params, subject: SUBJECT }, query: { requiredRight: 'ReadOnly' } },
    output: { walletAddress: EXAMPLE.walletAddress, subject: SUBJECT, requiredRight: 'ReadOnly', hasAccess: true },
  },
};
