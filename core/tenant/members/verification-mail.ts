// Mails to an address that somebody says is his: one with a token where it is free, one without where it has an
// account, so that the answer to a registration says neither. Pure.
import type { Mail } from '../../outgoing/ports.js';

export interface VerificationText {
  readonly to: string;
  /** Of the node. */
  readonly publicUrl: string;
  readonly displayName: string;
}

const TAKES = [
  'An account that never verified this address has it now, and loses it when you verify it. If that account is yours,',
  'do not open the link: sign in to it, and verify the address there.',
  '',
];

/** With the token that verifies the address; `isTaken`: an account has the address that never verified it. */
export function verificationMail(
  { to, publicUrl, displayName }: VerificationText,
  { token, isTaken }: { readonly token: string; readonly isTaken: boolean },
): Mail {
  return {
    kind: 'verify-email',
    to,
    subject: 'Verify your address',
    text: [
      `Somebody, you we hope, made an account at ${publicUrl} with the name "${nameIn(displayName)}" and this address.`,
      '',
      ...(isTaken ? TAKES : []),
      'To verify the address, open this link within a day. You are asked for the password that you chose, or for the passkey:',
      `${publicUrl}/verify-email#${token}`,
      '',
      'Or give this token where you registered (POST /api/auth/verify-email):',
      '',
      token,
      '',
      'If that was not you, do nothing: without the token there is no account. Never type a password here that somebody',
      'else told you.',
      '',
    ].join('\n'),
  };
}

/** For the owner of an account whose address somebody registers with. */
export function knownAddressMail({ to, publicUrl }: VerificationText): Mail {
  return {
    kind: 'verify-email',
    to,
    subject: 'You have an account already',
    text: [
      `Somebody, you we hope, registered at ${publicUrl} with this address, which has an account there already.`,
      '',
      'Log in with it. If that was not you, do nothing: nothing was changed.',
      '',
    ].join('\n'),
  };
}

/** A line: a stranger chose the name, and the mail goes to somebody else. */
function nameIn(displayName: string): string {
  return displayName.replace(/[^\p{L}\p{M}\p{N} '.-]/gu, '').slice(0, 60);
}
