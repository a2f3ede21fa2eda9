// The memory of the courier about one target: what is under way, and from where it goes on. All of it can be made again
// from the rows.
import type { NumberedEvent } from '../../storage/tables/webhooks/event-log.js';

export interface Lane {
  readonly organisationId: string;
  readonly id: string;
  host: string;
  /** Ids of deliveries under way by the number of their event, and numbers of those that have no row yet. */
  readonly underWay: Map<number, string>;
  readonly fresh: Set<number>;
  /** The next event of the log to look at, and what was read of it already. */
  next: number;
  ahead: readonly NumberedEvent[];
  /** When the earliest retry is due, in ms since 1970; undefined for none. */
  dueMs: number | undefined;
  isLooking: boolean;
  isTrimming: boolean;
  /** By the steady clock: nothing is looked for before. */
  restUntil: number;
}

export function laneOf(
  { organisationId, id, url }: { readonly organisationId: string; readonly id: string; readonly url: string },
  next: number,
): Lane {
  return {
    ...{ organisationId, id, host: hostOf(url), next, ahead: [], dueMs: 0 },
    ...{ underWay: new Map(), fresh: new Set(), isLooking: false, isTrimming: false, restUntil: 0 },
  };
}

export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}

/** Everything before it has a row, or is not for the target; `recorded` has one from this commit on. */
export function firstUndone({ next, fresh }: Lane, recorded?: number): number {
  return Math.min(next, ...[...fresh].filter((sequence) => sequence !== recorded));
}

export function soonest(item: number | undefined, other: number): number {
  return Math.min(item ?? other, other);
}
