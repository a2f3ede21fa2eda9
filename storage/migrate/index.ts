// The ordered list of store migrations, and the function that runs the ones a store has not seen. A migration is never
// changed after release. A check that takes longer than a moment says how far it is, because the node serves nothing
// meanwhile.
import { performance } from 'node:perf_hooks';
import type { Log } from '../../core/base/ports.js';
import type { Kv, KvOp } from '../engine/kv.js';
import type { Migration } from './migration.js';

export const MIGRATIONS: readonly Migration[] = [];

export interface MigrationRun {
  readonly kv: Kv;
  readonly commit: (ops: readonly KvOp[]) => Promise<void>;
  readonly from: number;
  readonly migrations: readonly Migration[];
  /** The row that says which version the store has. */
  readonly versionOp: (version: number) => KvOp;
  readonly log?: Pick<Log, 'info'> | undefined;
  /** Milliseconds by a clock that cannot be set. */
  readonly now?: () => number;
}

/** When the first line of progress comes, and the time between those that follow. */
const FIRST_MS = 1000;
const PROGRESS_MS = 10_000;

/** Runs the migrations after version `from`, in order; gives the version that the store has then. */
export async function migrate(run: MigrationRun): Promise<number> {
  let version = run.from;
  for (const migration of run.migrations) {
    if (migration.to <= version) continue;
    const message = telling(run, migration);
    await migration.run(run.kv, message.commit);
    await run.commit([run.versionOp(migration.to)]);
    message.end();
    version = migration.to;
  }
  return version;
}

/** The commits of a migration, with lines of its progress where it takes longer than a moment, and one at its end. */
function telling(
  { commit, log, now = () => performance.now() }: MigrationRun,
  { to, name }: Migration,
): { readonly commit: MigrationRun['commit']; readonly end: () => void } {
  const started = now();
  let [next, rows] = [started + FIRST_MS, 0];
  const fields = (at: number) => ({ to, name, rows, seconds: Math.round((at - started) / 1000) });
  return {
    commit: async (ops) => {
      await commit(ops);
      rows += ops.length;
      const at = now();
      if (at < next) return;
      next = at + PROGRESS_MS;
      log?.info(fields(at), 'Store migration is running.');
    },
    end: () => {
      if (next !== started + FIRST_MS) log?.info(fields(now()), 'Store migration is complete.');
    },
  };
}
