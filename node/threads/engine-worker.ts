// Runs tasks of the engine about untrusted blueprints in a thread of their own (task-worker.ts).
import { type Issue, issue } from '../../core/base/issue.js';
import {
  ENGINE_HEAP_MIB,
  ENGINE_START_MS,
  ENGINE_TASK_MS,
  ENGINE_WAITING_MAX,
} from '../../core/base/limits/node/designs.js';
import { ENGINE_WAITING_ORGANISATION_MAX } from '../../core/base/limits/node/sharing.js';
import type { Clock } from '../../core/base/ports.js';
import type { Failure } from '../../core/base/result.js';
import type { EngineWork, WorkResult } from '../../core/tasks/work.js';
import { type TaskLimits, type TaskMachine, TaskWorker } from './task-worker.js';

export const ENGINE_LIMITS: TaskLimits = {
  taskMs: ENGINE_TASK_MS,
  startMs: ENGINE_START_MS,
  waitingMax: ENGINE_WAITING_MAX,
  waitingKeyMax: ENGINE_WAITING_ORGANISATION_MAX,
  heapMib: ENGINE_HEAP_MIB,
};

/** Decision 0125. */
export class EngineWorker {
  private readonly worker: TaskWorker<EngineWork, Exclude<WorkResult<EngineWork>, Failure>>;

  constructor(clock: Clock, limits: TaskLimits = ENGINE_LIMITS, by: Partial<TaskMachine> = {}) {
    const module = new URL('./engine-thread.js', import.meta.url);
    this.worker = new TaskWorker(clock, { module, limits, tooCostly, busy }, by);
  }

  /**
   * The result of the task (core/tasks/work.ts). BLUEPRINT_TOO_COSTLY with the pointer of what was looked at
   * when time or memory ran out; ENGINE_BUSY when too many tasks wait already, or the node stops. Keys take turns:
   * `key` is the organisation that asks.
   */
  run<T extends EngineWork>(task: T, key: string): Promise<WorkResult<T>> {
    return this.worker.run(task, key) as Promise<WorkResult<T>>;
  }

  close(): Promise<void> {
    return this.worker.close();
  }
}

function tooCostly(at: string): Issue {
  return issue('BLUEPRINT_TOO_COSTLY', at, 'The blueprint takes more time or memory here than it may.');
}

/** A turn takes a second at most, but of what is hostile. */
function busy(turns: number): Issue {
  const seconds = Math.max(2, turns);
  const message = `Too many blueprints are being checked at this moment; try again in ${seconds} seconds.`;
  return { ...issue('ENGINE_BUSY', '', message), retryAfterSeconds: seconds };
}
