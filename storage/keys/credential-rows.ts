// Rows of the key table about credentials that this node issues and asks wallets for, and those that its wallets hold.
// keyspace.ts takes them into the one table; what is said there of prefixes holds here.
import type { FamilyRow } from './row.js';

export const CREDENTIAL_ROWS = {
  'credential-issuers': {
    prefix: '~Q',
    key: ['text'],
    value: 'json',
    layout: 'orgId -> keys that signed, types, status lists, and how many offers wait',
    since: 1,
  },
  'credential-offers': {
    prefix: '~a',
    key: ['text'],
    value: 'json',
    layout: 'offer id, which begins with its end -> offer with its claims and code encrypted',
    since: 1,
  },
  'credential-offer-codes': {
    prefix: '~A',
    key: ['text'],
    value: 'json',
    layout: 'hash of a pre-authorised code -> offer id',
    since: 1,
  },
  'credential-recipients': {
    prefix: '~K',
    key: ['text', 'text'],
    value: 'json',
    layout: 'userId, id of an offer for that person alone -> true',
    since: 1,
  },
  'credential-tokens': {
    prefix: '~t',
    key: ['text'],
    value: 'json',
    layout: 'hash of an access token of a wallet -> offer id',
    since: 1,
  },
  'issued-credentials': {
    prefix: '~b',
    key: ['text', 'text'],
    value: 'json',
    layout: 'orgId, credential id, which begins with its time -> type, state and places, without claims',
    since: 1,
  },
  'status-lists': {
    prefix: '~z',
    key: ['text'],
    value: 'json',
    layout: 'list id -> whose list it is, its size and its quarter',
    since: 1,
  },
  'status-places': {
    prefix: '~n',
    key: ['text', 'u64'],
    value: 'json',
    layout: 'list id, place that was given -> its status',
    since: 1,
  },
  'presentation-requests': {
    prefix: '~r',
    key: ['text'],
    value: 'json',
    layout: 'request id, which begins with its end -> request with its key, and its result, encrypted',
    since: 1,
  },
  'prepared-actions': {
    prefix: '~y',
    key: ['text'],
    value: 'json',
    layout: 'gate id, which begins with its end -> whose it is; the action, its seeds and what was shown, encrypted',
    since: 1,
  },
  'kept-credentials': {
    prefix: '~c',
    key: ['text', 'text'],
    value: 'json',
    layout: 'wallet, credential id, which begins with its time -> what it is, with its copies encrypted',
    since: 1,
  },
  'kept-credential-heads': {
    prefix: '~H',
    key: ['text'],
    value: 'json',
    layout: 'wallet -> how many credentials it holds, their newest change, removals, and the next key of a copy',
    since: 1,
  },
} as const satisfies Record<string, FamilyRow>;
