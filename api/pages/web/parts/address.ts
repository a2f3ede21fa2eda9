// The members and the secret that the address of the page holds. They leave the address at once, so that a secret in it
// stays in no history.

const hash = location.hash.slice(1);
const hasMembers = hash.includes('=');

/** Members behind the # of the link. */
export const fragment = new URLSearchParams(hasMembers ? hash : '');
/** The token behind the # of a link of a mail; '' without one. */
export const secretOfLink = hasMembers ? '' : hash;
/** All behind the path: the query and what is behind the #. */
export const restOfLink = location.search + location.hash;
export const query = new URLSearchParams(location.search);

const org = query.get('org');
history.replaceState(null, '', location.pathname + (org === null ? '' : `?org=${encodeURIComponent(org)}`));
// Another link of a mail in the same tab.
addEventListener('hashchange', () => location.reload());
