// Rows of the key table about webhooks: targets, the events that wait for them, and their deliveries. keyspace.ts takes
// them into the one table; what is said there of prefixes holds here.
import type { FamilyRow } from './row.js';

export const WEBHOOK_ROWS = {
  'webhook-targets': {
    prefix: '~T',
    key: ['text', 'text'],
    value: 'json',
    layout: 'orgId, webhookId -> target with its encrypted secrets',
    since: 1,
  },
  'webhook-progress': {
    prefix: '~P',
    key: ['text'],
    value: 'json',
    layout: 'webhookId -> how far the target came in the log, its failures, and how many deliveries are kept',
    since: 1,
  },
  'webhook-logs': {
    prefix: '~L',
    key: ['text'],
    value: 'json',
    layout: 'orgId -> numbers of the first and the next event of its log, and their bytes',
    since: 1,
  },
  'webhook-events': {
    prefix: '~E',
    key: ['text', 'u64'],
    value: 'json',
    layout: 'orgId, number -> event that waits for the targets of the organisation',
    since: 1,
    read: 'pages',
  },
  'webhook-deliveries': {
    prefix: '~D',
    key: ['text', 'u64'],
    value: 'json',
    layout: 'webhookId, number of the event -> its delivery after the first attempt',
    since: 1,
  },
  'webhook-delivery-ids': {
    prefix: '~I',
    key: ['text', 'text'],
    value: 'json',
    layout: 'webhookId, id of a delivery -> number of its event',
    since: 1,
  },
  'webhook-due': {
    prefix: '~R',
    key: ['text', 'u64', 'u64'],
    value: 'bytes',
    layout: 'webhookId, time in ms of the next attempt, number of the event -> empty',
    since: 1,
  },
  'webhook-cursors': {
    prefix: '~C',
    key: ['u64'],
    value: 'json',
    layout: 'reg -> height and hash of the docket up to which its events were told',
    since: 1,
  },
} as const satisfies Record<string, FamilyRow>;
