// The page of an account, at /login and /enrol alike: a session lives in one document, so that signing in and what
// comes after it are one page. Nothing of a request is in it: what its address says is read by its script alone.
import { MESSAGES, pageOf } from './page.js';

const SIGN_IN = `<section id="sign-in" data-part>
<h1>Sign in</h1><p><strong id="organisation"></strong> <span id="tagline" class="soft"></span></p>
<button type="button" id="passkey">Sign in with a passkey</button>
<p id="passkey-elsewhere" class="soft" hidden>Passkeys of this node work at <a id="passkey-site" rel="noreferrer"></a> alone.</p>
<p class="or" id="passkey-or">or</p>
<form id="sign-in-form">
<label>E-mail address <input id="email" type="email" autocomplete="username" required maxlength="254"></label>
<label>Password <input id="password" type="password" autocomplete="current-password" required maxlength="128"></label>
<label id="code-field" hidden>Code of your app <input id="code" inputmode="numeric" autocomplete="one-time-code" maxlength="10"></label>
<button type="submit">Sign in</button></form>
<p class="soft"><a href="/reset-password">Forgot the password?</a></p>
<div id="providers-part" hidden><p class="or">or</p><div id="providers"></div></div>
<button type="button" class="plain" id="to-sign-up" hidden>Make an account</button>
</section>`;

const SECOND = `<section id="second" data-part hidden>
<h1>One more step</h1><p>Your account asks for a second factor.</p>
<form id="factor-form"><label>Code of your app, or a backup code
<input id="factor" autocomplete="one-time-code" autocapitalize="characters" required minlength="6" maxlength="20"></label>
<button type="submit">Go on</button></form>
<p class="or" id="factor-or">or</p><button type="button" id="factor-passkey">Use a passkey</button>
<p id="factor-elsewhere" hidden>Your passkey works at <a id="factor-site" rel="noreferrer"></a> alone: go there, and sign in.</p>
</section>
<section id="first-password" data-part hidden>
<h1>Choose a password</h1><p>Somebody made the first password for you. Choose one that only you know.</p>
<form id="first-password-form">
<label>The first password <input id="first" type="password" autocomplete="current-password" required></label>
<label>New password, 12 characters or more <input id="new-password" type="password" autocomplete="new-password" required minlength="12" maxlength="128"></label>
<label>The same again <input id="new-password-again" type="password" autocomplete="new-password" required></label>
<button type="submit">Change it</button></form>
</section>
<section id="profile" data-part hidden>
<h1>Your name</h1><p>The provider did not tell it.</p>
<form id="profile-form"><label>Name <input id="profile-name" autocomplete="name" required maxlength="100"></label>
<button type="submit">Go on</button></form>
</section>`;

const STEP_UP = `<section id="step-up" data-part hidden>
<h1>Is it still you?</h1><p>You signed in a while ago. Prove once more who you are to go on.</p>
<form id="step-up-form"><label>Password, or code of your app
<input id="step-up-proof" type="password" autocomplete="current-password" required minlength="6" maxlength="128"></label>
<button type="submit">Go on</button></form>
<p class="or">or</p><button type="button" class="plain" id="step-up-passkey">Use a passkey</button>
<button type="button" class="plain" id="step-up-sign-in">Sign in again</button>
</section>`;

const SIGN_UP = `<section id="sign-up" data-part hidden>
<h1>Make an account</h1>
<div id="sign-up-with-passkey"><form id="sign-up-passkey-form">
<label>Your name <input id="sign-up-name" autocomplete="name" required maxlength="100"></label>
<button type="submit">Make it with a passkey</button></form><p class="or">or with a password</p></div>
<form id="sign-up-form">
<label>Your name <input id="sign-up-display-name" autocomplete="name" required maxlength="100"></label>
<label>E-mail address <input id="sign-up-email" type="email" autocomplete="username" required maxlength="254"></label>
<label>Password, 12 characters or more <input id="sign-up-password" type="password" autocomplete="new-password" required minlength="12" maxlength="128"></label>
<label>The same again <input id="sign-up-again" type="password" autocomplete="new-password" required></label>
<button type="submit">Make it with a password</button></form>
<button type="button" class="plain" id="to-sign-in">I have an account</button>
</section>`;

