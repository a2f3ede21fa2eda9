// The programs that the caller let in: seen and ended, as sessions are.
import Type from 'typebox';
import { PROGRAM_CONSENTS_MAX } from '../../../../core/base/limits/node/accounts.js';
import { route } from '../../../define.js';
import { ProgramScopeShown } from '../../../schemas/accounts/program-scope.js';
import { namedObject, Timestamp, Uuid } from '../../../schemas/base/common.js';
import { StandingGrantView } from '../../../schemas/workflow/standing-grant.js';

const ConsentId = Type.String({ minLength: 22, maxLength: 22 });

export const ConsentView = namedObject('ProgramConsent', {
  id: ConsentId,
  clientId: Type.String(),
  name: Type.String({ description: 'Of the program, as it was shown then.' }),
  organizationId: Uuid,
  organizationName: Type.String(),
  scopes: Type.Array(ProgramScopeShown),
  isForMcp: Type.Boolean({ description: 'For the MCP server; for the API where false.' }),
  grantedAt: Timestamp,
  standingGrants: Type.Array(StandingGrantView, { description: 'Acts about which the program does not ask.' }),
});

export const programConsentRoutes = {
  listProgramConsents: route({
    ...{ method: 'GET', url: '/api/auth/program-consents', uncached: true, can: 'RequireAccount', rate: 'api' },
    summary: 'List the programs that the caller let in',
    output: namedObject('ProgramConsents', {
      consents: Type.Array(ConsentView, { description: `Oldest first, at most ${PROGRAM_CONSENTS_MAX}.` }),
    }),
    errors: [],
  }),
  endProgramConsent: route({
    ...{ method: 'DELETE', url: '/api/auth/program-consents/:consentId', writes: 'account', rate: 'api' },
    can: 'RequireAccount',
    summary: 'Take back the word to a program',
    description: 'The sessions of the program that act for the caller in that organisation end at once.',
    input: { params: Type.Object({ consentId: ConsentId }) },
    output: { 204: null },
    errors: ['CONSENT_NOT_FOUND'],
  }),
};
