// The work of large requests on the event loop, in turns of those who asked for it and a few pieces at a time: what
// others send comes in between. It does not know what the work is.
import { setImmediate as turn } from 'node:timers/promises';
import { FairQueue } from '../../core/base/queues/fair-queue.js';
import type { ApiDeps } from '../deps.js';

/** Pieces between two looks at what came in: a transaction takes some 0.2 ms. */
export const PIECES = 8;
/** Their number is bounded by the requests under way. */
const BOUNDS = { all: Number.POSITIVE_INFINITY, key: Number.POSITIVE_INFINITY };

export class WorkTurns {
  private readonly waiting = new FairQueue<() => void>(BOUNDS);
  private isSet = false;

  /** Does a piece of work when its turn comes. */
  run<T>(key: string, piece: () => T | Promise<T>): Promise<T> {
    return new Promise((resolve) => {
      this.waiting.push(key, () => resolve(new Promise((done) => done(piece()))));
      if (this.isSet) return;
      this.isSet = true;
      // Behind the other pieces of the same request.
      queueMicrotask(() => this.next());
    });
  }

  private next(): void {
    // Also where none waits behind this one: a request that brings its next piece when the last is done would go on
    // for as long as it has pieces that wait for nothing else.
    this.isSet = this.waiting.size > 0;
    for (let n = 0; n < PIECES; n++) this.waiting.shift()?.();
    if (this.isSet) setImmediate(() => this.next());
  }
}

/** The turns of a node: its ledger is the same object for as long as it runs, and another node has its own turns. */
const ofLedger = new WeakMap<ApiDeps['ledger'], WorkTurns>();

/** Those of the node. */
export function workTurns({ ledger }: Pick<ApiDeps, 'ledger'>): WorkTurns {
  const turns = ofLedger.get(ledger) ?? new WorkTurns();
  ofLedger.set(ledger, turns);
  return turns;
}

/** Work of one request that comes in pieces by itself: others have a turn of the loop after each. */
export async function inTurns<T>(pieces: Generator<undefined, T, undefined>): Promise<T> {
  for (;;) {
    const { done, value } = pieces.next();
    if (done) return value;
    await turn();
  }
}
