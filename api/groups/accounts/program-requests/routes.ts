// A program asks for the session of a person: read and answered by that person, on the page.
import Type from 'typebox';
import { REDIRECT_URI_MAX } from '../../../../core/base/limits/node/wallets.js';
import { route } from '../../../define.js';
import { ProgramScopeShown } from '../../../schemas/accounts/program-scope.js';
import { namedObject } from '../../../schemas/base/common.js';

const RequestShown = namedObject('ProgramRequest', {
  name: Type.String({ description: 'The word of the program about itself, or of who registered it.' }),
  clientId: Type.String(),
  describedBy: Type.Optional(Type.String({ description: 'The host whose document describes the program.' })),
  isRegistered: Type.Boolean({ description: 'An administrator registered it.' }),
  isSelfRegistered: Type.Boolean({ description: 'It registered itself: nobody vouches for it.' }),
  isCommandLine: Type.Boolean({ description: 'It says that it is the command line of this node.' }),
  redirectsTo: Type.String({ description: 'Where the answer goes: a host, or the scheme that a program answers.' }),
  isOwnComputer: Type.Boolean({ description: 'The answer goes to a program on the computer of the browser.' }),
  organizationName: Type.String({ description: 'The session acts for it.' }),
  scopes: Type.Array(ProgramScopeShown),
  comparison: Type.String({ description: 'The program shows the same code, where it shows one.' }),
  isForMcp: Type.Boolean({ description: 'Its tokens are for the MCP server.' }),
  isKnown: Type.Boolean({ description: 'The person let it in before, with these scopes.' }),
  standingGrants: Type.Array(Type.String(), { description: 'For people: acts about which the program does not ask.' }),
  isVouchedFor: Type.Boolean({ description: 'The answer goes to a host, which no other program has.' }),
});
const RequestUri = Type.String({ maxLength: 200, description: 'Of the answer to the reading.' });
const Location = Type.String({ maxLength: REDIRECT_URI_MAX * 3, description: 'For the browser of the person.' });
const ERRORS = ['PROGRAM_REQUEST_INVALID', 'PROGRAM_REQUEST_NOT_FOUND', 'CLIENT_DOCUMENT_INVALID'] as const;
const OUTGOING = ['OUTGOING_REFUSED', 'OUTGOING_FAILED', 'OUTGOING_ANSWER_REFUSED', 'OUTGOING_BUSY'] as const;

export const programRequestRoutes = {
  readProgramRequest: route({
    ...{ method: 'POST', url: '/api/auth/program-requests/read', can: 'RequireUser', program: 'closed' },
    ...{ writes: 'nothing', rate: 'auth', uncached: true, bodySize: 'small' },
    summary: 'Read what a program asks the caller for',
    description:
      'A request with a fault has a location, where the browser takes the fault to a program that is registered here.',
    input: {
      body: namedObject('ProgramRequestRead', {
        query: Type.Record(Type.String({ maxLength: 64 }), Type.String({ maxLength: 4096 }), {
          description: 'The members of the address of the page.',
          maxProperties: 30,
        }),
      }),
    },
    output: namedObject('ProgramRequestShown', {
      location: Type.Optional(Location),
      requestUri: Type.Optional(RequestUri),
      request: Type.Optional(RequestShown),
    }),
    errors: [...ERRORS, ...OUTGOING],
  }),
  answerProgramRequest: route({
    ...{ method: 'POST', url: '/api/auth/program-requests/answer', can: 'RequireUser', program: 'closed' },
    writes: 'account',
    summary: 'Let a program in, or not',
    description: 'The address carries the code, and is for the browser of the person alone.',
    takesRecentSignIn: true,
    input: { body: namedObject('ProgramRequestAnswer', { requestUri: RequestUri, isAllowed: Type.Boolean() }) },
    output: namedObject('AnsweredProgramRequest', { location: Location }),
    errors: [...ERRORS, ...OUTGOING],
    secretAnswer: true,
  }),
};
