// The session of a browser in the console: its cookie is read and set here alone.
import { sha256Hex } from '../../../../core/base/hash.js';
import { issue } from '../../../../core/base/issue.js';
import { fail, isFailure } from '../../../../core/base/result.js';
import { present, type RefreshFamily } from '../../../../core/tenant/session.js';
import { type ApiCall, type Handlers, reply } from '../../../define.js';
import { type CookieRule, cookieIn, cookieLine } from '../../../sign-in/cookies.js';
import { endFamily, familyOf, refresh } from '../../../sign-in/session.js';
import type { AccountDeps } from '../deps.js';
import type { consoleSessionRoutes } from './routes.js';

interface PageHeaders {
  readonly cookie?: string | undefined;
  readonly origin?: string | undefined;
  readonly host?: string | undefined;
  readonly 'sec-fetch-site'?: string | undefined;
  readonly 'x-quorate-console'?: string | undefined;
}

export const consoleSessionHandlers: Handlers<typeof consoleSessionRoutes, AccountDeps> = {
  async openConsoleSession({ body, headers }, { deps, address }) {
    if (!isOwnPage(headers)) return fail(FOREIGN);
    const rule = ruleOf(deps);
    const refreshToken = body.refreshToken ?? cookieIn(rule, headers.cookie);
    if (refreshToken === undefined) return fail(issue('TOKEN_INVALID', '', 'This browser has no session: sign in.'));
    // A tab has its organisation, which may be another one than that of the cookie.
    const session = await refresh(deps, refreshToken, {
      ...{ address, organisationId: body.organizationId, clientId: NO_PROGRAM },
    });
    if (isFailure(session)) return session;
    const { accessToken, refreshToken: next, expiresInSeconds: expiresIn } = session;
    const lastsSeconds = Math.floor(deps.tokens.refreshTokenMs / 1000);
    return reply(
      200,
      { accessToken, tokenType: 'Bearer' as const, expiresIn },
      { 'set-cookie': cookieLine(rule, next, lastsSeconds) },
    );
  },

  async endConsoleSession({ headers }, call) {
    if (!isOwnPage(headers)) return fail(FOREIGN);
    const { deps, address } = call;
    const rule = ruleOf(deps);
    const family = goodFamily(call, cookieIn(rule, headers.cookie));
    if (family !== undefined) {
      const { organisationId, membershipId: identityId } = family;
      const event = { eventType: 'Logout', organisationId, identityId, address, success: true } as const;
      await deps.commit([...endFamily(deps, family), deps.audit.record(event)]);
    }
    return reply(204, undefined, { 'set-cookie': cookieLine(rule, '', 0) });
  },
};

/** The session of a program has scopes that its person was told of: it is not one of a browser. */
const NO_PROGRAM = '';

const FOREIGN = issue('FORBIDDEN', '', 'Only a page of this node may ask for the session of its browser.');

/** A page of this node, and not one of a neighbour, which the browser takes for the same site. */
function isOwnPage(headers: PageHeaders): boolean {
  const { origin, host, 'sec-fetch-site': site, 'x-quorate-console': mark } = headers;
  if (mark !== '1') return false;
  if (site !== undefined) return site === 'same-origin';
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}

function ruleOf({ config: { publicUrl } }: Pick<AccountDeps, 'config'>): CookieRule {
  return { name: 'quorate-console', sameSite: 'Strict', publicUrl };
}

/** Of a token that is good: an old cookie ends nobody. */
function goodFamily({ deps }: ApiCall<AccountDeps>, token: string | undefined): RefreshFamily | undefined {
  const family = token === undefined ? undefined : familyOf(deps, token);
  if (family === undefined || token === undefined) return undefined;
  const state = present(family, {
    ...{ hash: sha256Hex(token), nowMs: deps.clock.now(), lastsMs: deps.tokens.lastsMs(family) },
  });
  return state === 'good' ? family : undefined;
}
