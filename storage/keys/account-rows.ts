// Rows of the key table about who may use the node: organisations, accounts, sessions, invitations and the trail of what they did.
// keyspace.ts takes them into the one table; what is said there of prefixes holds here.
import type { FamilyRow } from './row.js';

export const ACCOUNT_ROWS = {
  organisations: { prefix: '0', key: ['text'], value: 'json', layout: 'orgId -> organisation', since: 1 },
  'organisation-by-subdomain': { prefix: '1', key: ['text'], value: 'json', layout: 'subdomain -> orgId', since: 1 },
  users: { prefix: '2', key: ['text'], value: 'json', layout: 'userId -> user', since: 1 },
  'user-by-email': { prefix: '3', key: ['text'], value: 'json', layout: 'email -> userId', since: 1 },
  'organisation-users': {
    prefix: '4',
    key: ['text', 'text'],
    value: 'json',
    layout: 'orgId, userId -> membership',
    since: 1,
  },
  'refresh-families': {
    prefix: '5',
    key: ['text'],
    value: 'json',
    layout: 'familyId -> refresh token family',
    since: 1,
  },
  'user-refresh-families': {
    prefix: '6',
    key: ['text', 'text'],
    value: 'json',
    layout: 'userId, familyId -> expiry',
    since: 1,
  },
  'revoked-tokens': {
    prefix: '7',
    key: ['text'],
    value: 'json',
    layout: 'jti or subject -> revocation with its expiry',
    since: 1,
  },
  audit: {
    prefix: '8',
    key: ['text', 'u64', 'text'],
    value: 'json',
    layout: 'orgId, time in ms, eventId -> audit line',
    since: 1,
  },
  invitations: {
    prefix: '/',
    key: ['text'],
    value: 'json',
    layout: 'orgId -> invitations of the organisation, oldest first, with the hashes of their codes',
    since: 4,
  },
  'invitation-codes': {
    prefix: ';',
    key: ['text'],
    value: 'json',
    layout: 'SHA-256 of a code in hex -> orgId whose invitation has it',
    since: 4,
  },
  'service-principals': {
    prefix: '~s',
    key: ['text'],
    value: 'json',
    layout: 'principalId -> service principal with the hash of its secret, deleted ones too',
    since: 5,
  },
  'organisation-usage': {
    prefix: '$',
    key: ['text'],
    value: 'json',
    layout:
      'orgId -> wallets, bytes of sealed transactions that it brought, those of governance acts among them, and its own quotas',
    since: 4,
  },
  'user-factors': {
    prefix: '~!',
    key: ['text'],
    value: 'json',
    layout: 'userId -> second factors: the sealed secret of one-time codes with hashes of backup codes, and passkeys',
    since: 5,
  },
} as const satisfies Record<string, FamilyRow>;
