// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import { resourceDocument, serverDocument } from '../../../oauth/metadata.js';
import type { authorizationServerRoutes } from './routes.js';

const URL = 'https://node.quorate.example';
const client_id = 'month-end-planner';
const redirect_uri = 'https://planner.example/callback';
const assistant = 'https://assistant.example/callback';
const scope = 'ledger:read offline_access';

export const authorizationServerExamples: Examples<typeof authorizationServerRoutes> = {
  getAuthorizationServer: { input: {}, output: serverDocument(URL) },
  getOpenIdConfiguration: { input: {}, output: serverDocument(URL) },
  getApiResource: { input: {}, output: resourceDocument(URL, undefined) },
  getMcpResource: { input: {}, output: resourceDocument(URL, 'mcp') },
  showProgramPage: { output: '<!doctype html>' },
  pushProgramRequest: {
    input: {
      headers: {},
      body: {
        ...{ response_type: 'code', client_id, scope, redirect_uri, state: 'af0ifjsldkj' },
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
      },
    },
    output: { request_uri: `urn:ietf:params:oauth:request_uri:${EXAMPLE.preAuthorizedCode}`, expires_in: 60 },
  },
  registerProgram: {
    input: { body: { client_name: 'An assistant', redirect_uris: [assistant], scope } },
    output: {
      ...{ client_id: 'self-00112233445566778899aabbccddeeff', client_id_issued_at: 1_764_000_000 },
      ...{ client_name: 'An assistant', redirect_uris: [assistant], scope },
      ...{ token_endpoint_auth_method: 'none', response_types: ['code'] },
      grant_types: ['authorization_code', 'refresh_token'],
    },
  },
  createProgramToken: {
    input: {
      headers: {},
      body: {
        ...{ grant_type: 'authorization_code', client_id, code: EXAMPLE.preAuthorizedCode },
        ...{ code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk', redirect_uri },
      },
    },
    output: {
      ...{ access_token: EXAMPLE.accessToken, token_type: 'Bearer', expires_in: 3600 },
      ...{ refresh_token: EXAMPLE.refreshToken, scope },
    },
  },
  askForProgramCode: {
    input: { headers: {}, body: { client_id, scope } },
    output: {
      ...{ device_code: EXAMPLE.preAuthorizedCode, user_code: 'BCDF-GHJK', verification_uri: `${URL}/login?device` },
      ...{ expires_in: 300, interval: 5 },
    },
  },
  introspectProgramToken: {
    input: { body: { token: EXAMPLE.accessToken } },
    output: {
      ...{ active: true, token_type: 'Bearer', scope, client_id, exp: 1_764_003_600, iat: 1_764_000_000 },
      ...{ sub: EXAMPLE.userId, aud: 'quorate:platform', iss: 'urn:quorate:quorate' },
    },
  },
  revokeProgramToken: { input: { headers: {}, body: { client_id, token: EXAMPLE.refreshToken } }, output: {} },
};