const ACCOUNT = `<section id="account" data-part hidden>
<h1>Your account</h1>
<p><strong id="me"></strong>, <span id="my-address"></span><br><span id="my-organisation" class="soft"></span></p>
<label id="acting-for-field" hidden>Act for <select id="acting-for"></select></label>
<form id="address-form" hidden><label>Verify your e-mail address <input id="address" type="email" autocomplete="email" required maxlength="254"></label>
<button type="submit">Send a mail to it</button></form>
<h2>Passkeys</h2><p id="no-passkeys" class="soft">None yet. A passkey signs you in with the lock of this device, without a password.</p>
<ul id="passkeys"></ul>
<form id="passkey-form"><label>Name of a new passkey <input id="passkey-name" maxlength="100" placeholder="such as: my laptop"></label>
<label><input id="passkey-others" type="checkbox"> Sign out everywhere else</label>
<button type="submit">Add a passkey</button></form>
<p id="passkey-only-at" class="soft" hidden>Passkeys of this node are added at <a id="enrol-site" rel="noreferrer"></a> alone.</p>
<h2>One-time codes</h2><p id="codes-state"></p>
<button type="button" class="plain" id="codes-on">Set them up</button>
<div id="codes-setup" hidden><p>1. Scan this with an authenticator app. The page draws it, and does not send it.</p>
<svg id="codes-picture" role="img" aria-label="QR code of the secret below"></svg>
<p>Or type the secret: <span id="codes-secret" class="code"></span></p>
<p>2. Keep these backup codes where you find them without the telephone. Each works once, and they are shown this once.</p>
<ul id="backup-codes" class="codes"></ul>
<form id="codes-form"><label>3. Code that the app shows <input id="codes-code" inputmode="numeric" autocomplete="one-time-code" required minlength="6" maxlength="10"></label>
<label><input id="codes-others" type="checkbox"> Sign out everywhere else</label>
<button type="submit">Switch them on</button></form></div>
<button type="button" class="plain" id="codes-off" hidden>Switch them off</button>
<h2>Another device</h2><p class="soft">A telephone that reads this code signs in to your account. It is good for a few minutes, once.</p>
<button type="button" class="plain" id="another-device">Show a code for another device</button>
<div id="device-part" hidden><svg id="device-picture" role="img" aria-label="QR code that enrols another device"></svg></div>
<h2>Session</h2><button type="button" class="plain" id="sign-out">Sign out</button>
<button type="button" class="plain" id="sign-out-others">Sign out everywhere else</button>
</section>
<section id="enrol-device" data-part hidden>
<h1>Enrol this device</h1><p>You came here by a code that somebody showed you on another device. Go on only if that was yourself.</p>
<form id="enrol-device-form"><label>Name of this device <input id="device-label" required maxlength="64" placeholder="such as: my telephone"></label>
<button type="submit">Enrol this device</button></form>
</section>`;

const PROGRAMS = `<section id="program" data-part hidden>
<h1>Let a program in?</h1>
<p>The program <strong id="program-name"></strong> on <strong>this computer</strong> asks for a session of yours as <strong id="program-me"></strong>.</p>
<p>Is this the code that it shows?</p><p class="code" id="program-code"></p>
<p class="soft">Go on only if you started it yourself just now. It can do then what you can do.</p>
<button type="button" id="program-yes">Yes, let it in</button><button type="button" class="plain" id="program-no">No</button>
</section>
<section id="authorization" data-part hidden>
<h1>Let a program in?</h1>
<p>The program calls itself <strong id="authorization-name"></strong>. <span id="authorization-origin" class="soft"></span></p>
<p>It asks to act for you in <strong id="authorization-organisation"></strong>, and wants to:</p>
<ul id="authorization-scopes"></ul>
<p id="authorization-mcp" class="soft">It does so over the MCP server of this node, as assistants do.</p>
<label id="authorization-for-field" hidden>Let it act in <select id="authorization-for"></select></label>
<p>The answer goes to <strong id="authorization-target"></strong>.</p>
<div id="authorization-comparison" hidden><p>Is this the code that it shows?</p><p class="code" id="authorization-code"></p></div>
<p id="authorization-known" class="soft" hidden>You let it in before.</p>
<div id="authorization-grants" hidden><p>You said before that it may do this without asking you. A yes keeps it:</p><ul id="authorization-acts"></ul></div>
<p class="soft">Go on only if you started it yourself just now. It can do no more than you can, and you can end it at any time.</p>
<button type="button" id="authorization-yes">Yes, let it in</button><button type="button" class="plain" id="authorization-no">No</button>
</section>
<section id="device" data-part hidden>
<h1>Let a program in</h1><p>For a program on another computer: type the code that it shows.</p>
<form id="user-code-form"><label>Code <input id="user-code" class="code" autocomplete="off" autocapitalize="characters" spellcheck="false" required minlength="8" maxlength="12" placeholder="BCDF-GHJK"></label>
<button type="submit">Go on</button></form>
<div id="device-asked" hidden><p>The program <strong id="device-program"></strong> at the address <strong id="device-from"></strong> asked <span id="device-when"></span> for a session of yours as <strong id="device-me"></strong>.</p>
<div id="device-limits" hidden><p>It wants to:</p><ul id="device-scopes"></ul></div>
<p class="soft">If somebody else sent you this code, that person gets into your account. Go on only if you started the program yourself just now.</p>
<button type="button" id="device-yes">Yes, let it in</button><button type="button" class="plain" id="device-no">No</button></div>
</section>
<section id="wallet" data-part hidden>
<h1>Take the credential?</h1>
<p><strong id="wallet-issuer"></strong> has a credential for you: <strong id="wallet-type"></strong>.</p>
<p>It says: <span id="wallet-claims"></span>.</p>
<p>The wallet that asks calls itself <strong id="wallet-client"></strong>. It is reached at <strong id="wallet-target"></strong>.</p>
<p class="soft">Go on only if this is your wallet, and you asked for the credential yourself just now.</p>
<button type="button" id="wallet-yes">Yes, let my wallet have it</button><button type="button" class="plain" id="wallet-no">No</button>
</section>
<section id="offer" data-part hidden>
<h1>Accept the invitation?</h1><p><strong id="offer-by"></strong> invites you into <strong id="offer-organisation"></strong>, with the roles: <span id="offer-roles"></span>.</p>
<button type="button" id="offer-yes">Accept</button><button type="button" class="plain" id="offer-no">Not now</button>
</section>
<section id="done" data-part hidden><h1 id="done-title"></h1><p id="done-text"></p></section>`;

const BODY = `<main>${MESSAGES}
<noscript>This page needs JavaScript. Or use the command line: quorate login</noscript>
${SIGN_IN}
${SECOND}
${STEP_UP}
${SIGN_UP}
${ACCOUNT}
${PROGRAMS}
</main>`;

export const accountPage = pageOf({ title: 'Sign in · Quorate', body: BODY, script: 'account' });
