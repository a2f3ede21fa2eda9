// The ordered parts of a running node: started in order, stopped in reverse, each with a time limit, so that one stuck
// part cannot keep the others from closing what they own.
import type { Log } from '../../core/base/ports.js';

export interface Part {
  readonly name: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface Lifecycle {
  start(): Promise<void>;
  /** Stops what was started, once. Resolves when every part has stopped or ran out of time; never rejects. */
  stop(): Promise<void>;
}

/**
 * `stopTimeoutMs` is the limit of one part. A part that fails to start stops those before it and rejects with its
 * error.
 */
export function lifecycle(parts: readonly Part[], log: Log, stopTimeoutMs = 10_000): Lifecycle {
  const started: Part[] = [];
  let stopping: Promise<void> | undefined;

  async function stopAll(): Promise<void> {
    for (let part = started.pop(); part; part = started.pop()) await stopOne(part);
  }

  async function stopOne(part: Part): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), stopTimeoutMs);
    });
    try {
      if ((await Promise.race([part.stop(), limit])) === 'late')
        log.error({ part: part.name, stopTimeoutMs }, 'A part did not stop in time and is abandoned.');
    } catch (error) {
      log.error({ part: part.name, err: error }, 'A part failed to stop.');
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async start() {
      for (const part of parts) {
        try {
          await part.start();
          started.push(part);
        } catch (error) {
          await stopAll();
          throw error;
        }
      }
    },
    stop() {
      stopping ??= stopAll();
      return stopping;
    },
  };
}
