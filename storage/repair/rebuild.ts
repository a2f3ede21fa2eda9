// Deletes every row of a register that follows from its dockets and makes it again from them: the same bytes, in
// bounded batches, resumable after a crash at any moment. The register must not be sealing meanwhile. Also deletes all
// rows of a register that is given up.

import type { Docket } from '../../core/model/register.js';
import { trustedTransaction } from '../../core/transaction/encode.js';
import { indexDocket } from '../chain/chain-index.js';
import { hashBytes, present, readCertificate, readHead, readTransactionBytes } from '../chain/chain-read.js';
import type { ChainTip, Totals } from '../chain/head-codec.js';
import { NO_TOTALS, withTotals } from '../chain/head-codec.js';
import { historyAgainOps } from '../chain/history.js';
import { noGroups } from '../chain/index-memory.js';
import { decodeBody, encodePointer } from '../chain/rows.js';
import type { Journal } from '../engine/journal.js';
import type { Kv, KvOp } from '../engine/kv.js';
import { checksumJson, openJson } from '../engine/value.js';
import { bodyKey, heightKey, metaKey, regKey, regOf, rowRange } from '../keys/chain-keys.js';
import type { ChainRow } from '../keys/chain-rows.js';

/** Operations a batch; a docket is never split. */
const BATCH_OPS = 2000;

/** Derived rows whose keys begin with the register, and those that begin with a group. */
const OWN_ROWS = ['location', 'pointer', 'history'] as const satisfies readonly ChainRow[];
const GROUP_ROWS = [
  'walletRun',
  'walletCount',
  'blueprintRun',
  'blueprintCount',
  'instanceRun',
  'instanceCount',
  'successorRun',
  'successorCount',
] as const satisfies readonly ChainRow[];
/** The rows that a rebuild cannot make. */
const SOURCE_ROWS = [
  'consensus',
  'undecided',
  'candidates',
  'body',
  'transaction',
  'certificate',
  'justification',
  'head',
  'terms',
  'state',
] as const satisfies readonly ChainRow[];

/** Rows that sealing makes from the dockets, and those of them that a rebuild of the indexes leaves alone. */
export const UNSEALED_ROWS = [
  ...OWN_ROWS,
  ...GROUP_ROWS,
  'head',
  'terms',
  'state',
] as const satisfies readonly ChainRow[];

export interface RebuildInput {
  readonly kv: Kv;
  readonly journal: Pick<Journal, 'commit' | 'getSync'>;
  readonly reg: number;
  readonly onProgress?: (height: number, headHeight: number) => void;
  /** Operations a batch, about; 2,000 unless told otherwise. */
  readonly batchOps?: number;
}

/** Absent `next`: rows are still being deleted. */
interface Cursor {
  readonly next?: number;
  readonly totals?: Totals;
}

/** Rebuilds the indexes of a register; goes on where an interrupted rebuild stopped. */
export async function rebuildIndexes(input: RebuildInput): Promise<Totals> {
  const { kv, journal, reg } = input;
  const head = readHead(kv, reg);
  if (!head) return NO_TOTALS;
  let cursor = readCursor(kv, reg);
  if (cursor === undefined) await journal.commit([cursorOp(reg, {})]);
  if (cursor?.next === undefined) {
    await deleteRows(input, OWN_ROWS, GROUP_ROWS);
    cursor = { next: 0, totals: NO_TOTALS };
    await journal.commit([cursorOp(reg, cursor)]);
  }
  const totals = await derive(input, head, { next: cursor.next!, totals: cursor.totals ?? NO_TOTALS });
  await journal.commit([
    { key: regKey('head', reg), value: withTotals(head, totals) },
    { key: cursorKey(reg), value: undefined },
  ]);
  return totals;
}

/** True while a rebuild of the register is unfinished: its indexes must not be read. */
export function isRebuilding(kv: Pick<Kv, 'getSync'>, reg: number): boolean {
  return kv.getSync(cursorKey(reg)) !== undefined;
}

/** Deletes every row of a register but its record, in bounded batches; can be repeated after a crash. */
export async function purgeRows(input: Omit<RebuildInput, 'onProgress'>): Promise<void> {
  await deleteRows(input, [...OWN_ROWS, ...SOURCE_ROWS], GROUP_ROWS);
  await input.journal.commit([{ key: cursorKey(input.reg), value: undefined }]);
}

/**
 * Deletes everything of a register that follows from its dockets, head and state included, so that they can be sealed
 * again one by one. Bodies, transactions, certificates and the vote memory stay. Can be repeated after a crash; the
 * caller remembers that it was begun.
 */
