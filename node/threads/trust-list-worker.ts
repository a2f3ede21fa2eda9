// Reads trust lists in a thread of their own (task-worker.ts): a list of strangers may take seconds and much memory.
import { type Issue, issue } from '../../core/base/issue.js';
import { ENGINE_START_MS } from '../../core/base/limits/node/designs.js';
import {
  TRUST_LIST_HEAP_MIB,
  TRUST_LIST_MS,
  TRUST_LISTS_WAITING_MAX,
  TRUST_LISTS_WAITING_ORGANISATION_MAX,
} from '../../core/base/limits/node/federation.js';
import type { Clock } from '../../core/base/ports.js';
import type { Result } from '../../core/base/result.js';
import type { ReadTrustList, TrustListTask } from '../../core/trust/lists/snapshot.js';
import { type TaskLimits, type TaskMachine, TaskWorker } from './task-worker.js';

const LIMITS: TaskLimits = {
  taskMs: TRUST_LIST_MS,
  startMs: ENGINE_START_MS,
  waitingMax: TRUST_LISTS_WAITING_MAX,
  waitingKeyMax: TRUST_LISTS_WAITING_ORGANISATION_MAX,
  heapMib: TRUST_LIST_HEAP_MIB,
};

export class TrustListWorker {
  private readonly worker: TaskWorker<TrustListTask, ReadTrustList>;

  /** All but the clock is for tests. */
  constructor(clock: Clock, limits: TaskLimits = LIMITS, by: Partial<TaskMachine> = {}) {
    const module = new URL('./trust-list-thread.js', import.meta.url);
    this.worker = new TaskWorker(clock, { module, limits, tooCostly, busy }, by);
  }

  /**
   * The list of the bytes. TRUSTLIST_MALFORMED, also where its time or memory ran out; TRUSTLIST_SIGNATURE_INVALID;
   * NODE_UNAVAILABLE when too many lists wait already, or the node stops. `key` is the organisation that asks.
   */
  read(task: TrustListTask, key: string): Promise<Result<ReadTrustList>> {
    return this.worker.run(task, key);
  }

  close(): Promise<void> {
    return this.worker.close();
  }
}

function tooCostly(): Issue {
  return issue('TRUSTLIST_MALFORMED', '', 'The list takes more time or memory to read than it may.');
}

function busy(): Issue {
  return issue('NODE_UNAVAILABLE', '', 'Too many trust lists are being read at this moment.');
}
