// The mail that carries an invitation. Its text is the same for an address with an account on this installation and for
// one without: it does not tell who has one. Names in it are made by others, and stay within one line. Pure.
import { showHidden } from '../../base/hidden.js';
import type { Mail } from '../../outgoing/ports.js';

/** Characters of a name in a mail; more would be a message of its own. */
const NAME_MAX = 60;

export interface InvitationLetter {
  readonly to: string;
  readonly organisationName: string;
  readonly inviterName: string;
  readonly code: string;
  /** An origin. */
  readonly publicUrl: string;
  readonly expiresAt: string;
}

/** The letter as a mail. The code stands behind the # of its link: browsers do not send that part. */
export function invitationMail(letter: InvitationLetter): Mail {
  const { to, code, publicUrl, expiresAt } = letter;
  const [organisation, inviter] = [nameIn(letter.organisationName), nameIn(letter.inviterName)];
  const lines = [
    `"${inviter}" invites you into the organisation "${organisation}".`,
    '',
    'Open this link to see what is offered, and to accept or decline:',
    `${publicUrl}/invitation#${code}`,
    '',
    'Or use the command line:',
    `quorate invitation accept --new --url ${publicUrl}`,
    `with the code ${code}`,
    '',
    `The invitation is for ${to} and ends at ${expiresAt}. It works once.`,
    'You become a member of nothing if you do nothing. If you do not know the sender, ignore this mail.',
  ];
  return { kind: 'invitation', to, subject: `Invitation into "${organisation}"`, text: `${lines.join('\n')}\n` };
}

function nameIn(text: string): string {
  const line = showHidden(text, () => ' ')
    .replaceAll(/[ "]+/g, ' ')
    .trim();
  return line.length > NAME_MAX ? `${line.slice(0, NAME_MAX - 1).toWellFormed()}…` : line;
}
