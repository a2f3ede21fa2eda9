// Signs a person in: by password and second factor, by passkey alone, or with a new account.
import { CallRefusal, call, sentence } from '../parts/calls.js';
import { at, empty, field, sameTwice, show, tell, warn } from '../parts/elements.js';
import { on } from '../parts/forms.js';
import type { FactorChallenge, FederatedSignIn, SignedIn } from '../parts/operations.js';
import { createPasskey, signInByPasskey, signWithPasskey } from '../parts/passkeys.js';
import { say } from '../parts/say.js';
import { goOn } from './goals.js';
import { callOwn, hasPasskeysHere, mustChangePassword, page, showSignIn } from './session.js';

/** Takes the answer of a way to sign in: asks for the second factor, or for a password or name that is missing. */
export async function enter(answer: SignedIn | FederatedSignIn): Promise<void> {
  empty('password', 'code', 'factor');
  if ('requiresTwoFactor' in answer) return askForFactor(answer);
  if ('linked' in answer) throw new Error('The identity is linked to your account. Sign in with it.');
  page.session = answer;
  page.loginToken = undefined;
  if (mustChangePassword(answer)) return show('first-password');
  if ('requiresProfileCompletion' in answer && answer.requiresProfileCompletion) return show('profile');
  return goOn();
}

function askForFactor({ loginToken, availableMethods }: FactorChallenge): void {
  page.loginToken = loginToken;
  const [hasApp, hasPasskey] = [availableMethods.includes('totp'), availableMethods.includes('passkey')];
  at('factor-form').hidden = !hasApp;
  at('factor-passkey').hidden = !hasPasskey || !hasPasskeysHere();
  at('factor-elsewhere').hidden = !hasPasskey || hasPasskeysHere();
  at('factor-or').hidden = !(hasApp && hasPasskey);
  show('second');
  if (hasApp) field('factor').focus();
}

function isLocked(error: unknown): boolean {
  if (!(error instanceof CallRefusal) || error.code !== 'LOGIN_LOCKED') return false;
  at('code-field').hidden = false;
  warn(`${sentence(error)} ${say('With a passkey, or with a code of your app beside the password, you get in now.')}`);
  return true;
}

on(
  'sign-in-form',
  async () => {
    const [email, password] = [field('email').value.trim(), field('password').value];
    const code = field('code').value.trim();
    const { org } = page;
    const body = { email, password, ...(org && { organizationSubdomain: org }), ...(code && { code }) };
    await enter(await call('login', { body }));
  },
  isLocked,
);

on('passkey', async () => enter(await signInByPasskey()));

/** A login token serves five minutes and five tries: without it there is nothing to show a factor to. */
function isFactorOver(error: unknown): boolean {
  if (!(error instanceof CallRefusal) || error.code !== 'LOGIN_TOKEN_INVALID') return false;
  showSignIn();
  warn('That took too long, or too many codes were wrong. Sign in again.');
  return true;
}

on(
  'factor-form',
  async () => {
    const code = field('factor').value.trim();
    const isBackupCode = /[a-z]/i.test(code);
    await enter(await call('verifyTwoFactor', { body: { loginToken: page.loginToken ?? '', code, isBackupCode } }));
  },
  isFactorOver,
);

on(
  'factor-passkey',
  async () => {
    const loginToken = page.loginToken ?? '';
    const { transactionId, options } = await call('beginPasskeyFactor', { body: { loginToken } });
    const assertionResponse = await signWithPasskey(options);
    await enter(await call('showPasskey', { body: { loginToken, transactionId, assertionResponse } }));
  },
  isFactorOver,
);

on('first-password-form', async () => {
  const newPassword = sameTwice('new-password', 'new-password-again');
  await callOwn('changePassword', { body: { currentPassword: field('first').value, newPassword } });
  empty('first', 'new-password', 'new-password-again');
  page.session = undefined;
  showSignIn();
  tell('The password is changed. Sign in with the new one.');
});

on('profile-form', async () => {
  await callOwn('completeProfile', { body: { displayName: field('profile-name').value.trim() } });
  await goOn();
});

on('sign-up-passkey-form', async () => {
  const displayName = field('sign-up-name').value.trim();
  const { transactionId, options } = await call('beginPasskeySignUp', { body: { displayName } });
  const attestationResponse = await createPasskey(options);
  await enter(await call('signUpWithPasskey', { body: { transactionId, attestationResponse } }));
});

on('sign-up-form', async () => {
  const password = sameTwice('sign-up-password', 'sign-up-again');
  const [email, displayName] = [field('sign-up-email').value.trim(), field('sign-up-display-name').value.trim()];
  await call('register', { body: { orgSubdomain: page.org || 'public', email, displayName, password } });
  empty('sign-up-password', 'sign-up-again');
  showSignIn();
  tell('Look into your mail: open the link in it to verify your address. Then sign in.');
});

on('to-sign-up', () => show('sign-up'));
on('to-sign-in', showSignIn);
