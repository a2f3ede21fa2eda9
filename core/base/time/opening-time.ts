// The time of a docket that a node has to guess, because what it makes depends on it. A clock that is wrong must not
// decide alone. Pure; the caller gives the clock.
import type { Clock } from '../ports.js';

/**
 * The time by which a node takes a thing for opened that a time opens, before a docket says so. A delivery that is sent
 * then cannot be taken back: the later of the time that the clock here and those of most organisations have reached,
 * and that of the tip, which a quorum stated. While other organisations are there and none is linked, the tip alone.
 */
export function openingTime(clock: Pick<Clock, 'agreedTimeMs' | 'now'>, tipMs: number): number {
  const atMs = clock.agreedTimeMs ? clock.agreedTimeMs() : clock.now();
  return Math.max(tipMs, atMs ?? tipMs);
}

/** The time at which a docket probably seals what is made now: that of the organisations, and at least of the tip. */
export function sealingTime(clock: Pick<Clock, 'agreedTimeMs' | 'now'>, tipMs = 0): number {
  return Math.max(tipMs, clock.agreedTimeMs?.() ?? clock.now());
}
