// The mail to the owner of an account whose one-time codes are guessed: the password is in other hands. Pure.
import type { Mail } from '../../outgoing/ports.js';

/** The mail; no secret is in it. */
export function codeLimitMail({ to, publicUrl }: { readonly to: string; readonly publicUrl: string }): Mail {
  return {
    kind: 'security',
    to,
    subject: 'Somebody with your password guesses your codes',
    text: [
      `Somebody logged in to your account at ${publicUrl} with your password and showed many wrong one-time codes.`,
      'No one got in. For a day the account takes no one-time code; a backup code or a passkey lets you in.',
      '',
      'If that was not you, your password is in other hands: log in with a backup code or a passkey and change it.',
      `Without either, set a new one at ${publicUrl}/reset-password.`,
      '',
    ].join('\n'),
  };
}
