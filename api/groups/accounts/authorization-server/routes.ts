// The authorization server for programs that people let in (OAuth 2.1): its documents, and the endpoints that programs
// call. The page in front of it is that of accounts.
import Type, { type TProperties } from 'typebox';
import { AUTHORIZATION_MS, REDIRECT_URI_MAX } from '../../../../core/base/limits/node/wallets.js';
import { rawRoute, route } from '../../../define.js';
import { AccessTokenType, ProofHeaders } from '../../../schemas/accounts/proof-headers.js';
import { namedObject, OpenObject } from '../../../schemas/base/common.js';

const text = (documented: object = {}) => Type.Optional(Type.String({ documented }));
/** RFC 6749 section 3.2: fields that are not known are passed over. Faults of the fields have names of the standard. */
function form<F extends TProperties>(title: string, fields: F, required: readonly (keyof F & string)[]) {
  return Type.Object(fields, { title, documented: { required: [...required] }, additionalProperties: true });
}

const Client = {
  client_id: text({ maxLength: 512 }),
  client_secret: text({ maxLength: 512 }),
  client_assertion: text({ description: 'Of a program with keys, in the place of a secret (RFC 7523).' }),
  client_assertion_type: text({ pattern: '^urn:ietf:params:oauth:client-assertion-type:jwt-bearer$' }),
};
const Access = {
  scope: text({ description: 'Scopes with a space between them (docs/operations.md, Programs).' }),
  resource: text({ description: 'This node, or its MCP server (RFC 8707).' }),
};
const RequestForm = form(
  'ProgramRequestForm',
  {
    ...Client,
    ...Access,
    response_type: text({ pattern: '^code$' }),
    redirect_uri: text({ maxLength: REDIRECT_URI_MAX }),
    code_challenge: text({ pattern: '^[A-Za-z0-9_-]{43}$' }),
    code_challenge_method: text({ pattern: '^S256$' }),
    dpop_jkt: text({ description: 'The code is for this key alone (RFC 9449 section 10).' }),
    state: text(),
  },
  ['response_type', 'client_id', 'redirect_uri', 'code_challenge', 'code_challenge_method', 'scope'],
);
const TokenForm = form(
  'ProgramTokenForm',
  {
    ...{ grant_type: text(), ...Client, ...Access },
    code: text({ maxLength: 200 }),
    code_verifier: text({ pattern: '^[A-Za-z0-9._~-]{43,128}$' }),
    redirect_uri: text({ maxLength: REDIRECT_URI_MAX }),
    refresh_token: text({ maxLength: 200 }),
    device_code: text({ maxLength: 200 }),
  },
  ['grant_type'],
);
/** RFC 7591 section 2: members that are not known are passed over. Faults have names of the standard. */
const RegistrationBody = Type.Object(
  {
    client_name: Type.Optional(Type.Unknown({ description: 'The name that people read.' })),
    redirect_uris: Type.Optional(Type.Unknown({ description: 'A list of the addresses that answers may go to.' })),
    scope: Type.Optional(Type.Unknown({ description: 'Scopes with a space between them; all that it may have.' })),
  },
  {
    title: 'ProgramRegistration',
    additionalProperties: true,
    documented: { required: ['redirect_uris', 'client_name'] },
  },
);
const TokenOfProgram = form(
  'ProgramTokenOwn',
  { ...Client, token: text({ maxLength: 8192 }), token_type_hint: text() },
  ['token'],
);
const Headers = Type.Object({ authorization: Type.Optional(Type.String()) });

const protocol = {
  can: 'public',
  family: 'oauth',
  takes: ['application/x-www-form-urlencoded'],
  errors: ['CLIENT_INVALID', 'BODY_INVALID'],
} as const;

const document = (url: string, summary: string, description: string) =>
  route({
    ...{ method: 'GET', url: `/.well-known/${url}` as const, can: 'public', summary },
    description: `${description} Any page may read it (CORS).`,
    output: OpenObject,
    errors: [],
  });

