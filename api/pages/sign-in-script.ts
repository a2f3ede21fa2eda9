// The part of the account page that signs a person in: by password and second factor, by passkey alone, at the provider
// of an organisation, or with a new account. For what the person came: account-script.ts.
export const SIGN_IN_SCRIPT = String.raw`
/** The session of this page: nowhere but here. */
let session;
let loginToken;
/** The organisation of the address: ?org=, or the name before that of the node. */
let org = query.get('org') || undefined;
/** What the person came for; kept over a visit to a provider, which is another page. */
let goal = goalOf();
let options = { passkeyOrigins: [], socialProviders: [], identityProvider: null, takesPeople: false, organizationName: null, tagline: null, publicHost: '' };

const KEPT = 'quorate-sign-in';
const NAMES = { google: 'Google', github: 'GitHub', microsoft: 'Microsoft', apple: 'Apple' };

function goalOf() {
  const port = Number(fragment.get('port'));
  const [program, state, challenge] = ['program', 'state', 'challenge'].map((name) => fragment.get(name) || '');
  if (/^[\w-]{20,200}$/.test(state) && /^[\w-]{43}$/.test(challenge) && port >= 1024 && port <= 65535)
    return { kind: 'program', program: program.slice(0, 60), port, state, challenge };
  if (query.has('device')) return { kind: 'device' };
  if (fragment.has('invitation')) return { kind: 'invitation', code: fragment.get('invitation') };
  return { kind: 'account' };
}

/** What the person came for, and the organisation, for the same page under another name of the node. */
function goalInAddress() {
  if (goal.kind === 'device') return '?device';
  if (goal.kind === 'invitation') return '#invitation=' + encodeURIComponent(goal.code);
  return org ? '?org=' + encodeURIComponent(org) : '';
}

const post = (path, body) => call('POST', path, body, session && session.accessToken);
const get = (path) => call('GET', path, undefined, session && session.accessToken);

function claims() {
  return JSON.parse(new TextDecoder().decode(bytesOf(session.accessToken.split('.')[1])));
}

/** With what a way of signing in answered: the second factor, the first password, or on to what the person came for. */
async function entered(answer) {
  empty('password', 'code', 'factor');
  if (answer.requiresTwoFactor) return asked(answer);
  session = answer;
  loginToken = undefined;
  if (claims().must_change_password === true) return show('first-password');
  if (answer.requiresProfileCompletion) return show('profile');
  return onwards();
}

function asked({ loginToken: token, availableMethods }) {
  loginToken = token;
  const [app, passkey] = ['totp', 'passkey'].map((method) => availableMethods.includes(method));
  at('factor-form').hidden = !app;
  const isHere = options.passkeyOrigins.includes(location.origin);
  at('factor-passkey').hidden = !passkey || !isHere;
  at('factor-elsewhere').hidden = !passkey || isHere;
  at('factor-or').hidden = !(app && passkey);
  show('second');
  if (app) at('factor').focus();
}

function locked(error) {
  if (error.code !== 'LOGIN_LOCKED') return false;
  at('code-field').hidden = false;
  warn(sentence(error) + ' With a passkey, or with a code of your app beside the password, you get in now.');
  return true;
}

/** What writes rights or ways in takes a sign-in of late; an hour later the session is over. */
function again(error) {
  if (error.status !== 401 || PROOFS.includes(error.code)) return false;
  if (error.code === 'SIGN_IN_NOT_RECENT') return askOnceMore();
  session = undefined;
  showSignIn();
  warn('You are signed out. Sign in again.');
  return true;
}
/** Refusals of what was shown, and not of the session. */
const PROOFS = ['PASSKEY_FAILED', 'SECOND_FACTOR_FAILED', 'LOGIN_FAILED'];
/** For what takes the session. */
const onSession = (id, type, work) => on(id, type, work, again);

/** The part of the page that a step-up leads back to. */
let askedIn;

function askOnceMore() {
  askedIn = document.querySelector('[data-part]:not([hidden])').id;
  at('step-up-passkey').hidden = !options.passkeyOrigins.includes(location.origin);
  show('step-up');
  at('step-up-proof').focus();
  return true;
}

async function stepUp(proof) {
  session = await post('/api/auth/step-up', proof);
  empty('step-up-proof');
  show(askedIn);
  tell('Thank you. Choose once more what you wanted to do.');
}

/** No password is as short as a code. */
onSession('step-up-form', 'submit', () => {
  const typed = at('step-up-proof').value;
  return stepUp(/^[0-9 ]{6,7}$/.test(typed) ? { code: typed.replace(' ', '') } : { password: typed });
});

onSession('step-up-passkey', 'click', async () => {
  const begun = await post('/api/auth/step-up/options');
  await stepUp({ transactionId: begun.transactionId, assertionResponse: await passkeys.sign(begun.options) });
});

on('step-up-sign-in', 'click', () => {
  session = undefined;
  showSignIn();
});

on('sign-in-form', 'submit', async () => {
  const code = at('code').value.trim();
  await entered(await call('POST', '/api/auth/login', {
    email: at('email').value.trim(), password: at('password').value,
    ...(org && { organizationSubdomain: org }), ...(code && { code }),
  }));
}, locked);

on('passkey', 'click', async () => entered(await passkeys.signIn()));

/** A login token serves five minutes and five tries: without it there is nothing to show a factor to. */
function over(error) {
  if (error.code !== 'LOGIN_TOKEN_INVALID') return false;
  showSignIn();
  warn('That took too long, or too many codes were wrong. Sign in again.');
  return true;
}

on('factor-form', 'submit', async () => {
  const code = at('factor').value.trim();
  const isBackupCode = /[a-z]/i.test(code);
  await entered(await call('POST', '/api/auth/verify-2fa', { loginToken, code, isBackupCode }));
}, over);

on('factor-passkey', 'click', async () => {
  const begun = await call('POST', '/api/auth/verify-passkey/options', { loginToken });
  const assertionResponse = await passkeys.sign(begun.options);
  await entered(await call('POST', '/api/auth/verify-passkey', { loginToken, transactionId: begun.transactionId, assertionResponse }));
}, over);

on('first-password-form', 'submit', async () => {
  const newPassword = sameTwice('new-password', 'new-password-again');
  await post('/api/auth/password/change', { currentPassword: at('first').value, newPassword });
  empty('first', 'new-password', 'new-password-again');
  session = undefined;
  showSignIn();
  tell('The password is changed. Sign in with the new one.');
});

on('profile-form', 'submit', async () => {
  await post('/api/auth/oidc/complete-profile', { displayName: at('profile-name').value.trim() });
  await onwards();
});

on('sign-up-passkey-form', 'submit', async () => {
  const displayName = at('sign-up-name').value.trim();
  const begun = await call('POST', '/api/auth/public/passkey/register/options', { displayName });
  const attestationResponse = await passkeys.create(begun.options);
  await entered(await call('POST', '/api/auth/public/passkey/register/verify', { transactionId: begun.transactionId, attestationResponse }));
});

on('sign-up-form', 'submit', async () => {
  const password = sameTwice('sign-up-password', 'sign-up-again');
  await call('POST', '/api/auth/register', {
    orgSubdomain: org || 'public', email: at('sign-up-email').value.trim(), displayName: at('sign-up-display-name').value.trim(), password,
  });
  empty('sign-up-password', 'sign-up-again');
  showSignIn();
  tell('Look into your mail: open the link in it to verify your address. Then sign in.');
});

on('to-sign-up', 'click', () => show('sign-up'));
on('to-sign-in', 'click', showSignIn);

function showSignIn() {
  loginToken = undefined;
  show('sign-in');
}

/** Leaves for a provider; what the person came for waits in this tab, and no token with it. */
async function leave(path, body, provider) {
  const redirectUrl = location.origin + '/login';
  const begun = await call('POST', path, { ...body, redirectUrl });
  // The code of an invitation is a secret, and is for who signs in to the whole account.
  const kept = goal.kind === 'invitation' ? { kind: 'account' } : goal;
  sessionStorage.setItem(KEPT, JSON.stringify({ state: begun.state, provider, org, goal: kept }));
  location.assign(begun.authorizationUrl);
}

function kept() {
  const text = sessionStorage.getItem(KEPT);
  sessionStorage.removeItem(KEPT);
  return text === null ? undefined : JSON.parse(text);
}

function addProvider(text, path, body, provider) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'plain';
  button.id = 'at-' + (provider || 'organisation');
  button.textContent = text;
  at('providers').append(button);
  on(button.id, 'click', () => leave(path, body, provider));
}

/**
 * The page of a loopback address, which is another site than that of its name: passkeys and providers know the latter.
 */
const isOfAddress = () => /^(127\.|\[::1\]$)/.test(location.hostname);

/** The same page under the name; nothing comes after it. */
function away() {
  location.replace(location.protocol + '//localhost' + (location.port && ':' + location.port) + location.pathname + location.search + hashOfLink);
  return new Promise(() => {});
}

async function readOptions() {
  const host = (name) => name.split('.').slice(1).join('.');
  const asked = () => call('GET', '/api/auth/sign-in-options' + (org ? '?orgSubdomain=' + encodeURIComponent(org) : ''));
  options = await asked();
  if (isOfAddress() && options.publicHost === 'localhost') return away();
  if (org === undefined && host(location.hostname) !== '' && host(location.hostname) === options.publicHost) {
    org = location.hostname.split('.')[0];
    options = await asked();
  }
  at('organisation').textContent = options.organizationName || '';
  at('tagline').textContent = options.tagline || '';
  at('to-sign-up').hidden = !options.takesPeople;
  at('sign-up-with-passkey').hidden = org !== undefined && org !== 'public';
  const [site] = options.passkeyOrigins;
  if (site !== undefined && !options.passkeyOrigins.includes(location.origin)) {
    at('passkey').hidden = true;
    at('passkey-or').hidden = true;
    at('passkey-elsewhere').hidden = false;
    at('passkey-site').textContent = site;
    at('passkey-only-at').hidden = false;
    for (const id of ['enrol-site', 'factor-site']) at(id).textContent = site;
    const here = location.pathname + goalInAddress();
    for (const [id, path] of [['passkey-site', here], ['factor-site', here], ['enrol-site', '/enrol']])
      if (/^https?:/.test(site)) at(id).href = site + path;
  }
  if (options.identityProvider !== null && org)
    addProvider('Sign in with ' + options.identityProvider, '/api/auth/oidc/initiate', { orgSubdomain: org });
  for (const provider of options.socialProviders)
    addProvider('Sign in with ' + (NAMES[provider] || provider), '/api/auth/social/initiate', { provider, ...(org && { orgSubdomain: org }) }, provider);
  at('providers-part').hidden = at('providers').childElementCount === 0;
}

const REASONS = {
  'pairing-resumption': 'Sign in to go on pairing your device.',
  'resumption-expired': 'That link was used or is too old. Sign in, and ask for another one.',
};
const AUTH_ERRORS = {
  no_account: 'There is no account for this identity.',
  access_denied: 'The provider did not sign you in.',
};

/** The end of a sign-in at a provider, which led back here. */
async function returned() {
  const before = kept();
  if (before) { org = before.org; goal = before.goal; }
  const error = fragment.get('authError');
  if (error) throw new Error(AUTH_ERRORS[error] || 'The sign-in at the provider failed (' + error.slice(0, 60) + ').');
  if (fragment.has('signIn')) return entered(await call('POST', '/api/auth/oidc/redeem', { code: fragment.get('signIn') }));
  if (!before || query.get('state') !== before.state) throw new Error('This sign-in did not begin in this tab. Sign in again.');
  const named = ['code', 'iss', 'error', 'name'].filter((name) => query.has(name)).map((name) => [name, query.get(name)]);
  return entered(await call('POST', '/api/auth/social/callback', {
    provider: before.provider, state: before.state, ...Object.fromEntries(named),
  }));
}
`;
