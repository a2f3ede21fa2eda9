// The endpoints for programs: who calls, then api/oauth.
import { issue } from '../../../../core/base/issue.js';
import type { JsonObject } from '../../../../core/base/json.js';
import { DEVICE_CODE_MS, DEVICE_CODE_POLL_S } from '../../../../core/base/limits/node/accounts.js';
import { WalletRefusal } from '../../../../core/credentials/issuing/refusal.js';
import { SCOPES_OF_OTHERS } from '../../../../core/tenant/programs/clients.js';
import { shownCode } from '../../../../core/tenant/programs/codes.js';
import {
  accessOf,
  ProgramRefusal,
  type RequestForm,
  readRequest,
  redirectOf,
} from '../../../../core/tenant/programs/request.js';
import type { ProgramResource } from '../../../../core/tenant/programs/scopes.js';
import { type ApiCall, type Handler, type Handlers, Refusal, reply } from '../../../define.js';
import { callingClient } from '../../../oauth/clients.js';
import { answerProgramToken, endProgramToken } from '../../../oauth/granting.js';
import { knownToken } from '../../../oauth/introspecting.js';
import { resourceDocument, serverDocument } from '../../../oauth/metadata.js';
import { boundForm, proofHeaders, proofOfProgram, proofRefusal } from '../../../oauth/proving.js';
import { registerItself } from '../../../oauth/registering.js';
import { accountPage } from '../../../pages/account-page.js';
import { oauthRefusal } from '../../../requests/family-refusals.js';
import type { AccountDeps } from '../deps.js';
import type { authorizationServerRoutes } from './routes.js';

/** Seconds in which the page is opened, once the request was pushed. */
const OPENED_WITHIN_S = 60;
/** For documents that any page may read, without its cookies. */
const OPEN = { 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' } as const;

export const authorizationServerHandlers: Handlers<typeof authorizationServerRoutes, AccountDeps> = {
  getAuthorizationServer: (_, call) => serverAnswer(call),
  getOpenIdConfiguration: (_, call) => serverAnswer(call),
  getApiResource: resource(undefined),
  getMcpResource: resource('mcp'),

  showProgramPage: () => accountPage(),

  async pushProgramRequest({ body, headers }, { deps, address }) {
    const calling = await callingClient(deps, body, headers.authorization);
    if (calling instanceof Refusal) return calling;
    const { clientId, client } = calling;
    const { client_secret: _, client_assertion: __, client_assertion_type: ___, ...members } = body;
    const proof = proofOfProgram(deps, { dpop: headers.dpop, path: '/oauth/par' });
    if (proof instanceof WalletRefusal) return proofRefusal(deps, proof);
    // It is not spent: a repetition pushes a request that is of use to the holder of the key alone.
    const form: RequestForm | WalletRefusal = boundForm(members, proof);
    if (form instanceof WalletRefusal) return proofRefusal(deps, form);
    if (form.request_uri !== undefined)
      return refusalOf(new ProgramRefusal('invalid_request', 'request_uri: expected none.'));
    // A program that a document describes is judged where a person reads it: nothing is fetched for a stranger.
    if (client !== undefined) {
      const redirectUri = redirectOf(form, client);
      if (redirectUri instanceof ProgramRefusal) return refusalOf(redirectUri);
      const request = readRequest(form, { client, redirectUri, publicUrl: deps.config.publicUrl });
      if (request instanceof ProgramRefusal) return refusalOf(request);
    }
    const requestUri = deps.programs.authorizations.push({ clientId, form }, address);
    return reply(201, { request_uri: requestUri, expires_in: OPENED_WITHIN_S }, proof && proofHeaders(deps));
  },

  registerProgram: ({ body }, call) => registerItself(call, body as JsonObject),

  createProgramToken: ({ body, headers }, call) => answerProgramToken(call, body, headers),

  async askForProgramCode({ body, headers }, { deps, address }) {
    const calling = await callingClient(deps, body, headers.authorization);
    if (calling instanceof Refusal) return calling;
    const { clientId, client } = calling;
    const { publicUrl } = deps.config;
    // The page there shows the name that it gave itself, and no address.
    if (client?.endsAtMs !== undefined)
      return refusalOf(
        new ProgramRefusal('unauthorized_client', 'client_id: it registered itself, without this grant.'),
      );
    const access = accessOf(body, client ?? { scopes: SCOPES_OF_OTHERS }, publicUrl);
    if (access instanceof ProgramRefusal) return refusalOf(access);
    const { deviceCode, userCode } = deps.programSignIns.ask({
      ...{ program: client?.name ?? clientId, access: { clientId, ...access }, address, askedAtMs: deps.clock.now() },
    });
    return {
      ...{ device_code: deviceCode, user_code: shownCode(userCode), verification_uri: `${publicUrl}/login?device` },
      ...{ expires_in: DEVICE_CODE_MS / 1000, interval: DEVICE_CODE_POLL_S },
    };
  },

  async introspectProgramToken({ body }, call) {
    const known = await knownToken(call, body.token ?? '');
    if (known === undefined) return { active: false };
    const { tokenType, clientId, scopes, sub, aud, iss, jti, exp, iat, thumbprint: jkt } = known;
    const type = jkt === undefined ? ('Bearer' as const) : ('DPoP' as const);
    return {
      ...{ active: true, token_type: tokenType === 'refresh' ? 'refresh_token' : type, exp, iat, sub, iss },
      ...(scopes !== undefined && { scope: scopes.join(' ') }),
      ...(clientId !== undefined && { client_id: clientId }),
      ...(aud !== undefined && { aud }),
      ...(jti !== undefined && { jti }),
      ...(jkt !== undefined && { cnf: { jkt } }),
    };
  },

  async revokeProgramToken({ body, headers }, call) {
    const calling = await callingClient(call.deps, body, headers.authorization);
    if (calling instanceof Refusal) return calling;
    await endProgramToken(call, calling, body.token ?? '');
    return {};
  },
};

function serverAnswer({ deps: { config } }: Pick<ApiCall<AccountDeps>, 'deps'>) {
  return reply(200, serverDocument(config.publicUrl, config.dynamicRegistration), OPEN);
}

function resource(
  name: ProgramResource | undefined,
): Handler<(typeof authorizationServerRoutes)['getApiResource'], AccountDeps> {
  return (_, { deps }) => reply(200, resourceDocument(deps.config.publicUrl, name), OPEN);
}

function refusalOf({ error, message }: ProgramRefusal): Refusal {
  const name = error === 'unsupported_response_type' ? 'invalid_request' : error;
  return oauthRefusal(name, issue('BODY_INVALID', '', message));
}
