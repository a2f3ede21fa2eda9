// The session of this tab. The refresh token is in a cookie that no script reads; the access token is in a variable,
// and the organisation of the tab in its storage: neither is in an address, in storage of the browser or in a log.

/** It holds an id of an organisation, which is not a secret. */
const KEPT = 'quorate.organisation';
/** Of two tabs that ask at once the second would present a refresh token that is spent, which ends the session. */
const LOCK = 'quorate.session';
const HEADERS = { 'content-type': 'application/json', 'x-quorate-console': '1' };

/** A fresh access token. Leaves for the sign-in where the browser has no session, and then gives nothing. */
export function freshToken(): Promise<string> {
  return navigator.locks.request(LOCK, async () => {
    const organizationId = sessionStorage.getItem(KEPT);
    const answer = await ask('session', organizationId === null ? {} : { organizationId });
    if (answer.ok) return ((await answer.json()) as { readonly accessToken: string }).accessToken;
    // No member there any more: the session of the browser may be of another one.
    if (answer.status === 404 && organizationId !== null) sessionStorage.removeItem(KEPT);
    else if (answer.status !== 401 && answer.status !== 403) throw new Error(`The node answers ${answer.status}.`);
    return leaveForSignIn();
  });
}

function ask(path: 'session' | 'end', body?: object): Promise<Response> {
  return fetch(`/api/auth/console/${path}`, {
    method: 'POST',
    headers: HEADERS,
    ...(body && { body: JSON.stringify(body) }),
    cache: 'no-store',
  });
}

/** The page is left: nothing comes after it. */
export function leaveForSignIn(): Promise<never> {
  const path = location.pathname.replace(/^\/console/, '');
  location.assign(`/login?${new URLSearchParams({ console: path })}`);
  return new Promise(() => {});
}

export async function signOut(): Promise<void> {
  await ask('end');
  sessionStorage.removeItem(KEPT);
  location.assign('/console/verify');
}

/** The tab goes on for another organisation, from its first page. */
export function chooseOrganisation(id: string): void {
  sessionStorage.setItem(KEPT, id);
  location.assign('/console/registers');
}
