// A new password for a person who forgot the old one, by a mail to the address of the account.
import Type from 'typebox';
import { route } from '../../../define.js';
import { PasswordField } from '../../../schemas/accounts/tenant.js';
import { Acknowledgement, Email, namedObject } from '../../../schemas/base/common.js';

export const passwordResetRoutes = {
  forgotPassword: route({
    method: 'POST',
    url: '/api/auth/password/forgot',
    writes: 'account',
    can: 'public',
    summary: 'Ask for a mail that sets a new password',
    description: 'The answer is the same for every address. Three mails an hour go to one address for one asker.',
    input: { body: namedObject('ForgotPassword', { email: Email }) },
    output: { 202: Acknowledgement },
    idempotent: false,
    errors: ['MAIL_REFUSED'],
    // Mail to a person who may not have asked for it.
    rate: 'strict',
  }),
  resetPassword: route({
    method: 'POST',
    url: '/api/auth/password/reset',
    writes: 'account',
    can: 'public',
    summary: 'Set a new password with the token of the mail',
    description:
      'Works once, for an hour. Ends every session of the account and lifts the locks of failed logins; second factors stay. A password that is too weak leaves the token good.',
    input: {
      body: namedObject('ResetPassword', {
        token: Type.String({ minLength: 1, maxLength: 100 }),
        newPassword: PasswordField,
      }),
    },
    output: Acknowledgement,
    errors: ['PASSWORD_RESET_INVALID', 'PASSWORD_WEAK', 'NODE_UNAVAILABLE'],
  }),
};
