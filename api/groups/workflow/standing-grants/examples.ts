// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { DEFINITION, LEDGER } from '../../../examples/ledger.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { standingGrantRoutes } from './routes.js';

/** Its consent, and its id. */
export const GRANT_PLACE = { consentId: 'q83vEjRWeJq83u8SNFZ4mg', grantId: 'Zm9yIG9uZSBhY3Rpb24gYQ' };
export const GRANT_LIMITS = {
  ...{ registerId: LEDGER.registerId, blueprintId: LEDGER.blueprintId, publicationTxId: LEDGER.publicationTxId },
  ...{ walletAddress: EXAMPLE.walletAddress, actions: [1], perDay: 5 },
};
const until = '2026-12-20T12:00:00.000Z';

export const standingGrantExamples: Examples<typeof standingGrantRoutes> = {
  stateStandingGrant: {
    input: { params: { consentId: GRANT_PLACE.consentId }, body: { ...GRANT_LIMITS, until } },
    output: {
      ...{ id: GRANT_PLACE.grantId, ...GRANT_LIMITS, leftToday: 5, grantedAt: EXAMPLE.time, until },
      says: `"Confirm" (1) of the workflow "${DEFINITION.title}" on the register ${LEDGER.registerId} with the wallet ${EXAMPLE.walletAddress}. At most 5 acts a day, until ${until}, with any data`,
    },
  },
  endStandingGrant: { input: { params: GRANT_PLACE }, output: undefined },
};
