// Waits for a docket of one register to become durable on this node. It listens to what the drivers announce and asks
// the store nothing.
import type { AnnouncementHub } from '../announcements.js';
import type { Announcement, Clock } from '../ports.js';

type DocketSealed = Extract<Announcement, { type: 'docket-sealed' }>;

export interface SealAwaited {
  readonly registerId: string;
  /** The lowest height that ends the wait; any without it. */
  readonly fromHeight?: number;
  readonly waitMs: number;
}

/** The next such docket that is announced from now on, or undefined when the time is over. */
export function nextSealed(
  { clock, announcements }: { readonly clock: Clock; readonly announcements: AnnouncementHub },
  { registerId, fromHeight = 0, waitMs }: SealAwaited,
): Promise<DocketSealed | undefined> {
  return new Promise((resolve) => {
    const timer = clock.setTimer(() => {
      stop();
      resolve(undefined);
    }, waitMs);
    const stop = announcements.listen((fact) => {
      if (fact.type !== 'docket-sealed' || fact.registerId !== registerId || fact.height < fromHeight) return;
      timer.cancel();
      stop();
      resolve(fact);
    });
  });
}
