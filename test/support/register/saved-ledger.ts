// A store with one register whose dockets are judged by the rules, as a file of a backup: for tests of a restore that
// takes it back.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canonical, type JsonObject } from '../../../core/base/json.js';
import type { ConsensusRecord } from '../../../core/consensus/types.js';
import { backup } from '../../../storage/backup/backup.js';
import { ChainStore } from '../../../storage/chain/chain-store.js';
import { type RegisterRecord, recordOp } from '../../../storage/chain/registers.js';
import type { Kv, KvOp } from '../../../storage/engine/kv.js';
import { openJson } from '../../../storage/engine/value.js';
import { openStore, type Store } from '../../../storage/open.js';
import { AT, act, alice, publish, REGISTER_ID } from './ledger.js';
import { type LedgerStep, ledgerSteps } from './ledger-steps.js';

export const REG = 1;
const publication = publish();

/** A chain with the publication in docket 1, and so many new instances in each docket above. */
export function openingSteps(counts: readonly number[]): readonly LedgerStep[] {
  let amount = 0;
  const opens = () => act({ actionId: '0', publicationTxId: publication.txId, payload: { amount: ++amount } }, alice);
  return ledgerSteps([[publication], ...counts.map((count) => Array.from({ length: count }, opens))]);
}

export interface SavedOptions {
  readonly steps: readonly LedgerStep[];
  readonly record?: Partial<RegisterRecord>;
  /** The seat voted on the docket above the head. */
  readonly votes?: boolean;
  readonly ops?: readonly KvOp[];
}

export interface Saved {
  readonly root: string;
  readonly data: string;
  readonly file: string;
  remove(): void;
}

export async function savedLedger({ steps, record = {}, votes = true, ops = [] }: SavedOptions): Promise<Saved> {
  const root = mkdtempSync(join(tmpdir(), 'quorate-taken-'));
  const data = join(root, 'data');
  const store = await openStore(data, { nowMs: 1, onFatal: () => undefined });
  const { kv, journal } = store;
  const chain = new ChainStore(kv, journal);
  await journal.commit([
    recordOp({
      ...{ id: REGISTER_ID, reg: REG, name: 'Loans', description: '', tenantId: 't', createdAt: AT, updatedAt: AT },
      ...{ status: 'ONLINE' as const, seat: 'Running' as const, advertise: false, isFullReplica: true },
      genesisHash: steps[0]!.sealed.docket.hash,
      ...record,
    }),
  ]);
  for (const step of steps) await journal.commit(chain.sealOps({ reg: REG, ...step }));
  if (votes) await journal.commit(chain.recordOps(REG, voteAbove(steps)));
  await journal.commit(ops);
  await journal.whenDrained();
  const file = join(root, 'ledger.backup');
  await backup(kv, file);
  await store.close();
  return { root, data, file, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** A round change that was promised for the height above the head. */
export function voteAbove(steps: readonly LedgerStep[]): Partial<ConsensusRecord> {
  return { height: steps.length, round: 3, tipHash: steps.at(-1)!.sealed.docket.hash, prepared: null, proposal: null };
}

export async function withStoreIn<V>(folder: string, work: (store: Store) => Promise<V>): Promise<V> {
  const store = await openStore(folder, { nowMs: 2, onFatal: () => undefined });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/**
 * Every row but those of the run, of the node and the record of the register, and the end of all sessions. Terms by their members: the founder of
 * the register wrote them in another order.
 */
export async function rowsOf(kv: Kv): Promise<ReadonlyMap<string, string>> {
  const rows = new Map<string, string>();
  for await (const [key, value] of kv.range({ gte: Buffer.of(0), lt: Buffer.of(0xff) }))
    if (!'jmRM*>7'.includes(String.fromCharCode(key[0]!)))
      rows.set(
        Buffer.from(key).toString('hex'),
        key[0] === TERMS ? termsText(value) : Buffer.from(value).toString('hex'),
      );
  return rows;
}

const TERMS = 'G'.charCodeAt(0);

function termsText(value: Uint8Array): string {
  return canonical(openJson<JsonObject>(value, 'terms'));
}
