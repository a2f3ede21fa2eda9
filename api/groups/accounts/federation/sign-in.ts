// The answers of a sign-in: where the browser goes, the session that it ends in, or the way back to the page that began
// it.
import { issue } from '../../../../core/base/issue.js';
import { type Failure, fail, isFailure } from '../../../../core/base/result.js';
import type { HandOver } from '../../../auth/under-way.js';
import { type ApiCall, type Refusal, refuse, reply } from '../../../define.js';
import { type Beginning, beginSignIn } from '../../../federation/begin.js';
import { clearCookie, hasCookie } from '../../../federation/browser-cookie.js';
import { type Finished, sessionOf } from '../../../federation/finish.js';
import { sessionViewOf } from '../../../sign-in/answer.js';
import type { AccountDeps } from '../deps.js';

export async function beginFederatedSignIn(call: ApiCall<AccountDeps>, beginning: Beginning) {
  const signIn = await beginSignIn(call, beginning);
  if (isFailure(signIn)) return signIn;
  const { cookie, ...answer } = signIn;
  return reply(200, answer, { 'set-cookie': cookie });
}

/**
 * Leads back to the page where there is one: with a code that it redeems, never with a token, which would stay in the
 * history of the browser.
 */
export async function endInBrowser(call: ApiCall<AccountDeps>, state: string, finished: Finished) {
  const { returnUrl, mark, outcome } = finished;
  const headers = expireCookie(call, state);
  if (returnUrl === undefined || mark === undefined) return endSignIn(call, state, finished);
  if (isFailure(outcome)) return redirectReply(`${returnUrl}#authError=${authErrorOf(outcome)}`, headers);
  if (outcome === 'linked') return redirectReply(`${returnUrl}#linked=true`, headers);
  // The cookie stays: the page gets the session in the same browser.
  const code = call.deps.signIns.handOver(call.address, { ...outcome, ...mark, ...membershipNow(call.deps, outcome) });
  return redirectReply(`${returnUrl}#signIn=${code}`, {});
}

/** Under which membership the account signs in, and when: later than what ended its sessions before. */
function membershipNow({ clock, sessions, tenants }: AccountDeps, { platformUserId, organisationId }: HandOver) {
  const value = tenants.user(platformUserId)?.memberships.find((item) => item.organisationId === organisationId);
  const { membershipId = '' } = value ?? {};
  const owner = { subject: membershipId, platformUserId, organisationId };
  return { membershipId, issuedAtMs: sessions.dateFor(owner, clock.now()) };
}

export async function endSignIn(call: ApiCall<AccountDeps>, state: string, { outcome }: Finished) {
  const headers = expireCookie(call, state);
  if (isFailure(outcome)) return withCookies(outcome, headers);
  if (outcome === 'linked') return reply(200, { success: true as const, linked: true as const }, headers);
  const shown = await signInReplyOf(call, outcome);
  return isFailure(shown) ? withCookies(shown, headers) : reply(200, shown, headers);
}

/**
 * The session that a page was promised, in the browser that began: a person who follows
 * a link with the code of a stranger is not signed in to the account of that stranger.
 */
export async function redeemCode(call: ApiCall<AccountDeps>, code: string, cookie: string | undefined) {
  const { signIns, config, sessions } = call.deps;
  const handOver = signIns.redeem(code);
  const flow = handOver && { state: handOver.state, publicUrl: config.publicUrl };
  if (handOver === undefined || flow === undefined || !hasCookie(flow, cookie, handOver.browserHash))
    return fail(
      issue('SIGN_IN_STATE_INVALID', '/code', 'The code is not of this browser, was used, or is older than a minute.'),
    );
  if (sessions.isRevoked({ ...handOver, tokenId: '', sessionId: '', subject: handOver.membershipId }))
    return fail(issue('SIGN_IN_STATE_INVALID', '/code', 'The account was changed since the sign-in: sign in again.'));
  return endSignIn(call, handOver.state, { outcome: handOver });
}

/** Sends the browser on with what there is of the members. */
export function redirectTo<S extends 302 | 303>(
  status: S,
  url: string,
  members: Readonly<Record<string, string | undefined>>,
) {
  const to = new URL(url);
  for (const [name, value] of Object.entries(members)) if (value !== undefined) to.searchParams.set(name, value);
  return reply(status, undefined, { location: to.href });
}

async function signInReplyOf(call: ApiCall<AccountDeps>, handOver: HandOver) {
  const session = await sessionOf(call, handOver);
  if (isFailure(session)) return session;
  const { platformUserId: userId, isNew } = handOver;
  const requiresProfileCompletion = call.deps.tenants.user(userId)?.isNameless === true;
  const arrival = { userId, requiresProfileCompletion, isFirstLogin: isNew, isNewUser: isNew };
  return { success: true as const, ...sessionViewOf(session), ...arrival };
}

function withCookies(failure: Failure, headers: Readonly<Record<string, string>>): Refusal {
  return refuse(failure.issues, { authError: authErrorOf(failure) }, headers);
}

/** Specification 4.5 has one of them. */
function authErrorOf({ issue: { code } }: Failure): string {
  return code === 'IDENTITY_UNKNOWN' ? 'no_account' : code.toLowerCase();
}

function expireCookie({ deps }: ApiCall<AccountDeps>, state: string): Readonly<Record<string, string>> {
  return { 'set-cookie': clearCookie({ state, publicUrl: deps.config.publicUrl }) };
}

function redirectReply(location: string, headers: Readonly<Record<string, string>>) {
  return reply(302, undefined, { ...headers, location });
}
