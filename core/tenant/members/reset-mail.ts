// Mails about a password: the one that sets a new one, and the one that tells the owner that it was done. Pure.
import type { Mail } from '../../outgoing/ports.js';

interface Words {
  readonly to: string;
  /** Of the node. */
  readonly publicUrl: string;
}

/** The mail with the token that sets a new password. */
export function resetMail({ to, publicUrl }: Words, token: string): Mail {
  return {
    kind: 'password-reset',
    to,
    subject: 'Set a new password',
    text: [
      `Somebody, you we hope, forgot the password of your account at ${publicUrl}.`,
      '',
      'To set a new one, open this link within an hour. It works once, and ends all your sessions:',
      `${publicUrl}/reset-password#${token}`,
      '',
      'If that was not you, do nothing: nothing was changed.',
      '',
    ].join('\n'),
  };
}

/** The mail that tells the owner; no token is in it. */
export function passwordChangedMail({ to, publicUrl }: Words): Mail {
  return {
    kind: 'password-reset',
    to,
    subject: 'Your password was set anew',
    text: [
      `The password of your account at ${publicUrl} was set anew by the link of a mail, and all your sessions are ended.`,
      '',
      'If that was not you, somebody else reads your mail: change the password of your mailbox first, then set',
      `another one here: ${publicUrl}/reset-password`,
      '',
    ].join('\n'),
  };
}
