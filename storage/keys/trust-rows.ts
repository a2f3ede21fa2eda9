// Rows of the key table about whom organisations trust. keyspace.ts takes them into the one table; what is said there
// of prefixes holds here.
import type { FamilyRow } from './row.js';

export const TRUST_ROWS = {
  'trust-lists': {
    prefix: '~Y',
    key: ['text', 'text'],
    value: 'json',
    layout: 'orgId, trustListId -> where a trust list comes from, its snapshot, and the one before',
    since: 1,
  },
  'organisation-certificates': {
    prefix: '~Z',
    key: ['text', 'text'],
    value: 'json',
    layout: 'wallet, certificate id -> a certificate of an organisation: its uses, chain and state',
    since: 1,
  },
} as const satisfies Record<string, FamilyRow>;
