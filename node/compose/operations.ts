// The operations of this node, from what is open of it: the store of what they need, the thread that encrypts, and who
// runs them. It decides nothing.
import type { RightsPorts } from '../../actors/workflow/operations/operation-rights.js';
import { OperationHost } from '../../actors/workflow/operations/operations.js';
import type { Workflow } from '../../actors/workflow/ports.js';
import { SEALINGS_WAITING_MAX } from '../../core/base/limits/node/sealing.js';
import type { Log } from '../../core/base/ports.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { Store } from '../../storage/open.js';
import { OperationStore } from '../../storage/tables/workflow/operations.js';
import type { HealthPart } from '../observe/health.js';
import type { Metrics } from '../observe/metrics.js';
import { systemClock, systemRandom } from '../platform/clock.js';
import { EncrypterWorker } from '../threads/encrypter-worker.js';
import type { OpenFiles } from './files.js';
import type { OpenKeys } from './keys.js';
import type { OpenLedger } from './ledger.js';

export interface OperationsInput {
  readonly store: Store;
  readonly keys: OpenKeys;
  readonly opened: OpenLedger;
  readonly files: Pick<OpenFiles, 'claims'>;
  readonly accounts: Pick<RightsPorts, 'tenants' | 'services'>;
  readonly workflow: Workflow;
  readonly log: Log;
  readonly metrics: Metrics | null;
}

export interface OpenOperations {
  readonly operations: OperationHost;
  /** Forgets what ended long ago. */
  sweep(nowMs: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens them, and starts what an earlier run has left. */
export function openOperations(input: OperationsInput): OpenOperations {
  const { keys, opened, workflow, log, metrics } = input;
  const { tenants, services } = input.accounts;
  const { kv, journal } = input.store;
  const { ledger, announcements } = opened;
  const store = new OperationStore({ kv, queued: journal, random: systemRandom, key: keys.operationKey });
  const worker = new EncrypterWorker(SEALINGS_WAITING_MAX);
  const operations = new OperationHost({
    ...{ clock: systemClock, random: systemRandom, store, journal, workflow, announcements },
    log: log.child({ module: 'operations' }),
    ledger,
    claims: input.files.claims,
    rights: { wallets: keys.wallets, tenants, services },
    seal: (ask) => worker.encrypt(ask),
    metrics: metrics?.operations ?? null,
  });
  metrics?.gauge({
    name: 'ledger_operations_unfinished',
    help: 'Actions that wait to be encrypted, are, or wait for their seal.',
    read: () => operations.unfinished,
  });
  operations.start();
  return {
    operations,
    sweep: (nowMs) => store.sweep(nowMs, (ops: readonly KvOp[]) => journal.commit(ops)),
    close: async () => {
      await operations.stop();
      await worker.close();
    },
  };
}

/** Degraded after operations were given up. */
export function operationsHealth(
  operations: () => Pick<OperationHost, 'isHalted' | 'unfinished'> | undefined,
): HealthPart {
  return {
    name: 'operations',
    needed: false,
    check: () =>
      operations()?.isHalted
        ? {
            status: 'degraded',
            reason:
              'Nothing is encrypted in the background after repeated failures. See the log, and restart the node.',
          }
        : { status: 'healthy' },
    counts: () => ({ operationsUnfinished: operations()?.unfinished ?? 0 }),
  };
}
