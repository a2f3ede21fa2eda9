// The newest dockets of a register, outside of React: each comes once and in order, the oldest go, and who listens is
// told once a frame however many come in it.
import type { node } from '../session/node.js';

export type DocketCard = Awaited<ReturnType<typeof node.summaries.listDocketSummaries>>['dockets'][number];

/** More than a screen shows of a chain, and some minutes of a busy register. */
export const DOCKETS_KEPT = 400;

export class DocketRing {
  /** Newest first; another array after each change. */
  private kept: readonly DocketCard[];
  private arrived: DocketCard[] = [];
  private readonly listeners = new Set<() => void>();
  private frame: number | undefined;

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
    this.frame ??= requestAnimationFrame(() => this.tell());
  }

  private tell(): void {
    this.frame = undefined;
    this.kept = [...this.arrived.reverse(), ...this.kept].slice(0, DOCKETS_KEPT);
    this.arrived = [];
    for (const listener of this.listeners) listener();
  }
}