export async function unsealRows(input: Omit<RebuildInput, 'onProgress'>): Promise<void> {
  // The head goes first: without it nothing below it is read as the register's state.
  await input.journal.commit([{ key: regKey('head', input.reg), value: undefined }]);
  await deleteRows(input, [...OWN_ROWS, 'terms', 'state'], GROUP_ROWS);
  await input.journal.commit([{ key: cursorKey(input.reg), value: undefined }]);
}

async function deleteRows(
  input: Omit<RebuildInput, 'onProgress'>,
  own: readonly ChainRow[],
  grouped: readonly ChainRow[],
): Promise<void> {
  const { kv, journal, reg, batchOps = BATCH_OPS } = input;
  let ops: KvOp[] = [];
  const flushAt = async (count: number): Promise<void> => {
    if (ops.length < count) return;
    await journal.commit(ops);
    ops = [];
  };
  for (const row of own) {
    for await (const [key] of kv.range(rowRange(row, reg))) {
      ops.push({ key, value: undefined });
      await flushAt(batchOps);
    }
  }
  for (const row of grouped) {
    for await (const [key] of kv.range(rowRange(row))) {
      if (regOf(key) === reg) ops.push({ key, value: undefined });
      await flushAt(batchOps);
    }
  }
  await flushAt(1);
}

/** Makes the rows of each docket as its seal did, in height order. */
async function derive(input: RebuildInput, head: ChainTip, start: Required<Cursor>): Promise<Totals> {
  const { journal, reg, batchOps = BATCH_OPS } = input;
  let { totals } = start;
  let ops: KvOp[] = [];
  let reader = gatheredReader(journal, ops);
  for (let height = start.next; height <= head.height; height++) {
    const docket = await sourceDocket(input.kv, reg, height);
    const pointer = { hash: docket.hash, txBefore: totals.transactions, timestampMs: docket.header.timestampMs };
    ops.push({ key: heightKey('pointer', reg, height), value: encodePointer(pointer) });
    ops.push(...historyAgainOps(reader, { reg, height, hash: docket.hash }));
    totals = indexDocket({ reader, reg, docket, totals, known: noGroups() }, ops);
    if (ops.length < batchOps && height < head.height) continue;
    ops.push(cursorOp(reg, { next: height + 1, totals }));
    await journal.commit(ops);
    ops = [];
    reader = gatheredReader(journal, ops);
    input.onProgress?.(height, head.height);
  }
  return totals;
}

/** Sees the counters of the dockets that are gathered in `ops` and not committed yet before those in the journal. */
function gatheredReader(journal: Pick<Journal, 'getSync'>, ops: readonly KvOp[]): Pick<Kv, 'getSync'> {
  const gathered = new Map<string, Uint8Array | undefined>();
  let absorbed = 0;
  return {
    getSync(key) {
      for (; absorbed < ops.length; absorbed++) gathered.set(latin1(ops[absorbed]!.key), ops[absorbed]!.value);
      const text = latin1(key);
      return gathered.has(text) ? gathered.get(text) : journal.getSync(key);
    },
  };
}

function latin1(key: Uint8Array): string {
  return Buffer.from(key.buffer, key.byteOffset, key.length).toString('latin1');
}

/** The docket of a height without its pointer, which is being rebuilt: the certificate names it. */
async function sourceDocket(kv: Kv, reg: number, height: number): Promise<Docket> {
  const { docketHash: hash } = present(readCertificate(kv, reg, height), reg, height);
  const body = decodeBody(present(kv.getSync(bodyKey(reg, height, hashBytes(hash))), reg, height));
  const bytes = await readTransactionBytes(kv, { reg, height, hash }, body.txIds.length);
  const transactions = body.txIds.map((txId, i) => trustedTransaction(txId, bytes[i]!));
  return { hash, header: body.header, annex: body.annex, transactions };
}

/** The note that a rebuild of a register is unfinished. */
export function cursorKey(reg: number): Uint8Array {
  return metaKey(`rebuild/${reg}`);
}

function cursorOp(reg: number, cursor: Cursor): KvOp {
  return { key: cursorKey(reg), value: checksumJson(cursor) };
}

function readCursor(kv: Pick<Kv, 'getSync'>, reg: number): Cursor | undefined {
  const bytes = kv.getSync(cursorKey(reg));
  return bytes && openJson<Cursor>(bytes, 'a rebuild cursor');
}
