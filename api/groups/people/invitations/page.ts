// The page behind the link of a mailed invitation: it shows the offer, and accepts with a new account or declines. The
// code stands behind the # of the address and never reaches a server but in the body of a request.
import { CALLS_SCRIPT, MESSAGES } from '../../../pages/calls-script.js';
import { servedPage } from '../../../pages/page.js';

const SCRIPT = `
const code = secretOfLink;
const answered = (path, body) => call('POST', '/api/invitations/' + path, body);
const over = (text) => { at('offer').hidden = true; tell(text); };
on('accept', 'submit', async () => {
  const password = sameTwice('password', 'again');
  const takesAddress = at('take').checked;
  await answered('register', { code, displayName: at('name').value, password, ...(takesAddress && { takesAddress }) });
  over('You are a member now. Sign in with your e-mail address and the password.');
  at('to-login').hidden = false;
}, (error) => {
  at('take-part').hidden = error.code !== 'EMAIL_NOT_PROVEN';
  return false;
});
on('decline', 'click', async () => {
  await answered('decline', { code });
  over('The invitation is declined.');
});
async function begin() {
  if (code === '') throw new Error('Open the whole link of the mail: the code behind the # is missing.');
  const offer = await answered('read', { code });
  for (const id of ['organizationName', 'email', 'invitedBy']) at(id).textContent = offer[id];
  at('expiresAt').textContent = new Date(offer.expiresAt).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' });
  at('to-sign-in').href = '/login?org=' + encodeURIComponent(offer.organizationSubdomain);
  at('roles').textContent = offer.roles.join(', ');
  // An inviter who stated no name gave the address in its place.
  at('name').value = offer.displayName === offer.email ? '' : offer.displayName;
  at('with-account').href = '/login#invitation=' + encodeURIComponent(code);
  at('offer').hidden = false;
}
begin().catch((error) => warn(sentence(error)));
`;

const BODY = `<main><h1>Invitation</h1>${MESSAGES}
<noscript>This page needs JavaScript. Or use the command line: quorate invitation accept</noscript>
<div id="offer" hidden>
<p><span id="invitedBy"></span> invites <span id="email"></span> into <strong id="organizationName"></strong>,
with the roles: <span id="roles"></span>. Until <span id="expiresAt"></span>.</p>
<p>If the address has an account here, <a id="with-account">sign in and accept with it</a>. If it has none, make one here:</p>
<form id="accept">
<label>Your name <input id="name" autocomplete="name" required maxlength="100"></label>
<label>Password, 12 characters or more <input id="password" type="password" autocomplete="new-password" required minlength="12"></label>
<label>The same again <input id="again" type="password" autocomplete="new-password" required></label>
<label id="take-part" hidden><input id="take" type="checkbox"> That account is not mine: it loses the address</label>
<button type="submit">Accept</button><button type="button" class="plain" id="decline">Decline</button>
</form></div>
<p id="to-login" hidden><a id="to-sign-in" href="/login">Sign in</a></p></main>`;

const PAGE = servedPage({ title: 'Invitation · Quorate', body: BODY, scripts: [CALLS_SCRIPT, SCRIPT] });

/** The page, the same for everybody. */
export function invitationPage() {
  return PAGE;
}
