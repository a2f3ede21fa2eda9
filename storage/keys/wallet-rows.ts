// Rows of the key table about wallets: who may read one, who was granted it, and its secrets.
// keyspace.ts takes them into the one table; what is said there of prefixes holds here.
import type { FamilyRow } from './row.js';

export const WALLET_ROWS = {
  wallets: { prefix: 'w', key: ['text'], value: 'json', layout: 'address -> wallet without secrets', since: 1 },
  'wallet-addresses': { prefix: 'y', key: ['text'], value: 'json', layout: 'wallet id -> address', since: 1 },
  'wallets-by-reader': {
    prefix: 'W',
    key: ['text', 'u64', 'text'],
    value: 'json',
    layout: 'reader (user:id or org:id), createdAt in ms, address -> 0: who owns or was granted it',
    since: 1,
  },
  'wallet-grants': {
    prefix: 'g',
    key: ['text', 'text'],
    value: 'json',
    layout: 'address, subject -> newest access grant of the subject',
    since: 1,
  },
  'wallet-subjects': {
    prefix: '~G',
    key: ['text'],
    value: 'json',
    layout: 'address -> subjects that have a grant, and maybe some whose grants are forgotten',
    since: 1,
  },
  'organisation-master-keys': {
    prefix: '~o',
    key: ['text'],
    value: 'json',
    layout: 'orgId -> address of its master key, and the places in its tree that were given',
    since: 1,
  },
  'organisation-derived-keys': {
    prefix: '~O',
    key: ['text'],
    value: 'json',
    layout: 'orgId -> keys derived from its master key, without secrets, oldest first',
    since: 1,
  },
  'pending-applications': {
    prefix: '~w',
    key: ['text'],
    value: 'json',
    layout: 'platform user id -> notice of a pending application',
    since: 1,
  },
  'presentation-histories': {
    prefix: '~x',
    key: ['text'],
    value: 'json',
    layout: 'platform user id -> what was shown to whom, newest first',
    since: 1,
  },
  'wallet-secrets': {
    prefix: 'K',
    key: ['text', 'text'],
    value: 'bytes',
    layout:
      'address, slot -> sealed seed (seed) or sealed RSA private key (rsa:path); "", check -> sealed probe of the master key',
    since: 1,
  },
} as const satisfies Record<string, FamilyRow>;
