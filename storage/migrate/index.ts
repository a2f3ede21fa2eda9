// The ordered list of store migrations, and the function that runs the ones a store has not seen. A migration is never changed after release.
import type { Kv, KvOp } from '../engine/kv.js';
import { historyRows } from './history-rows.js';
import { indexRuns } from './index-runs.js';
import type { Migration } from './migration.js';
import { promisesByRegister } from './promises-by-register.js';

export const MIGRATIONS: readonly Migration[] = [indexRuns, historyRows, promisesByRegister];

export interface MigrationRun {
  readonly kv: Kv;
  readonly commit: (ops: readonly KvOp[]) => Promise<void>;
  readonly from: number;
  readonly migrations: readonly Migration[];
  /** The row that says which version the store has. */
  readonly versionOp: (version: number) => KvOp;
}

/** Runs the migrations after version `from`, in order; gives the version that the store has then. */
export async function migrate(run: MigrationRun): Promise<number> {
  let version = run.from;
  for (const migration of run.migrations) {
    if (migration.to <= version) continue;
    await migration.run(run.kv, run.commit);
    await run.commit([run.versionOp(migration.to)]);
    version = migration.to;
  }
  return version;
}
