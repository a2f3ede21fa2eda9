// Rows of the key table about identity providers, and who is known by them. keyspace.ts takes them into the one table;
// what is said there of prefixes holds here.
import type { FamilyRow } from './row.js';

export const FEDERATION_ROWS = {
  'identity-providers': {
    prefix: '~f',
    key: ['text', 'text'],
    value: 'json',
    layout: 'orgId, idp or kind of social provider -> provider with its encrypted client secret',
    since: 1,
  },
  'external-identities': {
    prefix: '~g',
    key: ['text', 'text', 'text'],
    value: 'json',
    layout: 'orgId whose provider vouches, issuer, subject -> userId',
    since: 1,
  },
  'user-external-identities': {
    prefix: '~h',
    key: ['text'],
    value: 'json',
    layout: 'userId -> external identities of the account, oldest first',
    since: 1,
  },
  'managed-accounts': {
    prefix: '~i',
    key: ['text', 'text'],
    value: 'json',
    layout: 'orgId, email -> userId of the account that the provider of the organisation made',
    since: 1,
  },
} as const satisfies Record<string, FamilyRow>;
