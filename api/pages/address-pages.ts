// The pages behind the links of mails about an address: one verifies it, the other sets a new password. The token
// stands behind the # of the link and is sent when the person says so, because programs that look through mail open
// links too.
import { MESSAGES, pageOf } from './page.js';

const NO_SCRIPT = '<noscript>This page needs JavaScript.</noscript>';

export const verifyPage = pageOf({
  title: 'Verify your address · Quorate',
  body: `<main>${MESSAGES}${NO_SCRIPT}
<section id="to-verify" data-part hidden><h1>Verify your address</h1><p>You came here by the link of a mail.</p>
<form id="verify"><label>Password that you chose when you registered <input id="password" type="password" autocomplete="current-password" required maxlength="128"></label>
<button type="submit">Yes, this address is mine</button></form>
<p><button type="button" id="by-passkey">I began with a passkey</button></p>
<p class="soft">If you did not ask for that mail, close this page: nothing happens then.</p></section>
<section id="no-token" data-part hidden><h1>Verify your address</h1><p>Open the whole link of the mail: what stands behind its # is missing.</p></section>
<section id="verified" data-part hidden><h1>Your address is verified</h1><p><a href="/login">Sign in</a></p></section>
</main>`,
  script: 'verify-address',
});

export const resetPage = pageOf({
  title: 'A new password · Quorate',
  body: `<main>${MESSAGES}${NO_SCRIPT}
<section id="to-ask" data-part hidden><h1>A new password</h1><p>State the e-mail address of your account. It gets a mail with a link that is good for an hour.</p>
<form id="ask"><label>E-mail address <input id="email" type="email" autocomplete="username" required maxlength="254"></label>
<button type="submit">Send the mail</button></form><p class="soft"><a href="/login">Back to signing in</a></p></section>
<section id="asked" data-part hidden><h1>Look into your mail</h1><p>If an account has that address, a mail is on its way to it. The page says the same for every address.</p></section>
<section id="to-reset" data-part hidden><h1>A new password</h1><p>It ends all your sessions. A second factor of your account stays.</p>
<form id="reset"><label>New password, 12 characters or more <input id="password" type="password" autocomplete="new-password" required minlength="12" maxlength="128"></label>
<label>The same again <input id="again" type="password" autocomplete="new-password" required></label>
<button type="submit">Set it</button></form></section>
<section id="changed" data-part hidden><h1>Your password is changed</h1><p><a href="/login">Sign in with it</a></p></section>
</main>`,
  script: 'reset-password',
});
