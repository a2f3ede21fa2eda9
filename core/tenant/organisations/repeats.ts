// Events that somebody can make without end: the first of an hour are kept one by one, then one each time that there
// are twice as many, with their number. So a member fills no audit trail, and none of its acts goes unseen. Pure.
import { type Counted, oneMore } from '../../base/time/counted.js';

/** Of one actor and one kind of event, in the hour of the first. */
export type EventRepeats = Counted;

export const REPEATS_MS = 60 * 60_000;
/** Kept one by one: more than a person makes by mistake. */
export const REPEATS_KEPT = 16;
/** Actors in mind at one time: some MiB. */
export const REPEATS_ACTORS_MAX = 10_000;

/** The count with one event more; an hour after the first begins another one. */
export function withRepeat(before: EventRepeats | undefined, nowMs: number): EventRepeats {
  return oneMore(before, nowMs, REPEATS_MS);
}

/** Whether the event of this count is kept: 1 to 16, 32, 64 and so on. */
export function isKept({ count }: EventRepeats): boolean {
  return count <= REPEATS_KEPT || Number.isInteger(Math.log2(count));
}
