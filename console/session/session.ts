// The session of this tab. The refresh token is in a cookie that no script reads; the access token is in a variable,
// and the organisation of the tab in its storage: neither is in an address, in storage of the browser or in a log.
import { requester } from '../../api/client/client.js';
import { ClientError } from '../../api/client/client-error.js';
import { askNode } from './connection.js';
import { isCovered, takeCover, uncover, waitForSignIn } from './cover.js';
import { giveProof, isProofAsked } from './proof.js';
import { tellTabs } from './tabs.js';

/** It holds an id of an organisation, which is not a secret. */
const KEPT = 'quorate.organisation';
/** Of two tabs that ask at once the second would present a refresh token that is spent, which ends the session. */
const LOCK = 'quorate.session';
/** Other sites cannot send the header. The cookie goes with it. */
const ask = requester(location.origin, { fetch: askNode, headers: { 'x-quorate-console': '1' } });

/** Whom the page was made for; undefined before its first token. */
let owner: Owner | undefined;

interface Owner {
  readonly person: string;
  readonly organisation: string;
}

/**
 * A fresh access token. Where the browser has no session, a page that shows nothing yet leaves for the sign-in; any
 * other one is covered, and waits until its person signed in again.
 */
export async function freshToken(): Promise<string> {
  for (;;) {
    const token = await tokenOfBrowser();
    if (token !== undefined) return token;
    if (owner === undefined) return leaveForSignIn();
    await cover();
  }
}

/** Undefined where the browser has no session. Leaves the page where it has that of somebody else. */
function tokenOfBrowser(): Promise<string | undefined> {
  return navigator.locks.request(LOCK, async () => {
    const organizationId = sessionStorage.getItem(KEPT);
    try {
      return ofOwner(await openSession(organizationId === null ? {} : { organizationId }));
    } catch (error) {
      const status = error instanceof ClientError ? error.status : 0;
      // No member there any more: the session of the browser may be of another one.
      if (status === 404 && organizationId !== null) {
        sessionStorage.removeItem(KEPT);
        return owner === undefined ? undefined : loadAnew();
      }
      if (status === 401 || status === 403) return undefined;
      throw error;
    }
  });
}

/** The access token. The call ends in time, since others wait for it; an answer that is not of a node has no token. */
async function openSession(body: object): Promise<string> {
  return ((await ask('openConsoleSession', { body })).body as { readonly accessToken: string }).accessToken;
}

/** A page is for its person in its organisation, and not for another one. */
function ofOwner(token: string): string | Promise<never> {
  const claims = claimsOf(token);
  owner ??= claims;
  if (claims.person !== owner.person || claims.organisation !== owner.organisation) return loadAnew();
  sessionStorage.setItem(KEPT, claims.organisation);
  return token;
}

/** The node made it for this page: nothing rests on it but which page is shown. */
function claimsOf(token: string): Owner {
  const text = atob((token.split('.')[1] as string).replaceAll('-', '+').replaceAll('_', '/'));
  const claims = JSON.parse(text) as { readonly platform_user_id: string; readonly org_id: string };
  return { person: claims.platform_user_id, organisation: claims.org_id };
}

/** The browser has the session of the link from then on. */
export async function redeemLink(link: string): Promise<void> {
  await ask('redeemConsoleLink', { body: { link } });
}

/**
 * A session that is begun or proven in this tab: the browser keeps it from here on. Gives its access token. `begin` gives
 * its refresh token, and asks for no fresh token: the cookie of before may be spent by it, which no other tab presents.
 */
export async function keepSession(begin: () => Promise<{ readonly refreshToken: string }>): Promise<string> {
  const token = await navigator.locks.request(LOCK, async () => {
    const { refreshToken } = await begin();
    return openSession({ refreshToken });
  });
  tellTabs('signed-in');
  return token;
}

/** The page behind the sheet stays as it is. */
function cover(): Promise<void> {
  takeCover();
  return waitForSignIn();
}

/** Another tab signed in, or this one did: the page is uncovered for its own person alone, and its acts go on. */
export async function goOn(): Promise<void> {
  if (isProofAsked()) giveProof(await tokenOfBrowser());
  if (isCovered() && (await tokenOfBrowser()) !== undefined) uncover();
}

/** The session was ended elsewhere. A page without a person has nothing to cover. */
export function onEndedElsewhere(): void {
  if (owner !== undefined) void cover();
}

/** The page is left: nothing comes after it. */
function leaveForSignIn(): Promise<never> {
  location.assign(signInAddress(location.pathname.replace(/^\/console/, '') + location.search));
  return new Promise(() => {});
}

/** The page of the node that has each way to sign in, and leads back to a path below /console. */
export function signInAddress(path: string): string {
  return `/login?${new URLSearchParams({ console: path })}`;
}

/** From the first page, with nothing of before. */
export function loadAnew(): Promise<never> {
  location.assign('/console/');
  return new Promise(() => {});
}

/** Throws where the node did not end it: the page of a person who is still signed in is not left. */
export async function signOut(): Promise<void> {
  await ask('endConsoleSession');
  sessionStorage.removeItem(KEPT);
  tellTabs('ended');
  location.assign('/console/verify');
}

/** The tab goes on for another organisation, from its first page. */
export function chooseOrganisation(id: string): void {
  sessionStorage.setItem(KEPT, id);
  void loadAnew();
}
