// The account of a person who is signed in: organisation, address, passkeys, one-time codes, devices and sessions.
import { at, choice, createElement, empty, field, picture, setText, show, tell } from '../parts/elements.js';
import type { OwnOrganisation, OwnPasskey, PageOperations } from '../parts/operations.js';
import { createPasskey } from '../parts/passkeys.js';
import { say } from '../parts/say.js';
import { drawQrCode } from './qr-picture.js';
import { callOwn, hasPasskeysHere, page, showSignIn } from './session.js';
import { onSession } from './step-up.js';

/** Acts for another organisation from here on. */
export async function changeOrganisation(organizationId: string): Promise<void> {
  page.session = await callOwn('switchOrganization', { body: { organizationId } });
}

export async function showAccount(): Promise<void> {
  await drawAccount();
  history.replaceState(null, '', '/enrol');
  show('account');
}

async function drawAccount(): Promise<void> {
  const [me, { organizations }, passkeys, { isEnabled, backupCodesLeft }] = await Promise.all([
    callOwn('getMe', {}),
    callOwn('listMyOrganizations', {}),
    callOwn('listPasskeys', {}),
    callOwn('getTotpStatus', {}),
  ]);
  setText('me', me.displayName);
  const isOpen = me.emailVerified !== true;
  setText('my-address', (me.email || say('no e-mail address')) + (me.email && isOpen ? say(', not verified yet') : ''));
  at('address-form').hidden = !isOpen;
  field('address').value = me.email;
  field('address').readOnly = me.email !== '';
  const active = organizations.filter(({ status }) => status === 'Active');
  drawOrganisations('acting-for', active);
  setText('my-organisation', active.find(({ isCurrent }) => isCurrent)?.name ?? '');
  drawPasskeys(passkeys);
  setText(
    'codes-state',
    isEnabled ? say('Switched on. {count} backup codes are left.', { count: backupCodesLeft }) : say('Switched off.'),
  );
  at('codes-on').hidden = isEnabled;
  at('codes-off').hidden = !isEnabled;
  at('codes-setup').hidden = true;
}

/** The organisations to choose from in the selection `id`, which is not shown where there is no choice. */
export function drawOrganisations(id: string, list: readonly OwnOrganisation[]): void {
  const options = list.map(({ organizationId, name, isCurrent }) => {
    const option = createElement('option', name);
    option.value = organizationId;
    option.selected = isCurrent;
    return option;
  });
  choice(id).replaceChildren(...options);
  at(`${id}-field`).hidden = list.length < 2;
}

const dayOf = (time: string): string => new Date(time).toLocaleDateString(undefined, { dateStyle: 'medium' });

function drawPasskeys({ credentials, maxCredentials }: PageOperations['listPasskeys']['answer']): void {
  at('no-passkeys').hidden = credentials.length > 0;
  at('passkey-form').hidden = credentials.length >= maxCredentials || !hasPasskeysHere();
  at('passkeys').replaceChildren(...credentials.map(passkeyRow));
  for (const passkey of credentials) onSession(removalOf(passkey), () => removePasskey(passkey));
}

const removalOf = ({ id }: OwnPasskey): string => `remove-${id}`;

function passkeyRow(passkey: OwnPasskey): HTMLElement {
  const { displayName, createdAt, lastUsedAt } = passkey;
  const row = createElement('li', '', 'row');
  const text = createElement('span', '');
  const day = dayOf(createdAt);
  const since = lastUsedAt
    ? say(' since {day}, used {used}', { day, used: dayOf(lastUsedAt) })
    : say(' since {day}, not used yet', { day });
  text.append(createElement('strong', displayName), createElement('span', since, 'soft'));
  const button = createElement('button', say('Remove'), 'plain small');
  button.type = 'button';
  button.id = removalOf(passkey);
  button.setAttribute('aria-label', say('Remove the passkey {name}', { name: displayName }));
  row.append(text, button);
  return row;
}

async function removePasskey({ id, displayName }: OwnPasskey): Promise<void> {
  if (!confirm(say('Remove the passkey "{name}"? It opens your account no more.', { name: displayName }))) return;
  await callOwn('revokePasskey', { params: { id } });
  await drawAccount();
  tell('The passkey is removed.');
}

onSession('acting-for', async () => {
  await changeOrganisation(choice('acting-for').value);
  await drawAccount();
  tell(say('You act for {name} now.', { name: at('my-organisation').textContent ?? '' }));
});

onSession('passkey-form', async () => {
  const displayName = field('passkey-name').value.trim();
  const { transactionId, options } = await callOwn('beginPasskey', { body: displayName ? { displayName } : {} });
  const attestationResponse = await createPasskey(options);
  const endOtherSessions = field('passkey-others').checked;
  await callOwn('enrolPasskey', { body: { transactionId, attestationResponse, endOtherSessions } });
  empty('passkey-name');
  await drawAccount();
  tell(say('The passkey is added: you can sign in with it alone.') + aboutOthers('passkey-others'));
});

onSession('codes-on', async () => {
  const { secret, qrUri, backupCodes } = await callOwn('setUpTotp', {});
  drawQrCode(picture('codes-picture'), qrUri);
  setText('codes-secret', secret.replace(/(.{4})(?=.)/g, '$1 '));
  at('backup-codes').replaceChildren(...backupCodes.map((code) => createElement('li', code)));
  at('codes-on').hidden = true;
  at('codes-setup').hidden = false;
  field('codes-code').focus();
});

onSession('codes-form', async () => {
  const endOtherSessions = field('codes-others').checked;
  await callOwn('verifyTotp', { body: { code: field('codes-code').value.trim(), endOtherSessions } });
  empty('codes-code');
  picture('codes-picture').replaceChildren();
  setText('codes-secret', '');
  at('backup-codes').replaceChildren();
  await drawAccount();
  tell(say('Your account asks for a code of the app now.') + aboutOthers('codes-others'));
});

/** After a change of the factors: what became of the other sessions, which a thief may have. */
function aboutOthers(id: string): string {
  const isEnded = field(id).checked;
  field(id).checked = false;
  const ended = say('You are signed out everywhere else.');
  return ` ${isEnded ? ended : say('Other sessions go on: you can sign out everywhere else below.')}`;
}

onSession('sign-out-others', async () => {
  await callOwn('endAllSessions', { query: { which: 'others' } });
  tell('You are signed out everywhere else.');
});

onSession('codes-off', async () => {
  if (!confirm(say('Switch one-time codes off? Your password alone opens the account then, if it has no passkey.')))
    return;
  await callOwn('disableTotp', {});
  await drawAccount();
  tell('One-time codes are switched off.');
});

onSession('address-form', async () => {
  await callOwn('resendVerification', { body: { email: field('address').value.trim() } });
  tell('Look into your mail: open the link in it to verify the address.');
});

onSession('another-device', async () => {
  const { qrUrl } = await callOwn('createEnrolSession', {});
  drawQrCode(picture('device-picture'), qrUrl);
  at('device-part').hidden = false;
});

onSession('sign-out', async () => {
  await callOwn('logout', {});
  page.session = undefined;
  page.goal = { kind: 'account' };
  at('device-part').hidden = true;
  picture('device-picture').replaceChildren();
  showSignIn();
  tell('You are signed out.');
});
