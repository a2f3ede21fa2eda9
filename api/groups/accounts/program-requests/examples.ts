// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import { scopesShown } from '../../../oauth/asking.js';
import type { programRequestRoutes } from './routes.js';

const requestUri = `urn:ietf:params:oauth:request_uri:${EXAMPLE.preAuthorizedCode}`;
const client_id = 'month-end-planner';
const redirect_uri = 'https://planner.example/callback';

export const programRequestExamples: Examples<typeof programRequestRoutes> = {
  readProgramRequest: {
    input: {
      body: {
        query: {
          ...{ response_type: 'code', client_id, scope: 'ledger:read', redirect_uri },
          code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
          code_challenge_method: 'S256',
        },
      },
    },
    output: {
      requestUri,
      request: {
        ...{
          name: 'Month-end planner',
          clientId: client_id,
          isRegistered: true,
          isSelfRegistered: false,
          isCommandLine: false,
          isForMcp: false,
          comparison: 'CZPL-HDWJ',
        },
        ...{ redirectsTo: 'planner.example', isOwnComputer: false, organizationName: EXAMPLE.organisationName },
        ...{ scopes: scopesShown(['ledger:read']), isKnown: false, standingGrants: [], isVouchedFor: true },
      },
    },
  },
  answerProgramRequest: {
    input: { body: { requestUri, isAllowed: true } },
    output: { location: `${redirect_uri}?code=o5C2xXrF&iss=https%3A%2F%2Fnode.quorate.example` },
  },
};
