// Codes of issues about requests, webhooks and mail that leave the node. One file an area; issue.ts is all of them.

export const OUTGOING_CODES = [
  'OUTGOING_REFUSED',
  'OUTGOING_FAILED',
  'OUTGOING_ANSWER_REFUSED',
  'OUTGOING_BUSY',
  'MAIL_REFUSED',
  'MAIL_FAILED',
  'MAIL_QUEUE_FULL',
  'WEBHOOK_NOT_FOUND',
  'WEBHOOK_INVALID',
  'WEBHOOKS_FULL',
  'WEBHOOK_NOT_ACTIVE',
  'DELIVERY_NOT_FOUND',
] as const;
