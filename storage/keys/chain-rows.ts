// Rows of the key table about registers: their dockets, votes, state and indexes. keyspace.ts takes them into the one
// table.
import type { KeyspaceRow } from './row.js';

/**
 * Rows of the chain. `reg` is the local u32 of a register, `height` a u64, `index` a u32, `H8` the first 8 bytes of the
 * docket hash. `group` is 16 bytes, the first half of a SHA-256 of the grouping text, and `ord` the u64 place within
 * the group. All numbers big-endian.
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
  transaction: { prefix: 'T', layout: 'reg height H8 index -> canonical transaction bytes', since: 1, read: 'seldom' },
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
    since: 1,
  },
  head: { prefix: 'H', layout: 'reg -> head of the sealed chain and totals as JSON+crc', since: 1 },
  terms: { prefix: 'G', layout: 'reg -> roster, members, policy as JSON+crc; written when they change', since: 1 },
  state: { prefix: 's', layout: 'reg key -> consensus-relevant state as JSON+crc', since: 1 },
  location: { prefix: 'x', layout: 'reg TxId -> height, index, crc', since: 1, read: 'seldom' },
  walletRun: {
    prefix: 'a',
    layout: 'group(address) reg n -> sent, received before; 16 entries, crc',
    isGrouped: true,
    since: 1,
    read: 'pages',
  },
  walletCount: {
    prefix: 'A',
    layout: 'group(address) reg -> total, sent, received, newest entries, crc',
    isGrouped: true,
    since: 1,
  },
  blueprintRun: {
    prefix: 'p',
    layout: 'group(blueprintId) reg n -> as of a wallet',
    isGrouped: true,
    since: 1,
    read: 'pages',
  },
  blueprintCount: { prefix: 'P', layout: 'group(blueprintId) reg -> as of a wallet', isGrouped: true, since: 1 },
  instanceRun: {
    prefix: 'n',
    layout: 'group(instanceId) reg n -> as of a wallet',
    isGrouped: true,
    since: 1,
    read: 'pages',
  },
  instanceCount: { prefix: 'N', layout: 'group(instanceId) reg -> as of a wallet', isGrouped: true, since: 1 },
  successorRun: {
    prefix: 'v',
    layout: 'group(previous TxId) reg n -> as of a wallet',
    isGrouped: true,
    since: 1,
    read: 'pages',
  },
  successorCount: { prefix: 'V', layout: 'group(previous TxId) reg -> as of a wallet', isGrouped: true, since: 1 },
  promise: { prefix: '#', layout: 'uuid TxId -> unsealed submission: priority, time, uuid, bytes, crc', since: 1 },
  refusal: { prefix: 'f', layout: 'TxId -> receipt of a refused submission as JSON+crc', since: 1 },
} as const satisfies Record<string, KeyspaceRow>;

export type ChainRow = keyof typeof CHAIN_ROWS;
