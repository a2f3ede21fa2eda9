// Codes of requests and mail that leave the node.
import type { OUTGOING_CODES } from '../../core/base/codes/outgoing.js';
import type { Explanation } from './explanation.js';

export const OUTGOING = {
  OUTGOING_REFUSED: [
    'The URL is not https, has a user in it, or its host has an address that is not public.',
    'State a public https URL; for a host of the own network the operator sets outgoing.allowedHosts.',
  ],
  OUTGOING_FAILED: [
    'The other server has no address, could not be reached, has no good certificate, or did not answer in time.',
    'Check the URL from the machine of the node (quorate outgoing check).',
  ],
  OUTGOING_ANSWER_REFUSED: [
    'The answer is too large, compressed, or redirects too often.',
    'The message names the bound; the other server has to answer within it.',
  ],
  OUTGOING_BUSY: [
    'As many requests to this host, of this organisation, or in all, are under way as the node makes at once.',
    'Ask again after Retry-After seconds.',
  ],
  MAIL_REFUSED: ['The address or the subject of a mail is not of its form.', 'The message names the member.'],
  MAIL_FAILED: [
    'The mail server could not be reached, or refused the mail.',
    'The operator checks the settings mail.* with "quorate mail test"; the message has the code of the server.',
  ],
  MAIL_QUEUE_FULL: [
    'More mails wait for the mail server than the node keeps.',
    'Ask again after Retry-After seconds; if it lasts, the operator looks at the mail server.',
  ],
} as const satisfies Readonly<Record<(typeof OUTGOING_CODES)[number], Explanation>>;
