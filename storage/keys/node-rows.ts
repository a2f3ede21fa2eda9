// Rows of the key table about the node itself: its secrets and settings, its peers, and the evidence that it holds.
// keyspace.ts takes them into the one table; what is said there of prefixes holds here.
import type { FamilyRow } from './row.js';

export const NODE_ROWS = {
  'node-secrets': {
    prefix: 'Z',
    key: ['text'],
    value: 'bytes',
    layout: 'name -> secret of the node itself (consensus key, token key), sealed',
    since: 1,
  },
  'idempotency-keys': {
    prefix: 'i',
    key: ['text', 'text'],
    value: 'json',
    layout: 'caller, operation and key -> sealed digest and answer, expiry',
    since: 1,
  },
  'pending-registrations': {
    prefix: 'r',
    key: ['text'],
    value: 'json',
    layout: 'registerId -> initiated, not yet finalised register',
    since: 1,
  },
  settings: { prefix: 'S', key: ['text'], value: 'json', layout: 'name -> setting of this node', since: 1 },
  'node-meta': {
    prefix: 'M',
    key: ['text'],
    value: 'json',
    layout: 'name -> fact about this node that is not a setting',
    since: 1,
  },
  evidence: {
    prefix: 'e',
    key: ['text', 'u64', 'text'],
    value: 'json',
    layout: 'registerId, height, evidence hash -> evidence',
    since: 1,
  },
  'fork-proofs': {
    prefix: 'F',
    key: ['text'],
    value: 'json',
    layout: 'registerId -> proof that its chain is split, and the branch that the operator accepted',
    since: 1,
  },
  'fork-claims': { prefix: '.', key: ['text', 'text'], value: 'json', layout: 'registerId, hash -> proof', since: 1 },
  peers: {
    prefix: 'k',
    key: ['text'],
    value: 'json',
    layout: 'peerId -> descriptor, when seen, failures, score, ban',
    since: 1,
  },
} as const satisfies Record<string, FamilyRow>;
