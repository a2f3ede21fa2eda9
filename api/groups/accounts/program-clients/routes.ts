// Programs that an administrator registers, so that people may let them in: for its organisation, or for all of them.
import Type from 'typebox';
import {
  PROGRAM_CLIENTS_MAX,
  PROGRAM_KEYS_MAX,
  PROGRAM_NAME_MAX,
  REDIRECT_URIS_MAX,
} from '../../../../core/base/limits/node/accounts.js';
import { REDIRECT_URI_MAX } from '../../../../core/base/limits/node/wallets.js';
import { CLIENT_ID } from '../../../../core/tenant/services/principal.js';
import { route } from '../../../define.js';
import { ProgramScopeName } from '../../../schemas/accounts/program-scope.js';
import { namedObject, OpenObject, Timestamp, Uuid } from '../../../schemas/base/common.js';
import { nameSchema } from '../../../schemas/base/names.js';

const ClientId = Type.String({
  ...{ documented: { pattern: CLIENT_ID.source }, minLength: 1, maxLength: 128 },
  description: 'The program names itself by it. Made where it is absent.',
  examples: ['month-end-planner'],
});
const Redirects = Type.Array(Type.String({ minLength: 1, maxLength: REDIRECT_URI_MAX }), {
  ...{ minItems: 1, maxItems: REDIRECT_URIS_MAX },
  description:
    'Where answers go: https, the own computer (127.0.0.1, any port), or a scheme of the program. Compared as texts.',
  examples: [['https://planner.example/callback']],
});
const Keys = Type.Array(OpenObject, {
  ...{ minItems: 1, maxItems: PROGRAM_KEYS_MAX },
  description: 'Public keys (JWK) of P-256, Ed25519 or RSA, by one of which it proves itself (RFC 7523).',
});
const Scopes = Type.Array(ProgramScopeName, { minItems: 1, maxItems: 20 });

const program = {
  clientId: Type.String(),
  name: Type.String(),
  redirectUris: Type.Array(Type.String()),
  scopes: Type.Array(ProgramScopeName, { description: 'It may ask for these.' }),
};
export const ProgramView = namedObject('RegisteredProgram', {
  ...program,
  isForAll: Type.Boolean({ description: 'People of all organisations may let it in.' }),
  hasSecret: Type.Boolean(),
  keys: Type.Optional(Type.Array(OpenObject, { description: 'Public keys by which it proves itself.' })),
  createdAt: Timestamp,
  createdBy: Type.Optional(Uuid),
  endsAt: Type.Optional({
    ...Timestamp,
    description: 'Of one that registered itself: it goes then, unless it is used.',
  }),
});

export const programClientRoutes = {
  createProgramClient: route({
    ...{ method: 'POST', url: '/api/programs', writes: 'node', can: 'RequireAdministrator', takesRecentSignIn: true },
    summary: 'Register a program that people may let in',
    description: `For the people of the own organisation; a SystemAdmin may register one for all. A node keeps ${PROGRAM_CLIENTS_MAX} at the most. A program with a secret or with keys proves itself by it at each endpoint.`,
    input: {
      body: namedObject('RegisterProgram', {
        name: nameSchema(PROGRAM_NAME_MAX),
        redirectUris: Redirects,
        clientId: Type.Optional(ClientId),
        scopes: Type.Optional(Scopes),
        hasSecret: Type.Optional(Type.Boolean({ description: 'For a program on a server, which can keep one.' })),
        keys: Type.Optional(Keys),
        isForAll: Type.Optional(Type.Boolean({ description: 'For a SystemAdmin.' })),
      }),
    },
    output: {
      201: namedObject('CreatedProgram', {
        ...program,
        clientSecret: Type.Optional(Type.String({ description: 'Shown this once.' })),
      }),
    },
    errors: [
      'CLIENT_ID_INVALID',
      'CLIENT_ID_TAKEN',
      'REDIRECT_URI_INVALID',
      'SCOPE_INVALID',
      'PROGRAM_KEYS_INVALID',
      'PROGRAMS_FULL',
      'FORBIDDEN',
    ],
    secretAnswer: true,
  }),
  listProgramClients: route({
    ...{ method: 'GET', url: '/api/programs', can: 'RequireAdministrator' },
    summary: 'List the programs that the people of the organisation may let in',
    output: namedObject('RegisteredPrograms', {
      programs: Type.Array(ProgramView, { description: 'Oldest first; those for all organisations too.' }),
    }),
    errors: [],
  }),
  deleteProgramClient: route({
    ...{ method: 'DELETE', url: '/api/programs/:clientId', writes: 'node', can: 'RequireAdministrator' },
    summary: 'Remove a program, and end its sessions',
    input: { params: Type.Object({ clientId: ClientId }) },
    output: { 204: null },
    errors: ['PROGRAM_NOT_FOUND'],
  }),
};
