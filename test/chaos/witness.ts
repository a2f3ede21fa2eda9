// Sights of readers, node by node: a head that goes back, a sealed transaction that changes or is gone again, and
// answers that differ between nodes are remembered as faults. It asks no node; readers bring it what they read.
import { isDeepStrictEqual } from 'node:util';
import type { Story } from './story.js';

const SEEN_MAX = 5000;
const FAULTS_MAX = 50;

export class Witness {
  /** Facts that must never be seen, as sentences. */
  readonly faults: string[] = [];
  reads = 0;
  private readonly heads = new Map<string, number>();
  private readonly highest = new Map<string, number>();
  private readonly seen = new Map<string, object>();

  /** Highest height that any node showed, by register. */
  get heights(): ReadonlyMap<string, number> {
    return this.highest;
  }

  /** A node answered a reader with this status: it may lag, wait or be overloaded, and never fail. */
  status(name: string, what: string, status: number): void {
    if (status >= 500 && status !== 503) this.fault(`${name} answers ${status} to a reader of ${what}.`);
  }

  /** The node was put back to an earlier state of its store, and may show less for a while. */
  forget(name: string): void {
    for (const key of [...this.heads.keys()]) if (key.startsWith(`${name} `)) this.heads.delete(key);
  }

  /** A node showed this height of a register. */
  head(name: string, registerId: string, height: number): void {
    this.reads++;
    const key = `${name} ${registerId}`;
    const before = this.heads.get(key) ?? 0;
    if (height < before) this.fault(`${name} showed height ${height} of ${registerId} after ${before}.`);
    this.heads.set(key, Math.max(height, before));
    this.highest.set(registerId, Math.max(height, this.highest.get(registerId) ?? 0));
  }

  /** A node showed this transaction; undefined when it said that it has none such. */
  transaction(
    reader: { readonly name: string; readonly index: number },
    story: Story,
    shown: object | undefined,
  ): void {
    const { transactionId } = story.body;
    this.reads++;
    if (shown === undefined) {
      // Replicas may lag; a replica that told that it is sealed may not forget it.
      if (story.sealed.some(({ by }) => by === reader.index))
        this.fault(`${reader.name} told that ${transactionId} is sealed and does not show it.`);
      return;
    }
    const before = this.seen.get(transactionId);
    if (before && !isDeepStrictEqual(before, shown))
      this.fault(`${reader.name} shows transaction ${transactionId} differently.`);
    if (!before && this.seen.size < SEEN_MAX) this.seen.set(transactionId, shown);
  }

  private fault(sentence: string): void {
    if (this.faults.length < FAULTS_MAX) this.faults.push(sentence);
  }
}
