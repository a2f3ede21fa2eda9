// Rows of the key table about running instances: openings, operations in the background, the inbox, and the checks of
// runs. keyspace.ts takes them into the one table; what is said there of prefixes holds here.
import type { FamilyRow } from './row.js';

export const INSTANCE_ROWS = {
  'instance-openings': {
    prefix: 'I',
    key: ['text'],
    value: 'json',
    layout: 'instanceId -> instance that was opened here: register, definition, who opened it',
    since: 1,
  },
  'instance-opening-lists': {
    prefix: 'C',
    key: ['text'],
    value: 'json',
    layout: 'owner id -> ids of the openings of that person, oldest first',
    since: 1,
  },
  operations: {
    prefix: '<',
    key: ['text'],
    value: 'json',
    layout: 'operationId -> action that is encrypted in the background: its place, how far it is, what came of it',
    since: 1,
  },
  'operation-work': {
    prefix: '=',
    key: ['text', 'text'],
    value: 'bytes',
    layout: 'operationId, ask -> sealed submission; operationId, signed -> transaction that it is to submit',
    since: 1,
  },
  'operation-lists': {
    prefix: '(',
    key: ['text'],
    value: 'json',
    layout: 'wallet address -> ids of its operations, newest first',
    since: 1,
  },
  'inbox-cursors': {
    prefix: '*',
    key: ['u64'],
    value: 'json',
    layout: 'reg -> height and hash of the docket up to which its instances are listed, and how many there are',
    since: 1,
  },
  'inbox-instances': {
    prefix: '+',
    key: ['u64', 'text'],
    value: 'json',
    layout: 'reg, instanceId -> instance as folded from the ledger, and what it waits for',
    since: 1,
    read: 'pages',
  },
  'inbox-lists': {
    prefix: ',',
    key: ['text', 'u64', 'text', 'u64', 'text'],
    value: 'bytes',
    layout:
      'empty for the register, b/blueprintId, r/participantId, o/organisation, or address of a wallet that takes part; reg, state, time in ms of the first docket, instanceId -> empty',
    since: 1,
    read: 'pages',
  },
  'inbox-pending': {
    prefix: '-',
    key: ['text', 'u64', 'u64', 'text'],
    value: 'json',
    layout:
      'address, reg, time in ms since it waits, branch -> instanceId and deadline of an action that the wallet may do',
    since: 1,
    read: 'pages',
  },
  'inbox-reminders': {
    prefix: '_',
    key: ['u64', 'u64', 'text', 'text'],
    value: 'bytes',
    layout: 'time in ms of the next reminder, reg, instanceId, TxId:action:timer -> empty',
    since: 1,
  },
  'check-cursors': {
    prefix: '>',
    key: ['u64'],
    value: 'json',
    layout: 'reg -> height and hash of the docket up to which its runs were checked for the wallets of this node',
    since: 1,
  },
  'missed-checks': {
    prefix: '^',
    key: ['u64', 'text'],
    value: 'json',
    layout: 'reg, address -> height and hash of the docket behind which runs wait for a wallet that was locked',
    since: 1,
  },
  'away-checks': {
    prefix: '~3',
    key: ['u64', 'u64'],
    value: 'bytes',
    layout: 'reg, height of a docket -> empty: evidence of a gate of its runs is still to come from their senders',
    since: 1,
  },
  'found-runs': {
    prefix: '?',
    key: ['text', 'u64', 'text'],
    value: 'json',
    layout: 'address, reg, TxId -> a run that is wrong for the wallet: instance, action, sender, faults, times',
    since: 1,
  },
} as const satisfies Record<string, FamilyRow>;
