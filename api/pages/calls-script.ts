// The part of every page that calls the node and tells the person what came of it. Tokens are in memory alone: a page
// that is closed or left has forgotten them.

/** Where it tells: in the document of each page. */
export const MESSAGES = '<p id="alert" role="alert"></p><p id="said" role="status"></p>';

export const CALLS_SCRIPT = `'use strict';
const at = (id) => document.getElementById(id);
const fragment = new URLSearchParams(location.hash.includes('=') ? location.hash.slice(1) : '');
const secretOfLink = location.hash.includes('=') ? '' : location.hash.slice(1);
const query = new URLSearchParams(location.search);
const hashOfLink = location.hash;
// A secret in the address stays in no history.
history.replaceState(null, '', location.pathname + (query.has('org') ? '?org=' + encodeURIComponent(query.get('org')) : ''));

// Another link of a mail in the same tab.
addEventListener('hashchange', () => location.reload());

function write(id, text) {
  for (const one of ['alert', 'said']) at(one).textContent = one === id ? text : '';
  if (text !== '') at(id).scrollIntoView({ block: 'nearest' });
}
const tell = (text) => write('said', text);
const warn = (text) => write('alert', text);

class Refused extends Error {
  constructor(answer, json) {
    super(json.detail || json.error_description || 'The node refused it (' + answer.status + ').');
    this.code = json.code;
    this.status = answer.status;
    this.seconds = Number(answer.headers.get('retry-after')) || 0;
  }
}

/** Minutes or seconds, as people say them. */
function span(seconds) {
  if (seconds >= 7200) return Math.ceil(seconds / 3600) + ' hours';
  if (seconds > 90) return Math.ceil(seconds / 60) + ' minutes';
  return seconds === 1 ? '1 second' : seconds + ' seconds';
}

async function call(method, path, body, token) {
  const headers = { accept: 'application/json' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (token !== undefined) headers.authorization = 'Bearer ' + token;
  let answer;
  try {
    answer = await fetch(path, {
      method, headers, body: body === undefined ? undefined : JSON.stringify(body),
      credentials: 'same-origin', referrerPolicy: 'no-referrer', cache: 'no-store', redirect: 'error',
    });
  } catch {
    throw new Error('The node does not answer. Check your network, and try again.');
  }
  const text = await answer.text();
  let json = {};
  try { json = text === '' ? {} : JSON.parse(text); } catch { /* what stands before a node may answer with a page */ }
  if (!answer.ok) throw new Refused(answer, json);
  return json;
}

function sentence(error) {
  if (!(error instanceof Refused)) return error.message;
  if (error.seconds > 0) return error.message + ' You can try again in ' + span(error.seconds) + '.';
  return error.message;
}

/** The bytes of a text in base64url. */
const bytesOf = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (one) => one.charCodeAt(0));

/** Runs the work of a form or a button once at a time, and tells of what goes wrong. */
function on(id, type, work, failed) {
  at(id).addEventListener(type, async (event) => {
    event.preventDefault();
    const button = event.submitter || (event.currentTarget instanceof HTMLButtonElement ? event.currentTarget : null);
    if (button && button.disabled) return;
    tell('');
    if (button) button.disabled = true;
    try {
      await work(event);
    } catch (error) {
      if (!failed || !failed(error)) warn(sentence(error));
    } finally {
      if (button) button.disabled = false;
    }
  });
}

/** Shows one part of the page, named by its heading. */
function show(id) {
  for (const part of document.querySelectorAll('[data-part]')) part.hidden = part.id !== id;
  const heading = at(id).querySelector('h1');
  document.title = heading.textContent + ' · Quorate';
  heading.tabIndex = -1;
  heading.focus();
}

function sameTwice(first, second) {
  if (at(first).value !== at(second).value) throw new Error('The two passwords differ.');
  return at(first).value;
}

/** For password managers: the fields are empty when their form is done. */
function empty(...ids) { for (const id of ids) at(id).value = ''; }
`;
