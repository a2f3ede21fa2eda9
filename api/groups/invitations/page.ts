// The page behind the link of a mailed invitation: it shows the offer, and accepts with a new account or declines. The
// code stands behind the # of the address and never reaches a server but in the body of a request. One document, whose
// script and style are named by their hashes; nothing else is loaded, and no other page may frame it.
import { createHash } from 'node:crypto';
import type { RawReply } from '../../define.js';

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem}
label{display:block;margin-top:1rem}input{font:inherit;width:100%;padding:.4rem;box-sizing:border-box}
button{font:inherit;margin:1rem .5rem 0 0;padding:.4rem 1rem}[hidden]{display:none}#said{font-weight:600}`;

const SCRIPT = `'use strict';
const code = location.hash.slice(1);
history.replaceState(null, '', location.pathname);
const at = (id) => document.getElementById(id);
const say = (text) => { at('said').textContent = text; };
async function post(path, body) {
  const answer = await fetch('api/invitations/' + path, {
    method: 'POST', credentials: 'omit', referrerPolicy: 'no-referrer',
    headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
  });
  const text = await answer.text();
  const json = text === '' ? {} : JSON.parse(text);
  if (!answer.ok) throw new Error(json.detail || json.error || 'The node refused it.');
  return json;
}
const doing = (work) => async (event) => {
  event.preventDefault();
  say('');
  try { await work(); } catch (error) { say(error.message); }
};
const over = (text) => { at('offer').hidden = true; say(text); };
at('accept').addEventListener('submit', doing(async () => {
  if (at('password').value !== at('again').value) throw new Error('The two passwords differ.');
  await post('register', { code, displayName: at('name').value, password: at('password').value });
  over('You are a member now. Log in with your e-mail address and the password.');
}));
at('decline').addEventListener('click', doing(async () => {
  await post('decline', { code });
  over('The invitation is declined.');
}));
doing(async () => {
  if (code === '') throw new Error('Open the whole link of the mail: the code behind the # is missing.');
  const offer = await post('read', { code });
  for (const id of ['organizationName', 'email', 'invitedBy', 'expiresAt']) at(id).textContent = offer[id];
  at('roles').textContent = offer.roles.join(', ');
  at('name').value = offer.displayName;
  at('offer').hidden = false;
})({ preventDefault() {} });
`;

const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Invitation</title>
<meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer">
<style>${STYLE}</style></head><body>
<h1>Invitation</h1><p id="said" role="status"></p>
<noscript>This page needs JavaScript. Or use the command line: quorate invitation accept</noscript>
<div id="offer" hidden>
<p><span id="invitedBy"></span> invites <span id="email"></span> into <strong id="organizationName"></strong>,
with the roles: <span id="roles"></span>. Until <span id="expiresAt"></span>.</p>
<p>If the address has an account here, log in and accept with it: <code>quorate invitation accept</code>. Else make one:</p>
<form id="accept">
<label>Your name <input id="name" autocomplete="name" required maxlength="100"></label>
<label>Password, 12 characters or more <input id="password" type="password" autocomplete="new-password" required minlength="12"></label>
<label>The same again <input id="again" type="password" autocomplete="new-password" required></label>
<button type="submit">Accept</button><button type="button" id="decline">Decline</button>
</form></div>
<script>${SCRIPT}</script></body></html>
`;

const POLICY = [
  `default-src 'none'; script-src ${sourceOf(SCRIPT)}; style-src ${sourceOf(STYLE)}; connect-src 'self'`,
  `base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
].join('; ');

function sourceOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** The page, the same for everybody. */
export function invitationPage(): RawReply {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': POLICY,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  };
  return { status: 200, headers, body: PAGE };
}
