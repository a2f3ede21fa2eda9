// The newest dockets of a register, outside of React: each comes once and in order, the oldest go, and who listens is
// told some times a second however many come: each telling draws anew, and people read no faster.
import type { node } from '../session/node.js';

export type DocketCard = Awaited<ReturnType<typeof node.summaries.listDocketSummaries>>['dockets'][number];

/** More than a screen shows of a chain, and some minutes of a busy register. */
export const DOCKETS_KEPT = 400;
/** Between two tellings: ten a second leave five of six frames without work. */
const REST_MS = 100;

export class DocketRing {
  /** Newest first; another array after each change. */
  private kept: readonly DocketCard[];
  private arrived: DocketCard[] = [];
  private readonly listeners = new Set<() => void>();
  /** A telling is to come, or was a moment ago. */
  private isBusy = false;

  constructor(newestFirst: readonly DocketCard[]) {
    this.kept = newestFirst.slice(0, DOCKETS_KEPT);
  }

  /** Number of the docket that comes next. */
  get next(): number {
    return ((this.arrived.at(-1) ?? this.kept[0])?.number ?? -1) + 1;
  }

  readonly dockets = (): readonly DocketCard[] => this.kept;

  readonly listen = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** A known docket is left out: a stream begins again at a number. */
  add(docket: DocketCard): void {
    if (docket.number < this.next) return;
    this.arrived.push(docket);
    if (!this.isBusy) this.tellSoon();
  }

  private tellSoon(): void {
    this.isBusy = true;
    requestAnimationFrame(() => this.tell());
  }

  private tell(): void {
    setTimeout(() => this.goOn(), REST_MS);
    this.kept = [...this.arrived.reverse(), ...this.kept].slice(0, DOCKETS_KEPT);
    this.arrived = [];
    for (const listener of this.listeners) listener();
  }

  private goOn(): void {
    this.isBusy = false;
    if (this.arrived.length > 0) this.tellSoon();
  }
}
