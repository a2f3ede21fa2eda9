// THE table of the store: every prefix byte, what its keys and values are, and since which store version. A prefix is never used again with
// another meaning: a retired row stays here, marked. Key layouts are built in keys.ts (chain rows) or by Table (family rows). Rows of accounts stand in
// account-rows.ts.

import { ACCOUNT_ROWS } from './account-rows.js';

/** One part of a family key: text is escaped and terminated, u64 is big-endian; so byte order is value order and no key is a prefix of another. */
export type KeyPart = 'text' | 'u64';

export interface KeyspaceRow {
  /** One ASCII character, the first byte of every key of the row. */
  readonly prefix: string;
  /** `key -> value` for a person who reads a hex dump. */
  readonly layout: string;
  /** Store version that introduced the row. */
  readonly since: number;
  /** True once nothing writes the row any more. */
  readonly retired?: true;
}

/** A row whose keys and values are coded by Table; the others have their own codecs in keys.ts and rows.ts. */
export interface FamilyRow extends KeyspaceRow {
  readonly key: readonly KeyPart[];
  /** `json` values carry a CRC32, `bytes` values are stored as they are. */
  readonly value: 'json' | 'bytes';
}

/**
 * Rows of the chain. reg = local u32 of a register, height = u64, index = u32, H8 = first 8 bytes of the docket hash, group = 16 bytes (first
 * half of a SHA-256 of the grouping text), ord = u64 place within the group. All numbers big-endian.
 */
export const CHAIN_ROWS = {
  meta: {
    prefix: 'm',
    layout: 'name -> node meta as JSON+crc (boot, clean, restored, memory-lost, usage, rebuild cursors)',
    since: 1,
  },
  ring: {
    prefix: 'j',
    layout: 'seq -> ops u32, bytes u32, dockets u32 of the group, dockets up to it u64; the last JOURNAL_RING stay',
    since: 1,
  },
  register: { prefix: 'R', layout: 'uuid(16) -> register record as JSON+crc', since: 1 },
  consensus: { prefix: 'c', layout: 'reg -> consensus record as JSON+crc', since: 1 },
  undecided: { prefix: 'u', layout: 'reg -> empty: an undecided vote exists', since: 1 },
  candidates: {
    prefix: 'b',
    layout: 'reg -> height, then (H8, txCount) of each body stored for that unsealed height, crc',
    since: 1,
  },
  body: { prefix: 'B', layout: 'reg height H8 -> header, TxIds, annex, crc', since: 1 },
  transaction: { prefix: 'T', layout: 'reg height H8 index -> canonical transaction bytes', since: 1 },
  certificate: { prefix: 'Q', layout: 'reg height -> certificate, crc', since: 1 },
  justification: {
    prefix: 'J',
    layout: 'reg height -> round changes of the round that decided it, as JSON+crc; only above round 0',
    since: 1,
  },
  pointer: { prefix: 'h', layout: 'reg height -> docket hash, transactions before this docket, crc', since: 1 },
  history: {
    prefix: '!',
    layout:
      'reg height -> roots of the perfect subtrees of docket hashes that end at this height, of 16 dockets and more, smallest first, crc; at heights 15, 31, ...',
    since: 3,
  },
  head: { prefix: 'H', layout: 'reg -> head of the sealed chain and totals as JSON+crc', since: 1 },
  terms: { prefix: 'G', layout: 'reg -> roster, members, policy as JSON+crc; written when they change', since: 1 },
  state: { prefix: 's', layout: 'reg key -> consensus-relevant state as JSON+crc', since: 1 },
  location: { prefix: 'x', layout: 'reg TxId -> height, index, crc', since: 1 },
  walletRun: { prefix: 'a', layout: 'group(address) reg n -> sent, received before; 16 entries, crc', since: 2 },
  walletCount: { prefix: 'A', layout: 'group(address) reg -> total, sent, received, newest entries, crc', since: 2 },
  blueprintRun: { prefix: 'p', layout: 'group(blueprintId) reg n -> as of a wallet', since: 2 },
  blueprintCount: { prefix: 'P', layout: 'group(blueprintId) reg -> as of a wallet', since: 2 },
  instanceRun: { prefix: 'n', layout: 'group(instanceId) reg n -> as of a wallet', since: 2 },
  instanceCount: { prefix: 'N', layout: 'group(instanceId) reg -> as of a wallet', since: 2 },
  successorRun: { prefix: 'v', layout: 'group(previous TxId) reg n -> as of a wallet', since: 2 },
  successorCount: { prefix: 'V', layout: 'group(previous TxId) reg -> as of a wallet', since: 2 },
  submission: { prefix: 'o', layout: 'TxId -> what promise has, before version 4', since: 1, retired: true },
  promise: { prefix: '#', layout: 'uuid TxId -> unsealed submission: priority, time, uuid, bytes, crc', since: 4 },
  refusal: { prefix: 'f', layout: 'TxId -> receipt of a refused submission as JSON+crc', since: 1 },
} as const satisfies Record<string, KeyspaceRow>;

