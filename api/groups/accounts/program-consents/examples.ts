// A good call of each operation of the group.
import { COMMAND_LINE } from '../../../../core/tenant/programs/clients.js';
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import { scopesShown } from '../../../oauth/asking.js';
import type { programConsentRoutes } from './routes.js';

const id = 'q83vEjRWeJq83u8SNFZ4mg';

export const programConsentExamples: Examples<typeof programConsentRoutes> = {
  listProgramConsents: {
    input: {},
    output: {
      consents: [
        {
          ...{ id, clientId: COMMAND_LINE.clientId, name: COMMAND_LINE.name, isForMcp: false },
          ...{ organizationId: EXAMPLE.organisationId, organizationName: EXAMPLE.organisationName },
          ...{ scopes: scopesShown(['ledger:read']), grantedAt: EXAMPLE.time, standingGrants: [] },
        },
      ],
    },
  },
  endProgramConsent: { input: { params: { consentId: id } }, output: undefined },
};
