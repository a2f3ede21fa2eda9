// Rows of the key table about files of actions: chunks, uploads, and the actions that name them.
// keyspace.ts takes them into the one table; what is said there of prefixes holds here.
import type { FamilyRow } from './row.js';

export const FILE_ROWS = {
  'file-chunks': {
    prefix: 'z',
    key: ['text'],
    value: 'bytes',
    layout: 'SHA-256 in hex -> sealed chunk of a file',
    since: 1,
  },
  'file-chunk-uses': {
    prefix: 'X',
    key: ['text'],
    value: 'json',
    layout: 'SHA-256 in hex -> number of uploads and actions that need the chunk, and its bytes (0: it is not here)',
    since: 1,
  },
  uploads: {
    prefix: 'U',
    key: ['text', 'text'],
    value: 'json',
    layout: 'owner, file id -> upload: its chunks so far, when it expires, whether an action names it',
    since: 1,
  },
  'upload-expiries': {
    prefix: '9',
    key: ['u64', 'text', 'text'],
    value: 'json',
    layout: 'time in ms, owner, file id -> 0: upload that expires then',
    since: 1,
  },
  'upload-usage': {
    prefix: 'Y',
    key: ['text'],
    value: 'json',
    layout:
      'orgId, - without one, or empty for the node -> bytes of uploads that no action names yet; * -> bytes of all chunks',
    since: 1,
  },
  'file-claims': {
    prefix: '{',
    key: ['text', 'text'],
    value: 'json',
    layout: 'registerId, TxId (or operationId before there is one) -> hashes of the chunks that the action names',
    since: 1,
  },
  'file-tasks': {
    prefix: '|',
    key: ['text', 'text'],
    value: 'json',
    layout: 'registerId, TxId -> what is left to do for the files of the action: submitted or wanted',
    since: 1,
  },
} as const satisfies Record<string, FamilyRow>;
