// The part of the account page for somebody who is signed in: passkeys, one-time codes, the address, another device,
// and programs that ask for a session. It begins the page too.
export const ACCOUNT_SCRIPT = `
async function onwards() {
  const { organizations } = await get('/api/auth/me/organizations');
  const wanted = organizations.find((one) => one.subdomain === org && !one.isCurrent);
  if (wanted) await change(wanted.organizationId);
  if (goal.kind === 'program') return showProgram();
  if (goal.kind === 'device') return show('device');
  if (goal.kind === 'invitation') return showInvitation();
  return showAccount();
}

async function change(organizationId) {
  session = await post('/api/auth/switch-org', { organizationId });
}

async function showInvitation() {
  const { code } = goal;
  goal = { kind: 'account' };
  const offer = await call('POST', '/api/invitations/read', { code });
  at('offer-by').textContent = offer.invitedBy;
  at('offer-organisation').textContent = offer.organizationName;
  at('offer-roles').textContent = offer.roles.join(', ');
  at('offer').dataset.code = code;
  show('offer');
}

onSession('offer-yes', 'click', async () => {
  const { organizationId } = await post('/api/invitations/accept', { code: at('offer').dataset.code });
  await change(organizationId);
  await showAccount();
  tell('You are a member of ' + at('my-organisation').textContent + ' now.');
});
onSession('offer-no', 'click', showAccount);

async function showAccount() {
  await drawAccount();
  history.replaceState(null, '', '/enrol');
  show('account');
}

async function drawAccount() {
  const [me, mine, keys, totp] = await Promise.all([
    get('/api/auth/me'), get('/api/auth/me/organizations'), get('/api/passkey/credentials'), get('/api/totp/status'),
  ]);
  at('me').textContent = me.displayName;
  const isOpen = me.emailVerified !== true;
  at('my-address').textContent = (me.email || 'no e-mail address') + (me.email && isOpen ? ', not verified yet' : '');
  at('address-form').hidden = !isOpen;
  at('address').value = me.email;
  at('address').readOnly = me.email !== '';
  drawOrganisations(mine.organizations.filter(({ status }) => status === 'Active'));
  drawPasskeys(keys);
  const isOn = totp.isEnabled;
  at('codes-state').textContent = isOn ? 'Switched on. ' + totp.backupCodesLeft + ' backup codes are left.' : 'Switched off.';
  at('codes-on').hidden = isOn;
  at('codes-off').hidden = !isOn;
  at('codes-setup').hidden = true;
}

function drawOrganisations(list) {
  at('acting-for').replaceChildren(...list.map(({ organizationId, name, isCurrent }) => {
    const option = document.createElement('option');
    option.value = organizationId;
    option.textContent = name;
    option.selected = isCurrent;
    return option;
  }));
  at('acting-for-field').hidden = list.length < 2;
  const current = list.find(({ isCurrent }) => isCurrent);
  at('my-organisation').textContent = current ? current.name : '';
}

const day = (time) => new Date(time).toLocaleDateString(undefined, { dateStyle: 'medium' });

function drawPasskeys({ credentials, maxCredentials }) {
  at('no-passkeys').hidden = credentials.length > 0;
  at('passkey-form').hidden = credentials.length >= maxCredentials || !options.passkeyOrigins.includes(location.origin);
  at('passkeys').replaceChildren(...credentials.map((one) => {
    const row = document.createElement('li');
    row.className = 'row';
    const text = document.createElement('span');
    const name = document.createElement('strong');
    name.textContent = one.displayName;
    const about = document.createElement('span');
    about.className = 'soft';
    about.textContent = ' since ' + day(one.createdAt) + (one.lastUsedAt ? ', used ' + day(one.lastUsedAt) : ', not used yet');
    text.append(name, about);
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'plain small';
    button.textContent = 'Remove';
    button.setAttribute('aria-label', 'Remove the passkey ' + one.displayName);
    button.id = 'remove-' + one.id;
    row.append(text, button);
    return row;
  }));
  for (const one of credentials) onSession('remove-' + one.id, 'click', async () => {
    if (!confirm('Remove the passkey "' + one.displayName + '"? It opens your account no more.')) return;
    await call('DELETE', '/api/passkey/credentials/' + encodeURIComponent(one.id), undefined, session.accessToken);
    await drawAccount();
    tell('The passkey is removed.');
  });
}

onSession('acting-for', 'change', async () => {
  await change(at('acting-for').value);
  await drawAccount();
  tell('You act for ' + at('my-organisation').textContent + ' now.');
});

onSession('passkey-form', 'submit', async () => {
  const displayName = at('passkey-name').value.trim();
  const begun = await post('/api/passkey/register/options', displayName ? { displayName } : {});
  const attestationResponse = await passkeys.create(begun.options);
  await post('/api/passkey/register/verify', {
    transactionId: begun.transactionId, attestationResponse, endOtherSessions: at('passkey-others').checked,
  });
  empty('passkey-name');
  await drawAccount();
  tell('The passkey is added: you can sign in with it alone.' + aboutOthers('passkey-others'));
});

onSession('codes-on', 'click', async () => {
  const { secret, qrUri, backupCodes } = await post('/api/totp/setup');
  qr.draw(at('codes-picture'), qrUri);
  at('codes-secret').textContent = secret.replace(/(.{4})(?=.)/g, '$1 ');
  at('backup-codes').replaceChildren(...backupCodes.map((code) => {
    const item = document.createElement('li');
    item.textContent = code;
    return item;
  }));
  at('codes-on').hidden = true;
  at('codes-setup').hidden = false;
  at('codes-code').focus();
});

onSession('codes-form', 'submit', async () => {
  const endOtherSessions = at('codes-others').checked;
  await post('/api/totp/verify', { code: at('codes-code').value.trim(), endOtherSessions });
  empty('codes-code');
  at('codes-picture').replaceChildren();
  at('codes-secret').textContent = '';
  at('backup-codes').replaceChildren();
  await drawAccount();
  tell('Your account asks for a code of the app now.' + aboutOthers('codes-others'));
});

/** After a change of the factors: what became of the other sessions, which a thief may have. */
function aboutOthers(id) {
  const isEnded = at(id).checked;
  at(id).checked = false;
  return isEnded ? ' You are signed out everywhere else.' : ' Other sessions go on: you can sign out everywhere else below.';
}

onSession('sign-out-others', 'click', async () => {
  await call('DELETE', '/api/auth/sessions?which=others', undefined, session.accessToken);
  tell('You are signed out everywhere else.');
});

onSession('codes-off', 'click', async () => {
  if (!confirm('Switch one-time codes off? Your password alone opens the account then, if it has no passkey.')) return;
  await call('DELETE', '/api/totp', undefined, session.accessToken);
  await drawAccount();
  tell('One-time codes are switched off.');
});

onSession('address-form', 'submit', async () => {
  await post('/api/auth/resend-verification', { email: at('address').value.trim() });
  tell('Look into your mail: open the link in it to verify the address.');
});

onSession('another-device', 'click', async () => {
  const { qrUrl } = await post('/api/auth/enrol-session');
  qr.draw(at('device-picture'), qrUrl);
  at('device-part').hidden = false;
});

onSession('sign-out', 'click', async () => {
  await post('/api/auth/logout');
  session = undefined;
  goal = { kind: 'account' };
  at('device-part').hidden = true;
  at('device-picture').replaceChildren();
  showSignIn();
  tell('You are signed out.');
});

on('enrol-device-form', 'submit', async () => {
  const device = { label: at('device-label').value.trim(), platform: 'web' };
  const { deviceId, ...got } = await call('POST', '/api/auth/enrol-session/redeem', { sessionToken: secretOfLink, device });
  session = got;
  await onwards();
  tell('This device is enrolled.');
});

async function begin() {
  const isReturn = fragment.has('signIn') || fragment.has('authError') || (query.has('state') && (query.has('code') || query.has('error')));
  try {
    await readOptions();
    if (isReturn) return await returned();
  } catch (error) {
    showSignIn();
    return warn(sentence(error));
  }
  if (location.pathname === '/enrol' && secretOfLink !== '') return show('enrol-device');
  showSignIn();
  const reason = REASONS[query.get('reason')];
  if (reason) tell(reason);
  else if (goal.kind === 'program') tell('A program on this computer asks you to sign in.');
  else if (goal.kind === 'invitation') tell('Sign in to accept the invitation.');
  else if (goal.kind === 'device') tell('Sign in to let a program on another computer in.');
}
void begin();
`;
