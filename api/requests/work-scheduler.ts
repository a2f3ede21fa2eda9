// The work of large requests on the event loop, in turns of those who asked for it and a few pieces at a time: what
// others send comes in between. It does not know what the work is.
import { setImmediate as turn } from 'node:timers/promises';
import { LoopScheduler } from '../../core/base/queues/loop-scheduler.js';
import type { ApiDeps } from '../deps/deps.js';

/** Pieces between two looks at what came in: a transaction takes some 0.2 ms. */
export const PIECES = 8;

export class WorkScheduler {
  /** The requests under way bound the number of those that wait. */
  private readonly loop = new LoopScheduler<() => void>({
    slice: { tasks: PIECES },
    soon: setImmediate,
    begin: (run) => run(),
  });

  /** Does a piece of work when its turn comes. */
  run<T>(key: string, piece: () => T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const run = (): void => {
        try {
          resolve(piece());
        } catch (error) {
          reject(error);
        }
      };
      if (this.loop.begins()) run();
      else this.loop.waiting.push(key, run);
    });
  }
}

/** The scheduler of a node: its ledger is the same object for as long as it runs, and another node has its own. */
const ofLedger = new WeakMap<ApiDeps['ledger'], WorkScheduler>();

/** That of the node. */
export function workScheduler({ ledger }: Pick<ApiDeps, 'ledger'>): WorkScheduler {
  const scheduler = ofLedger.get(ledger) ?? new WorkScheduler();
  ofLedger.set(ledger, scheduler);
  return scheduler;
}

/** Work of one request that comes in pieces by itself: others have a turn of the loop after each. */
export async function inPieces<T>(pieces: Generator<undefined, T, undefined>): Promise<T> {
  for (;;) {
    const { done, value } = pieces.next();
    if (done) return value;
    await turn();
  }
}
