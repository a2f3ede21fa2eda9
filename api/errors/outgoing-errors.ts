// Rows of the error table about requests, webhooks and mail that leave the node.
import type { OUTGOING_CODES } from '../../core/base/codes/outgoing.js';
import { bad, busy, conflict, type ErrorRow, missing, unavailable } from './error-row.js';

export const OUTGOING_ERRORS = {
  OUTGOING_REFUSED: bad('This node does not call that URL'),
  OUTGOING_FAILED: { status: 502, title: 'Another server did not answer' },
  OUTGOING_ANSWER_REFUSED: { status: 502, title: 'The answer of another server is not taken' },
  OUTGOING_BUSY: busy('Too many requests to other servers are under way', 5),
  MAIL_REFUSED: bad('The mail cannot be addressed'),
  MAIL_FAILED: { status: 502, title: 'The mail server did not take the mail' },
  MAIL_QUEUE_FULL: unavailable('Too many mails wait to be sent', 60),
  WEBHOOK_NOT_FOUND: missing('There is no such webhook'),
  WEBHOOK_INVALID: bad('A webhook cannot be so'),
  WEBHOOKS_FULL: conflict('The organisation has as many webhooks as it may'),
  WEBHOOK_NOT_ACTIVE: conflict('The webhook is in another state'),
  DELIVERY_NOT_FOUND: missing('There is no such delivery'),
} as const satisfies Readonly<Record<(typeof OUTGOING_CODES)[number], ErrorRow>>;
