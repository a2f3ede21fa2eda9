// The time by which a node takes a thing for opened that a time opens, before a docket says so. A delivery that is sent
// then cannot be taken back, so that a clock that is ahead must not decide alone. Pure; the caller gives the clock.
import type { Clock } from '../ports.js';

/**
 * The time that the clock here and those of most organisations have reached, or the time of the tip, which a quorum
 * stated, whichever is later. While other organisations are there and none is linked, the tip alone.
 */
export function openingTime(clock: Pick<Clock, 'agreed' | 'now'>, tipMs: number): number {
  const atMs = clock.agreed ? clock.agreed() : clock.now();
  return Math.max(tipMs, atMs ?? tipMs);
}
