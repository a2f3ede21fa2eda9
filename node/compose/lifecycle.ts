// The ordered parts of a running node: started in order, stopped in reverse, each with a time limit, so that one stuck
// part cannot keep the others from closing what they own.
import type { Log } from '../../core/base/ports.js';

export interface Part {
  readonly name: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface Lifecycle {
  /** Rejects when a part fails, with its error, and when the start was stopped; the other parts are stopped then. */
  start(): Promise<void>;
  /**
   * Stops what was started, once, and no further part begins. Resolves when every part has stopped, the one that was
   * coming up too, or ran out of time; never rejects.
   */
  stop(): Promise<void>;
}

/** `stopTimeoutMs` is the limit of one part. */
export function lifecycle(parts: readonly Part[], log: Log, stopTimeoutMs = 10_000): Lifecycle {
  const started: Part[] = [];
  let beginning: Part | undefined;
  let starting: Promise<void> = Promise.resolve();
  let stopping: Promise<void> | undefined;

  async function startAll(): Promise<void> {
    for (const part of parts) {
      if (stopping) break;
      beginning = part;
      await part.start();
      started.push(part);
    }
    if (stopping) throw new Error('The node was stopped while it started.');
  }

  async function stopAll(): Promise<void> {
    const begun = starting.catch(() => undefined);
    if (await isLate(begun, stopTimeoutMs)) {
      log.error(
        { part: beginning?.name, stopTimeoutMs },
        'A part did not start in time to be stopped; it is abandoned.',
      );
      void begun.then(stopStarted);
    }
    await stopStarted();
  }

  async function stopStarted(): Promise<void> {
    for (let part = started.pop(); part; part = started.pop()) await stopOne(part);
  }

  async function stopOne(part: Part): Promise<void> {
    try {
      if (await isLate(part.stop(), stopTimeoutMs))
        log.error({ part: part.name, stopTimeoutMs }, 'A part did not stop in time and is abandoned.');
    } catch (error) {
      log.error({ part: part.name, err: error }, 'A part failed to stop.');
    }
  }

  function stop(): Promise<void> {
    stopping ??= stopAll();
    return stopping;
  }

  return {
    async start() {
      starting = startAll();
      try {
        await starting;
      } catch (error) {
        await stop();
        throw error;
      }
    },
    stop,
  };
}

/** Whether it takes longer than that. Rejects as it does. */
async function isLate(run: Promise<void>, limitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<true>((resolve) => {
    timer = setTimeout(() => resolve(true), limitMs);
  });
  try {
    return await Promise.race([run.then(() => false), limit]);
  } finally {
    clearTimeout(timer);
  }
}
