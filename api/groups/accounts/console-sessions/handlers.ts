// The session of a browser in the console: its cookie is read and set here alone.
import { sha256Hex } from '../../../../core/base/hash.js';
import { issue } from '../../../../core/base/issue.js';
import { CONSOLE_LINK_MS, LOST_ANSWER_MS } from '../../../../core/base/limits/node/accounts.js';
import { fail, isFailure } from '../../../../core/base/result.js';
import { present, type RefreshFamily } from '../../../../core/tenant/session.js';
import { ofWholeAccount } from '../../../access/whole-account.js';
import { linkAddress } from '../../../auth/proofs/console-links.js';
import { type ApiCall, type Handlers, reply } from '../../../define.js';
import { type CookieRule, cookieIn, cookieLine } from '../../../sign-in/cookies.js';
import { standingOf } from '../../../sign-in/enrolment.js';
import { isOfThisComputer, isOwnPage, type PageHeaders } from '../../../sign-in/own-pages.js';
import {
  endFamily,
  familyOf,
  type LoginSession,
  newSessionId,
  openSession,
  refresh,
  sessionNow,
  signInOf,
} from '../../../sign-in/session.js';
import type { AccountDeps } from '../deps.js';
import type { consoleSessionRoutes } from './routes.js';

export const consoleSessionHandlers: Handlers<typeof consoleSessionRoutes, AccountDeps> = {
  async openConsoleSession({ body, headers }, { deps, address }) {
    if (!isOwnPage(headers)) return fail(FOREIGN);
    const rule = ruleOf(deps, headers);
    const refreshToken = body.refreshToken ?? cookieIn(rule, headers.cookie);
    if (refreshToken === undefined) return fail(issue('TOKEN_INVALID', '', 'This browser has no session: sign in.'));
    // A tab has its organisation, which may be another one than that of the cookie.
    const session = await refresh(deps, refreshToken, {
      ...{ address, organisationId: body.organizationId, clientId: NO_PROGRAM, graceMs: LOST_ANSWER_MS },
    });
    if (isFailure(session)) return session;
    return sessionOfBrowser(deps, rule, session);
  },

  createConsoleLink: ofWholeAccount((_, { deps, caller, address }) => {
    if (!deps.config.isAlone) return fail(NOT_HERE);
    // The browser is of the person and of no program.
    const { access: _access, ...signIn } = signInOf(deps, caller);
    const secret = deps.consoleLinks.open({ ...sessionNow(deps, caller), signIn, isOfStart: false }, address);
    const expiresAt = new Date(deps.clock.now() + CONSOLE_LINK_MS).toISOString();
    return { url: linkAddress(deps.config.publicUrl, secret), expiresAt };
  }),

  async redeemConsoleLink({ body, headers }, { deps, address }) {
    if (!isOwnPage(headers)) return fail(FOREIGN);
    // Before the link is taken: a page elsewhere does not spend it.
    if (!deps.config.isAlone || !isOfThisComputer(headers, address)) return fail(NOT_HERE);
    const link = deps.consoleLinks.take(body.link);
    const identity = link && standingOf(deps, link);
    if (identity === undefined || (link?.isOfStart && identity.mustChangePassword !== true)) return fail(OVER);
    const sessionId = newSessionId(deps);
    if (link?.isOfStart) deps.consoleLinks.onStart(sessionId);
    const session = await openSession(deps, { identity, signIn: link!.signIn, address, sessionId });
    return sessionOfBrowser(deps, ruleOf(deps, headers), session);
  },

  async endConsoleSession({ headers }, call) {
    if (!isOwnPage(headers)) return fail(FOREIGN);
    const { deps, address } = call;
    const rule = ruleOf(deps, headers);
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

const NOT_HERE = issue(
  'CONSOLE_NOT_LOCAL',
  '',
  'A link into the console works in a browser on the computer of the node, where nobody else reaches it: sign in instead.',
);
const OVER = issue(
  'CONSOLE_LINK_INVALID',
  '/link',
  'The link was used, is over, or never was: quorate console makes one.',
);

const FOREIGN = issue('FORBIDDEN', '', 'Only a page of this node may ask for the session of its browser.');

function sessionOfBrowser(deps: AccountDeps, rule: CookieRule, session: LoginSession) {
  const { accessToken, refreshToken, expiresInSeconds: expiresIn } = session;
  const lastsSeconds = Math.floor(deps.tokens.refreshTokenMs / 1000);
  const body = { accessToken, tokenType: 'Bearer' as const, expiresIn };
  return reply(200, body, { 'set-cookie': cookieLine(rule, refreshToken, lastsSeconds) });
}

/**
 * A browser gives a cookie to each port of a host (RFC 6265 section 8.5): two nodes there would take each other's
 * session. The port is the one that the page was loaded from, which a tunnel or a proxy may have chosen.
 */
function ruleOf({ config: { publicUrl } }: Pick<AccountDeps, 'config'>, { origin = '' }: PageHeaders): CookieRule {
  const port = URL.canParse(origin) ? new URL(origin).port : '';
  return { name: `quorate-console${port && `-${port}`}`, sameSite: 'Strict', publicUrl };
}

/** Of a token that is good: an old cookie ends no session. */
function goodFamily({ deps }: ApiCall<AccountDeps>, token: string | undefined): RefreshFamily | undefined {
  const family = token === undefined ? undefined : familyOf(deps, token);
  if (family === undefined || token === undefined) return undefined;
  const state = present(family, {
    ...{ hash: sha256Hex(token), nowMs: deps.clock.now(), lastsMs: deps.tokens.lastsMs(family) },
    graceMs: LOST_ANSWER_MS,
  });
  return state === 'good' ? family : undefined;
}