/** Rows of the families. Each is opened by its own file storage/<family>.ts through defineTable(name). */
export const FAMILY_ROWS = {
  ...ACCOUNT_ROWS,
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
  'wallet-secrets': {
    prefix: 'K',
    key: ['text', 'text'],
    value: 'bytes',
    layout:
      'address, slot -> sealed seed (seed) or sealed RSA private key (rsa:path); "", check -> sealed probe of the master key',
    since: 1,
  },
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
    layout: 'name -> fact about this node that is no setting',
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
  'fork-claims': { prefix: '.', key: ['text', 'text'], value: 'json', layout: 'registerId, hash -> proof', since: 2 },
  peers: {
    prefix: 'k',
    key: ['text'],
    value: 'json',
    layout: 'peerId -> descriptor, when seen, failures, score, ban',
    since: 1,
  },
  blueprints: {
    prefix: 'd',
    key: ['text', 'text'],
    value: 'json',
    layout: 'orgId, blueprintId -> draft with its document, deleted ones too',
    since: 1,
  },
  'blueprint-list': {
    prefix: 'D',
    key: ['text', 'text', 'u64', 'text'],
    value: 'json',
    layout: 'orgId, live or deleted, time in ms of creation or deletion, blueprintId -> what lists show of the draft',
    since: 1,
  },
  'blueprint-counts': {
    prefix: 't',
    key: ['text', 'text'],
    value: 'json',
    layout: 'orgId or "" for the node, live, deleted or published -> how many',
    since: 1,
  },
  'blueprint-publications': {
    prefix: 'E',
    key: ['text', 'text', 'text', 'text'],
    value: 'json',
    layout: 'orgId, blueprintId, registerId, publicationTxId -> publication that was made from the draft',
    since: 1,
  },
  'blueprint-expected': {
    prefix: ':',
    key: ['text', 'text'],
    value: 'json',
    layout: 'registerId, publicationTxId -> draft whose publication is accepted and may not be sealed yet',
    since: 1,
  },
  'rehearsal-passes': {
    prefix: 'q',
    key: ['text', 'text', 'text'],
    value: 'json',
    layout: 'orgId, blueprintId, execDefHash -> who passed the rehearsal, and when',
    since: 1,
  },
  'publish-overrides': {
    prefix: 'O',
    key: ['text', 'text', 'u64', 'text'],
    value: 'json',
    layout: 'orgId, blueprintId, time in ms, id -> audit row of a publication without rehearsal',
    since: 1,
  },
  rehearsals: {
    prefix: '@',
    key: ['text', 'text', 'text'],
    value: 'json',
    layout: 'orgId, blueprintId, rehearsalId -> rehearsal with its steps and log',
    since: 1,
  },
  'rehearsal-dues': {
    prefix: ')',
    key: ['u64', 'text', 'text', 'text'],
    value: 'json',
    layout: 'time in ms, orgId, blueprintId, rehearsalId -> 0: rehearsal that is abandoned or forgotten then',
    since: 1,
  },
  sandboxes: {
    prefix: '[',
    key: ['text'],
    value: 'json',
    layout: 'orgId -> registerId of the register in which the organisation rehearses',
    since: 1,
  },
  templates: {
    prefix: 'l',
    key: ['text', 'text'],
    value: 'json',
    layout: 'orgId, templateId -> template of the organisation',
    since: 1,
  },
  'template-list': {
    prefix: 'L',
    key: ['text'],
    value: 'json',
    layout: 'orgId -> what lists show of the templates of the organisation',
    since: 1,
  },
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
  },
  'inbox-lists': {
    prefix: ',',
    key: ['text', 'u64', 'text', 'u64', 'text'],
    value: 'bytes',
    layout:
      'empty for the register, b/blueprintId, r/participantId, o/organisation, or address of a wallet that takes part; reg, state, time in ms of the first docket, instanceId -> empty',
    since: 1,
  },
  'inbox-pending': {
    prefix: '-',
    key: ['text', 'u64', 'u64', 'text'],
    value: 'json',
    layout:
      'address, reg, time in ms since it waits, branch -> instanceId and deadline of an action that the wallet may do',
    since: 1,
  },
  'inbox-reminders': {
    prefix: '_',
    key: ['u64', 'u64', 'text', 'text'],
    value: 'bytes',
    layout: 'time in ms of the next reminder, reg, instanceId, TxId:action:timer -> empty',
    since: 4,
  },
  'check-cursors': {
    prefix: '>',
    key: ['u64'],
    value: 'json',
    layout: 'reg -> height and hash of the docket up to which its runs were checked for the wallets of this node',
    since: 4,
  },
  'missed-checks': {
    prefix: '^',
    key: ['u64', 'text'],
    value: 'json',
    layout: 'reg, address -> height and hash of the docket behind which runs wait for a wallet that was locked',
    since: 4,
  },
  'found-runs': {
    prefix: '?',
    key: ['text', 'u64', 'text'],
    value: 'json',
    layout: 'address, reg, TxId -> a run that is wrong for the wallet: instance, action, sender, faults, times',
    since: 4,
  },
} as const satisfies Record<string, FamilyRow>;

export type ChainRow = keyof typeof CHAIN_ROWS;
export type TableName = keyof typeof FAMILY_ROWS;
