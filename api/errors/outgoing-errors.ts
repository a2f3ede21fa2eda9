// Rows of the error table about requests and mail that leave the node.
import type { OUTGOING_CODES } from '../../core/base/codes/outgoing.js';
import { bad, busy, type ErrorRow, unavailable } from './error-row.js';

export const OUTGOING_ERRORS = {
  OUTGOING_REFUSED: bad('This node does not call that URL'),
  OUTGOING_FAILED: { status: 502, title: 'Another server did not answer' },
  OUTGOING_ANSWER_REFUSED: { status: 502, title: 'The answer of another server is not taken' },
  OUTGOING_BUSY: busy('Too many requests to other servers are under way', 5),
  MAIL_REFUSED: bad('The mail cannot be addressed'),
  MAIL_FAILED: { status: 502, title: 'The mail server did not take the mail' },
  MAIL_QUEUE_FULL: unavailable('Too many mails wait to be sent', 60),
} as const satisfies Readonly<Record<(typeof OUTGOING_CODES)[number], ErrorRow>>;
