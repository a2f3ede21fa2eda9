// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { organisationKeyRoutes } from './routes.js';

const { organisationId: orgId, derivedKeyId, walletAddress } = EXAMPLE;
const publicKey = 'fC5586FwH7Koaiwko/34Y0t6rYCIbAwKUm1E0j/o4Zo=';
const params = { orgId, derivedKeyId };

export const organisationKeyExamples: Examples<typeof organisationKeyRoutes> = {
  createOrganizationMasterKey: {
    input: { params: { orgId } },
    output: { orgId, mnemonic: EXAMPLE.walletWords, walletAddress, message: 'Write the words down now.' },
  },
  deriveOrganizationKey: {
    input: {
      params: { orgId },
      body: { userId: EXAMPLE.userId, departmentId: 'purchasing', usage: 'Identity', custodyMode: 'Custodial' },
    },
    output: {
      ...{ derivedKeyId, walletAddress, publicKey, usage: 'Identity', custodyMode: 'Custodial', status: 'Active' },
      derivationPath: "m/8400'/1184023741'/872211006'/0'/0/0",
    },
  },
  rotateOrganizationKey: {
    input: { params },
    output: {
      newDerivedKeyId: '9c1e7a40-3d52-4f8b-a6e0-1b5d8c2f7a08',
      ...{ previousKeyId: derivedKeyId, previousKeyStatus: 'Rotated', walletAddress, publicKey },
    },
  },
  revokeOrganizationKey: {
    input: { params },
    output: { derivedKeyId, status: 'Revoked', revokedAt: EXAMPLE.time },
  },
};
