// The page behind the link of a mailed invitation: it shows the offer, and accepts with a new account or declines. The
// code stands behind the # of the address and never reaches a server but in the body of a request.
import { MESSAGES, pageOf } from '../../../pages/page.js';

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

export const invitationPage = pageOf({ title: 'Invitation · Quorate', body: BODY, script: 'invitation' });
