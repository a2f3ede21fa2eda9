// The one sweep of the node, about once a minute: expiry of pools, idle registers, old receipts, sessions, kept answers
// and registrations. A single sweep at a time, each of its steps bounded; a step that fails is logged and keeps no
// other from running.
import type { Log } from '../../core/base/ports.js';
import type { KvOp } from '../../storage/engine/kv.js';

export interface SweepPorts {
  readonly log: Log;
  now(): number;
  commit(ops: readonly KvOp[]): Promise<void>;
}

/** Does its work itself, or gives the deletions that do it. */
export type SweepStep = (nowMs: number) => Promise<readonly KvOp[]>;

export interface Sweep {
  start(everyMs: number): void;
  /** Resolves when no sweep is under way and none follows. */
  stop(): Promise<void>;
  /** Runs every step once; joins the sweep that is under way. */
  once(): Promise<void>;
}

export function createSweep(steps: Readonly<Record<string, SweepStep>>, ports: SweepPorts): Sweep {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    for (const [name, step] of Object.entries(steps)) {
      try {
        const ops = await step(ports.now());
        if (ops.length > 0) await ports.commit(ops);
      } catch (error) {
        ports.log.error({ step: name, err: error }, 'A step of the sweep failed.');
      }
    }
  }

  function once(): Promise<void> {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    once,
    start(everyMs) {
      timer = setInterval(once, everyMs);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
