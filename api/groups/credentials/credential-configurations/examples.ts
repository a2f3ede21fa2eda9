// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { credentialConfigurationRoutes } from './routes.js';

const configuration = {
  credentialType: 'urn:northwind:member:1',
  format: 'dc+sd-jwt',
  display: [{ name: 'Member of Northwind', locale: 'en', backgroundColor: '#0b57d0' }],
  keyAttestation: { keyStorage: ['iso_18045_high'] },
} as const;
const view = {
  configurations: [{ ...configuration, waitingOffers: 0 }],
  keys: [
    {
      ...{ walletAddress: EXAMPLE.issuerWalletAddress, keyId: 'cn-I_WNMClehiVp51i_0VpOENW1upEerA8sEam5hn-s' },
      ...{ waitingOffers: 0, neededUntil: '2028-01-01T00:00:00.000Z' },
    },
  ],
};
const params = { orgId: EXAMPLE.organisationId };

export const credentialConfigurationExamples: Examples<typeof credentialConfigurationRoutes> = {
  listCredentialConfigurations: { input: { params }, output: view },
  setCredentialConfigurations: {
    input: { params, body: { configurations: [configuration] }, headers: {} },
    output: view,
  },
};
