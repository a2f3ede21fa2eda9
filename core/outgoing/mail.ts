// Texts that stand on one line of a mail: addresses and subjects reach the headers of a message, where a line break
// would begin another header.
import { hasHidden } from '../base/hidden.js';
import { type Issue, issue } from '../base/issue.js';
import type { Mail } from './ports.js';

/** RFC 5321 4.5.3.1.3: a path has 256 characters, two of which are its angle brackets. */
const ADDRESS_MAX = 254;
const SUBJECT_MAX = 200;
const MAIL_TEXT_MAX = 100_000;
/** A local part of printable ASCII without the characters that addresses are listed and quoted with, and one domain. */
const ADDRESS = /^[^\s@<>()[\]\\,;:"\u0000-\u001f\u007f-\uffff]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/i;

/**
 * True for a mail address that this node sends to. Quoted local parts and addresses beyond ASCII (RFC 6531) are not.
 */
export function isMailAddress(text: string): boolean {
  return text.length <= ADDRESS_MAX && ADDRESS.test(text) && !text.includes('..');
}

/** MAIL_REFUSED with the member at fault; undefined for a mail that can be sent. */
export function mailProblem({ to, subject, text }: Mail): Issue | undefined {
  if (!isMailAddress(to)) return issue('MAIL_REFUSED', '/to', 'Expected one mail address, such as name@example.org.');
  if (subject === '' || subject.length > SUBJECT_MAX || hasHidden(subject))
    return issue('MAIL_REFUSED', '/subject', `A subject is one line of 1 to ${SUBJECT_MAX} characters.`);
  if (text.length > MAIL_TEXT_MAX)
    return issue('MAIL_REFUSED', '/text', `The text has ${text.length} characters, ${MAIL_TEXT_MAX} at most.`);
  return undefined;
}
