// The script of /verify-email: sends the token of the link when the person says so.
import { secretOfLink } from './parts/address.js';
import { call } from './parts/calls.js';
import { empty, field, show } from './parts/elements.js';
import { on } from './parts/forms.js';
import { signInByPasskey } from './parts/passkeys.js';
import './parts/theme.js';

on('verify', async () => {
  await call('verifyEmail', { body: { token: secretOfLink, password: field('password').value } });
  empty('password');
  show('verified');
});

on('by-passkey', async () => {
  const { accessToken } = await signInByPasskey();
  try {
    await call('verifyEmail', { body: { token: secretOfLink } }, accessToken);
  } finally {
    await call('logout', {}, accessToken);
  }
  show('verified');
});

show(secretOfLink === '' ? 'no-token' : 'to-verify');