export const authorizationServerRoutes = {
  getAuthorizationServer: document(
    'oauth-authorization-server',
    'Read how programs of people get tokens',
    'RFC 8414. The issuer of credentials at the root of the node has its own (docs/credentials.md).',
  ),
  getOpenIdConfiguration: document(
    'openid-configuration',
    'Read the same, for clients that know OpenID Connect Discovery alone',
    'The node gives no id tokens.',
  ),
  getApiResource: document(
    'oauth-protected-resource',
    'Read what takes tokens of programs: the API',
    'RFC 9728; the challenge of each 401 names it.',
  ),
  getMcpResource: document(
    'oauth-protected-resource/mcp',
    'Read what takes tokens of programs: the MCP server',
    'RFC 9728; the challenge of each 401 of /mcp names it.',
  ),
  showProgramPage: rawRoute({
    ...{ method: 'GET', url: '/oauth/authorize', can: 'public', errors: [] },
    summary: 'Show the page on which a person lets a program in',
    description:
      'The same for everybody: its script reads the request (OAuth 2.1 section 4.1.1). Not served where http.pages is off.',
    answers: { status: 200, type: 'text/html', schema: Type.String(), description: 'A page for browsers.' },
    ...{ anyQuery: true, isPage: true, queryBytesMax: 8192 },
  }),
  pushProgramRequest: route({
    ...{ method: 'POST', url: '/oauth/par', writes: 'nothing', uncached: true, ...protocol },
    summary: 'Push a request to be shown to a person',
    description: `RFC 9126. The page is opened with client_id and request_uri; the person has ${AUTHORIZATION_MS / 60_000} minutes.`,
    ...{ rate: 'auth', bucket: 'pushed-requests' },
    input: { body: RequestForm, headers: ProofHeaders },
    output: {
      201: namedObject('PushedProgramRequest', { request_uri: Type.String(), expires_in: Type.Integer() }),
    },
    secretAnswer: true,
  }),
  registerProgram: route({
    ...{ method: 'POST', url: '/oauth/register', writes: 'node', can: 'public', family: 'oauth' },
    summary: 'Register a program by its own word',
    description:
      'RFC 7591, where the operator allows it (auth.dynamicRegistration): for public clients, without a secret. The page says that nobody vouches for it. It goes in an hour, unless a person lets it in.',
    ...{ rate: 'strict', bucket: 'program-registrations', uncached: true },
    input: { body: RegistrationBody },
    output: {
      201: namedObject('SelfRegisteredProgram', {
        client_id: Type.String(),
        client_id_issued_at: Type.Integer(),
        client_name: Type.String(),
        redirect_uris: Type.Array(Type.String()),
        scope: Type.String(),
        token_endpoint_auth_method: Type.Literal('none'),
        grant_types: Type.Array(Type.String()),
        response_types: Type.Array(Type.String()),
      }),
    },
    idempotent: false,
    errors: ['BODY_INVALID', 'PROGRAM_REGISTRATION_OFF', 'PROGRAMS_FULL'],
  }),
  createProgramToken: route({
    ...{ method: 'POST', url: '/oauth/token', writes: 'account', ...protocol },
    summary: 'Get the session that a person gave to a program, or refresh it',
    description:
      'grant_type is authorization_code (with code_verifier, RFC 7636), refresh_token, or urn:ietf:params:oauth:grant-type:device_code (RFC 8628). A code is good once, for a minute; one that comes again ends what it gave. Each refresh token is good once too. With a proof in the header DPoP (RFC 9449) the session is bound to its key, and each of its requests takes a proof.',
    ...{ rate: 'api', bucket: 'program-tokens' },
    input: { body: TokenForm, headers: ProofHeaders },
    output: namedObject('ProgramTokens', {
      access_token: Type.String(),
      token_type: AccessTokenType,
      expires_in: Type.Integer(),
      refresh_token: Type.Optional(Type.String({ description: 'With the scope offline_access.' })),
      scope: Type.String({ description: 'The scopes that the person said yes to.' }),
    }),
    secretAnswer: true,
  }),
  askForProgramCode: route({
    ...{ method: 'POST', url: '/oauth/device', writes: 'account', ...protocol },
    summary: 'Begin to sign in on a computer without a browser',
    description: 'RFC 8628. The person opens the address with any browser, and types the code that the program shows.',
    input: { body: form('ProgramDeviceForm', { ...Client, ...Access }, ['client_id', 'scope']), headers: Headers },
    output: namedObject('ProgramDeviceCode', {
      device_code: Type.String({ description: 'The program keeps it.' }),
      user_code: Type.String({ description: 'The program shows it.', examples: ['BCDF-GHJK'] }),
      verification_uri: Type.String({ description: 'Where the person types it.' }),
      expires_in: Type.Integer(),
      interval: Type.Integer({ description: 'Seconds between two questions.' }),
    }),
    secretAnswer: true,
  }),
  introspectProgramToken: route({
    ...{ method: 'POST', url: '/oauth/introspect', writes: 'nothing', uncached: true, rate: 'api' },
    ...{ can: 'CanIntrospectTokens', family: 'oauth', takes: ['application/x-www-form-urlencoded'] },
    summary: 'Tell a service what a token is good for now',
    description:
      'RFC 7662; POST /api/auth/token/introspect says the same in JSON. active is false alone for a token that is not good, whatever the reason.',
    input: {
      body: form('TokenToIntrospect', { token: text({ maxLength: 8192 }), token_type_hint: text() }, ['token']),
    },
    output: namedObject('ProgramTokenState', {
      active: Type.Boolean(),
      scope: Type.Optional(Type.String()),
      client_id: Type.Optional(Type.String()),
      token_type: Type.Optional(Type.Enum(['Bearer', 'DPoP', 'refresh_token'])),
      exp: Type.Optional(Type.Integer()),
      iat: Type.Optional(Type.Integer()),
      sub: Type.Optional(Type.String()),
      aud: Type.Optional(Type.String()),
      iss: Type.Optional(Type.String()),
      jti: Type.Optional(Type.String()),
      cnf: Type.Optional(Type.Object({ jkt: Type.String() }, { description: 'The key that it is bound to.' })),
    }),
    errors: [],
  }),
  revokeProgramToken: route({
    ...{ method: 'POST', url: '/oauth/revoke', writes: 'account', ...protocol },
    summary: 'End the session of a program by one of its tokens',
    description:
      'RFC 7009. Access and refresh token end together. A token that is not of the program ends nothing, and the answer is the same.',
    input: { body: TokenOfProgram, headers: Headers },
    output: namedObject('EndedProgramToken', {}),
  }),
};
