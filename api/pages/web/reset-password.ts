// The script of /reset-password: asks for a mail, or sets the new password with the token of the link.
import { secretOfLink } from './parts/address.js';
import { call } from './parts/calls.js';
import { empty, field, sameTwice, show } from './parts/elements.js';
import { on } from './parts/forms.js';
import './parts/theme.js';

on('ask', async () => {
  await call('forgotPassword', { body: { email: field('email').value.trim() } });
  show('asked');
});

on('reset', async () => {
  const newPassword = sameTwice('password', 'again');
  await call('resetPassword', { body: { token: secretOfLink, newPassword } });
  empty('password', 'again');
  show('changed');
});

show(secretOfLink === '' ? 'to-ask' : 'to-reset');
